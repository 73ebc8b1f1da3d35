"""Asks the reasoner for unsatisfiable concepts, for ONT402; says why when it cannot."""

from __future__ import annotations

from pathlib import Path

from ontoeval.errors import InconsistentOntology, OntoevalError
from ontoeval.ontology.checking.context import Context, Skipped
from ontoeval.ontology.load import load


def unsatisfiable(context: Context) -> tuple[str, ...]:
    """The concepts that the reasoner finds unsatisfiable.

    Raises:
        Skipped: There is no reasoner, no Java, or nothing that it can read.
        InconsistentOntology: All of them are, since the axioms contradict each other.
    """
    if not context.options.reasoner:
        raise Skipped("no reasoner was asked for (--reasoner)")
    source = context.source
    if not isinstance(source, str | bytes | Path):
        raise Skipped("the reasoner needs the file, and only the loaded ontology is at hand")
    try:
        return load(source, **{**context.loading, "edges": "reasoned"}).unsatisfiable
    except InconsistentOntology:
        raise
    except OntoevalError as error:
        raise Skipped(f"the reasoner did not run: {error}".replace("\n  mend:", ";")) from None
