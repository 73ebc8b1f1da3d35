"""What is written and read again keeps the same documents, under the profile of its dialect."""

from __future__ import annotations

import json

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import corpora, trees

from ontoeval.errors import InputError
from ontoeval.predicates.dialects import dialect, dialects, parse, write
from ontoeval.predicates.evaluate import passes
from ontoeval.predicates.profiles import PROFILES
from ontoeval.predicates.reading import parse as read
from ontoeval.predicates.reading import to_json
from ontoeval.predicates.transform import normalize
from ontoeval.predicates.tree import And, Atom, Interval, Not, Or

WRITERS = [name for name, found in dialects().items() if found.can_write]
TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=8)
PLAIN = st.one_of(TEXT, st.integers(-(2**53), 2**53))


def simple_atoms():
    fields = st.sampled_from(["lang", "year", "a b", "naïve", "it's"])
    return st.one_of(
        st.builds(Atom, fields, st.sampled_from(["eq", "ne"]), PLAIN),
        st.builds(Atom, fields, st.just("in"), st.lists(TEXT, min_size=1, max_size=3).map(tuple)),
        st.builds(Atom, fields, st.sampled_from(["lt", "lte", "gt", "gte"]), st.integers(-(2**53), 2**53)),
        st.builds(Atom, fields, st.just("range"), st.builds(Interval, gte=st.integers(0, 9), lte=st.integers(10, 19))),
    )


def simple_trees():
    def joined(children):
        lists = st.lists(children, min_size=1, max_size=3).map(tuple)
        return st.one_of(st.builds(And, lists), st.builds(Or, lists), st.builds(Not, children))

    return st.recursive(simple_atoms(), joined, max_leaves=6)


def test_these_dialects_can_be_written():
    assert WRITERS == ["elasticsearch", "mongo", "ontoeval", "opensearch", "qdrant", "sql"]


@pytest.mark.parametrize("name", WRITERS)
@settings(max_examples=150, deadline=None)
@given(tree=trees, docs=corpora)
def test_a_filter_written_and_read_again_keeps_the_same_documents(name, tree, docs):
    try:
        native = write(tree, name)
    except InputError:
        assume(False)
    again = parse(native, name)
    profile = PROFILES[dialect(name).profile]
    for doc in docs:
        assert passes(again, doc, profile) == passes(tree, doc, profile), native


@pytest.mark.parametrize("name", WRITERS)
@settings(max_examples=150, deadline=None)
@given(tree=simple_trees())
def test_plain_filters_come_back_as_they_were(name, tree):
    native = write(tree, name)
    if not isinstance(native, str):
        native = json.loads(json.dumps(native))
    assert normalize(parse(native, name)) == normalize(tree)


@pytest.mark.parametrize("name", WRITERS)
def test_what_a_dialect_cannot_say_is_an_error(name):
    tree = read({"field": "kind", "op": "under", "value": "CAT:1"})
    if name == "ontoeval":
        assert to_json(parse(write(tree, name), name)) == {"field": "kind", "op": "under", "value": "CAT:1"}
        return
    with pytest.raises(InputError, match="cannot express kind under 'CAT:1'"):
        write(tree, name)
