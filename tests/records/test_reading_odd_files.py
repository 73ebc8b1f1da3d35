"""Files that are no records, or records in odd wrapping: one clear error or all rows, never a part of them."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import os
import sys
import zipfile

import pyarrow as pa
import pyarrow.parquet
import pytest

import ontoeval as oe
from ontoeval.errors import InputError, RecordError
from ontoeval.records.convert import convert
from ontoeval.records.jsonl import read_json

ROWS = '{"id": "q1", "docs": ["d1"]}\n{"id": "q2", "docs": ["d2"]}\n'
PUBTATOR = "1|t|A cold.\n1|a|So it is.\n1\t2\t6\tcold\tDisease\tD1\n\n2|t|B\n2|a|C\n"


def findings(path, format=None):
    with pytest.raises(RecordError) as error:
        list(oe.read(path, gold_format=format))
    return error.value.findings


def zipped(content):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("golden.jsonl", content)
    return target.getvalue()


@pytest.mark.parametrize(
    ("pack", "words"),
    [
        (zipped, "this is a zip archive"),
        (bz2.compress, "this is packed with bzip2"),
        (lzma.compress, "this is packed with xz"),
        (lambda content: b"\x28\xb5\x2f\xfd" + content, "this is packed with zstd"),
        (lambda content: gzip.compress(gzip.compress(content)), "this is packed with gzip twice"),
        (lambda content: b"%PDF-1.7\n" + content, "this is a PDF"),
    ],
)
@pytest.mark.parametrize("name", ["golden.jsonl", "golden.csv"])
def test_other_wrappings_are_named(write, name, pack, words):
    with pytest.raises(InputError, match=words) as error:
        oe.read(write(name, pack(ROWS.encode())))
    assert error.value.mend == "unpack it first"


@pytest.mark.parametrize("option", ["gold", "run", "docs"])
def test_a_pipe_is_refused_and_nothing_waits_for_it(write, tmp_path, option):
    os.mkfifo(tmp_path / "pipe")
    files = {"gold": write("gold.jsonl", ROWS), option: tmp_path / "pipe"}
    with pytest.raises(InputError, match="a pipe or a device, which can be read only once"):
        oe.read(**files)


def test_a_symbolic_link_to_itself(tmp_path):
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(InputError, match="cannot be read"):
        oe.read(tmp_path / "loop")


def test_a_path_that_is_none():
    with pytest.raises(InputError, match="this is no path"):
        oe.read("a\0b.jsonl")


@pytest.mark.skipif(sys.platform != "linux", reason="a file that cannot be read from")
def test_a_file_that_the_system_does_not_give():
    with pytest.raises(InputError, match=r"/proc/self/mem: cannot be read after line 0"):
        list(oe.read("/proc/self/mem"))


def test_a_file_that_goes_away_between_two_passes(write):
    path = write("golden.jsonl", ROWS)
    samples = oe.read(path)
    assert len(samples) == 2
    path.unlink()
    with pytest.raises(InputError, match="no such file"):
        len(samples)


@pytest.mark.parametrize("side", ["gold", "run"])
def test_a_file_of_white_space_is_no_empty_run(write, side):
    files = {"gold": write("gold.jsonl", ROWS), "run": write("run.jsonl", '{"id": "q1", "retrieved": []}\n')}
    files[side] = write("white.jsonl", " \n\n\t\n")
    with pytest.raises(InputError, match=r"white\.jsonl: there are no rows"):
        list(oe.read(**files))


# ---- JSON lines ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ('{"id": "q1", "docs": ["d1"], "docs": ["d2"]}', "docs"),
        ('{"id": "q1", "id": "q2"}', "id"),
        ('{"id" : "q1", "id" : "q2"}', "id"),
        ('{"id": "q1", "run": {"retrieved": {"d1": 0.5, "d2": 0.4, "d1": 0.1}}}', "d1"),
        ('{"id": "q1", "run": {"retrieved": [{"id": "d1", "score": 1, "score": 2}]}}', "score"),
        ('{"id": "q1", "gold": {"output": [[{"a": [{"b": 1, "b": 1}]}]]}}', "b"),
    ],
)
@pytest.mark.parametrize("shape", ["{}\n", "[{}]\n"])
def test_a_key_twice_is_an_error(write, line, key, shape):
    place = "golden.jsonl:1" if shape == "{}\n" else "golden.jsonl"
    found = findings(write("golden.jsonl", shape.replace("{}", line)))
    assert [(finding.id, finding.where, finding.got) for finding in found] == [
        ("record.duplicate", place, f"the key {key!r} twice in one object")
    ]


def test_quotes_and_colons_in_texts_are_no_keys(write):
    rows = [
        {"id": "q1", "query": '"a": "a": \\":" {"id":'},
        {"id": "q2", "query": "\\", "gold": {"output": {'k":': [{'":': {"k": 1}}], "k": [[{"k": 2}]]}}},
    ]
    path = write("golden.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    assert [sample.query for sample in oe.read(path)] == [row["query"] for row in rows]


def test_one_object_over_several_lines_is_a_row(write):
    [sample] = oe.read(write("golden.json", json.dumps({"id": "q1", "docs": ["d1"]}, indent=2)))
    assert (sample.id, sample.gold.docs) == ("q1", {"d1": 1.0})


def test_several_objects_over_several_lines_are_one_error(write):
    [finding] = findings(write("golden.jsonl", (json.dumps({"id": "q1"}, indent=2) + "\n") * 2))
    assert (finding.id, finding.where, finding.mend) == (
        "record.json",
        "golden.jsonl:1",
        "write each object on one line: jq -c . FILE",
    )


def test_a_page_of_html_is_one_error(write):
    page = "\n<!DOCTYPE html>\n<html>\n<body>\n<p>429 Too Many Requests</p>\n</body>\n</html>\n"
    [finding] = findings(write("golden.jsonl", page))
    assert (finding.where, finding.got) == ("golden.jsonl:2", "HTML or XML: <!DOCTYPE html>")


def test_a_damaged_json_file_is_named(write):
    packed = gzip.compress(json.dumps({"type": "object"}).encode())
    for cut in (12, len(packed) - 4):
        with pytest.raises(InputError, match="the compressed content is broken"):
            read_json(write("schema.json.gz", packed[:cut]))


# ---- lines of other formats ------------------------------------------------------------------------------------


def test_line_ends_of_old_macs(write):
    for end in ("\r", "\r\n", "\n"):
        samples = list(oe.read(write("x.pubtator", PUBTATOR.replace("\n", end))))
        assert [(sample.id, sample.query) for sample in samples] == [("1", "A cold. So it is."), ("2", "B C")]
        assert [mention["text"] for mention in samples[0].gold.mentions] == ["cold"]
    [sample] = oe.read(write("x.csv", "doc,start,end,id\rd1,0,4,X\rd1,5,9,Y\r"))
    assert [mention["id"] for mention in sample.gold.mentions] == ["X", "Y"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32"])
def test_wide_encodings_can_be_said(write, encoding):
    path = write("x.csv", "doc,start,end,text,id\r\nd1,0,4,Café,X\r\n".encode(encoding))
    [sample] = oe.read(path, gold_format=f'csv(encoding="{encoding}")')
    assert [(mention["text"], mention["id"]) for mention in sample.gold.mentions] == [("Café", "X")]


def test_wide_encodings_that_are_not_said_are_named(write):
    with pytest.raises(InputError, match="this is UTF-16 or UTF-32"):
        list(oe.read(write("x.pubtator", PUBTATOR.encode("utf-16")), gold_format="pubtator"))


@pytest.mark.parametrize(
    ("format", "text"),
    [
        ("csv", "doc,start,end,id\nd1,0,4,X\n\0\0\0\n"),
        ("trec", "q1 0 d1 1\n\0q2 0 d2 1\n"),
        ("pubtator", "1|t|A\0 cold.\n1\t2\t6\tcold\tD\tX\n"),
        ("aida", "-DOCSTART- (1)\nA\n\x1a"),
    ],
)
def test_control_characters_are_no_text(write, format, text):
    assert {finding.id for finding in findings(write("x.txt", text), format)} == {"record.encoding"}


def test_a_byte_order_mark_before_turtle(write):
    text = (
        "\ufeff@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .\n"
        '<http://x/1#char=0,7> nif:isString "A cold." .\n'
    )
    assert [sample.query for sample in oe.read(write("x.ttl", text))] == ["A cold."]


def test_objects_that_are_no_articles(write):
    [finding] = findings(write("x.jsonl", '{"data": [{"id": 1}]}\n'), "elevant")
    assert finding.expected == "an article: entity_mentions, labels, predictions, text"


def test_damaged_pages_of_parquet(tmp_path):
    path = tmp_path / "gold.parquet"
    docs = [f"document {number * 7919}" for number in range(2000)]
    table = pa.table({"query_id": ["q1"] * 2000, "doc_id": docs, "relevance": [1.0] * 2000})
    pa.parquet.write_table(table, path, compression="gzip", use_dictionary=False)
    content = bytearray(path.read_bytes())
    content[1000:3000] = bytes(2000)
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"gold\.parquet: this is no Parquet"):
        list(oe.read(path))


def test_texts_that_are_none_are_named(write, tmp_path):
    gold = write("gold.csv", "doc,start,end,id\nd1,0,4,X\n")
    (tmp_path / "folder").mkdir()
    for texts in (tmp_path / "folder", write("empty.txt", ""), write("rows.jsonl", '{"id": "d1"}\n')):
        with pytest.raises(InputError, match="there are no texts"):
            convert(gold, tmp_path / "out.jsonl", texts=texts)
    assert not (tmp_path / "out.jsonl").exists()


def test_what_is_written_is_json(write, tmp_path):
    source = write(
        "in.jsonl",
        '{"id": "q1", "gold": {"output": {"a": NaN, "b": [-Infinity, "NaN", 1.5]}}}\n' + ROWS.replace("q1", "q3"),
    )
    [finding] = convert(source, tmp_path / "out.jsonl")
    assert (finding.id, finding.count) == ("convert.changed", 1)
    assert "NaN or infinite numbers, which become null: q1" in finding.got
    written = [
        json.loads(line, parse_constant=pytest.fail) for line in (tmp_path / "out.jsonl").read_text().splitlines()
    ]
    assert written[0] == {"id": "q1", "gold": {"output": {"a": None, "b": [None, "NaN", 1.5]}}}
    assert [row["id"] for row in written] == ["q1", "q3", "q2"]
