"""What is wrong with the triples of one answer, one check at a time: fine, at fault, or not checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Literal, get_args

from ontoeval.findings import shorten
from ontoeval.records.model import Triple
from ontoeval.views.triples.predicates import Predicate, Predicates
from ontoeval.views.triples.signatures import Signature, fits_datatype, signatures
from ontoeval.views.triples.types import Kinder, Kinds, Reading, Typed, is_literal
from ontoeval.views.triples.view import squeezed

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology

Check = Literal[
    "predicate", "placeholder", "domain", "range", "swapped", "inverse", "disjoint",
    "functional", "inverse_functional", "datatype", "irreflexive", "asymmetric",
]  # fmt: skip
CHECKS: tuple[Check, ...] = get_args(Check)


class Verdict(IntEnum):
    """What a check says of a triple."""

    FINE = 0
    FAULT = 1
    UNCHECKED = 2


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a triple.

    Attributes:
        check: The check.
        got: What is there.
        expected: What should be.
        mend: The right alternative, where there is one.
    """

    check: Check
    got: str
    expected: str = ""
    mend: str = ""


@dataclass(slots=True)
class Judged:
    """A triple with what the checks say; a check that is not in ``verdicts`` was not made.

    Attributes:
        triple: The triple.
        predicate: What its predicate means.
        verdicts: By check.
        faults: What is wrong.
    """

    triple: Triple
    predicate: Predicate
    verdicts: dict[Check, Verdict] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    @property
    def head(self) -> str:
        """The subject."""
        return self.triple.get("head") or ""

    @property
    def tail(self) -> str:
        """The object."""
        return self.triple.get("tail") or ""

    def say(self, check: Check, wrong: bool | None, got: str = "", expected: str = "", mend: str = "") -> None:
        """Note a verdict; None is none."""
        if wrong is None:
            return
        self.verdicts[check] = Verdict.FAULT if wrong else Verdict.FINE
        if wrong:
            self.faults.append(Fault(check, got, expected, mend))


class Checker:
    """Checks the triples of answers against one vocabulary and, where there is one, an ontology.

    Args:
        predicates: The predicates that may be used.
        ontology: What is said of them; None when only their names are known.
        reading: How domain, range and functional properties are read, see `Kinder.wrong`.
    """

    def __init__(self, predicates: Predicates, ontology: Ontology | None, reading: Reading) -> None:
        self._predicates = predicates
        self._reading = reading
        self._kinder = Kinder(ontology) if ontology is not None else None
        self._properties = Predicates.of_ontology(ontology) if ontology is not None else None
        self._signatures = signatures(ontology.properties) if ontology is not None else {}

    def judge(self, triples: Sequence[Triple], gold: Iterable[Triple]) -> list[Judged]:
        """The triples of one answer, none of them twice, with what is said of each.

        Args:
            triples: The triples.
            gold: What is true, for the types in it.
        """
        emitted, true = Typed(triples), Typed(gold)
        judged = [Judged(triple, self._predicates.find(triple["relation"])) for triple in triples]
        for one in judged:
            _spelling(one)
            tail = one.tail
            placeholder = self._predicates.is_class(tail) if tail else None
            one.say("placeholder", placeholder, f"the object is merely the name of a kind: {_cut(tail)}", "a thing")
            signature = self._signature(one)
            if signature is not None and self._kinder is not None:
                _Ends(one, signature, self._kinder, self._reading).check(emitted, true)
        self._groups(judged)
        return judged

    def _signature(self, one: Judged) -> Signature | None:
        if self._properties is None or one.predicate.name is None or not one.predicate.is_meant:
            return None
        return self._signatures.get(self._properties.find(one.predicate.name).name or "")

    def _groups(self, judged: list[Judged]) -> None:
        """Checks that look at several triples of an answer."""
        pairs = {(squeezed(one.head), one.predicate.name, squeezed(one.tail)) for one in judged}
        groups: dict[tuple[str, str, str | None], list[Judged]] = {}
        for one in judged:
            signature = self._signature(one)
            if signature is None:
                continue
            head, tail = squeezed(one.head), squeezed(one.tail)
            if "functional" in signature.traits:
                groups.setdefault(("functional", head, one.predicate.name), []).append(one)
            if "inverse_functional" in signature.traits:
                groups.setdefault(("inverse_functional", tail, one.predicate.name), []).append(one)
            if signature.traits & {"irreflexive", "asymmetric"}:
                one.say("irreflexive", head == tail, f"{_cut(one.head)} is related to itself", "two things")
            if "asymmetric" in signature.traits:
                both = head != tail and (tail, one.predicate.name, head) in pairs
                one.say("asymmetric", both, "it is also stated the other way round", "one of the two")
        for (check, _, _), members in groups.items():
            self._group("functional" if check == "functional" else "inverse_functional", members)

    def _group(self, check: Literal["functional", "inverse_functional"], members: list[Judged]) -> None:
        """One verdict for a group, on its first triple."""
        first = members[0]
        texts = [one.tail if check == "functional" else one.head for one in members]
        signature = self._signature(first)
        open_world = self._reading == "owl" and not (signature and signature.takes == "literal")
        wrong = len(members) > 1 and not (open_world or (self._reading == "owl" and check == "inverse_functional"))
        shown = ", ".join(map(_cut, texts[:3])) + (" …" if len(texts) > 3 else "")
        role = "objects" if check == "functional" else "subjects"
        first.say(check, wrong, f"{len(members)} {role}: {shown}", "one")


class _Ends:
    """Checks of the subject and the object of one triple against the signature of its property."""

    def __init__(self, one: Judged, signature: Signature, kinder: Kinder, reading: Reading) -> None:
        self.one = one
        self.signature = signature
        self.kinder = kinder
        self.reading = reading

    def check(self, emitted: Typed, gold: Typed) -> None:
        """Look at types of subject and object, as far as they are known."""
        one, signature = self.one, self.signature
        literal = self._literal()
        heads = self.kinder.kinds(one.head, emitted, gold)
        tails: Kinds = frozenset() if literal else self.kinder.kinds(one.tail, emitted, gold)
        wrong = self._side("domain", one.head, heads), self._side("range", one.tail, tails)
        if wrong != (None, None):
            self._turned(any(wrong), heads, tails)
        known = [(kinds, unions) for kinds, unions in self._sides(heads, tails) if kinds and unions]
        if known:
            apart = any(self.kinder.contradicts(kinds, unions) for kinds, unions in known)
            got = f"{self._words(heads)} and {self._words(tails)} beside {_cut(one.predicate.name or '')}"
            expected = self.kinder.named((*signature.domains, *signature.ranges))
            one.say("disjoint", apart, f"disjoint kinds: {got}", expected)

    def _sides(self, heads: Kinds, tails: Kinds) -> list[tuple[Kinds, tuple[tuple[str, ...], ...]]]:
        return [(heads, self.signature.domains), (tails, self.signature.ranges)]

    def _side(self, check: Literal["domain", "range"], text: str, kinds: Kinds) -> bool | None:
        unions = self.signature.domains if check == "domain" else self.signature.ranges
        wrong = self.kinder.wrong(kinds, unions, self.reading)
        role = "subject" if check == "domain" else "object"
        got = f"the {role} {_cut(text)} is a {self._words(kinds)}"
        self.one.say(check, wrong, got, _cut(self.kinder.named(unions), 60))
        return wrong

    def _turned(self, wrong: bool, heads: Kinds, tails: Kinds) -> None:
        """Whether it would be right the other way round, and with which property as it stands."""
        signature, kinder = self.signature, self.kinder
        back = [
            kinder.wrong(kinds, unions, self.reading)
            for kinds, unions in ((tails, signature.domains), (heads, signature.ranges))
        ]
        turned = wrong and True not in back if heads and tails else None
        got = f"{_cut(self.one.head)} and {_cut(self.one.tail)} are the wrong way round"
        if signature.inverses:
            other = signature.inverses[0]
            self.one.say("inverse", turned, got, mend=f"use {_cut(other)} instead")
        else:
            swapped = (
                f"{_cut(self.one.tail, 30)} | {_cut(self.one.predicate.name or '', 30)} | {_cut(self.one.head, 30)}"
            )
            self.one.say("swapped", turned, got, mend=f"say {swapped}")

    def _literal(self) -> bool:
        """Check that literals stand where literals are asked for, in the form of their datatype."""
        one, signature = self.one, self.signature
        told = is_literal(one.triple)
        if signature.takes == "entity":
            if told is not None:
                one.say("datatype", told, f"the object {_cut(one.tail)} is a literal", "a thing")
            return bool(told)
        if signature.takes != "literal":
            return bool(told)
        if told is False:
            one.say("datatype", True, f"the object {_cut(one.tail)} is a thing", self._datatypes() or "a literal")
        elif signature.datatypes:
            fits = [[fits_datatype(one.tail, name) for name in union] for union in signature.datatypes]
            wrong = any(all(fit is False for fit in union) for union in fits)
            known = any(fit is not None for union in fits for fit in union)
            one.say("datatype", wrong if known else None, f"the object is {_cut(one.tail)}", self._datatypes())
        return True

    def _datatypes(self) -> str:
        short = [name.rpartition("#")[2] for union in self.signature.datatypes for name in union]
        return _cut(" or ".join(f"xsd:{name.removeprefix('xsd:')}" for name in short), 60)

    def _words(self, kinds: Kinds) -> str:
        return _cut(", ".join(sorted(map(self.kinder.label, kinds)))) or "thing of unknown kind"


def _spelling(one: Judged) -> None:
    """Whether the predicate is one that may be used, and which one was meant."""
    meant, text = one.predicate, _cut(one.triple["relation"])
    reasons = {
        "spelling": f"the predicate {text} is spelled in another way",
        "class_label": f"the predicate {text} is the name of a concept",
    }
    mend = f"use {_cut(meant.name)}" if meant.name else ""
    got = reasons.get(meant.spelling, f"the predicate {text or 'is empty and'} is not in the vocabulary")
    one.say("predicate", meant.spelling != "exact", got, mend=mend)


def _cut(text: str, limit: int = 40) -> str:
    return shorten(text, limit)
