"""What an ontology asks of the subjects and objects of a property, inherited and inverse statements included."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from ontoeval.ontology.properties import Property
from ontoeval.ontology.readers.vocabulary import OWL, RDF, RDFS, XSD

Unions = tuple[tuple[str, ...], ...]

_INHERITED = {
    "functional": "inverse_functional",
    "inverse_functional": "functional",
    "irreflexive": "irreflexive",
    "asymmetric": "asymmetric",
}
_ANYTHING = OWL + "Thing"
_DATATYPES = (XSD, RDF, RDFS + "Literal")
_FORMS = {
    **dict.fromkeys(("integer", "int", "long", "short", "byte"), r"[+-]?\d+"),
    **dict.fromkeys(("nonNegativeInteger", "unsignedInt", "unsignedLong", "unsignedShort", "unsignedByte"), r"\+?\d+"),
    "positiveInteger": r"\+?0*[1-9]\d*",
    "negativeInteger": r"-0*[1-9]\d*",
    "nonPositiveInteger": r"-\d+|0+",
    "decimal": r"[+-]?(\d+(\.\d*)?|\.\d+)",
    **dict.fromkeys(("double", "float"), r"[+-]?((\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?|INF)|NaN"),
    "boolean": r"true|false|1|0",
    "gYear": r"-?\d{4,}(Z|[+-]\d\d:\d\d)?",
    "gYearMonth": r"-?\d{4,}-(0[1-9]|1[0-2])(Z|[+-]\d\d:\d\d)?",
    **dict.fromkeys(("string", "normalizedString", "token"), r".*"),
}


@dataclass(frozen=True, slots=True)
class Signature:
    """What holds of every statement with a property.

    Attributes:
        domains, ranges: What subjects and objects must be: all entries hold, each is a union of concepts.
        datatypes: Datatypes that objects must be of, likewise.
        traits: ``functional``, ``inverse_functional``, ``irreflexive``, ``asymmetric``.
        inverses: Properties that say the same backwards.
        takes: ``"entity"``, ``"literal"``, or None when the ontology does not say.
    """

    domains: Unions
    ranges: Unions
    datatypes: Unions
    traits: frozenset[str]
    inverses: tuple[str, ...]
    takes: str | None


def signatures(properties: Mapping[str, Property]) -> dict[str, Signature]:
    """The signature of each property."""
    return {name: _signature(name, properties) for name in properties}


def _signature(name: str, properties: Mapping[str, Property]) -> Signature:
    ends: tuple[dict[tuple[str, ...], None], dict[tuple[str, ...], None]] = ({}, {})
    traits: set[str] = set()
    for other, turned in _implied(name, properties):
        prop = properties[other]
        ends[turned].update(dict.fromkeys(prop.domains))
        ends[not turned].update(dict.fromkeys(prop.ranges))
        kept = prop.characteristics & _INHERITED.keys()
        traits |= {_INHERITED[trait] if turned else trait for trait in kept}
    domains, ranges = ([union for union in side if _ANYTHING not in union] for side in ends)
    datatypes = tuple(union for union in ranges if is_datatype(union[0]))
    kind = properties[name].kind
    takes = "literal" if kind == "data" or datatypes else "entity" if kind == "object" else None
    concepts = tuple(union for union in ranges if not is_datatype(union[0]))
    return Signature(tuple(domains), concepts, datatypes, frozenset(traits), _inverses(name, properties), takes)


def _implied(name: str, properties: Mapping[str, Property]) -> list[tuple[str, bool]]:
    """Properties that a statement implies, itself included, and whether they hold from object to subject."""
    found = [(name, False)]
    for one, turned in found:
        prop = properties[one]
        steps = [(other, turned) for other in (*prop.parents, *prop.equivalents)]
        steps += [(other, not turned) for other in prop.inverses]
        if "symmetric" in prop.characteristics:
            steps.append((one, not turned))
        found += [step for step in dict.fromkeys(steps) if step not in found and step[0] in properties]
    return found


def _inverses(name: str, properties: Mapping[str, Property]) -> tuple[str, ...]:
    told = {other for other in properties[name].inverses if other in properties}
    return tuple(sorted(told | {other for other, prop in properties.items() if name in prop.inverses}))


def is_datatype(name: str) -> bool:
    """Whether the name is that of a datatype of XML Schema or RDF."""
    return name.startswith(_DATATYPES) or name.startswith(("xsd:", "xs:"))


def fits_datatype(text: str, datatype: str) -> bool | None:
    """Whether a text is a lexical form of a datatype; None when nothing is known about the datatype.

    Example:
        >>> fits_datatype("1962", XSD + "gYear"), fits_datatype("in 1962", XSD + "gYear"), fits_datatype("x", "ex:size")
        (True, False, None)
        >>> fits_datatype("1962-02-30", XSD + "date")
        False
    """
    local = datatype.removeprefix(XSD).removeprefix("xsd:").removeprefix("xs:")
    if local in ("date", "dateTime"):
        return _is_date(text.strip(), local)
    form = _FORMS.get(local) if is_datatype(datatype) else None
    return None if form is None else re.fullmatch(form, text.strip(), re.DOTALL) is not None


def _is_date(text: str, local: str) -> bool:
    shape = r"\d{4}-\d\d-\d\d" + (r"T\d\d:\d\d:\d\d(\.\d+)?" if local == "dateTime" else "")
    zone = r"(Z|[+-]\d\d:\d\d)?"
    if not re.fullmatch(shape + zone, text):
        return False
    try:
        if local == "date":
            date.fromisoformat(text[:10])
        else:
            datetime.fromisoformat(text)
    except ValueError:
        return False
    return True
