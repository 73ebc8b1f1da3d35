"""Published corpora in their own formats: counts that their papers and tools give, and the same content twice."""

from __future__ import annotations

from collections import Counter

import pytest

import ontoeval as oe
from ontoeval.errors import RecordError
from ontoeval.records.convert import convert
from ontoeval.records.detection import format_of

BC5CDR = "bc5cdr_sample/data"


def counts(samples):
    documents = list(samples)
    return len(documents), sum(len(document.gold.mentions or ()) for document in documents)


def notes(samples):
    return {finding.id: finding.count for finding in samples.findings}


def plain(sample):
    """Text, mentions and relations in an order of their own."""
    mentions = [sorted(dict(mention).items(), key=str) for mention in sample.gold.mentions or ()]
    return sample.id, sample.query, sorted(mentions, key=str), sample.gold.relations


@pytest.mark.parametrize(
    ("name", "documents", "mentions"),
    [
        ("ncbi_disease/NCBItestset_corpus.txt", 100, 960),
        ("ncbi_disease/NCBIdevelopset_corpus.txt", 100, 787),
        (f"{BC5CDR}/gold/CDR_sample.gold.PubTator", 50, 934),
        (f"{BC5CDR}/gold/CDR_sample.gold.BioC.xml", 50, 934),
        (f"{BC5CDR}/test/CDR_sample.test.CID.PubTator", 50, 871),
    ],
)
def test_corpora_are_read_to_the_last_mention(reference_data, name, documents, mentions):
    """NCBI: SOURCE.md of the corpus; BC5CDR: annotation lines with numbers, counted with awk and grep."""
    samples = oe.read(reference_data / name)
    assert counts(samples) == (documents, mentions)
    assert not {"offset.mismatch", "offset.outside", "offset.converted"} & notes(samples).keys()


def test_ncbi_train_has_one_document_twice_and_one_mismatch(reference_data):
    path = reference_data / "ncbi_disease" / "NCBItrainset_corpus.txt"
    with pytest.raises(RecordError) as error:
        list(oe.read(path))
    [finding] = error.value.findings
    assert finding.got.startswith("id '8528200' again")
    samples = oe.read(path, duplicates="first")
    assert counts(samples) == (592, 5145 - 11)  # 11 of the published 5145 are those of the second copy
    assert notes(samples) == {"offset.mismatch": 1, "record.duplicate": 1}


@pytest.mark.parametrize(
    ("name", "composites", "alternatives"),
    [("NCBItestset_corpus.txt", 15, 0), ("NCBIdevelopset_corpus.txt", 20, 10)],
)
def test_ncbi_composites_and_alternatives(reference_data, name, composites, alternatives):
    """SOURCE.md: composite ids 93/20/15 and alternatives 22/10/0 in train, devel and test."""
    mentions = [m for sample in oe.read(reference_data / "ncbi_disease" / name) for m in sample.gold.mentions]
    several = Counter(m.get("combine", "any") for m in mentions if len(m.get("ids") or ()) > 1)
    assert (several["all"], several["any"]) == (composites, alternatives)


@pytest.mark.parametrize(
    ("name", "relations"),
    [("gold/CDR_sample.gold", 123), ("test/CDR_sample.test.CID", 681), ("test/CDR_sample.test.DNER", 0)],
)
def test_pubtator_and_bioc_hold_the_same(reference_data, name, relations):
    """Relations: lines with CID in the PubTator files, counted with grep."""
    folder = reference_data / BC5CDR
    lines = list(oe.read(folder / f"{name}.PubTator", gold_format='pubtator(prefix="MESH")'))
    markup = list(oe.read(folder / f"{name}.BioC.xml"))
    assert list(map(plain, lines)) == list(map(plain, markup))
    assert sum(len(sample.gold.relations or ()) for sample in lines) == relations


def test_bioc_faults_are_named(reference_data):
    """Five abstracts begin elsewhere than they say (the offset counts &apos; as six); 11 parts of composites."""
    samples = oe.read(reference_data / BC5CDR / "gold" / "CDR_sample.gold.BioC.xml")
    list(samples)
    assert notes(samples) == {"offset.passage": 5, "mention.part": 11}


def test_gsc_original(reference_data):
    """SOURCE.md: 228 documents, 2773 annotations, 9 mismatches between offset and text, 4 duplicate spans."""
    samples = oe.read(reference_data / "hpo_gsc_plus_original")
    assert counts(samples) == (228, 2773)
    assert notes(samples) == {"offset.mismatch": 9}
    spans = Counter((s.id, m["start"], m["end"]) for s in samples for m in s.gold.mentions)
    assert sum(count - 1 for count in spans.values()) == 4


def test_tac_example(reference_data):
    """neleval: 10 mentions, 6 of them linked, in two NIL clusters; ends are inclusive."""
    samples = list(oe.read(reference_data / "neleval_examples" / "examples" / "tac_gold.tab"))
    mentions = [mention for sample in samples for mention in sample.gold.mentions]
    assert len(mentions) == 10
    assert Counter(mention["id"] for mention in mentions) == {"kb_A": 4, "kb_B": 2, None: 4}
    assert {mention.get("nil_cluster") for mention in mentions} == {None, "NIL000", "NIL001"}
    assert (samples[0].id, mentions[0]["start"], mentions[0]["end"]) == ("bolt-eng-DF-200-192451-5799099", 2450, 2455)


def test_aida_example(reference_data):
    [sample] = oe.read(reference_data / "neleval_examples" / "examples" / "conll_gold.txt")
    assert (sample.id, sample.query) == ("doc1", "The Cat sat on the mat in Paris .")
    assert [(mention["text"], mention["id"]) for mention in sample.gold.mentions] == [
        ("The Cat", None),
        ("Paris", "Paris"),
    ]


@pytest.mark.parametrize(
    ("pattern", "format"),
    [
        ("ncbi_disease/*.txt", "pubtator"),
        ("ncbi_disease/*.PubTator", "pubtator"),
        (f"{BC5CDR}/*/*.PubTator", "pubtator"),
        (f"{BC5CDR}/*/*.xml", "bioc"),
        ("neleval_examples/examples/*.tab", "tac"),
        ("neleval_examples/examples/conll_*.txt", "aida"),
        ("hpo_gsc_plus/*.jsonl", "jsonl"),
    ],
)
def test_formats_are_found(reference_data, pattern, format):
    files = sorted(reference_data.glob(pattern))
    assert files
    assert {file.name: format_of(file).name for file in files} == {file.name: format for file in files}


@pytest.mark.parametrize(
    "name", ["bc5cdr_sample/data/gold/CDR_sample.gold.PubTator", "ncbi_disease/NCBItestset_corpus.txt"]
)
@pytest.mark.parametrize("target", ["x.jsonl", "x.pubtator", "x.bioc.xml"])
def test_whole_corpora_come_back(reference_data, tmp_path, name, target):
    assert convert(reference_data / name, tmp_path / target) == []
    assert list(map(plain, oe.read(tmp_path / target))) == list(map(plain, oe.read(reference_data / name)))
