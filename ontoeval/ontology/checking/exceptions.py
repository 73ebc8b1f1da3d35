"""Exceptions: findings that are fine, with a reason and a day until which that holds."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from ontoeval.errors import ConfigError, UsageError
from ontoeval.findings import Finding

_FORM = re.compile(
    r"(?P<check>[A-Za-z0-9]+)(?:\s+(?!until\s)(?P<concept>\S*[^\s:]))?(?:\s+until\s+(?P<until>\S*[^\s:]))?\s*:\s+(?P<reason>\S.*)",
    re.DOTALL,
)
_WRITTEN = '"CHECK [CONCEPT] [until YYYY-MM-DD]: reason"'


@dataclass(frozen=True)
class Waiver:
    """One exception.

    Attributes:
        check: Id of the check.
        concept: The concept it holds for, or None for all.
        reason: Why the finding is fine.
        expires: The last day on which it holds, or None.
    """

    check: str
    concept: str | None
    reason: str
    expires: date | None = None

    def covers(self, finding: Finding) -> bool:
        """Whether a finding is meant; its expiry is not looked at."""
        return finding.id == self.check and (self.concept is None or self.concept in finding.subjects)

    def expired(self, today: date) -> bool:
        """Whether it holds no more."""
        return self.expires is not None and today > self.expires

    def __str__(self) -> str:
        return " ".join(part for part in (self.check, self.concept or "") if part)


def parse(text: str) -> Waiver:
    """An exception as it is written on the command line.

    Raises:
        UsageError: It is written in another way.

    Example:
        >>> parse("ONT208 HP:0031859 until 2027-01-01: rightly called obsolete synonym")
        Waiver(check='ONT208', concept='HP:0031859', reason='rightly called obsolete synonym', \
expires=datetime.date(2027, 1, 1))
    """
    match = _FORM.fullmatch(text.strip())
    if match is None:
        raise UsageError(f"cannot read {text!r}", where="--except", expected=_WRITTEN, mend="a reason is needed")
    until = match["until"]
    try:
        expires = date.fromisoformat(until) if until else None
    except ValueError:
        raise UsageError(f"{until!r} is no day", where="--except", expected="until YYYY-MM-DD") from None
    return Waiver(match["check"].upper(), match["concept"], match["reason"].strip(), expires)


_KEYS = ("scope", "only", "skip", "roots", "languages", "fail_on", "max_children", "baseline", "exceptions")


def read_settings(path: Path) -> dict[str, Any]:
    """Read a file of settings for checks (TOML).

    Returns:
        Keyword arguments of `check`, and ``fail_on``; exceptions are `Waiver` objects, and the baseline is found from
        the file's folder.

    Raises:
        ConfigError: It cannot be read, or a key or value is not allowed.
    """
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise ConfigError("no such file", where=str(path)) from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"cannot be read ({error})", where=str(path)) from None
    for name in values:
        if name not in _KEYS:
            raise ConfigError(f"unknown key {name}", where=str(path), expected=", ".join(_KEYS))
    for name in ("scope", "only", "skip", "roots", "languages"):
        value = values.get(name, [])
        if not (isinstance(value, list) and all(isinstance(item, str) for item in value)):
            raise ConfigError(f"{name} = {value!r}", where=str(path), expected="a list of texts")
    if values.get("fail_on", "error") not in ("error", "warning", "info"):
        raise ConfigError(f"fail_on = {values['fail_on']!r}", where=str(path), expected='"error", "warning" or "info"')
    if not isinstance(values.get("baseline", ""), str):
        raise ConfigError(f"baseline = {values['baseline']!r}", where=str(path), expected="a path as text")
    if "max_children" in values and (not isinstance(values["max_children"], int) or values["max_children"] < 1):
        raise ConfigError(f"max_children = {values['max_children']!r}", where=str(path), expected="a number above 0")
    if "baseline" in values:
        values["baseline"] = str(path.parent / values["baseline"])
    rows = values.get("exceptions", [])
    if not isinstance(rows, list):
        raise ConfigError("exceptions is no list of tables", where=str(path), expected="[[exceptions]]")
    values["exceptions"] = [_waiver(row, path) for row in rows]
    return values


def _waiver(row: object, path: Path) -> Waiver:
    known = {"check", "concept", "reason", "expires"}
    if not isinstance(row, Mapping) or not {"check", "reason"} <= row.keys() <= known:
        raise ConfigError(
            f"cannot read the exception {row!r}",
            where=str(path),
            expected="check, reason and perhaps concept and expires",
        )
    expires = row.get("expires")
    texts = (row["check"], row["reason"], row.get("concept", "x"))
    if not all(isinstance(text, str) and text.strip() for text in texts):
        raise ConfigError(f"empty or no text in the exception {row!r}", where=str(path), expected="texts")
    if expires is not None and (not isinstance(expires, date) or hasattr(expires, "hour")):
        raise ConfigError(f"expires = {expires!r}", where=str(path), expected="a day without quotes: 2027-01-31")
    return Waiver(row["check"].upper(), row.get("concept"), row["reason"], expires)
