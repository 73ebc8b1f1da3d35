"""Reads the facts of a source, or takes them from a loaded ontology."""

from __future__ import annotations

from pathlib import Path
from typing import IO

from ontoeval.ontology import inside, sniff
from ontoeval.ontology.facts.model import Facts
from ontoeval.ontology.ontology import Ontology
from ontoeval.ontology.source import read

_RDF = {"turtle", "ntriples", "nquads", "trig", "rdfxml", "jsonld"}


def read_facts(
    source: str | Path | bytes | IO[bytes],
    ontology: Ontology,
    *,
    encoding: str | None = None,
    base_iri: str | None = None,
) -> Facts:
    """The facts of a file that was loaded as ``ontology``.

    Formats without a reader of facts (tables, OBO Graphs, OWL in functional syntax) give what the loaded
    ontology holds; ``Facts.literal`` is then False.

    Args:
        source: What the ontology was loaded from.
        ontology: The loaded ontology: its loading is what found the file readable and safe.
        encoding: As for loading.
        base_iri: As for loading.
    """
    document = read(source, encoding=encoding)
    syntax = sniff.sniff(document.head, document.name)
    if syntax == "obo":
        from ontoeval.ontology.facts.obo import obo_facts

        facts = obo_facts(document.read())
    elif syntax in _RDF:
        from ontoeval.ontology.facts.rdf import rdf_facts

        facts = rdf_facts(document.read(), syntax, base_iri)
    else:
        return facts_of(ontology)
    facts.disjoint = inside.disjoint(ontology)
    return facts


def facts_of(ontology: Ontology) -> Facts:
    """The facts that a loaded ontology still holds."""
    facts = Facts("the loaded ontology", literal=False)
    for concept in ontology.ids:
        if ontology.declared(concept):
            facts.declared[concept] = None
        label, definition = ontology.label(concept), ontology.definition(concept)
        if label is not None:
            facts.labels[concept] = [(label, "")]
        if definition is not None:
            facts.definitions[concept] = [(definition, "")]
        synonyms = inside.scoped_synonyms(ontology, concept)
        if synonyms:
            facts.synonyms[concept] = synonyms
        if ontology.deprecated(concept):
            facts.deprecated[concept] = "true"
            facts.deprecated_ids.add(concept)
    for child, parent, relation in inside.edges(ontology):
        if relation == "subclass":
            facts.edges[child, parent] = None
        elif relation == "equivalent":
            facts.equivalent[child, parent] = None
        else:
            facts.references[child, relation, parent] = None
    for alias, claimants in ontology.aliases.items():
        for concept in claimants:
            facts.alt_ids.setdefault(concept, {})[alias] = None
    facts.disjoint = inside.disjoint(ontology)
    for table, target in (
        (inside.replacements(ontology), facts.replaced_by),
        (inside.considered(ontology), facts.consider),
    ):
        for concept, others in table.items():
            target[concept] = dict.fromkeys(others)
    return facts
