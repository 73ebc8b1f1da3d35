"""What to mend first, for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

_INDENT = 4


def show(console: Console, rows: Sequence[dict[str, Any]]) -> None:
    """Write advice; nothing when there is none."""
    if not rows:
        return
    console.print()
    console.print(Text("MEND FIRST", style="bold cyan"))
    for place, row in enumerate(rows, start=1):
        title = Text(f"{place}. {row['title']}", style="bold")
        console.print(Padding(title, (0, 0, 0, _INDENT - 2)))
        for text, style in ((row["evidence"], "dim"), (f"→ {row['action']}", "")):
            console.print(Padding(Text(text, style=style), (0, 0, 0, _INDENT + 1)))
