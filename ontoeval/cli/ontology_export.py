"""``ontoeval ontology export``: an ontology in another format."""

from __future__ import annotations

from pathlib import Path

import click

from ontoeval.cli.ontology_options import loading, open_ontology, reading_options


@click.command("export")
@click.argument("file", metavar="FILE")
@click.option(
    "--to",
    required=True,
    type=click.Choice(["turtle", "obographs", "skos", "tsv", "graphml"]),
    help="Format to write.",
)
@click.option("-o", "--output", metavar="OUT", help="File to write; by default stdout.")
@reading_options
def command(file: str, to: str, output: str | None, encoding: str | None, imports: str | None) -> None:
    """Write the ontology FILE in another format.

    What is read back is the same graph: concepts, names, hierarchy, and old ids where the format has them. What a
    format cannot say is counted on stderr. Rows and statements are sorted by id, so that two releases can be compared.

    In Python: ontoeval.ontology.exports.render(oe.load(file), "turtle").
    """
    from ontoeval.ontology.exports import render

    onto = open_ontology(file, loading(encoding, imports))
    text, lost = render(onto, to)
    if output is None or output == "-":
        click.echo(text, nl=False)
    else:
        Path(output).write_text(text, encoding="utf-8", newline="\n")
        click.echo(f"wrote {output}: {len(onto):,} concepts", err=True)
    for note in lost:
        click.echo(f"note: {note}", err=True)
