"""Broken, cut, mis-encoded and hostile files: errors with places, never a traceback or half a result."""

from __future__ import annotations

import gzip

import pytest

import ontoeval as oe
from ontoeval.errors import InputError, RecordError

PUBTATOR = "1|t|A cold.\n1|a|Café.\n1\t2\t6\tcold\tDisease\tD1\n"
XML = (
    "<collection><document><id>1</id><passage><offset>0</offset><text>A cold.</text></passage></document></collection>"
)


def findings(path, format=None):
    with pytest.raises(RecordError) as error:
        list(oe.read(path, gold_format=format))
    return [(finding.id, finding.where) for finding in error.value.findings]


def test_lines_that_are_nothing_are_collected(write):
    path = write("x.PubTator", PUBTATOR + "what\n1\t5\n1\tx\t7\tfoo\n1\t3\t4\tf\tD\tX\tNaN\n")
    assert findings(path) == [
        ("record.line", "x.PubTator:4"),
        ("record.line", "x.PubTator:5"),
        ("record.type", "x.PubTator:7 score"),
    ]


@pytest.mark.parametrize("format", ["pubtator", "csv", "tac", "aida"])
def test_latin_1_is_named_with_its_place_and_can_be_said(write, format):
    texts = {
        "pubtator": "1|t|Café\n1\t0\t4\tCafé\tD\tX\n",
        "csv": "doc,start,end,text\n1,0,4,Café\n",
        "tac": "run\tm\tCafé\t1:0-3\tX\tGPE\tNAM\t1\n",
        "aida": "-DOCSTART- (1)\nCafé\tB\tCafé\tX\n",
    }
    path = write("x.txt", texts[format].encode("latin-1"))
    assert ("record.encoding", "x.txt:2" if format in ("csv", "aida") else "x.txt:1") in findings(path, format)
    [sample] = oe.read(path, gold_format=f'{format}(encoding="latin-1")')
    assert [mention["text"] for mention in sample.gold.mentions] == ["Café"]


def test_latin_1_in_brat_and_gsc(write, tmp_path):
    write("b/1.ann", "T1\tD 0 4\tCafé".encode("latin-1"))
    write("b/1.txt", "Café")
    assert findings(tmp_path / "b") == [("record.encoding", "1.ann:1")]
    write("g/Text/1", "Café".encode("latin-1"))
    write("g/Annotations/1", "[0::4]\tX | Café")
    assert findings(tmp_path / "g") == [("record.encoding", "1")]


@pytest.mark.parametrize("cut", range(40, len(XML), 7))
def test_cut_xml(write, cut):
    assert findings(write("x.xml", XML[:cut]), "bioc")[0][0] == "record.xml"


def test_cut_turtle_doc_bin_and_gzip(write):
    assert findings(write("x.ttl", '<http://x/a> <http://x/b> "c'), "nif") == [("record.turtle", "x.ttl:1")]
    pytest.importorskip("spacy")
    assert findings(write("x.spacy", b"\x78\x9c\x01\x02"), "spacy") == [("record.docbin", "x.spacy")]
    packed = gzip.compress(PUBTATOR.encode() * 1000)
    with pytest.raises(InputError, match="compressed content is broken"):
        list(oe.read(write("x.PubTator.gz", packed[:-20]), gold_format="pubtator"))
    with pytest.raises(InputError, match="compressed content is broken"):
        list(oe.read(write("x.xml.gz", gzip.compress(XML.encode())[:-20]), gold_format="bioc"))


@pytest.mark.parametrize(
    "doctype",
    [
        '<!DOCTYPE c [<!ENTITY a "b">]>',
        '<!DOCTYPE c [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE c [<!ENTITY % a SYSTEM "http://localhost:1/x.dtd"> %a;]>',
        '<!DOCTYPE c [<!ENTITY a "aa"><!ENTITY b "&a;&a;&a;&a;">]>',
    ],
)
def test_entities_are_refused(write, doctype):
    path = write("x.xml", doctype + XML.replace("A cold", "A cold&a;"))
    assert findings(path, "bioc") == [("record.xml", "x.xml:1")]


def test_external_dtd_is_not_fetched(write, monkeypatch):
    monkeypatch.setattr("socket.socket.connect", lambda *_: pytest.fail("the network was used"))
    path = write("x.xml", '<!DOCTYPE collection SYSTEM "http://localhost:1/BioC.dtd">' + XML)
    [sample] = oe.read(path)
    assert sample.query == "A cold."


def test_depth_and_size_are_limited(write, monkeypatch):
    assert findings(write("x.xml", XML.replace("<passage>", "<passage>" + "<a>" * 300)), "bioc")[0][0] == "record.xml"
    monkeypatch.setattr("ontoeval.records.formats._xml.MOST_BYTES", 100_000)
    monkeypatch.setattr("ontoeval.records.formats._text.MOST_BYTES", 1000)
    big = XML.replace("A cold.", "x" * 300_000)
    assert findings(write("x.xml", big), "bioc") == [("record.xml", "x.xml:1")]
    assert findings(write("x.PubTator", "1|t|" + "x" * 2000))[0] == ("record.size", "x.PubTator:1")


def test_a_document_twice_names_both_places(write):
    path = write("x.PubTator", PUBTATOR + "\n" + PUBTATOR)
    assert findings(path) == [("record.duplicate", "x.PubTator:5")]
    assert [sample.id for sample in oe.read(path, duplicates="first")] == ["1"]


def test_bad_numbers_in_bioc_and_nif(write):
    annotation = "<annotation><location offset='x' length='1'/></annotation></passage>"
    path = write("x.xml", XML.replace("</passage>", annotation))
    assert findings(path, "bioc") == [("record.type", "x.xml:1")]
    path = write("y.xml", XML.replace("<offset>0</offset>", "<offset>zero</offset>"))
    assert findings(path, "bioc") == [("record.type", "y.xml:1")]


def test_an_unclosed_quote_in_a_table_is_an_error(write):
    path = write("x.csv", 'doc,start,end,text\n1,0,4,"Café\n2,0,4,x\n')
    assert findings(path, "csv")[0][0] == "record.line"


@pytest.mark.parametrize("format", ["pubtator", "csv", "tac", "aida", "bioc", "nif"])
def test_an_empty_file_is_an_error(write, format):
    with pytest.raises(InputError, match="the file is empty"):
        oe.read(write("x.txt", ""), gold_format=format)


def test_a_folder_without_files_of_the_format(tmp_path):
    with pytest.raises(InputError, match=r"no \.ann file"):
        list(oe.read(tmp_path, gold_format="brat"))
    with pytest.raises(InputError, match="Annotations and Text"):
        list(oe.read(tmp_path, gold_format="gsc"))
    with pytest.raises(InputError, match="this is a folder"):
        list(oe.read(tmp_path, gold_format="pubtator"))
