"""Tables on filters: overview, blame, cases, what subsumption and other engines would change."""

from __future__ import annotations

import pytest

import ontoeval as oe
from ontoeval.errors import BadParameter
from ontoeval.evaluation.claim import claim
from ontoeval.predicates.profiles import PROFILES
from ontoeval.views.filter_rules import FilterRules

TAXONOMY = (
    b"child,parent\nCar,Vehicle\nSedan,Car\nHatchback,Car\nTruck,Vehicle\nPickup,Truck\nWatercraft,Vehicle\n"
    b"Submarine,Watercraft\n"
)
#: Worked example W3: what is asked for, and how the gold document is tagged.
W3 = [("Vehicle", "Sedan"), ("Sedan", "Car"), ("Sedan", "Hatchback"), ("Truck", "Pickup"), ("Car", "Car")]


@pytest.fixture(scope="module")
def taxonomy():
    return oe.load(TAXONOMY, format="csv")


def report(pairs, ontology=None, **rules):
    """One question per pair of a filter on ``category`` and the tag of the gold document."""
    docs = [{"id": f"d{n}", "category": tag} for n, (_, tag) in enumerate(pairs)]
    rows = [
        {"id": f"q{n}", "gold": {"docs": [f"d{n}"]}, "run": {"predicates": asked}} for n, (asked, _) in enumerate(pairs)
    ]
    compiled = oe.compile(rows, docs=docs, ontology=ontology, filters=FilterRules(**rules))
    return oe.evaluate(compiled, ["false_exclusion_rate"], intervals=False)


def rates(rows):
    return {row["expand"]: row["false_exclusion_rate"] for row in rows}


def test_subsumption_recovers_what_the_worked_example_says(taxonomy):
    """From the issue: 80 %, 40 % with descendants, 20 % with ancestors as well."""
    rows = report([({"category": asked}, tag) for asked, tag in W3], taxonomy).table("filter_widening")
    assert rates(rows) == {"exact": 0.8, "down": 0.4, "down_up": 0.2}
    assert [row["recovered"] for row in rows] == pytest.approx([0, 0.4, 0.2])
    assert rows[0]["fields"] == ["category"]
    # Tags: Sedan, Car, Hatchback, Pickup, Car. Asked exactly for: Vehicle 0, Sedan 1, Sedan 1, Truck 0, Car 2.
    assert rows[0]["survivors"] == pytest.approx((0 + 1 + 1 + 0 + 2) / 5)
    # With descendants: Vehicle 5, Sedan 1, Sedan 1, Truck 1, Car 4.
    assert rows[1]["survivors"] == pytest.approx((5 + 1 + 1 + 1 + 4) / 5)
    assert rows[1]["selectivity"] == pytest.approx(rows[1]["survivors"] / 5)


def test_filters_that_ask_for_subsumption_themselves(taxonomy):
    pairs = [({"field": "category", "op": "under", "value": asked}, tag) for asked, tag in W3]
    assert report(pairs, taxonomy)["false_exclusion_rate"].value == 0.4
    both = [({"field": "category", "op": "under", "value": a, "expand": "down_up"}, tag) for a, tag in W3]
    assert report(both, taxonomy)["false_exclusion_rate"].value == 0.2


def test_negated_concepts_are_told_apart_and_never_widened_with_the_others(taxonomy):
    pairs = [
        ({"field": "category", "op": "ne", "value": "Vehicle"}, "Sedan"),
        ({"not": {"category": ["Truck"]}}, "Hatchback"),
        ({"category": "Car"}, "Sedan"),
    ]
    made = report(pairs, taxonomy)
    assert rates(made.table("filter_widening")) == {"exact": 1 / 3, "down": 0, "down_up": 0}
    (row,) = made.table("filter_negations")
    # "ne Vehicle" keeps all three tags, all of them below it; "not Truck" keeps three, none of them a truck.
    assert (row["questions"], row["questions_with_leaks"], row["leaks"], row["gold_leaks"]) == (2, 1, 1.5, 1)


def test_attributes_without_concepts_are_not_widened(taxonomy):
    docs = [{"id": "d", "category": "Sedan", "lang": "en"}]
    rows = [{"id": "q", "gold": {"docs": ["d"]}, "run": {"predicates": {"lang": "de", "category": "Car"}}}]
    found = oe.evaluate(oe.compile(rows, docs=docs, ontology=taxonomy), ["false_exclusion_rate"])
    assert found.table("filter_widening")[0]["fields"] == ["category"]
    rules = FilterRules(fields={"lang": "lang"})
    found = oe.evaluate(oe.compile(rows, docs=docs, ontology=taxonomy, filters=rules), ["false_exclusion_rate"])
    assert found.table("filter_widening") == []


def test_same_filters_in_every_engine():
    """Worked example W7: a negation on a missing field."""
    docs = [{"id": "d", "year": 2020}]
    rows = [{"id": "q", "gold": {"docs": ["d"]}, "run": {"filter": {"locale": {"$ne": "en-US"}}, "dialect": "mongo"}}]
    found = oe.evaluate(oe.compile(rows, docs=docs), ["false_exclusion_rate"])
    engines = {row["profile"]: row for row in found.table("filter_engines")}
    assert set(engines) == set(PROFILES)
    assert next(iter(engines)) == "mongo"  # the one that was used comes first
    for name in ("mongo", "qdrant", "chroma", "elasticsearch", "sparql-not-exists"):
        assert (engines[name]["false_exclusion_rate"], engines[name]["changed"]) == (0, 0), name
    for name in ("sqlite", "postgres", "lancedb", "sparql", "pinecone"):
        assert (engines[name]["false_exclusion_rate"], engines[name]["changed"]) == (1, 1), name


def test_overview_counts_documents_and_shows_the_naive_recall():
    docs = [{"id": "a", "ok": True}, {"id": "b", "ok": False}, {"id": "c", "ok": True}]
    rows = [
        {"id": "q1", "gold": {"docs": ["a", "b"]}, "run": {"predicates": {"ok": True}, "retrieved": ["a", "c"]}},
        {"id": "q2", "gold": {"docs": ["b", "gone"]}, "run": {"predicates": {"ok": True}, "retrieved": ["a"]}},
        {
            "id": "q3",
            "gold": {"docs": ["c", "a"], "eligible": ["c"]},
            "run": {"predicates": {"ok": True}, "retrieved": ["c"]},
        },
    ]
    (row,) = oe.evaluate(oe.compile(rows, docs=docs), ["false_exclusion_rate"]).table("filter_overview")
    assert {name: row[name] for name in ("scored", "excluded", "excluded_any")} == {
        "scored": 3,
        "excluded": 1,
        "excluded_any": 2,
    }
    assert [row[name] for name in ("surviving_docs", "excluded_docs", "missing_from_index", "ineligible")] == [
        2, 2, 1, 1,
    ]  # fmt: skip
    # Recall 1/2, 0, 1/2; of the survivors 1/1 and 1/1.
    assert (row["recall"], row["naive_recall"], row["naive_n"]) == (pytest.approx(1 / 3), 1.0, 2)


def test_blame_by_attribute_counts_questions_and_adds_up():
    pairs = [
        ({"category": "Sedan", "lang": "en"}, "Car"),
        ({"category": "Car"}, "Car"),
        ({"category": "Truck", "lang": "en"}, "Truck"),
    ]
    rows = {row["field"]: row for row in report(pairs).table("filter_blame")}
    assert list(rows) == ["lang", "category"]
    assert [rows["lang"][name] for name in ("used", "solo", "rescues", "shapley")] == [2, 2, 1, 1.5]
    assert [rows["category"][name] for name in ("used", "solo", "rescues", "shapley")] == [3, 1, 0, 0.5]
    assert rows["lang"]["reasons"] == {"unknown attribute": 2}
    assert rows["category"]["reasons"] == {"other value": 1}


def test_cases_say_what_to_relax_and_why(taxonomy):
    (row,) = report([({"category": "Sedan", "year": 2020}, "Car")], taxonomy).table("filter_cases")
    assert row["filter"] == "category = 'Sedan' and year = 2020"
    assert row["relaxations"] == [["category = 'Sedan'", "year = 2020"]]
    assert row["shares"] == [
        {"condition": "category = 'Sedan'", "share": 0.5},
        {"condition": "year = 2020", "share": 0.5},
    ]
    (document,) = row["documents"]
    assert [(fail["field"], fail["reason"]) for fail in document["fails"]] == [
        ("category", "child"),
        ("year", "unknown attribute"),
    ]


def test_narrowing_by_attribute():
    docs = [{"id": f"d{n}", "lang": "en" if n < 2 else "de", "year": n % 2} for n in range(8)]
    rows = [{"id": "q", "gold": {"docs": ["d0"]}, "run": {"predicates": {"lang": "en", "year": 0}}}]
    found = oe.evaluate(oe.compile(rows, docs=docs), ["false_exclusion_rate"]).table("filter_selectivity")
    assert found == [
        {
            "field": "lang",
            "parts": 1,
            "with_it": 1 / 8,
            "without_it": 4 / 8,
            "documents_with_it": 1,
            "documents_without_it": 4,
        },
        {
            "field": "year",
            "parts": 1,
            "with_it": 1 / 8,
            "without_it": 2 / 8,
            "documents_with_it": 1,
            "documents_without_it": 2,
        },
    ]


def test_nothing_is_shown_without_filters_or_corpus():
    rows = [{"id": "q", "gold": {"docs": ["d"]}, "run": {"retrieved": ["d"]}}]
    names = ("overview", "blame", "cases", "widening", "negations", "engines", "selectivity")
    for docs in (None, [{"id": "d"}]):
        made = oe.evaluate(oe.compile(rows, docs=docs), ["recall"])
        assert all(made.table(f"filter_{name}") == [] for name in names)


def test_claims_follow_the_one_sided_bounds_of_the_issue():
    """From the issue: 0/150 → 1.977 %, 1/200 → 2.350 %, 4/500 → 1.821 %, 5/500 → 2.091 %; 236 are enough for 1."""
    bounds = {(0, 150): 0.01977, (1, 200): 0.02350, (4, 500): 0.01821, (5, 500): 0.02091}
    for (failures, n), bound in bounds.items():
        found = claim(failures, n, 0.02)
        assert found.high == pytest.approx(bound, abs=5e-6)
        assert (found.outcome == "pass") == (bound < 0.02)
    assert claim(1, 200, 0.02).more == 236 - 200
    assert (claim(2, 4, 0.02).outcome, claim(2, 4, 0.02).more) == ("fail", None)
    with pytest.raises(BadParameter, match="eps=1"):
        claim(0, 5, 1.0)
