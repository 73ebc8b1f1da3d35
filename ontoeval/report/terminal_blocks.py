"""Titled tables one below the other, for the terminal."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Sequence
from typing import IO

from rich.console import Console
from rich.table import Table
from rich.text import Text

#: A title, column headers, and rows of cells; without rows nothing is written.
Block = tuple[str, tuple[str, ...], list[list[str]]]

_UNLIMITED = 10_000


def show_blocks(blocks: Iterable[Block], stream: IO[str] | None = None) -> None:
    """Write tables to a terminal, or without colors to a pipe, where lines are as long as they are."""
    out = stream or sys.stdout
    if out.isatty():
        _write(Console(file=out, highlight=False), blocks)
        return
    text = io.StringIO()
    _write(Console(file=text, highlight=False, width=_UNLIMITED), blocks)
    out.writelines(f"{line.rstrip()}\n" for line in text.getvalue().splitlines())


def _write(console: Console, blocks: Iterable[Block]) -> None:
    for title, heads, cells in blocks:
        if cells:
            console.print()
            console.print(Text(title, style="bold cyan"))
            console.print(_table(heads, cells))


def _table(heads: Sequence[str], cells: Iterable[Sequence[str]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", show_header=any(heads))
    rows = list(cells)
    for place, name in enumerate(heads):
        numeric = bool(name) and all(not row[place] or row[place][0] in "-+–.0123456789" for row in rows)
        table.add_column(name, justify="right" if numeric else "left")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    return table
