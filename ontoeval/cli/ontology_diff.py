"""``ontoeval ontology diff``: two releases, and what the newer one does to a golden set and its scores."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from ontoeval.cli.ontology_options import (
    LEVELS,
    emit,
    loading,
    open_ontology,
    page_options,
    reading_options,
    shown_path,
)
from ontoeval.cli.options import output_path, pairs
from ontoeval.errors import UsageError

if TYPE_CHECKING:
    from ontoeval.findings import Severity


@click.command("diff")
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@click.option("--golden", "--gold", metavar="FILE", help="Golden set whose rows are looked at.")
@click.option("--run", "run_", metavar="FILE", help="Run to score under both releases; its predictions stay.")
@click.option("--metric", "metrics", multiple=True, metavar="METRIC", help="What to score; by default what it can.")
@click.option("--docs", metavar="FILE", help="Corpus with its metadata.")
@click.option("--schema", metavar="FILE", help="JSON Schema of the outputs: ids that its enums offer are looked at.")
@click.option(
    "--slot",
    "slots",
    callback=output_path,
    multiple=True,
    metavar="PATH",
    help="Where outputs hold concept ids: items[*].id",
)
@click.option("--field", "fields", multiple=True, metavar="NAME=PATH", help="Where a field is: id=doc_id")
@click.option("--report", metavar="FILE", help="A saved report.json that should have been made with OLD.")
@click.option(
    "--tolerance",
    default=0.0,
    show_default=True,
    type=click.FloatRange(min=0),
    metavar="D",
    help="By how much a metric may change.",
)
@click.option("--migration", metavar="FILE", help="Write what could be changed in the golden set as a proposal (JSON).")
@click.option("--root", "roots", multiple=True, metavar="ID", help="A concept whose children are the branches.")
@click.option("--scope", multiple=True, metavar="PREFIX", help="Only changes of concepts that start so: HP:")
@click.option("--only", multiple=True, metavar="RULES", help="Only these: ids or beginnings of ids: DIF01,EVL")
@click.option("--skip", multiple=True, metavar="RULES", help="Not these: DIF08,DIF09,DIF10")
@click.option(
    "--except",
    "exceptions",
    multiple=True,
    metavar="TEXT",
    help='A change that is meant: "DIF01 HP:0000175 until 2027-01-01: why".',
)
@click.option(
    "--fail-on",
    type=click.Choice([*LEVELS, "never"]),
    default="error",
    show_default=True,
    help="What gives exit code 1.",
)
@reading_options
@page_options
def command(
    old: str,
    new: str,
    golden: str | None,
    run_: str | None,
    metrics: tuple[str, ...],
    docs: str | None,
    schema: str | None,
    slots: tuple[str, ...],
    fields: tuple[str, ...],
    report: str | None,
    tolerance: float,
    migration: str | None,
    roots: tuple[str, ...],
    scope: tuple[str, ...],
    only: tuple[str, ...],
    skip: tuple[str, ...],
    exceptions: tuple[str, ...],
    fail_on: str,
    encoding: str | None,
    imports: str | None,
    format_: str,
    save: tuple[str, ...],
    every: bool,
) -> int:
    """Say what differs between the releases OLD and NEW of an ontology, and what that does to a golden set.

    Without a golden set, changes at or above --fail-on give exit code 1. With one, only what touches its rows counts:
    rows that break, move, are relabelled or have a finer answer now; and with a run, metrics that change although
    the predictions do not. Nothing is edited: --migration writes a proposal. The two have no concept in common: 4.

    In Python: oe.impact(oe.ontology.diff(old, new), golden, run).
    """
    from ontoeval.evaluation.impact import Impact, golden_samples, impact
    from ontoeval.metrics.registry import parse
    from ontoeval.ontology.checking.exceptions import parse as parse_exception
    from ontoeval.ontology.diffing import diff
    from ontoeval.ontology.facts import read_lines
    from ontoeval.report import impact_page

    if golden is None:
        needs = {"--run": run_, "--metric": metrics, "--migration": migration, "--schema": schema, "--report": report}
        for option, value in needs.items():
            if value:
                raise UsageError("it says something about a golden set", where=option, mend="give --golden FILE too")
    if migration is not None and golden is not None and Path(migration).resolve() == Path(golden).resolve():
        raise UsageError("this is the golden set", where="--migration", mend="name another file: nothing is edited")
    rules = impact_page.select(only, skip)
    meant = [waiver for waiver in map(parse_exception, exceptions) if not waiver.expired(date.today())]
    samples = None
    if golden is not None:  # what is wrong with it is said before two ontologies are read
        wanted = [parse(metric) for metric in metrics]
        samples = golden_samples(golden, run_, fields=pairs(fields, "--field"), scored=bool(wanted))
        for _ in samples.batches():
            pass
    options = loading(encoding, imports) | ({"roots": list(roots)} if roots else {})
    changes = diff(open_ontology(old, options), open_ontology(new, options))
    found: Impact | None = None
    if samples is not None:
        found = impact(
            changes,
            samples,
            metrics=metrics,
            docs=docs,
            schema=schema,
            slots=slots,
            report=report,
            tolerance=tolerance,
        )
    lines = read_lines(new, changes.new, encoding=encoding) if changes.changes else {}
    limit = cast("Severity", "error" if fail_on == "never" else fail_on)
    paths = {"new": shown_path(new), "golden": None if golden is None else shown_path(golden)}
    page = impact_page.page_of(
        changes, found, paths=paths, lines=lines, scope=scope, rules=rules, exceptions=meant, fail_on=limit
    )
    emit(page, format_, every, save)
    if migration is not None and found is not None:
        n = found.write_proposal(migration)
        click.echo(f"wrote {migration}: {n:,} proposed steps; nothing was edited", err=True)
    return 1 if page.failing and fail_on != "never" else 0
