"""Facts of an OBO Graphs JSON file, node by node and edge by edge."""

from __future__ import annotations

import json
from typing import Any

from ontoeval.ontology.facts.model import Facts
from ontoeval.ontology.identifiers import canonical
from ontoeval.ontology.readers.obographs import IS_A, TYPE, values
from ontoeval.ontology.readers.vocabulary import BUILT_IN, OBO, OIO

_OLD = {OBO + "IAO_0100001": "replaced_by", OIO + "consider": "consider", OIO + "hasAlternativeId": "alt_ids"}


def obographs_facts(data: bytes) -> Facts:
    """The facts of an OBO Graphs file that was found readable."""
    content = json.loads(data)
    facts = Facts("obographs")
    for graph in content.get("graphs", [content]):
        facts.imports.update(dict.fromkeys(graph.get("imports") or ()))
        for node in graph.get("nodes") or ():
            _node(facts, node)
        for edge in graph.get("edges") or ():
            _edge(facts, edge["pred"], canonical(edge["sub"]), canonical(edge["obj"]))
        for group in graph.get("equivalentNodesSets") or ():
            first, *others = map(canonical, group["nodeIds"])
            facts.equivalent.update({(first, other): None for other in others})
        for axiom in graph.get("logicalDefinitionAxioms") or ():
            restrictions = (part["fillerId"] for part in axiom.get("restrictions") or () if part)
            for target in (*(axiom.get("genusIds") or ()), *restrictions):
                key = canonical(axiom["definedClassId"]), "part of its definition", canonical(target)
                facts.references[key] = None
        for axiom in graph.get("domainRangeAxioms") or ():
            named = canonical(axiom["predicateId"])
            for table, part in ((facts.domains, "domainClassIds"), (facts.ranges, "rangeClassIds")):
                table.setdefault(named, {}).update({canonical(target): None for target in axiom.get(part) or ()})
    for start, relation, end in facts.references:
        if start in facts.individuals and (relation in facts.domains or relation in facts.ranges):
            facts.uses[start, relation, end] = None
    return facts


def _node(facts: Facts, node: dict[str, Any]) -> None:
    concept, meta = canonical(node["id"]), node.get("meta") or {}
    if node.get("type") == "INDIVIDUAL":
        facts.individuals.setdefault(concept, {})
    if node.get("type") != "CLASS" or node["id"].startswith(BUILT_IN):
        return
    facts.declared[concept] = None
    if node.get("lbl"):
        facts.labels.setdefault(concept, []).append((node["lbl"], ""))
    if meta.get("definition"):
        facts.definitions.setdefault(concept, []).append((meta["definition"]["val"], ""))
    for synonym in meta.get("synonyms") or ():
        scope = synonym["pred"].removeprefix("has").removesuffix("Synonym").lower()
        facts.synonyms.setdefault(concept, []).append((synonym["val"], scope))
    if "deprecated" in meta:
        value = meta["deprecated"]
        facts.deprecated[concept] = value if isinstance(value, str) else json.dumps(value)
        if value:
            facts.deprecated_ids.add(concept)
    for predicate, text in values(node):
        if predicate in _OLD:
            getattr(facts, _OLD[predicate]).setdefault(concept, {})[canonical(text)] = None


def _edge(facts: Facts, predicate: str, start: str, end: str) -> None:
    if predicate in IS_A:
        if not end.startswith(BUILT_IN):
            facts.edges[start, end] = None
    elif predicate in TYPE:
        facts.individuals.setdefault(start, {})[end] = None
    else:
        facts.references[start, canonical(predicate), end] = None
