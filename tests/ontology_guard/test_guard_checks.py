"""Every check: its example, a clean file, and the cases that are easy to get wrong."""

import doctest
import re

import pytest

import ontoeval as oe
from ontoeval.ontology.checking.context import Context
from ontoeval.ontology.checking.registry import checks
from ontoeval.ontology.checks.ont204_replacement_target import _follow

TURTLE = """
@prefix : <http://ex.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix oio: <http://www.geneontology.org/formats/oboInOwl#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
"""
CLEAN = (
    'A:1 animal | def: "A living thing." []',
    'A:2 cat < A:1 | def: "A cat." []',
    'A:3 dog < A:1 | def: "A dog." []',
)


def found(source: bytes | str, id: str, **options: object) -> list[tuple[str, ...]]:
    report = oe.ontology.check(source if isinstance(source, bytes) else source.encode(), only=[id], **options)
    assert id not in report.skipped, report.skipped
    return [finding.subjects for finding in report.findings]


@pytest.mark.parametrize("id", checks())
def test_the_example_of_a_check_is_true(id):
    result = doctest.testmod(checks()[id].module)
    assert result.attempted
    assert result.failed == 0


@pytest.mark.parametrize("id", checks())
def test_a_check_says_what_why_when_and_how(id):
    doc = checks()[id].doc
    for heading in ("**What.**", "**Why it matters.**", "**Fine when.**", "**Mend.**", "Example:"):
        assert heading in doc, heading
    assert re.fullmatch(r"(ONT[1-4]|SKOS)\d\d", id) or re.fullmatch(r"SKOS\d\d", id)


def test_every_check_of_the_specification_is_there():
    wanted = [f"ONT1{n:02}" for n in range(1, 14)] + [f"ONT2{n:02}" for n in range(1, 9)]
    wanted += [f"ONT3{n:02}" for n in range(1, 10)] + ["ONT401", "ONT402", "ONT403"]
    assert list(checks()) == [*wanted, "SKOS01", "SKOS02", "SKOS03", "SKOS04"]


def test_a_clean_file_has_no_findings(obo):
    report = oe.ontology.check(obo(*CLEAN))
    assert report.findings == ()
    assert set(report.passed) | set(report.skipped) == set(checks())
    assert not set(report.passed) & set(report.skipped)


def test_a_missing_parent_in_its_own_namespace_is_an_error_and_a_foreign_one_a_warning(obo):
    source = obo("A:1 animal < A:9", "A:2 cat < UBERON:1", "A:3 dog < A:9")
    assert found(source, "ONT102") == [("A:9",)]
    assert found(source, "ONT103") == [("UBERON:1",)]
    report = oe.ontology.check(source, only=["ONT102"])
    assert "as does 1 other concept" in report.findings[0].got


def test_an_equivalence_is_no_cycle_and_a_cycle_no_equivalence(obo):
    assert found(obo("A:1 animal", "A:2 beast | equivalent_to: A:1"), "ONT104") == []
    assert found(obo("A:1 animal", "A:2 beast | equivalent_to: A:1"), "ONT105") == [("A:1", "A:2")]
    assert found(obo("A:1 animal < A:2", "A:2 beast < A:1"), "ONT104") == [("A:1", "A:2")]
    assert found(obo("A:1 animal < A:2", "A:2 beast < A:1"), "ONT105") == []


def test_an_equivalence_with_a_foreign_vocabulary_is_no_group():
    source = TURTLE + ":Cat a owl:Class ; owl:equivalentClass <http://other.org/Cat> ."
    assert found(source, "ONT105") == []


def test_a_long_cycle_and_a_deep_chain_are_found_without_recursion(obo):
    n = 3000
    chain = obo(*(f"A:{i} x < A:{i - 1}" if i else "A:0 x" for i in range(n)))
    assert found(chain, "ONT104") == []
    ring = obo(*(f"A:{i} x < A:{(i - 1) % n}" for i in range(n)))
    assert [len(group) for group in found(ring, "ONT104")] == [n]


def test_expected_roots(obo):
    source = obo("A:1 animal", "A:2 cat < A:1", "B:1 plant", "B:2 rose < B:1")
    assert found(source, "ONT107") == [("A:1", "B:1")]
    assert found(source, "ONT107", roots=["A:1", "B_1"]) == []
    assert found(source, "ONT107", roots=["A:1"]) == [("B:1",)]
    assert found(source, "ONT107", roots=["A:1", "B:1", "A:2", "C:1"]) == [("A:2",), ("C:1",)]


def test_a_flat_list_has_one_finding_and_not_one_per_concept(obo):
    assert len(found(obo("A:1 a", "A:2 b", "A:3 c"), "ONT108")) == 1
    assert found(obo("A:1 a", "A:2 b < A:1", "A:3 c"), "ONT108") == [("A:3",)]


def test_a_group_of_equivalent_concepts_is_looked_at_once(obo, monkeypatch):
    """Each of the concepts of a cycle made the list of all others."""
    asked = []
    equivalents = oe.Ontology.equivalents
    monkeypatch.setattr(oe.Ontology, "equivalents", lambda self, id: asked.append(id) or equivalents(self, id))
    assert found(obo(*(f"A:{n} n{n} < A:{(n + 1) % 50}" for n in range(50)), "A:99 alone"), "ONT108") == [("A:99",)]
    assert len(asked) < 6


def test_a_chain_of_replacements_is_followed_once():
    class Ids(dict):
        asked = 0

        def get(self, *values):
            Ids.asked += 1
            return super().get(*values)

    chain = Ids({f"A:{n}": {f"A:{n + 1}": None} for n in range(50)} | {"B:1": {"B:2": None}, "B:2": {"B:1": None}})
    ends = {}
    assert {_follow(f"A:{n}", chain, ends) for n in range(50)} == {"A:50"}
    assert _follow("B:1", chain, ends) is None
    assert Ids.asked <= 53


def test_a_redundant_edge_in_a_cycle_is_not_called_redundant(obo):
    assert found(obo("A:1 a", "A:2 b < A:1", "A:3 c < A:2 A:1"), "ONT109") == [("A:3", "A:1")]
    assert found(obo("A:1 a < A:3", "A:2 b < A:1", "A:3 c < A:2 A:1"), "ONT109") == []


def test_redundant_edges_of_many_parents_are_those_found_pair_by_pair(obo, monkeypatch):
    """60 parents, every third one above the next two; each is asked for its ancestors once, not once per other."""
    asked = []
    ancestors = Context.ancestors
    monkeypatch.setattr(Context, "ancestors", lambda self, concept: asked.append(concept) or ancestors(self, concept))
    parents = [f"A:{n} p{n}" + (f" < A:{n - n % 3}" if n % 3 else "") for n in range(3, 63)]
    source = obo(*parents, f"A:99 low < {' '.join(f'A:{n}' for n in range(3, 63))}")
    assert found(source, "ONT109") == [("A:99", f"A:{n}") for n in range(3, 63, 3)]
    assert len(asked) == 60


def test_deprecated_parents_and_definitions(obo):
    old = "A:1 obsolete beast | is_obsolete: true"
    assert found(obo(old, "A:2 cat < A:1"), "ONT201") == [("A:2", "A:1")]
    assert found(obo(old, "A:2 obsolete cat < A:1 | is_obsolete: true"), "ONT201") == []
    assert found(obo(old, "A:2 cat | intersection_of: A:1 | intersection_of: part_of A:1"), "ONT202")


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        (("A:1 x | is_obsolete: true | replaced_by: A:2", "A:2 y | is_obsolete: true | replaced_by: A:1"), "a loop"),
        (("A:1 x | is_obsolete: true | replaced_by: A:2", "A:2 y | is_obsolete: true"), "deprecated itself"),
        (("A:1 x | is_obsolete: true | replaced_by: A:9",), "does not exist"),
        (("A:1 x | is_obsolete: true | replaced_by: A:1",), "a loop"),
    ],
)
def test_replacements_that_lead_nowhere(obo, terms, words):
    report = oe.ontology.check(obo("A:0 root", *terms), only=["ONT204"])
    assert words in report.findings[0].got
    assert report.findings[0].severity == "error"


def test_a_replacement_in_another_ontology_is_a_warning(obo):
    source = obo("A:0 root", "A:1 x | is_obsolete: true | replaced_by: MONDO:1")
    assert [f.severity for f in oe.ontology.check(source, only=["ONT204"]).findings] == ["warning"]


def test_an_obsolete_concept_that_is_an_alt_id_leads_somewhere(obo):
    assert found(obo("A:1 x | is_obsolete: true", "A:2 y | alt_id: A:1"), "ONT203") == []
    assert found(obo("A:1 x | is_obsolete: true", "A:2 y"), "ONT203") == [("A:1",)]
    assert found(obo("A:1 x | is_obsolete: true", "A:2 y | alt_id: A:1"), "ONT205") == []
    assert found(obo("A:1 x", "A:2 y | alt_id: A:1"), "ONT205") == [("A:1", "A:2")]


def test_deprecated_values_in_rdf():
    for value, odd in (("true", False), ('"yes"', True), ('"True"', True), ('"1"', False)):
        source = TURTLE + f":A a owl:Class . :B a owl:Class ; owl:deprecated {value} ."
        assert bool(found(source, "ONT207")) is odd, value


def test_obsolete_synonym_is_no_obsolete_label(obo):
    assert found(obo("A:1 obsolete synonym"), "ONT208") == [("A:1",)]  # HP:0031859: write an exception
    assert found(obo("A:1 obsolescent"), "ONT208") == []


def test_duplicate_labels_leave_deprecated_concepts_out(obo):
    assert found(obo("A:1 cat", "A:2 cat | is_obsolete: true"), "ONT302") == []
    assert found(obo("A:1 cat", "A:2 cat", "A:3 cat"), "ONT302") == [("A:1", "A:2", "A:3")]


def test_labels_in_different_languages_are_neither_doubled_nor_duplicates():
    source = TURTLE + ':A a owl:Class ; rdfs:label "gift"@en . :B a owl:Class ; rdfs:label "gift"@de .'
    assert found(source, "ONT302") == []
    tagged = TURTLE + ':A a owl:Class ; rdfs:label "cat"@en, "cat", "house cat" .'
    assert found(tagged, "ONT303") == [("http://ex.org/A", "@")]
    assert found(TURTLE + ':A a owl:Class ; rdfs:label "cat"@en, "feline" .', "ONT303") == []


def test_a_label_that_is_its_own_synonym_is_fine(obo):
    assert found(obo('A:1 cat | synonym: "cat" EXACT []'), "ONT304") == []
    assert found(obo('A:1 feline | synonym: "CAT" EXACT []', "A:2 cat"), "ONT304") == [("A:2", "A:1")]
    assert found(obo('A:1 feline | synonym: "cat" RELATED []', "A:2 cat"), "ONT304") == []


@pytest.mark.parametrize(
    ("label", "fault"),
    [
        (" cat", "ends"), ("cat\\n", "ends"), ("a  b", "doubled"), ("a\\u200Bb", "invisible"),
        ("caf\u00c3\u00a9", "broken"), ("a\ufffdb", "broken"), ("a\\u0007b", "control"),
        ("don\u00e2\u20ac\u2122t", "broken"), ("\\u202Eabc", "invisible"),
    ],
)  # fmt: skip
def test_dirty_labels(label, fault):
    source = TURTLE + f':A a owl:Class ; rdfs:label "{label}" .'
    report = oe.ontology.check(source.encode(), only=["ONT305"])
    assert fault in report.findings[0].got


@pytest.mark.parametrize("label", ["café", "Größe", "naïve", "Ångström", "αβγ", "日本語", "a-b", "Ève"])
def test_foreign_letters_are_not_dirty(label):
    assert found(TURTLE + f':A a owl:Class ; rdfs:label "{label}" .', "ONT305") == []


def test_colliding_labels_that_are_equal_are_left_to_the_other_check(obo):
    assert found(obo("A:1 cat", "A:2 cat"), "ONT309") == []
    assert found(obo("A:1 T-cell", "A:2 t cell", "A:3 T cell"), "ONT309") == [("A:1", "A:2", "A:3")]


def test_languages(obo):
    source = TURTLE + ':A a owl:Class ; rdfs:label "a"@en, "a"@de . :B a owl:Class ; rdfs:label "b"@en .'
    assert found(source, "ONT308") == [("@de",)]
    assert found(source, "ONT308", languages=["EN"]) == []
    assert found(source, "ONT308", languages=["fr"]) == [("@fr",)]
    assert "no label has a language" in oe.ontology.check(obo("A:1 a"), only=["ONT308"]).skipped["ONT308"]


def test_disjointness_names_the_topmost_concept_only(obo):
    source = obo("A:1 a | disjoint_from: A:2", "A:2 b", "A:3 c < A:1 A:2", "A:4 d < A:3")
    assert found(source, "ONT401") == [("A:3", "A:1", "A:2")]
    assert "nothing about disjointness" in oe.ontology.check(obo("A:1 a"), only=["ONT401"]).skipped["ONT401"]


def test_a_group_of_disjoint_classes_and_an_individual_of_two():
    source = TURTLE + (
        "[] a owl:AllDisjointClasses ; owl:members ( :A :B :C ) . :A a owl:Class . :B a owl:Class . :C a owl:Class ."
        ":x a :A, :C ."
    )
    assert found(source, "ONT401") == [("http://ex.org/x", "http://ex.org/A", "http://ex.org/C")]


def test_without_reasoner_the_check_is_skipped_and_with_one_never_silently_passed(obo):
    assert "ONT402" in oe.ontology.check(obo("A:1 a")).skipped
    report = oe.ontology.check(obo("A:1 a"), only=["ONT402"], reasoner=True)
    assert "the reasoner did not run" in report.skipped["ONT402"]
    assert report.passed == ()


def test_domain_and_range_follow_the_hierarchy_and_leave_the_untyped_out():
    axioms = TURTLE + (
        ":Cat a owl:Class . :Tabby a owl:Class ; rdfs:subClassOf :Cat . :Mouse a owl:Class ."
        ":eats a owl:ObjectProperty ; rdfs:domain :Cat ; rdfs:range :Mouse ."
    )
    assert found(axioms + ":t a :Tabby ; :eats :m . :m a :Mouse .", "ONT403") == []
    assert found(axioms + ":t a :Tabby ; :eats :someone .", "ONT403") == []
    wrong = found(axioms + ":m a :Mouse ; :eats :t . :t a :Tabby .", "ONT403")
    assert [subjects[0].rpartition("/")[2] for subjects in wrong] == ["m", "t"]


def test_skos_is_checked_as_skos_and_owl_as_owl():
    skos = TURTLE + ':a a skos:Concept ; skos:prefLabel "a"@en, "b"@en ; skos:broader :b . :b a skos:Concept .'
    report = oe.ontology.check(skos.encode())
    assert "SKOS02" in {finding.id for finding in report.findings}
    assert "SKOS01 looks" in report.skipped["ONT104"]
    assert "SKOS02 looks" in report.skipped["ONT303"]
    assert "no SKOS" in oe.ontology.check((TURTLE + ":A a owl:Class .").encode()).skipped["SKOS01"]


def test_a_loaded_ontology_can_be_checked_and_says_what_it_cannot(obo):
    onto = oe.load(obo("A:1 a < A:1", "A:1 a", "A:2 b", "A:3 b"))
    report = oe.ontology.check(onto)
    assert "needs the statements of the file" in report.skipped["ONT106"]
    assert "ONT302" in {finding.id for finding in report.findings}


def test_formats_without_facts_are_checked_as_far_as_they_go():
    report = oe.ontology.check(b"id,parent,label\nA,,animal\nB,A,cat\nC,A,cat\n")
    assert [finding.id for finding in report.findings] == ["ONT302", "ONT306"]
    assert "ONT303" in report.skipped


def test_labels_stand_beside_ids(obo):
    report = oe.ontology.check(obo("A:1 animal", "A:2 cat < A:9"))
    dangling = next(finding for finding in report.findings if finding.id == "ONT102")
    assert dangling.where == 'bytes:6 A:2 "cat"'
