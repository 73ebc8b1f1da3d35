"""``impact``: what happens to the rows of a golden set and to its scores, against a brute-force recomputation."""

import json
import re
from itertools import combinations

import pytest
from guard_terms import make_obo
from hypothesis import given
from hypothesis import strategies as st

import ontoeval as oe
from ontoeval.errors import InputError, UsageError
from ontoeval.evaluation.impact_golden import EFFECTS
from ontoeval.evaluation.impact_scores import ELSEWHERE

BASE = ("A:1 animal", "A:2 cat < A:1", "A:3 dog < A:1", "A:4 tabby < A:2")


def impact_of(before, after, rows, run=None, **options):
    return oe.impact(oe.ontology.diff(make_obo(*before), make_obo(*after)), rows, run, **options)


def gold(*concepts, id="q1", **more):
    return {"id": id, "gold": {"concepts": list(concepts), **more}}


def codes(found):
    return sorted({effect.code for effect in found.effects})


def test_every_kind_of_effect_is_documented():
    assert list(EFFECTS) == [f"EVL{n:02}" for n in range(1, 11)]


@pytest.mark.parametrize("spelling", ["A:4", "A_4", "http://purl.obolibrary.org/obo/A_4", "a:4"])
def test_a_row_breaks_however_its_id_is_written(spelling):
    found = impact_of(BASE, BASE[:3], [gold(spelling), gold("A:3", id="q2")])
    assert codes(found) == ["EVL01"]
    assert found.affected == ["q1"]
    assert found.effects[0].use.where.endswith("[0]")
    assert 'A:4 "tabby" is gone' in found.effects[0].got


def test_one_replacement_is_certain_several_are_a_choice_and_none_is_neither():
    for tags, certain, choices in (
        ("replaced_by: A:3", True, ("A:3",)),
        ("consider: A:3", False, ("A:3",)),
        ("replaced_by: A:3 | replaced_by: A:2", False, ("A:2", "A:3")),
        ("comment: none", False, ()),
    ):
        found = impact_of(BASE, (*BASE[:3], f"A:4 obsolete tabby | is_obsolete: true | {tags}"), [gold("A:4")])
        effect = next(effect for effect in found.effects if effect.code == "EVL02")
        assert (effect.certain, effect.choices, effect.severity) == (certain, choices, "error"), tags


def test_a_relabelled_row_says_when_the_mention_is_no_name_any_more():
    rows = [{"id": "q1", "gold": {"mentions": [{"start": 0, "end": 5, "text": "Tabby", "id": "A:4"}]}}]
    found = impact_of(BASE, (*BASE[:3], "A:4 striped cat < A:2"), rows)
    assert codes(found) == ["EVL03"]
    assert 'the mention "Tabby" is none of its names any more' in found.effects[0].got
    kept = impact_of(BASE, (*BASE[:3], 'A:4 striped cat < A:2 | synonym: "tabby" EXACT []'), rows)
    assert "none of its names" not in kept.effects[0].got


def test_a_finer_answer_exists_only_where_there_was_none():
    assert codes(impact_of(BASE, (*BASE, "A:5 kitten < A:4"), [gold("A:4")])) == ["EVL04"]
    assert codes(impact_of(BASE, (*BASE, "A:5 kitten < A:2"), [gold("A:2")])) == []
    assert codes(impact_of(BASE, (*BASE, "A:5 old < A:4 | is_obsolete: true"), [gold("A:4")])) == []


def test_a_concept_moves_when_something_above_it_does():
    after = ("A:1 animal", "A:2 cat < A:3", "A:3 dog < A:1", "A:4 tabby < A:2")
    found = impact_of(BASE, after, [gold("A:4"), gold("A:3", id="q2")])
    assert [(effect.code, effect.use.row) for effect in found.effects] == [("EVL05", "q1"), ("EVL04", "q2")] or (
        codes(found) == ["EVL05"]
    )
    assert "ancestors + A:3" in found.effects[0].got


def test_the_relation_of_two_gold_concepts_changes():
    after = ("A:0 thing", "A:1 animal < A:0", *BASE[1:])  # the root moves down, so siblings share more than a root
    found = impact_of(BASE, after, [gold("A:2", "A:3")])
    assert any("was its unrelated, and is sibling now" in effect.got for effect in found.effects)


def test_two_gold_concepts_that_exclude_each_other_now():
    after = (*BASE[:2], "A:3 dog < A:1 | disjoint_from: A:2", BASE[3])
    found = impact_of(BASE, after, [gold("A_3", "A:4"), gold("A:2", "A:4", id="q2")])
    assert [(effect.code, effect.use.row, effect.severity) for effect in found.effects] == [("DIF14", "q1", "error")]


def test_ids_in_a_schema():
    schema = {"properties": {"category": {"enum": ["A:4", "A:3", "nothing"]}, "x": {"const": "A_4"}}}
    found = impact_of(BASE, BASE[:3], [gold("A:3")], schema=schema)
    assert [(finding.id, finding.subjects) for finding in found.findings] == [("EVL06", ("A:4",)), ("EVL06", ("A_4",))]


def test_nil_mentions_that_have_a_candidate_now():
    def rows(text):
        return [{"id": "q1", "gold": {"mentions": [{"start": 0, "end": 3, "text": text, "id": None}]}}]

    after = (*BASE, 'A:5 cow < A:1 | synonym: "Milk-Cow" EXACT []')
    assert codes(impact_of(BASE, after, rows("milk cow"))) == ["EVL07"]
    assert codes(impact_of(BASE, after, rows("tabby"))) == []  # it was a name before: an annotator decided
    assert codes(impact_of(BASE, after, rows("goat"))) == []


def test_names_of_gold_concepts_that_collide():
    after = (*BASE[:3], "A:4 DOG < A:2")
    found = impact_of(BASE, after, [gold("A:3"), gold("A:4", id="q2"), gold("A:2", id="q3")])
    assert {effect.use.row for effect in found.effects if effect.code == "EVL09"} == {"q1", "q2"}
    assert codes(impact_of(after, (*after, "A:9 x < A:1"), [gold("A:3"), gold("A:4", id="q2")])) == []


def test_a_saved_report_of_another_ontology(tmp_path):
    report = oe.evaluate(
        [gold("A:4") | {"run": {"concepts": ["A:4"]}}], ["wu_palmer"], ontology=oe.load(make_obo(*BASE))
    )
    report.save(tmp_path / "report.json")
    assert impact_of(BASE, BASE[:3], [gold("A:3")], report=tmp_path / "report.json").findings == []
    other = impact_of(BASE[:3], BASE, [gold("A:3")], report=tmp_path / "report.json")
    assert [finding.id for finding in other.findings] == ["EVL10"]


def test_ids_that_resolved_in_neither_release_are_counted_and_not_blamed():
    found = impact_of(BASE, (*BASE, "A:5 cow < A:1"), [gold("X:1", "A:3")])
    assert found.effects == ()
    assert found.unresolved == 1
    assert impact_of(BASE, (*BASE, "X:1 cow < A:1"), [gold("X:1")]).effects[0].severity == "info"


def test_an_empty_golden_set_and_one_without_concepts(cli, write):
    old, new = write("old.obo", make_obo(*BASE)), write("new.obo", make_obo(*BASE[:3]))
    assert cli("ontology", "diff", old, new, "--golden", write("empty.jsonl", "")).code == 3
    outcome = cli(
        "ontology", "diff", old, new, "--golden", write("none.jsonl", [{"id": "q1", "gold": {"docs": ["d"]}}])
    )
    assert outcome.code == 0
    assert "names no concept" in outcome.out


def test_filters_and_outputs_are_looked_through_for_ids():
    row = {
        "id": "q1",
        "gold": {"predicates": {"kind": ["A:4", "en"]}, "output": {"items": [{"id": "A_4"}], "text": "A:4?"}},
    }
    found = impact_of(BASE, BASE[:3], [row])
    assert [effect.use.field for effect in found.effects] == ["gold.predicates.kind[0]", "gold.output.items[0].id"]
    assert [finding.count for finding in found.findings] == [1, 1]


# ---- metrics ------------------------------------------------------------------------------------------------------


def run_rows(*pairs):
    return [
        {"id": f"q{n}", "gold": {"concepts": [one]}, "run": {"concepts": [other]}}
        for n, (one, other) in enumerate(pairs, 1)
    ]


def test_the_delta_of_an_item_goes_to_the_change_above_it():
    after = ("A:1 animal", "A:9 pet < A:1", "A:2 cat < A:9", "A:3 dog < A:1", "A:4 tabby < A:2")
    found = impact_of(BASE, after, run_rows(("A:4", "A:2"), ("A:3", "A:3")), metrics=["wu_palmer"])
    metric = found.metrics[0]
    assert metric.old == pytest.approx((4 / 5 + 1) / 2)
    assert metric.new == pytest.approx((6 / 7 + 1) / 2)
    assert [(item.row, item.causes) for item in metric.items] == [("q1", ("DIF07 A:2",))]
    assert metric.shares[0].effect == pytest.approx(metric.delta)
    assert [finding.id for finding in found.findings if finding.severity == "error"] == ["EVL08"]


def test_several_changes_share_an_item():
    before = (*BASE, "A:5 kitten < A:4")
    after = ("A:1 animal", "A:9 pet < A:1", "A:2 cat < A:9", "A:3 dog < A:1", "A:4 tabby < A:2 A:3", "A:5 kitten < A:4")
    found = impact_of(before, after, run_rows(("A:5", "A:2")), metrics=["wu_palmer"])
    assert found.metrics[0].items[0].causes == ("DIF07 A:2", "DIF07 A:4")
    assert found.as_dict()["metrics"][0]["shares"][0]["shared"] is True


def test_a_second_root_touches_every_item():
    found = impact_of(BASE, (*BASE, "B:1 plant"), run_rows(("A:4", "A:2")), metrics=["wu_palmer"])
    assert found.metrics[0].delta != 0
    assert found.metrics[0].items[0].causes == ("DIF11 B:1",)


def test_counts_that_change_without_the_value_are_attributed_too():
    after = ("A:1 animal", "A:9 pet < A:1", "A:2 cat < A:9", "A:3 dog < A:1", "A:4 tabby < A:2")
    found = impact_of(BASE, after, run_rows(("A:4", "A:4"), ("A:3", "A:2")), metrics=["hierarchical_f1"])
    metric = found.metrics[0]
    assert {item.row for item in metric.items} == {"q1", "q2"}
    assert metric.shares[0].effect == pytest.approx(metric.delta)


def test_a_prediction_that_exists_now():
    found = impact_of(BASE, (*BASE, "A:5 cow < A:1"), run_rows(("A:3", "A:5")), metrics=["wu_palmer"])
    assert found.metrics[0].items[0].causes == ("added A:5",)


def test_a_golden_set_that_no_id_survives_has_no_new_value_and_a_reason():
    found = impact_of(
        ("A:1 animal", *BASE[1:], "A:7 x < A:1"), BASE[:3], run_rows(("A:7", "A:7")), metrics=["wu_palmer"]
    )
    assert found.metrics[0].new is None
    assert "none of the 1 ids" in found.metrics[0].reason
    assert "EVL08" in {finding.id for finding in found.findings}


def test_the_tolerance(cli, write):
    after = ("A:1 animal", "A:9 pet < A:1", "A:2 cat < A:9", "A:3 dog < A:1", "A:4 tabby < A:2")
    old, new = write("old.obo", make_obo(*BASE)), write("new.obo", make_obo(*after))
    golden = write("golden.jsonl", [{"id": "q1", "concepts": ["A:4"]}])
    run = write("run.jsonl", [{"id": "q1", "concepts": ["A:2"]}])
    command = ("ontology", "diff", old, new, "--golden", golden, "--run", run, "--metric", "wu_palmer")
    assert cli(*command).code == 1
    assert cli(*command, "--tolerance", "0.1").code == 0
    out = cli(*command, "--format", "json").out
    assert json.loads(out)["impact"]["metrics"][0]["items"][0]["causes"] == ["DIF07 A:2"]


def test_changes_that_touch_no_row_do_not_fail(cli, write):
    old, new = write("old.obo", make_obo(*BASE)), write("new.obo", make_obo(*BASE[:3]))
    golden = write("golden.jsonl", [gold("A:3")])
    outcome = cli("ontology", "diff", old, new, "--golden", golden)
    assert outcome.code == 0
    assert "no golden row names it" in cli("ontology", "diff", old, new, "--golden", golden, "--all").out
    assert cli("ontology", "diff", old, new).code == 1


def test_a_run_without_golden_rows_that_match_is_refused():
    with pytest.raises(InputError):
        impact_of(BASE, BASE[:3], [gold("A:3")], [{"id": "other", "run": {"concepts": ["A:3"]}}])


# ---- migration ----------------------------------------------------------------------------------------------------


def test_a_proposal_edits_nothing_and_decides_nothing(tmp_path, cli, write):
    after = (*BASE[:3], "A:4 obsolete tabby | is_obsolete: true | replaced_by: A:2")
    golden = write("golden.jsonl", [{"id": "q1", "gold": {"concepts": ["A_4", "A:3"]}}])
    content = golden.read_bytes()
    old, new = write("old.obo", make_obo(*BASE)), write("new.obo", make_obo(*after))
    outcome = cli("ontology", "diff", old, new, "--golden", golden, "--migration", tmp_path / "m.json")
    assert outcome.code == 1
    steps = json.loads((tmp_path / "m.json").read_text(encoding="utf-8"))["steps"]
    assert golden.read_bytes() == content
    assert [
        (s["row"], s["field"], s["from"], s["from_label"], s["to"], s["certain"], s["decision"]) for s in steps
    ] == [("q1", "gold.concepts[0]", "A_4", "tabby", "A:2", True, None)]
    assert cli("ontology", "diff", old, new, "--golden", golden, "--migration", golden).code == 2
    assert golden.read_bytes() == content
    with pytest.raises(UsageError, match="this is the golden set"):
        oe.impact(oe.ontology.diff(old, new), golden).write_proposal(golden)


# ---- brute force --------------------------------------------------------------------------------------------------

LABELS = ["cat", "Cat-", "dog", "big dog", "cow"]
N = 6


@st.composite
def releases(draw):
    """A small ontology and a changed one, as dictionaries; old ids (B:k) belong to live concepts."""
    before = draw(release())
    after = {name: dict(term) for name, term in before.items()}
    fresh = draw(release())
    for name in draw(st.sets(st.sampled_from([f"A:{i}" for i in range(N)]), max_size=3)):
        if name in fresh:
            after[name] = fresh[name]
        else:
            after.pop(name, None)
    alive = [name for name, term in after.items() if not term["obsolete"]]
    for term in after.values():
        term["parents"] = [parent for parent in term["parents"] if parent in alive]
    return before, after


def some_of(names):
    return st.sets(st.sampled_from(names), max_size=2) if names else st.just(set())


@st.composite
def release(draw):
    names = sorted(draw(st.sets(st.sampled_from([f"A:{i}" for i in range(1, N)]))) | {"A:0"})
    terms = {}
    for position, name in enumerate(names):
        obsolete = position > 0 and draw(st.integers(0, 4)) == 0
        above = [other for other in names[:position] if not terms[other]["obsolete"]]
        terms[name] = {
            "label": draw(st.sampled_from(LABELS)) + ("" if draw(st.booleans()) else f" {name[2:]}"),
            "obsolete": obsolete,
            "parents": [] if obsolete else sorted(draw(some_of(above))),
            "replaced": sorted(draw(some_of(above))) if obsolete else [],
            "alts": [] if obsolete else sorted(draw(st.sets(st.sampled_from(["B:0", "B:1"]), max_size=1))),
        }
    return terms


def written(terms):
    out = []
    for name, term in terms.items():
        tags = [f"alt_id: {alt}" for alt in term["alts"]]
        tags += ["is_obsolete: true", *(f"replaced_by: {x}" for x in term["replaced"])] if term["obsolete"] else []
        parents = f" < {' '.join(term['parents'])}" if term["parents"] else ""
        out.append(" | ".join([f"{name} {term['label']}{parents}", *tags]))
    return make_obo(*out)


def canonical(text):
    return re.sub(r"^(?:http://purl\.obolibrary\.org/obo/)?([AB])[_:]", r"\1:", text)


def resolve(terms, text):
    """(status, concept, choices), by the rules of docs and DESIGN, on the dictionary alone."""
    text = canonical(text)
    if text in terms:
        term = terms[text]
        if not term["obsolete"]:
            return "live", text, ()
        known = [other for other in term["replaced"] if other in terms]
        if len(known) == 1:
            status, concept, choices = resolve(terms, known[0])
            return ("replaced" if status in ("live", "replaced") else status), concept, choices
        return ("ambiguous", text, tuple(known)) if known else ("deprecated", text, ())
    owners = [name for name, term in terms.items() if text in term["alts"]]
    if len(owners) == 1:
        return "alias", owners[0], ()
    return ("ambiguous", None, tuple(owners)) if owners else ("absent", None, ())


def above(terms, name):
    found, waiting = set(), list(terms[name]["parents"])
    while waiting:
        at = waiting.pop()
        if at not in found:
            found.add(at)
            waiting += terms[at]["parents"]
    return found


def depth(terms, name):
    return 1 + max((depth(terms, parent) for parent in terms[name]["parents"]), default=0)


def below(terms, name):
    return {other for other, term in terms.items() if name in term["parents"]}


USABLE = ("live", "alias", "replaced")


def brute_force(before, after, rows):
    """Ids of the rows to which something happens."""

    def here(name):
        status, concept, _ = resolve(after, name)
        return concept if status in USABLE else name

    def happens(text):
        was, now = resolve(before, text), resolve(after, text)
        if was[0] == now[0] == "absent":
            return False
        if was[0] == "absent":
            return now[1] is not None
        both = was[0] in USABLE and now[0] in USABLE
        if was != now and not (both and was[1] == now[1]):
            return True
        if not both:
            return False
        old, new = was[1], now[1]
        return (
            before[old]["label"] != after[new]["label"]
            or (bool(below(after, new)) and not below(before, old))
            or {here(x) for x in before[old]["parents"]} != set(after[new]["parents"])
            or {here(x) for x in above(before, old)} != above(after, new)
            or depth(before, old) != depth(after, new)
        )

    old, new = oe.load(written(before)), oe.load(written(after))
    good = {}  # texts that both releases resolve, in order of first use
    for row in rows:
        for text in row["gold"]["concepts"]:
            if resolve(before, text)[0] in USABLE and resolve(after, text)[0] in USABLE:
                good.setdefault(text, resolve(after, text)[1])
    names = [{}, {}]
    first = {}
    for text, target in good.items():
        first.setdefault(target, text)
    for target, text in first.items():
        for table, terms in zip(names, (before, after), strict=True):
            label = " ".join(re.findall(r"\w+", terms[resolve(terms, text)[1]]["label"].lower()))
            table.setdefault(label, set()).add(target)
    colliding = set()
    for label, targets in names[1].items():
        was = names[0].get(label, set())
        if len(targets) > 1 and targets - (was if len(was) > 1 else set()):
            colliding |= targets
    affected = []
    for row in rows:
        texts = row["gold"]["concepts"]
        pairs = combinations([text for text in dict.fromkeys(texts) if text in good], 2)
        if (
            any(map(happens, texts))
            or any(old.relation(a, b) != new.relation(a, b) for a, b in pairs)
            or any(good.get(text) in colliding for text in texts)
        ):
            affected.append(row["id"])
    return affected


SPELLINGS = ["A:{}", "A_{}", "http://purl.obolibrary.org/obo/A_{}"]
texts = st.one_of(
    st.builds(lambda form, i: form.format(i), st.sampled_from(SPELLINGS), st.integers(0, N - 1)),
    st.sampled_from(["B:0", "B_1", "X:9"]),
)


@given(both=releases(), concepts=st.lists(st.lists(texts, max_size=3), min_size=1, max_size=5))
def test_the_affected_rows_are_those_of_a_brute_force_recomputation(both, concepts):
    before, after = both
    rows = [{"id": f"q{n}", "gold": {"concepts": row}} for n, row in enumerate(concepts)]
    diff = oe.ontology.diff(written(before), written(after))
    assert oe.impact(diff, rows).affected == brute_force(before, after, rows)


@given(both=releases(), pairs=st.lists(st.tuples(texts, texts), min_size=1, max_size=6))
def test_every_changed_item_has_a_cause_and_shares_add_up(both, pairs):
    before, after = both
    rows = [{"id": f"q{n}", "gold": {"concepts": [a]}, "run": {"concepts": [b]}} for n, (a, b) in enumerate(pairs)]
    diff = oe.ontology.diff(written(before), written(after))
    try:
        metric = oe.impact(diff, rows, metrics=["wu_palmer"]).metrics[0]
    except InputError:  # no gold id is in the old release: there was nothing to score
        return
    values = {
        name: oe.score("wu_palmer", rows, ontology=oe.load(written(terms))).value
        for name, terms in (("old", before), ("new", after))
        if name == "old" or metric.new is not None
    }
    assert metric.old == values["old"]
    if metric.new is None:
        return
    assert metric.new == values["new"]
    assert all(item.causes != (ELSEWHERE,) for item in metric.items)
    assert sum(share.items for share in metric.shares) == len(metric.items)
    assert sum(share.effect for share in metric.shares) == pytest.approx(metric.new - metric.old, abs=1e-12)


def test_bare_fields_of_a_golden_set_that_stands_alone_are_the_golden_sets(cli, write, obo):
    found = impact_of(BASE, BASE[:3], [{"id": "q1", "concepts": ["A:4"]}])
    assert [(effect.code, effect.use.field) for effect in found.effects] == [("EVL01", "gold.concepts[0]")]
    old, new = write("old.obo", obo(*BASE)), write("new.obo", obo(*BASE[:3]))
    mention = {"start": 0, "end": 5, "text": "tabby", "id": "A:4"}
    golden = write("golden.jsonl", [{"doc": "d1", "mentions": [mention]}])
    outcome = cli("ontology", "diff", old, new, "--golden", golden, "--field", "id=doc")
    assert (outcome.code, "1: gold.mentions[0].id: A:4" in outcome.out) == (1, True)


def test_bare_fields_that_may_be_the_runs_are_refused():
    """What is to be scored holds a run too: taken as neither, all would look well."""
    with pytest.raises(InputError, match="fields of golden sets and of runs are ignored: concepts"):
        impact_of(BASE, BASE[:3], [{"id": "q1", "concepts": ["A:4"]}], metrics=["hierarchical_f1"])


def test_a_merged_concept_keeps_its_old_name_and_says_what_it_became():
    after = ("A:1 animal", "A:2 cat < A:1 | alt_id: A:4", "A:3 dog < A:1")
    found = impact_of(BASE, after, [gold("A:4", "A:2")])
    moved = [effect.got for effect in found.effects if effect.code == "EVL05"]
    assert moved == [
        'A:4 "tabby" is A:2 "cat" now, in another place: parents - A:2 "cat"; + A:1 "animal", depth 3 → 2',
        'as seen from A:4 "tabby", A:2 "cat" was its parent, and is exact now',
    ]


def test_a_golden_set_that_cannot_be_used_is_named_before_the_ontologies_are_read(cli, write, obo):
    missing = ("ontology", "diff", "none.obo", "neither.obo", "--golden")
    outcome = cli(*missing, write("golden.jsonl", [{"doc": "d1", "gold": {"concepts": ["A:4"]}}]))
    assert (outcome.code, "no field 'id'" in outcome.err, "none.obo" in outcome.err) == (3, True, False)
    golden = write("golden.jsonl", [gold("A:4")])
    assert "did you mean wu_palmer" in cli(*missing, golden, "--metric", "wu_plamer").err
