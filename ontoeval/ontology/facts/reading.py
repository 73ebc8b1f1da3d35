"""Reads the facts of a source, or takes them from a loaded ontology."""

from __future__ import annotations

from pathlib import Path
from typing import IO

from ontoeval.ontology import inside, readers, sniff
from ontoeval.ontology.builder import Builder
from ontoeval.ontology.facts.lines import lines_of
from ontoeval.ontology.facts.model import SELF_LOOPS, SEVERAL_LABELS, WRITTEN_VALUES, Facts
from ontoeval.ontology.limits import Limits
from ontoeval.ontology.ontology import Ontology
from ontoeval.ontology.readers.context import Context
from ontoeval.ontology.source import Document, read

_NO_FILE = "it needs the statements of the file, and only the loaded ontology is at hand"


def read_facts(
    source: str | Path | bytes | IO[bytes],
    ontology: Ontology,
    *,
    encoding: str | None = None,
    base_iri: str | None = None,
    format: str | None = None,
    limits: Limits | None = None,
) -> Facts:
    """The facts of a file that was loaded as ``ontology``.

    Tables and path lists have no statements but edges: the rest is what the loaded ontology holds, and
    ``Facts.lacks`` says what is missing.

    Args:
        source: What the ontology was loaded from.
        ontology: The loaded ontology: its loading is what found the file readable and safe.
        encoding: As for loading.
        base_iri: As for loading.
        format: As for loading.
        limits: As for loading.
    """
    document = read(source, encoding=encoding, limits=limits)
    syntax = readers.format_name(format) if format is not None else sniff.sniff(document.head, document.name)
    context = Context(syntax, base_iri=base_iri, limits=limits or Limits())
    facts = _facts(document, context, ontology)
    if not facts.lines:
        lines = lines_of(document.read().decode("utf-8"), syntax, dict(ontology.prefixes))
        facts.lines = {concept: line for concept, line in lines.items() if concept in facts.declared}
    facts.disjoint = inside.disjoint(ontology)
    return facts


def read_lines(source: str | Path, ontology: Ontology, *, encoding: str | None = None) -> dict[str, int]:
    """At which line each concept of a file starts, where the format has such a thing.

    Args:
        source: What the ontology was loaded from.
        ontology: The loaded ontology.
        encoding: As for loading.
    """
    document = read(source, encoding=encoding)
    syntax = sniff.sniff(document.head, document.name)
    return lines_of(document.read().decode("utf-8"), syntax, dict(ontology.prefixes))


def _facts(document: Document, context: Context, ontology: Ontology) -> Facts:
    module = readers.FORMATS[context.syntax]
    if module == "obo":
        from ontoeval.ontology.facts.obo import obo_facts

        return obo_facts(document.read())
    if module == "obographs":
        from ontoeval.ontology.facts.obographs import obographs_facts

        return obographs_facts(document.read())
    if module == "taxonomy":
        return _facts_of_table(document, context, ontology)
    from ontoeval.ontology.facts.rdf import rdf_facts

    if module == "horned":
        from ontoeval.ontology.readers.horned import to_rdf_xml

        document = to_rdf_xml(document, Builder(document.name), context)
        return rdf_facts(document.read(), "rdfxml", context.base_iri)
    return rdf_facts(document.read(), context.syntax, context.base_iri)


def _facts_of_table(document: Document, context: Context, ontology: Ontology) -> Facts:
    builder = Builder(document.name)
    readers.reader(context.syntax)(document, builder, context)
    facts = facts_of(ontology)
    names = builder.index.names
    child, parent = builder.numbers("asserted")
    facts.edges = {(names[a], names[b]): None for a, b in zip(child.tolist(), parent.tolist(), strict=True)}
    facts.syntax = context.syntax
    facts.lacks = {
        SEVERAL_LABELS: f"{context.syntax}: a row has one label, and that of a second row is read as a synonym",
        WRITTEN_VALUES: f"{context.syntax}: there is no fixed way to write deprecation in it",
    }
    return facts


def facts_of(ontology: Ontology) -> Facts:
    """The facts that a loaded ontology still holds."""
    facts = Facts("the loaded ontology", dict.fromkeys((SELF_LOOPS, SEVERAL_LABELS, WRITTEN_VALUES), _NO_FILE))
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
    facts.edges = dict.fromkeys(inside.asserted(ontology))
    for child, parent, relation in inside.edges(ontology):
        if relation == "subclass":
            continue
        if relation == "equivalent":
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
