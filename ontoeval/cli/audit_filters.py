"""``ontoeval audit filters``: which filters silently exclude what they should find."""

from __future__ import annotations

import click

from ontoeval.cli.options import emit, exit_code, format_option, pairs, report_target, strict_option


@click.command("filters")
@click.option("--log", required=True, metavar="FILE", help="Log of questions with their filters (JSON lines).")
@click.option("--docs", required=True, metavar="FILE", help="Corpus with its metadata.")
@click.option("--gold", metavar="FILE", help="Golden set, where the log does not hold it.")
@click.option("--dialect", metavar="NAME", help="Dialect of filters whose row names none, e.g. qdrant.")
@click.option("--profile", metavar="NAME", help="Engine semantics to read all filters with; else their dialect's.")
@click.option("--ontology", metavar="FILE", help="Ontology: relations of concepts, and what subsumption would recover.")
@click.option(
    "--field",
    "fields",
    multiple=True,
    metavar="NAME=PATH",
    help="Metadata that holds an attribute of filters: category=meta.category. Also which ones hold concepts.",
)
@click.option(
    "--log-field", "log_fields", multiple=True, metavar="NAME=PATH", help="Where a field of the log is: run.filter=f"
)
@click.option("--mandatory", multiple=True, metavar="NAME", help="Attribute that nobody may drop: access, legal.")
@click.option("--relation", "relations", multiple=True, metavar="NAME", help="Relation that subsumption follows.")
@click.option("-k", "k", type=click.IntRange(min=1), default=10, show_default=True, help="Documents that are wanted.")
@click.option(
    "--eps", type=float, metavar="RATE", help="Test that false exclusion is below RATE; exit with 1 when it is not."
)
@click.option("--by", multiple=True, metavar="TAG", help="Slice by a tag.")
@click.option("--duplicates", type=click.Choice(["error", "first"]), default="error", help="Rule for repeated ids.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the bootstrap.")
@click.option("--no-intervals", is_flag=True, help="Leave out the bootstrap.")
@click.option(
    "--save",
    callback=report_target,
    metavar="FILE",
    help="Also write the report; the suffix chooses the format, e.g. report.html.",
)
@format_option
@strict_option
def command(
    log: str,
    docs: str,
    gold: str | None,
    dialect: str | None,
    profile: str | None,
    ontology: str | None,
    fields: tuple[str, ...],
    log_fields: tuple[str, ...],
    mandatory: tuple[str, ...],
    relations: tuple[str, ...],
    k: int,
    eps: float | None,
    by: tuple[str, ...],
    duplicates: str,
    seed: int,
    no_intervals: bool,
    save: str | None,
    format_: str,
    strict: bool,
) -> int:
    """Find the filters that exclude what they should find, the conditions that do it, and why.

    A row of the log is a record (id, gold.docs, run.filter, run.dialect), or has the short form
    {qid, query, filter, dialect, gold: [doc], returned: [doc]}.

    With --eps the exit code is 1 when false exclusion is not below RATE, and with --strict 4 when there are too
    few questions to tell.

    In Python: oe.audit.filters(log, docs=…, dialect=…).
    """
    from typing import cast

    from ontoeval.audit.filter_audit import filters as audit
    from ontoeval.records.samples import Duplicates

    report = audit(
        log,
        docs=docs,
        gold=gold,
        dialect=dialect,
        profile=profile,
        ontology=ontology,
        fields=pairs(fields, "--field"),
        log_fields=pairs(log_fields, "--log-field"),
        mandatory=mandatory,
        relations=relations,
        k=k,
        eps=eps,
        by=by,
        duplicates=cast(Duplicates, duplicates),
        seed=seed,
        intervals=not no_intervals,
    )
    emit(report, format_, stages=False)
    if format_ == "table":
        from ontoeval.report import terminal_filters

        terminal_filters.show(report)
    if save:
        click.echo(f"wrote {report.save(save)}", err=True)
    if report.claim is not None and report.claim.outcome != "pass":
        return 1 if report.claim.outcome == "fail" else 4 if strict else 0
    return exit_code(report, strict)
