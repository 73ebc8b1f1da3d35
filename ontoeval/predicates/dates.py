"""Text as points in time, as strictly or freely as an engine reads it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import lru_cache
from typing import Literal

#: ``iso``: ISO 8601 with two-digit months and days; ``lenient``: one digit will do; ``free``: month/day/year as well.
DateForm = Literal["iso", "lenient", "free"]

_LENIENT = re.compile(r"^(\d{4})-(\d{1,2})-(\d{1,2})(?=$|[T ])")
_SLASHED = re.compile(r"^(\d{1,2})/(\d{1,2})/(\d{4})(?=$|[T ])")
_ISO = re.compile(r"^\d{4}-\d{2}-\d{2}(?=$|[T ])")


def parse_date(held: object, form: DateForm) -> datetime | None:
    """The point in time that a text names, in UTC; without an offset it is taken as UTC.

    Args:
        held: What a document or a filter holds: text, or a datetime; anything else has no date.
        form: How freely to read it.

    Returns:
        None where the text is no date in that form.

    Example:
        >>> parse_date("2024-01-05T01:00:00+02:00", "iso").isoformat()
        '2024-01-04T23:00:00+00:00'
        >>> parse_date("2024-1-5", "iso") is None, parse_date("2024-1-5", "lenient").day
        (True, 5)
        >>> parse_date("05/01/2024", "free").month
        5
    """
    if isinstance(held, datetime):
        return _in_utc(held)
    return _parsed(held, form) if isinstance(held, str) else None


@lru_cache(maxsize=1 << 16)
def _parsed(text: str, form: DateForm) -> datetime | None:
    written = text.strip()
    if form == "free":
        written = _SLASHED.sub(lambda found: f"{found[3]}-{found[1]}-{found[2]}", written)
    if form != "iso":
        written = _LENIENT.sub(lambda found: f"{found[1]}-{int(found[2]):02}-{int(found[3]):02}", written)
    if not _ISO.match(written):
        return None
    try:
        return _in_utc(datetime.fromisoformat(written))
    except (ValueError, OverflowError):
        return None


def _in_utc(date: datetime) -> datetime:
    return date.astimezone(UTC) if date.tzinfo is not None else date.replace(tzinfo=UTC)
