"""``ontoeval ontology show``: an ontology at a glance, a concept, or two concepts and what they share."""

from __future__ import annotations

import click

from ontoeval.cli.ontology_options import loading, open_ontology, reading_options


@click.command("show")
@click.argument("file", metavar="FILE")
@click.argument("first", metavar="ID", required=False)
@click.argument("second", metavar="ID", required=False)
@click.option("--root", "roots", multiple=True, metavar="ID", help="A concept whose children are the branches.")
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True)
@reading_options
def command(
    file: str,
    first: str | None,
    second: str | None,
    roots: tuple[str, ...],
    format_: str,
    encoding: str | None,
    imports: str | None,
) -> None:
    """Show the ontology FILE, one concept of it, or how two concepts relate.

    Without ID: counts, roots, depths, languages, provenance and warnings. With one: names, definition, old ids,
    parents, children and a small tree. With two: their relation, the paths to their deepest common ancestor, and
    their similarity. An ID may be written in any spelling, or be a label.

    In Python: oe.load(file), onto.label(id), onto.parents(id), onto.relation(gold, predicted).
    """
    from ontoeval.ontology import showing
    from ontoeval.report import ontology_text

    options = loading(encoding, imports)
    if roots:
        options["roots"] = list(roots)
    onto = open_ontology(file, options)
    if first is None:
        content = showing.overview(onto)
        text = ontology_text.overview(content)
    elif second is None:
        content = showing.concept(onto, showing.find(onto, first))
        text = ontology_text.concept(content)
    else:
        content = showing.pair(onto, showing.find(onto, first), showing.find(onto, second))
        text = ontology_text.pair(content)
    if format_ == "json":
        import json

        text = json.dumps(content, indent=1, ensure_ascii=False)
    click.echo(text)
