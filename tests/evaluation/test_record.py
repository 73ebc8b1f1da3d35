"""Saved reports: what is written can be compared as if it were in memory, and nothing else is believed."""

from __future__ import annotations

import io
import json
import pickle
import random
import zipfile

import numpy as np
import pytest

import ontoeval as oe
from ontoeval.errors import InputError
from ontoeval.evaluation.compare import compare
from ontoeval.evaluation.record import items_path, read, record

METRICS = [
    "success@1",
    "ndcg@10",
    "linking_f1",
    'linking_f1(average="macro")',
    'linking_f1(average="macro:kind")',
    'reciprocal_rank(average="macro:kind")',
    "false_exclusion_rate",
    "recall@1",
]
DOCS = [{"id": f"d{i}", "lang": "en" if i % 3 else "de"} for i in range(30)]
ONTOLOGY = b"format-version: 1.2\n\n[Term]\nid: A:1\nname: a\n\n[Term]\nid: A:2\nname: b\nis_a: A:1\n"


def report(seed, metrics=METRICS, by=("kind", "depth")):
    draw = random.Random(seed)
    gold, run = [], []
    for i in range(30):
        start = draw.randrange(3)
        gold.append(
            {
                "id": f"q{i}é",
                "docs": [f"d{i}"],
                "tags": {"kind": "ab"[i % 2]},
                "cluster": str(i // 2),
                "weight": 1 + i % 3 / 2,
                "mentions": [{"start": 0, "end": 2, "id": "A:2" if i % 4 else "A:1"}],
            }
        )
        run.append(
            {
                "id": f"q{i}é",
                "retrieved": draw.sample([f"d{i}", "x", "y"], 3),
                "mentions": [{"start": start, "end": 2 + start, "id": "A:2"}],
                "predicates": {"lang": "en"},
            }
        )
    return oe.evaluate(oe.compile(gold, run, docs=DOCS, ontology=oe.load(ONTOLOGY)), metrics, by=list(by))


@pytest.fixture(scope="module")
def reports():
    return report(1), report(2)


@pytest.fixture
def saved(reports, tmp_path):
    return [report.save(tmp_path / f"{name}.json") for name, report in zip("ab", reports, strict=True)]


def test_saved_reports_compare_as_those_in_memory(reports, saved):
    a, b = reports
    options = {"by": ["kind", "depth"], "margin": 0.1}
    assert compare(read(saved[0]), read(saved[1]), **options) == a.compare(b, **options)
    assert a.compare(str(saved[1]), **options) == a.compare(b, **options)


def test_every_measure_of_the_example_is_compared(reports):
    """So that the round trip above is one of values, averages over keys, weights and clusters."""
    found = reports[0].compare(reports[1], by=["depth"])
    assert {change.verdict for change in found.changes} <= {"better", "worse", "no evidence"}
    assert len({change.slice for change in found.changes}) == 3
    assert sum(change.paired.n_differ > 0 for change in found.changes) > 10


def test_rows_and_values_come_back_bit_for_bit(reports, saved):
    before, after = record(reports[0]), read(saved[0])
    assert (before.ids, before.tags, before.lost, before.slices) == (after.ids, after.tags, after.lost, after.slices)
    assert before.signature == after.signature
    for name, measure in before.measures.items():
        mine, other = measure.rows, after.measures[name].rows
        assert list(mine.columns) == list(other.columns)
        for column, values in mine.columns.items():
            assert values.dtype == other.columns[column].dtype
            np.testing.assert_array_equal(values, other.columns[column])
        assert mine.sums().value == other.sums().value
        np.testing.assert_array_equal(measure.values, after.measures[name].values)


def test_the_same_report_is_written_with_the_same_content(reports, tmp_path):
    texts = []
    for name in ("one", "two"):
        path = reports[0].save(tmp_path / f"{name}.json")
        with zipfile.ZipFile(items_path(path)) as archive:
            texts.append([archive.read(entry) for entry in archive.namelist()])
    assert texts[0] == texts[1]


def test_a_table_is_not_stored_and_the_reason_is_said(tmp_path):
    saved = report(1, ["coverage", "recall@1"], by=()).save(tmp_path / "a.json")
    change = compare(read(saved), read(saved))["coverage"]
    assert (change.verdict, change.reason) == ("not comparable", "its rows are a table and are not stored")


def test_ids_of_any_text_come_back(tmp_path):
    names = ["trailing\0", "line\nbreak", "日本語", "x" * 5000, " "]
    gold, run = ([{"id": name, field: ["d"]} for name in names] for field in ("docs", "retrieved"))
    saved = oe.evaluate(oe.compile(gold, run), ["recall"]).save(tmp_path / "a.json")
    assert read(saved).ids == names


# What is not believed


def refused(path, *words):
    with pytest.raises(InputError) as error:
        read(path)
    assert error.value.exit_code == 3
    for word in words:
        assert word in str(error.value)
    return error.value


def test_missing_files(saved):
    items_path(saved[0]).unlink()
    assert "--save report.json" in refused(saved[0], "a.items.npz is not beside it").mend
    saved[1].unlink()
    refused(saved[1], "no such file")


def test_items_of_another_report(saved):
    items_path(saved[0]).write_bytes(items_path(saved[1]).read_bytes())
    refused(saved[0], "a.items.npz belongs to another report")


def test_a_report_that_was_only_formatted_anew_is_the_same(saved):
    content = json.loads(saved[0].read_text(encoding="utf-8"))
    saved[0].write_text(json.dumps(content, indent=4), encoding="utf-8", newline="\r\n")
    assert read(saved[0]).name


def test_a_broken_report_beside_good_items(saved):
    saved[0].write_text(saved[0].read_text(encoding="utf-8")[:100], encoding="utf-8")
    refused(saved[0], "no JSON")


def rewritten(path, change):
    """The items file with its meta data changed."""
    items = items_path(path)
    with zipfile.ZipFile(items) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    meta = json.loads(np.lib.format.read_array(io.BytesIO(parts["meta.npy"])).tobytes())
    change(meta)
    stream = io.BytesIO()
    np.lib.format.write_array(stream, np.frombuffer(json.dumps(meta).encode(), dtype=np.uint8))
    parts["meta.npy"] = stream.getvalue()
    with zipfile.ZipFile(items, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)


def test_another_version_of_the_format_says_which(saved):
    rewritten(saved[0], lambda meta: meta.update(format=99))
    refused(saved[0], "this is format 99", "format 1, which this version writes")


@pytest.mark.parametrize(
    "change",
    [
        lambda meta: meta.pop("ids"),
        lambda meta: meta["ids"].pop(),
        lambda meta: meta["tags"].pop(),
        lambda meta: meta["signature"].pop("gold"),
        lambda meta: meta["measures"][0].update(kind="Path"),
        lambda meta: meta["measures"][0].update(kind="FScore"),
        lambda meta: meta["measures"].append({"name": "recall"}),
        lambda meta: meta.update(measures=None),
    ],
)
def test_meta_data_that_do_not_fit(saved, change):
    rewritten(saved[0], change)
    refused(saved[0], "this is no saved report", "a.items.npz")


@pytest.mark.parametrize("content", [b"", b"PK", b"PK\x03\x04 not a zip", b"{}", bytes(200)])
def test_other_content(saved, content):
    items_path(saved[0]).write_bytes(content)
    refused(saved[0], "this is no saved report")


def test_damage_anywhere_is_an_error_or_does_no_harm(saved):
    items = items_path(saved[0])
    whole, before = items.read_bytes(), read(saved[0])
    draw = random.Random(0)
    for _ in range(150):
        broken = bytearray(whole)
        if draw.random() < 0.3:
            del broken[draw.randrange(len(broken)) :]
        else:
            broken[draw.randrange(len(broken))] ^= 1 << draw.randrange(8)
        items.write_bytes(broken)
        try:
            after = read(saved[0])
        except InputError:
            continue
        assert after.ids == before.ids
        assert compare(before, after)["ndcg@10"].paired.delta == 0


def test_nothing_is_unpickled(saved):
    items = items_path(saved[0])
    stream = io.BytesIO()
    payload = pickle.dumps(np.array([{"a": 1}], dtype=object))
    np.lib.format.write_array_header_2_0(stream, {"descr": "|O", "fortran_order": False, "shape": (1,)})
    with zipfile.ZipFile(items, "a") as archive:
        archive.writestr("evil.npy", stream.getvalue() + payload)
    refused(saved[0], "Object arrays cannot be loaded when allow_pickle=False")
