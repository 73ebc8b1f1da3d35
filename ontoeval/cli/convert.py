"""``ontoeval convert``: a golden set or a run in another format."""

from __future__ import annotations

from typing import Literal, cast

import click

from ontoeval.cli.options import pairs, show_findings


@click.command("convert")
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option("--from", "from_format", metavar="FORMAT", help="Format of IN; else its name and content tell.")
@click.option("--to", "to_format", metavar="FORMAT", help="Format of OUT; else its suffix tells.")
@click.option(
    "--part", type=click.Choice(["gold", "run"]), default="gold", show_default=True, help="What the mentions are."
)
@click.option("--text", "texts", metavar="FILE", help="Texts that IN lacks: a file, or a folder of .txt files.")
@click.option("--field", "fields", multiple=True, metavar="NAME=PATH", help="Where a field of IN is: query=text.")
@click.option(
    "--duplicates",
    type=click.Choice(["error", "first"]),
    default="error",
    show_default=True,
    help="Repeated sample ids.",
)
def command(
    source: str,
    target: str,
    from_format: str | None,
    to_format: str | None,
    part: str,
    texts: str | None,
    fields: tuple[str, ...],
    duplicates: str,
) -> None:
    """Write a golden set or a run in another format.

    FORMAT is a name, with options behind it: csv(start="from"), pubtator(offsets="utf16"). What OUT cannot express
    is counted and listed.

    In Python: oe.convert(source, target, from_format=…, to_format=…).
    """
    from ontoeval.records.convert import convert
    from ontoeval.records.samples import Duplicates

    found = convert(
        source,
        target,
        from_format=from_format,
        to_format=to_format,
        part=cast(Literal["gold", "run"], part),
        texts=texts,
        fields=pairs(fields, "--field"),
        duplicates=cast(Duplicates, duplicates),
    )
    show_findings(found)
    click.echo(f"wrote {target}", err=True)
