"""``ontoeval filters decide``: whether a predicate should exclude documents, or only rank them lower."""

from __future__ import annotations

import click

from ontoeval.cli.options import pairs, show_findings, table_or_json_option


@click.command("decide")
@click.option("--gold", required=True, metavar="FILE", help="Golden set with gold.docs.")
@click.option("--run", metavar="FILE", help="Run with candidates (unfiltered, with scores) and filters.")
@click.option("--docs", required=True, metavar="FILE", help="Corpus with its metadata.")
@click.option("--ontology", metavar="FILE", help="Ontology, for filters with 'under'.")
@click.option("-k", "k", type=click.IntRange(min=1), default=10, show_default=True, help="Cut-off rank.")
@click.option(
    "--eps",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.02,
    show_default=True,
    metavar="RATE",
    help="Exclusion that is acceptable.",
)
@click.option(
    "--delta",
    type=click.FloatRange(-1, 1),
    default=0.0,
    show_default=True,
    metavar="D",
    help="Precision that a hard filter must gain.",
)
@click.option("--mandatory", multiple=True, metavar="NAME", help="Attribute that stays hard: access, legal, draft.")
@click.option("--boost", "boosts", multiple=True, type=click.FloatRange(0), metavar="B", help="Bonus to try; also inf.")
@click.option(
    "--unit",
    type=click.Choice(["deviation", "score"]),
    default="deviation",
    show_default=True,
    help="Whether bonuses are in standard deviations of a question's scores, or in scores.",
)
@click.option(
    "--per",
    type=click.Choice(["returned", "k"]),
    default="returned",
    show_default=True,
    help="What precision divides by; per k a bonus is never worse than a filter.",
)
@click.option("--dialect", metavar="NAME", help="Dialect of filters whose row names none, e.g. qdrant.")
@click.option("--profile", metavar="NAME", help="Engine semantics to read all filters with; else their dialect's.")
@click.option("--field", "fields", multiple=True, metavar="NAME=PATH", help="Metadata that holds an attribute.")
@click.option(
    "--log-field",
    "log_fields",
    multiple=True,
    metavar="NAME=PATH",
    help="Where a field of the records is: run.filter=f",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the bounds of the difference.")
@table_or_json_option
@click.option("--strict", is_flag=True, help="Exit with 4 when a verdict is inconclusive.")
def command(
    gold: str,
    run: str | None,
    docs: str,
    ontology: str | None,
    k: int,
    eps: float,
    delta: float,
    mandatory: tuple[str, ...],
    boosts: tuple[float, ...],
    unit: str,
    per: str,
    dialect: str | None,
    profile: str | None,
    fields: tuple[str, ...],
    log_fields: tuple[str, ...],
    seed: int,
    format_: str,
    strict: bool,
) -> int:
    """Decide for each predicate of the logged filters whether it should be a hard filter or a bonus in ranking.

    Hard, when it is shown to exclude fewer than RATE of the questions and to gain more than D of precision; soft, when
    one of the two is shown to be otherwise; else inconclusive, with the number of questions that would settle it.

    In Python: oe.filters.decide(gold, run, docs=…).
    """
    from typing import cast

    from ontoeval.evaluation.hard_or_soft import BOOSTS, decide
    from ontoeval.evaluation.soft_filters import Per, Unit
    from ontoeval.report import decisions as report

    decisions = decide(
        gold,
        run,
        docs=docs,
        ontology=ontology,
        k=k,
        epsilon=eps,
        delta=delta,
        mandatory=mandatory,
        boosts=boosts or BOOSTS,
        unit=cast(Unit, unit),
        per=cast(Per, per),
        dialect=dialect,
        profile=profile,
        fields=pairs(fields, "--field"),
        record_fields=pairs(log_fields, "--log-field"),
        seed=seed,
    )
    if format_ == "json":
        click.echo(report.as_json(decisions))
    else:
        report.show(decisions)
    show_findings(decisions.findings)
    return 4 if strict and decisions.inconclusive else 0
