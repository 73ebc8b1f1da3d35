"""The command line as a process: pipes, interrupts, colors, encodings, and what a bug looks like."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ontoeval.cli import execute, main
from ontoeval.gate import running

DEMO = Path(__file__).resolve().parents[2] / "fixtures" / "demo"

CONFIG = str(DEMO / "ontoeval.toml")
posix = pytest.mark.skipif(os.name != "posix", reason="pipes and signals of POSIX")


def process(*arguments, **options):
    environment = {name: value for name, value in os.environ.items() if not name.endswith("_COLOR")}
    environment |= options.pop("env", {})
    return subprocess.run(
        [sys.executable, "-m", "ontoeval", *arguments], capture_output=True, env=environment, timeout=60, **options
    )


def test_a_bug_ends_with_70_and_asks_for_a_report(cli, monkeypatch):
    def boom(*_):
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(running, "evaluate_config", boom)
    done = cli("run", CONFIG)
    assert (done.code, done.out) == (70, "")
    assert "internal error: ZeroDivisionError: a bug" in done.err
    assert "ONTOEVAL_TRACEBACK=1" in done.err


def test_a_bug_shows_its_traceback_on_request(cli, monkeypatch):
    def boom(*_):
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(running, "evaluate_config", boom)
    monkeypatch.setenv("ONTOEVAL_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        execute(["run", CONFIG])


def test_an_interrupt_ends_with_130(cli, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "evaluate_config", interrupted)
    done = cli("run", CONFIG)
    assert (done.code, done.out) == (130, "")
    assert done.err.strip() == "interrupted"


def test_main_can_be_called_again_after_a_command_was_imported(capsys):
    for _ in range(2):
        with pytest.raises(SystemExit) as stop:
            main(["run", "--help"])
        assert stop.value.code == 0
        assert capsys.readouterr().out.startswith("Usage: ontoeval run")


@posix
def test_a_real_interrupt_ends_with_130(tmp_path):
    begun, slow = tmp_path / "begun", tmp_path / "slow.py"
    slow.write_text(f"import pathlib, time\npathlib.Path({str(begun)!r}).touch()\ntime.sleep(60)\n")
    arguments = ["score", "recall", "--gold", str(DEMO / "golden.jsonl"), "--metrics-file", str(slow)]
    child = subprocess.Popen([sys.executable, "-m", "ontoeval", *arguments], stderr=subprocess.PIPE)
    with child:
        for _ in range(200):
            if begun.exists():
                break
            time.sleep(0.1)
        child.send_signal(signal.SIGINT)
        assert child.wait(timeout=20) == 130
        assert b"Traceback" not in child.stderr.read()


@posix
@pytest.mark.parametrize(
    "arguments", [["--help"], ["metrics", "list"], ["metrics", "show", "ndcg"], ["run", CONFIG, "--format", "json"]]
)
def test_a_reader_that_goes_away_is_no_error(arguments):
    child = subprocess.Popen(
        [sys.executable, "-m", "ontoeval", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with child:
        child.stdout.close()
        stderr = child.stderr.read().decode()
    assert child.returncode == 0
    assert "error" not in stderr
    assert "Traceback" not in stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_said_in_one_line():
    with open("/dev/full", "w") as full:  # noqa: PTH123
        child = subprocess.run(
            [sys.executable, "-m", "ontoeval", "metrics", "list"], stdout=full, stderr=subprocess.PIPE, timeout=60
        )
    assert child.returncode == 3
    assert child.stderr.decode().splitlines()[0] == "error: No space left on device"


def test_a_pipe_gets_neither_colors_nor_wrapped_lines():
    out = process("run", CONFIG, env={"COLUMNS": "40"}).stdout.decode()
    assert "\x1b" not in out
    assert max(map(len, out.splitlines())) > 100


def test_a_pipe_that_knows_no_unicode_gets_question_marks():
    done = process("run", CONFIG, env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert b"linking_f1 ?" in done.stdout


def screen(arguments, **env):
    """What a terminal shows."""
    import pty

    leader, follower = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if not name.endswith("_COLOR")}
    environment |= {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "40", **env}
    with subprocess.Popen(
        [sys.executable, "-m", "ontoeval", *arguments], stdout=follower, stderr=subprocess.DEVNULL, env=environment
    ):
        os.close(follower)
        parts = []
        try:
            while part := os.read(leader, 65536):
                parts.append(part)
        except OSError:
            pass
        finally:
            os.close(leader)
    return b"".join(parts).decode()


@posix
def test_a_terminal_gets_colors_and_no_color_turns_them_off():
    assert "\x1b[1;36m" in screen(["run", CONFIG])
    plain = screen(["run", CONFIG], NO_COLOR="1")
    assert "\x1b[1;36m" not in plain
    assert "\x1b[33m" not in plain


@posix
def test_a_narrow_terminal_leaves_out_columns_and_says_so():
    lines = screen(["run", CONFIG], NO_COLOR="1", TERM="dumb").splitlines()
    assert max(map(len, lines)) <= 80
    assert "a wider window also shows: samples, behind it" in lines
    assert any(line.split()[:2] == ["filter", "false_exclusion_rate"] for line in lines)
    wide = screen(["run", CONFIG], NO_COLOR="1", TERM="dumb", COLUMNS="200")
    assert "a wider window" not in wide
    assert "behind it" in wide.splitlines()[0]
