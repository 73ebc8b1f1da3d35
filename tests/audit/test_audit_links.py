"""``audit links`` and ``oe.audit.links``: what they print, and what they do with odd and broken input."""

import gzip
import json
import re

import pytest

import ontoeval as oe
from ontoeval.cli import execute
from ontoeval.errors import BadParameter, InputError, UsageError
from ontoeval.report import html

OBO = """format-version: 1.2

[Term]
id: P:0
name: thing

[Term]
id: P:1
name: one
alt_id: P:11
is_a: P:0

[Term]
id: P:2
name: two
is_a: P:1
"""


def m(start, concept, score=None, **more):
    scored = {} if score is None else {"score": score}
    return {"start": start, "end": start + 4, "id": concept, **scored, **more}


def documents(n=12):
    """One right link, one over-linked mention, one that is too special."""
    gold = [{"id": f"d{i}", "mentions": [m(0, "P:11"), m(5, "NIL"), m(10, "P:1")]} for i in range(n)]
    run = [{"id": f"d{i}", "mentions": [m(0, "P:1", 0.9), m(5, "P:2", 0.2), m(10, "P:2", 0.4)]} for i in range(n)]
    return gold, run


@pytest.fixture
def files(tmp_path):
    """Golden set, run and ontology."""
    gold, run = documents()
    paths = [tmp_path / name for name in ("gold.jsonl", "run.jsonl", "p.obo")]
    for path, rows in zip(paths, (gold, run), strict=False):
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    paths[2].write_text(OBO)
    return paths


@pytest.fixture
def command(capsys, monkeypatch):
    """Runs ``audit links``; a traceback fails the test."""
    monkeypatch.delenv("ONTOEVAL_TRACEBACK", raising=False)

    def call(*arguments):
        capsys.readouterr()
        code = execute(["audit", "links", *map(str, arguments)])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return code, out, err

    return call


# What it says


def test_measures_and_tables_of_a_run(files):
    report = oe.audit.links(*files[:2], ontology=files[2], intervals=False)
    assert (report["linking_f1"].sums["tp"], report["linking_f1"].sums["fp"]) == (12, 24)
    assert report["linking_f1(resolve=false)"].sums["tp"] == 0, "P:11 is another name of P:1"
    assert report["overlinking_rate"].value == 1.0
    assert set(report.tables()) >= {"link_outcomes", "link_relations", "link_ids", "link_nil", "link_sweep"}
    none, fitted, crossed, *_ = report.table("link_sweep")
    assert (none["f1"], fitted["threshold"]) == (pytest.approx(2 * 12 / (36 + 24)), 0.9)
    assert crossed["f1"] == fitted["f1"] == pytest.approx(2 * 12 / (12 + 24))


def test_text_has_all_parts(command, files):
    code, out, err = command(*files[:2], "--ontology", files[2], "--threshold-sweep")
    assert (code, err) == (0, "")
    titles = [line for line in out.splitlines() if line and not line.startswith(" ")]
    for title in (
        "counts",
        "rates",
        "what became of the mentions",
        "wrong links: the linked concept is … of the right one",
        "errors by kind, of the cases where they could be made",
        "ids as written",
        "NIL: gold against predicted",
        "over-linking",
        "a threshold on the score (links alone; NIL is no link)",
        "calibration: how often links with a score are right",
        "as other tools count",
    ):
        assert title in titles
    assert re.search(r"^measure +tp +fp +fn +P +R +F1 +95 %", out, re.MULTILINE)
    assert re.search(r"^gold +alias +12 +33\.3% +1 +P:11 → P:1$", out, re.MULTILINE)
    assert "fold 2" in out


def test_without_the_sweep_there_is_its_best_row_only(command, files):
    _, out, _ = command(*files[:2])
    assert "cross-fitted" in out
    assert "fold 1" not in out
    assert "calibration" not in out


def test_json_is_one_object(command, files):
    code, out, err = command(*files[:2], "--ontology", files[2], "--format", "json", "--threshold-sweep")
    content = json.loads(out)
    assert (code, err) == (0, "")
    assert content["tables"]["link_curve"][0]["threshold"] == 0.9
    assert "NaN" not in out
    assert "link_pairs" not in content["tables"], "there may be millions"


@pytest.mark.parametrize("format_", ["csv", "md"])
def test_other_formats(command, files, format_):
    code, out, _ = command(*files[:2], "--format", format_)
    assert code == 0
    assert "linking_f1" in out


def test_page_has_tables_and_curve(command, files, tmp_path):
    code, _, err = command(*files[:2], "--ontology", files[2], "--threshold-sweep", "--save", tmp_path / "a.html")
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert (code, "wrote" in err) == (0, True)
    assert 'id="linking"' in page
    assert 'class="line f1"' in page
    assert "gold NIL linked: over-linked" in page
    plain = oe.evaluate(oe.read(*files[:2]), ["linking_f1"], intervals=False)
    assert 'id="linking"' not in html.render(plain)


def test_pairs_are_written(command, files, tmp_path):
    code, _, err = command(*files[:2], "--pairs", tmp_path / "pairs.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "pairs.jsonl").read_text().splitlines()]
    assert (code, len(rows)) == (0, 36)
    assert {row["outcome"] for row in rows} == {"wrong_link", "nil_as_link"}
    assert f"wrote {tmp_path / 'pairs.jsonl'}" in err


def test_conventions_of_other_tools(command, files):
    code, out, _ = command(*files[:2], "--convention", "spacy", "--no-tools")
    assert code == 0
    assert 'linking_f1(convention="spacy")' in out
    report = oe.audit.links(*files[:2], convention="neleval", intervals=False)
    assert len(list(report)) == 19, "neleval's measures"


def test_options_reach_the_tables(files):
    gold, run = documents()
    for row in run:
        for mention in row["mentions"]:
            mention["end"] += 1
    strong, weak = (oe.audit.links(gold, run, match=match, intervals=False) for match in ("strong", "weak"))
    given = oe.audit.links(gold, run, given=True, intervals=False)
    outcomes = [
        {row["outcome"]: row["pairs"] for row in report.table("link_outcomes")} for report in (strong, weak, given)
    ]
    assert outcomes == [
        {"missed": 36, "spurious": 36},
        {"wrong_link": 24, "nil_as_link": 12},
        {"missed": 36, "not_counted": 36},
    ]


def test_nil_spellings_and_the_rule_for_unknown_ids(command, files):
    rows = [{"id": "d0", "mentions": [m(0, "nothing"), m(10, "P:1"), m(15, "X:1")]}]
    files[0].write_text(json.dumps(rows[0]) + "\n")
    files[1].write_text(json.dumps(rows[0]) + "\n")
    _, out, _ = command(*files[:2], "--ontology", files[2], "--nil", "nothing", "--outside-gold", "drop")
    assert "NIL for NIL" in out
    code, _, err = command(*files[:2], "--ontology", files[2], "--outside-gold", "error")
    assert code == 3
    assert "the ontology does not hold" in err


def test_many_mentions_leave_out_the_other_tools(files, monkeypatch):
    monkeypatch.setattr("ontoeval.audit.link_audit._MANY", 10)
    report = oe.audit.links(*files[:2], intervals=False)
    assert "linking_conventions" not in report.tables()
    assert "audit.tools" in [finding.id for finding in report.findings]
    assert "linking_conventions" in oe.audit.links(*files[:2], tools=True, intervals=False).tables()


# Odd and broken input


def test_documents_on_one_side_only_count(files):
    gold, run = documents(3)
    report = oe.audit.links(gold[:2], run[1:], intervals=False)
    sums = report["linking_f1"].sums
    assert (sums["tp"] + sums["fp"], sums["tp"] + sums["fn"]) == (6, 6)
    assert {row["id"]: row["outcome"] for row in report.pairs()} == {
        "d0": "missed",
        "d1": "wrong_link",
        "d2": "spurious",
    }


@pytest.mark.parametrize("score", ["NaN", "Infinity", '"high"'])
def test_scores_that_are_no_numbers_are_errors_with_their_line(command, files, score):
    line = '{"id": "d0", "mentions": [{"start": 0, "end": 4, "id": "P:1", "score": SCORE}]}\n'
    files[1].write_text(line.replace("SCORE", score))
    code, _, err = command(*files[:2])
    assert code == 3
    assert "run.jsonl:1" in err


def test_a_file_that_is_cut_is_an_error(command, files):
    whole = files[1].read_text()
    files[1].write_text(whole[: len(whole) // 2])
    code, _, err = command(*files[:2])
    assert code == 3
    assert "run.jsonl:" in err
    packed = files[1].with_suffix(".jsonl.gz")
    packed.write_bytes(gzip.compress(whole.encode())[:-40])
    code, _, err = command(files[0], packed)
    assert code == 3
    assert "run.jsonl.gz" in err


def test_ids_that_never_agree_are_said():
    """One side writes MESH:D1, the other D1: every link is wrong, and only the spelling is."""
    gold = [{"id": "q", "mentions": [m(0, "MESH:D1"), m(5, "MESH:D2")]}]
    run = [{"id": "q", "mentions": [m(0, "D1"), m(5, "D2")]}]
    (finding,) = oe.audit.links(gold, run, intervals=False).findings
    assert (finding.id, finding.count) == ("audit.ids", 2)
    assert "MESH:D1 and D1" in finding.got
    assert oe.audit.links(gold, gold, intervals=False).findings == []


def test_no_mentions_at_all_is_an_error(command, files):
    files[1].write_text('{"id": "d0", "retrieved": []}\n')
    code, _, err = command(*files[:2])
    assert code == 3
    assert "no row has run.mentions" in err
    with pytest.raises(InputError, match=r"no row has gold\.mentions"):
        oe.audit.links([{"id": "q", "docs": ["d"]}], [{"id": "q", "mentions": []}])


def test_options_that_do_not_go_together(files):
    with pytest.raises(BadParameter, match="fixes when spans are the same"):
        oe.audit.links(*files[:2], convention="neleval", match="weak")
    with pytest.raises(BadParameter, match=r"iou=2\.0"):
        oe.audit.links(*files[:2], match="iou", iou=2.0)
    with pytest.raises(BadParameter, match="only files have formats"):
        oe.audit.links(*documents(), gold_format="pubtator")
    with pytest.raises(BadParameter, match="roots go with the path"):
        oe.audit.links(*files[:2], ontology=oe.load(files[2]), roots=["P:1"])
    with pytest.raises(UsageError, match="no table 'link_nothing'"):
        oe.audit.links(*files[:2], intervals=False).table("link_nothing")


def test_missing_arguments_end_with_2(command):
    code, _, err = command()
    assert code == 2
    assert "GOLD" in err
