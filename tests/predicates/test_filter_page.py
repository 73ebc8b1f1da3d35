"""The page on filter semantics says what the profiles say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ontoeval.predicates.profiles import ONTOEVAL, PROFILES
from ontoeval.predicates.profiles.switches import SWITCHES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "concepts" / "filter-semantics.md"


def written(value: object) -> str:
    if isinstance(value, frozenset):
        return ", ".join(sorted(value)) or "nothing"
    return str(value).lower() if isinstance(value, bool) else str(value)


def row(switch: str) -> tuple[str, str]:
    """The default of a switch, and the profiles with another value, by value."""
    default = getattr(ONTOEVAL, switch)
    others: dict[str, list[str]] = {}
    for name in sorted(PROFILES):
        value = getattr(PROFILES[name], switch)
        if value != default:
            others.setdefault(written(value), []).append(name)
    return written(default), "; ".join(f"{value}: {', '.join(names)}" for value, names in sorted(others.items()))


@pytest.mark.parametrize("switch", SWITCHES)
def test_each_switch_is_on_the_page_with_who_sets_it(switch):
    line = re.search(rf"^\| `{switch}` \| (.*) \| (.*) \| (.*) \|$", PAGE.read_text(encoding="utf-8"), re.M)
    assert line, switch
    assert (line[2], line[3].strip()) == row(switch)


def test_each_profile_is_on_the_page_with_its_source():
    text = PAGE.read_text(encoding="utf-8")
    recorded, documented = text.split("### From documentation only")
    for name, found in PROFILES.items():
        where = {"recorded": recorded, "documentation": documented, "own": text}[found.source]
        assert f"`{name}`" in where
        if found.source != "own":
            assert f"| `{name}` | {found.engine} |" in where
