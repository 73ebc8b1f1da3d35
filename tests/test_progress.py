"""Progress: the items as they are, a line on stderr only when shown and slow."""

from io import BytesIO, StringIO, TextIOWrapper

import pytest

from ontoeval import progress
from ontoeval.progress import shown, track, watch


@pytest.fixture
def slow(monkeypatch):
    """Every look at the clock is a second later."""
    now = iter(range(10_000))
    monkeypatch.setattr(progress.time, "monotonic", lambda: float(next(now)))


class Terminal(StringIO):
    def isatty(self):
        return True


def terminal(monkeypatch):
    """What a terminal is sent; not a fixture, since pytest sets stderr anew between setup and test."""
    stream = Terminal()
    monkeypatch.setattr(progress.sys, "stderr", stream)
    return stream


def test_a_library_is_silent(slow, capsys):
    assert list(track(range(50), "reading")) == list(range(50))
    assert capsys.readouterr() == ("", "")


def test_what_is_quick_is_silent(capsys):
    with shown():
        assert list(track(range(50), "reading")) == list(range(50))
    assert capsys.readouterr() == ("", "")


def test_slow_work_counts_in_a_log(slow, capsys):
    """A line every ten seconds from the third on, and one at the end."""
    with shown():
        assert len(list(track(range(25), "reading gold.jsonl"))) == 25
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [
        "reading gold.jsonl: 11 in 11 s",
        "reading gold.jsonl: 22 in 22 s",
        "reading gold.jsonl: 25 in 26 s",
    ]


def test_a_terminal_sees_one_line_that_changes(slow, monkeypatch):
    live = terminal(monkeypatch)
    with shown():
        list(track([[1, 2], [3, 4], [5, 6], [7]], "reading"))
    assert live.getvalue() == "\rreading: 6 in 3 s\rreading: 7 in 4 s\rreading: 7 in 5 s\n"


def test_an_error_is_not_written_behind_a_half_line(slow, monkeypatch):
    live = terminal(monkeypatch)

    def items():
        yield from range(5)
        raise ValueError("broken")

    with shown(), pytest.raises(ValueError, match="broken"):
        list(track(items(), "reading"))
    assert live.getvalue().endswith(" s\n")


def test_what_is_left_early_ends_its_line(slow, monkeypatch):
    live = terminal(monkeypatch)
    with shown():
        for item in (work := track(range(100), "reading")):
            if item == 5:
                break
        work.close()
    assert live.getvalue().endswith(" s\n")


def test_shown_ends_with_its_block(slow, capsys):
    with shown():
        with shown():
            pass
        list(track(range(20), "inside"))
    list(track(range(20), "outside"))
    err = capsys.readouterr().err
    assert "inside" in err
    assert "outside" not in err


def test_a_stream_counts_the_bytes_that_are_read_of_it(slow, capsys):
    with shown(), watch(BytesIO(b"ab\n" * 5), "reading bytes") as stream:
        assert b"".join(stream.read(1) for _ in range(12)) == b"ab\n" * 4
        with TextIOWrapper(stream, encoding="utf-8") as lines:
            assert list(lines) == ["ab\n"]
    assert capsys.readouterr().err.splitlines()[-1].startswith("reading bytes: 15 in ")


def test_a_stream_is_left_alone_in_a_library():
    stream = BytesIO(b"abc")
    assert watch(stream, "reading") is stream
