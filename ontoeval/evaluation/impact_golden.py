"""What a new release of an ontology does to the rows of a golden set: EVL01 to EVL05, EVL07, EVL09."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ontoeval.findings import Finding, Severity
from ontoeval.ontology import Ontology, Relation, inside
from ontoeval.ontology.diff_twins import Twins
from ontoeval.ontology.naming import fold, quoted
from ontoeval.ontology.resolution import Resolution
from ontoeval.progress import track
from ontoeval.records.samples import Samples

#: Severity and meaning of each kind of effect.
EFFECTS: dict[str, tuple[Severity, str]] = {
    "EVL01": ("error", "A gold id does not resolve any more."),
    "EVL02": ("error", "A gold id is deprecated, merged or ambiguous now."),
    "EVL03": ("warning", "The label of a gold concept changed."),
    "EVL04": ("warning", "A gold concept has children now: a finer answer exists."),
    "EVL05": ("warning", "A gold concept moved: its ancestors, or its relation to another one of the row, changed."),
    "EVL06": ("error", "A schema or prompt offers ids that the ontology does not hold."),
    "EVL07": ("warning", "A mention without a concept (NIL) has a candidate now."),
    "EVL08": ("error", "A metric changed, though the predictions did not."),
    "EVL09": ("warning", "Two gold concepts have a name that is the same once case and punctuation are gone."),
    "EVL10": ("error", "A saved report was made with another ontology than the old one."),
}
_USABLE = ("live", "alias", "replaced")


@dataclass(frozen=True)
class Use:
    """A place of a golden set where a concept is named.

    Attributes:
        row: Id of the row.
        where: File and line.
        field: Field of the row, e.g. ``"gold.mentions[0].id"``.
        text: The id as it is written, or None for NIL.
        mention: The text of the mention, or None.
    """

    row: str
    where: str
    field: str
    text: str | None
    mention: str | None = None


@dataclass(frozen=True)
class Effect:
    """What a release does to one use.

    Attributes:
        code: Kind of effect, e.g. ``"EVL02"``.
        use: Where.
        got: What, in words with labels.
        severity: How bad.
        subjects: The concepts, old and new.
        choices: Concepts that may take its place; exactly one when ``certain``.
        certain: Whether the new release names exactly one replacement.
        mend: What to do.
    """

    code: str
    use: Use
    got: str
    severity: Severity
    subjects: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    certain: bool = False
    mend: str = ""

    def finding(self) -> Finding:
        """The effect as a finding about the golden set."""
        where = f"{self.use.where} {self.use.field}"
        return Finding(self.code, self.severity, where, self.got, "", self.mend, 1, (self.use.row, *self.subjects))


@dataclass
class Golden:
    """The uses of concepts in a golden set.

    Attributes:
        name: Name of the file.
        uses: Places where a concept is named, in the order of the rows.
        rows: Ids of all rows, with their place.
        run: For each row the ids that the run names.
    """

    name: str
    uses: list[Use] = field(default_factory=list)
    rows: dict[str, str] = field(default_factory=dict)
    run: dict[str, list[str]] = field(default_factory=dict)

    @cached_property
    def by_row(self) -> dict[str, list[Use]]:
        """Uses by row."""
        found: dict[str, list[Use]] = {}
        for use in self.uses:
            found.setdefault(use.row, []).append(use)
        return found


def read_golden(samples: Samples, known: Iterable[Ontology]) -> Golden:
    """Collect what a golden set names: concepts, mentions, and ids in filters and outputs.

    Args:
        samples: The golden set, perhaps with a run.
        known: Ontologies; a text in a filter or an output is an id when one of them resolves it.
    """
    golden = Golden(samples.gold.name)
    ontologies = list(known)
    is_id: dict[str, bool] = {}

    def named(text: str) -> bool:
        if text not in is_id:
            is_id[text] = any(text in onto for onto in ontologies)
        return is_id[text]

    for batch in samples.batches():
        columns = {
            name: batch.column(name)
            for part in ("gold", "run")
            for name in (f"{part}.concepts", f"{part}.mentions", f"{part}.predicates", f"{part}.output")
        }
        for place, row in enumerate(batch.ids):
            where = batch.where[place].partition(" + ")[0]
            if batch.has_gold[place]:
                golden.rows[row] = where
            for part in ("gold", "run"):
                found = list(_concepts(columns[f"{part}.concepts"][place], f"{part}.concepts"))
                found += _mentions(columns[f"{part}.mentions"][place], f"{part}.mentions")
                for name in ("predicates", "output"):
                    value = columns[f"{part}.{name}"][place]
                    found += [(at, text, None) for at, text in _texts(value, f"{part}.{name}") if named(text)]
                if part == "gold":
                    golden.uses += [Use(row, where, at, text, mention) for at, text, mention in found]
                else:
                    golden.run[row] = [text for _, text, _ in found if text is not None]
    return golden


Found = tuple[str, str | None, str | None]


def _concepts(values: Any, at: str) -> Iterator[Found]:
    for place, text in enumerate(values or ()):
        yield f"{at}[{place}]", text, None


def _mentions(values: Any, at: str) -> Iterator[Found]:
    for place, mention in enumerate(values or ()):
        ids = mention.get("ids")
        if ids:
            yield from ((f"{at}[{place}].ids[{n}]", text, mention.get("text")) for n, text in enumerate(ids))
        else:
            yield f"{at}[{place}].id", mention.get("id"), mention.get("text")


def _texts(value: Any, at: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield at, value
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _texts(inner, f"{at}.{name}")
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _texts(inner, f"{at}[{place}]")


class _Happening(NamedTuple):
    """What happens to an id, wherever it is used; the attributes are those of `Effect`."""

    code: str
    got: str
    severity: Severity
    subjects: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    certain: bool = False
    mend: str = ""


class Effects:
    """Finds the effects on a golden set.

    Args:
        twins: The two releases.
        golden: The golden set.
    """

    def __init__(self, twins: Twins, golden: Golden) -> None:
        self.twins = twins
        self.golden = golden
        self.before = 0  # uses that resolve in neither release
        self._memo: dict[str, list[_Happening]] = {}

    def all(self) -> list[Effect]:
        """All effects, in the order of the rows."""
        found = [effect for use in track(self.golden.uses, "looking at gold ids") for effect in self._of(use)]
        found += self._pairs()
        found += self._collisions()
        order = {row: place for place, row in enumerate(self.golden.rows)}
        return sorted(found, key=lambda effect: order[effect.use.row])

    def _of(self, use: Use) -> Iterator[Effect]:
        nil = use.text is None or self.twins.old.resolve(use.text).status == "nil"
        if use.text is None or nil:
            yield from self._nil(use)
            return
        if use.text not in self._memo:
            self._memo[use.text] = list(self._changes(use.text))
        if not self._memo[use.text] and use.text not in self.twins.old and use.text not in self.twins.new:
            self.before += 1
        for found in self._memo[use.text]:
            got = found.got
            if found.code == "EVL03" and use.mention is not None:
                got += self._mention(use.mention, found.subjects[-1])
            yield Effect(found.code, use, got, *found[2:])

    def _changes(self, text: str) -> Iterator[_Happening]:
        """What happens to an id, wherever it is used."""
        twins = self.twins
        was, now = twins.old.resolve(text), twins.new.resolve(text)
        broken = self._broken(text, was, now)
        if broken is not None:
            yield broken
        if was.id is None or now.id is None or was.status not in _USABLE or now.status not in _USABLE:
            return
        same = was.id == now.id
        if same and twins.old.label(was.id) != twins.new.label(now.id):
            old, new = (onto.label(was.id) for onto in (twins.old, twins.new))
            got = f"{was.id} was called {_quoted(old)}, and is called {_quoted(new)} now"
            yield _Happening("EVL03", got, "warning", (was.id,), (), False, "does the row still ask for it?")
        below = [child for child in sorted(twins.new.children(now.id)) if not twins.new.deprecated(child)]
        if below and not any(not twins.old.deprecated(child) for child in twins.old.children(was.id)):
            some = ", ".join(twins.after(child) for child in below[:3]) + (" …" if len(below) > 3 else "")
            got = f"{twins.after(now.id)} has {len(below)} {'child' if len(below) == 1 else 'children'} now: {some}"
            yield _Happening(
                "EVL04", got, "warning", (now.id,), tuple(below), False, "is one of them the better answer?"
            )
        moved = self._moved(was.id, now.id)
        if moved:
            became = f"{twins.before(was.id)} is {twins.after(now.id)} now, in another place"
            got = f"{twins.after(now.id)} moved: {moved}" if same else f"{became}: {moved}"
            yield _Happening("EVL05", got, "warning", (now.id,), (), False, "")

    def _broken(self, text: str, was: Resolution, now: Resolution) -> _Happening | None:
        twins = self.twins
        known = twins.before(was.id) if was.id is not None else text
        known = f"{text} (an old id of {known})" if was.status in ("alias", "replaced") else known
        if now.status in ("absent", "nil"):
            if was.id is None and was.status != "ambiguous":
                return None
            return _Happening("EVL01", f"{known} is gone", "error", (text,), mend="choose another concept")
        if was.status in ("absent", "nil"):
            got = f"{text} means {twins.after(str(now.id))} now; it meant nothing before"
            return _Happening("EVL05", got, "info", (text,)) if now.id is not None else None
        lost = (
            was.id is not None and twins.old.declared(was.id) and now.id is not None and not twins.new.declared(now.id)
        )
        if lost and was.status == now.status == "live":
            got = f"{known} is only mentioned now, and not declared"
            return _Happening("EVL01", got, "error", (text,), mend="choose another concept")
        if (was.status, was.id, was.candidates) == (now.status, now.id, now.candidates):
            return None
        if was.id == now.id and was.status in _USABLE and now.status in _USABLE:
            return None  # another way to the same concept
        if now.status == "deprecated":
            got = f"{known} is deprecated, and nothing replaces it"
            return _Happening("EVL02", got, "error", (text,), mend="choose anew")
        if now.status == "ambiguous":
            some = ", ".join(twins.after(other) for other in now.candidates)
            return _Happening(
                "EVL02", f"{known}: choose between {some}", "error", (text,), now.candidates, False, "choose one"
            )
        assert now.id is not None
        if now.status == "live" and was.id == now.id:
            return _Happening("EVL02", f"{known} is alive again", "info", (text,))
        severity: Severity = "error" if now.status == "replaced" else "warning"
        got = f"{known} means {twins.after(now.id)} now"
        return _Happening(
            "EVL02", got, severity, (text, now.id), (now.id,), True, f"write {now.id}, if it means the same"
        )

    def _moved(self, was: str, now: str) -> str:
        """How the place of a concept differs, in words; "" when it does not."""
        twins = self.twins
        parts: list[str] = []
        for name, before, after in (
            ("parents", twins.old.parents(was), twins.new.parents(now)),
            ("equivalents", twins.old.equivalents(was), twins.new.equivalents(now)),
            ("ancestors", twins.old.ancestors(was), twins.new.ancestors(now)),
        ):
            mapped = twins.mapped(before)
            if mapped != after and not (name == "ancestors" and parts):
                lost, gained = sorted(mapped - after), sorted(after - mapped)
                signed = ((sign, ids) for sign, ids in (("-", lost), ("+", gained)) if ids)
                parts.append(f"{name} {'; '.join(f'{sign} {self._some(ids)}' for sign, ids in signed)}")
        depths = twins.old.depth(was), twins.new.depth(now)
        if depths[0] != depths[1]:
            parts.append(f"depth {depths[0]} → {depths[1]}")
        return ", ".join(parts)

    def _some(self, ids: list[str]) -> str:
        more = f" … and {len(ids) - 3} more" if len(ids) > 3 else ""
        return ", ".join(map(self.twins.after, ids[:3])) + more

    def _mention(self, mention: str, concept: str) -> str:
        before, after = (
            fold(mention) in {fold(name) for name in inside.names(onto, concept)}
            for onto in (self.twins.old, self.twins.new)
        )
        if before and not after:
            return f"; the mention {quoted(mention)} is none of its names any more"
        return ""

    def _nil(self, use: Use) -> Iterator[Effect]:
        """EVL07."""
        words = fold(use.mention or "")
        if not words:
            return
        found = sorted(self._names[1].get(words, set()) - self.twins.mapped(self._names[0].get(words, ())))
        if found:
            some = ", ".join(self.twins.after(concept) for concept in found[:3])
            got = f"{quoted(use.mention or '')} has no concept (NIL), but is a name of {some} now"
            yield Effect("EVL07", use, got, "warning", tuple(found), tuple(found), False, "is it the right one?")

    @cached_property
    def _names(self) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
        """Live concepts by folded name, in both releases."""
        tables: list[dict[str, set[str]]] = []
        for onto in (self.twins.old, self.twins.new):
            table: dict[str, set[str]] = {}
            for concept in onto.ids:
                if not onto.deprecated(concept):
                    for name in inside.names(onto, concept):
                        table.setdefault(fold(name), set()).add(concept)
            tables.append(table)
        return tables[0], tables[1]

    def _pairs(self) -> Iterator[Effect]:
        """EVL05 and DIF14 of two concepts of one row: their relation changed, or they exclude each other now."""
        excluding = bool(inside.disjoint(self.twins.new))
        for uses in self.golden.by_row.values():
            texts = {use.text: use for use in uses if use.text is not None}
            good = [text for text in texts if self._target(text) is not None]
            codes = [onto.encode(good) for onto in (self.twins.old, self.twins.new)]
            for place in range(1, len(good)):
                use, others = texts[good[place]], good[:place]
                old, new = (
                    onto.relations(known[:place], known[place : place + 1].repeat(place))
                    for onto, known in zip((self.twins.old, self.twins.new), codes, strict=True)
                )
                yield from self._moved_pairs(others, good[place], use, old, new)
                if excluding:
                    yield from self._excluded(others, good[place], use)

    def _moved_pairs(
        self, others: list[str], text: str, use: Use, old: NDArray[np.int8], new: NDArray[np.int8]
    ) -> Iterator[Effect]:
        for codes in (old, new):
            codes[codes == Relation.DISJOINT] = Relation.UNRELATED  # the same place; DIF14 tells what is new about it
        for place in (old != new).nonzero()[0].tolist():
            was, now = Relation(int(old[place])).label, Relation(int(new[place])).label
            first, second = self.twins.after(others[place]), self.twins.after(text)
            got = f"as seen from {first}, {second} was its {was}, and is {now} now"
            yield Effect("EVL05", use, got, "warning", (others[place], text))

    def _excluded(self, others: list[str], text: str, use: Use) -> Iterator[Effect]:
        for other in others:
            if self.twins.new.disjoint(other, text) and not self.twins.old.disjoint(other, text):
                first, second = self.twins.after(other), self.twins.after(text)
                got = f"{first} and {second} are said to be disjoint now: nothing can be both"
                yield Effect("DIF14", use, got, "error", (other, text))

    def _target(self, text: str) -> str | None:
        """The concept of the new release, when both releases resolve a text."""
        was, now = self.twins.old.resolve(text), self.twins.new.resolve(text)
        return now.id if was.status in _USABLE and now.status in _USABLE else None

    def _collisions(self) -> Iterator[Effect]:
        """EVL09: a folded name that two gold concepts share now."""
        first: dict[str, Use] = {}
        for use in self.golden.uses:
            target = None if use.text is None else self._target(use.text)
            if target is not None:
                first.setdefault(target, use)
        tables: list[dict[str, set[str]]] = []
        for onto in (self.twins.old, self.twins.new):
            table: dict[str, set[str]] = {}
            for target, use in first.items():
                concept = onto.resolve(use.text).id
                for name in inside.names(onto, str(concept)):
                    table.setdefault(fold(name), set()).add(target)
            tables.append(table)
        for name, targets in sorted(tables[1].items()):
            fresh = targets - (tables[0].get(name, set()) if len(tables[0].get(name, ())) > 1 else set())
            if len(targets) > 1 and fresh:
                some = " and ".join(self.twins.after(target) for target in sorted(targets))
                for use in self.golden.uses:
                    if use.text is not None and self._target(use.text) in targets:
                        got = f"{some} share the name {quoted(name)} now"
                        yield Effect("EVL09", use, got, "warning", tuple(sorted(targets)))


def _quoted(text: str | None) -> str:
    return "nothing" if text is None else quoted(text)
