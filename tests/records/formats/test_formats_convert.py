"""From one format into another: what stays, what is lost and said to be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ontoeval as oe
from ontoeval.cli import execute
from ontoeval.errors import RecordError, UsageError
from ontoeval.records.batch import Problems
from ontoeval.records.convert import convert
from ontoeval.records.formats import formats, named
from ontoeval.records.samples import Samples, rows_source

GOLD = (
    '{"id": "1", "query": "A bad cold.", "tags": {"split": "dev"}, "mentions": ['
    '{"start": 6, "end": 10, "id": "HP:1", "type": "D", "optional": true, "candidates": [{"id": "HP:2"}]},'
    '{"start": 2, "end": 10, "ids": ["HP:1", "HP:2"], "combine": "all"}]}\n'
)


def lost(findings):
    return sorted(finding.got.partition(":")[0] for finding in findings)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("x.jsonl", []),
        ("x.pubtator", ["1 mentions lose their candidates", "1 mentions lose their optional", "1 samples lose tags"]),
        (
            "x.tab",
            [
                "1 mentions lose their candidates",
                "1 mentions lose their combine",
                "1 mentions lose their ids",
                "1 mentions lose their optional",
                "1 samples lose query",
                "1 samples lose tags",
            ],
        ),
    ],
)
def test_what_cannot_be_expressed_is_counted(write, tmp_path, name, expected):
    assert lost(convert(write("in.jsonl", GOLD), tmp_path / name)) == expected


def test_jsonl_keeps_everything(write, tmp_path):
    ranking = (
        '{"id": "2", "docs": {"d": 2}, "weight": 2.0, "mentions": []}\n'
        '{"id": "3", "eligible": ["d"], "concepts": ["HP:1", null], "relations": [["a", "is", "b"]]}\n'
    )
    source = write("in.jsonl", GOLD + ranking)
    assert convert(source, tmp_path / "out.jsonl") == []
    nothing = write("none.jsonl", '{"id": "1"}\n{"id": "2"}\n{"id": "3"}\n')
    assert list(map(str, oe.read(tmp_path / "out.jsonl", nothing))) == list(map(str, oe.read(source, nothing)))
    run = write(
        "run.jsonl", '{"id": "1", "retrieved": [{"id": "d", "score": 2, "text": "t"}], "candidates": {"e": 0.5}}\n'
    )
    assert convert(run, tmp_path / "run2.jsonl", part="run") == []
    [sample] = oe.read(source, tmp_path / "run2.jsonl", where={"split": "dev"})
    assert (sample.run.retrieved.items, sample.run.candidates.scores) == (
        [{"id": "d", "score": 2.0, "text": "t"}],
        [0.5],
    )


def test_texts_come_from_elsewhere_and_are_checked(write, tmp_path):
    table = write("in.csv", "doc,start,end,text,id\n1,6,10,cold,HP:1\n1,2,5,sad,HP:2\n2,0,1,,HP:3\n")
    found = convert(
        table, tmp_path / "out.pubtator", texts=write("texts.jsonl", '{"id": "1", "text": "A bad cold."}\n')
    )
    assert {finding.id: finding.count for finding in found} == {"offset.mismatch": 1, "convert.no_text": 1}
    assert (tmp_path / "out.pubtator").read_text() == (
        "1|t|A bad cold.\n1|a|\n1\t6\t10\tcold\t\tHP:1\n1\t2\t5\tsad\t\tHP:2\n\n2\t0\t1\t\t\tHP:3\n\n"
    )
    write("folder/1.txt", "A bad cold.")
    again = convert(table, tmp_path / "again.pubtator", texts=tmp_path / "folder")
    assert again == found
    assert (tmp_path / "again.pubtator").read_text() == (tmp_path / "out.pubtator").read_text()


def test_nothing_is_written_when_a_row_cannot_be_used(write, tmp_path):
    with pytest.raises(RecordError):
        convert(write("in.pubtator", "1|t|A cold\n1\t6\t2\tcold\tD\tX\n"), tmp_path / "out.jsonl")
    assert not (tmp_path / "out.jsonl").exists()


def test_usage_errors(write, tmp_path):
    source = write("in.jsonl", GOLD)
    with pytest.raises(UsageError, match="source and target are the same"):
        convert(source, source)
    with pytest.raises(UsageError, match=r"does not tell the format(.|\n)*--to FORMAT"):
        convert(source, tmp_path / "out.xyz")
    with pytest.raises(UsageError, match=r"aida can only be read; expected one of (.*)pubtator"):
        convert(source, tmp_path / "out.conll", to_format="aida")
    with pytest.raises(UsageError, match="part='both'"):
        convert(source, tmp_path / "x.jsonl", part="both")


def test_command(write, tmp_path, capsys):
    source = write("in.jsonl", GOLD)
    out = tmp_path / "out.bioc.xml"
    assert execute(["convert", str(source), str(out)]) == 0
    assert "1 mentions lose their optional" in capsys.readouterr().err
    assert execute(["convert", str(out), str(tmp_path / "brat"), "--to", "brat"]) == 0
    assert sorted(path.name for path in (tmp_path / "brat").iterdir()) == ["1.ann", "1.txt"]
    assert execute(["convert", str(out), str(tmp_path / "brat"), "--to", "brat"]) == 3  # it would mix two corpora
    assert execute(["convert", str(tmp_path / "none"), str(tmp_path / "x.jsonl")]) == 3


@pytest.mark.parametrize("name", ["../out", "a/../../out", "/out", "a\nb", "..", "."])
def test_brat_writes_nothing_outside_its_folder(write, tmp_path, name):
    source = write("in.jsonl", json.dumps({"id": name, "query": "x", "mentions": []}))
    convert(source, tmp_path / "deep" / "brat", to_format="brat")
    outside = [path for path in tmp_path.rglob("*") if path.suffix in (".ann", ".txt")]
    assert [path for path in outside if not path.is_relative_to(tmp_path / "deep" / "brat")] == []


# ---- round trips -----------------------------------------------------------------------------------------------

#: Text that every format can hold: no control characters, no line ends.
TEXTS = st.text(st.characters(exclude_categories=("C", "Z")) | st.just(" ") | st.just("😀"), min_size=1, max_size=40)
NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9]{0,5}:[0-9]{1,4}", fullmatch=True)


@st.composite
def samples(draw):
    rows = []
    for number in range(draw(st.integers(1, 3))):
        text = draw(TEXTS.filter(str.strip))
        spans = draw(st.lists(st.tuples(st.integers(0, len(text) - 1), st.integers(1, len(text))), max_size=4))
        mentions = []
        for start, end in dict.fromkeys((min(a, b), max(a, b)) for a, b in spans if a != b):
            ids = draw(st.lists(NAMES, max_size=2, unique=True))
            mention = {"start": start, "end": end, "text": text[start:end], "type": "T"}
            mention |= {"ids": ids} if len(ids) > 1 else {"id": ids[0] if ids else None}
            mentions.append(mention)
        rows.append({"id": f"d{number}", "query": text, "mentions": mentions})
    return rows


def plain(mentions):
    return sorted(
        (each["start"], each["end"], each["text"], each.get("type"), tuple(each.get("ids") or [each.get("id")]))
        for each in mentions
    )


@pytest.mark.parametrize("name", ["jsonl", "pubtator", "bioc", "brat", "nif", "csv"])
def test_what_a_format_can_express_comes_back(name, tmp_path_factory):
    @given(samples())
    def back(rows):
        path = tmp_path_factory.mktemp("x") / "out"
        source = Samples(rows_source("rows", "gold", rows))
        lost = named(name).write(source, path, "gold")
        assert [finding.got for finding in lost if "lose query" not in finding.got] == []
        problems = Problems()
        found = [row for _, row in named(name).rows(Path(path), problems, "gold")]
        assert problems.total == 0
        assert [row["id"] for row in found] == [row["id"] for row in rows]
        for old, new in zip(rows, found, strict=True):
            got = new["gold"]["mentions"] if "gold" in new else new["mentions"]
            assert plain(got) == plain(old["mentions"])
            assert name == "csv" or new["query"] == old["query"]
        assert [note.id for note in problems.notes] == []

    back()


def test_every_writer_is_tried_here_or_with_its_reader():
    assert {name for name, each in formats().items() if each.can_write} >= {"jsonl", "pubtator", "bioc", "brat", "nif"}


def test_fields_of_other_names_are_taken_along(tmp_path):
    source, target = tmp_path / "gold.jsonl", tmp_path / "gold.csv"
    source.write_text('{"doc_id": "d1", "found": [{"start": 0, "end": 4, "id": "A:1"}]}\n', encoding="utf-8")
    oe.convert(source, target, to_format="csv", fields={"id": "doc_id", "gold.mentions": "found"})
    assert target.read_text(encoding="utf-8").splitlines()[1].startswith("d1,0,4,")
