"""``ontoeval metrics``: what can be measured."""

from __future__ import annotations

import click

from ontoeval.cli.options import table_or_json_option


@click.group("metrics")
def command() -> None:
    """List metrics, or show one with its definition and example."""


@command.command("list")
@table_or_json_option
def list_(format_: str) -> None:
    """List all metrics by family; imports none of them.

    In Python: ontoeval.metrics.registry.entries().
    """
    from ontoeval.metrics.registry import families

    if format_ == "json":
        import json

        rows = [
            {"name": entry.name, "family": family, "summary": entry.summary}
            for family, entries in families().items()
            for entry in entries
        ]
        click.echo(json.dumps({"metrics": rows}, indent=1, ensure_ascii=False))
        return
    for family, entries in families().items():
        click.secho(family, bold=True)
        for entry in entries:
            click.echo(f"  {entry.name:26} {entry.summary}")


@command.command("show")
@click.argument("name")
def show(name: str) -> None:
    """Show the definition, parameters and example of the metric NAME.

    In Python: help(ontoeval.metrics.registry.get(name).function).
    """
    import inspect

    from ontoeval.metrics.registry import parse

    metric = parse(name).metric
    click.secho(metric.name, bold=True, nl=False)
    low, high = ("∞" if bound is None else f"{bound:g}" for bound in metric.bounds)
    click.echo(f"  ({metric.family}; {metric.direction} is better; {low} to {high}; {metric.average} average)")
    for parameter in metric.parameters.values():
        default = f'"{parameter.default}"' if isinstance(parameter.default, str) else parameter.default
        click.echo(f"  {parameter.name} = {'none' if default is None else default}   ({parameter.allowed})")
    click.echo()
    click.echo(inspect.getdoc(metric.function))
