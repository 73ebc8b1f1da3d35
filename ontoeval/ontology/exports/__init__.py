"""Writes an ontology in another format; each module here is one format, found by its name.

A writer is a function ``render(view)`` that gives the text. What a format cannot say is told: nothing is lost
silently.
"""

from __future__ import annotations

from importlib import import_module

from ontoeval.errors import UsageError
from ontoeval.ontology.exports.view import View
from ontoeval.ontology.ontology import Ontology

FORMATS = ("turtle", "obographs", "skos", "tsv", "graphml")


def render(ontology: Ontology, format: str) -> tuple[str, list[str]]:
    """The ontology in a format, and what the format could not say.

    Args:
        ontology: The ontology.
        format: One of ``FORMATS``.

    Raises:
        UsageError: There is no such format.

    Example:
        >>> from ontoeval.ontology import load
        >>> text, lost = render(load(b"[Term]\\nid: A:1\\nname: animal\\n"), "tsv")
        >>> text.splitlines()[1].split("\\t")[:3], lost
        (['"A:1"', '""', '"animal"'], [])
    """
    if format not in FORMATS:
        raise UsageError(f"no writer for the format {format!r}", where="format", expected=", ".join(FORMATS))
    view = View(ontology)
    text: str = import_module(f"ontoeval.ontology.exports.{format}").render(view)
    return text, view.lost()
