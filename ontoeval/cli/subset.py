"""``--subset``: fewer samples, the same ones every time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from ontoeval.errors import UsageError

Command = TypeVar("Command", bound=Callable[..., Any])


def subset_option(command: Command) -> Command:
    """``--subset``."""
    help_ = "Score only so many samples (50) or this share of them (20%), chosen by a hash of their ids."
    return click.option("--subset", metavar="SIZE", help=help_)(command)


def subset_size(text: str | None, otherwise: int | float | None) -> int | float | None:
    """What ``--subset`` says, or else the config.

    Raises:
        UsageError: It is no number.
    """
    if text is None:
        return otherwise
    try:
        if text.endswith("%"):
            return float(text[:-1]) / 100
        return int(text) if text.isdigit() else float(text)
    except ValueError:
        raise UsageError(f"cannot read {text!r}", where="--subset", expected="50, 20% or 0.2") from None
