"""The ids of both sides: live, other names of live ones, replaced, ambiguous, without a successor, absent, NIL."""

from __future__ import annotations

from collections import Counter
from typing import Any, get_args

import numpy as np

from ontoeval.ontology.resolution import Status
from ontoeval.views.base import Integers
from ontoeval.views.coding import NIL
from ontoeval.views.compiled import Compiled
from ontoeval.views.links import Links, Spans

_EXAMPLES = 3


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per side and status that occurs.

    Columns: ``side`` (``gold`` or ``run``), ``status`` (see `Resolution`), ``mentions`` (repeats too, and one for each
    alternative and part), ``share`` of those of the side, ``ids`` (distinct spellings), ``examples``, the most frequent
    ones with what they stand for.
    """
    links, ontology = compiled.view(Links), compiled.ontology
    if links.unmeasured is not None or ontology is None:
        return []
    spellings = links.spellings
    found = [ontology.resolve(text) for text in spellings]
    status: list[Status] = [each.status for each in found]
    result = []
    codes = links.vocabulary.gold_codes, links.vocabulary.predicted_codes
    for name, spans, code in zip(("gold", "run"), links.given, codes, strict=True):
        used = _used(spans, len(spellings))
        kinds = ["nil" if code[at] == NIL else status[at] for at in range(len(spellings))]
        mentions: Counter[Status] = Counter()
        for at in np.flatnonzero(used[:-1]).tolist():
            mentions[kinds[at]] += int(used[at])
        mentions["nil"] += int(used[-1])
        for kind in get_args(Status):
            if not mentions[kind]:
                continue
            mine = [at for at in np.flatnonzero(used[:-1]).tolist() if kinds[at] == kind]
            often = sorted(mine, key=lambda at: (-int(used[at]), spellings[at]))[:_EXAMPLES]
            row = {"side": name, "status": kind, "mentions": mentions[kind]}
            row |= {"share": mentions[kind] / int(used.sum()), "ids": len(mine)}
            examples = [{"id": spellings[at], "stands_for": found[at].id, "mentions": int(used[at])} for at in often]
            result.append({**row, "examples": [] if kind == "live" else examples})
    return result


def _used(spans: Spans, n: int) -> Integers:
    """How often each spelling is used; the last count is that of mentions without an id."""
    several = spans.others | spans.parts
    plain = np.ones(len(spans), dtype=bool)
    plain[list(several)] = False
    more = [raw for raws in several.values() for raw in raws]
    raw = np.concatenate([spans.raw[plain], np.array(more, dtype=np.int64)])
    return np.bincount(np.where(raw < 0, n, raw), minlength=n + 1)
