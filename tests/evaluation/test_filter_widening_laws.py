"""Taking concepts wider never excludes more, and equals asking for every descendant."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ontoeval as oe

IDS = [f"C{number}" for number in range(12)]


@pytest.fixture(scope="module")
def tree():
    """A random tree, and the ancestors of each concept with itself, followed by hand."""
    chance = random.Random(5)
    parent = {IDS[number]: IDS[chance.randrange(number)] for number in range(1, len(IDS))}
    text = "child,parent\n" + "".join(f"{child},{above}\n" for child, above in parent.items())
    above = {}
    for concept in IDS:
        chain = [concept]
        while chain[-1] in parent:
            chain.append(parent[chain[-1]])
        above[concept] = set(chain)
    return oe.load(text.encode(), format="csv"), above


concepts = st.sampled_from(IDS)
atoms = st.one_of(
    st.builds(lambda value: {"kind": value}, concepts),
    st.builds(lambda values: {"kind": values}, st.lists(concepts, min_size=1, max_size=3)),
    st.builds(lambda value: {"lang": value}, st.sampled_from(["en", "de"])),
)
negations = st.one_of(
    st.builds(lambda value: {"field": "kind", "op": "ne", "value": value}, concepts),
    st.builds(lambda value: {"not": {"kind": value}}, concepts),
)


def _compound(children):
    lists = st.lists(children, min_size=1, max_size=3)
    return st.one_of(st.builds(lambda parts: {"and": parts}, lists), st.builds(lambda parts: {"or": parts}, lists))


filters = st.recursive(st.one_of(atoms, negations), _compound, max_leaves=5)
tags = st.one_of(concepts, st.lists(concepts, max_size=2))


def holds(native, doc, above):
    """The filter with descendants, by hand; negations stay exact."""
    if "and" in native or "or" in native:
        parts = [holds(part, doc, above) for part in native.get("and", native.get("or"))]
        return all(parts) if "and" in native else any(parts)
    held = doc["kind"] if isinstance(doc["kind"], list) else [doc["kind"]]
    if "not" in native:
        return native["not"]["kind"] not in held
    if "op" in native:
        return native["value"] not in held
    if "lang" in native:
        return doc["lang"] == native["lang"]
    asked = native["kind"] if isinstance(native["kind"], list) else [native["kind"]]
    return any(above[concept] & set(asked) for concept in held)


@settings(max_examples=120, deadline=None)
@given(
    questions=st.lists(filters, min_size=1, max_size=4),
    docs=st.lists(st.tuples(tags, st.sampled_from(["en", "de"])), min_size=1, max_size=5),
    data=st.data(),
)
def test_wider_concepts_never_exclude_more_and_equal_descendants(tree, questions, docs, data):
    onto, above = tree
    corpus = [{"id": f"d{n}", "kind": kind, "lang": lang} for n, (kind, lang) in enumerate(docs)]
    golds = [data.draw(st.lists(st.integers(0, len(docs) - 1), min_size=1, max_size=3, unique=True)) for _ in questions]
    rows = [
        {"id": f"q{n}", "gold": {"docs": [f"d{row}" for row in gold]}, "run": {"predicates": native}}
        for n, (native, gold) in enumerate(zip(questions, golds, strict=True))
    ]
    found = oe.evaluate(oe.compile(rows, docs=corpus, ontology=onto), ["false_exclusion_rate"], intervals=False)
    table = {row["expand"]: row for row in found.table("filter_widening")}
    if not table:
        assert not any("kind" in str(native) for native in questions)
        return
    assert table["exact"]["excluded"] >= table["down"]["excluded"] >= table["down_up"]["excluded"]
    assert table["exact"]["excluded"] == found["false_exclusion_rate"].sums["num"]
    by_hand = sum(
        not any(holds(native, corpus[row], above) for row in gold)
        for native, gold in zip(questions, golds, strict=True)
    )
    assert table["down"]["excluded"] == by_hand
    assert table["exact"]["survivors"] <= table["down"]["survivors"] <= table["down_up"]["survivors"]
