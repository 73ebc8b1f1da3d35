"""Ids as a DataFrame holds them: empty cells are NIL, and mappings are no lists of items."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import ontoeval as oe
from ontoeval.errors import BadParameter

ONTO = oe.load(b"[Term]\nid: C:1\nname: a\n\n[Term]\nid: C:2\nname: b\nis_a: C:1\n")


@pytest.mark.parametrize("nothing", [None, float("nan"), np.float64("nan"), pd.NA])
def test_empty_cells_are_nil(nothing):
    gold, predicted = pd.Series(["C:1", "C:2"]), pd.Series(["C:1", nothing], dtype=object)
    assert ONTO.similarities(gold, predicted, ["path"])["path"].tolist() == [1.0, 0.0]
    assert ONTO.relations(gold, predicted).tolist() == [oe.ontology.Relation.EXACT, oe.ontology.Relation.MISSED]
    assert ONTO.hierarchical(gold, predicted)[:2] == (1.0, 1 / 3)  # of C:1, and of C:1 and C:2 for the second item
    assert ONTO.hierarchical([["C:1"], ["C:2"]], [["C:1"], [nothing]]) == ONTO.hierarchical(gold, predicted)


def test_strings_of_pyarrow():
    ids = pd.Series(["C:1", None], dtype="string[pyarrow]")
    assert ONTO.similarities(ids, ids, ["path"])["path"].tolist() == [1.0, 0.0]


@pytest.mark.parametrize("items", [{"q": ["C:1"]}, "C:1"])
def test_a_mapping_or_a_text_is_no_list_of_items(items):
    with pytest.raises(BadParameter, match="is no list of items"):
        ONTO.hierarchical(items, items)


def test_many_ids_in_the_place_of_one():
    ids = pd.Series(["C:1", "C:2"])
    with pytest.raises(BadParameter, match="a Series is no id"):
        ONTO.similarity(ids, ids)
    with pytest.raises(BadParameter, match="a list is no id"):
        ONTO.relations(["new", ["C:1"]], ["C:1", "C:2"])


def test_the_audit_takes_ids_in_lists_with_empty_cells_and_an_index():
    frame = pd.DataFrame({"doc": ["x", "y"], "gold": [["C:1", np.nan], ["C:2"]], "predicted": [["C:1"], np.nan]})
    report = oe.audit.concepts(frame.set_index("doc"), ontology=ONTO, cluster="doc", by="doc", intervals=False)
    assert report["hierarchical_recall"].value == pytest.approx(1 / 3)
    assert report["hierarchical_recall", "doc=x"].value == 1.0
