"""Candidates, over-linking by relation, averages over types and concepts, NIL policies."""

from __future__ import annotations

import pytest

import ontoeval as oe
from ontoeval.errors import BadParameter, ConfigError, InputError
from ontoeval.evaluation.config import evaluate_config, read_config
from ontoeval.ontology import NilPolicy
from ontoeval.views.links import Links

#: A root with two branches: animal > cat > siamese, animal > dog; thing > car.
OBO = b"""format-version: 1.2

[Term]
id: T:0
name: everything

[Term]
id: T:1
name: animal
is_a: T:0

[Term]
id: T:2
name: cat
is_a: T:1

[Term]
id: T:3
name: siamese
is_a: T:2

[Term]
id: T:4
name: dog
is_a: T:1

[Term]
id: T:5
name: car
is_a: T:0
"""


@pytest.fixture(scope="module")
def onto():
    return oe.load(OBO)


def m(start, name=None, **more):
    return {"start": start, "end": start + 1, "id": name, **more}


def ranked(*names):
    return {"candidates": [{"id": name, "score": 1 - place / 10} for place, name in enumerate(names)]}


def value(metric, gold, run, **more):
    return oe.score(metric, [{"id": "q", "mentions": gold}], [{"id": "q", "mentions": run}], **more).value


# Candidates


def test_candidate_recall_counts_gold_mentions_with_a_concept():
    gold = [m(0, "A"), m(2, "B"), m(4, "C"), m(6, None), m(8, "D", optional=True)]
    run = [m(0, "A", **ranked("A", "X")), m(2, "X", **ranked("X", "B")), m(6, "X", **ranked("X"))]
    assert value("candidate_recall@1", gold, run) == pytest.approx(1 / 3)
    assert value("candidate_recall", gold, run) == pytest.approx(2 / 3)


def test_link_of_a_mention_without_candidates_is_its_only_one():
    assert value("candidate_recall@1", [m(0, "A"), m(2, "B")], [m(0, "A"), m(2, "A")]) == 0.5


def test_candidates_near_the_gold_concept(onto):
    """Siamese and animal are one edge from cat, dog is two."""
    gold = [m(0, "T:2"), m(2, "T:2"), m(4, "T:2")]
    run = [m(place, "T:5", **ranked("T:5", name)) for place, name in ((0, "T:3"), (2, "T:1"), (4, "T:4"))]
    scores = [value(f"candidate_recall(within={d})", gold, run, ontology=onto) for d in (0, 1, 2)]
    assert scores == [0.0, pytest.approx(2 / 3), 1.0]
    assert value("candidate_recall(within=2)@1", gold, run, ontology=onto) == 0.0  # car is three edges away


def test_candidates_near_the_gold_concept_need_the_ontology():
    result = oe.score(
        "candidate_recall(within=1)", [{"id": "q", "mentions": [m(0, "A")]}], [{"id": "q", "mentions": []}]
    )
    assert (result.value, result.reason) == (None, "unmeasured: no ontology was given (--ontology)")


def test_any_alternative_among_the_candidates_is_right():
    gold = [{"start": 0, "end": 1, "ids": ["A", "B"]}]
    assert value("candidate_recall@2", gold, [m(0, "X", **ranked("X", "B"))]) == 1.0


def test_candidate_ceiling_is_the_f_score_of_perfect_picking():
    """Right: A as it is, B by picking. Wrong: C has no right candidate. Spurious: one. F = 2·2 / (4 + 3)."""
    gold = [m(0, "A"), m(2, "B"), m(4, "C")]
    run = [m(0, "A"), m(2, "X", **ranked("X", "B")), m(4, "X", **ranked("X", "Y")), m(6, "X")]
    assert value("candidate_ceiling", gold, run) == pytest.approx(4 / 7)
    assert value("candidate_ceiling@1", gold, run) == value("linking_f1", gold, run) == pytest.approx(2 / 7)


# Over-linking


def test_overlinking_by_relation_to_the_nearest_gold_concept(onto):
    """Gold cat and car; the NIL mentions are linked to siamese (child), dog (sibling), car (exact), X (invalid)."""
    gold = [m(0, "T:2"), m(2, "T:5"), *[m(place) for place in range(10, 20, 2)]]
    run = [m(10, "T:3"), m(12, "T:4"), m(14, "T:5"), m(16, "X:1")]
    rates = {
        relation: value(f'overlinking_rate(relation="{relation}")', gold, run, ontology=onto)
        for relation in ("any", "child", "sibling", "exact", "invalid", "parent", "unrelated")
    }
    assert rates == {
        "any": 0.8,
        "child": 0.2,
        "sibling": 0.2,
        "exact": 0.2,
        "invalid": 0.2,
        "parent": 0.0,
        "unrelated": 0.0,
    }


def test_overlinking_in_a_sample_without_gold_concept_is_unrelated(onto):
    assert value('overlinking_rate(relation="unrelated")', [m(0)], [m(0, "T:3")], ontology=onto) == 1.0


# Hierarchical credit from end to end


def test_hierarchical_scores_count_unmatched_mentions(onto):
    """Gold cat {0, 1, 2}, dog {0, 1, 4}; predicted siamese {0, 1, 2, 3} on cat's span, car {0, 5} elsewhere.

    Shared 3; predicted 4 + 2, gold 3 + 3.
    """
    gold, run = [m(0, "T:2"), m(2, "T:4")], [m(0, "T:3"), m(8, "T:5")]
    for metric, expected in (("precision", 3 / 6), ("recall", 3 / 6)):
        assert value(f'hierarchical_{metric}(items="mentions")', gold, run, ontology=onto) == pytest.approx(expected)


# Averages


def test_macro_over_concepts_is_the_mean_of_the_concepts():
    """A: 1 of 2 found (F 2/3), B: 1 of 1 (F 1), C: only predicted (F 0)."""
    gold, run = [m(0, "A"), m(2, "A"), m(4, "B")], [m(0, "A"), m(4, "B"), m(8, "C")]
    assert value('linking_f1(average="macro:id")', gold, run) == pytest.approx((2 / 3 + 1 + 0) / 3)
    assert value('linking_f1(average="macro:id", level="document")', gold, run) == pytest.approx((1 + 1 + 0) / 3)


def test_wrong_link_counts_with_the_gold_concept_of_its_span():
    """A is missed and B is spurious on A's span: both are counted with A, so there is one concept, with F 0."""
    assert value('linking_f1(average="macro:id")', [m(0, "A")], [m(0, "B")]) == 0.0
    assert value('mention_f1(average="macro:id")', [m(0, "A")], [m(0, "B")]) == 1.0
    assert value('linking_precision(average="macro:id")', [m(0, "A"), m(2, "B")], [m(0, "B"), m(2, "B")]) == 0.5


def test_weak_match_gives_predictions_the_type_of_what_they_overlap():
    gold = [{"start": 0, "end": 9, "id": "A", "type": "drug"}]
    run = [{"start": 2, "end": 9, "id": "A"}]
    assert value('linking_f1(average="macro:type", match="weak")', gold, run) == 1.0
    assert value('linking_f1(average="macro:type")', gold, run) == 0.0


def test_ids_as_written_can_be_averaged_over_concepts():
    gold, run = [m(0, "HP:1"), m(2, "HP_1")], [m(0, "HP:1"), m(2, "HP:1")]
    assert value('linking_f1(average="macro:id", resolve=false)', gold, run) == 0.5


def test_parts_of_composites_are_averaged_over_concepts():
    """Document level: A found, B missed, C spurious."""
    gold = [{"start": 0, "end": 1, "ids": ["A", "B"], "combine": "all"}]
    run = [{"start": 0, "end": 1, "ids": ["A", "C"], "combine": "all"}]
    for resolve in ("true", "false"):
        metric = f'linking_f1(average="macro:id", level="document", resolve={resolve})'
        assert value(metric, gold, run) == pytest.approx(1 / 3)


def test_no_tool_averages_over_types():
    with pytest.raises(BadParameter, match="neleval counts by sample"):
        value('linking_f1(average="macro:type", convention="neleval")', [m(0, "A")], [m(0, "A")])


def test_documents_that_only_the_system_has_count():
    gold = [{"id": "q", "mentions": [m(0, "A")]}]
    run = [{"id": "q", "mentions": [m(0, "A")]}, {"id": "other", "mentions": [m(0, "A"), m(2, "B")]}]
    assert oe.score("linking_precision", gold, run).value == pytest.approx(1 / 3)
    assert oe.score("linking_f1", gold, run).sums["fp"] == 2


# NIL policies


def test_own_spellings_of_nil(onto):
    policy = NilPolicy(tokens=frozenset({"none"}), pattern=r"^X\d+$")
    gold = [m(0, "none"), m(2, "X12"), m(4, "NIL")]
    run = [m(0), m(2), m(4)]
    assert value('linking_recall(scope="nil")', gold, run, nil=policy) == 1.0
    for settings in ({}, {"ontology": onto}):
        links = oe.compile(
            [{"id": "q", "gold": {"mentions": [*gold, m(6, "T:1")]}}], nil=policy, measure="linking_f1", **settings
        )
        codes = links.view(Links).gold.code
        assert [bool(code == -1) for code in codes] == [True, True, False, False]


def test_id_of_the_ontology_is_never_nil(onto):
    policy = NilPolicy(tokens=frozenset({"T:1"}))
    assert value('linking_recall(scope="in_kb")', [m(0, "T:1")], [m(0, "T:1")], nil=policy, ontology=onto) == 1.0


def test_ids_that_look_like_nil_are_listed():
    mentions = [m(0, "none"), m(2, "CUI-less"), m(4, "NILE_RIVER"), m(6, "NIL")]
    compiled = oe.compile([{"id": "q", "gold": {"mentions": mentions}}], measure="linking_f1")
    compiled.view(Links)
    (finding,) = [each for each in compiled.findings if each.id == "mention.nil"]
    assert finding.count == 2
    assert finding.got.endswith("'CUI-less', 'none'")


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("keep", {"tp": 1, "fp": 1, "fn": 1}),
        ("nil", {"tp": 2, "fp": 0, "fn": 0}),
        ("drop", {"tp": 1, "fp": 1, "fn": 0}),
    ],
)
def test_gold_ids_outside_the_ontology(onto, rule, expected):
    gold, run = [m(0, "T:1"), m(2, "X:1")], [m(0, "T:1"), m(2)]
    policy = NilPolicy(outside_gold=rule)
    compiled = oe.compile(
        [{"id": "q", "mentions": gold}], [{"id": "q", "mentions": run}], ontology=onto, nil=policy, measure="linking_f1"
    )
    sums = oe.evaluate(compiled, ["linking_f1"], intervals=False)["linking_f1"].sums
    assert {name: sums[name] for name in expected} == expected
    counted = {each.id: each.count for each in compiled.findings if each.id != "concept.absent"}
    assert counted == ({} if rule == "keep" else {"mention.outside_ontology": 1})


def test_gold_ids_outside_the_ontology_as_an_error(onto):
    with pytest.raises(InputError, match=r"1 mentions have an id that the ontology does not hold: X:1"):
        value("linking_f1", [m(0, "T:1"), m(2, "X:1")], [], ontology=onto, nil=NilPolicy(outside_gold="error"))


def test_nil_policy_in_the_config(tmp_path):
    (tmp_path / "gold.jsonl").write_text('{"id": "q", "mentions": [{"start": 0, "end": 1, "id": "none"}]}\n')
    (tmp_path / "run.jsonl").write_text('{"id": "q", "mentions": [{"start": 0, "end": 1, "id": null}]}\n')
    config = tmp_path / "ontoeval.toml"
    head = 'gold = "gold.jsonl"\nrun = "run.jsonl"\nmetrics = ["linking_f1"]\n'
    config.write_text(head)
    assert evaluate_config(read_config(config))["linking_f1"].value == 0.0
    config.write_text(head + '[nil]\ntokens = ["none"]\n')
    assert evaluate_config(read_config(config))["linking_f1"].value == 1.0


@pytest.mark.parametrize(
    "table", ['tokens = "NIL"', 'pattern = "("', "pattern = 3", 'outside_gold = "forget"', "token = []"]
)
def test_broken_nil_policy_in_the_config(tmp_path, table):
    config = tmp_path / "ontoeval.toml"
    config.write_text(f'gold = "gold.jsonl"\n[nil]\n{table}\n')
    with pytest.raises(ConfigError, match="nil = "):
        read_config(config)


def test_a_concept_on_a_given_span_whose_gold_is_nil_is_wrong():
    gold = [{"id": "d", "mentions": [{"start": 0, "end": 4, "id": "A"}, {"start": 5, "end": 9, "id": None}]}]
    run = [
        {
            "id": "d",
            "mentions": [
                {"start": 0, "end": 4, "id": "A"},
                {"start": 5, "end": 9, "id": "B"},
                {"start": 20, "end": 24, "id": "C"},
            ],
        }
    ]
    names = ['linking_precision(scope="in_kb", given=true)', 'linking_precision(scope="in_kb")']
    assert [oe.score(name, gold, run).value for name in names] == [1 / 2, 1 / 3]
