"""The user's price table: what a million tokens of a model cost."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ontoeval.annotate.families import is_version
from ontoeval.errors import ConfigError


@dataclass(frozen=True)
class Price:
    """Price of a million tokens.

    Attributes:
        prompt: Of the prompt.
        completion: Of the completion.
    """

    prompt: float
    completion: float = 0.0


class Prices:
    """Prices by model; a table ``gpt-x`` also holds for the dated versions ``gpt-x-2026-08-01``, the longest name wins.

    Args:
        table: Prices by name of the model.
        currency: For messages.
        date: Of the prices, for messages.
    """

    def __init__(self, table: Mapping[str, Price], currency: str = "", date: str = "") -> None:
        self.table = dict(table)
        self.currency, self.date = currency, date

    def of(self, model: str) -> Price | None:
        """The price of a model, or None."""
        names = [name for name in self.table if is_version(model, name)]
        return self.table[max(names, key=len)] if names else None

    def cost(self, model: str, prompt: int, completion: int) -> float | None:
        """What tokens cost, or None when the table does not have the model."""
        price = self.of(model)
        return None if price is None else (prompt * price.prompt + completion * price.completion) / 1_000_000


def read_prices(path: Path) -> Prices:
    """Read a price table in TOML.

    Example of a file::

        currency = "USD"
        date = "2026-11-01"
        [models."gpt-x"]
        prompt = 2.5        # a million tokens
        completion = 10

    Raises:
        ConfigError: The file cannot be used.
    """
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8-sig"))
        models = content["models"]
        table = {
            str(name): Price(float(price["prompt"]), float(price.get("completion", 0)))
            for name, price in models.items()
        }
    except OSError as error:
        raise ConfigError(f"cannot be read ({error.strerror})", where=str(path)) from None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ConfigError(
            f"this is no price table ({error})", where=str(path), expected='[models."NAME"] with prompt and completion'
        ) from None
    if any(not amount >= 0 for price in table.values() for amount in (price.prompt, price.completion)):
        raise ConfigError("a price is below 0", where=str(path))
    return Prices(table, str(content.get("currency", "")), str(content.get("date", "")))
