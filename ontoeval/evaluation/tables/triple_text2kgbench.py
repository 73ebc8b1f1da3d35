"""Text2KGBench's seven scores by ontology, as its script writes them, beside what they do not show."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from statistics import fmean
from typing import Any

import numpy as np

from ontoeval.errors import MissingExtra
from ontoeval.evaluation.scored import Scored, score
from ontoeval.metrics.registry import parse
from ontoeval.views.base import Flags
from ontoeval.views.compiled import Compiled
from ontoeval.views.triples.text2kgbench import Text2kgbench

#: The script's scores, in its order.
OFFICIAL = {
    "P": 'triple_precision(convention="text2kgbench")',
    "R": 'triple_recall(convention="text2kgbench")',
    "F1": 'triple_f1(convention="text2kgbench")',
    "OC": 'triple_conformance(convention="text2kgbench")',
    "SH": 'triple_unsupported(part="subject", convention="text2kgbench")',
    "RH": 'triple_unsupported(part="relation", convention="text2kgbench")',
    "OH": 'triple_unsupported(part="object", convention="text2kgbench")',
}
#: Ours: nothing is filtered, only answers are looked at for conformance.
HONEST = {
    "precision": "triple_precision",
    "recall": "triple_recall",
    "f1": "triple_f1",
    "f1_macro": 'triple_f1(average="macro")',
    "conformance": 'triple_conformance(check="predicate")',
    "conformance_lenient": 'triple_conformance(check="predicate", lenient=true)',
    "conformance_macro": 'triple_conformance(check="predicate", average="macro")',
}


def rows(compiled: Compiled, twice: Collection[str] = ()) -> list[dict[str, Any]]:
    """One row per ontology and one for its selected sentences (tags ``ontology``, ``selected``), and a global one.

    Columns: ``ontology``; ``type``, as the script calls it; ``sentences`` and ``answered``; its scores ``P``, ``R``,
    ``F1``, ``OC``, ``SH``, ``RH``, ``OH`` (None without NLTK, for those that need it); then ours: ``precision``,
    ``recall``, ``f1`` of all triples together and ``f1_macro``, the mean over sentences; ``conformance`` of predicates
    in what was put out, ``conformance_lenient`` without regard to case and spaces, ``conformance_macro`` as the mean
    over the answers. The global row is the mean over ontologies for the script's scores, and ours of everything.

    Args:
        compiled: The samples.
        twice: Ontologies that the global row counts twice: the benchmark's own configuration for dbpedia_webnlg lists
            ``1_university`` two times, so that its published means are over 20 entries for 19 ontologies.
    """
    view = compiled.view(Text2kgbench)
    if view.unmeasured is not None:
        return []
    found = {column: _scored(name, compiled) for column, name in {**OFFICIAL, **HONEST}.items()}
    counted = view.counted
    result, tags = [], compiled.roster.tags
    for ontology in dict.fromkeys(tag.get("ontology", "") for tag in tags):
        mine = np.array([tag.get("ontology", "") == ontology for tag in tags]) & counted
        chosen = np.array([tag.get("selected") == "yes" for tag in tags]) & mine
        for kind, keep in (("all_test_cases", mine), ("selected_test_cases", chosen)):
            if keep.any():
                result.append({"ontology": ontology, "type": kind, **_row(found, keep, view)})
    whole = {"ontology": "global", "type": "global", **_row(found, counted, view)}
    entries = [row for row in result if row["type"] == "all_test_cases"]
    return [*result, {**whole, **_means(entries + [row for row in entries if row["ontology"] in twice])}]


def _scored(name: str, compiled: Compiled) -> Scored | None:
    try:
        return score(parse(name), compiled)
    except MissingExtra:
        return None


def _row(found: Mapping[str, Scored | None], keep: Flags, view: Text2kgbench) -> dict[str, Any]:
    values = {column: _value(scored, keep) for column, scored in found.items()}
    return {"sentences": int(keep.sum()), "answered": int((keep & view.answered).sum()), **values}


def _value(scored: Scored | None, keep: Flags) -> float | None:
    rows = None if scored is None else scored.part(np.flatnonzero(keep))
    return None if rows is None else rows.sums().value


def _means(table: Sequence[Mapping[str, Any]]) -> dict[str, float | None]:
    columns = {name: [row[name] for row in table if row[name] is not None] for name in OFFICIAL}
    return {name: fmean(values) if values else None for name, values in columns.items()}
