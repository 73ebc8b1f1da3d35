"""A vocabulary as a pydantic type: one look into a set, at any size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from ontoeval.findings import shorten

if TYPE_CHECKING:
    from ontoeval.ontology.vocabulary.json_schema import CompiledSchema
    from ontoeval.ontology.vocabulary.model import Vocabulary


class InVocabulary:
    """What makes ``str`` an id of a vocabulary; see ``to_pydantic``.

    Args:
        vocabulary: The ids.
        schema: What the type says about itself in a JSON Schema.
    """

    def __init__(self, vocabulary: Vocabulary, schema: CompiledSchema) -> None:
        self.vocabulary = vocabulary
        self.schema = schema

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """The check of a value."""
        return core_schema.no_info_after_validator_function(self._check, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """The schema of an id, with its stamp."""
        return {**handler(schema), **self.schema.schema}

    def _check(self, value: str) -> str:
        if value in self.vocabulary:
            return value
        near = self.vocabulary.suggester.near_ids(value)[:3] if len(value) <= 100 else []
        raise PydanticCustomError(
            "not_in_vocabulary",
            "{shown} is not one of {n} ids{hint}",
            {
                "shown": repr(shorten(value)),
                "n": f"{len(self.vocabulary):,}",
                "hint": f"; near it: {shorten(', '.join(near))}" if near else "",
            },
        )


def to_pydantic(vocabulary: Vocabulary, form: str = "pattern", *, labels: bool = False, target: str = "generic") -> Any:
    """A pydantic type of the ids of a vocabulary.

    Values are checked by set, whatever the size and whatever the form: the form is only what
    ``model_json_schema()`` tells a model about them.

    Args:
        vocabulary: The ids.
        form: As in ``compile_schema``.
        labels: As in ``compile_schema``.
        target: As in ``compile_schema``; for services that refuse the stamp.

    Returns:
        ``Annotated[str, …]``, for fields of a pydantic model.

    Raises:
        BadParameter: The form is not known or cannot hold so many ids.

    Example:
        >>> from pydantic import TypeAdapter
        >>> from ontoeval.ontology.vocabulary import Vocabulary
        >>> adapter = TypeAdapter(Vocabulary(["A:1", "A:2"]).to_pydantic())
        >>> adapter.validate_python("A:1"), adapter.json_schema()["pattern"]
        ('A:1', '^(?:A:[0-9])$')
    """
    return Annotated[str, InVocabulary(vocabulary, vocabulary.to_json_schema(form, labels=labels, target=target))]
