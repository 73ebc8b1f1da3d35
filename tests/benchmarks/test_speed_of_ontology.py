"""The Human Phenotype Ontology: from OBO to a graph, against a parser in Rust."""

import gzip

import pytest

import ontoeval as oe

fastobo = pytest.importorskip("fastobo")


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
