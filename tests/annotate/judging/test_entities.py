"""Entity grounding: what an answer names, looked for in its contexts by names of concepts, else by its words."""

import json

import pytest

import ontoeval as oe
from ontoeval.annotate import EntityGrounder
from ontoeval.cli import execute

ONTOLOGY = """format-version: 1.2

[Term]
id: V:1
name: vehicle

[Term]
id: V:2
name: car
synonym: "automobile" EXACT []
is_a: V:1

[Term]
id: V:3
name: sedan
is_a: V:2

[Term]
id: V:4
name: bicycle
is_a: V:1
"""


@pytest.fixture(scope="module")
def grounder():
    return EntityGrounder(oe.load(ONTOLOGY.encode(), format="obo"))


@pytest.mark.parametrize(
    ("answer", "context", "found"),
    [
        ("A car.", "Cars are sold here.", [{"text": "car", "id": "V:2", "how": "label"}]),
        ("A car.", "Automobiles are sold here.", [{"text": "car", "id": "V:2", "how": "synonym"}]),
        ("A car.", "One sedan left.", [{"text": "car", "id": "V:2", "how": "descendant"}]),
        ("A sedan.", "Cars are sold here.", [{"text": "sedan", "id": "V:3", "how": "absent"}]),
        ("We sell it in New York.", "Our shop in New  York.", [{"text": "New York", "how": "literal"}]),
        ("We sell it in Oslo.", "Our shop in New York.", [{"text": "Oslo", "how": "absent"}]),
        ("It takes 30 days.", "Within 30 days.", [{"text": "30", "how": "literal"}]),
        ("It takes 30 days.", "Within 130 days.", [{"text": "30", "how": "absent"}]),
        ("Nothing here is a name.", "Whatever.", []),
        ("", "Whatever.", []),
        ("Мы были в Осло.", "Магазин в Осло.", [{"text": "Осло", "how": "literal"}]),
    ],
)
def test_how_entities_are_grounded(grounder, answer, context, found):
    assert grounder.ground(answer, [context]) == found


def test_an_entity_counts_once_in_the_order_of_the_answer(grounder):
    found = grounder.ground("In Oslo a car is an automobile, says Oslo about a bicycle.", ["A bicycle."])
    assert [(one["text"], one["how"]) for one in found] == [("Oslo", "absent"), ("car", "absent"), ("bicycle", "label")]


def test_spacy_finds_other_entities_when_it_is_given():
    spacy = pytest.importorskip("spacy")
    nlp = spacy.blank("en")
    nlp.add_pipe("entity_ruler").add_patterns([{"label": "GPE", "pattern": "oslo"}])
    grounder = EntityGrounder(oe.load(ONTOLOGY.encode(), format="obo"), nlp)
    assert grounder.ground("A shop in oslo, not in Bergen.", ["oslo"]) == [{"text": "oslo", "how": "literal"}]


def test_the_command_writes_what_the_metric_reads(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "v.obo").write_text(ONTOLOGY, encoding="utf-8")
    row = {"id": "q", "run": {"answer": "A car in Oslo.", "contexts": [{"id": "c", "text": "Cars."}]}}
    (tmp_path / "records.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    command = ["annotate", "records.jsonl", "--rubric", "entity_grounding"]
    assert execute([*command, "-o", "judged.jsonl"]) == 2
    assert "entity_grounding needs the ontology" in capsys.readouterr().err
    assert execute([*command, "-o", "judged.jsonl", "--ontology", "v.obo"]) == 0
    [result] = oe.evaluate(oe.read("judged.jsonl"), ["entity_grounding"]).results
    assert result.value == 0.5
