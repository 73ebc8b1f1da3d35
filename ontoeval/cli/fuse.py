"""``ontoeval fuse``: several runs made into one."""

from __future__ import annotations

import click

from ontoeval.cli.options import show_findings


@click.command("fuse")
@click.argument("runs", nargs=-1, required=True, metavar="RUN RUN…")
@click.option("--out", required=True, metavar="FILE", help="Where to write the fused run, as JSON lines.")
@click.option(
    "--method",
    type=click.Choice(["rrf", "weighted"]),
    default="rrf",
    show_default=True,
    help="Reciprocal ranks, or normalized scores.",
)
@click.option(
    "-k", "k", type=click.FloatRange(0, min_open=True), default=60, show_default=True, help="Constant of rrf."
)
@click.option(
    "--weight",
    "weights",
    multiple=True,
    type=click.FloatRange(0),
    metavar="W",
    help="One for each run, in their order.",
)
@click.option(
    "--normalize",
    type=click.Choice(["min_max", "z_score", "sum"]),
    default="min_max",
    show_default=True,
    help="How scores of a ranking get on one scale, for weighted.",
)
@click.option(
    "--missing",
    type=click.Choice(["lowest", "zero"]),
    default="lowest",
    show_default=True,
    help="Score of a hit in a ranking that does not hold it, for weighted.",
)
@click.option(
    "--duplicates",
    type=click.Choice(["error", "first"]),
    default="error",
    show_default=True,
    help="Repeated questions of a run, and hits that a ranking holds twice.",
)
@click.option("--depth", type=click.IntRange(min=1), metavar="N", help="Fused hits to keep; else all.")
def command(
    runs: tuple[str, ...],
    out: str,
    method: str,
    k: float,
    weights: tuple[float, ...],
    normalize: str,
    missing: str,
    duplicates: str,
    depth: int | None,
) -> None:
    """Fuse the rankings of several runs, question by question.

    Ranks count, or scores that were put on one scale. A question that a run lacks is fused of the others, and counted.

    In Python: oe.retrieval.fuse(a, b, method=…).
    """
    import json
    from pathlib import Path
    from typing import cast

    from ontoeval.records.fusion import Missing, Normalization
    from ontoeval.records.samples import Duplicates
    from ontoeval.records.transform import Method, fuse

    fused = fuse(
        *runs,
        method=cast(Method, method),
        k=k,
        weights=weights or None,
        normalize=cast(Normalization, normalize),
        missing=cast(Missing, missing),
        duplicates=cast(Duplicates, duplicates),
        depth=depth,
    )
    lines = [json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n" for row in fused.rows()]
    Path(out).write_text("".join(lines), encoding="utf-8", newline="\n")
    show_findings(fused.findings)
    click.echo(f"wrote {out}: {len(lines)} questions", err=True)
