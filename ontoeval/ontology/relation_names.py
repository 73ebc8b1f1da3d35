"""Finds relations by any of their names."""

from __future__ import annotations

from collections.abc import Iterable

from ontoeval.errors import BadParameter, closest
from ontoeval.ontology.builder import Builder
from ontoeval.ontology.identifiers import canonical


def find_relations(wanted: Iterable[str], builder: Builder) -> set[str]:
    """The relations that are meant: by their name, id, IRI or label.

    Raises:
        BadParameter: The ontology has no such relation.
    """
    present = {relation for _, relation, _ in builder.relations}
    spellings: dict[str, str] = {}
    for name, draft in builder.properties.items():
        for text in (draft.label, draft.iri, name):
            if text:
                spellings[text] = name
                spellings.setdefault(text.replace(" ", "_"), name)
    spellings.update({relation: relation for relation in present})
    found: set[str] = set()
    for text in wanted:
        name = spellings.get(text) or spellings.get(canonical(text)) or text
        if name not in present:
            near = closest(text, {s for s, target in spellings.items() if target in present})
            raise BadParameter(
                f"no concept has the relation {text!r}",
                where="relations",
                expected=f"one of {', '.join(sorted(present)[:12]) or 'none: this ontology has no relations'}",
                mend=f"did you mean {near[0]}?" if near else None,
            )
        found.add(name)
    return found
