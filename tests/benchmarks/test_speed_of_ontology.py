"""The Human Phenotype Ontology: from OBO to a graph that can be asked, against a parser in Rust."""

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
    live = sum(
        1
        for frame in document
        if frame.id
        and not any(c.raw_tag() == "is_obsolete" for c in frame)
        and isinstance(frame, fastobo.term.TermFrame)
    )
    assert len(ontology) == live
