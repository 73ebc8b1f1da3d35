"""Extracted filters: levels, whole filters, denotations, errors. Expected values are the specification's or by hand."""

from __future__ import annotations

import doctest
import importlib
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ontoeval as oe
from ontoeval.errors import RecordError
from ontoeval.evaluation.tables import table
from ontoeval.evaluation.tables.predicate_ceiling import expected_ceiling
from ontoeval.views.predicates.view import Predicates

TAXONOMY = (
    b"child,parent\nCar,Vehicle\nSedan,Car\nHatchback,Car\nTruck,Vehicle\nPickup,Truck\n"
    b"Watercraft,Vehicle\nSubmarine,Watercraft\n"
)
#: 4 categories x 5 years x 2 languages = 40 documents.
DOCS = [
    {"id": f"{category}-{year}-{lang}", "category": category, "year": year, "lang": lang}
    for category, year, lang in product(("Sedan", "Hatchback", "Pickup", "Submarine"), range(2018, 2023), ("en", "de"))
]
LEVELS = ("attribute", "operator", "exact", "normalized", "hierarchical")


@pytest.fixture(scope="module")
def vehicles() -> Any:
    return oe.load(TAXONOMY, format="csv")


def atom(field: str, op: str, value: Any) -> dict[str, Any]:
    return {"field": field, "op": op, "value": value}


CAR, SINCE_2020 = atom("category", "under", "Car"), atom("year", "gte", 2020)


def compiled(gold: Any, run: Any, ontology: Any = None, docs: Any = DOCS) -> Any:
    gold_rows = [{"id": "q", "gold": {"predicates": gold}}]
    return oe.compile(gold_rows, [{"id": "q", "run": {"predicates": run}}], ontology=ontology, docs=docs)


def value(metric: str, gold: Any, run: Any, ontology: Any = None, docs: Any = DOCS) -> float | None:
    found = oe.score(metric, {"q": gold}, {"q": run}, ontology=ontology, docs=docs).value
    return None if found is None else round(found, 4)


def error_names(gold: Any, run: Any, ontology: Any = None, docs: Any = DOCS) -> list[str]:
    return sorted(error.error for error in compiled(gold, run, ontology, docs).view(Predicates).errors)


# ---- denotations: the specification's worked table (§2.2) --------------------------------------------------------


@pytest.mark.parametrize(
    ("predicted", "size", "precision", "recall", "jaccard", "kind"),
    [
        pytest.param([CAR, atom("year", "gt", 2019)], 12, 1.0, 1.0, 1.0, "equal", id="equivalent"),
        pytest.param([CAR, atom("year", "gt", 2020)], 8, 1.0, 0.6667, 0.6667, "over", id="boundary"),
        pytest.param([atom("category", "under", "Sedan"), SINCE_2020], 6, 1.0, 0.5, 0.5, "over", id="Sedan for Car"),
        pytest.param([CAR, SINCE_2020, {"lang": "en"}], 6, 1.0, 0.5, 0.5, "over", id="lang is added"),
        pytest.param([CAR], 20, 0.6, 1.0, 0.6, "under", id="year is missing"),
        pytest.param([atom("category", "under", "Vehicle"), SINCE_2020], 24, 0.5, 1.0, 0.5, "under", id="Vehicle"),
        pytest.param([CAR, SINCE_2020, {"brand": "x"}], 0, None, 0.0, 0.0, "over", id="no such attribute"),
        pytest.param([{"category": "Car"}, SINCE_2020], 0, None, 0.0, 0.0, "over", id="without subsumption"),
    ],
)
def test_denotations_of_the_worked_table(vehicles, predicted, size, precision, recall, jaccard, kind):
    gold = [CAR, SINCE_2020]
    found = compiled(gold, predicted, vehicles).view(Predicates).denotations
    assert (found.gold.tolist(), found.predicted.tolist(), found.kind) == ([12], [size], [kind])
    assert value("denotation_precision", gold, predicted, vehicles) == precision
    assert value("denotation_recall", gold, predicted, vehicles) == recall
    assert value("denotation_jaccard", gold, predicted, vehicles) == jaccard
    assert value("denotation_accuracy", gold, predicted, vehicles) == float(kind == "equal")


@pytest.mark.parametrize(
    ("gold", "predicted", "kind"),
    [
        ({"lang": "en"}, {"lang": "de"}, "disjoint"),
        ({"lang": "en"}, {"year": 2020}, "crossing"),
        ({"lang": "xx"}, {"lang": "yy"}, "equal"),  # nothing passes either of them
        ({"lang": "xx"}, {"lang": "de"}, "under"),
        ({"lang": "de"}, {"lang": "xx"}, "over"),
        ({}, {"lang": "de"}, "over"),
        ({"lang": "de"}, {}, "under"),
        ({"lang": ["en", "de"]}, {}, "equal"),
    ],
)
def test_kinds_of_denotations(gold, predicted, kind):
    assert compiled(gold, predicted).view(Predicates).denotations.kind == [kind]


def test_a_concept_that_the_ontology_does_not_hold_is_asked_for_literally(vehicles):
    assert value("denotation_recall", [CAR], [atom("category", "under", "Tank")], vehicles) == 0.0
    mixed = [atom("category", "under", ["Sedan", "Tank"])]
    assert value("denotation_recall", [CAR], mixed, vehicles) == 0.5


# ---- levels ------------------------------------------------------------------------------------------------------


def test_levels_of_the_specifications_example(vehicles):
    """attribute P 2/3 R 1, operator P 1/3 R 1/2, exact 0, hP(Sedan, Vehicle) 1/3, hR 1."""
    gold = [{"category": "Vehicle"}, SINCE_2020]
    run = [{"category": "Sedan", "lang": "en"}, atom("year", "gt", 2020)]
    f1 = [value(f'predicate_f1(by="{by}")', gold, run, vehicles) for by in LEVELS]
    precision = [value(f'predicate_precision(by="{by}")', gold, run, vehicles) for by in LEVELS]
    recall = [value(f'predicate_recall(by="{by}")', gold, run, vehicles) for by in LEVELS]
    assert f1 == [0.8, 0.4, 0.0, 0.0, 0.5]
    assert precision == [0.6667, 0.3333, 0.0, 0.0, 0.3333]
    assert recall == [1.0, 0.5, 0.0, 0.0, 1.0]
    assert value("predicate_joint_exact", gold, run, vehicles) == 0.0
    rows = table("predicate_levels", compiled(gold, run, vehicles))
    assert [(row["level"], row["right"], row["predicted"], row["gold"]) for row in rows] == [
        ("attribute", 2, 3, 2),
        ("operator", 1, 3, 2),
        ("exact", 0, 3, 2),
        ("normalized", 0, 3, 2),
        ("hierarchical", 1, 3, 1),
    ]


@pytest.mark.parametrize(
    ("predicted", "gold", "precision", "recall", "f1"),
    [
        ("Sedan", "Hatchback", 0.6667, 0.6667, 0.6667),
        ("Sedan", "Car", 0.6667, 1.0, 0.8),
        ("Vehicle", "Sedan", 1.0, 0.3333, 0.5),
        ("Sedan", "Submarine", 0.3333, 0.3333, 0.3333),
        ("Sedan", "Sedan", 1.0, 1.0, 1.0),
        ("Tank", "Sedan", 0.0, 0.0, 0.0),
    ],
)
def test_credit_for_values_near_gold(vehicles, predicted, gold, precision, recall, f1):
    """The specification's value credits; a text that is no concept has itself only."""
    args = ({"category": gold}, {"category": predicted}, vehicles)
    assert value('predicate_precision(by="hierarchical")', *args) == precision
    assert value('predicate_recall(by="hierarchical")', *args) == recall
    assert value('predicate_f1(by="hierarchical")', *args) == f1


def test_values_of_one_attribute_are_paired_so_that_most_is_shared(vehicles):
    """Sedan-Hatchback (2 of 3) and Pickup-Truck (2 common, 3 and 2): 4 common, 6 predicted, 5 gold."""
    gold, run = {"category": ["Truck", "Hatchback"]}, {"category": ["Sedan", "Pickup"]}
    rows = table("predicate_levels", compiled(gold, run, vehicles))
    assert [(row["right"], row["predicted"], row["gold"]) for row in rows if row["level"] == "hierarchical"] == [
        (4, 6, 5)
    ]


@pytest.mark.parametrize(
    ("gold", "predicted", "exact", "normalized"),
    [
        (atom("year", "gte", 2020), atom("year", "gt", 2019), 0.0, 1.0),
        ({"lang": "en"}, {"lang": " EN"}, 0.0, 1.0),
        ({"name": "café"}, {"name": "cafe\u0301"}, 0.0, 1.0),
        ({"year": 2020}, {"year": 2020.0}, 0.0, 1.0),
        ({"year": 2020}, {"year": "2020"}, 0.0, 0.0),
        ({"flag": 1}, {"flag": True}, 0.0, 0.0),
        ({"lang": ["en", "de"]}, {"lang": ["de", "en"]}, 0.0, 1.0),
        ({"lang": ["en"]}, {"lang": "en"}, 0.0, 1.0),
        ({"lang": ["en", "de"]}, {"or": [{"lang": "en"}, {"lang": "de"}]}, 0.0, 1.0),
        (atom("lang", "ne", "en"), {"not": {"lang": "en"}}, 0.0, 1.0),
        (atom("lang", "nin", ["en", "de"]), [atom("lang", "ne", "en"), {"not": {"lang": "de"}}], 0.0, 1.0),
        (atom("year", "range", {"gte": 2020, "lt": 2023}), [SINCE_2020, atom("year", "lte", 2022)], 0.0, 1.0),
        (atom("day", "gt", "2024-01-05"), atom("day", "gte", "2024-1-6"), 0.0, 1.0),
        (atom("day", "gte", "2024-01-05T01:00:00+02:00"), atom("day", "gte", "2024-01-04T23:00:00Z"), 0.0, 1.0),
        (atom("day", "gt", "2024-01-05T00:00:00"), atom("day", "gte", "2024-01-06"), 0.0, 0.0),
        (atom("price", "gt", 2), atom("price", "gte", 3), 0.0, 0.0),  # prices have fractions in the corpus
        ({"and": [{"lang": "en"}, {"year": 2020}]}, [{"year": 2020}, {"lang": "en"}], 1.0, 1.0),
    ],
)
def test_what_is_the_same_in_one_form(gold, predicted, exact, normalized):
    docs = [*DOCS, {"id": "p", "price": 2.5}]
    assert value('predicate_f1(by="exact")', gold, predicted, docs=docs) == exact
    assert value('predicate_joint_exact(form="exact")', gold, predicted, docs=docs) == exact
    assert value("predicate_f1", gold, predicted, docs=docs) == normalized
    assert value("predicate_joint_exact", gold, predicted, docs=docs) == normalized


def test_labels_and_ids_of_a_concept_are_one_value():
    onto = oe.load(b'format-version: 1.2\n[Term]\nid: X:1\nname: Sedan\nalt_id: X:9\nsynonym: "saloon" EXACT []\n')
    for spelling in ("sedan", "Saloon", "X:9", "x:1", "http://purl.obolibrary.org/obo/X_1"):
        assert value("predicate_joint_exact", {"category": "X:1"}, {"category": spelling}, onto) == 1.0
        assert value('predicate_joint_exact(form="exact")', {"category": "X:1"}, {"category": spelling}, onto) == 0.0


def test_a_filter_as_a_whole_has_its_and_or_and_not():
    gold = {"or": [{"lang": "en"}, {"year": 2020}]}
    run = {"and": [{"lang": "en"}, {"year": 2020}]}
    assert value("predicate_f1", gold, run) == 1.0
    assert value("predicate_joint_exact", gold, run) == 0.0
    assert value("predicate_joint_exact", gold, {"or": [{"year": 2020}, {"lang": "en"}]}) == 1.0


def test_mean_over_attributes():
    """category 1 of 2 found, nothing wrong (F1 2/3); lang right (1): the mean is 5/6."""
    gold = {"category": ["Sedan", "Pickup"], "lang": "en"}
    assert value('predicate_f1(average="macro:attribute")', gold, {"category": "Sedan", "lang": "en"}) == 0.8333


# ---- nothing to filter ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gold", "predicted", "accuracy", "f1"),
    [
        ({}, {}, 1.0, None),
        ([], {"and": []}, 1.0, None),
        ({}, {"lang": "en"}, 0.0, 0.0),
        ({"lang": "en"}, {}, 0.0, 0.0),
        ({"lang": "en"}, {"year": 2020}, 1.0, 0.0),
    ],
)
def test_no_filter(gold, predicted, accuracy, f1):
    """Both empty is right for the decision, and nothing to have a precision of."""
    assert value("no_filter_accuracy", gold, predicted) == accuracy
    assert value("predicate_f1", gold, predicted) == f1


def test_no_filter_among():
    gold, run = {"a": {}, "b": {}, "c": {"x": 1}}, {"a": {}, "b": {"x": 1}, "c": {"x": 2}}
    names = ("no_filter_accuracy", *(f'no_filter_accuracy(among="{who}")' for who in ("unfiltered", "filtered")))
    assert [round(oe.score(name, gold, run).value, 4) for name in names] == [0.6667, 0.5, 1.0]


# ---- errors --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gold", "predicted", "errors"),
    [
        ({"lang": "en"}, {"lang": "en", "brand": "x"}, ["hallucinated attribute"]),
        ({"lang": "en"}, {"lang": "en", "year": 2020}, ["extra attribute"]),
        ({"lang": "en", "year": 2020}, {"lang": "en"}, ["missing attribute"]),
        ({"lang": ["en", "de"]}, {"lang": "en"}, ["missing value"]),
        ({"lang": "en"}, {"lang": ["en", "de"]}, ["extra value"]),
        (SINCE_2020, atom("year", "gt", 2020), ["boundary"]),
        (SINCE_2020, atom("year", "lte", 2020), ["wrong operator"]),
        (SINCE_2020, {"year": 2020}, ["wrong operator"]),
        (SINCE_2020, atom("year", "gte", 2021), ["other value"]),
        ({"lang": "en"}, atom("lang", "ne", "en"), ["polarity"]),
        ({"not": SINCE_2020}, SINCE_2020, ["polarity"]),
        ({"lang": "en"}, {"lang": "fr"}, ["unknown value"]),
        ({"lang": "en"}, {"lang": "de"}, ["other value"]),
        ({"category": "Sedan"}, {"category": "Hatchback"}, ["sibling"]),
        ({"category": "Sedan"}, {"category": "Vehicle"}, ["ancestor"]),
        ({"category": "Vehicle"}, {"category": "Sedan"}, ["descendant"]),
        ({"category": "Sedan"}, {"category": "Submarine"}, ["other branch"]),
        ({"category": "Sedan"}, {"category": "Tank"}, ["unknown value"]),
        ({"category": "Car"}, CAR, ["wrong operator"]),
        ({"year": 2020}, {"year": "2020"}, ["type"]),
        (atom("day", "gte", "2024-01-05"), atom("day", "gte", "today"), ["date"]),
        (atom("day", "gte", {"date": "2024-01-05"}), atom("day", "gte", 1704412800), ["date"]),
        ({"lang": "en"}, {"lang": []}, ["empty list"]),
        ({"lang": "en"}, atom("lang", "GT", "en"), ["unsupported operator"]),
        ({"lang": "en"}, {"lang": {"$eq": "en"}}, ["parse failure"]),
        ({"lang": "en"}, "lang = 'en'", ["parse failure"]),
        ({}, {}, []),
        ([CAR, SINCE_2020], [SINCE_2020, CAR], []),
        (
            [{"category": "Vehicle"}, SINCE_2020],
            [{"category": "Sedan", "lang": "en"}, atom("year", "gt", 2020)],
            ["boundary", "descendant", "extra attribute"],
        ),
    ],
)
def test_errors_by_name(vehicles, gold, predicted, errors):
    assert error_names(gold, predicted, vehicles) == errors


def test_an_attribute_is_not_called_hallucinated_without_a_corpus():
    assert error_names({"lang": "en"}, {"lang": "en", "brand": "x"}, docs=None) == ["extra attribute"]


def test_a_filter_that_cannot_be_read_is_wrong_and_listed():
    gold, run = {"a": {"lang": "en"}, "b": {"lang": "en"}}, {"a": {"lang": {"$eq": "en"}}, "b": {"lang": "en"}}
    values = {name: oe.score(name, gold, run, docs=DOCS) for name in ("predicate_recall", "predicate_precision")}
    assert {name: found.value for name, found in values.items()} == {"predicate_recall": 0.5, "predicate_precision": 1}
    assert oe.score("predicate_joint_exact", gold, run).value == 0.5
    assert oe.score("denotation_recall", gold, run, docs=DOCS).value == 0.5
    assert oe.score("denotation_precision", gold, run, docs=DOCS).value == 1.0
    both = oe.compile(gold, run, docs=DOCS, measure="predicate_f1")
    (row,) = table("predicate_errors", both)
    assert (row["error"], row["attribute"], row["questions"], row["share"], row["id"]) == (
        "parse failure",
        "",
        1,
        0.5,
        "a",
    )
    (finding,) = [one for one in both.findings if one.id == "filter.unreadable"]
    assert "1 predicted filters cannot be read" in finding.got
    assert [(row["kind"], row["questions"]) for row in table("predicate_denotations", both)] == [
        ("equal", 1),
        ("unreadable", 1),
    ]


def test_a_gold_filter_that_cannot_be_read_is_an_error_with_its_place():
    with pytest.raises(RecordError, match=r"gold\[0\].* gold\.predicates\.lang: cannot read"):
        oe.score("predicate_f1", {"q": {"lang": {"$eq": "en"}}}, {"q": {}})


def test_a_logged_filter_in_its_dialect_is_a_prediction_as_well():
    native = {"must": [{"key": "year", "range": {"gte": 2020}}]}
    gold = [{"id": "q", "gold": {"predicates": SINCE_2020}}]
    run = [{"id": "q", "run": {"filter": native, "dialect": "qdrant"}}]
    assert oe.score("predicate_joint_exact", gold, run).value == 1.0


@pytest.mark.parametrize(
    ("gold", "run", "reason"),
    [
        ({"docs": ["d"]}, {"predicates": {}}, "unmeasured: no row has gold.predicates"),
        ({"predicates": {}}, {"answer": "x"}, "unmeasured: no row has run.predicates"),
    ],
)
def test_unmeasured(gold, run, reason):
    result = oe.score("predicate_f1", [{"id": "q", "gold": gold}], [{"id": "q", "run": run}])
    assert result.reason.startswith(reason)
    with_both = oe.score('predicate_f1(by="hierarchical")', {"q": {"a": 1}}, {"q": {"a": 1}})
    assert with_both.reason == "unmeasured: no ontology was given (--ontology)"


def test_long_lists_of_wrong_values_take_no_long_time():
    gold, run = {"id": [f"g{n}" for n in range(10_000)]}, {"id": [f"p{n}" for n in range(10_000)]}
    assert value("predicate_f1", gold, run) == 0.0
    (row,) = table("predicate_errors", compiled(gold, run, docs=None))
    assert (row["error"], row["predicates"]) == ("other value", 10_000)


# ---- ceiling -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "predicates", "passing", "ceiling"),
    [
        (0.08, 1, 0.0, 0.92),
        (0.08, 1, 0.25, 0.94),
        (0.08, 1, 0.5, 0.96),
        (0.08, 3, 0.0, 0.7787),
        (0.08, 5, 0.0, 0.6591),
        (0.02, 5, 0.0, 0.9039),
    ],
)
def test_expected_ceiling_of_the_specification(error, predicates, passing, ceiling):
    assert round(expected_ceiling(error, predicates, passing), 4) == ceiling


def test_ceiling_as_expected_and_as_measured():
    """Four filters with six predicates, one of them wrong: e = 1/6; it excludes one of the four gold documents."""
    docs = [{"id": "d1", "lang": "en", "year": 2020}, {"id": "d2", "lang": "de", "year": 2021}]
    right = [{"lang": "en"}, {"lang": "en", "year": 2020}, {"lang": "de", "year": 2021}]
    gold = [
        {"id": f"q{n}", "gold": {"docs": [doc], "predicates": filter_}}
        for n, (doc, filter_) in enumerate(zip(("d1", "d1", "d2", "d1"), [*right, {"lang": "en"}], strict=True))
    ]
    run = [{"id": f"q{n}", "run": {"predicates": filter_}} for n, filter_ in enumerate([*right, {"lang": "de"}])]
    rows = table("predicate_ceiling", oe.compile(gold, run, docs=docs))
    assert [(row["predicates"], row["questions"], round(row["error"], 4)) for row in rows] == [
        ("all", 4, 0.1667),
        ("1", 2, 0.1667),
        ("2", 2, 0.1667),
    ]
    assert [round(row["expected"], 4) for row in rows] == [0.7639, 0.8333, 0.6944]
    assert [row["measured"] for row in rows] == [0.75, 0.5, 1.0]


@pytest.mark.parametrize(
    "module",
    [
        "audit.engines",
        "evaluation.hard_or_soft",
        "evaluation.tables.predicate_ceiling",
        "statistics.claims",
        "views.predicates.parts",
    ],
)
def test_examples_of_docstrings_run(module):
    found = doctest.testmod(importlib.import_module(f"ontoeval.{module}"))
    assert found.attempted > 0
    assert found.failed == 0


# ---- laws ----------------------------------------------------------------------------------------------------------

_ATOMS = st.one_of(
    st.builds(atom, st.sampled_from(["year", "price"]), st.sampled_from(["gt", "gte", "lt", "lte"]), st.integers(0, 3)),
    st.builds(
        atom, st.just("category"), st.sampled_from(["eq", "ne", "under"]), st.sampled_from(["Car", "Sedan", "x"])
    ),
    st.builds(atom, st.just("category"), st.sampled_from(["in", "nin"]), st.lists(st.sampled_from("abc"), max_size=3)),
)
_TREES = st.recursive(
    _ATOMS,
    lambda inner: st.one_of(
        st.builds(lambda x: {"and": x}, st.lists(inner, max_size=3)),
        st.builds(lambda x: {"or": x}, st.lists(inner, max_size=3)),
        st.builds(lambda x: {"not": x}, inner),
    ),
    max_leaves=6,
)


@settings(max_examples=60, deadline=None)
@given(gold=_TREES, run=_TREES)
def test_laws_of_levels(gold, run):
    onto = oe.load(TAXONOMY, format="csv")
    view = compiled(gold, run, onto).view(Predicates)
    for level in LEVELS:
        counts = view.counts(level)
        assert 0 <= counts.right[0] <= min(counts.predicted[0], counts.gold[0])
    if view.joint("exact")[0]:
        assert view.joint("normalized")[0]
    same = compiled(gold, gold, onto).view(Predicates)
    assert same.joint("exact")[0]
    assert not same.errors
    turned = compiled(run, gold, onto).view(Predicates)
    for level in LEVELS[:4]:
        there, back = view.counts(level), turned.counts(level)
        assert (there.right[0], there.gold[0], there.predicted[0]) == (back.right[0], back.predicted[0], back.gold[0])
