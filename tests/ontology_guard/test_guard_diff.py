"""``ontology.diff``: each kind of change, and the cases that are none."""

from pathlib import Path

import pytest

import ontoeval as oe
from ontoeval.errors import NotComparable, OntologyError
from ontoeval.ontology.diff_model import CHANGES
from ontoeval.ontology.ontology import Ontology

BASE = ("A:1 animal", "A:2 cat < A:1", "A:3 dog < A:1", "A:4 tabby cat < A:2")


def changed(obo, *terms, before=BASE, without=("DIF08", "DIF09", "DIF10", "DIF12")):
    diff = oe.ontology.diff(obo(*before), obo(*terms))
    return [(change.code, change.concept) for change in diff.changes if change.code not in without]


def test_every_kind_of_change_is_documented():
    assert list(CHANGES) == [f"DIF{n:02}" for n in range(1, 15)]
    page = Path(__file__).resolve().parents[2] / "docs" / "checks" / "changes.md"
    text = page.read_text(encoding="utf-8")
    assert all(f"| {code} | {summary} | {severity} |" in text for code, (severity, summary) in CHANGES.items())


def test_identical_files_and_another_order_of_the_same(obo):
    diff = oe.ontology.diff(obo(*BASE), obo(*BASE))
    assert not diff
    assert diff.notes == ("the two files have the same content",)
    assert not oe.ontology.diff(obo(*BASE), obo(*BASE[::-1]))


def test_unrelated_ontologies_are_refused(obo, cli, write):
    with pytest.raises(NotComparable, match="no concept in common"):
        oe.ontology.diff(obo(*BASE), obo("B:1 stone"))
    assert cli("ontology", "diff", write("a.obo", obo(*BASE)), write("b.obo", obo("B:1 stone"))).code == 4


def test_mostly_unrelated_ontologies_are_questioned(obo):
    diff = oe.ontology.diff(obo(*BASE), obo("A:1 animal", "B:2 stone < A:1"))
    assert "only 1 of 4 concepts" in diff.notes[0]


def test_an_ontology_that_cannot_be_read():
    with pytest.raises(OntologyError):
        oe.ontology.diff(b"<html>", b"<html>")


def test_removed(obo):
    assert changed(obo, *BASE[:3]) == [("DIF01", "A:4")]
    assert changed(obo, *BASE[:3], "A:4 obsolete tabby | is_obsolete: true") == [("DIF01", "A:4")]


def test_merged_by_alt_id_and_by_replaced_by(obo):
    assert changed(obo, *BASE[:2], "A:3 dog < A:1 | alt_id: A:4")[0] == ("DIF02", "A:4")
    merged = (*BASE[:3], "A:4 obsolete tabby | is_obsolete: true | replaced_by: A:2")
    diff = oe.ontology.diff(obo(*BASE), obo(*merged))
    change = diff.of("DIF02")[0]
    assert (change.concept, change.new, change.got) == ("A:4", ("A:2",), 'it means A:2 "cat" now')


def test_split_and_a_single_suggestion_are_never_followed(obo):
    for tags in ("consider: A:2 | consider: A:3", "replaced_by: A:2 | replaced_by: A:3", "consider: A:2"):
        split = (*BASE[:3], f"A:4 obsolete tabby | is_obsolete: true | {tags}")
        assert changed(obo, *split) == [("DIF03", "A:4")]


def test_a_lost_old_id_is_a_loss(obo):
    before = (*BASE[:3], "A:4 tabby cat < A:2 | alt_id: A:44")
    assert changed(obo, *BASE, before=before) == [("DIF01", "A:44")]


def test_an_old_id_that_means_something_else(obo):
    before = (*BASE[:3], "A:4 tabby cat < A:2 | alt_id: A:44")
    assert changed(obo, *BASE[:2], "A:3 dog < A:1 | alt_id: A:44", BASE[3], before=before) == [("DIF06", "A:44")]
    assert changed(obo, *BASE, "A:44 cow < A:1", before=before) == [("DIF06", "A:44")]


def test_a_merged_parent_is_no_changed_parent(obo):
    after = ("A:1 animal", "A:3 dog < A:1 | alt_id: A:2", "A:4 tabby cat < A:3")
    assert ("DIF07", "A:4") not in changed(obo, *after)


@pytest.mark.parametrize(
    ("term", "code"),
    [
        ("A:4 Tabby-Cat < A:2", "DIF04"),  # case and punctuation
        ('A:4 stripey < A:3 | synonym: "tabby cat" EXACT []', "DIF04"),  # the old name is a synonym
        ("A:4 stripey < A:2", "DIF04"),  # nothing else changed
        ("A:4 tabby cats < A:3", "DIF05"),  # half of the words, other parents
        ("A:4 hound < A:3", "DIF06"),  # another word, another parent, no definition
    ],
)
def test_relabelled(obo, term, code):
    assert (code, "A:4") in changed(obo, *BASE[:3], term)


def test_a_kept_definition_keeps_the_meaning(obo):
    before = (*BASE[:3], 'A:4 tabby < A:2 | def: "A striped cat." []')
    same = (*BASE[:3], 'A:4 hound < A:3 | def: "A striped cat." []')
    other = (*BASE[:3], 'A:4 hound < A:3 | def: "A dog for hunting." []')
    assert ("DIF04", "A:4") in changed(obo, *same, before=before)
    assert ("DIF06", "A:4") in changed(obo, *other, before=before)


def test_moved(obo):
    diff = oe.ontology.diff(obo(*BASE), obo(*BASE[:3], "A:4 tabby cat < A:3"))
    change = diff.of("DIF07")[0]
    assert (change.concept, change.old, change.new) == ("A:4", ("A:2",), ("A:3",))
    assert change.got == 'parents - A:2 "cat"; + A:3 "dog"'
    assert [c.concept for c in diff.of("DIF09")] == ["A:4"]
    assert diff.of("DIF08") == []


def test_depth_and_ancestors_of_everything_below_a_move(obo):
    diff = oe.ontology.diff(obo(*BASE, "A:5 kitten < A:4"), obo(*BASE[:3], "A:4 tabby cat < A:1", "A:5 kitten < A:4"))
    assert [(c.concept, c.got) for c in diff.of("DIF08")] == [("A:4", "depth 3 → 2"), ("A:5", "depth 4 → 3")]
    assert [c.concept for c in diff.of("DIF09")] == ["A:4", "A:5"]


def test_inserted_between_a_concept_and_its_parent(obo):
    after = (*BASE[:3], "A:4 tabby cat < A:6", "A:5 striped < A:2", "A:6 grey < A:5")
    diff = oe.ontology.diff(obo(*BASE), obo(*after))
    change = diff.of("DIF13")[0]
    assert (change.concept, change.old, change.new) == ("A:4", ("A:2",), ("A:6",))
    assert diff.added == ("A:5", "A:6")


def test_roots(obo):
    assert ("DIF11", "A:4") in changed(obo, *BASE[:3], "A:4 tabby cat")
    assert ("DIF11", "A:0") in changed(obo, "A:0 thing", "A:1 animal < A:0", *BASE[1:])
    stub = oe.ontology.diff(obo(*BASE), obo("A:1 animal < X:9", *BASE[1:])).of("DIF11")
    assert [(change.concept, change.severity) for change in stub] == [("A:1", "error"), ("X:9", "warning")]


def test_concepts_are_not_looked_for_in_a_list(obo, monkeypatch):
    """Every changed concept went through all ids: 30,000 changes took minutes."""

    class Ids(tuple):
        def __contains__(self, text):
            raise AssertionError(f"{text} is looked for among all ids")

    before, after = oe.load(obo(*BASE)), oe.load(obo(*BASE[:3], "A:4 tabby cat < A:1", "A:5 dog < A:2"))
    ids = Ontology.ids
    monkeypatch.setattr(Ontology, "ids", property(lambda self: Ids(ids.fget(self))))
    assert oe.ontology.diff(before, after).of("DIF10")


def test_siblings_and_information(obo):
    many = [f"A:{n} x{n} < A:2" for n in range(10, 40)]
    diff = oe.ontology.diff(obo(*BASE), obo(*BASE, *many))
    assert [c.concept for c in diff.of("DIF10")] == ["A:4"]
    assert "A:2" in [c.concept for c in diff.of("DIF12")]


def test_disjointness(obo):
    diff = oe.ontology.diff(obo(*BASE), obo(*BASE[:2], "A:3 dog < A:1 | disjoint_from: A:2", BASE[3]))
    assert [(c.concept, c.new) for c in diff.of("DIF14")] == [("A:2", ("A:3",))]
    assert diff.skipped == {}
    assert "DIF14" in oe.ontology.diff(obo(*BASE), obo(*BASE[:3])).skipped


def test_an_equivalence_moves_its_concepts(obo):
    diff = oe.ontology.diff(obo(*BASE), obo(*BASE[:2], "A:3 dog < A:1 | equivalent_to: A:2", BASE[3]))
    assert {"A:2", "A:3"} <= {change.concept for change in diff.of("DIF07")}


def test_cycles_on_either_side(obo):
    ring = ("A:1 animal < A:4", *BASE[1:])
    assert oe.ontology.diff(obo(*BASE), obo(*ring)).of("DIF07")
    assert oe.ontology.diff(obo(*ring), obo(*BASE)).of("DIF07")


def test_obo_and_owl_of_one_release_do_not_differ(obo):
    from ontoeval.ontology.exports import render

    onto = oe.load(obo(*BASE, "A:9 obsolete x | is_obsolete: true | replaced_by: A:1"))
    diff = oe.ontology.diff(onto, oe.load(render(onto, "turtle")[0].encode()))
    assert diff.changes == ()
    assert diff.added == ()


def test_exit_codes_and_scope(cli, write, obo):
    old, new = write("old.obo", obo(*BASE)), write("new.obo", obo(*BASE[:3]))
    assert cli("ontology", "diff", old, new).code == 1
    assert cli("ontology", "diff", old, new, "--fail-on", "never").code == 0
    assert cli("ontology", "diff", old, old, "--fail-on", "info").code == 0
    assert cli("ontology", "diff", old, new, "--scope", "B:").code == 0
    assert cli("ontology", "diff", old, old.parent / "none.obo").code == 3
    assert cli("ontology", "diff", old, new, "--run", "run.jsonl").code == 2


def test_rules_are_chosen_and_a_change_that_is_meant_does_not_fail(cli, write, obo):
    old = write("old.obo", obo("A:1 animal", "A:2 cat < A:1", "A:3 dog < A:1"))
    new = write("new.obo", obo("A:1 animal", "A:3 dog < A:1"))
    diff = ("ontology", "diff", old, new)
    assert cli(*diff).code == 1
    assert "DIF10" in cli(*diff).out
    kept = cli(*diff, "--skip", "DIF08,dif10")
    assert (kept.code, "DIF10" in kept.out, "DIF01" in kept.out) == (1, False, True)
    assert cli(*diff, "--only", "DIF10").code == 0
    assert cli(*diff, "--skip", "DIF99").code == 2
    meant = cli(*diff, "--except", "DIF01 A:2: cats are out of scope")
    assert (meant.code, "1 excepted" in meant.out) == (0, True)
    assert "cats are out of scope" in cli(*diff, "--except", "DIF01 A:2: cats are out of scope", "--all").out
    assert cli(*diff, "--except", "DIF01 A:2 until 2020-01-01: once").code == 1
    assert cli(*diff, "--except", "DIF01 A:3: another").code == 1


def test_changes_stand_at_the_lines_of_their_concepts(cli, write, obo):
    old = write("old.obo", obo("A:1 animal", "A:2 cat < A:1", "A:3 dog < A:1"))
    new = write("new.obo", obo("A:1 animal", "A:2 cat", "A:4 pet < A:1"))
    golden = write("golden.jsonl", [{"id": "q1", "gold": {"concepts": ["A:2", "A:3"]}}])
    said = cli("ontology", "diff", old, new, "--golden", golden, "--format", "github").out
    assert f"::warning file={new.as_posix()},line=6,title=DIF07" in said
    assert f"::error file={new.as_posix()},title=DIF01" in said  # what is gone stands nowhere
    assert '    6: A:2 "cat": parents' in cli("ontology", "diff", old, new).out
    ttl = write("new.ttl", "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n\n<http://ex.org/A> a owl:Class .")
    bare = write("old.ttl", '<http://ex.org/A> <http://www.w3.org/2000/01/rdf-schema#label> "a" ; a '
                 "<http://www.w3.org/2002/07/owl#Class> .")  # fmt: skip
    assert "    3: http://ex.org/A" in cli("ontology", "diff", bare, ttl).out
