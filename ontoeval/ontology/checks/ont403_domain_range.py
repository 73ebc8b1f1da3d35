"""An individual does not have the type that a property asks for.

**What.** A statement between individuals whose subject has types, none of which is the property's domain or
below it; the same for the object and the range. Individuals without any type are left out.

**Why it matters.** In OWL this is no error but a conclusion: the individual gets the type. When that is not
meant, facts that a RAG answer cites are attached to the wrong kind of thing.

**Fine when.** you rely on that inference.

**Mend.** Add the missing type, or widen the domain.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT403", '''
    ... @prefix : <urn:x:> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
    ... @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    ... :Cat a owl:Class . :Stone a owl:Class . :eats a owl:ObjectProperty ; rdfs:domain :Cat .
    ... :felix a :Cat . :pebble a :Stone ; :eats :felix .
    ... ''')
    warning bytes urn:x:pebble: it is the subject of urn:x:eats, whose domain is urn:x:Cat, but it is urn:x:Stone
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context, Skipped

SEVERITY: Severity = "warning"


def run(context: Context) -> Iterator[Finding]:
    """Statements whose subject or object has none of the types that the property asks for."""
    facts = context.facts
    if not facts.domains and not facts.ranges:
        raise Skipped("the file has no property with domain or range")
    if not facts.individuals:
        raise Skipped("the file has no individuals")
    for subject, prop, target in facts.uses:
        sides = ((subject, "subject", "domain", facts.domains), (target, "object", "range", facts.ranges))
        for thing, place, name, table in sides:
            kinds = facts.individuals.get(thing)
            for wanted in table.get(prop, ()):
                if kinds and wanted in context.ontology and not any(_is_a(context, kind, wanted) for kind in kinds):
                    yield context.found(
                        f"it is the {place} of {context.named(prop)}, whose {name} is {context.named(wanted)}, "
                        f"but it is {context.listed(kinds)}",
                        thing,
                        prop,
                        wanted,
                    )


def _is_a(context: Context, kind: str, wanted: str) -> bool:
    same = kind in context.ontology and wanted in context.ontology.equivalents(kind)
    return kind == wanted or same or wanted in context.ancestors(kind)
