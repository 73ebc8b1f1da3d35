"""Which format a file is in, and what formats have in common."""

from __future__ import annotations

import gzip
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ontoeval as oe
from ontoeval.errors import BadParameter, InputError, UsageError
from ontoeval.records.detection import format_of
from ontoeval.records.formats import formats, named

PUBTATOR = "1|t|A cold.\n1|a|It passed.\n1\t2\t6\tcold\tDisease\tD003139\n"
BIOC = (
    "<?xml version='1.0'?><!DOCTYPE collection SYSTEM 'BioC.dtd'><collection><document><id>1</id><passage>"
    "<offset>0</offset><text>A cold.</text></passage></document></collection>"
)


def test_listing_formats_imports_none_of_them():
    code = (
        "import sys, ontoeval.records.formats as f; n = [x.summary for x in f.formats().values()]; "
        "print([m for m in sys.modules if m.startswith('ontoeval.records.formats.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_format_says_what_it_is_and_can_be_read():
    for name, each in formats().items():
        assert each.summary.strip(), name
        assert each.suffixes or hasattr(each.module, "sniff_folder"), name
        assert each.option_names("read") is not None, name


def test_the_table_on_the_page_is_true():
    page = (Path(__file__).parents[3] / "docs" / "how-to" / "formats.md").read_text(encoding="utf-8")
    table = {}
    for line in page.splitlines():
        if line.startswith("| `"):
            name, _, suffixes, direction, options = (cell.strip() for cell in line.strip("|").split("|"))
            table[name] = (re.findall(r"`(.*?)`", suffixes), direction, re.findall(r"`(.*?)`", options))
    assert table == {
        f"`{name}`": (list(each.suffixes), "both" if each.can_write else "reads", each.option_names("read"))
        for name, each in formats().items()
    }


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("gold.PubTator", PUBTATOR, "pubtator"),
        ("corpus.txt", PUBTATOR, "pubtator"),
        ("corpus.jsonl", PUBTATOR, "pubtator"),  # the content is right, the suffix wrong
        ("x.BioC.xml", BIOC, "bioc"),
        ("x.xml", BIOC, "bioc"),
        ("x.ann", "T1\tDisease 2 6\tcold\n", "brat"),
        ("x.csv", "pmid,start,end,id\n1,2,6,D1\n", "csv"),
        ("x.tab", "q1\tHP:1\tPER\n", "tac"),
        ("x.txt", "-DOCSTART- (1 EU)\nEU\tB\tEU\t--NME--\n", "aida"),
        ("x.ttl", "@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .\n", "nif"),
        ("x.spacy", b"\x78\x9c\x00", "spacy"),
        ("x.jsonl", '{"id": "1"}\n', "jsonl"),
        ("x.json", '[{"id": "1"}]', "jsonl"),
        ("x.txt", '\ufeff{"id": "1"}\n', "jsonl"),
    ],
)
def test_format_is_found_by_content_and_suffix(write, name, content, expected):
    assert format_of(write(name, content)).name == expected
    packed = write(f"{name}.gz", gzip.compress(content if isinstance(content, bytes) else content.encode()))
    assert format_of(packed).name == expected


def test_folders_are_told_apart(tmp_path, write):
    write("brat/a.ann", "")
    write("gsc/Annotations/1", "")
    write("gsc/Text/1", "")
    (tmp_path / "none").mkdir()
    assert format_of(tmp_path / "brat").name == "brat"
    assert format_of(tmp_path / "gsc").name == "gsc"
    with pytest.raises(InputError, match="folder in no known format"):
        format_of(tmp_path / "none")


def test_a_file_in_no_format_is_named_as_such(write):
    with pytest.raises(InputError, match=r"no known format; it begins with 'hello'(.|\n)*--gold-format"):
        oe.read(write("x.txt", "hello\n"))


def test_unknown_formats_and_options_are_usage_errors(write):
    with pytest.raises(UsageError, match="did you mean pubtator"):
        named("pubtatr")
    with pytest.raises(BadParameter, match="cannot read the format"):
        named("pubtator(")
    with pytest.raises(BadParameter, match="cannot read the format"):
        named("pubtator(1)")
    with pytest.raises(BadParameter, match=r"no option 'colour' to read(.|\n)*offsets"):
        list(oe.read(write("x.txt", PUBTATOR), gold_format='pubtator(colour="red")'))
    with pytest.raises(BadParameter, match="'codepoint' or 'utf16'"):
        list(oe.read(write("x.txt", PUBTATOR), gold_format='pubtator(offsets="miles")'))
    with pytest.raises(BadParameter, match="no encoding"):
        list(oe.read(write("x.txt", PUBTATOR), gold_format='pubtator(encoding="klingon")'))


def test_gold_and_run_may_be_in_different_formats(write):
    gold = write("gold.PubTator", PUBTATOR)
    run = write("run.csv", "doc,start,end,text,id,score\n1,2,6,cold,D003139,0.5\n")
    [sample] = oe.read(gold, run)
    assert sample.query == "A cold. It passed."
    assert [dict(mention) for mention in sample.gold.mentions] == [
        {"start": 2, "end": 6, "id": "D003139", "text": "cold", "type": "Disease"}
    ]
    assert [mention["score"] for mention in sample.run.mentions] == [0.5]
    assert oe.score("linking_f1", gold, run).value == 1.0


def test_the_command_line_takes_formats(write, tmp_path):
    from ontoeval.cli import execute

    gold = write("gold.txt", PUBTATOR)
    run = write("run.txt", "who;from;to;what\n1;2;6;D003139\n")
    wanted = 'csv(doc="who", start="from", end="to", concept="what")'
    options = ["--gold-format", "pubtator", "--run-format", wanted, "--save", str(tmp_path / "report.json")]
    assert execute(["score", "linking_f1", "--gold", str(gold), "--run", str(run), *options]) == 0
    assert '"value": 1.0' in (tmp_path / "report.json").read_text()
    config = 'gold = "gold.txt"\nrun = "run.txt"\ngold_format = "pubtator"\nrun_format = """' + wanted + '"""\n'
    write("ontoeval.toml", config)
    assert execute(["run", str(tmp_path / "ontoeval.toml")]) == 0
    assert execute(["score", "linking_f1", "--gold", str(gold), "--gold-format", "nonsense"]) == 2
