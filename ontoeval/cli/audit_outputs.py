"""``ontoeval audit outputs``: a funnel from the answer to the right concept."""

from __future__ import annotations

import click

from ontoeval.cli.ontology_options import emit, page_options, shown_path
from ontoeval.cli.options import output_path, report_target
from ontoeval.errors import UsageError


@click.command("outputs")
@click.argument("answers", metavar="ANSWERS")
@click.option("--ontology", metavar="FILE", help="Ontology that the ids come from.")
@click.option("--schema", metavar="FILE", help="JSON Schema of the answers.")
@click.option(
    "--slot",
    "slots",
    callback=output_path,
    multiple=True,
    metavar="PATH",
    help="Where answers hold ids: '$.annotations[*].id'.",
)
@click.option(
    "--label",
    "labels",
    callback=output_path,
    multiple=True,
    metavar="PATH",
    help="Where the labels of these ids are, per slot.",
)
@click.option("--root", "roots", multiple=True, metavar="ID", help="Concept below which the ids must be.")
@click.option("--gold", metavar="FILE", help="Golden set with gold.output or gold.concepts, joined by id.")
@click.option(
    "--output", callback=output_path, metavar="PATH", help="Where the answer is in a row: response, choices.text …"
)
@click.option(
    "--text",
    callback=output_path,
    metavar="PATH",
    help="Where the source text is in a row: concepts are then looked for in it.",
)
@click.option("--triples", callback=output_path, metavar="PATH", help="Where answers hold triples: '$.triples[*]'.")
@click.option(
    "--files",
    multiple=True,
    metavar="PATTERN",
    help="Which files of a folder are answers: '*.txt'. By default JSON and YAML files; where there are none, texts.",
)
@click.option(
    "--parse",
    type=click.Choice(["strict", "lenient"]),
    default="strict",
    show_default=True,
    help="Whether only strict JSON is read, or also what can be repaired.",
)
@click.option("--fail-under", multiple=True, metavar="METRIC=RATE", help="Exit with 1 when a rate is lower.")
@click.option("--max", "most", multiple=True, metavar="METRIC=RATE", help="Exit with 1 when a rate is higher.")
@click.option("--against", metavar="FILE", help="An audit saved as JSON: its findings are known, its rates compared.")
@click.option(
    "--report",
    "reports",
    callback=report_target,
    multiple=True,
    metavar="FILE",
    help="Also write the measures as a report: report.html, report.json …",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the bootstrap.")
@click.option("--no-intervals", is_flag=True, help="Leave out the intervals.")
@page_options
def command(
    answers: str,
    ontology: str | None,
    schema: str | None,
    slots: tuple[str, ...],
    labels: tuple[str, ...],
    roots: tuple[str, ...],
    gold: str | None,
    output: str | None,
    text: str | None,
    triples: str | None,
    files: tuple[str, ...],
    parse: str,
    fail_under: tuple[str, ...],
    most: tuple[str, ...],
    against: str | None,
    reports: tuple[str, ...],
    seed: int,
    no_intervals: bool,
    format_: str,
    save: tuple[str, ...],
    every: bool,
) -> int:
    """Audit what a system put out: does it parse, validate, use the vocabulary, mean what it says, and is it right?

    ANSWERS is a JSON lines file, a CSV or TSV table, or a folder of files, each of them one answer, with the name of
    the file as its id. Saved replies of model APIs (OpenAI, Anthropic, Gemini, Ollama, batches) are opened.

    Every rate has its denominator, and everything that is wrong is listed with its place. Exits with 1 when a limit
    of --fail-under or --max is not kept; findings alone never fail.

    In Python: oe.audit.outputs(answers, ontology=…, slots=…), and oe.assert_conforms(…) in tests.
    """
    from typing import cast

    from ontoeval.audit.output_audit import outputs as audit
    from ontoeval.audit.output_limits import read_saved, unmet
    from ontoeval.report import output_page
    from ontoeval.views.outputs.parsing import Parse

    minimum, maximum = _rates(fail_under, "--fail-under"), _rates(most, "--max")
    before = None if against is None else read_saved(against)
    found = audit(
        answers,
        ontology=ontology,
        schema=schema,
        slots=slots,
        labels=labels,
        roots=roots,
        gold=gold,
        output=output,
        text=text,
        triples=triples,
        files=files,
        parse=cast(Parse, parse),
        metrics=[*minimum, *maximum],
        seed=seed,
        intervals=not no_intervals,
    )
    broken = unmet(found, minimum, maximum)
    page = output_page.page_of(found, found.faults, path=shown_path(answers), unmet=broken, before=before)
    emit(page, format_, every, save)
    for target in reports:
        click.echo(f"wrote {found.save(target)}", err=True)
    for line in broken:
        click.echo(f"not met: {line}", err=True)
    return 1 if broken else 0


def _rates(limits: tuple[str, ...], option: str) -> dict[str, float]:
    """Limits as numbers from 0 to 1; a notation may hold "=" itself."""
    found = {}
    for text in limits:
        name, _, value = text.rpartition("=")
        try:
            found[name] = float(value)
        except ValueError:
            found[name] = -1.0
        if not name or not 0 <= found[name] <= 1:
            raise UsageError(f"cannot read {text!r}", where=option, expected="METRIC=RATE, a rate from 0 to 1")
    return found
