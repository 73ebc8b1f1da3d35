"""``ontoeval audit links``: mentions and the concepts that they are linked to, with every diagnosis table."""

from __future__ import annotations

import click

from ontoeval.cli.options import (
    emit,
    exit_code,
    format_option,
    input_formats,
    nil_options,
    nil_policy,
    pairs,
    pairs_target,
    report_target,
    show_findings,
    strict_option,
)


@click.command("links")
@click.argument("gold", metavar="GOLD")
@click.argument("run", metavar="PRED", required=False)
@click.option("--ontology", metavar="FILE", help="Ontology: resolves ids, and says how wrong a wrong concept is.")
@click.option("--root", "roots", multiple=True, metavar="ID", help="Concept whose children are the branches.")
@click.option(
    "--match",
    type=click.Choice(["strong", "word", "weak", "iou"]),
    default="strong",
    show_default=True,
    help="When spans are the same: equal, equal at the borders of words, overlapping, or overlapping enough.",
)
@click.option("--iou", type=float, default=0.5, show_default=True, help="How much two spans must share for iou.")
@click.option("--typed", is_flag=True, help="Types must be equal too.")
@click.option("--given", is_flag=True, help="The system was given the gold spans: others do not count.")
@click.option(
    "--convention",
    type=click.Choice(["ontoeval", "neleval", "elevant", "gerbil", "bc5cdr", "spacy", "hipe"]),
    default="ontoeval",
    show_default=True,
    help="Whose counts the measures are; diagnosis is always ours.",
)
@click.option("--threshold-sweep", is_flag=True, help="Also thresholds of each fold, curve and calibration by score.")
@click.option("--tools/--no-tools", default=None, help="Counts of other tools; by default up to 300,000 mentions.")
@click.option("--field", "fields", multiple=True, metavar="NAME=PATH", help="Where a field is: id=doc_id")
@click.option("--where", multiple=True, metavar="TAG=VALUE", help="Only samples with this tag.")
@input_formats
@click.option(
    "--duplicates", type=click.Choice(["error", "first"]), default="error", help="Rule for repeated sample ids."
)
@nil_options
@click.option("--by", multiple=True, metavar="TAG", help="Slice by a tag.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the bootstrap.")
@click.option("--no-intervals", is_flag=True, help="Leave out the bootstrap.")
@click.option(
    "--pairs",
    "pairs_file",
    callback=pairs_target,
    metavar="FILE",
    help="Also write every mention with what became of it: .jsonl, .csv.",
)
@click.option(
    "--save",
    callback=report_target,
    metavar="FILE",
    help="Also write the report; the suffix chooses the format, e.g. report.html.",
)
@format_option
@strict_option
def command(
    gold: str,
    run: str | None,
    ontology: str | None,
    roots: tuple[str, ...],
    match: str,
    iou: float,
    typed: bool,
    given: bool,
    convention: str,
    threshold_sweep: bool,
    tools: bool | None,
    fields: tuple[str, ...],
    where: tuple[str, ...],
    gold_format: str | None,
    run_format: str | None,
    duplicates: str,
    nil_tokens: tuple[str, ...],
    outside_gold: str | None,
    by: tuple[str, ...],
    seed: int,
    no_intervals: bool,
    pairs_file: str | None,
    save: str | None,
    format_: str,
    strict: bool,
) -> int:
    """Compare predicted with gold mentions: spans, concepts, NIL, ids, candidates, thresholds.

    GOLD and PRED are files in any format (JSON lines, PubTator, BioC, brat, NIF, TAC …), joined by the id of their
    documents; GOLD alone may hold both.

    In Python: oe.audit.links(gold, run, ontology=…).
    """
    from typing import Any

    from ontoeval.audit.link_audit import links as audit

    choices: dict[str, Any] = {"match": match, "convention": convention, "duplicates": duplicates}
    report = audit(
        gold,
        run,
        ontology=ontology,
        roots=roots,
        iou=iou,
        typed=typed,
        given=given,
        threshold_sweep=threshold_sweep,
        tools=tools,
        fields=pairs(fields, "--field"),
        where=pairs(where, "--where"),
        gold_format=gold_format,
        run_format=run_format,
        nil=nil_policy(nil_tokens, outside_gold),
        by=by,
        seed=seed,
        intervals=not no_intervals,
        **choices,
    )
    if format_ == "table":
        from ontoeval.report import terminal_links

        terminal_links.show(report)
        show_findings(report.findings)
    else:
        emit(report, format_, stages=False)
    if pairs_file:
        click.echo(f"wrote {report.save_pairs(pairs_file)}", err=True)
    if save:
        click.echo(f"wrote {report.save(save)}", err=True)
    return exit_code(report, strict)
