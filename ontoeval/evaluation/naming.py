"""Which measure is meant by a name, however it is written."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from typing import Any

from ontoeval.errors import UsageError, closest
from ontoeval.metrics.registry import parse


def full_name(name: Any, known: Collection[str], where: str) -> str:
    """The one of the known measures that is meant: by its full name, by its metric alone, or in another notation.

    Args:
        name: What was asked for: ``"ndcg"``, ``"ndcg(k=10)"`` or ``"ndcg@10"``.
        known: Names of measures.
        where: What they are the measures of, for the message.

    Raises:
        UsageError: None of them is meant, or several are.
    """
    if not isinstance(name, str):
        raise UsageError(f"{where} has no {name!r}", expected=" or ".join(known))
    if name in known:
        return name
    near = [full for full in known if full.partition("@")[0].partition("(")[0] == name]
    if len(near) != 1:
        with suppress(UsageError):
            near = [full for full in known if full == parse(name).name]
    if len(near) != 1:
        near = near or closest(name, known) or list(known)
        raise UsageError(f"{where} has no {name!r}", expected=" or ".join(near))
    return near[0]
