"""``ontoeval ontology migrate``: a golden set with what was decided about a new release of its ontology."""

from __future__ import annotations

from pathlib import Path

import click

from ontoeval.cli.options import pairs
from ontoeval.errors import UsageError


@click.command("migrate")
@click.argument("golden", metavar="GOLDEN")
@click.argument("proposal", metavar="PROPOSAL")
@click.option("-o", "--output", required=True, metavar="OUT", help="File to write; never GOLDEN itself.")
@click.option("--certain", is_flag=True, help="Steps without a decision take their replacement, if there is just one.")
@click.option("--field", "fields", multiple=True, metavar="NAME=PATH", help="Where a field is: gold.concepts=truth.ids")
def command(golden: str, proposal: str, output: str, certain: bool, fields: tuple[str, ...]) -> None:
    """Write the golden set GOLDEN with the decisions in PROPOSAL, which `ontology diff --migration` made.

    Each step has a "decision": the id to write, "keep", "remove" (a mention goes as a whole), or null for none yet:
    then the id stays. Rows that no decision touches are written as they are.

    In Python: ontoeval.evaluation.migration.migrate(golden, proposal).
    """
    from ontoeval.evaluation.migration import migrate

    if Path(output).resolve() in (Path(golden).resolve(), Path(proposal).resolve()):
        raise UsageError("this file is read", where="--output", mend="name another file: nothing is edited in place")
    done = migrate(golden, proposal, fields=pairs(fields, "--field"), certain=certain)
    Path(output).write_bytes(done.text.encode("utf-8", "surrogateescape"))
    said = ", ".join(f"{n:,} {what}" for what, n in done.counts.items())
    click.echo(f"wrote {output}: {said}", err=True)
