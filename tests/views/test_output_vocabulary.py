"""What stands in a slot: exactly one class, in the order of the definitions, and the label as a checksum of the id."""

from __future__ import annotations

import pytest

import ontoeval as oe
from ontoeval.views.outputs.checksum import Checksum, LabelClass
from ontoeval.views.outputs.vocabulary import Classifier, SlotClass

OBO = b"""format-version: 1.2

[Term]
id: HP:0000001
name: All

[Term]
id: HP:0000118
name: Phenotypic abnormality
is_a: HP:0000001

[Term]
id: HP:0001250
name: Seizure
synonym: "Epileptic seizure" EXACT []
synonym: "Fits" RELATED []
alt_id: HP:0001275
is_a: HP:0000118

[Term]
id: HP:0001945
name: Fever
synonym: "Pyrexia" EXACT []
is_a: HP:0000118

[Term]
id: HP:0000005
name: Mode of inheritance
is_a: HP:0000001

[Term]
id: HP:0000006
name: Autosomal dominant
is_a: HP:0000005

[Term]
id: HP:0002000
name: obsolete Convulsion
is_obsolete: true
replaced_by: HP:0001250

[Term]
id: HP:0002001
name: obsolete Heat
is_obsolete: true
consider: HP:0001945

[Term]
id: HP:0002002
name: obsolete Thing
is_obsolete: true

[Term]
id: UBERON:0000955
name: brain

[Typedef]
id: part_of
name: part of
xref: BFO:0000050
"""


@pytest.fixture(scope="module")
def onto():
    return oe.load(OBO)


@pytest.fixture(scope="module")
def below(onto):
    """Only phenotypic abnormalities are allowed."""
    return Classifier(onto, roots=["HP:0000118"])


@pytest.mark.parametrize(
    ("text", "kind", "detail", "right", "repairable"),
    [
        ("HP:0001250", "ok", "", None, False),
        (None, "nil", "empty", None, False),
        ("", "nil", "empty", None, False),
        ("  ", "nil", "empty", None, False),
        ("NIL", "nil", "token", None, False),
        ("N/A", "nil", "token", None, False),
        ("none", "nil", "token", None, False),
        ("AUTO:weight%20gain", "ungrounded", "", None, False),
        ("AUTO:None", "ungrounded", "", None, False),
        ("HP_0001250", "malformed", "normalisable", "HP:0001250", True),
        ("hp:0001250", "malformed", "normalisable", "HP:0001250", True),
        (" HP:0001250 ", "malformed", "normalisable", "HP:0001250", True),
        ("http://purl.obolibrary.org/obo/HP_0001250", "malformed", "normalisable", "HP:0001250", True),
        ("HP:1250", "malformed", "normalisable", "HP:0001250", True),
        ("HP_1250", "malformed", "normalisable", "HP:0001250", True),
        ("HP_0001275", "malformed", "normalisable", "HP:0001250", True),  # merged, too, but malformed comes first
        ("HP_0000006", "malformed", "normalisable", "HP:0000006", False),  # and out of the branch: no repair
        ("HP:00012500", "malformed", "", None, False),
        ("HP:000125O", "malformed", "", None, False),
        ("some phenotype", "malformed", "", None, False),
        ("Seizure", "label_instead_of_id", "exact", "HP:0001250", True),
        ("pyrexia", "label_instead_of_id", "synonym", "HP:0001945", True),
        ("Autosomal dominant", "label_instead_of_id", "exact", "HP:0000006", False),
        ("MESH:D006801", "unknown_prefix", "", None, False),
        ("http://example.org/x#y", "unknown_prefix", "", None, False),
        ("UBERON:0000955", "wrong_prefix", "", None, False),
        ("UBERON:0000001", "wrong_prefix", "", None, False),
        ("HP:0001251", "unknown_id", "near_miss", "HP:0001250", False),
        ("HP:7777777", "unknown_id", "", None, False),
        ("HP:0001275", "deprecated", "merged", "HP:0001250", True),
        ("HP:0002000", "deprecated", "replaced", "HP:0001250", True),
        ("HP:0002001", "deprecated", "consider", "HP:0001945", False),
        ("HP:0002002", "deprecated", "none", None, False),
        ("HP:0000118", "wrong_kind", "top_node", None, False),
        ("part_of", "wrong_kind", "property", None, False),
        ("BFO:0000050", "wrong_kind", "property", None, False),
        ("HP:0000006", "wrong_branch", "", None, False),
        ("HP:0000001", "wrong_branch", "", None, False),
    ],
)
def test_each_text_has_one_class(below, text, kind, detail, right, repairable):
    found = below.classify(text)
    assert (found.kind.name.lower(), found.detail, found.right, found.repairable) == (kind, detail, right, repairable)


def test_without_roots_every_live_id_is_fine(onto):
    anywhere = Classifier(onto)
    for text in ("HP:0000001", "HP:0000006", "UBERON:0000955"):
        assert anywhere.classify(text).kind is SlotClass.OK


def test_a_label_beside_an_unknown_id_says_which_id_is_meant(below):
    """One edit away are others; the name decides."""
    assert below.classify("HP:0001251").right == "HP:0001250"
    assert below.classify("HP:0001251", "Fever").right == "HP:0001945"


def test_an_enum_allows_its_ids_only(onto):
    only = Classifier(onto, allowed=["HP:0001250", None])
    assert only.classify("HP:0001250").kind is SlotClass.OK
    assert only.classify("HP:0001945").kind is SlotClass.WRONG_BRANCH


def test_an_id_that_exists_is_never_nil():
    """The text 0 looks like NIL, and is a concept here."""
    onto = oe.load(b"format-version: 1.2\n\n[Term]\nid: 0\nname: zero\n\n[Term]\nid: 1\nname: one\nis_a: 0\n")
    assert Classifier(onto).classify("0").kind is SlotClass.OK
    assert Classifier(onto).classify("-1").kind is SlotClass.NIL


def test_an_ambiguous_name_is_no_repair():
    onto = oe.load(b"format-version: 1.2\n\n[Term]\nid: A:1\nname: bank\n\n[Term]\nid: A:2\nname: bank\n")
    found = Classifier(onto).classify("bank")
    assert (found.kind, found.repairable) == (SlotClass.LABEL_INSTEAD_OF_ID, False)


@pytest.mark.parametrize(
    ("concept", "label", "kind", "detail", "owners"),
    [
        ("HP:0001250", "Seizure", LabelClass.LABEL, "", ()),
        ("HP:0001250", "Epileptic seizure", LabelClass.SYNONYM, "exact", ()),
        ("HP:0001250", "Fits", LabelClass.SYNONYM, "related", ()),
        ("HP:0001250", "epileptic-seizure", LabelClass.NORMALISED, "", ()),
        ("HP:0001250", "Seizurre", LabelClass.FUZZY, "", ()),
        ("HP:0001250", "Fever", LabelClass.LABEL_OF_OTHER_TERM, "", ("HP:0001945",)),
        ("HP:0001250", "PYREXIA", LabelClass.LABEL_OF_OTHER_TERM, "", ("HP:0001945",)),
        ("HP:0001250", "Headache 🤕 “bad”", LabelClass.LABEL_UNKNOWN, "", ()),
        ("HP:0001250", '"', LabelClass.LABEL_UNKNOWN, "", ()),
    ],
)
def test_labels_are_checksums(onto, concept, label, kind, detail, owners):
    assert Checksum(onto).check(concept, label) == (kind, detail, owners)


def rows(*pairs):
    return [{"id": "q", "output": {"a": [{"id": concept, "label": label} for concept, label in pairs]}}]


def test_agreement_counts_existing_ids_with_a_label(onto):
    """Two agree, one is another's, one nearly; no label, an unknown id and NIL are in no denominator."""
    run = rows(
        ("HP:0001250", "seizure"),
        ("HP:0001945", "Pyrexia"),
        ("HP:0001250", "Fever"),
        ("HP:0001945", "Feverr"),
        ("HP:0001945", None),
        ("HP:7777777", "Fever"),
        ("NIL", "Fever"),
    )
    given = {"ontology": onto, "slots": ["a[*].id"], "labels": ["a[*].label"]}
    gold = [{"id": "q"}]

    def value(metric):
        return oe.score(metric, gold, run, **given).value

    assert oe.score("id_label_agreement", gold, run, **given).sums == {"num": 2, "den": 4}
    assert value('id_label_agreement(names="label")') == 0.0
    assert value('id_label_agreement(names="fuzzy")') == 0.75
    assert value("id_label_mismatch_rate") == 0.5
    assert value('id_label_mismatch_rate(kind="label_of_other_term")') == 0.25


def test_rates_of_faults_add_up_and_abstentions_are_apart(onto):
    texts = ["HP:0001250", "Seizure", "HP_0001250", "MESH:1", "HP:0002000", None, "NIL", "AUTO:x"]
    run = [{"id": "q", "output": {"a": texts}}]
    given = {"ontology": onto, "slots": ["a"]}
    gold = [{"id": "q"}]

    def value(metric):
        return oe.score(metric, gold, run, **given).value

    assert oe.score("vocabulary_conformance", gold, run, **given).sums == {"num": 1, "den": 5}
    assert value('vocabulary_conformance(count="repairable")') == 0.8
    kinds = ["malformed", "label_instead_of_id", "unknown_prefix", "deprecated", "unknown_id", "wrong_branch"]
    assert [value(f'vocabulary_fault_rate(fault="{kind}")') for kind in kinds] == [0.2, 0.2, 0.2, 0.2, 0.0, 0.0]
    assert value("vocabulary_fault_rate") == 0.8
    assert value("slot_abstention_rate") == 3 / 8
    assert value('slot_abstention_rate(kind="ungrounded")') == 1 / 8


def test_correctness_drops_nothing(onto):
    """Right and conformant, right in another spelling, conformant but wrong, unknown, and one that was missed."""
    gold = [
        {"id": "q", "output": {"a": ["HP:0001250", "HP:0001945", "HP:0000006"]}},
        {"id": "lost", "concepts": ["HP:0001250"]},
    ]
    run = [{"id": "q", "output": {"a": ["HP:0001250", "HP_0001945", "HP:0000118", "HP:7777777"]}}]
    given = {"ontology": onto, "slots": ["a"]}
    result = oe.score("output_f1", gold, run, **given)
    assert (result.sums["tp"], result.sums["fp"], result.sums["fn"]) == (2, 2, 2)
    assert oe.score("output_correctness", gold, run, **given).sums == {"num": 1, "den": 2}
    assert oe.score('output_correctness(among="all")', gold, run, **given).sums == {"num": 2, "den": 4}
    report = oe.evaluate(oe.compile(gold, run, **given), ["output_f1"])
    assert report.table("output_outcomes") == [
        {"concepts": "conformant", "right": 1, "wrong": 1, "missed": None},
        {"concepts": "not conformant", "right": 1, "wrong": 1, "missed": None},
        {"concepts": "not named", "right": None, "wrong": None, "missed": 2},
    ]


def test_empty_on_both_sides_is_a_correct_abstention(onto):
    result = oe.score(
        "output_f1", [{"id": "q", "concepts": []}], [{"id": "q", "output": {"a": ["NIL"]}}], ontology=onto, slots=["a"]
    )
    assert (result.value, result.n_undefined) == (None, 1)
