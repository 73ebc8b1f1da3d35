"""Which constraint is possible at the size of a vocabulary, and why."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from ontoeval.errors import BadParameter
from ontoeval.ontology.vocabulary.candidates import branch_choices
from ontoeval.ontology.vocabulary.limits import ENUM, LLGUIDANCE_REGEX, OUTLINES_CORE, TARGETS, broken
from ontoeval.ontology.vocabulary.model import Vocabulary


@dataclass(frozen=True, slots=True)
class Way:
    """One way of holding outputs to a vocabulary.

    Attributes:
        name: Its name.
        possible: Whether it can be taken here.
        exact: Whether nothing else than the ids can come out of it, before any check.
        why: The reason.
        how: What to call.
    """

    name: str
    possible: bool
    exact: bool
    why: str
    how: str


@dataclass(frozen=True, slots=True)
class Plan:
    """All ways, the better ones first.

    Attributes:
        n: Number of ids.
        target: Whom it is for.
        ways: The ways.
    """

    n: int
    target: str
    ways: tuple[Way, ...]

    @property
    def choice(self) -> Way:
        """The first way that is possible; checking a pattern's outputs by set always is."""
        return next(way for way in self.ways if way.possible)

    def as_dict(self) -> dict[str, Any]:
        """The plan as a JSON-ready object."""
        return {
            "n": self.n,
            "target": self.target,
            "choice": self.choice.name,
            "ways": [asdict(way) for way in self.ways],
        }

    def __str__(self) -> str:
        lines = [f"{self.n:,} ids for {self.target}: {self.choice.name}"]
        for way in self.ways:
            lines.append(f"  {'yes' if way.possible else 'no ':3}  {way.name}: {way.why}")
            lines += [f"         {way.how}"] if way.possible else []
        return "\n".join(lines)


def plan(vocabulary: Vocabulary, target: str = "generic") -> Plan:
    """How outputs can be held to a vocabulary of its size, and why.

    Up to 1,000 ids an enum (as far as the target takes it), up to 50,000 a regular expression with llguidance on a
    local model; above, a pattern whose outputs are checked by set, an enum of the candidates of each record, a descent
    along the branches, or labels that are looked up afterwards.

    Args:
        vocabulary: The ids.
        target: ``"generic"`` (any engine, also a local model), ``"openai"`` or ``"gemini"``.

    Raises:
        BadParameter: The target is not known.
    """
    if target not in TARGETS:
        raise BadParameter(f"got {target!r}", where="target", expected=", ".join(TARGETS))
    ways = (
        _enum(vocabulary, target),
        _llguidance(vocabulary, target),
        _outlines_core(vocabulary, target),
        _pattern(),
        _candidates(vocabulary),
        _descent(vocabulary, target),
        _label(vocabulary),
    )
    return Plan(len(vocabulary), target, ways)


def _enum(vocabulary: Vocabulary, target: str) -> Way:
    problems = broken(vocabulary, target)
    if len(vocabulary) > ENUM and not problems:
        problems = [f"{len(vocabulary):,} values; up to {ENUM:,} every measured engine keeps up"]
    why = "; ".join(problems) or f"{len(vocabulary):,} ids fit"
    return Way("enum", not problems, True, why, "vocabulary.to_json_schema(form='enum')")


def _llguidance(vocabulary: Vocabulary, target: str) -> Way:
    how = "vocabulary.outlines_generator(model)"
    if target != "generic":
        return Way("llguidance", False, True, "a hosted service brings its own engine", how)
    fits = len(vocabulary) <= LLGUIDANCE_REGEX
    why = "a model of your own; compiles in seconds" if fits else f"measured up to {LLGUIDANCE_REGEX:,}"
    return Way("llguidance", fits, True, why, how)


def _outlines_core(vocabulary: Vocabulary, target: str) -> Way:
    how = "vocabulary.outlines_generator(model, backend='outlines_core')"
    if target != "generic":
        return Way("outlines_core", False, True, "a hosted service brings its own engine", how)
    fits = len(vocabulary) <= OUTLINES_CORE
    why = "few enough for the default of outlines" if fits else "the default of outlines took 149 s for 1,000 ids"
    return Way("outlines_core", fits, True, why, how)


def _pattern() -> Way:
    why = "any size; well-formed ids that do not exist pass, so outputs are checked by set and asked for again"
    return Way("pattern + set check", True, False, why, "vocabulary.to_pydantic()")


def _candidates(vocabulary: Vocabulary) -> Way:
    why = "any size; right ids that are no candidates are lost: measure candidate_recall(gold, candidates)"
    return Way("candidates per record", True, True, why, "vocabulary.subset(candidates).to_json_schema(labels=True)")


def _descent(vocabulary: Vocabulary, target: str) -> Way:
    how = "branch_choices(vocabulary, at)"
    onto = vocabulary.ontology
    if onto is None or "property" in vocabulary.selection.kinds:
        return Way("branch descent", False, True, "there is no hierarchy", how)
    widest = max((1 + sum(down in vocabulary for down in onto.children(id)), id) for id in vocabulary)
    first = branch_choices(vocabulary)
    n, where = max(widest, (len(first), "the first step"))
    limit = min(ENUM, TARGETS[target].max_values or ENUM)
    why = f"several calls per id; the widest step has {n:,} choices ({where})"
    return Way("branch descent", n <= limit, True, why if n <= limit else f"{why}, more than {limit:,}", how)


def _label(vocabulary: Vocabulary) -> Way:
    named = len(vocabulary.labels)
    why = f"any size; {named:,} of {len(vocabulary):,} ids have a label; wrong and ambiguous names must be handled"
    return Way("label, then ground", named > 0, False, why, "vocabulary.suggester.named(label)")
