"""Scores of relations, and surface texts that are noted once."""

import json

import pytest

import ontoeval as oe

PUBTATOR = "1|t|A cold and a flu\n1\t2\t6\tcold\tD\tD1\n1\tCID\tD9\tD1\t0.75\n1\tCID\tD8\tD1\n"
BIOC = """<?xml version="1.0"?><collection><document><id>1</id><passage><offset>0</offset><text>A cold</text></passage>
<relation id="R0"><infon key="relation">CID</infon><infon key="head">D9</infon><infon key="tail">D1</infon>
<infon key="score">0.75</infon></relation></document></collection>
"""


@pytest.mark.parametrize(("name", "text"), [("a.PubTator", PUBTATOR), ("a.BioC.xml", BIOC)])
def test_scores_are_read_and_written(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    rows = tmp_path / "rows.jsonl"
    oe.convert(path, rows)
    (row,) = map(json.loads, rows.read_text(encoding="utf-8").splitlines())
    expected = {"head": "D9", "relation": "CID", "tail": "D1", "score": 0.75}
    relations = row.get("relations") or row["gold"]["relations"]
    assert relations[0] == expected
    again = tmp_path / f"again.{name}"
    oe.convert(rows, again)
    assert "0.75" in again.read_text(encoding="utf-8")


def test_a_wrong_surface_text_is_noted_once(tmp_path):
    path = tmp_path / "a.PubTator"
    path.write_text("1|t|A cold and a flu\n1\t2\t6\twarm\tD\tD1\n", encoding="utf-8")
    compiled = oe.compile(oe.read(path, path))
    oe.evaluate(compiled, ["linking_f1"], intervals=False)
    found = [finding for finding in compiled.findings if "warm" in finding.got]
    assert [finding.id for finding in found] == ["offset.mismatch"] * 2, "once for each side"
