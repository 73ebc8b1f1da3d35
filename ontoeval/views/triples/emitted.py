"""`EmittedTriples`: the triples that the system put out, checked against vocabulary, ontology and source text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ontoeval.findings import Finding, shorten
from ontoeval.records.batch import Batch
from ontoeval.records.model import Offer, Triple
from ontoeval.views.base import Flags, Inputs, Integers, Status, View, run_is_missing, statuses
from ontoeval.views.triples.checks import CHECKS, Check, Checker, Judged, Verdict
from ontoeval.views.triples.predicates import Predicates
from ontoeval.views.triples.support import Support, padded
from ontoeval.views.triples.types import Reading
from ontoeval.views.triples.view import key

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology

Part = Literal["subject", "object"]
Verdicts = NDArray[np.int8]

NO_VOCABULARY = "the ontology has no properties, or none was given (--ontology), and no row has vocabulary"


@dataclass(slots=True)
class Answer:
    """What one sample has to do with triples.

    Attributes:
        sample: Its position.
        where: Its file and line.
        triples: What was put out, each once.
        places: The position of each of them in what was put out.
        gold: What is true.
        offer: What might be used, or None for the ontology.
        text: The source text, or None.
    """

    sample: int
    where: str
    triples: list[Triple]
    places: list[int]
    gold: list[Triple] = field(default_factory=list)
    offer: Offer | None = None
    text: str | None = None


class EmittedTriples(View):
    """``run.triples``, each once per sample (see `Triples`).

    What may be used is ``vocabulary``, else the ontology.

    Attributes:
        sample: Sample of each triple, shape ``(n,)``.
        emitted: How many triples each sample put out, repeats included, shape ``(n_samples,)``.
        distinct: How many different ones, shape ``(n_samples,)``.
        any_text, any_offer: Whether any sample has a source text, and a vocabulary of its own.
    """

    bare: ClassVar[tuple[str, str] | None] = ("gold.triples", "run.triples")
    stage = "conformance"

    def __init__(
        self, status: NDArray[np.int8], emitted: Integers, answers: list[Answer], ontology: Ontology | None
    ) -> None:
        self.status = status
        self.emitted = emitted
        self.sample = np.array([answer.sample for answer in answers for _ in answer.triples], dtype=np.int64)
        self.distinct = np.bincount(self.sample, minlength=len(status))
        self._answers = answers
        self._ontology = ontology
        self._predicates = Predicates.of_ontology(ontology) if ontology is not None else None
        self._judged: dict[Reading, list[list[Judged]]] = {}
        self.any_text = self.any_offer = False

    @classmethod
    def variant(cls, parameters: Mapping[str, Any]) -> type[View]:
        """The view that ``convention`` names."""
        from ontoeval.views.triples.text2kgbench import Text2kgbench, Text2kgbenchSupport

        if parameters.get("convention") != "text2kgbench":
            return cls
        return Text2kgbenchSupport if parameters.get("part") in ("subject", "object") else Text2kgbench

    @classmethod
    def builder(cls, inputs: Inputs) -> EmittedTriplesBuilder:
        """A new builder."""
        return EmittedTriplesBuilder(inputs)

    def lacking(self, parameters: Mapping[str, Any]) -> str | None:
        """Why triples cannot be checked in this way, or None."""
        if self.unmeasured is not None:
            return self.unmeasured
        if parameters.get("part") in ("subject", "object"):
            return None if self.any_text else "no row has query"
        check = parameters.get("check", "predicate")
        if check == "duplicate":
            return None
        if check in ("all", "predicate", "placeholder"):
            return None if self.any_offer or self._predicates is not None else NO_VOCABULARY
        return None if self._predicates is not None else "no ontology with properties was given (--ontology)"

    def verdicts(self, check: Check, reading: Reading, *, lenient: bool) -> Verdicts:
        """What a check says of each triple, shape ``(n,)``.

        Args:
            check: The check.
            reading: How domain, range and functional properties are read, see `Kinder.wrong`.
            lenient: Whether another spelling of a predicate is fine.
        """
        found = [
            Verdict.FINE if lenient and check == "predicate" and one.predicate.is_meant else one.verdicts.get(check)
            for one in self._each(reading)
        ]
        return np.array([Verdict.UNCHECKED if verdict is None else verdict for verdict in found], dtype=np.int8)

    def faulty(self, reading: Reading, *, lenient: bool) -> tuple[Flags, Flags]:
        """Which triples any check finds fault with, and which had their predicate checked, each of shape ``(n,)``."""
        table = np.stack([self.verdicts(check, reading, lenient=lenient) for check in CHECKS])
        return (table == Verdict.FAULT).any(axis=0), table[CHECKS.index("predicate")] != Verdict.UNCHECKED

    def supported(self, part: Part) -> Verdicts:
        """Whether the text of the sample speaks of the subject or object of each triple, shape ``(n,)``."""
        support = Support(self._ontology)
        found: list[int] = []
        for answer in self._answers:
            text = None if answer.text is None else padded(answer.text)
            for triple in answer.triples:
                name = (triple.get("head") if part == "subject" else triple.get("tail")) or ""
                known = Verdict.UNCHECKED if text is None else Verdict(not support.found(name, text))
                found.append(known)
        return np.array(found, dtype=np.int8)

    def faults(self, reading: Reading = "schema") -> list[tuple[int, Finding]]:
        """The sample and the finding of each fault, with the right alternative where there is one."""
        found = []
        for answer, judged in zip(self._answers, self._judge(reading), strict=True):
            for place, one in zip(answer.places, judged, strict=True):
                said = " | ".join(shorten(text, 30) for text in (one.head, one.triple["relation"], one.tail))
                where = f"{answer.where} run.triples[{place}]"
                for fault in one.faults:
                    subtype = f"_{one.predicate.spelling}" if fault.check == "predicate" else ""
                    rule = f"triple.{fault.check}{subtype}"
                    got = f"{said}: {fault.got}"
                    found.append((answer.sample, Finding(rule, "error", where, got, fault.expected, fault.mend)))
        return found

    def _each(self, reading: Reading) -> list[Judged]:
        return [one for judged in self._judge(reading) for one in judged]

    def _judge(self, reading: Reading) -> list[list[Judged]]:
        if reading not in self._judged:
            checkers: dict[int, Checker] = {}
            self._judged[reading] = [self._judged_answer(answer, reading, checkers) for answer in self._answers]
        return self._judged[reading]

    def _judged_answer(self, answer: Answer, reading: Reading, checkers: dict[int, Checker]) -> list[Judged]:
        predicates = self._predicates if answer.offer is None else Predicates.of_offer(answer.offer)
        if predicates is None:
            return [Judged(triple, Predicates({}, (), ()).find("")) for triple in answer.triples]
        known = 0 if answer.offer is None else id(answer.offer)
        if known not in checkers:
            checkers[known] = Checker(predicates, self._ontology, reading)
        return checkers[known].judge(answer.triples, answer.gold)


class EmittedTriplesBuilder:
    """Compiles batches into `EmittedTriples`."""

    def __init__(self, inputs: Inputs) -> None:
        self.ontology = inputs.ontology
        self.any_value = self.any_text = self.any_offer = False
        self.status: list[int] = []
        self.emitted: list[int] = []
        self.answers: list[Answer] = []
        self.offers = Offers()

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        columns = (
            batch.where,
            run_is_missing(batch),
            batch.column("run.triples"),
            batch.column("gold.triples"),
            batch.column("vocabulary"),
            batch.column("query"),
        )
        for where, lost, triples, gold, offer, text in zip(*columns, strict=True):
            self.any_value |= triples is not None
            self.any_text |= text is not None
            self.any_offer |= offer is not None
            missing = lost or triples is None
            if not missing:
                first = {key(triple): place for place, triple in reversed(list(enumerate(triples)))}
                places = sorted(first.values())
                kept = [triples[place] for place in places]
                shared = self.offers.shared(offer)
                self.answers.append(Answer(len(self.status), where, kept, places, gold or [], shared, text))
            self.emitted.append(0 if missing else len(triples))
            self.status.append(Status.MISSING if missing else Status.OK)

    def build(self) -> EmittedTriples:
        """The view of all batches."""
        emitted = np.array(self.emitted, dtype=np.int64)
        view = EmittedTriples(statuses(self.status), emitted, self.answers, self.ontology)
        view.any_text, view.any_offer = self.any_text, self.any_offer
        view.unmeasured = None if self.any_value else "no row has run.triples"
        return view


class Offers:
    """Gives samples that were offered the same the same object, so that it is compiled once."""

    def __init__(self) -> None:
        self._known: dict[tuple[tuple[str, ...], tuple[str, ...]], Offer] = {}

    def shared(self, offer: Offer | None) -> Offer | None:
        """The first offer that is equal to this one."""
        if offer is None:
            return None
        content = tuple(offer.get("concepts", ())), tuple(offer.get("relations", ()))
        return self._known.setdefault(content, offer)
