"""The loss funnel for the terminal: stages with bars, blamed predicates, and the story in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from ontoeval.evaluation.funnel import Funnel

_BAR = 30
_MOST_IDS = 8


def show(console: Console, funnel: Funnel) -> None:
    """Write a funnel."""
    console.print()
    console.print(Text("LOSS FUNNEL", style="bold cyan"))
    if funnel.unmeasured is not None:
        console.print(Text(f"  unmeasured: {funnel.unmeasured}", style="yellow"))
        return
    outside = [
        f"{count} {name}"
        for count, name in ((funnel.n_missing, "without a run"), (funnel.n_without_gold, "without gold documents"))
        if count
    ]
    note = f"  (outside: {', '.join(outside)})" if outside else ""
    console.print(Text(f"  {funnel.entering} questions with gold documents{note}", style="dim"))
    console.print(_stages(funnel))
    blamed = funnel.blamed()
    if blamed:
        console.print()
        console.print(_blames(blamed))
    console.print()
    for sentence in funnel.sentences():
        console.print(Text(f"→ {sentence}"))


def _stages(funnel: Funnel) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("stage", no_wrap=True)
    for name in ("lost", "left"):
        table.add_column(name, justify="right")
    table.add_column("", no_wrap=True)
    table.add_column("how")
    for row in funnel.rows():
        stage = Text(f"  {row['stage']}", style="" if row["measured"] else "dim")
        if not row["measured"]:
            table.add_row(stage, "–", "–", "", Text(row["note"], style="yellow"))
            continue
        kept = round(_BAR * row["left"] / funnel.entering) if funnel.entering else 0
        gone = round(_BAR * row["entered"] / funnel.entering) - kept if funnel.entering else 0
        bar = Text("█" * kept, style="green") + Text("░" * gone, style="red")
        how = Text(row["note"] if row["lost"] else "", style="dim")
        table.add_row(stage, str(row["lost"]), str(row["left"]), bar, how)
    return table


def _blames(rows: list[dict[str, object]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("  filter on", "asks for", "questions", "which"):
        table.add_column(name, justify="right" if name == "questions" else "left")
    for row in rows:
        ids = row["ids"]
        assert isinstance(ids, list)
        shown = ", ".join(ids[:_MOST_IDS]) + (" …" if len(ids) > _MOST_IDS else "")
        table.add_row(f"  {row['field']}", str(row["relation"]), str(row["questions"]), Text(shown, style="dim"))
    return table
