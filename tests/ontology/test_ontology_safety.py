"""Hostile and broken input is refused soon, in little memory, with the reason; and nothing reaches for the network."""

import gzip
import json
import socket
import subprocess
import sys
import time

import pytest

from ontoeval.errors import OntoevalError, OntologyError, ParseError, SecurityError
from ontoeval.ontology import Limits, load
from ontoeval.ontology.showing import overview

RDF_XML = '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://ex.org/" xmlns:owl="{}">'
RDF_XML = RDF_XML.format("http://www.w3.org/2002/07/owl#")
CLASS = '<owl:Class rdf:about="http://ex.org/A"/>'
OWL_XML = '<Ontology xmlns="http://www.w3.org/2002/07/owl#" ontologyIRI="urn:o">'
FUNCTIONAL = "Prefix(:=<urn:x#>)\nOntology(<urn:o>\n"


def nested_xml(n: int) -> str:
    return RDF_XML + "<e:A><e:p>" * n + "</e:p></e:A>" * n + "</rdf:RDF>"


def bomb(levels: int = 8) -> str:
    entities = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, levels))
    return f'<!DOCTYPE rdf:RDF [<!ENTITY l0 "lol">{entities}]>{RDF_XML}<e:A>&l{levels - 1};</e:A></rdf:RDF>'


HOSTILE = {
    "nested entities": lambda: bomb(),
    "entities in markup": lambda: f'<!DOCTYPE rdf:RDF [<!ENTITY a "<e:A><e:p>">]>{RDF_XML}&a;</rdf:RDF>',
    "external entity": lambda: f'<!DOCTYPE rdf:RDF [<!ENTITY a SYSTEM "file:///etc/passwd">]>{RDF_XML}&a;</rdf:RDF>',
    "parameter entity": lambda: f'<!DOCTYPE rdf:RDF [<!ENTITY % a "b"> %a;]>{RDF_XML}</rdf:RDF>',
    "flat entities, used often": lambda: (
        f'<!DOCTYPE rdf:RDF [<!ENTITY a "{"x" * 50_000}">]>{RDF_XML}{"&a;" * 500_000}</rdf:RDF>'
    ),
    "nested RDF/XML": lambda: nested_xml(100_000),
    "nested RDF/XML behind a comment": lambda: (
        RDF_XML + "<!--" + "</e:x>" * 200_000 + "-->" + nested_xml(100_000)[len(RDF_XML) :]
    ),
    "nested OWL/XML": lambda: OWL_XML + "<ObjectComplementOf>" * 100_000 + "</ObjectComplementOf>" * 100_000,
    "nested functional syntax": lambda: FUNCTIONAL + "ObjectComplementOf(" * 100_000 + ")" * 100_000,
    "nested JSON-LD": lambda: '{"@id":"urn:a","urn:p":' * 100_000 + '"x"' + "}" * 100_000,
    "nested OBO Graphs": lambda: '{"graphs":' + "[" * 200_000 + "]" * 200_000 + "}",
    "nested JSON behind a text": lambda: (
        '{"@context":{},"urn:t":"' + "}" * 200_000 + '","urn:p":' + "[" * 200_000 + "]" * 200_000 + "}"
    ),
    "nested quoted triples": lambda: (
        "<urn:a> <urn:p> " + "<<( <urn:s> <urn:p> " * 100_000 + "<urn:b>" + " )>>" * 100_000
    ),
    "a text of 20 MB in Turtle": lambda: (
        "@prefix owl: <http://www.w3.org/2002/07/owl#> . <urn:a> a owl:Class ; "
        f'<http://www.w3.org/2000/01/rdf-schema#label> "{"x" * 20_000_000}" .'
    ),
    "a text of 20 MB in OBO": lambda: f"[Term]\nid: A:1\nname: {'x' * 20_000_000}\n",
    "a text of 50 MB in OBO": lambda: f"[Term]\nid: A:1\nname: {'x' * 50_000_000}\n",
    "a text of 50 MB in RDF/XML": lambda: f"{RDF_XML}<e:A><e:p>{'x' * 50_000_000}</e:p></e:A></rdf:RDF>",
    "an attribute of 50 MB in RDF/XML": lambda: f'{RDF_XML}<e:A e:p="{"x" * 50_000_000}"/></rdf:RDF>',
    "a text of 50 MB in OBO Graphs": lambda: '{"graphs": [{"nodes": [{"id": "%s"}]}]}' % ("x" * 50_000_000),
    "a text of 50 MB in JSON-LD": lambda: '{"@id": "urn:a", "urn:p": "%s"}' % ("x" * 50_000_000),
    "a text of 50 MB in OWL/XML": lambda: f"{OWL_XML}<Literal>{'x' * 50_000_000}</Literal></Ontology>",
    "a text of 50 MB in functional syntax": lambda: f'{FUNCTIONAL}Annotation(:p "{"x" * 50_000_000}"))',
    "a text of 20 MB in a table": lambda: f"id,parent\n1,\n{'x' * 20_000_000},1\n",
}  # fmt: skip

MEASURE = """
import re, sys, time
from pathlib import Path
from ontoeval.errors import OntoevalError
from ontoeval.ontology import load
import numpy, pyoxigraph
load(b"id,parent\\n1,\\n")
def highest():  # ru_maxrss would start at that of the parent process
    return int(re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1])
before = highest()
start = time.process_time()
try:
    load(sys.argv[1])
except OntoevalError as error:
    said = type(error).__name__ + ": " + error.message
else:
    said = "read"
print(time.process_time() - start, (highest() - before) / 1024, said[:150])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured through /proc")
@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_files_are_refused_within_a_second_and_100_mb(kind, tmp_path):
    path = tmp_path / "hostile"
    path.write_text(HOSTILE[kind](), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, str(path)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    seconds, megabytes, said = done.stdout.strip().split(" ", 2)
    assert said.startswith("SecurityError"), said
    assert float(seconds) < 1, said
    assert float(megabytes) < 100, said


@pytest.mark.parametrize("entity", ["nested entities", "external entity", "parameter entity"])
def test_the_reason_is_said(entity):
    with pytest.raises(SecurityError, match=r"refers to other entities|external|parameter entity"):
        load(HOSTILE[entity]().encode())


def test_a_gzip_bomb_is_refused():
    data = gzip.compress(b"\n" * 300_000_000, 9)
    start = time.process_time()
    with pytest.raises(SecurityError, match="times as many"):
        load(data)
    assert time.process_time() - start < 1


def test_limits_can_be_raised_and_lowered(tmp_path):
    table = b"id,parent\n1,\n"
    with pytest.raises(SecurityError, match="more than 5 bytes"):
        load(table, limits=Limits(max_bytes=5))
    (tmp_path / "t.csv").write_bytes(table)
    with pytest.raises(SecurityError, match="the limit is 5"):
        load(tmp_path / "t.csv", limits=Limits(max_bytes=5))
    label = b'<urn:a> a <http://www.w3.org/2002/07/owl#Class> ; <http://www.w3.org/2000/01/rdf-schema#label> "long" .'
    with pytest.raises(SecurityError, match="more than 3 bytes"):
        load(label, limits=Limits(max_literal=3))
    long = f"[Term]\nid: A:1\nname: {'x' * 20_000_000}\n".encode()
    assert len(load(long, limits=Limits(max_literal=1 << 25)).label("A:1")) == 20_000_000
    deep = nested_xml(1500).replace("</rdf:RDF>", CLASS + "</rdf:RDF>").encode()
    with pytest.raises(SecurityError, match="nested more than 1000"):
        load(deep)
    assert len(load(deep, limits=Limits(max_nesting=10_000))) == 1


# ---- the network -------------------------------------------------------------------------------------------------

IMPORTING = (
    "@prefix owl: <http://www.w3.org/2002/07/owl#> . "
    "<http://ex.org/o> a owl:Ontology ; owl:imports <http://ex.org/other> . <http://ex.org/A> a owl:Class ."
)
REACHING = {
    "imports in Turtle": IMPORTING.encode(),
    "imports in RDF/XML": (
        RDF_XML + '<owl:Ontology rdf:about=""><owl:imports rdf:resource="http://ex.org/x"/></owl:Ontology>'
        f"{CLASS}</rdf:RDF>"
    ).encode(),
    "imports in functional syntax": b"Ontology(<urn:o>\nImport(<http://ex.org/x>)\nDeclaration(Class(<urn:A>))\n)\n",
    "imports in OBO": b"import: http://ex.org/x.obo\n\n[Term]\nid: A:1\nname: a\n",
    "a context in JSON-LD": b'{"@context": "http://ex.org/c.jsonld", "@id": "urn:a", "@type": "urn:b"}',
    "contexts in JSON-LD": b'{"@context": ["http://ex.org/c", {"@import": "http://ex.org/d"}], "@id": "urn:a"}',
    "an external DTD": f'<!DOCTYPE rdf:RDF SYSTEM "http://ex.org/x.dtd">{RDF_XML}{CLASS}</rdf:RDF>'.encode(),
    "a schema location": (
        RDF_XML[:-1]
        + ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:a http://ex.org/">'
        f"{CLASS}</rdf:RDF>"
    ).encode(),
    "imports in OBO Graphs": json.dumps(
        {"graphs": [{"id": "x", "imports": ["http://ex.org/y"], "nodes": [{"id": "urn:a", "type": "CLASS"}]}]}
    ).encode(),
}


@pytest.fixture
def no_sockets(monkeypatch):
    def refuse(*args, **kwargs):
        raise AssertionError("a socket was opened")

    for name in ("socket", "create_connection", "getaddrinfo"):
        monkeypatch.setattr(socket, name, refuse)


@pytest.mark.parametrize("kind", REACHING)
def test_no_file_makes_the_loader_reach_for_the_network(kind, no_sockets, tmp_path):
    if "functional" in kind:
        pytest.importorskip("pyhornedowl")
    try:
        onto = load(REACHING[kind], imports=tmp_path)
    except OntologyError:
        return
    assert len(onto) == 1
    if "imports" in kind:
        assert [finding.id for finding in onto.warnings] == ["ontology.import"]


def test_graphs_of_other_libraries_reach_for_nothing(request):
    rdflib = pytest.importorskip("rdflib")
    owlready2 = pytest.importorskip("owlready2")
    request.getfixturevalue("no_sockets")  # not before: importing ssl needs the class
    graph = rdflib.Graph().parse(data=IMPORTING, format="turtle")
    assert len(load(graph)) == 1
    assert len(load(load(graph).to_rdflib())) == 1
    assert len(load(graph).sparql("SELECT ?s WHERE { ?s a owl:Class }")) == 1
    world = owlready2.World()
    onto = world.get_ontology("http://ex.org/o")
    onto.imported_ontologies.append(world.get_ontology("http://ex.org/other"))
    with onto:
        type("A", (owlready2.Thing,), {})
    assert len(load(onto)) == 1


SOCKETS = """
import sys
events = []
sys.addaudithook(lambda event, args: events.append(event) if event.startswith("socket.") else None)
from ontoeval.errors import OntoevalError
from ontoeval.ontology import load
for path in sys.argv[1:]:
    try:
        load(path)
    except OntoevalError:
        pass
print(events)
"""


def test_an_audit_of_the_interpreter_sees_no_socket_either(tmp_path):
    for number, data in enumerate(REACHING.values()):
        (tmp_path / str(number)).write_bytes(data)
    done = subprocess.run(
        [sys.executable, "-c", SOCKETS, *map(str, tmp_path.iterdir())], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


# ---- whatever else there is --------------------------------------------------------------------------------------

OWL_CLASS = "<http://www.w3.org/2002/07/owl#Class>"


def test_two_ontologies_in_one_file_are_read_as_one_with_a_warning_or_refused():
    turtle = f"<urn:o> a <http://www.w3.org/2002/07/owl#Ontology> . <urn:a> a {OWL_CLASS} . ".encode()
    onto = load(turtle + turtle.replace(b"urn:o", b"urn:p").replace(b"urn:a", b"urn:b"))
    assert ([finding.id for finding in onto.warnings], len(onto)) == (["ontology.headers"], 2)
    obo = b"format-version: 1.2\n\n[Term]\nid: A:1\nname: a\n\n"
    onto = load(obo + obo.replace(b"A:1", b"A:2"))
    assert ([finding.id for finding in onto.warnings], len(onto)) == (["ontology.headers"], 2)
    xml = f"{RDF_XML}{CLASS}</rdf:RDF>\n".encode()
    with pytest.raises(ParseError):
        load(xml + xml)
    with pytest.raises(ParseError):
        load(b'{"@id": "urn:a", "@type": "urn:b", "@graph": []}' * 2)


def test_a_label_of_5_mb_is_read():
    label = "x" * 5_000_000
    assert load(f"[Term]\nid: A:1\nname: {label}\n".encode()).label("A:1") == label


def test_ids_with_spaces_are_read():
    onto = load(b"[Term]\nid: A 1\nname: a\n\n[Term]\nid: A 2\nname: b\nis_a: A 1 ! a\n")
    assert onto.parents("A 2") == {"A 1"}
    assert load(b"id\tparent\na b\t\nc d\ta b\n").parents("c d") == {"a b"}


def chain(n: int) -> bytes:
    return "\n".join(["id,parent", "0,", *(f"{i},{i - 1}" for i in range(1, n))]).encode()


def test_a_chain_of_100_000_concepts():
    onto = load(chain(100_000))
    assert onto.depth("99999") == 100_000
    assert len(onto.ancestors("99999")) == 99_999


def test_relations_in_a_chain_of_100_000_concepts():
    assert load(chain(100_000)).relation("99999", "0") == "ancestor"


def test_an_overview_of_many_roots_and_of_a_long_chain_takes_seconds():
    many = load(b"".join(b"[Term]\nid: A:%d\nname: n\n" % n for n in range(200_000)))
    start = time.monotonic()
    seen = overview(many)
    assert len(seen["roots"]) == 200_000
    assert seen["concepts"] == {
        "all": 200_000, "live": 200_000, "deprecated": 0, "leaves": 200_000, "with_label": 200_000,
        "with_definition": 0, "aliases": 0,
    }  # fmt: skip
    long = overview(load(chain(20_000)))
    assert [(root["id"], root["below"]) for root in long["roots"]] == [("0", 19_999)]
    assert long["concepts"]["leaves"] == 1
    assert max(long["depths"]) == 20_000
    assert time.monotonic() - start < 30


def test_200_000_roots():
    onto = load("\n".join(["id,parent", *(f"{i}," for i in range(200_000))]).encode())
    assert len(onto.roots) == 200_000


@pytest.mark.parametrize(
    "data",
    [
        b"\0" * 100, b"\xff\xfe", b"PK\x03\x04", b"<", b"<rdf:RDF", b"{", b"[", b"[Term]", b"a", b"@prefix",
        b"\x1f\x8b", b"\x1f\x8b\x08\x00", b"<?xml", b"<!DOCTYPE", b"Ontology(", b"Prefix(", b"id,parent", b" > ",
        b"1 | [1-2] |", b"<a/>", b'{"graphs": null}', b'{"graphs": 1}', b'{"@graph": 1}', b"id: A:1\n[Term]\n",
        b"\xef\xbb\xbf", "é".encode("utf-16"), b"<urn:a> <urn:b> <urn:c> .", b"is_a: x", b"- - -\n", b"\n\n\n#\n",
        b"[Term]\nid:\nname: x\n", b'<!DOCTYPE a [<!ENTITY b "c', b"<Ontology xmlns='http://www.w3.org/2002/07/owl#'>",
        b"id,parent\n,\n",
    ],
)  # fmt: skip
def test_scraps_are_refused_and_never_crash(data):
    with pytest.raises(OntoevalError):
        load(data)


def test_statements_about_statements_are_passed_over():
    onto = load(f"<urn:a> a {OWL_CLASS} . <urn:b> a <<( <urn:c> <urn:d> <urn:e> )>> .".encode())
    assert onto.ids == ("urn:a",)
