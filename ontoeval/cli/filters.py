"""``ontoeval filters``: what can be shown about filters."""

from __future__ import annotations

from itertools import islice

import click
from click.core import ParameterSource

from ontoeval.cli import filters_compare, filters_decide, filters_lint


@click.group("filters")
def command() -> None:
    """Look over logged filters: lint, hard or soft, other engines, sample sizes."""


command.add_command(filters_lint.command)
command.add_command(filters_decide.command)
command.add_command(filters_compare.command)


@command.command("size")
@click.option("--below", required=True, type=float, metavar="RATE", help="The claim: exclusion is below this rate.")
@click.option(
    "--failures",
    type=click.IntRange(min=0),
    default=3,
    show_default=True,
    help="Show n for 0 up to this many failures.",
)
@click.option("--expect", type=float, metavar="RATE", help="The true rate, for n with the wanted power.")
@click.option(
    "--power",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.8,
    show_default=True,
    metavar="P",
    help="Probability that the claim is shown.",
)
@click.pass_context
def size(context: click.Context, below: float, failures: int, expect: float | None, power: float) -> None:
    """How many questions show that a rate of exclusion is below RATE (one-sided, 95 %).

    In Python: ontoeval.statistics.power.required_n(rate, failures).
    """
    from ontoeval.errors import UsageError
    from ontoeval.statistics.power import n_for_claim, required_sizes

    sizes = list(islice(required_sizes(below), failures + 1))
    if expect is None and context.get_parameter_source("power") is not ParameterSource.DEFAULT:
        raise UsageError("the power of a claim depends on the true rate", where="--power", mend="add --expect RATE")
    wanted = None if expect is None else n_for_claim(below, expect, power)
    click.echo(f"to show a rate below {below:.4g} (one-sided 95 %, Clopper-Pearson):")
    for count, n in enumerate(sizes):
        click.echo(f"  {n:>9,} questions with {_failures(count)}")
    if wanted is not None:
        n, most = wanted
        click.echo(f"if the true rate is {expect:.4g}, in {power:.0%} of cases:")
        click.echo(f"  {n:>9,} questions with at most {_failures(most)}")


def _failures(count: int) -> str:
    return "1 failure" if count == 1 else f"{count:,} failures"
