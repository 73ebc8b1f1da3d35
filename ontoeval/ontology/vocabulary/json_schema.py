"""A vocabulary as a JSON Schema: an enum, constants with titles, or the shape of the ids."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

from ontoeval.errors import BadParameter
from ontoeval.ontology.vocabulary.limits import ENUM, LLGUIDANCE_ENUM, TARGETS, Form, broken, cautions
from ontoeval.ontology.vocabulary.model import STAMP, hash_of
from ontoeval.ontology.vocabulary.patterns import shape

if TYPE_CHECKING:
    from ontoeval.ontology.vocabulary.model import Vocabulary


@dataclass(frozen=True, slots=True)
class CompiledSchema:
    """A JSON Schema of one id.

    Attributes:
        schema: The schema; for use as the schema of a property.
        form: ``"enum"``, ``"oneOf"`` or ``"pattern"``.
        target: Whom it is for.
        exact: Whether it accepts the ids and nothing else.
        limits: What to know before using it.
        stamp: What it was compiled from.
    """

    schema: dict[str, Any]
    form: Form
    target: str
    exact: bool
    limits: tuple[str, ...]
    stamp: dict[str, Any]

    @property
    def text(self) -> str:
        """The schema as a JSON document."""
        return json.dumps(self.schema, ensure_ascii=False, indent=1) + "\n"


def compile_schema(
    vocabulary: Vocabulary, form: str = "auto", *, labels: bool = False, target: str = "generic"
) -> CompiledSchema:
    """The JSON Schema of one id of a vocabulary.

    Args:
        vocabulary: The ids.
        form: ``"enum"`` lists the ids, ``"oneOf"`` lists each with its label as title, ``"pattern"`` says only what
            ids look like; ``"auto"`` takes an enum up to 1,000 ids and what the target allows, else the pattern.
        labels: Whether the model shall see the labels: as titles (``"auto"`` then means ``"oneOf"``), or in the
            description of an enum.
        target: ``"generic"``, ``"openai"`` or ``"gemini"``. The last two refuse unknown keywords, so their schemas
            carry no stamp: keep it beside them. Their limits are for the whole schema of a request, of which this is
            one part.

    Returns:
        The schema, and whether it is exact.

    Raises:
        BadParameter: The form or target is not known, or the target does not take this form or so many ids.
    """
    if target not in TARGETS:
        raise BadParameter(f"got {target!r}", where="target", expected=", ".join(TARGETS))
    known = TARGETS[target].forms
    if form == "auto":
        chosen = _automatic(vocabulary, labels, target)
    elif form not in get_args(Form):
        raise BadParameter(f"got {form!r}", where="form", expected=", ".join(("auto", *get_args(Form))))
    elif form not in known:
        raise BadParameter(f"{target} does not take {form!r}", where="form", expected=" or ".join(known))
    else:
        chosen = form
    _refuse(vocabulary, chosen, labels, target)
    schema = _FORMS[chosen](vocabulary, labels)
    stamp = {**vocabulary.stamp, "form": chosen}
    if labels:
        stamp["labels_sha256"] = labels_hash(vocabulary)
    if TARGETS[target].stamp:
        schema[STAMP] = stamp
    limits = cautions(chosen, len(vocabulary), target)
    return CompiledSchema(schema, chosen, target, chosen != "pattern", tuple(limits), stamp)


def labels_hash(vocabulary: Vocabulary) -> str:
    """Hash of the labels of a vocabulary, in the order of the ids."""
    return hash_of(vocabulary.labels.get(id, "") for id in vocabulary)


def _automatic(vocabulary: Vocabulary, labels: bool, target: str) -> Form:
    if len(vocabulary) > ENUM or broken(vocabulary, target):
        if labels:
            raise BadParameter(
                f"{len(vocabulary):,} ids are too many to show with their labels",
                where="labels",
                mend="narrow the roots, or compile the candidates of each record: vocabulary.subset(candidates)",
            )
        return "pattern"
    return "oneOf" if labels and target == "generic" else "enum"


def _refuse(vocabulary: Vocabulary, form: Form, labels: bool, target: str) -> None:
    """Raise BadParameter when a form cannot hold what it shall hold."""
    if form == "pattern":
        if labels:
            raise BadParameter("a pattern has no place for labels", where="labels", expected="form='oneOf' or 'enum'")
        return
    problems = broken(vocabulary, target)
    if form == "oneOf" and len(vocabulary) > LLGUIDANCE_ENUM:
        problems.append(f"{len(vocabulary):,} alternatives: validators try every one")
    if problems:
        raise BadParameter(
            "; ".join(problems), where=f"form={form!r}", mend="take form='pattern' and check by set, or ask plan(…)"
        )


def _enum(vocabulary: Vocabulary, labels: bool) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string", "enum": list(vocabulary)}
    if labels:
        schema["description"] = "; ".join(f"{id} {vocabulary.labels.get(id, '')}".rstrip() for id in vocabulary)
    return schema


def _one_of(vocabulary: Vocabulary, labels: bool) -> dict[str, Any]:
    titles = vocabulary.labels if labels else {}
    return {
        "type": "string",
        "oneOf": [{"const": id, **({"title": titles[id]} if id in titles else {})} for id in vocabulary],
    }


def _pattern(vocabulary: Vocabulary, labels: bool) -> dict[str, Any]:
    return {"type": "string", "pattern": f"^(?:{shape(vocabulary)})$"}


_FORMS = {"enum": _enum, "oneOf": _one_of, "pattern": _pattern}
