"""How other tools count linked mentions: one file each, named by ``convention=``.

Each has ``align(links, *, scope, level, typed, spans_only, match="strong") -> Alignment`` and sees ids as they were
written. What a tool does not know (a scope, a level, a kind of match) is a `BadParameter`, never another tool's rule.

``EMPTY`` is the value that the tool gives to nothing over nothing. ``alone(links, aligned, part)``, where there is one,
says which documents have a value of their own in the tool's macro average of the ``part`` (precision, recall, f).
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Literal

from ontoeval.errors import BadParameter, closest
from ontoeval.statistics.rows import FScore, Ratio
from ontoeval.statistics.tool_rows import ToolFScore, ToolRatio
from ontoeval.views.base import Flags

if TYPE_CHECKING:
    from ontoeval.views.links import Alignment, Links

Part = Literal["precision", "recall", "f"]


@cache
def names() -> tuple[str, ...]:
    """The names of all conventions."""
    return tuple(sorted(path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith("_")))


def align(
    convention: str,
    links: Links,
    *,
    scope: str = "all",
    level: str = "mention",
    typed: bool = False,
    spans_only: bool = False,
    match: str = "strong",
) -> Alignment:
    """Counts by sample as a tool makes them.

    Args:
        convention: The tool.
        links: Predicted against gold mentions.
        scope: Which mentions count: ``"all"``, ``"in_kb"``, ``"nil"`` or ``"gold_in_kb"``.
        level: ``"mention"``, or ``"document"`` for the ids of each sample.
        typed: Types must be equal as well.
        spans_only: Spans are compared, whatever the ids.
        match: ``"strong"``: equal spans; ``"weak"``: overlapping ones.

    Raises:
        BadParameter: There is no such convention, or the tool has no such count.
    """
    module = _module(convention)
    found: Alignment = module.align(links, scope=scope, level=level, typed=typed, spans_only=spans_only, match=match)
    return found


def f_score(convention: str, links: Links, aligned: Alignment, beta: float = 1.0) -> FScore:
    """Rows of F from counts by sample, with the tool's rule for nothing over nothing."""
    module = _module(convention)
    counted = _alone(module, links, aligned, "f")
    counts = (aligned.correct, aligned.spurious, aligned.missed)
    return ToolFScore(*counts, beta=beta, empty=module.EMPTY, counted=counted)


def precision(convention: str, links: Links, aligned: Alignment) -> Ratio:
    """Rows of precision from counts by sample, with the tool's rule for nothing over nothing."""
    module = _module(convention)
    counted = _alone(module, links, aligned, "precision")
    found = aligned.correct + aligned.spurious
    return ToolRatio(aligned.correct, found, aligned.missed, empty=module.EMPTY, counted=counted)


def recall(convention: str, links: Links, aligned: Alignment) -> Ratio:
    """Rows of recall from counts by sample, with the tool's rule for nothing over nothing."""
    module = _module(convention)
    counted = _alone(module, links, aligned, "recall")
    wanted = aligned.correct + aligned.missed
    return ToolRatio(aligned.correct, wanted, aligned.spurious, empty=module.EMPTY, counted=counted)


def _alone(module: ModuleType, links: Links, aligned: Alignment, part: Part) -> Flags:
    if hasattr(module, "alone"):
        flags: Flags = module.alone(links, aligned, part)
        return flags
    return aligned.correct >= 0


def _module(convention: str) -> ModuleType:
    if convention not in names():
        near = closest(convention, names())
        mend = f"did you mean {near[0]}?" if near else None
        raise BadParameter(f"convention={convention!r} is not known", expected=", ".join(names()), mend=mend)
    return import_module(f"{__name__}.{convention}")
