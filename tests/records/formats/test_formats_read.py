"""What each format says, read from small files written by hand."""

from __future__ import annotations

import pytest

import ontoeval as oe
from ontoeval.errors import BadParameter, InputError, MissingExtra


def mentions(found, name="1"):
    return found[name]["mentions"]


def test_pubtator_composites_alternatives_nil_scores_and_relations(write, rows):
    lines = [
        "\ufeff1|t|Renal and hepatic failure after aspirin.",
        "1|a|",
        "1\t0\t25\tRenal and hepatic failure\tDisease\tD1|D2\trenal failure|hepatic failure",
        "1\t10\t25\thepatic failure\tDisease\tD2+D3",
        "1\t32\t39\taspirin\tChemical\t\t0.25",
        "1\t32\t39\taspirin\tChemical",
        "1\tCID\tD9\tD1\t0.9",
        "2|t|Next.",
    ]
    found, problems = rows(write("x.PubTator", "\r\n".join(lines)), "pubtator")
    assert list(found) == ["1", "2"]
    assert found["1"]["query"] == "Renal and hepatic failure after aspirin."
    first, second, third, fourth = mentions(found)
    assert (first["ids"], first["combine"]) == (["D1", "D2"], "all")
    assert (second["ids"], second.get("combine")) == (["D2", "D3"], None)
    assert (third["id"], third["score"]) == (None, 0.25)
    assert fourth["id"] is None
    assert found["1"]["relations"] == [{"head": "D9", "relation": "CID", "tail": "D1", "score": 0.9}]
    assert problems.total == 0


def test_pubtator_prefix_goes_before_bare_ids_only(write, rows):
    lines = ["1|t|abcd", "1\t0\t1\ta\tT\tD1|OMIM:2", "1\t1\t2\tb\tT\t-1", "1\tCID\tD1\tMESH:D2"]
    found, _ = rows(write("x.PubTator", "\n".join(lines)), 'pubtator(prefix="MESH")')
    assert mentions(found)[0]["ids"] == ["MESH:D1", "OMIM:2"]
    assert mentions(found)[1]["id"] == "-1"
    assert found["1"]["relations"][0] == {"head": "MESH:D1", "relation": "CID", "tail": "MESH:D2"}


BIOC = """<?xml version='1.0' encoding='UTF-8'?><!DOCTYPE collection SYSTEM 'BioC.dtd'>
<collection><source/><document><id>1</id>
<passage><offset>0</offset><text>Renal &amp; hepatic failure.</text>
<annotation id='a'><infon key='type'>Disease</infon><infon key='MESH'>D1|D2</infon>
<infon key='CompositeRole'>CompositeMention</infon><location offset='0' length='23'/>
<text>Renal &amp; hepatic failure</text></annotation>
<annotation id='b'><infon key='CompositeRole'>IndividualMention</infon><infon key='MESH'>D1</infon>
<location offset='0' length='5'/><location offset='16' length='7'/><text>Renal failure</text></annotation>
<annotation id='c'><infon key='identifier'>HP:1</infon><infon key='score'>0.5</infon>
<location offset='0' length='5'/><location offset='16' length='7'/><text>Renal failure</text></annotation>
</passage>
<passage><offset>{offset}</offset><sentence><offset>{offset}</offset><text>Aspirin.</text>
<annotation id='d'><infon key='MESH'>D9</infon><location offset='25' length='7'/><text>Aspirin</text></annotation>
</sentence></passage>
<relation id='R0'><infon key='relation'>CID</infon><infon key='Chemical'>D9</infon>
<infon key='Disease'>D1</infon></relation>
<relation id='R1'><infon key='type'>causes</infon><node refid='d' role='a'/><node refid='c' role='b'/></relation>
</document></collection>"""


@pytest.mark.parametrize(("offset", "notes"), [(25, []), (29, ["offset.passage"])])  # 29: counted with &amp; as 5
def test_bioc(write, rows, offset, notes):
    found, problems = rows(write("x.xml", BIOC.replace("{offset}", str(offset))), "bioc")
    assert found["1"]["query"] == "Renal & hepatic failure. Aspirin."
    composite, covered, aspirin = mentions(found)
    assert (composite["ids"], composite["combine"]) == (["MESH:D1", "MESH:D2"], "all")
    assert (covered["start"], covered["end"], covered["id"], covered["score"]) == (0, 23, "HP:1", 0.5)
    assert (aspirin["start"], aspirin["end"], aspirin["text"]) == (25, 32, "Aspirin")
    assert found["1"]["relations"] == [
        {"head": "MESH:D9", "relation": "CID", "tail": "MESH:D1"},
        {"relation": "causes", "head": "MESH:D9", "tail": "HP:1", "head_span": [25, 32], "tail_span": [0, 23]},
    ]
    assert sorted(note.id for note in problems.notes) == sorted([*notes, "mention.discontinuous", "mention.part"])


def test_brat_folder(write, rows, tmp_path):
    write("corpus/a/1.txt", "Barack Obama, US president\nand\r\nliver or kidney failure")
    lines = [
        "T1\tPerson 0 12\tBarack Obama",
        "T2\tDisease 32 37;48 55\tliver failure",
        "T3\tDisease 41 55\tkidney failure",
        "N1\tReference T1 Wikipedia:534366\tBarack Obama",
        "N2\tReference T3 D1\t",
        "N3\tReference T3 D2\t",
        "R1\tHas Arg1:T1 Arg2:T3\t",
        "A1\tNegated T1",
        "#1\tAnnotatorNotes T1\tsure",
    ]
    write("corpus/a/1.ann", "\n".join(lines))
    write("corpus/2.ann", "T1\tPerson 0 3\tBob")
    found, problems = rows(tmp_path / "corpus", "brat")
    assert list(found) == ["2", "a/1"]
    person, discontinuous, kidney = mentions(found, "a/1")
    assert (person["id"], person["type"], person["text"]) == ("Wikipedia:534366", "Person", "Barack Obama")
    assert (discontinuous["start"], discontinuous["end"]) == (32, 55)
    assert kidney["ids"] == ["D1", "D2"]
    [relation] = found["a/1"]["relations"]
    assert (relation["head"], relation["head_span"], relation["tail_span"]) == ("Wikipedia:534366", [0, 12], [41, 55])
    assert "query" not in found["2"]
    counted = {note.id: note.count for note in problems.notes}
    assert counted == {"mention.discontinuous": 1, "brat.attributes": 1, "brat.notes": 1, "record.no_text": 1}
    dropped, _ = rows(tmp_path / "corpus", 'brat(discontinuous="drop")')
    assert len(mentions(dropped, "a/1")) == 2
    with pytest.raises(BadParameter, match="'cover' or 'drop'"):
        rows(tmp_path / "corpus", 'brat(discontinuous="x")')


def test_table_of_mentions(write, rows):
    header = "pmid,from,to,mention,cui,confidence,document_text"
    content = f'{header}\n1,2,6,cold,A|B,0.5,"A cold, a ""flu"""\n2,,,,,,\n1,11,14,flu,C+D,,\n'
    found, problems = rows(write("x.csv", content), "csv")
    assert list(found) == ["1", "2"]
    assert found["1"]["query"] == 'A cold, a "flu"'
    assert [each["text"] for each in mentions(found)] == ["cold", "flu"]
    assert (mentions(found)[0]["ids"], mentions(found)[0]["combine"]) == (["A", "B"], "all")
    assert mentions(found)[1]["ids"] == ["C", "D"]
    assert mentions(found, "2") == []
    assert problems.total == 0


def test_table_with_columns_of_other_names(write, rows):
    path = write("x.tsv", "wer\tvon\tbis\n1\t2\t6\n")
    found, _ = rows(path, 'csv(doc="wer", start="von", end="bis", ends="inclusive")')
    assert (mentions(found)[0]["start"], mentions(found)[0]["end"]) == (2, 7)
    with pytest.raises(InputError, match=r"no column for doc, start, end; the header has wer, von, bis(.|\n)*csv\(doc"):
        rows(path, "csv")
    with pytest.raises(InputError, match=r"no column 'x'; expected wer, von, bis"):
        rows(path, 'csv(doc="x")')


def test_tac_before_2014_takes_spans_from_the_xml_file(write, rows, tmp_path):
    query = "<query id='q{n}'><name>{name}</name><docid>d</docid><beg>{b}</beg><end>{e}</end></query>"
    queries = query.format(n=1, name="China", b=0, e=4) + query.format(n=2, name="PRC", b=9, e=20)
    write("gold.xml", f"<kbpentlink>{queries}</kbpentlink>")
    path = write("gold.tab", "q1\tE1\tGPE\t0.5\nq2\tNIL07\tGPE\n")
    found, problems = rows(path, "tac")
    china, prc = mentions(found, "d")
    assert (china["start"], china["end"], china["id"], china["score"], china["type"]) == (0, 5, "E1", 0.5, "GPE")
    assert (prc["id"], prc["nil_cluster"], prc["end"]) == (None, "NIL07", 21)
    assert [(note.id, note.count) for note in problems.notes] == [("offset.mismatch", 1)]
    (tmp_path / "gold.xml").rename(tmp_path / "q.xml")
    with pytest.raises(InputError, match=r"gold\.xml: no such file(.|\n)*queries="):
        rows(path, "tac")
    again, _ = rows(path, f'tac(queries="{tmp_path / "q.xml"}")')
    assert again == found
    write("gold.tab", "q9\tE1\tGPE\n")
    _, problems = rows(path, f'tac(queries="{tmp_path / "q.xml"}")')
    assert [(finding.id, finding.where) for finding in problems.findings] == [("tac.query", "gold.tab:1")]


def test_tac_since_2014(write, rows):
    path = write("x.tab", "run\tm1\tChina\tdoc: 0 - 4\tE1\tGPE\tNAM\t0.5\n".replace(": 0 - 4", ":0-4"))
    found, problems = rows(path, "tac")
    [mention] = mentions(found, "doc")
    assert (mention["start"], mention["end"], mention["id"], mention["score"]) == (0, 5, "E1", 0.5)
    assert problems.notes == []


AIDA = """-DOCSTART- (1 EU)
EU\tB\tEU\t--NME--
rejects
German\tB\tGerman call\tGermany\thttp://en.wikipedia.org/wiki/Germany\t11867\t/m/0345h
call\tI\tGerman call\tGermany\thttp://en.wikipedia.org/wiki/Germany\t11867\t/m/0345h

Peter\tB\tPeter\tPeter_X\thttp://x\t1
Ann\tB\tAnn\tAnn_Y\thttp://y\t2
"""


def test_aida(write, rows):
    found, _ = rows(write("x.txt", AIDA), "aida")
    assert found["1 EU"]["query"] == "EU rejects German call\nPeter Ann"
    assert [(each["text"], each["id"]) for each in mentions(found, "1 EU")] == [
        ("EU", None),
        ("German call", "Germany"),
        ("Peter", "Peter_X"),
        ("Ann", "Ann_Y"),
    ]
    by_page, _ = rows(write("x.txt", AIDA), 'aida(concept="page")')
    assert [each["id"] for each in mentions(by_page, "1 EU")] == [None, "11867", "1", "2"]
    _, problems = rows(write("y.txt", "EU\tB\n-DOCSTART- (1)\nEU\tI\tEU\n"), "aida")
    assert [finding.where for finding in problems.findings] == ["y.txt:1", "y.txt:3"]


def test_gsc(write, rows, tmp_path):
    write("gsc/Text/7", "A basal-cell carcinoma")
    write("gsc/Text/8", "nothing")
    write("gsc/Annotations/7", "[2::22]\tHP_0002671 | basal-cell carcinoma\n")
    found, problems = rows(tmp_path / "gsc", "gsc")
    assert mentions(found, "7") == [{"start": 2, "end": 22, "id": "HP_0002671", "text": "basal-cell carcinoma"}]
    assert [(note.id, note.count) for note in problems.notes] == [("record.no_annotations", 1)]


NIF = """@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
@prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<http://x/d1#char=0,26> a nif:Context , nif:RFC5147String ; nif:isString "😀 Florence May Harding ran" .
<http://x/d1#char=2,22> a nif:Phrase ; nif:referenceContext <http://x/d1#char=0,26> ;
  nif:anchorOf "Florence May Harding" ;
  nif:beginIndex "3"^^xsd:nonNegativeInteger ; nif:endIndex "23"^^xsd:nonNegativeInteger ;
  itsrdf:taIdentRef <http://kb/F> , <http://kb/G> ; itsrdf:taConfidence 0.5 ; itsrdf:taClassRef <http://kb/Person> .
<http://x/d1#char=23,26> a nif:Word ; nif:referenceContext <http://x/d1#char=0,26> ; nif:anchorOf "ran" ;
  nif:beginIndex "24" ; nif:endIndex "27" .
"""


def test_nif_from_a_java_tool(write, rows):
    found, problems = rows(write("x.ttl", NIF), "nif")
    [mention] = mentions(found, "http://x/d1")
    assert (mention["start"], mention["end"], mention["text"]) == (2, 22, "Florence May Harding")
    assert (mention["ids"], mention["score"], mention["type"]) == (
        ["http://kb/F", "http://kb/G"],
        0.5,
        "http://kb/Person",
    )
    assert [note.id for note in problems.notes] == ["offset.converted"]
    _, problems = rows(write("y.ttl", NIF.replace("isString", "wasString")), "nif")
    assert [finding.id for finding in problems.findings] == ["nif.context"]


@pytest.fixture
def documents():
    spacy = pytest.importorskip("spacy")
    found = []
    for concept in ("HP:1", ""):
        document = spacy.blank("en")("A bad cold.")
        document.ents = [document.char_span(2, 10, "Disease", kb_id=concept)]
        document.spans["sc"] = [document.char_span(6, 10, "D", kb_id="HP:2"), document.char_span(2, 10, "D")]
        found.append(document)
    return found


def test_spacy_doc_bin(documents, tmp_path, rows):
    from spacy.tokens import DocBin

    documents[0].user_data["id"] = "first"
    DocBin(docs=documents, store_user_data=True).to_disk(tmp_path / "x.spacy")
    found, _ = rows(tmp_path / "x.spacy", "spacy")
    assert mentions(found, "first") == [{"start": 2, "end": 10, "text": "bad cold", "id": "HP:1", "type": "Disease"}]
    assert mentions(found, "1")[0]["id"] is None
    overlapping, _ = rows(tmp_path / "x.spacy", 'spacy(spans="sc")')
    assert [each["text"] for each in mentions(overlapping, "first")] == ["cold", "bad cold"]


def test_spacy_documents_are_scored_as_they_are(documents):
    first, second = documents
    assert oe.score("linking_f1", [first], [first]).value == 1.0
    assert oe.score("linking_f1", [first], [second]).value == 0.0
    assert oe.score("mention_f1", [first], [second]).value == 1.0


def test_without_spacy_the_extra_is_named(monkeypatch, write):
    monkeypatch.setitem(__import__("sys").modules, "spacy", None)
    with pytest.raises(MissingExtra, match=r"needs spacy, which is not installed: pip install 'ontoeval\[nlp\]'"):
        list(oe.read(write("x.spacy", b"\x00")))
