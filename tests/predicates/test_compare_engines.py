"""Two engines on one log: whose survivors change, and the smallest set of switches that makes the difference."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import corpora, trees

import ontoeval as oe
from ontoeval.errors import BadParameter, InputError
from ontoeval.predicates.evaluate import passes
from ontoeval.predicates.profiles import PROFILES
from ontoeval.predicates.reading import to_json
from ontoeval.report.engines import as_json

compare = oe.filters.compare_engines
NAMES = sorted(PROFILES)

#: W7 of the specification: gold documents without the attribute that is negated.
W7_DOCS = [{"id": "d1"}, {"id": "d2"}, {"id": "d3", "locale": "en-US"}, {"id": "d4", "locale": "de-DE"}]
W7_LOG = [
    {"qid": f"q{number}", "filter": {"locale": {"$ne": "en-US"}}, "dialect": "mongo", "gold": [doc]}
    for number, doc in enumerate(["d1", "d2"], 1)
]


@pytest.mark.parametrize("second", ["sqlite", "lancedb", "sparql"])
@pytest.mark.parametrize("first", ["mongo", "qdrant", "chroma", "elasticsearch"])
def test_w7_negation_of_a_missing_field(first, second):
    """0 % of the questions lose their gold document in one group of engines, 100 % in the other."""
    found = compare(W7_LOG, docs=W7_DOCS, first=first, second=second)
    assert (found.excluded_from, found.excluded_to, found.n_with_gold, found.n_questions) == (0, 2, 2, 2)
    for change in found.changes:
        assert (change.survivors_from, change.survivors_to, change.lost, change.gained) == (3, 1, 2, 0)
        assert (change.lost_docs, change.gold_lost, change.gold_gained) == (("d1", "d2"), 1, 0)
        assert change.switches == ("logic",)
    assert [(row["switches"], row["from"], row["to"], row["questions"]) for row in found.by_switch()] == [
        (["logic"], ["two"], ["three"], 2)
    ]


@pytest.mark.parametrize(
    ("filter_", "doc", "first", "second", "switches"),
    [
        ({"lang": "en"}, {"lang": ["en", "de"]}, "mongo", "chroma", ("lists",)),
        ({"lang": "EN"}, {"lang": "en"}, "mongo", "vespa", ("text",)),
        ({"flag": 1}, {"flag": True}, "mongo", "mongomock", ("bool_is_number",)),
        ({"year": 1}, {"year": 1.0}, "qdrant", "chroma", ("int_is_float",)),
        ({"m.lang": "en"}, {"m": {"lang": "en"}}, "mongo", "chroma", ("paths",)),
        ({"or": []}, {"lang": "en"}, "qdrant", "sqlite", ("empty_or",)),
        # what the list lets through the missing field stops, so nothing changes
        ([{"field": "lang", "op": "ne", "value": "en"}, {"field": "a", "op": "ne", "value": 1}],
         {"lang": ["en", "de"]}, "mongo", "sqlite", ()),
    ],
)  # fmt: skip
def test_the_responsible_switch_is_named(filter_, doc, first, second, switches):
    log = [{"id": "q", "run": {"predicates": filter_}}]
    found = compare(log, docs=[{"id": "d", **doc}], first=first, second=second)
    assert [change.switches for change in found.changes] == ([switches] if switches else [])


def test_two_switches_are_named_where_one_will_not_do():
    """The first document changes with lists, the second one with logic; no switch alone gives SQLite's survivors."""
    log = [{"id": "q", "predicates": {"field": "lang", "op": "ne", "value": "en"}}]
    docs = [{"id": "d1", "lang": ["en", "de"]}, {"id": "d2"}]
    (change,) = compare(log, docs=docs, first="mongo", second="sqlite").changes
    assert (change.lost_docs, change.gained_docs) == (("d2",), ("d1",))
    assert change.switches == ("logic", "lists")


def test_nothing_changes_between_an_engine_and_itself():
    found = compare(W7_LOG, docs=W7_DOCS, first="mongo", second="mongo")
    assert (found.changes, found.by_switch()) == ((), [])
    assert json.loads(as_json(found))["n_changed"] == 0


@settings(max_examples=60, deadline=None)
@given(docs=corpora.filter(bool), tree=trees, first=st.sampled_from(NAMES), second=st.sampled_from(NAMES))
def test_switches_are_sufficient_and_none_can_be_left_out(docs, tree, first, second):
    """Equal to brute force: flipping the named switches gives the second engine's survivors, fewer do not."""
    rows = [{"id": f"d{number}", **doc} for number, doc in enumerate(docs)]
    log = [{"id": "q", "run": {"predicates": to_json(tree)}}]
    found = compare(log, docs=rows, first=first, second=second)
    one, other = PROFILES[first], PROFILES[second]
    before, after = ([passes(tree, doc, engine) for doc in rows] for engine in (one, other))
    assert bool(found.changes) == (before != after)
    for change in found.changes:
        assert (change.survivors_from, change.survivors_to) == (sum(before), sum(after))

        def flipped(names: tuple[str, ...]) -> list[bool]:
            engine = replace(one, **{name: getattr(other, name) for name in names})
            return [passes(tree, doc, engine) for doc in rows]

        assert flipped(change.switches) == after
        for name in change.switches:
            assert flipped(tuple(kept for kept in change.switches if kept != name)) != after


def test_filters_that_cannot_be_read_are_left_out_and_listed():
    log = [*W7_LOG, {"qid": "q3", "filter": {"locale": {"$regex": "en"}}, "dialect": "mongo", "gold": ["d1"]}]
    found = compare(log, docs=W7_DOCS, first="mongo", second="sqlite")
    assert found.n_questions == 2
    assert [finding.id for finding in found.findings if finding.id == "filter.parse"] == ["filter.parse"]


def test_inputs_that_cannot_be_used():
    with pytest.raises(BadParameter, match="no engine profile 'mongodb'"):
        compare(W7_LOG, docs=W7_DOCS, first="mongodb", second="sqlite")
    with pytest.raises(InputError, match=r"run\.filter has no run\.dialect"):
        compare([{"id": "q", "filter": {"a": 1}}], docs=W7_DOCS, first="mongo", second="sqlite")
