"""``ontoeval ontology``: look at an ontology, check it, compare two releases and follow the newer one, write it in
another format or as a constraint."""

from __future__ import annotations

import click

from ontoeval.cli import (
    ontology_check,
    ontology_compile,
    ontology_diff,
    ontology_export,
    ontology_migrate,
    ontology_show,
)


@click.group("ontology")
def command() -> None:
    """Show, check, compare, export and compile ontologies."""


command.add_command(ontology_show.command)
command.add_command(ontology_check.command)
command.add_command(ontology_diff.command)
command.add_command(ontology_migrate.command)
command.add_command(ontology_export.command)
command.add_command(ontology_compile.command)
