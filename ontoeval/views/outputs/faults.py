"""What is wrong with one output, in words: the rows behind every table and finding about outputs."""

from __future__ import annotations

from typing import NamedTuple

from ontoeval.findings import Severity, shorten
from ontoeval.ontology.naming import quoted
from ontoeval.views.outputs.checksum import LabelClass
from ontoeval.views.outputs.parsing import Parsed, Unusable
from ontoeval.views.outputs.repairing import REPAIRS
from ontoeval.views.outputs.schemas import SchemaError
from ontoeval.views.outputs.slots import Filled
from ontoeval.views.outputs.vocabulary import SlotClass, Verdict

_RESPONSES = {
    "missing": "there is no answer",
    "empty": "the answer is empty",
    "refusal": "the answer is a refusal",
}
_WHAT = {
    SlotClass.UNGROUNDED: "not grounded",
    SlotClass.MALFORMED: "no id",
    SlotClass.LABEL_INSTEAD_OF_ID: "a label instead of an id",
    SlotClass.UNKNOWN_PREFIX: "its prefix is not one of the ontology",
    SlotClass.WRONG_PREFIX: "its prefix is not allowed here",
    SlotClass.UNKNOWN_ID: "no such id",
    SlotClass.DEPRECATED: "deprecated",
    SlotClass.WRONG_KIND: "not a concept that may be used",
    SlotClass.WRONG_BRANCH: "not below the allowed roots",
}
_DETAIL = {
    "normalisable": "an id in another spelling",
    "merged": "another id of a concept",
    "replaced": "deprecated and replaced",
    "property": "a property, not a concept",
    "top_node": "a root itself",
}


class Fault(NamedTuple):
    """One thing that is wrong with one output.

    Attributes:
        sample: The sample.
        code: ``"stage.kind"``, e.g. ``"vocabulary.unknown_id"``.
        severity: How bad it is.
        path: Where in the output; "" for all of it.
        got: What is there, at most about 100 characters.
        expected: What was expected instead.
        mend: How to mend it.
        lenient: Whether it shows only once the output is repaired.
    """

    sample: int
    code: str
    severity: Severity
    path: str
    got: str
    expected: str = ""
    mend: str = ""
    lenient: bool = False


def response_fault(sample: int, kind: str, error: str | None, mend: str = "") -> Fault:
    """An answer that is none: ``"missing"``, ``"error"``, ``"empty"`` or ``"refusal"``; and what is known about it."""
    got = _RESPONSES.get(kind, "the call failed")
    if error is not None:
        got += f": {shorten(str(error), 80)}"
    return Fault(sample, f"response.{kind}", "warning" if kind == "refusal" else "error", "", got, mend=mend)


def parse_fault(sample: int, parsed: Parsed) -> Fault:
    """An answer that is no strict JSON."""
    error = shorten(parsed.error, 90) if parsed.error else "JSON inside of a JSON string"
    got = f"{shorten(', '.join(parsed.repairs), 60)} ({error})" if parsed.repairs else error
    return Fault(sample, f"parse.{parsed.code}", "error", "", got, "strict JSON", parsed.mend)


def unusable_fault(sample: int, output: Unusable) -> Fault:
    """An answer that was known to be none before it was parsed."""
    return Fault(sample, f"parse.{output.code}", "error", "", shorten(output.error, 120), output.expected, output.mend)


def repaired_severity(repairs: tuple[str, ...]) -> Severity:
    """How bad forgiven repairs are: those of the format alone are only noted."""
    return "info" if all(REPAIRS[name] == "format" for name in repairs) else "warning"


def schema_fault(sample: int, error: SchemaError, path: str, lenient: bool) -> Fault:
    """A breach of the schema."""
    return Fault(sample, f"schema.{error.kind}", "error", path, error.message, lenient=lenient)


def slot_fault(sample: int, filled: Filled, path: str, label_of_right: str | None, lenient: bool) -> Fault:
    """A slot that holds no id of the vocabulary."""
    verdict = filled.verdict
    what = _DETAIL.get(verdict.detail) or _WHAT[verdict.kind]
    got = f"{quoted(filled.text or '', 50)}: {what}"
    expected = ""
    if verdict.right is not None:
        name = f" {quoted(label_of_right, 40)}" if label_of_right else ""
        expected = f"{_hint(verdict)}{shorten(verdict.right, 40)}{name}"
    severity: Severity = "warning" if verdict.repairable or verdict.kind is SlotClass.UNGROUNDED else "error"
    return Fault(sample, f"vocabulary.{verdict.kind.name.lower()}", severity, path, got, expected, lenient=lenient)


def _hint(verdict: Verdict) -> str:
    return "" if verdict.repairable else "perhaps "


def label_fault(sample: int, filled: Filled, path: str, right_label: str | None, lenient: bool) -> Fault | None:
    """A label that is not one of the names of the id beside it; None when it is."""
    named = filled.named
    if named.kind < LabelClass.FUZZY:
        return None
    concept, label = shorten(filled.text or "", 40), quoted(filled.label or "", 40)
    if named.owners:
        others = f" and {len(named.owners) - 1:,} more" if len(named.owners) > 1 else ""
        belongs = f"{label} is {shorten(named.owners[0], 40)}{others}"
    elif named.kind is LabelClass.FUZZY:
        belongs = f"{label} is nearly that"
    else:
        belongs = f"{label} is nobody's name"
    severities: dict[LabelClass, Severity] = {LabelClass.FUZZY: "info", LabelClass.LABEL_UNKNOWN: "warning"}
    got = f"{concept} is {quoted(right_label or '', 40)}; {belongs}"
    code = f"label.{named.kind.name.lower()}"
    return Fault(sample, code, severities.get(named.kind, "error"), path, got, lenient=lenient)
