"""`impact`: what a new release of an ontology does to a golden set and its scores."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ontoeval.errors import InputError, UsageError
from ontoeval.evaluation.api import load_docs, load_schema
from ontoeval.evaluation.impact_golden import EFFECTS, Effect, Effects, Golden, read_golden
from ontoeval.evaluation.impact_scores import MetricChange, key, named_causes, score_both
from ontoeval.findings import Finding
from ontoeval.metrics.registry import parse
from ontoeval.ontology.diff_model import Change, OntologyDiff
from ontoeval.ontology.diff_twins import Twins
from ontoeval.records.objects import samples_of
from ontoeval.records.samples import Samples, Source
from ontoeval.views.base import Settings

FORMAT = 1
_DETAILS = ("DIF08", "DIF09", "DIF10", "DIF12")


@dataclass(frozen=True)
class Impact:
    """What a release does.

    Attributes:
        diff: The changes of the ontology.
        golden: What the golden set names.
        effects: What happens to its rows, in their order.
        metrics: Each metric under both releases; empty without a run.
        tolerance: By how much a metric may change.
        further: Findings about schemas and saved reports (EVL06, EVL10).
        unresolved: How many uses resolve in neither release.
    """

    diff: OntologyDiff
    golden: Golden
    effects: tuple[Effect, ...]
    metrics: tuple[MetricChange, ...] = ()
    tolerance: float = 0.0
    further: tuple[Finding, ...] = ()
    unresolved: int = 0
    _memo: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def affected(self) -> list[str]:
        """Ids of the rows to which something happens, in the order of the golden set."""
        return list(dict.fromkeys(effect.use.row for effect in self.effects))

    @cached_property
    def touching(self) -> frozenset[tuple[str, str]]:
        """Code and concept of the changes that the golden set can feel.

        These are changes of a concept that a row names or that lies above one; what only tells more about one concept
        (depth, ancestors, siblings, information content) counts for the named ones alone.
        """
        texts = {use.text for use in self.golden.uses if use.text is not None}
        named = {concept for text in texts for concept in self._meant(text)}
        above = {a for onto in (self.diff.old, self.diff.new) for c in named if c in onto for a in onto.ancestors(c)}
        near = named | above

        def felt(change: Change) -> bool:
            if change.code in _DETAILS:
                return change.concept in named
            return not near.isdisjoint((change.concept, *change.old, *change.new))

        return frozenset((change.code, change.concept) for change in self.diff.changes if felt(change))

    @property
    def findings(self) -> list[Finding]:
        """The effects as findings about the golden set, and metrics that changed by more than the tolerance.

        What happens to one concept in several fields of a row is one finding.
        """
        together: dict[tuple[str, str, tuple[str, ...]], list[Effect]] = {}
        for effect in self.effects:
            together.setdefault((effect.use.row, effect.code, effect.subjects), []).append(effect)
        found = []
        for effects in together.values():
            most = max(effects, key=lambda effect: len(effect.got))  # the one that also looks at the mention's text
            found.append(replace(most.finding(), count=len(effects)))
        return [*found, *self._moved_metrics(), *self.further]

    def counts(self) -> dict[str, int]:
        """How many rows each kind of effect has, and how many rows have none."""
        pairs = {(effect.code, effect.use.row) for effect in self.effects}
        found = Counter(code for code, _ in pairs)
        return {
            "rows": len(self.golden.rows),
            "unaffected": len(self.golden.rows) - len(self.affected),
            **{code: found[code] for code in EFFECTS if found[code]},
        }

    def changes(self) -> dict[str, Change]:
        """The changes by the names that attributions use."""
        return {key(change): change for change in self.diff.changes}

    def proposal(self) -> dict[str, Any]:
        """What could be changed in the golden set, for a person to decide; nothing is edited.

        A step is ``certain`` when the new release names exactly one concept for the id; even that may be wrong,
        since ``replaced_by`` is used for "means the same" and for "use this instead".
        """
        twins = Twins(self.diff.old, self.diff.new)
        steps = []
        for effect in self.effects:
            if effect.code not in ("EVL01", "EVL02", "EVL03", "EVL04", "EVL07"):
                continue
            if effect.code == "EVL02" and not effect.choices and effect.severity == "info":
                continue
            actions = {"EVL03": "review the label", "EVL04": "review: finer", "EVL07": "review: was NIL"}
            action = actions.get(effect.code) or ("replace" if effect.certain else "choose")
            steps.append(
                {
                    "row": effect.use.row,
                    "where": effect.use.where,
                    "field": effect.use.field,
                    "rule": effect.code,
                    "action": action,
                    "from": effect.use.text,
                    "from_label": _label(self.diff, effect.use.text),
                    "to": effect.choices[0] if effect.certain else None,
                    "choices": [{"id": choice, "label": twins.new.label(choice)} for choice in effect.choices],
                    "certain": effect.certain,
                    "why": effect.got,
                    "decision": None,
                }
            )
        return {
            "format": FORMAT,
            "golden": self.golden.name,
            "old": self.diff.old.fingerprint,
            "new": self.diff.new.fingerprint,
            "note": 'A proposal: nothing was changed. Fill in each decision: an id, "keep" or "remove"; then: '
            "ontoeval ontology migrate",
            "steps": steps,
        }

    def write_proposal(self, path: str | Path) -> int:
        """Write the proposal as JSON and return how many steps it has.

        Args:
            path: A new file; the golden set itself is refused.

        Raises:
            UsageError: The path is that of the golden set.
        """
        target = Path(path)
        if target.name == self.golden.name:
            raise UsageError(
                "this is the golden set", where=str(path), mend="name another file: a proposal never edits in place"
            )
        content = self.proposal()
        text = json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False)
        target.write_text(text + "\n", encoding="utf-8", errors="replace", newline="\n")
        return len(content["steps"])

    def as_dict(self) -> dict[str, Any]:
        """Everything as one JSON-ready object."""
        return {
            "counts": self.counts(),
            "affected": self.affected,
            "unresolved_before": self.unresolved,
            "tolerance": self.tolerance,
            "metrics": [
                {
                    "metric": metric.metric,
                    "direction": metric.direction,
                    "old": metric.old,
                    "new": metric.new,
                    "delta": metric.delta,
                    "n": metric.n,
                    "reason": metric.reason,
                    "shares": [
                        {"causes": list(s.causes), "shared": len(s.causes) > 1, "items": s.items, "effect": s.effect}
                        for s in metric.shares
                    ],
                    "items": [
                        {"row": i.row, "old": i.old, "new": i.new, "delta": i.delta, "causes": list(i.causes)}
                        for i in metric.items
                    ],
                }
                for metric in self.metrics
            ],
        }

    def _meant(self, text: str) -> Iterable[str]:
        yield text
        for onto in (self.diff.old, self.diff.new):
            resolved = onto.resolve(text)
            yield from resolved.via
            if resolved.id is not None:
                yield resolved.id

    def _moved_metrics(self) -> Iterable[Finding]:
        changes = self.changes()
        for metric in self.metrics:
            delta = metric.delta
            if metric.old is not None and metric.new is None:
                got = f"{metric.old:.4f} → no value: {metric.reason or 'undefined'}"
            elif delta is not None and abs(delta) > self.tolerance:
                most = metric.shares[0] if metric.shares else None
                why = f", most items by {named_causes(most.causes, changes)}" if most else ""
                got = f"{metric.old:.4f} → {metric.new:.4f} ({delta:+.4f}){why}"
            else:
                continue
            expected = f"a change of at most {self.tolerance:g}" if self.tolerance else "no change"
            where = f"{self.golden.name} {metric.metric}"
            yield Finding("EVL08", EFFECTS["EVL08"][0], where, got, expected, subjects=(metric.metric,))


def impact(
    diff: OntologyDiff,
    golden: Any,
    run: Any = None,
    *,
    metrics: Iterable[str] = (),
    docs: Any = None,
    schema: Mapping[str, Any] | str | Path | None = None,
    slots: Iterable[str] = (),
    fields: Mapping[str, str] | None = None,
    report: str | Path | None = None,
    tolerance: float = 0.0,
) -> Impact:
    """What a new release of an ontology does to a golden set, and to the scores of a run whose predictions stay.

    Rows that break (EVL01, EVL02), are relabelled (EVL03), have a finer answer now (EVL04) or move (EVL05); NIL
    mentions with a candidate now (EVL07), names that collide (EVL09), ids in a schema (EVL06), a saved report of
    another ontology (EVL10). With a run, every metric is scored under both releases (EVL08), and the delta of each
    item goes to the changes that touch the ancestor sets of its concepts; several changes share it.

    Args:
        diff: From ``oe.ontology.diff(old, new)``.
        golden: The golden set: a path or rows.
        run: What the system did: a path or rows.
        metrics: Notations; by default what the rows can measure.
        docs: The corpus.
        schema: JSON Schema of the outputs, or its path: its enums are looked through for ids.
        slots: Where outputs hold concept ids.
        fields: Other places of fields in rows.
        report: A saved report.json: it should have been made with the old ontology.
        tolerance: By how much a metric may change before it is a finding.

    Raises:
        InputError: Something given cannot be used.
        UsageError: A metric does not exist.

    Example:
        >>> import ontoeval as oe
        >>> old = b"[Term]\\nid: A:1\\nname: pet\\n\\n[Term]\\nid: A:2\\nname: cat\\nis_a: A:1\\n"
        >>> new = old + b"\\n[Term]\\nid: A:3\\nname: tabby\\nis_a: A:2\\n"
        >>> found = impact(oe.ontology.diff(old, new), [{"id": "q1", "gold": {"concepts": ["A:2"]}}])
        >>> [(finding.id, finding.got) for finding in found.findings]
        [('EVL04', 'A:2 "cat" has 1 child now: A:3 "tabby"')]
    """
    measures = [parse(metric) for metric in metrics]
    samples = golden_samples(golden, run, fields=fields, scored=bool(measures))
    rows = read_golden(samples, (diff.old, diff.new))
    unclear = next((finding for finding in samples.findings if finding.id == "record.unclear_fields"), None)
    if unclear is not None:
        raise InputError(unclear.got, where=unclear.where, mend=unclear.mend)
    finder = Effects(Twins(diff.old, diff.new), rows)
    effects = finder.all()
    loaded = load_schema(schema)
    changes: list[MetricChange] = []
    if samples.run is not None or measures:
        settings = Settings(loaded, tuple(slots))
        changes = score_both(diff, samples, rows, measures, load_docs(docs), settings)
    name = str(schema) if isinstance(schema, str | Path) else "schema"
    further = [*_enums(diff, loaded, name), *_other(diff, report)]
    return Impact(diff, rows, tuple(effects), tuple(changes), tolerance, tuple(further), finder.before)


def golden_samples(
    golden: Any, run: Any = None, *, fields: Mapping[str, str] | None = None, scored: bool = False
) -> Samples:
    """The samples that `impact` looks at.

    Args:
        golden: The golden set: a path, rows or samples.
        run: What the system did: a path or rows.
        fields: Other places of fields in rows.
        scored: Whether metrics are wanted; if not, rows without a run are a golden set, bare fields too.
    """
    samples = samples_of(golden, run, fields=fields)
    if samples.run is not None or scored:
        return samples
    alone = Source(samples.gold.name, "gold", samples.gold.batches)
    return Samples(alone, fields=samples.fields, where=samples.where, duplicates=samples.duplicates)


def _enums(diff: OntologyDiff, schema: Mapping[str, Any] | None, where: str) -> Iterable[Finding]:
    """EVL06: values of enums that the old release resolves and the new one does not."""
    for place, values in _lists(schema, "$"):
        ids = [value for value in values if isinstance(value, str) and diff.old.resolve(value).id is not None]
        gone = [value for value in ids if diff.new.resolve(value).status not in ("live", "alias", "replaced")]
        for value in gone:
            label = _label(diff, value)
            got = f"{value}{f' ({label})' if label else ''} is offered, but the new ontology does not hold it"
            yield Finding("EVL06", "error", f"{Path(where).name} {place}", got, mend="remove it", subjects=(value,))


def _lists(value: Any, at: str) -> Iterable[tuple[str, list[Any]]]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            if name == "enum" and isinstance(inner, list):
                yield f"{at}.enum", inner
            elif name == "const":
                yield f"{at}.const", [inner]
            else:
                yield from _lists(inner, f"{at}.{name}")
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _lists(inner, f"{at}[{place}]")


def _other(diff: OntologyDiff, report: str | Path | None) -> Iterable[Finding]:
    """EVL10: a saved report that was made with something else than the old release."""
    if report is None:
        return
    from ontoeval.evaluation.record import read

    made = read(Path(report)).signature.ontology
    if made != diff.old.fingerprint:
        got = f"it was made with {made or 'no ontology'}"
        mend = "compare with the release that it was made with"
        yield Finding("EVL10", "error", str(report), got, diff.old.fingerprint, mend, subjects=(str(made),))


def _label(diff: OntologyDiff, text: str | None) -> str | None:
    if text is None:
        return None
    for onto in (diff.old, diff.new):
        if text in onto:
            resolved = onto.resolve(text)
            if resolved.id is not None:
                return onto.label(text if text in onto.ids else resolved.id)
    return None
