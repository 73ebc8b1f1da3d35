"""Errors of linking by category, each against how often it could have been made."""

from __future__ import annotations

from typing import Any

from ontoeval.evaluation.tables._link_categories import Categories
from ontoeval.evaluation.tables._links import LinkOptions, link_pairs, share
from ontoeval.views.compiled import Compiled


def rows(compiled: Compiled, options: LinkOptions | None = None) -> list[dict[str, Any]]:
    """One row per category, by group.

    Columns: ``group`` (``not_found``: gold mentions without a link on their span; ``false_alarm``: links on no gold
    mention with a concept; ``wrong_concept``), ``category``, ``errors``, ``possible`` (errors, and cases in which this
    error could have been made and was not), and ``share`` of them.

    Of ``not_found`` and ``false_alarm`` the categories but ``wrong_span`` (a link that overlaps a gold mention of the
    same concept) exclude each other, and so do ``partial_name`` (the text is part of the label of several words) and
    ``other`` of ``wrong_concept``; ``wrong_candidates`` and ``multiple_candidates`` say whether the right concept was
    among several candidates. ``lowercased`` is there where most gold mentions begin with an upper-case letter.

    Source:
        Bast, Hertel, Prange 2022 (ELEVANT), doi:10.18653/v1/2022.emnlp-demos.8; its categories that need Wikidata
        (demonyms, metonymy, rare senses) and coreference are left out, and its false alarms count against words.
    """
    pairs = link_pairs(compiled, options)
    if pairs is None:
        return []
    found = []
    for case in Categories(pairs).cases:
        errors, possible = int(case.errors.sum()), int(case.possible.sum())
        row = {"group": case.group, "category": case.category, "errors": errors, "possible": possible}
        found.append({**row, "share": share(errors, possible)})
    return found
