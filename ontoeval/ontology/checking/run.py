"""`check`: runs the checks on an ontology and sorts what they find."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import IO, Any, Literal

from ontoeval.errors import UsageError
from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking import baseline as baselines
from ontoeval.ontology.checking.context import Context, Options, Skipped
from ontoeval.ontology.checking.exceptions import Waiver, parse
from ontoeval.ontology.checking.registry import select
from ontoeval.ontology.facts import Facts, facts_of, namespace, read_facts
from ontoeval.ontology.load import load
from ontoeval.ontology.ontology import Ontology
from ontoeval.progress import track

State = Literal["new", "known", "excepted"]
LEVELS: tuple[Severity, ...] = ("error", "warning", "info")


@dataclass(frozen=True)
class CheckReport:
    """What the checks found.

    Attributes:
        ontology: The ontology.
        findings: All findings, errors first, then by check.
        states: For each finding ``"new"``, ``"known"`` (in the baseline) or ``"excepted"``.
        reasons: Why a finding is excepted, by its position.
        passed: Checks that ran and found nothing in scope.
        skipped: Checks that could not run, with the reason.
        fixed: Entries of the baseline that are found no more.
        notes: What else is worth a word: expired and unused exceptions.
        summaries: The summary of each check that ran.
        out_of_scope: How many findings lie outside of the scope.
    """

    ontology: Ontology
    findings: tuple[Finding, ...]
    states: tuple[State, ...]
    reasons: Mapping[int, str] = field(default_factory=dict)
    passed: tuple[str, ...] = ()
    skipped: Mapping[str, str] = field(default_factory=dict)
    fixed: tuple[dict[str, Any], ...] = ()
    notes: tuple[str, ...] = ()
    summaries: Mapping[str, str] = field(default_factory=dict)
    out_of_scope: int = 0
    namespaces: tuple[str, ...] = ()

    @property
    def new(self) -> tuple[Finding, ...]:
        """Findings that are neither known nor excepted."""
        return tuple(f for f, state in zip(self.findings, self.states, strict=True) if state == "new")

    def failing(self, fail_on: Severity = "error") -> tuple[Finding, ...]:
        """New findings at or above a severity."""
        return tuple(f for f in self.new if LEVELS.index(f.severity) <= LEVELS.index(fail_on))

    def write_baseline(self, path: str | Path) -> int:
        """Write all findings that no exception covers as the known ones; returns how many.

        Args:
            path: The file.
        """
        kept = [f for f, state in zip(self.findings, self.states, strict=True) if state != "excepted"]
        return baselines.write(kept, self.ontology, self.namespaces, Path(path))


def check(
    source: Ontology | str | Path | bytes | IO[bytes],
    *,
    only: Iterable[str] | None = None,
    skip: Iterable[str] = (),
    scope: Iterable[str] = (),
    baseline: str | Path | None = None,
    exceptions: Iterable[str | Waiver] = (),
    roots: Iterable[str] | None = None,
    languages: Iterable[str] | None = None,
    max_children: int = 50,
    reasoner: bool = False,
    today: date | None = None,
    **loading: Any,
) -> CheckReport:
    """Check an ontology: structure, lifecycle, labels, logic, SKOS.

    Args:
        source: A path or bytes; or a loaded ontology, for which checks that need the file's own statements are
            skipped.
        only: Ids or names of checks, or the beginning of ids (``"ONT3"``); by default all.
        skip: Checks to leave out.
        scope: Beginnings of ids, e.g. ``["HP:"]``: findings about other concepts only are left out and counted.
        baseline: File of known findings.
        exceptions: Findings that are fine: ``"ONT208 HP:0031859 until 2027-01-01: why"``.
        roots: The roots that the hierarchy should have.
        languages: Languages in which every label should exist.
        max_children: Most children before a concept is an outlier.
        reasoner: Whether to run the reasoner for ONT402.
        today: The day for exceptions; by default today.
        loading: Options of ``ontoeval.load`` for a path.

    Raises:
        OntologyError: The file cannot be read.
        UsageError: A check, the scope or an exception does not exist.
        InputError: The baseline cannot be used.

    Example:
        >>> cats = b"[Term]\\nid: A:1\\nname: cat\\n\\n[Term]\\nid: A:2\\nname: cat\\nis_a: A:1\\n"
        >>> report = check(cats, only=["ONT302"])
        >>> [(finding.id, finding.subjects) for finding in report.findings]
        [('ONT302', ('A:1', 'A:2'))]
    """
    chosen = select(only, skip)
    waivers = [parse(item) if isinstance(item, str) else item for item in exceptions]
    known = None if baseline is None else baselines.read(Path(baseline))
    ontology, facts, kept = _open(source, loading)
    names = tuple(facts.namespaces())
    prefixes = tuple(scope)
    _check_scope(prefixes, facts)
    if known is not None:
        baselines.belongs(known, ontology, names, str(baseline))
    options = Options(
        roots=None if roots is None else tuple(roots),
        languages=None if languages is None else tuple(languages),
        max_children=max_children,
        reasoner=reasoner,
        scope=prefixes,
    )
    shared: dict[str, object] = {}
    findings: list[Finding] = []
    passed: list[str] = []
    skipped: dict[str, str] = {}
    outside = 0
    for entry in track(chosen, f"checking {ontology.source}"):
        context = Context(entry.id, entry.severity, ontology, facts, kept, loading, options, shared)
        try:
            all_found = list(entry.run(context))
        except Skipped as reason:
            skipped[entry.id] = str(reason)
            continue
        found = [finding for finding in all_found if _in_scope(finding.subjects, prefixes)]
        outside += len(all_found) - len(found)
        findings += found
        if not found:
            passed.append(entry.id)
    findings.sort(key=lambda finding: (LEVELS.index(finding.severity), finding.id))
    ran = {entry.id for entry in chosen} - skipped.keys()
    states, reasons, fixed, notes = _sorted_out(findings, known, waivers, ran, prefixes, today or date.today())
    return CheckReport(
        ontology,
        tuple(findings),
        tuple(states),
        reasons,
        tuple(passed),
        skipped,
        tuple(fixed),
        tuple(notes),
        {entry.id: entry.summary for entry in chosen},
        outside,
        names,
    )


def _open(
    source: Ontology | str | Path | bytes | IO[bytes], loading: Mapping[str, Any]
) -> tuple[Ontology, Facts, object]:
    if isinstance(source, Ontology):
        return source, facts_of(source), None
    content = source if isinstance(source, str | Path | bytes) else source.read()
    ontology = load(content, **loading)
    reading = {name: loading[name] for name in ("encoding", "base_iri", "format", "limits") if name in loading}
    return ontology, read_facts(content, ontology, **reading), content


def _check_scope(prefixes: Sequence[str], facts: Facts) -> None:
    for prefix in prefixes:
        if not any(concept.startswith(prefix) for concept in facts.declared):
            some = ", ".join(f"{name} ({n:,} concepts)" for name, n in list(facts.namespaces().items())[:5])
            raise UsageError(f"no concept starts with {prefix!r}", where="scope", expected=some)


def _in_scope(subjects: Iterable[str], prefixes: tuple[str, ...]) -> bool:
    """Whether a finding is about a concept in scope, perhaps among others; about the whole ontology it always is."""
    concepts = [subject for subject in subjects if namespace(subject) and not any(map(str.isspace, subject))]
    return not (prefixes and concepts) or any(concept.startswith(prefixes) for concept in concepts)


def _sorted_out(
    findings: Sequence[Finding],
    known: baselines.Baseline | None,
    waivers: Sequence[Waiver],
    ran: set[str],
    prefixes: tuple[str, ...],
    today: date,
) -> tuple[list[State], dict[int, str], list[dict[str, Any]], list[str]]:
    left = Counter() if known is None else known.keys()
    states: list[State] = []
    reasons: dict[int, str] = {}
    used: set[int] = set()
    expired: Counter[int] = Counter()
    for position, finding in enumerate(findings):
        state: State = "new"
        name = baselines.key(finding)
        if left[name] > 0:
            left[name] -= 1
            state = "known"
        for number, waiver in enumerate(waivers):
            if not waiver.covers(finding):
                continue
            if waiver.expired(today):
                expired[number] += 1
                continue
            used.add(number)
            state, reasons[position] = "excepted", waiver.reason
            break
        states.append(state)
    fixed = []
    for entry in known.entries if known is not None else ():
        name = (entry["id"], tuple(entry["subjects"]))
        if left[name] > 0 and name[0] in ran and _in_scope(name[1], prefixes):
            left[name] -= 1
            fixed.append(entry)
    notes = []
    for number, waiver in enumerate(waivers):
        if expired[number]:
            notes.append(
                f"the exception {waiver} expired on {waiver.expires}: what it covered counts again, "
                f"{expired[number]} in all ({waiver.reason})"
            )
        elif waiver.expired(today):
            notes.append(f"the exception {waiver} expired on {waiver.expires} and covers nothing: remove it")
        elif number not in used and waiver.check in ran:
            notes.append(f"the exception {waiver} covers nothing any more: remove it")
    return states, reasons, fixed, notes
