"""Synthetic ontologies of the size of a large terminology, written in several formats; the same for one seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

N_CLASSES = 350_000
N_EDGES = 507_244
_BASE = "http://ex.org/onto/"
_HEAD = (
    '<?xml version="1.0"?>\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
    'xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns:owl="http://www.w3.org/2002/07/owl#" '
    'xmlns:oio="http://www.geneontology.org/formats/oboInOwl#">\n'
)


def parents(n_classes: int = N_CLASSES, n_edges: int = N_EDGES, seed: int = 1) -> list[list[int]]:
    """For each class its parents, all of them earlier classes; class 0 is the root."""
    numbers = random.Random(seed)
    rows: list[list[int]] = [[]]
    rows.extend([numbers.randrange(max(0, i // 20 - 50), max(1, i // 4)) if i > 3 else 0] for i in range(1, n_classes))
    missing = n_edges - (n_classes - 1)
    while missing > 0:
        child = numbers.randrange(4, n_classes)
        parent = numbers.randrange(child)
        if parent not in rows[child]:
            rows[child].append(parent)
            missing -= 1
    return rows


def _name(i: int) -> str:
    return f"synthetic concept number {i} of the benchmark"


def write_rdf_xml(path: Path, rows: list[list[int]]) -> None:
    """One ``owl:Class`` element per class, as the OWL API writes them."""

    def lines() -> Iterator[str]:
        yield _HEAD + f'<owl:Ontology rdf:about="{_BASE}o"/>\n'
        for i, above in enumerate(rows):
            yield f'<owl:Class rdf:about="{_BASE}SYN_{i:07d}">\n'
            for parent in above:
                yield f'    <rdfs:subClassOf rdf:resource="{_BASE}SYN_{parent:07d}"/>\n'
            yield f"    <rdfs:label>{_name(i)}</rdfs:label>\n    <oio:id>SYN:{i:07d}</oio:id>\n</owl:Class>\n"
        yield "</rdf:RDF>\n"

    with path.open("w", encoding="utf-8") as stream:
        stream.writelines(lines())


def write_obo(path: Path, rows: list[list[int]]) -> None:
    """One stanza per class."""

    def lines() -> Iterator[str]:
        yield "format-version: 1.2\nontology: synthetic\n"
        for i, above in enumerate(rows):
            yield f"\n[Term]\nid: SYN:{i:07d}\nname: {_name(i)}\n"
            for parent in above:
                yield f"is_a: SYN:{parent:07d} ! {_name(parent)}\n"

    with path.open("w", encoding="utf-8") as stream:
        stream.writelines(lines())
