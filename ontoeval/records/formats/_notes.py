"""What a reader or a writer noticed, grouped: how often, and the first places."""

from __future__ import annotations

from dataclasses import dataclass, field

from ontoeval.findings import Finding, Severity

_MOST_LISTED = 10


@dataclass
class _Group:
    severity: Severity
    mend: str
    count: int = 0
    listed: list[str] = field(default_factory=list)


class Notes:
    """Counts what is noticed by kind, and keeps the first places of each kind."""

    def __init__(self) -> None:
        self._groups: dict[tuple[str, str], _Group] = {}

    def add(self, rule: str, what: str, place: str, *, mend: str = "", severity: Severity = "warning") -> None:
        """Count one place.

        Args:
            rule: Id of the finding.
            what: What was noticed, in the plural: it follows the number.
            place: File and line, and what is there.
            mend: How to mend it.
            severity: ``"warning"``, or ``"info"`` when nothing can be wrong.
        """
        group = self._groups.setdefault((rule, what), _Group(severity, mend))
        group.count += 1
        if len(group.listed) < _MOST_LISTED:
            group.listed.append(place)

    def findings(self, where: str) -> list[Finding]:
        """One finding per kind."""
        found = []
        for (rule, what), group in self._groups.items():
            more = " …" if group.count > len(group.listed) else ""
            got = f"{group.count} {what}: {'; '.join(group.listed)}{more}"
            found.append(Finding(rule, group.severity, where, got, mend=group.mend, count=group.count))
        return found
