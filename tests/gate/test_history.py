"""The history: whole lines only, no doubles, nothing lost."""

import json
import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

import ontoeval as oe
from ontoeval.errors import InputError, RecordError, UsageError
from ontoeval.gate.entry import entry
from ontoeval.gate.history import History
from ontoeval.gate.trend import changed, of_subset, segments, trends


def report(right=3, total=4, name="q", docs=None):
    gold = {f"{name}{i}": ["d"] for i in range(total)}
    run = {f"{name}{i}": ["d" if i < right else "x"] for i in range(total)}
    return oe.evaluate(oe.compile(gold, run, docs=docs), ["recall@1"])


def at(minute):
    return datetime(2026, 1, 1, 12, minute, tzinfo=UTC)


@pytest.fixture
def history(tmp_path):
    return oe.History(tmp_path / "history.jsonl")


def test_a_run_is_one_line_with_all_that_is_needed_to_read_it_later(history):
    verdict = oe.Gate([{"metric": "recall@1", "min": 0.9}]).check(report())
    made = history.append(report(), commit=("abc1234", True), gate=verdict, subset=4, time=at(0))
    (line,) = history.path.read_text(encoding="utf-8").splitlines()
    kept = json.loads(line)
    assert kept["time"] == "2026-01-01T12:00:00Z"
    assert (kept["commit"], kept["dirty"], kept["subset"]) == ("abc1234", True, 4)
    assert kept["gate"] == {"state": "fail", "failed": ["recall@1 ≥ 0.9"]}
    assert kept["signature"]["gold"] == report().signature.gold
    value = kept["values"][""]["recall@1"]
    # 3 of 4: Clopper-Pearson .1941 to .9937
    assert (value["value"], round(value["low"], 4), round(value["high"], 4)) == (0.75, 0.1941, 0.9937)
    assert (value["n"], value["missing"], value["invalid"], value["flip"]) == (4, 0, 0, 0.25)
    assert history.runs()[0].content == made.content


def test_judges_and_repetitions_are_kept():
    result = {"judge": "j", "model": "m-1", "rubric": "r:1", "status": "ok", "score": 1.0}
    rows = [{"id": "q", "gold": {"docs": ["d"]}, "run": {"retrieved": ["d"]}, "annotations": {"faith": [result] * 3}}]
    kept = entry(oe.evaluate(rows, ["recall@1"])).content
    assert (kept["judges"], kept["runs"]) == (["j m-1 r:1"], 3)


def test_a_half_written_last_line_is_kept_reported_and_not_written_into(history):
    history.append(report(), time=at(0))
    with history.path.open("ab") as stream:
        stream.write(b'{"id": "cut", "tim')
    assert len(history.runs()) == 1
    assert "history.jsonl:2: this line is cut off and is left out" in str(history.findings[0])
    history.append(report(2), time=at(1))
    assert [run.values()["recall@1"]["value"] for run in history.runs()] == [0.75, 0.5]
    assert b'{"id": "cut", "tim\n' in history.path.read_bytes()
    assert [finding.where for finding in history.findings] == ["history.jsonl:2"]


def test_lines_written_at_the_same_time_stay_whole(history):
    scored = report()
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda minute: history.append(scored, time=at(minute)), range(40)))
    assert [run.time[14:16] for run in history.runs()] == [f"{minute:02}" for minute in range(40)]
    assert history.broken == []


def test_a_whole_last_line_without_an_end_is_read_and_gets_one(history):
    history.append(report(), time=at(0))
    history.path.write_bytes(history.path.read_bytes().rstrip(b"\n"))
    assert len(history.runs()) == 1
    history.append(report(), time=at(1))
    assert len(history.runs()) == 2
    assert history.findings == []


@pytest.mark.parametrize("line", ["[]", "{}", '{"id": 1}', "NaN", '{"id":"a","values":3}'])
def test_lines_that_are_no_run_are_reported(history, line):
    history.append(report(), time=at(0))
    with history.path.open("a", encoding="utf-8") as stream:
        stream.write(line + "\n")
    assert len(history.runs()) == 1
    assert history.findings[0].where == "history.jsonl:2"


def test_merge_takes_each_run_once_oldest_first(tmp_path, history):
    other = oe.History(tmp_path / "artifact.jsonl")
    history.append(report(), time=at(2))
    other.append(report(2), time=at(1))
    with other.path.open("ab") as stream:
        stream.write(history.path.read_bytes() + b"half")
    for _ in range(2):  # merging again changes nothing
        runs = history.merge([other.path])
        assert [run.time[14:16] for run in runs] == ["01", "02"]
    assert history.path.read_bytes().count(b"\n") == 2
    assert history.path.with_name("history.jsonl.broken").read_bytes().startswith(b"half\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "artifact.jsonl",
        "history.jsonl",
        "history.jsonl.broken",
    ]


def test_two_different_runs_with_one_id_are_an_error_with_both_lines(tmp_path, history):
    other = oe.History(tmp_path / "artifact.jsonl")
    history.append(report(3), time=at(0), id="ci-1")
    other.append(report(2), time=at(0), id="ci-1")
    with pytest.raises(RecordError) as raised:
        history.merge([other.path])
    assert "artifact.jsonl:1: another run than that of history.jsonl:1, with the same id ci-1" in str(raised.value)
    assert len(history.runs()) == 1


def test_an_id_that_is_there_is_refused(history):
    history.append(report(), time=at(0), id="ci-1")
    with pytest.raises(InputError, match="it holds a run 'ci-1' already"):
        history.append(report(), time=at(1), id="ci-1")


def test_a_history_that_is_not_there(history):
    with pytest.raises(InputError, match="no such file"):
        history.runs()


# ---- trends ----------------------------------------------------------------------------------------------------------


def runs_of(history, rights, total=100, start=0, **options):
    for minute, right in enumerate(rights, start):
        history.append(report(right, total, **options), time=at(minute), commit=(f"c{minute}", False))
    return history.runs()


def test_a_drop_is_named_with_its_commit(history):
    (trend,) = trends(runs_of(history, [90, 91, 90, 84, 84, 85]))
    assert [(drop.label, drop.before, drop.after) for drop in trend.drops] == [("2026-01-01 12:03 c3", 0.9, 0.84)]
    assert (trend.value, trend.previous, trend.runs, trend.drift) == (0.85, 0.84, 6, None)


def test_one_flip_is_no_drop(history):
    (trend,) = trends(runs_of(history, [90, 89, 90, 89]))
    assert trend.drops == ()


@pytest.mark.parametrize(("after", "drops"), [(1090, 0), (1200, 1)])
def test_a_time_without_an_interval_may_move_by_a_tenth(history, after, drops):
    for minute, slowest in enumerate((1000, 1000, after)):
        rows = [{"id": f"q{n}", "latency_ms": slowest - n} for n in range(10)]
        report = oe.evaluate(oe.compile([{"id": row["id"]} for row in rows], rows), ["latency_ms"])
        history.append(report, time=at(minute))
    (trend,) = trends(history.runs())
    assert len(trend.drops) == drops


def test_a_slow_drift_without_a_drop_is_found(history):
    # one question less per run: no run is more than one flip below the one before
    (trend,) = trends(runs_of(history, [90, 89, 88, 87, 86, 85, 84, 83, 82, 81]))
    assert trend.drops == ()
    assert trend.drift == pytest.approx(0.07)  # median of .90 .89 .88 against that of .83 .82 .81


def test_noise_and_improvement_are_no_drift(history):
    (trend,) = trends(runs_of(history, [88, 89, 88, 89, 88, 89, 88, 89, 88, 89]))
    assert trend.drift is None
    (trend,) = trends(runs_of(oe.History(history.path.with_name("b.jsonl")), range(80, 92)))
    assert (trend.drift, trend.drops) == (None, ())


def test_runs_on_other_questions_begin_anew(history):
    runs_of(history, [90, 90])
    runs = runs_of(history, [50, 50, 50], start=2, name="other")
    (trend,) = trends(runs)
    assert (trend.runs, trend.drops) == (3, ())
    assert [len(part) for part in segments(runs, "recall@1")] == [2, 3]
    assert changed(runs[1], runs[2], "recall@1") == ["gold"]


def test_drops_before_a_change_of_questions_are_still_named(history):
    runs_of(history, [90, 80])
    (trend,) = trends(runs_of(history, [90, 90], start=2, name="other"))
    assert ([drop.after for drop in trend.drops], trend.previous) == ([0.8], 0.9)


def test_another_version_of_ontoeval_alone_is_no_break(history):
    first, second = runs_of(history, [90, 90])
    first.content["signature"]["ontoeval"] = "0.0.1"
    assert [len(part) for part in segments([first, second], "recall@1")] == [2]


def test_another_judge_breaks_only_what_it_judges():
    def run(judge):
        fields = {"claims": [{"id": 0, "text": "c"}], "verdicts": [{"claim": 0, "verdict": "supported"}]}
        notes = {"faithfulness": [{"judge": judge, "fields": fields}]}
        row = {"id": "q", "gold": {"docs": ["d"]}, "run": {"answer": "c", "retrieved": ["d"]}, "annotations": notes}
        return entry(oe.evaluate([row], ["faithfulness", "recall@1"]))

    runs = [run("a"), run("a"), run("b")]
    assert [len(part) for part in segments(runs, "faithfulness")] == [2, 1]
    assert [len(part) for part in segments(runs, "recall@1")] == [3]
    assert changed(runs[1], runs[2], "faithfulness") == ["judges"]


def test_runs_on_a_subset_are_looked_at_alone(history):
    for minute, subset in enumerate((None, 50, None, 50)):
        history.append(report(), time=at(minute), subset=subset)
    runs = history.runs()
    assert [run.time[14:16] for run in of_subset(runs, None)] == ["00", "02"]
    assert [run.time[14:16] for run in of_subset(runs, 50)] == ["01", "03"]
    with pytest.raises(UsageError, match="no run scored"):
        of_subset(runs, 20)


def test_no_runs_have_no_trends():
    assert trends([]) == []


# ---- what a history may meet -----------------------------------------------------------------------------------------


def appended(path, name, count):
    """In a process of its own: append runs with commits of that name."""
    scored = report()
    for place in range(count):
        oe.History(path).append(scored, commit=(f"{name}-{place}", False), time=at(place % 60))


def test_eight_processes_lose_and_mix_no_line(history):
    context = multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else None)
    children = [context.Process(target=appended, args=(history.path, name, 100)) for name in "abcdefgh"]
    for child in children:
        child.start()
    for child in children:
        child.join(120)
    assert [child.exitcode for child in children] == [0] * 8
    commits = {run.content["commit"] for run in history.runs()}
    assert commits == {f"{name}-{place}" for name in "abcdefgh" for place in range(100)}
    assert history.path.read_bytes().count(b"\n") >= 800
    assert history.broken == []


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (lambda path: path.mkdir(), "this is a folder; expected a file such as history.jsonl"),
        (lambda path: path.write_text("{}\n", encoding="utf-16"), "this is UTF-16; expected UTF-8"),
        (lambda path: path.write_text('{"id": "q1", "query": "a"}\n', encoding="utf-8"), "is no run (time is missing)"),
    ],
    ids=["folder", "UTF-16", "golden set"],
)
def test_a_file_that_is_no_history_is_neither_read_nor_written(history, write, words):
    write(history.path)
    before = history.path.read_bytes() if history.path.is_file() else None
    for use in (history.runs, history.check, lambda: history.append(report()), lambda: history.merge([history.path])):
        with pytest.raises(InputError) as raised:
            use()
        assert words in str(raised.value)
    assert before is None or history.path.read_bytes() == before


def test_a_history_in_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match="there is no such folder"):
        oe.History(tmp_path / "out" / "history.jsonl").append(report())


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"time": "yesterday"}, "time = 'yesterday', expected as in 2026-11-30T21:00:00Z"),
        ({"gate": "pass"}, "gate = 'pass'"),
        ({"subset": [50]}, "subset = [50]"),
        ({"signature": None}, "signature = None"),
        ({"values": {"": []}}, "values[''] = []"),
        ({"value": "0.9"}, "values['']['recall@1'] = "),
        ({"high": None}, "values['']['recall@1'] = "),
        ({"better": "up"}, "values['']['recall@1'] = "),
    ],
)
def test_a_line_with_wrong_values_is_left_out_and_says_what_is_wrong(history, change, words):
    made = history.append(report(), time=at(0))
    content = json.loads(made.line)
    (content if change.keys() <= content.keys() else content["values"][""]["recall@1"]).update(change)
    with history.path.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(content) + "\n")
    assert [run.id for run in history.runs()] == [made.id]
    assert str(history.findings[0]).startswith(f"history.jsonl:2: this line is no run ({words}")


@pytest.mark.parametrize("number", ["1e999", "-1e999", "NaN", "Infinity", "1" + "0" * 400])
def test_a_line_with_an_infinite_number_is_left_out(history, number):
    line = history.append(report(), time=at(0)).line.decode()
    with history.path.open("a", encoding="utf-8") as stream:
        stream.write(line.replace('"value":0.75', f'"value":{number}') + "\n")
    assert [run.values()["recall@1"]["value"] for run in history.runs()] == [0.75]
    assert history.findings[0].where == "history.jsonl:2"


def test_many_broken_lines_are_counted_and_not_listed(history):
    history.append(report(), time=at(0))
    with history.path.open("a", encoding="utf-8") as stream:
        stream.write("x\n" * 1000)
    assert len(history.runs()) == 1
    assert len(history.findings) == 6
    assert str(history.findings[-1]) == "history.jsonl: 995 more lines are no runs and are left out (995 places)"


def test_a_first_run_that_was_killed_while_it_was_written_is_no_obstacle(history):
    history.path.write_bytes(b'{"id": "cu')
    assert history.runs() == []
    history.append(report(), time=at(0), id="ci-1")
    assert [run.id for run in history.runs()] == ["ci-1"]


@pytest.mark.parametrize("change", [lambda c: c.replace(b"\n", b"\r\n"), lambda c: b"\xef\xbb\xbf" + c, bytes])
def test_line_ends_of_windows_and_a_byte_order_mark_do_not_matter(history, change):
    for minute in range(2):
        history.append(report(), time=at(minute))
    history.path.write_bytes(change(history.path.read_bytes()))
    history.append(report(), time=at(2))
    assert [run.time[14:16] for run in history.runs()] == ["00", "01", "02"]
    assert history.findings == []


def test_a_clock_that_goes_backwards_is_noticed(history):
    for minute in (5, 6, 4, 3, 7):
        history.append(report(), time=at(minute))
    assert [run.time[14:16] for run in history.runs()] == ["03", "04", "05", "06", "07"]
    (finding,) = history.findings
    assert (finding.id, finding.severity, finding.count) == ("history.order", "info", 2)


def test_a_run_that_is_added_while_histories_are_merged_is_not_lost(history, monkeypatch):
    other = oe.History(history.path.with_name("other.jsonl"))
    history.append(report(), time=at(0), id="a")
    other.append(report(), time=at(1), id="b")
    read = History._read

    def slowly(self, paths):
        found = read(self, paths)
        oe.History(history.path).append(report(), time=at(2))
        return found

    monkeypatch.setattr(History, "_read", slowly)
    with pytest.raises(InputError, match="a run was added while it was merged"):
        oe.History(history.path).merge([other.path])
    monkeypatch.undo()
    assert [run.time[14:16] for run in history.merge([other.path])] == ["00", "01", "02"]
    assert sorted(path.name for path in history.path.parent.iterdir()) == ["history.jsonl", "other.jsonl"]
