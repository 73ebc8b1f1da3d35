"""A corpus of 1,000 annotations over HPO with ten planted faults of each class is classified without one error.

The faults are planted by editing ids and labels of the release, not by asking what is under test. UBERON terms are
added to the release, as an import would, so that ids of an ontology that is not allowed exist.
"""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter

import pytest

import ontoeval as oe
from ontoeval.ontology.naming import fold
from ontoeval.views.outputs import Slots
from ontoeval.views.outputs.checksum import LabelClass
from ontoeval.views.outputs.vocabulary import SlotClass

ROOT = "HP:0000118"
N, PLANTED, PER_ANSWER = 1_000, 10, 4
IMPORTED = "".join(f"\n[Term]\nid: UBERON:{number:07d}\nname: part {number}\n" for number in range(955, 965))
FAULTS = (
    "null", "nil", "ungrounded", "spelling", "malformed", "label", "synonym", "unknown_prefix", "wrong_prefix", "slip",
    "unknown", "merged", "replaced", "consider", "property", "root", "branch", "other_label", "nobody_label",
    "typo_label", "case_label", "synonym_label",
)  # fmt: skip


@pytest.fixture(scope="module")
def onto(reference_data):
    content = gzip.decompress((reference_data / "hpo_obo" / "hp-2025-01-16.obo.gz").read_bytes())
    return oe.load(content + IMPORTED.encode())


class Planter:
    """Makes annotations whose class is known because of how they were made."""

    def __init__(self, onto, seed):
        self.chance = random.Random(seed)
        self.onto = onto
        below = onto.descendants(ROOT)
        self.good = sorted(concept for concept in below if not onto.deprecated(concept))
        self.inside = set(self.good)
        self.elsewhere = sorted(
            concept
            for concept in onto.ids
            if concept.startswith("HP:") and concept not in below and concept != ROOT and not onto.deprecated(concept)
        )
        self.merged = sorted(alias for alias, owners in onto.aliases.items() if set(owners) <= self.inside)
        old = {concept: onto.resolve(concept) for concept in onto.ids if onto.deprecated(concept)}
        self.replaced = sorted(concept for concept, found in old.items() if found.status == "replaced")
        self.considered = sorted(concept for concept, found in old.items() if found.status == "ambiguous")
        live = [concept for concept in onto.ids if not onto.deprecated(concept)]
        self.owners: dict[str, set[str]] = {}
        for concept in live:
            for name in (onto.label(concept), *onto.synonyms(concept)):
                self.owners.setdefault(fold(name), set()).add(concept)
        self.known = {*onto.ids, *onto.aliases}

    def some(self):
        return self.chance.choice(self.good)

    def unique(self, names):
        """A concept and one of its names that no other concept has."""
        while True:
            concept = self.some()
            found = [name for name in names(concept) if name and self.owners[fold(name)] == {concept}]
            if found:
                return concept, self.chance.choice(found)

    def absent(self):
        while (text := f"HP:{self.chance.randrange(5_000_000, 9_000_000):07d}") in self.known:
            pass
        return text

    def slip(self, concept):
        """One digit changed, so that the id does not exist."""
        while True:
            place = self.chance.randrange(3, 10)
            text = concept[:place] + self.chance.choice("0123456789") + concept[place + 1 :]
            if text not in self.known:
                return text

    def make(self, fault):
        """(id, label, class, detail, right id or None, class of the label or None)."""
        onto, chance = self.onto, self.chance
        concept = self.some()
        label = onto.label(concept)
        number = concept.removeprefix("HP:")
        match fault:
            case "good":
                return concept, label, "ok", "", None, "label"
            case "null":
                return None, label, "nil", "empty", None, None
            case "nil":
                return chance.choice(["NIL", "N/A", "none", "null", "n/a"]), label, "nil", "token", None, None
            case "ungrounded":
                return "AUTO:" + label.replace(" ", "%20"), label, "ungrounded", "", None, None
            case "spelling":
                spellings = [
                    f"HP_{number}",
                    f"hp:{number}",
                    f" HP:{number}\n",
                    f"http://purl.obolibrary.org/obo/HP_{number}",
                    f"HP:{int(number)}",
                ]
                return chance.choice(spellings), label, "malformed", "normalisable", concept, None
            case "malformed":
                texts = [f"HP:{number}0", f"HP:{number[:6]}O", f"HP-{number}", f"HP:{number}?", "phenotype no. 7"]
                return chance.choice(texts), label, "malformed", "", None, None
            case "label":
                concept, name = self.unique(lambda each: [onto.label(each)])
                return name, name, "label_instead_of_id", "exact", concept, None
            case "synonym":
                concept, name = self.unique(lambda each: onto.synonyms(each))
                while fold(name) == fold(onto.label(concept)):
                    concept, name = self.unique(lambda each: onto.synonyms(each))
                return name, name, "label_instead_of_id", "synonym", concept, None
            case "unknown_prefix":
                text = chance.choice(
                    ["MESH:D006801", f"HPO:{number}", f"OMIM:{number}", f"http://example.org/{number}"]
                )
                return text, label, "unknown_prefix", "", None, None
            case "wrong_prefix":
                part = chance.randrange(955, 965)
                return f"UBERON:{part:07d}", f"part {part}", "wrong_prefix", "", None, "label"
            case "slip":
                concept, name = self.unique(lambda each: [onto.label(each)])
                return self.slip(concept), name, "unknown_id", "near_miss", concept, None
            case "unknown":
                return self.absent(), "🤕 “no such \\ name” 🤕", "unknown_id", None, None, None
            case "merged":
                alias = chance.choice(self.merged)
                right = onto.aliases[alias][0]
                return alias, onto.label(right), "deprecated", "merged", right, "label"
            case "replaced":
                old = chance.choice(self.replaced)
                return old, onto.label(old), "deprecated", "replaced", onto.resolve(old).id, "label"
            case "consider":
                old = chance.choice(self.considered)
                return old, onto.label(old), "deprecated", "consider", onto.resolve(old).candidates[0], "label"
            case "property":
                return chance.choice(["BFO:0000050", "RO:0000052"]), label, "wrong_kind", "property", None, None
            case "root":
                return ROOT, onto.label(ROOT), "wrong_kind", "top_node", None, "label"
            case "branch":
                other = chance.choice(self.elsewhere)
                return other, onto.label(other), "wrong_branch", "", None, "label"
            case "other_label":
                other, name = self.unique(lambda each: [onto.label(each)])
                while other == concept:
                    concept = self.some()
                return concept, name, "ok", "", None, "label_of_other_term"
            case "nobody_label":
                return concept, 'A "quoted" 🤕 thing', "ok", "", None, "label_unknown"
            case "typo_label":
                concept, name = self.unique(lambda each: [onto.label(each) if len(onto.label(each)) > 12 else None])
                return concept, name[:6] + "q" + name[6:], "ok", "", None, "fuzzy"
            case "case_label":
                concept, name = self.unique(lambda each: [onto.label(each)])
                return concept, name.upper() + ".", "ok", "", None, "normalised"
            case "synonym_label":
                concept, name = self.unique(lambda each: onto.synonyms(each))
                while name == onto.label(concept):
                    concept, name = self.unique(lambda each: onto.synonyms(each))
                return concept, name, "ok", "", None, "synonym"
        raise AssertionError(fault)


@pytest.fixture(scope="module", params=[1, 2, 3])
def corpus(onto, request):
    """Answers of four annotations each, and what each annotation is."""
    planter = Planter(onto, request.param)
    kinds = [fault for fault in FAULTS for _ in range(PLANTED)]
    kinds += ["good"] * (N - len(kinds))
    planter.chance.shuffle(kinds)
    made = [planter.make(kind) for kind in kinds]
    answers = [
        json.dumps({"annotations": [{"id": one[0], "label": one[1]} for one in made[start : start + PER_ANSWER]]})
        for start in range(0, N, PER_ANSWER)
    ]
    report = oe.audit.outputs(
        answers,
        ontology=onto,
        slots=["$.annotations[*].id"],
        labels=["$.annotations[*].label"],
        roots=[ROOT],
        intervals=False,
    )
    return list(zip(kinds, made, strict=True)), report


def test_every_annotation_is_classified_without_one_error(corpus):
    made, report = corpus
    slots = report.compiled.view(Slots)
    assert len(slots.kind) == N
    wrong = []
    for row, (fault, (text, label, kind, detail, _, named)) in enumerate(made):
        mine = SlotClass(slots.kind[row]).name.lower()
        my_detail = slots.details[row] if detail is not None else None
        mine_named = LabelClass(slots.label[row]).name.lower()
        if (mine, my_detail, mine_named) != (kind, detail, named or "none"):
            wrong.append((fault, text, label, (kind, detail, named), (mine, slots.details[row], mine_named)))
    assert wrong == []
    assert slots.text == [text for _, (text, *_) in made]


def test_the_right_id_is_named(corpus):
    made, report = corpus
    expected = {
        f"$.annotations[{row % PER_ANSWER}].id answers[{row // PER_ANSWER}]": right
        for row, (_, (_, _, kind, _, right, _)) in enumerate(made)
        if right is not None and kind != "ok"
    }
    named = {}
    for finding in report.faults:
        if finding.id.startswith("vocabulary.") and finding.expected:
            place, _, path = finding.where.partition(" ")
            named[f"{path} {place}"] = finding.expected.removeprefix("perhaps ").split()[0]
    assert {place: named.get(place) for place in expected} == expected


def test_findings_are_those_that_were_planted(corpus):
    made, report = corpus
    found = Counter(finding.id for finding in report.faults)
    kinds = Counter(kind for _, (_, _, kind, *_) in made)
    labels = Counter(named for _, (*_, named) in made)
    for kind in SlotClass:
        name = kind.name.lower()
        assert found[f"vocabulary.{name}"] == (0 if name in ("ok", "nil") else kinds[name]), name
    for name in ("label_of_other_term", "label_unknown", "fuzzy"):
        assert found[f"label.{name}"] == labels[name] == PLANTED
    filled = N - kinds["nil"] - kinds["ungrounded"]
    assert report["vocabulary_conformance"].sums == {"num": kinds["ok"], "den": filled}
    assert report["slot_abstention_rate"].sums == {"num": 3 * PLANTED, "den": N}
