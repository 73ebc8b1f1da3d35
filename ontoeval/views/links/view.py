"""`Links`: predicted mentions against gold mentions, and their alignment."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ontoeval.errors import BadParameter
from ontoeval.views.base import Flags, Inputs, Integers, Keyed, View
from ontoeval.views.coding import NIL, Codes
from ontoeval.views.links import conventions
from ontoeval.views.links.alignment import (
    Alignment,
    Convention,
    Level,
    Scope,
    gold_in_scope,
    predicted_in_scope,
    tally,
)
from ontoeval.views.links.areas import outside
from ontoeval.views.links.documents import Named, document_pairs, named
from ontoeval.views.links.matching import How, Match, Matcher
from ontoeval.views.links.pairs import LinkPairs, link_pairs
from ontoeval.views.links.readings import counted_once
from ontoeval.views.links.spans import Spans, in_order

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology
    from ontoeval.views.links.builder import LinksBuilder

Key = Literal["type", "id"]


@dataclass(frozen=True)
class Vocabulary:
    """What the integers of mentions stand for.

    Attributes:
        types: Types of mentions.
        spellings: Ids as they are written on any side.
        clusters: NIL clusters.
        gold_codes, predicted_codes: Concept of each spelling on either side, and NIL for the last one (no id).
        name: From a concept's code to its id.
        areas: Annotated spans of each sample that has any.
        as_written: Whether the codes are those of spellings.
    """

    types: Sequence[str] = ()
    spellings: Sequence[str] = ()
    clusters: Sequence[str] = ()
    gold_codes: Codes = field(default_factory=lambda: np.array([NIL], dtype=np.int32))
    predicted_codes: Codes = field(default_factory=lambda: np.array([NIL], dtype=np.int32))
    name: Callable[[int], str] = str
    areas: Mapping[int, Sequence[tuple[int, int]]] = field(default_factory=dict)
    as_written: bool = False


class Links(View):
    """Predicted mentions (``run.mentions``) against ``gold.mentions``.

    Ids are resolved on both sides before they are compared. Repeats of a mention with the same span and
    concept count once. Gold mentions with ``parents`` are other readings, in parts, of one mention, and count once with
    it: the whole is to be found, or all that lies below it (see `counted_once`). A sample whose gold is null is
    undefined; an empty gold list says that there is nothing to find. A sample that only the run has counts as one
    without gold mentions.

    Attributes:
        gold, predicted: The mentions of each side.
        types, spellings, clusters, areas, name: See `Vocabulary`.
        ontology: The ontology that resolved the ids, or None.
    """

    keys: ClassVar[tuple[str, ...]] = ("type", "id")
    bare: ClassVar[tuple[str, str] | None] = ("gold.mentions", "run.mentions")
    stage = "query understanding"

    def __init__(
        self,
        status: NDArray[np.int8],
        gold: Spans,
        predicted: Spans,
        vocabulary: Vocabulary | None = None,
        ontology: Ontology | None = None,
    ) -> None:
        self.status = status
        self.vocabulary = vocabulary or Vocabulary()
        self.ontology = ontology
        self.given = gold, predicted  # as they were given, with repeats; the codes are those of spellings
        found = _coded(predicted, self.vocabulary.predicted_codes)
        self.gold = in_order(counted_once(_coded(gold, self.vocabulary.gold_codes), found))
        self.predicted = in_order(found)
        self._pairs: dict[tuple[How, Scope, bool], Integers] = {}
        self._compared: dict[tuple[How, bool], LinkPairs] = {}

    @classmethod
    def builder(cls, inputs: Inputs) -> LinksBuilder:
        """A new builder."""
        from ontoeval.views.links.builder import LinksBuilder

        return LinksBuilder(inputs)

    def lacking(self, parameters: Mapping[str, Any]) -> str | None:
        """Also: relations and distances between concepts need the ontology."""
        needed = parameters.get("relation", "any") != "any" or bool(parameters.get("within"))
        if self.unmeasured is None and needed and self.ontology is None:
            return "no ontology was given (--ontology)"
        return self.unmeasured

    @property
    def types(self) -> Sequence[str]:
        """The types of mentions."""
        return self.vocabulary.types

    @property
    def spellings(self) -> Sequence[str]:
        """The ids as they are written on any side."""
        return self.vocabulary.spellings

    @property
    def clusters(self) -> Sequence[str]:
        """The NIL clusters."""
        return self.vocabulary.clusters

    @property
    def areas(self) -> Mapping[int, Sequence[tuple[int, int]]]:
        """The annotated spans of each sample that has any."""
        return self.vocabulary.areas

    @property
    def name(self) -> Callable[[int], str]:
        """From a concept's code to its id."""
        return self.vocabulary.name

    @cached_property
    def written(self) -> Links:
        """The same mentions with their ids as they are written: a code is a position in ``spellings``, or NIL."""
        places = np.arange(len(self.spellings) + 1, dtype=np.int32)
        codes = [
            np.where(known == NIL, NIL, places).astype(np.int32)
            for known in (self.vocabulary.gold_codes, self.vocabulary.predicted_codes)
        ]
        spelled = replace(
            self.vocabulary, gold_codes=codes[0], predicted_codes=codes[1], name=self._spelled, as_written=True
        )
        links = Links(self.status, *self.given, spelled)
        links.unmeasured = self.unmeasured
        return links

    def _spelled(self, code: int) -> str:
        return "NIL" if code == NIL else self.spellings[code]

    @cached_property
    def matcher(self) -> Matcher:
        """What pairs the mentions."""
        return Matcher(self.gold, self.predicted)

    @cached_property
    def outside(self) -> Flags:
        """Which predicted mentions lie outside the annotated area of their sample, if it has one."""
        return outside(self.predicted, self.areas)

    @staticmethod
    def how(match: Match, iou: float = 0.5, typed: bool = False) -> How:
        """When spans are the same; the share counts for ``match="iou"`` only."""
        return How(match, iou if match == "iou" else 0.5, typed)

    # Units

    def units(self, how: How | None = None) -> tuple[Integers, Integers]:
        """The unit of each gold and of each predicted mention, when spans are paired like this."""
        return self.gold.sample, self.predicted.sample

    @property
    def gold_unit(self) -> Integers:
        """The unit of each gold mention."""
        return self.units()[0]

    @property
    def predicted_unit(self) -> Integers:
        """The unit of each predicted mention."""
        return self.units()[1]

    def document_units(self, gold: Named, predicted: Named, pairs: Integers) -> tuple[Integers, Integers]:
        """The unit of each gold and of each predicted concept of a sample."""
        return gold.sample, predicted.sample

    # Alignment

    def align(
        self,
        scope: Scope = "all",
        level: Level = "mention",
        *,
        match: Match = "strong",
        iou: float = 0.5,
        typed: bool = False,
        given: bool = False,
        resolve: bool = True,
        spans_only: bool = False,
    ) -> Alignment:
        """Match predicted with gold mentions, one to one.

        Args:
            scope: ``"all"``: NIL is a value like any other; ``"in_kb"``: only mentions that have a concept;
                ``"nil"``: only mentions that are NIL; ``"gold_in_kb"``: only gold mentions that have a concept, and all
                predictions but those on the span of a gold NIL.
            level: ``"mention"``: same span and same concept; ``"document"``: the set of concepts of each
                sample, spans and NIL set aside.
            match: When spans are the same, see `How`.
            iou: The share for ``match="iou"``.
            typed: Whether types must be equal too.
            given: Whether the system was given the gold spans: predictions on other spans do not count.
            resolve: Compare concepts; False compares ids as they are written.
            spans_only: Match spans, whatever the concept.
        """
        if not resolve:
            written = self._as_written()
            return written.align(scope, level, match=match, iou=iou, typed=typed, given=given, spans_only=spans_only)
        how = self.how(match, iou, typed)
        of_gold, of_predicted = gold_in_scope(self.gold.code, scope), predicted_in_scope(self.predicted.code, scope)
        free = self.excused(how, scope, of_gold, given)
        if level == "document":
            return self._documents(of_gold, of_predicted, free, typed)
        memo = (how, scope, spans_only)
        if memo not in self._pairs:
            pair = self.matcher.spans if spans_only else self.matcher.links
            self._pairs[memo] = pair(how, of_gold, of_predicted)
        units = self.units(how)
        gold = units[0], of_gold, ~self.gold.optional
        return tally(gold, (units[1], of_predicted, ~free), self._pairs[memo], len(self.status))

    def _as_written(self) -> Links:
        return self.written

    def excused(self, how: How, scope: Scope, of_gold: Flags, given: bool) -> Flags:
        """Predicted mentions that are no false positives when they match nothing; for `align`."""
        free = self.outside.copy()
        if given:
            free |= ~self.matcher.on_spans(replace(how, typed=False), np.ones_like(of_gold))
        if scope == "gold_in_kb":
            free |= self.matcher.on_spans(replace(how, typed=False), ~of_gold)
        return free

    def _documents(self, of_gold: Flags, of_predicted: Flags, free: Flags, typed: bool) -> Alignment:
        gold = named(self.gold, of_gold, self.gold.optional, typed)
        predicted = named(self.predicted, of_predicted, free, typed)
        pairs = document_pairs(gold, predicted, self.gold, of_gold)
        units = self.document_units(gold, predicted, pairs)
        everything = np.ones(len(gold.code), dtype=bool), np.ones(len(predicted.code), dtype=bool)
        aligned = tally(
            (units[0], everything[0], gold.counts), (units[1], everything[1], predicted.counts), pairs, len(self.status)
        )
        return replace(aligned, pairs=np.zeros((0, 2), dtype=np.int64))

    def same_span(self, match: Match = "strong", iou: float = 0.5) -> Integers:
        """Pairs of gold and predicted mentions with the same span, shape ``(n, 2)``.

        Same concepts are paired first, then two concepts, then NIL with a concept.
        """
        how = self.how(match, iou)
        memo: tuple[How, Scope, bool] = (how, "all", True)
        if memo not in self._pairs:
            everything = (np.ones(len(side), dtype=bool) for side in (self.gold, self.predicted))
            self._pairs[memo] = self.matcher.spans(how, *everything)
        return self._pairs[memo]

    def compared(
        self, match: Match = "strong", *, iou: float = 0.5, typed: bool = False, given: bool = False
    ) -> LinkPairs:
        """What became of every mention: pairs of the alignment with these options, then of what it leaves over."""
        memo = self.how(match, iou, typed), given
        if memo not in self._compared:
            self._compared[memo] = link_pairs(self, *memo)
        return self._compared[memo]

    def right(self, pairs: Integers) -> Flags:
        """Whether the two mentions of each pair mean the same, shape ``(n,)``."""
        return self.matcher.right(pairs)

    def conventional(
        self,
        convention: Convention,
        *,
        scope: Scope = "all",
        level: Level = "mention",
        typed: bool = False,
        spans_only: bool = False,
        match: Match = "strong",
    ) -> Alignment:
        """The counts by sample that another tool makes of the mentions as they were given, with ids as written.

        Raises:
            BadParameter: The tool does not know one of the options.
        """
        return conventions.align(
            convention, self, scope=scope, level=level, typed=typed, spans_only=spans_only, match=match
        )

    # Keys

    def keyed(self, key: str) -> Keyed:
        """The view by (sample, type) or (sample, concept): a prediction has the key of the gold mention on its span."""
        codes = self.vocabulary.gold_codes, self.vocabulary.predicted_codes
        view = KeyedLinks(self, "id" if key == "id" else "type", codes, self.name)
        return Keyed(view, view.unit_sample, view.unit_key, view.labels)


class KeyedLinks(Links):
    """Links whose units are (sample, type) or (sample, concept) pairs; what is paired with what stays the same.

    Args:
        whole: The links by sample, resolved or as written.
        key: ``"type"`` or ``"id"``.
        codes: Concept of each spelling in the gold and the predicted mentions.
        name: From a concept to its id.
    """

    def __init__(self, whole: Links, key: Key, codes: tuple[Codes, Codes], name: Callable[[int], str]) -> None:
        self.__dict__.update(whole.__dict__)
        self.whole = whole
        self.key = key
        self._codes = codes
        self._resolved_name = name
        self._known = np.unique(np.concatenate([np.array([NIL], dtype=np.int32), *codes]))
        named = [name(code) for code in self._known.tolist()] if key == "id" else []
        self.labels = named or ["(no type)", *self.types]
        self._units = np.unique(np.concatenate([self._number(*found) for found in map(self._given_keys, (0, 1))]))
        self.unit_sample, self.unit_key = np.divmod(self._units, len(self.labels))
        self.status = whole.status[self.unit_sample]

    def _given_keys(self, side: int) -> tuple[Integers, Integers]:
        """Sample and key of every mention of a side, and of every part of one."""
        spans, codes = self.given[side], self._codes[side]
        sample, key = spans.sample, self._key_of(spans.kind, codes[spans.raw])
        if self.key == "type" or not spans.parts:
            return sample, key
        more = [(place, raw) for place, raws in spans.parts.items() for raw in raws]
        place, raw = np.array(more, dtype=np.int64).T
        return np.concatenate([sample, sample[place]]), np.concatenate([key, self._key_of(raw, codes[raw])])

    def _key_of(self, kind: Integers, code: Codes) -> Integers:
        """The position of each key in the labels."""
        return kind + 1 if self.key == "type" else np.searchsorted(self._known, code)

    def _number(self, sample: Integers, key: Integers) -> Integers:
        return sample * len(self.labels) + key

    def units(self, how: How | None = None) -> tuple[Integers, Integers]:
        """The unit of each mention; a prediction on a gold mention's span has the gold mention's key."""
        how = how or How()
        gold, predicted = (
            self._key_of(side.kind, codes[side.raw])
            for side, codes in zip((self.gold, self.predicted), self._codes, strict=True)
        )
        pairs = self.whole.same_span(how.match, how.iou)
        predicted[pairs[:, 1]] = gold[pairs[:, 0]]
        return self._unit(self.gold.sample, gold), self._unit(self.predicted.sample, predicted)

    def document_units(self, gold: Named, predicted: Named, pairs: Integers) -> tuple[Integers, Integers]:
        """The unit of each concept of a sample; a matched one has the gold concept's.

        Raises:
            BadParameter: The keys are types.
        """
        if self.key == "type":
            raise BadParameter(
                "concepts of whole samples have no type", where="average='macro:type' with level='document'"
            )
        mine, theirs = (
            self._key_of(side.kind, self._concepts(side.code, codes))
            for side, codes in zip((gold, predicted), self._codes, strict=True)
        )
        theirs[pairs[:, 1]] = mine[pairs[:, 0]]
        return self._unit(gold.sample, mine), self._unit(predicted.sample, theirs)

    def _concepts(self, code: Integers, codes: Codes) -> Codes:
        """Concepts from the codes of this view, which are those of spellings when ids are compared as written."""
        return codes[code] if self.vocabulary.as_written else code.astype(np.int32)

    def _unit(self, sample: Integers, key: Integers) -> Integers:
        return np.searchsorted(self._units, self._number(sample, key))

    def _as_written(self) -> Links:
        return KeyedLinks(self.whole.written, self.key, self._codes, self._resolved_name)

    def conventional(self, convention: Convention, **options: Any) -> Alignment:
        """No tool counts by type or concept.

        Raises:
            BadParameter: Always.
        """
        average = f"average='macro:{self.key}'"
        raise BadParameter(f"{convention} counts by sample, not by {self.key}", where=average)


def _coded(spans: Spans, codes: Codes) -> Spans:
    """Mentions whose spellings are replaced by concepts."""
    code = codes[spans.raw]
    others: dict[int, tuple[int, ...]] = {}
    parts: dict[int, tuple[int, ...]] = {}
    for place, raws in spans.others.items():
        more = dict.fromkeys(codes[list(raws)].tolist())
        more.pop(int(code[place]), None)
        if more:
            others[place] = tuple(more)
    for place, raws in spans.parts.items():
        several = tuple(dict.fromkeys(codes[list(raws)].tolist()))
        if len(several) > 1:
            parts[place] = several
    candidates = replace(spans.candidates, code=codes[spans.candidates.raw])
    return replace(spans, code=code, others=others, parts=parts, candidates=candidates)
