"""Samples whose answers were read once: concepts, triples and grounding stand in fields of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ontoeval.records.batch import Batch
from ontoeval.records.samples import Samples
from ontoeval.views.outputs import value_of
from ontoeval.views.outputs.parsing import Parse
from ontoeval.views.outputs.paths import EACH, places_at, slot_steps, written

if TYPE_CHECKING:
    from ontoeval.audit.output_grounding import Grounder
    from ontoeval.views.outputs.slots import Slots


class Enricher:
    """Fills fields from the outputs of a batch.

    Args:
        reader: How outputs are parsed.
        slots: Where they hold ids.
        grounder: Looks for concepts in the source text (``query``), or None.
        triples: Where outputs hold triples, or None.
        compares: Whether the slots are to be compared with gold as ``run.concepts`` and ``gold.concepts``.

    Attributes:
        strays: By answer, what stands among its triples and is none, with its place.
    """

    def __init__(
        self, reader: Parse, slots: Slots, *, grounder: Grounder | None, triples: str | None, compares: bool
    ) -> None:
        self._reader = reader
        self._slots = slots
        self._grounder = grounder
        self._triples = None if triples is None else _of_list(slot_steps(triples))
        self._compares = compares and bool(slots.slots)
        self.strays: dict[str, list[tuple[str, Any]]] = {}

    @property
    def idle(self) -> bool:
        """Whether there is nothing to fill."""
        return self._grounder is None and self._triples is None and not self._compares

    def enrich(self, batch: Batch) -> Batch:
        """The batch with further columns."""
        values = [value_of(output, self._reader) for output in batch.column("run.output")]
        columns = dict(batch.columns)
        if self._grounder is not None:
            texts = batch.column("query")
            columns["annotations"] = [self._grounding(*pair) for pair in zip(values, texts, strict=True)]
        if self._triples is not None:
            columns["run.triples"] = [self._statements(*pair) for pair in zip(batch.ids, values, strict=True)]
        if self._compares:
            columns["run.concepts"] = [None if value is None else self._concepts(value) for value in values]
            right = zip(batch.column("gold.output"), batch.column("gold.concepts"), strict=True)
            columns["gold.concepts"] = [
                concepts if output is None else self._concepts(value_of(output)) for output, concepts in right
            ]
        return replace(batch, columns=columns)

    def _grounding(self, value: Any, text: str | None) -> dict[str, list[Any]] | None:
        if value is None or text is None or self._grounder is None:
            return None
        return {"grounding": self._grounder.ground(value, text)}

    def _statements(self, name: str, value: Any) -> list[Any] | None:
        """Triples as they stand in the output; what is none becomes a stray. Null instead of the list is no triples."""
        if value is None or self._triples is None:
            return None
        read = [(path, element, _triple(element)) for path, element in places_at(value, self._triples)]
        strays = [
            (written(path), element)
            for path, element, triple in read
            if triple is None and (element is not None or isinstance(path[-1], int))
        ]
        if strays:
            self.strays[name] = strays
        return [triple for _, _, triple in read if triple is not None]

    def _concepts(self, value: Any) -> list[str]:
        """The distinct concepts in the slots; abstentions are left out."""
        keys = (self._slots.key(text) for text in self._slots.texts(value))
        return list(dict.fromkeys(key for key in keys if key is not None))


class Enriched(Samples):
    """Samples whose batches are enriched on the way."""

    def __init__(self, plain: Samples, enricher: Enricher) -> None:
        super().__init__(plain.gold, plain.run, docs=plain.docs)
        self._enricher = enricher

    def batches(self) -> Iterator[Batch]:
        """The samples as columns, enriched."""
        for batch in super().batches():
            yield batch if self._enricher.idle else self._enricher.enrich(batch)


_PARTS = {
    "head": ("head", "subject", "sub"),
    "relation": ("relation", "predicate", "rel"),
    "tail": ("tail", "object", "obj"),
}


def _of_list(steps: Sequence[str]) -> Sequence[str]:
    """The path of a list instead of that of its elements, since a triple may be a list itself."""
    return steps[:-1] if steps and steps[-1] == EACH else steps


def _triple(value: Any) -> dict[str, Any] | None:
    """A triple with the names of the record's fields, or None; a list of three is head, relation and tail."""
    if isinstance(value, list) and len(value) == 3 and not any(isinstance(part, dict | list) for part in value):
        value = dict(zip(_PARTS, value, strict=True))
    if isinstance(value, dict):
        found = {name: next((value[key] for key in keys if key in value), None) for name, keys in _PARTS.items()}
        types = {name: str(value[name]) for name in ("head_type", "tail_type") if value.get(name) is not None}
        parts = {name: None if part is None else str(part) for name, part in found.items()}
        return {**parts, **types, "relation": parts["relation"] or ""}
    return None
