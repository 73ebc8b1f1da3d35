"""JSON Schemas of outputs: a fast verdict, and every error with its place and class."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from ontoeval.errors import ConfigError
from ontoeval.findings import shorten
from ontoeval.views.outputs.lifting import Enum, lift
from ontoeval.views.outputs.paths import Path, found_at, places_at

#: How many steps back a regular expression may go on one text before it counts as not matching.
_MOST_STEPS = 50_000
#: Enums with more values than this are looked up in a set.
_LONG = 16
_CLASSES = {
    "type": "type",
    "required": "missing_required",
    "additionalProperties": "additional_property",
    "unevaluatedProperties": "additional_property",
    "additionalItems": "items_count",
    "unevaluatedItems": "items_count",
    "falseSchema": "additional_property",
    "propertyNames": "additional_property",
    "enum": "enum",
    "const": "const",
    "pattern": "pattern",
    "format": "format",
    "minLength": "length",
    "maxLength": "length",
    "minimum": "range",
    "maximum": "range",
    "exclusiveMinimum": "range",
    "exclusiveMaximum": "range",
    "multipleOf": "range",
    "minItems": "items_count",
    "maxItems": "items_count",
    "contains": "items_count",
    "minProperties": "items_count",
    "maxProperties": "items_count",
    "uniqueItems": "unique",
    "anyOf": "any_of",
    "oneOf": "one_of",
    "not": "not",
}


class SchemaError(NamedTuple):
    """One way in which an output breaks the schema.

    Attributes:
        path: Where in the output.
        kind: ``"type"``, ``"missing_required"``, ``"enum"``, …; ``"unsupported"`` when it cannot be checked.
        message: What is wrong, at most 120 characters.
    """

    path: Path
    kind: str
    message: str


class OutputSchema:
    """A compiled JSON Schema.

    jsonschema-rs gives the verdict and explains it; its regular expressions stop after a number of steps, so that
    none can hang. Long enums are looked up in sets, and those of a vocabulary are not checked here at all.

    Args:
        schema: The schema.
        is_vocabulary: Says of the values of an enum whether they are ids of a vocabulary.

    Attributes:
        vocabularies: The enums of ids, which the check of the vocabulary takes over.

    Raises:
        ConfigError: It is no JSON Schema, or it refers to the network.
    """

    def __init__(
        self, schema: Mapping[str, Any], is_vocabulary: Callable[[frozenset[str | None]], bool] | None = None
    ) -> None:
        _refuse_elsewhere(schema)
        _validator(schema)
        rest, self.vocabularies = lift(schema, is_vocabulary) if is_vocabulary is not None else (schema, [])
        rest, self._enums = lift(rest, lambda values: len(values) > _LONG)
        self._validator = _validator(rest)

    def valid(self, value: Any) -> bool:
        """Whether a value validates."""
        try:
            return self._validator.is_valid(value) and not any(_wrong(enum, value) for enum in self._enums)
        except (ValueError, TypeError):
            return False

    def errors(self, value: Any) -> Iterator[SchemaError]:
        """Every error of a value that does not validate."""
        try:
            for error in self._validator.iter_errors(value):
                name, message = error.kind.name, error.message
                kind = _CLASSES.get(name, "unsupported")
                if name == "pattern" and message.startswith("Error executing regex"):
                    kind, message = "unsupported", "the regular expression takes too many steps on this text"
                yield SchemaError(tuple(error.instance_path), kind, _short(error, message))
        except (ValueError, TypeError) as error:
            yield SchemaError((), "unsupported", shorten(str(error).splitlines()[0], 120))
            return
        for enum in self._enums:
            if _wrong(enum, value):
                for path, found in places_at(value, enum.steps):
                    if not _among(found, enum):
                        n = len(enum.values)
                        yield SchemaError(path, "enum", f"{shorten(found, 60)} is none of {n:,} allowed values")


def _short(error: Any, message: str) -> str:
    """A message without the instance, when that makes it long."""
    if len(message) <= 120:
        return message
    value = shorten(error.instance if isinstance(error.instance, str) else repr(error.instance)[:200], 50)
    what = {"anyOf": "fits none of the alternatives", "oneOf": "does not fit exactly one alternative"}
    said = what.get(error.kind.name, f"breaks {error.kind.name}")
    return f"{value} {said}"


def _among(value: Any, enum: Enum) -> bool:
    return (value is None or isinstance(value, str)) and value in enum.values


def _wrong(enum: Enum, value: Any) -> bool:
    return not all(_among(found, enum) for found in found_at(value, enum.steps))


def _validator(schema: Mapping[str, Any]) -> Any:
    import jsonschema_rs

    options = jsonschema_rs.FancyRegexOptions(backtrack_limit=_MOST_STEPS)
    try:
        return jsonschema_rs.validator_for(dict(schema), pattern_options=options)
    except (ValueError, TypeError, jsonschema_rs.ReferencingError) as error:
        message = shorten(str(error).splitlines()[0], 120)
        raise ConfigError(f"this is no JSON Schema ({message})", where="schema") from None


def _refuse_elsewhere(schema: Any) -> None:
    waiting = [schema]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Mapping):
            for name in ("$ref", "$dynamicRef", "$recursiveRef"):
                target = node.get(name)
                if isinstance(target, str) and not target.startswith("#"):
                    _refuse(target)
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node


def _refuse(reference: str) -> None:
    raise ConfigError(
        f"the schema refers to {shorten(reference, 60)!r}",
        where="schema",
        expected="references inside of the schema",
        mend="put the definition into $defs: nothing is fetched from the network",
    )
