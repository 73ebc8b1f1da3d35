"""Files as users have them: broken, mis-encoded, packed, in other shapes; errors say where and how to mend."""

from __future__ import annotations

import gzip
import json

import pytest

import ontoeval as oe
from ontoeval.errors import ConfigError, InputError, RecordError, UsageError


def ids(samples):
    return [sample.id for sample in samples]


def found(error):
    """Rule and place of each finding."""
    return [(finding.id, finding.where) for finding in error.value.findings]


TWO = '{"id": "q1", "docs": ["d1"]}\n{"id": "q2", "docs": {"d2": 2}}\n'


@pytest.mark.parametrize(
    "content",
    [
        TWO.encode(),
        TWO.rstrip().encode(),  # no newline at the end
        TWO.replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + TWO.encode(),  # byte order mark
        ("\n  \n" + TWO.replace("\n", "\n\n")).encode(),  # blank lines
        gzip.compress(TWO.encode()),
        gzip.compress(b"\xef\xbb\xbf" + TWO.encode()),
        json.dumps([json.loads(line) for line in TWO.splitlines()], indent=2).encode(),
        b"\xef\xbb\xbf\n [" + TWO.strip().replace("\n", ",").encode() + b"]\n",  # an array below a blank line
    ],
    ids=["plain", "no newline", "crlf", "bom", "blank lines", "gz", "gz bom", "array", "late array"],
)
def test_same_samples_in_every_shape(write, content):
    """The content decides, not the suffix."""
    samples = oe.read(write("golden.txt", content), write("run.jsonl", '{"id": "q2", "retrieved": ["d2"]}'))
    assert sorted(ids(samples)) == ["q1", "q2"]
    by_id = {sample.id: sample for sample in samples}
    assert by_id["q2"].gold.docs == {"d2": 2.0}
    assert by_id["q1"].gold.docs == {"d1": 1.0}


def test_samples_can_be_read_any_number_of_times(write):
    samples = oe.read(write("golden.jsonl", TWO))
    assert ids(samples) == ids(samples) == ["q1", "q2"]
    assert len(samples) == 2


@pytest.mark.parametrize("content", [b"", gzip.compress(b"", mtime=0)])
def test_empty_file_is_a_clear_error(write, content):
    with pytest.raises(InputError, match="the file is empty"):
        oe.read(write("golden.jsonl", content))


@pytest.mark.parametrize("content", ["\n\n  \n", "[]", "[ ]\n"])
def test_golden_set_without_rows_is_a_clear_error(write, content):
    with pytest.raises(InputError, match="there are no rows"):
        len(oe.read(write("golden.jsonl", content)))


def test_missing_file_and_folder_are_clear_errors(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        oe.read(tmp_path / "absent.jsonl")
    with pytest.raises(InputError, match="this is a folder"):
        oe.read(tmp_path)


@pytest.mark.parametrize("cut", [3, 12, -9, -3])
def test_truncated_gzip_is_a_clear_error(write, cut):
    rows = "".join(json.dumps({"id": f"q{n}", "query": f"{n * 7919}"}) + "\n" for n in range(5000))
    path = write("golden.jsonl.gz", gzip.compress(rows.encode())[:cut])
    with pytest.raises(InputError, match="the compressed content is broken after line") as error:
        len(oe.read(path))
    assert "copy it again" in error.value.mend


def test_damaged_gzip_is_a_clear_error(write):
    packed = bytearray(gzip.compress(b"".join(b'{"id": "%d"}\n' % n for n in range(3000))))
    packed[len(packed) // 2] ^= 0xFF
    with pytest.raises(InputError, match=r"the compressed content is broken|cannot be used"):
        len(oe.read(write("golden.jsonl.gz", bytes(packed))))


def test_half_a_line_is_named_with_its_line(write):
    path = write("run.jsonl", TWO + '{"id": "q3", "docs": ["d')
    with pytest.raises(RecordError) as error:
        len(oe.read(path))
    assert found(error) == [("record.json", "run.jsonl:3")]
    assert "EOF" in error.value.findings[0].got
    assert "1 row cannot be used" in str(error.value)


def test_latin_1_names_byte_and_column(write):
    """ "é" is byte 0xe9, the 21st of its line."""
    path = write("golden.jsonl", '{"id": "q1"}\n{"id": 1, "query": "é"}\n'.encode("latin-1"))
    with pytest.raises(RecordError) as error:
        len(oe.read(path))
    (finding,) = error.value.findings
    assert (finding.id, finding.where) == ("record.encoding", "golden.jsonl:2")
    assert finding.got == "byte 0xe9 at column 21 is not UTF-8"
    assert "iconv" in finding.mend


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_other_unicode_encodings_are_named(write, encoding):
    with pytest.raises(InputError, match="this is UTF-16 or UTF-32; expected UTF-8") as error:
        len(oe.read(write("golden.jsonl", TWO.encode(encoding))))
    assert "iconv" in error.value.mend


def test_utf_16_without_a_mark_is_refused(write):
    with pytest.raises(RecordError):
        len(oe.read(write("golden.jsonl", TWO.encode("utf-16-le"))))


def test_huge_line_is_read_and_shown_shortened(write):
    text = "x" * 3_000_000
    assert ids(oe.read(write("golden.jsonl", json.dumps({"id": "q1", "query": text})))) == ["q1"]
    with pytest.raises(RecordError) as error:
        len(oe.read(write("broken.jsonl", '{"id": "q1", "query": "' + text)))
    assert len(str(error.value)) < 600


def test_rows_that_are_no_objects_are_named(write):
    path = write("golden.jsonl", '{"id": "q1"}\n"text"\n3\nnull\n')
    with pytest.raises(RecordError) as error:
        len(oe.read(path))
    assert found(error) == [("record.json", f"golden.jsonl:{line}") for line in (2, 3, 4)]
    assert error.value.findings[1].got == "3 is no object"


def test_rows_of_an_array_are_named_by_position(write):
    with pytest.raises(RecordError) as error:
        len(oe.read(write("golden.json", '[{"id": "q1"}, 3, {"query": "no id"}]')))
    assert found(error) == [("record.json", "golden.json[1]"), ("record.id", "golden.json[2]")]


def test_array_that_is_cut_short_is_an_error(write):
    with pytest.raises(RecordError, match="EOF"):
        len(oe.read(write("golden.json", '[{"id": "q1"},\n{"id": "q2"}')))


def test_all_bad_rows_are_in_one_error_with_place_got_and_expected(write):
    gold = write(
        "golden.jsonl",
        '{"id": "q1", "docs": ["d1"]}\n'
        '{"id": "q2", "docs": "d1"}\n'
        '{"docs": ["d1"]}\n'
        '{"id": "q4", "mentions": [{"start": 5, "end": 5, "id": "A"}]}\n'
        '{"id": "q5", "docs": {"d1": "high"}}\n'
        '{"id": "", "docs": []}\n'
        '{"id": "q7", "docs": ["d1", "d1"]}\n'
        '{"id": "q8", "weight": 0}\n',
    )
    run = write("run.jsonl", '{"id": "q1", "retrieved": [{"id": "d1", "score": NaN}]}\n')
    with pytest.raises(RecordError) as error:
        len(oe.read(gold, run))
    assert found(error) == [
        ("record.type", "golden.jsonl:2 gold.docs"),
        ("record.id", "golden.jsonl:3"),
        ("record.type", "golden.jsonl:4 gold.mentions"),
        ("record.type", "golden.jsonl:5 gold.docs.d1"),
        ("record.type", "golden.jsonl:6 id"),
        ("record.type", "golden.jsonl:7 gold.docs"),
        ("record.type", "golden.jsonl:8 weight"),
        ("record.type", "run.jsonl:1 run.retrieved[0].score"),
    ]
    by_place = {finding.where: finding for finding in error.value.findings}
    assert "the end is exclusive" in by_place["golden.jsonl:4 gold.mentions"].got
    assert by_place["golden.jsonl:5 gold.docs.d1"].got.startswith("high")
    assert by_place["golden.jsonl:5 gold.docs.d1"].expected == "{doc id: grade}, or a list of relevant doc ids"
    assert "listed twice" in by_place["golden.jsonl:7 gold.docs"].got
    assert "8 rows or fields cannot be used" in str(error.value)
    assert error.value.exit_code == 3


def test_thousands_of_bad_rows_are_counted_and_a_few_shown(write):
    with pytest.raises(RecordError) as error:
        len(oe.read(write("golden.jsonl", "{}\n" * 5000)))
    assert error.value.total == 5000
    assert len(error.value.findings) == 1000
    assert str(error.value).endswith("… and 4980 more")


def test_lines_are_sorted_as_numbers(write):
    with pytest.raises(RecordError) as error:
        len(oe.read(write("golden.jsonl", "{}\n" * 12)))
    assert [finding.where for finding in error.value.findings][1::9] == ["golden.jsonl:2", "golden.jsonl:11"]


@pytest.mark.parametrize("score", ["NaN", "Infinity", "-Infinity", "1e999", '"high"'])
@pytest.mark.parametrize("form", ['[{{"id": "d1", "score": {}}}]', '{{"d1": {}}}'])
def test_scores_that_are_no_finite_numbers_are_refused(write, score, form):
    gold = write("golden.jsonl", '{"id": "q1", "docs": ["d1"]}')
    run = write("run.jsonl", '{"id": "q1", "retrieved": ' + form.format(score) + "}")
    with pytest.raises(RecordError) as error:
        len(oe.read(gold, run))
    assert error.value.findings[0].where.startswith("run.jsonl:1 run.retrieved")


def test_hits_with_and_without_score_do_not_mix(write):
    gold = write("golden.jsonl", '{"id": "q1", "docs": ["d1"]}')
    run = write("run.jsonl", '{"id": "q1", "retrieved": [{"id": "d1", "score": 1}, "d2"]}')
    with pytest.raises(RecordError, match="some hits have a score and some have none"):
        len(oe.read(gold, run))


# Ids


def test_repeated_id_names_both_places(write):
    path = write("golden.jsonl", '{"id": "q1"}\n{"id": "q2"}\n{"id": "q1"}\n')
    with pytest.raises(RecordError) as error:
        len(oe.read(path))
    (finding,) = error.value.findings
    assert (finding.id, finding.where) == ("record.duplicate", "golden.jsonl:3")
    assert finding.got == "id 'q1' again, first at golden.jsonl:1"


def test_rule_first_keeps_the_first_row_and_counts_the_others(write):
    path = write("golden.jsonl", '{"id": "q1", "query": "one"}\n{"id": "q2"}\n{"id": "q1", "query": "two"}\n')
    samples = oe.read(path, duplicates="first")
    assert [(sample.id, sample.query) for sample in samples] == [("q1", "one"), ("q2", None)]
    (finding,) = samples.findings
    assert (finding.id, finding.count) == ("record.duplicate", 1)


@pytest.mark.parametrize("rule", ["last", "keep", None])
def test_unknown_rule_for_duplicates_is_refused(write, rule):
    with pytest.raises(UsageError, match="is no rule"):
        oe.read(write("golden.jsonl", TWO), duplicates=rule)


def test_ids_may_be_numbers(write):
    gold = write("golden.jsonl", '{"id": 1, "docs": [10, 11], "eligible": [10]}\n{"id": 2, "docs": {"10": 1}}\n')
    run = write("run.jsonl", '{"id": "1", "retrieved": [10, {"id": 11}]}\n{"id": 2, "retrieved": {"10": 0.5}}\n')
    first, second = oe.read(gold, run, where=None)
    assert (first.id, second.id) == ("1", "2")
    assert first.gold.docs == {"10": 1.0, "11": 1.0}
    assert first.gold.eligible == ["10"]
    with_scores = oe.score("recall", gold, write("scored.jsonl", '{"id": 1, "retrieved": [10]}'))
    assert with_scores.items == [
        {"id": "1", "value": 0.5, "status": "ok"},
        {"id": "2", "value": 0.0, "status": "missing"},
    ]


# Parts and joins


def test_gold_and_run_with_and_without_their_wrapper(write):
    wrapped = oe.read(
        write("g1.jsonl", '{"id": "q1", "query": "x", "gold": {"docs": ["d1"]}}'),
        write("r1.jsonl", '{"id": "q1", "run": {"retrieved": ["d1"]}}'),
    )
    bare = oe.read(
        write("g2.jsonl", '{"id": "q1", "query": "x", "docs": ["d1"]}'),
        write("r2.jsonl", '{"id": "q1", "retrieved": ["d1"]}'),
    )
    combined = oe.read(
        write("c.jsonl", '{"id": "q1", "query": "x", "gold": {"docs": ["d1"]}, "run": {"retrieved": ["d1"]}}')
    )
    half = oe.read(write("h.jsonl", '{"id": "q1", "query": "x", "docs": ["d1"], "retrieved": ["d1"]}'))
    for samples in (wrapped, bare, combined, half):
        (sample,) = samples
        assert sample.query == "x"
        assert sample.gold.docs == {"d1": 1.0}
        assert sample.run.retrieved.ids == ["d1"]
        assert samples.findings == []


def test_name_that_both_parts_have_needs_its_wrapper_in_a_combined_file(write):
    samples = oe.read(write("c.jsonl", '{"id": "q1", "concepts": ["A"], "retrieved": ["d1"]}'))
    len(samples)
    assert samples.findings[0].got == "fields of golden sets and of runs are ignored: concepts"


def test_null_wrapper_is_an_absent_part(write):
    (sample,) = samples = oe.read(write("c.jsonl", '{"id": "q1", "gold": {"docs": ["d1"]}, "run": null}'))
    assert sample.run is None
    assert samples.findings == []


def test_wrapper_that_is_no_object_is_an_error(write):
    with pytest.raises(RecordError) as error:
        len(oe.read(write("c.jsonl", '{"id": "q1", "gold": ["d1"], "run": {}}\n{"id": "q2", "run": "x"}\n')))
    assert found(error) == [("record.type", "c.jsonl:1 gold"), ("record.type", "c.jsonl:2 run")]
    assert error.value.findings[0].expected == "an object with the fields of gold"


def test_join_in_any_order(write):
    rows = [json.dumps({"id": f"q{n}", "docs": [f"d{n}"]}) for n in range(30)]
    runs = [json.dumps({"id": f"q{n}", "retrieved": [f"d{n}"]}) for n in range(30)]
    samples = oe.read(write("g.jsonl", "\n".join(rows)), write("r.jsonl", "\n".join(reversed(runs))))
    joined = {sample.id: (list(sample.gold.docs), sample.run.retrieved.ids) for sample in samples}
    assert joined == {f"q{n}": ([f"d{n}"], [f"d{n}"]) for n in range(30)}


def test_rows_on_one_side_only_are_kept_and_listed(write):
    samples = oe.read(
        write("g.jsonl", '{"id": "a", "docs": ["d"]}\n{"id": "b", "docs": ["d"]}'),
        write("r.jsonl", '{"id": "b", "retrieved": []}\n{"id": "c", "retrieved": []}\n{"id": "e", "retrieved": []}'),
    )
    parts = {sample.id: (sample.gold is not None, sample.run is not None) for sample in samples}
    assert parts == {"a": (True, False), "b": (True, True), "c": (False, True), "e": (False, True)}
    assert [(finding.id, finding.count) for finding in samples.findings] == [
        ("record.only_gold", 1),
        ("record.only_run", 2),
    ]
    assert "c, e" in samples.findings[1].got


def test_no_common_id_is_an_error_that_shows_both_sides(write):
    with pytest.raises(InputError, match=r"gold has q1, the run Q-1") as error:
        len(oe.read(write("g.jsonl", '{"id": "q1"}'), write("r.jsonl", '{"id": "Q-1"}')))
    assert "--field id=NAME" in error.value.mend


def test_run_field_wins_nothing_over_the_golden_set(write):
    """Query and tags of the golden set stand; the run's fill what is missing."""
    (sample,) = oe.read(
        write("g.jsonl", '{"id": "q1", "query": "gold", "docs": []}'),
        write("r.jsonl", '{"id": "q1", "query": "run", "tags": {"kind": "x"}, "retrieved": []}'),
    )
    assert sample.query == "gold"
    assert sample.tags == {"kind": "x"}


@pytest.mark.parametrize("n", [2047, 2048, 2049, 5000])
def test_batches_hold_every_row_once(n):
    rows = [{"id": f"q{number}", "docs": ["d"]} for number in range(n)]
    samples = oe.compile(rows, [{"id": row["id"], "retrieved": []} for row in rows]).samples
    names = [name for batch in samples.batches() for name in batch.ids]
    assert names == [row["id"] for row in rows]
    assert max(len(batch) for batch in samples.batches()) <= 2048


def test_join_of_files_in_the_same_order_keeps_few_rows_waiting(monkeypatch):
    """Rows wait only for their partner: at most one batch of one side."""
    import ontoeval.records.samples as module

    waiting, most = 0, 0
    new = module._Loose.__init__
    joined = module._Loose.joined

    def count(self, *arguments):
        nonlocal waiting, most
        new(self, *arguments)
        waiting += 1
        most = max(most, waiting)

    def leave(self, run):
        nonlocal waiting
        both = joined(self, run)
        waiting -= 3  # both sides, and the joined row, which is counted as it is made
        return both

    monkeypatch.setattr(module._Loose, "__init__", count)
    monkeypatch.setattr(module._Loose, "joined", leave)
    rows = [{"id": f"q{number}", "docs": ["d"]} for number in range(20_000)]
    samples = oe.compile(rows, [{"id": row["id"], "retrieved": []} for row in rows]).samples
    assert len(samples) == 20_000
    assert most <= 2 * 2048


# Field map


def test_field_map_finds_other_names_nested_paths_and_tags(write):
    gold = write(
        "g.jsonl", '{"doc_id": 7, "text": "x y", "meta": {"split": "test", "n": 3}, "labels": {"docs": ["d1"]}}'
    )
    run = write("r.jsonl", '{"doc_id": 7, "hits": ["d1"]}')
    fields = {
        "id": "doc_id",
        "query": "text",
        "tags.split": "meta.split",
        "tags.n": "meta.n",
        "gold.docs": "labels.docs",
        "run.retrieved": "hits",
    }
    (sample,) = samples = oe.read(gold, run, fields=fields)
    assert (sample.id, sample.query, sample.tags) == ("7", "x y", {"split": "test", "n": "3"})
    assert sample.gold.docs == {"d1": 1.0}
    assert sample.run.retrieved.ids == ["d1"]
    assert samples.findings == []


def test_mapped_field_inside_the_wrapper_is_not_unknown(write):
    path = write("g.jsonl", '{"id": 1, "gold": {"qrels": ["d1"], "extra": 1}, "run": {"retrieved": ["d1"]}}')
    (sample,) = samples = oe.read(path, fields={"gold.docs": "gold.qrels"})
    assert sample.gold.docs == {"d1": 1.0}
    assert samples.findings[0].got == "unknown fields are ignored: gold.extra"


def test_mapped_field_replaces_the_one_of_that_name(write):
    (sample,) = oe.read(write("g.jsonl", '{"id": "old", "key": "new"}'), fields={"id": "key"})
    assert sample.id == "new"


@pytest.mark.parametrize(("target", "near"), [("gold.doc", "gold.docs"), ("run.retreived", "run.retrieved")])
def test_unknown_target_of_the_field_map_suggests(write, target, near):
    with pytest.raises(ConfigError, match="unknown field") as error:
        oe.read(write("g.jsonl", TWO), fields={target: "x"})
    assert near in error.value.mend


def test_row_without_the_mapped_id_says_so(write):
    with pytest.raises(RecordError, match="no field 'doc_id'"):
        len(oe.read(write("g.jsonl", '{"docs": ["d1"]}'), fields={"id": "doc_id"}))


def test_unknown_fields_are_named_once(write):
    samples = oe.read(write("g.jsonl", '{"id": 1, "colour": 1, "docs": []}\n{"id": 2, "size": 2, "colour": 3}\n'))
    len(samples)
    (finding,) = samples.findings
    assert (finding.id, finding.severity, finding.count) == ("record.unknown_fields", "warning", 2)
    assert finding.got == "unknown fields are ignored: colour, size"


# Where


def test_where_keeps_the_samples_with_these_tags(write):
    content = "".join(
        json.dumps({"id": n, "tags": {"split": "test" if n % 2 else "dev", "n": n % 3}}) + "\n" for n in range(12)
    )
    path = write("g.jsonl", content)
    assert ids(oe.read(path, where={"split": "test"})) == ["1", "3", "5", "7", "9", "11"]
    assert ids(oe.read(path, where={"split": "test", "n": "0"})) == ["3", "9"]


def test_where_with_an_unknown_tag_says_how_to_map_it(write):
    with pytest.raises(UsageError, match="no sample has the tag 'split'") as error:
        len(oe.read(write("g.jsonl", TWO), where={"split": "test"}))
    assert "--field tags.split=split" in error.value.mend


def test_where_that_matches_nothing_lists_the_values(write):
    path = write("g.jsonl", '{"id": 1, "tags": {"split": "dev"}}\n{"id": 2, "tags": {"split": "test"}}')
    with pytest.raises(UsageError, match="the values are split: dev, test"):
        len(oe.read(path, where={"split": "train"}))


# Corpus


def test_corpus_names_bad_and_repeated_documents(write):
    docs = write("docs.jsonl", '{"id": "d1"}\n{"title": "no id"}\nhalf\n{"id": "d1"}\n{"id": true}\n')
    with pytest.raises(RecordError) as error:
        oe.read(write("g.jsonl", TWO), docs=docs)
    assert found(error) == [
        ("record.id", "docs.jsonl:2"),
        ("record.json", "docs.jsonl:3"),
        ("record.duplicate", "docs.jsonl:4"),
        ("record.id", "docs.jsonl:5"),
    ]
    assert "first at docs.jsonl:1" in error.value.findings[2].got


def test_empty_corpus_is_an_error(write):
    with pytest.raises(InputError, match="there are no documents"):
        oe.read(write("g.jsonl", TWO), docs=write("docs.jsonl", ""))


def test_corpus_keeps_rows_as_they_are_and_ids_as_text(write):
    samples = oe.read(write("g.jsonl", TWO), docs=write("docs.jsonl", '{"id": 10, "year": 2020, "tags": ["a"]}'))
    assert dict(samples.docs) == {"10": {"id": 10, "year": 2020, "tags": ["a"]}}


def test_gold_inside_a_run_file_is_named_and_not_dropped_in_silence(tmp_path):
    gold, run = tmp_path / "gold.jsonl", tmp_path / "run.jsonl"
    gold.write_text('{"id": "q", "docs": ["a"]}\n', encoding="utf-8")
    run.write_text('{"id": "q", "gold": {"docs": ["b"]}, "run": {"retrieved": ["a"]}}\n', encoding="utf-8")
    samples = oe.read(gold, run)
    (sample,) = samples
    assert sample.gold.docs == {"a": 1.0}
    assert [finding.got for finding in samples.findings] == ["unknown fields are ignored: gold"]
