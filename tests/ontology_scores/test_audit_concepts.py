"""The audit of concepts: from two columns of ids, in any kind of file, to the report; and what it refuses."""

from __future__ import annotations

import gzip
import json

import networkx as nx
import numpy as np
import pandas as pd
import pyarrow
import pytest
from pyarrow import parquet

import ontoeval as oe
from ontoeval import progress
from ontoeval.cli import execute
from ontoeval.errors import BadParameter, InputError, RecordError, UsageError

TREE = "car-vehicle boat-vehicle sedan-car hatchback-car limousine-sedan yacht-boat"
ROWS = [
    ("sedan", "sedan"),
    ("sedan", "hatchback"),
    ("sedan", "car"),
    ("limousine", "car"),
    ("car", "sedan"),
    ("yacht", "sedan"),
    ("boat", ""),
    ("", "boat"),
    ("sedan", "submarine"),
    ("NIL", "NIL"),
]
RELATIONS = {
    "exact": 1,
    "sibling": 1,
    "parent": 1,
    "ancestor": 1,
    "child": 1,
    "unrelated": 1,
    "missed": 1,
    "spurious": 1,
    "invalid": 1,
}


@pytest.fixture(scope="module")
def onto():
    return oe.load(nx.DiGraph([tuple(edge.split("-")) for edge in TREE.split()]), edges_point="to_parent")


def delimited(sign: str) -> str:
    return "\n".join(["gold" + sign + "predicted", *(sign.join(row) for row in ROWS)]) + "\n"


def written(tmp_path, kind):
    path = tmp_path / f"pairs.{kind}"
    if kind == "csv":
        path.write_text(delimited(","))
    elif kind == "tsv.gz":
        path.write_bytes(gzip.compress(delimited("\t").encode()))
    elif kind == "jsonl":
        path.write_text("\n".join(json.dumps({"gold": gold or None, "predicted": [run]}) for gold, run in ROWS))
    else:
        parquet.write_table(pyarrow.table({"gold": [g for g, _ in ROWS], "predicted": [p for _, p in ROWS]}), path)
    return path


def relations(report):
    return {row["relation"]: row["pairs"] for row in report.table("relations")}


@pytest.mark.parametrize("kind", ["csv", "tsv.gz", "jsonl", "parquet"])
def test_every_kind_of_file_gives_the_same_report(onto, tmp_path, kind):
    report = oe.audit.concepts(written(tmp_path, kind), ontology=onto)
    assert relations(report) == RELATIONS
    assert report["hierarchical_f1"].value == pytest.approx(report.table("conventions")[0]["f1"])


@pytest.mark.parametrize(("sign", "suffix"), [(";", "csv"), ("\t", "csv"), (",", "tsv"), (",", "csv.gz")])
def test_another_separator_than_the_suffix_says_is_seen(onto, tmp_path, sign, suffix):
    path = tmp_path / f"pairs.{suffix}"
    path.write_bytes(gzip.compress(delimited(sign).encode()) if suffix.endswith("gz") else delimited(sign).encode())
    assert relations(oe.audit.concepts(path, ontology=onto)) == RELATIONS


def test_parquet_may_hold_lists_nulls_dictionaries_and_several_groups_of_rows(onto, tmp_path):
    gold = pyarrow.array(["sedan", "sedan", None] * 3).dictionary_encode()
    predicted = pyarrow.array([["sedan"], ["car", None], []] * 3)
    doc = pyarrow.array([1, 1, 2] * 3)
    path = tmp_path / "pairs.parquet"
    parquet.write_table(pyarrow.table({"gold": gold, "predicted": predicted, "doc": doc}), path, row_group_size=2)
    report = oe.audit.concepts(path, ontology=onto, by=["doc"])
    assert relations(report) == {"exact": 3, "parent": 3}
    assert report["wu_palmer"].n_samples == 9
    assert {row["slice"] for row in report.rows()} == {"", "doc=1", "doc=2"}


def test_parquet_that_cannot_be_read_is_refused(onto, tmp_path):
    path = tmp_path / "pairs.parquet"
    parquet.write_table(pyarrow.table({"gold": ["sedan"], "guess": ["car"]}), path)
    with pytest.raises(UsageError, match="there is no column 'predicted'"):
        oe.audit.concepts(path, ontology=onto)
    parquet.write_table(pyarrow.table({"gold": ["sedan", "car"], "predicted": [1, 2]}), path)
    with pytest.raises(RecordError, match="2 rows cannot be used") as raised:
        oe.audit.concepts(path, ontology=onto)
    assert [finding.where for finding in raised.value.findings] == ["pairs.parquet, row 0", "pairs.parquet, row 1"]
    twice = pyarrow.table([["sedan"], ["car"], ["boat"]], names=["gold", "predicted", "gold"])
    parquet.write_table(twice, path)
    with pytest.raises(InputError, match="the column 'gold' is there twice"):
        oe.audit.concepts(path, ontology=onto)
    path.write_bytes(b"PAR1 and nothing else PAR1")
    with pytest.raises(InputError, match="no Parquet file"):
        oe.audit.concepts(path, ontology=onto)


def test_progress_counts_rows(onto, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("ontoeval.progress._AFTER", 0.0)
    monkeypatch.setattr("ontoeval.progress._EVERY_IN_A_LOG", 0.0)
    with progress.shown():
        oe.audit.concepts(written(tmp_path, "csv"), ontology=onto, intervals=False)
    assert "reading pairs.csv: 10 in" in capsys.readouterr().err


def test_rows_and_frames_are_read_too(onto):
    rows = [{"gold": gold, "predicted": run} for gold, run in ROWS]
    assert relations(oe.audit.concepts(rows, ontology=onto)) == RELATIONS
    frame = pd.DataFrame(rows).replace("", None)
    assert relations(oe.audit.concepts(frame, ontology=onto)) == RELATIONS


def test_tables_by_hand(onto):
    report = oe.audit.concepts([{"gold": g, "predicted": p} for g, p in ROWS[:6]], ontology=onto)
    rows = {row["relation"]: row for row in report.table("relations")}
    assert rows["exact"]["share"] == 1 / 6
    assert rows["exact"]["share_low"] < 1 / 6 < rows["exact"]["share_high"]
    assert rows["parent"]["share_of_wrong"] == 1 / 5
    assert rows["parent"]["mean_deeper"] == -1
    assert rows["ancestor"]["mean_deeper"] == -2
    assert rows["child"]["mean_deeper"] == 1
    assert rows["sibling"]["mean_cost"] == 0.5
    assert rows["exact"]["lift"] is None
    # wrong gold: sedan twice, limousine and car in the branch of four, yacht in that of two
    # parents there: car for sedan (1 of 3, twice), sedan for limousine (1/3), none for car, boat for yacht (1 of 1)
    assert rows["parent"]["chance"] == pytest.approx((1 / 3 + 1 / 3 + 1 / 3 + 0 + 1) / 5)
    assert rows["parent"]["lift"] == pytest.approx((1 / 5) / rows["parent"]["chance"])
    branches = {row["branch"]: row for row in report.table("branch_errors")}
    assert (branches["(all)"]["above"], branches["(all)"]["below"], branches["(all)"]["wrong"]) == (2, 1, 5)
    assert branches["(all)"]["hedging_index"] == 1 / 5
    assert branches["car"]["hedging_index"] == 1 / 4
    assert branches["boat"]["error_rate"] == 1.0
    confused = report.table("confusions")
    assert len(confused) == 5
    left = [row for row in report.table("branches") if row["gold"] != row["predicted"]]
    assert [(row["gold"], row["predicted"], row["pairs"]) for row in left] == [("boat", "car", 1)]


def test_depth_and_costs(onto):
    rows = [{"gold": g, "predicted": p} for g, p in ROWS[:6]]
    report = oe.audit.concepts(rows, ontology=onto, depth=2, costs={"sibling": 0.1})
    assert {row["gold"] for row in report.table("branches")} == {"sedan", "yacht", "(no branch)"}
    assert {row["relation"]: row for row in report.table("relations")}["sibling"]["mean_cost"] == 0.1
    assert report.scored.keys() >= {'error_severity(costs={"sibling": 0.1})'}
    assert "branches" in report.tables()


def test_several_ids_in_a_cell(onto):
    rows = [{"gold": "sedan|yacht", "predicted": "yacht|hatchback"}]
    assert relations(oe.audit.concepts(rows, ontology=onto, separator="|")) == {"exact": 1, "sibling": 1}
    rows = [{"gold": ["sedan", "yacht"], "predicted": ["yacht", "hatchback", "yacht"]}]
    assert relations(oe.audit.concepts(rows, ontology=onto)) == {"exact": 1, "sibling": 1}


def test_rows_of_one_cluster_count_less(onto):
    rows = [{"gold": "sedan", "predicted": "sedan" if i % 40 < 20 else "car", "doc": str(i // 20)} for i in range(200)]
    alone = oe.audit.concepts(rows, ontology=onto)
    together = oe.audit.concepts(rows, ontology=onto, cluster="doc")
    width = [row["share_high"] - row["share_low"] for r in (alone, together) for row in r.table("relations")[:1]]
    assert width[1] > 3 * width[0]
    assert alone["wu_palmer"].value == together["wu_palmer"].value


def test_slices(onto):
    rows = [{"gold": "sedan", "predicted": p, "model": m} for p, m in (("sedan", "x"), ("car", "y"), ("boat", None))]
    report = oe.audit.concepts(rows, ontology=onto, by=["model"])
    values = {result.slice: result.value for result in report if result.metric == "hierarchical_precision"}
    assert values == {"": pytest.approx(6 / 7), "model=x": 1.0, "model=y": 1.0}


@pytest.mark.parametrize(
    ("text", "suffix", "error", "message"),
    [
        ("gold,prediction\na,b\n", "csv", UsageError, r"no column 'predicted'"),
        ("gold,predicted\n", "csv", InputError, "no rows"),
        ("", "csv", InputError, "empty"),
        ("gold,predicted\n,b\n,\n", "csv", InputError, "column gold is empty in all 2 rows"),
        ("gold,predicted\na\n", "csv", InputError, "1 cells.*expected 2|1 cells"),
        ("gold,gold,predicted\na,b,c\n", "csv", InputError, "'gold' is there twice"),
        ("gold,predicted\nplane,plane\n", "csv", InputError, "none of the 1 ids in gold.concepts is in the ontology"),
        ('{"gold": 3, "predicted": "car"}\n', "jsonl", RecordError, "3 is no id"),
        ('{"gold": {"id": "car"}, "predicted": "car"}\n', "jsonl", RecordError, "1 rows cannot be used"),
        ("[1]\n", "jsonl", InputError, "is no row"),
        ('{"gold": \n', "jsonl", InputError, "no JSON"),
        ("x", "xlsx", InputError, "suffix '.xlsx' says nothing"),
    ],
)
def test_what_cannot_be_read_is_refused(onto, tmp_path, text, suffix, error, message):
    path = tmp_path / f"pairs.{suffix}"
    path.write_text(text)
    with pytest.raises(error, match=message):
        oe.audit.concepts(path, ontology=onto)


def test_damaged_files_are_refused(onto, tmp_path):
    path = tmp_path / "pairs.csv"
    path.write_bytes(b"gold,predicted\n\xff\xfe,a\n")
    with pytest.raises(InputError, match="no UTF-8"):
        oe.audit.concepts(path, ontology=onto)
    path = tmp_path / "pairs.csv.gz"
    path.write_bytes(gzip.compress(delimited(",").encode())[:-9])
    with pytest.raises(InputError, match="gzip file is damaged"):
        oe.audit.concepts(path, ontology=onto)
    with pytest.raises(OSError, match="nowhere"):
        oe.audit.concepts(tmp_path / "nowhere.csv", ontology=onto)


def test_wrong_options_are_refused(onto):
    rows = [{"gold": "sedan", "predicted": "car"}]
    for options in ({"costs": {"brother": 1}}, {"costs": {"sibling": 2}}, {"depth": 0}, {"roots": ["car"]}):
        with pytest.raises(BadParameter):
            oe.audit.concepts(rows, ontology=onto, **options)


@pytest.fixture
def files(tmp_path):
    table = tmp_path / "pairs.csv"
    table.write_text(delimited(","))
    taxonomy = tmp_path / "cars.csv"
    taxonomy.write_text("child,parent\n" + "\n".join(edge.replace("-", ",") for edge in TREE.split()) + "\n")
    return str(table), str(taxonomy)


def test_command_writes_every_table_and_html(files, tmp_path, capsys):
    table, taxonomy = files
    html = tmp_path / "report.html"
    assert execute(["audit", "concepts", table, "--ontology", taxonomy, "--save", str(html)]) == 0
    said = capsys.readouterr().out
    for part in ("hierarchical_f1", "kiritchenko", "hemkit", "hiclass", "sibling", "errors by branch", "confused most"):
        assert part in said
    page = html.read_text()
    for part in ("under every convention", "Errors by branch", "Concepts that are confused most", "dummy root"):
        assert part in page


def test_command_names_predicted_ids_that_do_not_exist(files, capsys):
    assert execute(["audit", "concepts", str(files[0]), "--ontology", str(files[1])]) == 0
    lines = capsys.readouterr().out.splitlines()
    block = lines[lines.index("predicted ids that are no live concept") :]
    assert [line.split() for line in block[:3]][1:] == [
        ["id", "status", "taken", "as", "rows"],
        ["submarine", "absent", "1"],
    ]


def test_command_writes_json(files, capsys):
    table, taxonomy = files
    command = ["audit", "concepts", table, "--ontology", taxonomy, "--format", "json", "--cost", "sibling=0.1"]
    assert execute(command) == 0
    found = json.loads(capsys.readouterr().out)
    assert {"conventions", "relations", "branch_errors", "branches", "confusions"} <= found["tables"].keys()


@pytest.mark.parametrize(
    "options", [["--cost", "sibling"], ["--cost", "sibling=much"], ["--cost", "x=1"], ["--gold", "g"]]
)
def test_mistakes_in_the_command_are_usage_errors(files, capsys, options):
    table, taxonomy = files
    assert execute(["audit", "concepts", table, "--ontology", taxonomy, *options]) == 2
    assert "error" in capsys.readouterr().err.lower()


def test_branches_without_a_concept_are_not_gone_through(monkeypatch):
    """300 branches of which two have a concept; a list of ontologies' roots may have tens of thousands."""
    star = oe.load(nx.DiGraph([(f"b{n}", "top") for n in range(300)]), edges_point="to_parent")
    pairs = pd.DataFrame([("b1", "b2"), ("b1", "b1"), ("b7", "b7")], columns=["gold", "predicted"])
    report = oe.audit.concepts(pairs, ontology=star)
    asked = []
    isin = np.isin
    monkeypatch.setattr(np, "isin", lambda *values: asked.append(values) or isin(*values))
    rows = {row["branch"]: (row["pairs"], row["wrong"]) for row in report.table("branch_errors")}
    assert rows == {"(all)": (3, 1), "b1": (2, 1), "b7": (1, 0)}
    assert len(asked) < 20
