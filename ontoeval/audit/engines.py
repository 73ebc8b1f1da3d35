"""Two engines on one log of filters: the entry that reads the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ontoeval.audit.filter_log import read_log
from ontoeval.evaluation.api import load_docs, load_ontology
from ontoeval.evaluation.compare_engines import EngineComparison, compare_logged
from ontoeval.views.base import Settings
from ontoeval.views.compiled import Compiled
from ontoeval.views.filter_rules import FilterRules

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology


def compare_engines(
    log: str | Path | Iterable[Mapping[str, Any]] | Any,
    *,
    docs: Any,
    first: str,
    second: str,
    gold: Any = None,
    dialect: str | None = None,
    ontology: Ontology | str | Path | None = None,
    fields: Mapping[str, str] | None = None,
    log_fields: Mapping[str, str] | None = None,
) -> EngineComparison:
    """Questions whose filter lets other documents through in another engine, and which switch of semantics does it.

    Args:
        log: A path (JSON lines) or rows, as for ``oe.audit.filters``.
        docs: The corpus with its metadata.
        first, second: Names of the engine profiles, e.g. ``"chroma"`` and ``"sqlite"``.
        gold: The golden set, where the log does not hold it.
        dialect: Dialect of filters whose row names none.
        ontology: For filters with ``under``.
        fields: For attributes of filters the path of the metadata that holds them.
        log_fields: Other places of the log's fields.

    Returns:
        The comparison; ``.changes``, ``.by_switch()``, ``.rows()``.

    Raises:
        BadParameter: There is no such profile.
        InputError: A file cannot be used, or no row has a filter.

    Example:
        A negation keeps documents without the field in one engine, and drops them in the other:

        >>> import ontoeval as oe
        >>> docs = [{"id": "d1"}, {"id": "d2", "locale": "de-DE"}]
        >>> log = [{"id": "q", "filter": {"locale": {"$ne": "en-US"}}, "dialect": "mongo"}]
        >>> (change,) = oe.filters.compare_engines(log, docs=docs, first="mongo", second="sqlite").changes
        >>> change.lost_docs, change.switches
        (('d1',), ('logic',))
    """
    compiled = Compiled(
        read_log(log, gold, fields=log_fields),
        ontology=load_ontology(ontology),
        docs=load_docs(docs),
        settings=Settings(filters=FilterRules(dialect, fields=dict(fields or {}))),
    )
    return compare_logged(compiled, first, second)
