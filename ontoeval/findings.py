"""One shape for everything that readers, checks and audits find."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something found in an input, an ontology or an output.

    Attributes:
        id: The name of the rule, e.g. ``"record.type"`` or ``"ONT205"``.
        severity: ``"error"`` (cannot be used), ``"warning"`` (used, but look at it) or ``"info"``.
        where: File and line, and the field or concept: ``"run.jsonl:12 run.retrieved[3].score"``.
        got: What is there, shortened.
        expected: What was expected.
        mend: How to mend it.
        count: How many places this finding stands for (1 unless grouped).
        subjects: Ids that it is about; with ``id`` they tell the same finding again in another run.
    """

    id: str
    severity: Severity
    where: str
    got: str
    expected: str = ""
    mend: str = ""
    count: int = 1
    subjects: tuple[str, ...] = ()

    def __str__(self) -> str:
        text = f"{self.where}: {self.got}"
        if self.expected:
            text += f"; expected {self.expected}"
        if self.count > 1:
            text += f" ({self.count} places)"
        if self.mend:
            text += f" [{self.mend}]"
        return text

    def as_dict(self) -> dict[str, Any]:
        """The finding as a JSON-ready object; ``subjects`` only where there are any."""
        content = asdict(self)
        subjects = content.pop("subjects")
        return {**content, "subjects": list(subjects)} if subjects else content


def shorten(value: object, limit: int = 80) -> str:
    """Text of a value for a message: its repr, cut in the middle when long."""
    text = value if isinstance(value, str) else repr(value)
    if len(text) <= limit:
        return text
    head = (limit - 3) * 2 // 3
    return f"{text[:head]} … {text[-(limit - 3 - head) :]}"
