"""How filters are read, as a config, the command line and the signature have it."""

from __future__ import annotations

import json

import pytest

import ontoeval as oe
from ontoeval.cli import execute
from ontoeval.errors import ConfigError
from ontoeval.evaluation.config import evaluate_config, read_config
from ontoeval.views.filter_rules import FilterRules

ROWS = [
    {"id": "q1", "gold": {"docs": ["d1"]}, "run": {"filter": {"locale": {"$ne": "en"}}}},
    {"id": "q2", "gold": {"docs": ["d2"]}, "run": {"filter": {"locale": {"$ne": "en"}}}},
]
DOCS = [{"id": "d1", "meta": {}}, {"id": "d2", "meta": {"locale": "de"}}]


@pytest.fixture
def folder(tmp_path):
    for name, rows in (("gold.jsonl", ROWS), ("docs.jsonl", DOCS)):
        (tmp_path / name).write_text("".join(json.dumps(row) + "\n" for row in rows))
    return tmp_path


def rate(folder, rules):
    config = folder / "ontoeval.toml"
    config.write_text(
        f'gold = "gold.jsonl"\ndocs = "docs.jsonl"\nmetrics = ["false_exclusion_rate"]\n\n[filters]\n{rules}\n'
    )
    return evaluate_config(read_config(config))["false_exclusion_rate"].value


def test_config_names_dialect_profile_and_attributes(folder):
    assert rate(folder, 'dialect = "mongo"') == 0
    assert rate(folder, 'dialect = "mongo"\nprofile = "sqlite"') == 1
    assert rate(folder, 'dialect = "mongo"\nprofile = "sqlite"\nfields.locale = "meta.locale"') == 0.5
    assert rate(folder, 'dialect = "mongo"\nmandatory = ["locale"]') == 0


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ('dialekt = "mongo"', "a table [filters] with dialect, profile, fields, mandatory, relations"),
        ("dialect = 3", "dialect = a name as text"),
        ('mandatory = "acl"', "mandatory = a list of names"),
        ("fields.a = 1", "fields = a table of texts"),
    ],
)
def test_config_with_other_values_is_refused(folder, rules, expected):
    with pytest.raises(ConfigError) as raised:
        rate(folder, rules)
    assert expected in raised.value.expected


def test_score_takes_dialect_and_profile(folder, capsys):
    words = ["score", "false_exclusion_rate", "--gold", str(folder / "gold.jsonl")]
    words += ["--docs", str(folder / "docs.jsonl"), "--format", "json", "--dialect", "mongo"]
    values = []
    for more in ([], ["--profile", "postgres"]):
        assert execute([*words, *more]) == 0
        values.append(json.loads(capsys.readouterr().out)["results"][0]["value"])
    assert values == [0, 1]


def test_signature_tells_other_semantics():
    def signature(**rules):
        compiled = oe.compile(ROWS, docs=DOCS, filters=FilterRules(**rules) if rules else None)
        return oe.evaluate(compiled, ["recall_ceiling"])["recall_ceiling"].signature

    texts = [signature(), signature(dialect="mongo"), signature(dialect="mongo", profile="sqlite")]
    assert len(set(texts)) == 3
    assert "settings" not in texts[0]
