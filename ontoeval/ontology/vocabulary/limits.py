"""What an enum may hold, service by service; each limit with where it is known from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Form = Literal["enum", "oneOf", "pattern"]
Target = Literal["generic", "openai", "gemini"]

ENUM = 1_000
"""Ids up to which an enum is what every measured engine and service can take."""
LLGUIDANCE_ENUM = 10_000
"""Values of a JSON Schema enum that llguidance 1.9 compiled (118 ms); 50,000 it refused: "schema too large"."""
LLGUIDANCE_REGEX = 50_000
"""Ids of a regular expression that llguidance 1.9 compiled (1.1 s); no measured engine was shown to take more."""
OUTLINES_CORE = 100
"""Ids above which outlines_core 0.2 takes too long: 1,000 took 149 s to compile."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one target.

    Attributes:
        forms: The forms that it takes.
        max_values: How many values an enum may have; None when no limit is known.
        long_enum: Number of values above which ``max_long_chars`` holds.
        max_long_chars: Characters of all values of such an enum.
        max_chars: Characters of all values of a schema.
        stamp: Whether an unknown keyword such as ``x-ontoeval`` is accepted.
        source: Where the limits are known from.
    """

    forms: tuple[Form, ...]
    max_values: int | None
    long_enum: int | None
    max_long_chars: int | None
    max_chars: int | None
    stamp: bool
    source: str


TARGETS: dict[str, Limits] = {
    "generic": Limits(("enum", "oneOf", "pattern"), None, None, None, None, True, "JSON Schema has no limit"),
    "openai": Limits(
        ("enum", "pattern"), 1_000, 250, 15_000, 120_000, False, "OpenAI, Structured Outputs, as of February 2026"
    ),
    "gemini": Limits(
        ("enum", "pattern"), 99, None, None, None, False, "undocumented; 100 values failed in python-genai#950"
    ),
}


def broken(values: Iterable[str], target: str) -> list[str]:
    """Which limits of a target an enum of these values breaks."""
    limits, values = TARGETS[target], list(values)
    n, n_chars = len(values), sum(map(len, values))
    found = []
    if limits.max_values is not None and n > limits.max_values:
        found.append(f"{n:,} values, {target} takes {limits.max_values:,} ({limits.source})")
    if limits.long_enum is not None and n > limits.long_enum and n_chars > (limits.max_long_chars or 0):
        found.append(
            f"{n_chars:,} characters in an enum of more than {limits.long_enum} values, "
            f"{target} takes {limits.max_long_chars:,} ({limits.source})"
        )
    if limits.max_chars is not None and n_chars > limits.max_chars:
        found.append(f"{n_chars:,} characters, {target} takes {limits.max_chars:,} ({limits.source})")
    return found


def cautions(form: Form, n: int, target: str) -> list[str]:
    """What a user of a constraint of this form and size should know."""
    found = []
    if form == "pattern":
        found.append("the pattern accepts ids that do not exist: check outputs against the set")
    if form == "pattern" and target == "gemini":
        found.append("Gemini's JSON Schema subset does not list `pattern`: it may be ignored")
    if form != "pattern" and n > LLGUIDANCE_ENUM:
        found.append(f"llguidance took {LLGUIDANCE_ENUM:,} values and refused 50,000; other engines need minutes")
    elif form != "pattern" and n > ENUM:
        found.append("outlines_core and the services refuse or stall on more than 1,000 values")
    return found
