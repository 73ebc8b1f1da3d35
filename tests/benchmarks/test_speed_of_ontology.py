"""Loading ontologies, against parsers in Rust, the usual libraries, and a bare loop over triples."""

import gzip
from pathlib import Path

import numpy as np
import pytest
from synthetic import N_CLASSES, N_EDGES, parents, write_obo, write_rdf_xml

import ontoeval as oe

fastobo = pytest.importorskip("fastobo")

RDFS = "http://www.w3.org/2000/01/rdf-schema#"


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A synthetic ontology of 350,000 classes and 507,244 edges."""
    made = tmp_path_factory.mktemp("synthetic")
    rows = parents()
    write_rdf_xml(made / "synthetic.owl", rows)
    write_obo(made / "synthetic.obo", rows)
    return made


def bare_loop(path: Path) -> tuple[np.ndarray, ...]:
    """What cannot be left out: triples to codes, edges, rows of parents and children, depth, blocks of text."""
    import pyoxigraph as ox

    from ontoeval.ontology.arrays import rows_from_pairs
    from ontoeval.ontology.topology import levels

    index: dict[str, int] = {}
    child, parent, labels = [], [], {}
    sub_class, label = RDFS + "subClassOf", RDFS + "label"
    for quad in ox.parse(path=str(path), format=ox.RdfFormat.RDF_XML, base_iri="http://ex.org/"):
        predicate = quad.predicate.value
        if predicate == sub_class:
            if isinstance(quad.object, ox.NamedNode):
                child.append(index.setdefault(quad.subject.value, len(index)))
                parent.append(index.setdefault(quad.object.value, len(index)))
        elif predicate == label:
            labels[index.setdefault(quad.subject.value, len(index))] = quad.object.value
        elif predicate.endswith("#type"):
            index.setdefault(quad.subject.value, len(index))
    children, above = np.array(child, np.int64), np.array(parent, np.int64)
    longest, _ = levels(len(index), children, above)
    blocks = [np.frombuffer("".join(texts).encode(), np.uint8) for texts in (index, labels.values())]
    return (
        *rows_from_pairs(children, above, len(index)),
        *rows_from_pairs(above, children, len(index)),
        longest,
        *blocks,
    )


def test_loading_the_human_phenotype_ontology(bench, reference_data, tmp_path):
    packed = reference_data / "hpo_obo" / "hp-2025-01-16.obo.gz"
    if not packed.is_file():
        pytest.skip(f"there is no {packed}")
    path = tmp_path / "hp.obo"
    path.write_bytes(gzip.decompress(packed.read_bytes()))
    ontology, document = bench.compare(
        "HPO from OBO (10 MB)",
        lambda: oe.load(path),
        lambda: fastobo.load(str(path), threads=1),
        "fastobo, one thread",
        target="> 1",
        rounds=3,
    )
    terms = [frame for frame in document if isinstance(frame, fastobo.term.TermFrame)]
    live = [str(frame.id) for frame in terms if not any(clause.raw_tag() == "is_obsolete" for clause in frame)]
    assert len(live) > 19_000
    assert all(term in ontology for term in live)


def test_rdf_xml_of_350_000_classes_against_a_bare_loop(bench, folder):
    path = folder / "synthetic.owl"
    ontology, bare = bench.compare(
        "350k classes from RDF/XML (98 MB)",
        lambda: oe.load(path, cache=False),
        lambda: bare_loop(path),
        "bare pyoxigraph loop to arrays",
        target="> 0.83",
        rounds=3,
    )
    assert len(ontology.hierarchy.parents) == len(bare[1]) == N_EDGES


def test_rdf_xml_of_70_000_classes_against_rdflib(bench, tmp_path):
    """A fifth of the size, read by both, since rdflib takes minutes for the whole; nothing is extrapolated."""
    import rdflib

    path = tmp_path / "fifth.owl"
    write_rdf_xml(path, parents(N_CLASSES // 5, N_EDGES // 5))

    def edges() -> int:
        graph = rdflib.Graph().parse(path, format="xml")
        return sum(1 for _ in graph.subject_objects(rdflib.RDFS.subClassOf))

    ontology, n_edges = bench.compare(
        "70k classes (a fifth) from RDF/XML (20 MB)",
        lambda: oe.load(path, cache=False),
        edges,
        "rdflib, the same fifth",
        target="> 10",
        rounds=1,
    )
    assert len(ontology.hierarchy.parents) == n_edges == N_EDGES // 5


def test_obo_of_350_000_classes_against_fastobo(bench, folder):
    path = folder / "synthetic.obo"

    def edges() -> int:
        document = fastobo.load(str(path), threads=1)
        return sum(clause.raw_tag() == "is_a" for frame in document for clause in frame)

    ontology, n_edges = bench.compare(
        "350k classes from OBO (62 MB)",
        lambda: oe.load(path, cache=False),
        edges,
        "fastobo, one thread",
        target="> 1",
        rounds=2,
    )
    assert len(ontology.hierarchy.parents) == n_edges


def test_a_warm_cache_with_the_first_look_at_an_id(bench, folder):
    path, cache = folder / "synthetic.owl", folder / "cache"
    cold = oe.load(path, cache=cache)
    label, _ = bench.compare(
        "350k classes from the cache, to a label (target < 1.5 s)",
        lambda: oe.load(path, cache=cache).label("http://ex.org/onto/SYN_0349999"),
        lambda: oe.load(path, cache=False),
        "reading RDF/XML",
        target="> 4",
        rounds=3,
    )
    assert label == cold.label("http://ex.org/onto/SYN_0349999")


@pytest.mark.parametrize("suffix", ["owl", "obo"])
def test_memory_of_350_000_classes(bench, folder, suffix):
    code = "import ontoeval as oe\noe.load(sys.argv[1], cache=False)"
    bench.record(f"load 350k classes from .{suffix}", code, folder / f"synthetic.{suffix}", budget="300 MB")
