"""Small ontologies whose names are the cases."""

import networkx as nx
import pytest

import ontoeval as oe


@pytest.fixture(scope="session")
def named():
    """An ontology from {id: label or (label, {scope: synonyms})}, below: {child: parent}."""

    def make(names, below=None, deprecated=()):
        lines = ["format-version: 1.2", ""]
        for concept, given in names.items():
            label, synonyms = given if isinstance(given, tuple) else (given, {})
            lines += ["[Term]", f"id: {concept}"]
            if label is not None:
                lines.append(f"name: {label}")
            for scope, texts in synonyms.items():
                for text in texts:
                    quoted = text.replace("\\", "\\\\").replace('"', '\\"')
                    lines.append(f'synonym: "{quoted}" {scope.upper()} []')
            if below and concept in below:
                lines.append(f"is_a: {below[concept]}")
            if concept in deprecated:
                lines.append("is_obsolete: true")
            lines.append("")
        return oe.load("\n".join(lines).encode(), format="obo")

    return make


@pytest.fixture(scope="session")
def labeled():
    """An ontology of concepts X:0, X:1 … with these labels, whatever characters they hold."""

    def make(*labels):
        graph = nx.DiGraph()
        for number, label in enumerate(labels):
            graph.add_node(f"X:{number}", **({} if label is None else {"label": label}))
        graph.add_edge("X:0", "X:top")
        return oe.load(graph, edges_point="to_parent")

    return make
