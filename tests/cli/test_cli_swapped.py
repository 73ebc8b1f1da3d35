"""Golden set and run given for each other: an error that says so, and nothing is written."""

import json

import pytest

GOLD = [{"id": "q1", "docs": ["d1"]}, {"id": "q2", "docs": ["d2"]}]
RUN = [{"id": "q1", "retrieved": ["d1"]}, {"id": "q2", "answer": "two"}]


@pytest.fixture
def files(write):
    return write("gold.jsonl", GOLD), write("run.jsonl", RUN)


@pytest.mark.parametrize("wrapped", [False, True])
def test_swapped_files_are_named_with_their_fields(cli, write, wrapped):
    gold, run = GOLD, RUN
    if wrapped:
        gold = [{"id": row["id"], "gold": {"docs": row["docs"]}} for row in GOLD]
        run = [{"id": "q1", "run": {"retrieved": ["d1"]}}]
    done = cli("score", "recall", "--gold", write("run.jsonl", run), "--run", write("gold.jsonl", gold))
    assert (done.code, done.out) == (3, "")
    names = ("run", "gold") if wrapped else ("answer, retrieved", "docs")
    assert f"look swapped: the golden set holds only fields of a run ({names[0]})" in done.err
    assert f"the run only those of a golden set ({names[1]})" in done.err


def test_one_of_them_is_the_other(cli, files):
    gold, run = files
    done = cli("score", "recall", "--gold", run, "--run", run)
    assert (done.code, done.out) == (3, "")
    assert "run.jsonl: this is read as the golden set, but holds only fields of a run: answer, retrieved" in done.err
    done = cli("score", "recall", "--gold", gold, "--run", gold)
    assert (done.code, done.out) == (3, "")
    assert "gold.jsonl: this is read as the run, but holds only fields of a golden set: docs" in done.err
    assert "--field run.retrieved=NAME" in done.err


def test_a_config_says_it_too(cli, files, write):
    config = write("ontoeval.toml", 'gold = "run.jsonl"\nrun = "gold.jsonl"\nmetrics = ["recall"]\n')
    done = cli("run", config)
    assert (done.code, done.out) == (3, "")
    assert "look swapped" in done.err


@pytest.mark.parametrize(
    ("gold", "run"),
    [
        ([{"id": "q1", "query": "a"}], [{"id": "q1", "retrieved": ["d1"]}]),  # no field of either
        ([{"id": "q1", "docs": ["d1"], "answer": "a"}], [{"id": "q1", "docs": ["d1"], "retrieved": ["d1"]}]),
        ([{"id": "q1", "annotations": {"x": []}, "answer": "a"}], [{"id": "q1", "retrieved": ["d1"]}]),
    ],
)
def test_what_has_fields_of_its_own_is_no_mistake(cli, write, gold, run):
    assert cli("score", "recall", "--gold", write("g.jsonl", gold), "--run", write("r.jsonl", run)).code == 0


@pytest.mark.parametrize(
    ("name", "text", "option", "words"),
    [
        ("x.run.csv", "query_id,doc_id,score,rank\nq1,d1,0.5,1\n", "--gold", "this is a run: it has ranks"),
        ("x.csv", "query_id,doc_id,relevance\nq1,d1,1\n", "--run", "this is a golden set: it has grades"),
    ],
)
def test_tables_say_what_they_are(cli, files, write, name, text, option, words):
    gold, run = files
    given = {"--gold": gold, "--run": run, option: write(name, text)}
    done = cli("score", "recall", *(part for pair in given.items() for part in pair))
    assert (done.code, done.out) == (3, "")
    assert f"{name}:1: {words}" in done.err


@pytest.mark.parametrize(("part", "source"), [("gold", "run.jsonl"), ("run", "gold.jsonl")])
def test_convert_writes_nothing_of_the_other_part(cli, files, tmp_path, part, source):
    target = tmp_path / "out.jsonl"
    done = cli("convert", tmp_path / source, target, "--part", part)
    assert done.code == 3
    assert "holds only fields of a" in done.err
    assert f"--part {'run' if part == 'gold' else 'gold'}" in done.err
    assert not target.exists()


def test_convert_takes_its_part_of_a_file_with_both(cli, write, tmp_path):
    both = write("both.jsonl", [{"id": "q1", "gold": {"docs": ["d1"]}, "run": {"retrieved": ["d2"]}}])
    assert cli("convert", both, tmp_path / "out.jsonl", "--part", "run").code == 0
    assert json.loads((tmp_path / "out.jsonl").read_text()) == {"id": "q1", "run": {"retrieved": ["d2"]}}


@pytest.mark.parametrize(
    ("row", "part", "target", "held"),
    [
        ({"gold": {"mentions": [{"start": 0, "end": 1, "id": "X"}]}}, "gold", "out.qrels", "gold.mentions"),
        ({"gold": {"mentions": [{"start": 0, "end": 1, "id": "X"}]}}, "gold", "out.ragas.jsonl", "gold.mentions"),
        ({"query": "q", "gold": {"docs": ["d1"], "answers": ["a"]}}, "gold", "out.tab", "gold.answers, gold.docs"),
        ({"run": {"answer": "a"}}, "run", "out.run.csv", "run.answer"),
    ],
)
def test_convert_to_a_format_that_keeps_nothing(cli, write, tmp_path, row, part, target, held):
    done = cli("convert", write("in.jsonl", [{"id": "q1", **row}]), tmp_path / target, "--part", part)
    assert done.code == 2
    assert f"can express nothing of what is there: {held}" in done.err
    assert not (tmp_path / target).exists()


@pytest.mark.parametrize(
    "row", [{"query": "A text."}, {"query": "A text.", "docs": ["d1"]}, {"query": "A text.", "mentions": []}]
)
def test_convert_of_texts_alone_is_something(cli, write, tmp_path, row):
    assert cli("convert", write("in.jsonl", [{"id": "q1", **row}]), tmp_path / "out.pubtator").code == 0
    assert (tmp_path / "out.pubtator").read_text().startswith("q1|t|A text.\n")
