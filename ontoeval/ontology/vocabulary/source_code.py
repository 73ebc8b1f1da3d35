"""A vocabulary as a Python module that does without ontoeval."""

from __future__ import annotations

import keyword
from typing import TYPE_CHECKING

from ontoeval.errors import BadParameter

if TYPE_CHECKING:
    from ontoeval.ontology.vocabulary.model import Vocabulary

_PYDANTIC = """

def _known(value: str) -> str:
    if value not in _SET:
        raise ValueError(f"{{value!r:.80}} is not one of {{len(IDS):,}} ids")
    return value


_SET = frozenset(IDS)
{name} = Annotated[str, AfterValidator(_known), WithJsonSchema({schema!r})]
"""
_OUTLINES = """
#: Give the generator this backend: the default of outlines, outlines_core, takes minutes for a thousand ids.
BACKEND = "llguidance"
{name} = Regex({pattern!r})
"""
_IMPORTS = {
    "pydantic": "from typing import Annotated\n\nfrom pydantic import AfterValidator, WithJsonSchema\n",
    "outlines": "from outlines.types import Regex\n",
}


def python_module(
    vocabulary: Vocabulary,
    to: str,
    *,
    name: str = "ConceptId",
    form: str = "pattern",
    labels: bool = False,
    target: str = "generic",
) -> str:
    """The text of a module with the ids (``IDS``, one a line), their stamp (``X_ONTOEVAL``) and a type.

    Args:
        vocabulary: The ids.
        to: ``"pydantic"`` or ``"outlines"``.
        name: Name of the type.
        form: What the pydantic type says in a JSON Schema; see ``compile_schema``.
        labels: Whether it shows the labels there.
        target: Whose limits it keeps there.

    Raises:
        BadParameter: The name is none in Python, or the form cannot hold so many ids.
    """
    if not name.isidentifier() or keyword.iskeyword(name):
        raise BadParameter(f"{name!r} is no name in Python", where="name")
    if to == "pydantic":
        compiled = vocabulary.to_json_schema(form, labels=labels, target=target)
        stamp, end = compiled.stamp, _PYDANTIC.format(name=name, schema=compiled.schema)
    else:
        regex = vocabulary.to_regex("trie")
        stamp, end = regex.stamp, _OUTLINES.format(name=name, pattern=regex.pattern)
    ids = "".join(f"    {id!r},\n" for id in vocabulary)
    head = '"""Ids of an ontology; written by ``ontoeval ontology compile``."""\n\n'
    return f"{head}{_IMPORTS[to]}\nX_ONTOEVAL = {stamp!r}\nIDS = (\n{ids})\n{end}"
