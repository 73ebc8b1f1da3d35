"""The audit of filters: forms of logs, attributes elsewhere, verdicts, what it prints, and what it refuses."""

from __future__ import annotations

import json
from collections import Counter

import pytest

import ontoeval as oe
from ontoeval.audit import filter_notices
from ontoeval.cli import execute
from ontoeval.errors import BadParameter, InputError, RecordError, UsageError
from ontoeval.predicates.profiles import ONTOEVAL
from ontoeval.views.filters.corpus import IndexedCorpus

DOCS = [
    {"id": "d1", "meta": {"locale": "en-US"}, "tenant": "acme"},
    {"id": "d2", "meta": {"locale": "en-GB"}, "tenant": "acme"},
    {"id": "d3", "meta": {"locale": "en-US"}, "tenant": "globex"},
    {"id": "d4", "meta": {"locale": "en-US"}, "tenant": "acme"},
]


def match(key, value):
    return {"must": [{"key": key, "match": {"value": value}}]}


#: The short form of the issue, and the same as records.
LOG = [
    {"qid": "q1", "query": "a", "filter": match("locale", "en-US"), "gold": ["d2"], "returned": ["d1"]},
    {"qid": "q2", "filter": match("locale", "en-US"), "gold": ["d1"], "returned": ["d1", "d3"]},
    {"qid": "q3", "filter": match("tenant", "acme"), "gold": ["d3"], "returned": ["d1"]},
    {"qid": "q4", "filter": match("tenant", "acme"), "gold": ["d4"], "returned": ["d4"]},
]
RECORDS = [
    {
        "id": row["qid"],
        "gold": {"docs": row["gold"]},
        "run": {"filter": row["filter"], "dialect": "qdrant", "retrieved": row["returned"]},
    }
    for row in LOG
]
FIELDS = {"locale": "meta.locale"}
BLAME = [("locale", 2, 1, 1, 1.0, {"other value": 1}), ("tenant", 2, 1, 1, 1.0, {"other value": 1})]


def blame(report):
    names = ("field", "used", "solo", "rescues", "shapley", "reasons")
    return [tuple(row[name] for name in names) for row in report.table("filter_blame")]


def jsonl(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture
def files(tmp_path):
    return {"log": jsonl(tmp_path / "log.jsonl", LOG), "docs": jsonl(tmp_path / "docs.jsonl", DOCS)}


def command(files, *more):
    words = ["audit", "filters", "--log", str(files["log"]), "--docs", str(files["docs"]), "--dialect", "qdrant"]
    return execute([*words, "--field", "locale=meta.locale", *more])


def test_short_form_records_and_files_give_the_same_report(files):
    reports = [
        oe.audit.filters(LOG, docs=DOCS, dialect="qdrant", fields=FIELDS),
        oe.audit.filters(RECORDS, docs=DOCS, fields=FIELDS),
        oe.audit.filters(files["log"], docs=files["docs"], dialect="qdrant", fields=FIELDS),
    ]
    for report in reports:
        assert blame(report) == BLAME
        assert report["false_exclusion_rate"].sums == {"num": 2, "den": 4}
        assert report["leak_rate"].sums == {"num": 0, "den": 5}


def test_golden_set_may_be_a_file_of_its_own():
    gold = [{"id": row["qid"], "docs": row["gold"]} for row in LOG]
    log = [{name: value for name, value in row.items() if name != "gold"} for row in LOG]
    report = oe.audit.filters(log, gold=gold, docs=DOCS, dialect="qdrant", fields=FIELDS)
    assert blame(report) == BLAME


def test_fields_of_the_log_may_have_any_name():
    log = [{"n": row["qid"], "search": {"where": row["filter"]}, "right": row["gold"]} for row in LOG]
    names = {"id": "n", "run.filter": "search.where", "gold.docs": "right"}
    report = oe.audit.filters(log, docs=DOCS, dialect="qdrant", fields=FIELDS, log_fields=names)
    assert blame(report) == BLAME


def test_attribute_that_is_nowhere_is_the_reason():
    row = oe.audit.filters(LOG, docs=DOCS, dialect="qdrant").table("filter_blame")[0]
    assert (row["field"], row["shapley"], row["reasons"]) == ("locale", 2.0, {"unknown attribute": 2})


def test_sessions_are_clusters():
    log = [{**row, "session": "one"} for row in LOG]
    report = oe.audit.filters(log, docs=DOCS, dialect="qdrant", fields=FIELDS, eps=0.02)
    assert report["false_exclusion_rate"].n_effective == 1.0
    assert (report.claim.failures, report.claim.n) == (1, 1)  # half a failure in one session counts against the claim


@pytest.mark.parametrize(("eps", "outcome"), [(0.02, "fail"), (0.5, "inconclusive"), (0.95, "pass")])
def test_claim_is_decided_by_the_one_sided_bounds(eps, outcome):
    """2 of 4: the bounds are 9.76 % and 90.24 % (Clopper-Pearson, scipy 1.17 binomtest)."""
    report = oe.audit.filters(LOG, docs=DOCS, dialect="qdrant", fields=FIELDS, eps=eps)
    (row,) = report.tables()["filter_claim"]
    assert (row["outcome"], round(row["low"], 4), round(row["high"], 4)) == (outcome, 0.0976, 0.9024)
    assert (row["more"] is not None) == (outcome == "inconclusive")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((), 0),
        (("--eps", "0.02"), 1),
        (("--eps", "0.5"), 0),
        (("--eps", "0.5", "--strict"), 4),
        (("--eps", "0.95"), 0),
    ],
)
def test_exit_codes_tell_the_verdict(files, capsys, words, code):
    assert command(files, *words) == code


def test_terminal_shows_the_table_of_the_issue(files, capsys):
    command(files, "--eps", "0.02")
    out = capsys.readouterr().out
    for line in (
        "all gold excluded   2 of 4 (50.00%)",
        "gold documents      2 survive, 2 excluded, 0 not in the corpus, 0 ineligible",
        "recall              0.5000; over the 2 questions whose gold survives it looks like 1.0000",
        "locale        2               1                      1   1.00  other value 1",
        "tenant        2               1                      1   1.00  other value 1",
        "q1        d2             locale = 'en-US'; the document has en-GB – other value",
        "q3        d3             tenant = 'acme'; the document has globex – other value",
        "qdrant  recorded, used  50.00%                      0",
    ):
        assert line in out, line
    assert "FAIL: not false exclusion below 2.00%" in out


def test_page_and_json_hold_the_tables(files, tmp_path, capsys):
    page = tmp_path / "report.html"
    assert command(files, "--eps", "0.02", "--format", "json", "--save", str(page)) == 1
    content = json.loads(capsys.readouterr().out)
    assert {"filter_overview", "filter_blame", "filter_cases", "filter_engines", "filter_claim"} <= set(
        content["tables"]
    )
    text = page.read_text()
    for part in ('id="filters"', "FAIL: not false exclusion", "rescues when left out", "the document has globex"):
        assert part in text


def test_awkward_metadata_and_filters_are_counted_and_never_crash():
    """What crashes a comparison by hash or by order, and a list of ten thousand values."""
    docs = [
        {"id": "list", "f": ["red", ["nested"], None]},
        {"id": "object", "f": {"a": [1, {"b": 2}]}},
        {"id": "absent"},
        {"id": "null", "f": None},
        {"id": "date", "f": "05/01/2024"},
        {"id": "iso", "f": "2024-05-01"},
        {"id": "epoch", "f": 1714521600},
    ]
    filters = [
        {"f": {"$eq": "red"}},
        {"f": {"$in": [f"v{n}" for n in range(10_000)]}},
        {"$and": [{"f": {"$eq": "red"}}, {"f": {"$eq": "blue"}}, {"f": {"$ne": "red"}}]},
        {"f": {"$gte": "2024-01-01"}},
        {"f": {"$gte": 5, "$lt": 1}},
        {"nowhere": {"$exists": True}},
        {"f": {"$in": []}},
        {},
    ]
    log = [
        {"qid": f"q{n}", "filter": native, "gold": [doc["id"] for doc in docs] + ["gone"]}
        for n, native in enumerate(filters)
    ]
    report = oe.audit.filters(log, docs=docs, dialect="mongo")
    lost = {row["id"] for row in report.table("filter_cases")}
    assert lost == {"q1", "q2", "q4", "q5", "q6"}
    (finding,) = [finding for finding in report.findings if finding.id == "filter.missing_from_index"]
    assert finding.count == 1
    assert sum(row["shapley"] for row in report.table("filter_blame")) == pytest.approx(5)


def test_broken_lines_and_documents_without_ids_are_all_named(files, tmp_path):
    log = tmp_path / "broken.jsonl"
    log.write_text(json.dumps(LOG[0]) + '\n{"qid": "q2", "fil\nnot json\n')
    with pytest.raises(RecordError) as raised:
        oe.audit.filters(log, docs=DOCS, dialect="qdrant")
    assert [finding.where for finding in raised.value.findings] == ["broken.jsonl:2", "broken.jsonl:3"]
    with pytest.raises(RecordError, match="no field 'id'"):
        oe.audit.filters(LOG, docs=[{"locale": "en"}, *DOCS], dialect="qdrant")


def test_what_is_missing_is_said_with_the_way_to_mend_it():
    with pytest.raises(InputError, match=r"run\.filter has no run\.dialect") as raised:
        oe.audit.filters(LOG, docs=DOCS)
    assert "--dialect" in raised.value.mend
    with pytest.raises(UsageError, match="no filter dialect 'qdran'"):
        oe.audit.filters(LOG, docs=DOCS, dialect="qdran")
    with pytest.raises(BadParameter, match="no engine profile 'qdran'"):
        oe.audit.filters(LOG, docs=DOCS, dialect="qdrant", profile="qdran")
    with pytest.raises(BadParameter, match="eps=2"):
        oe.audit.filters(LOG, docs=DOCS, dialect="qdrant", eps=2)


def test_log_without_a_readable_filter_is_refused():
    """A wrong dialect makes every filter unreadable: a table of undefined figures would pass for an audit."""
    with pytest.raises(InputError, match=r"none of the 4 filters can be read") as raised:
        oe.audit.filters(LOG, docs=DOCS, dialect="mongo")
    assert "--dialect" in raised.value.mend
    rows = [{**row, "dialect": "quadrant"} for row in LOG]
    with pytest.raises(InputError, match="no filter dialect 'quadrant'"):
        oe.audit.filters(rows, docs=DOCS)
    one_good = [{"qid": "q0", "filter": {"x": 1}, "gold": ["d1"], "dialect": "pinecone"}, *LOG]
    report = oe.audit.filters(one_good, docs=DOCS, dialect="qdrant")
    assert report["false_exclusion_rate"].n_scored == 5


def warned(report, rule):
    return [finding for finding in report.findings if finding.id == rule]


def test_attribute_that_no_document_has_is_warned_of_with_its_place():
    report = oe.audit.filters(LOG, docs=DOCS, dialect="qdrant")
    (finding,) = warned(report, "filter.unknown_attribute")
    assert finding.got == "2 filters ask for 'locale', which no document has"
    assert finding.mend == "say where it is: --field locale=meta.locale"
    assert not warned(oe.audit.filters(LOG, docs=DOCS, dialect="qdrant", fields=FIELDS), "filter.unknown_attribute")


def test_documents_are_searched_once_for_all_attributes_that_they_do_not_have():
    class Row(dict):
        passes = 0

        def items(self):
            Row.passes += 1
            return super().items()

    corpus = IndexedCorpus({"d1": {}})
    corpus.rows = [Row(meta={"lang": "en", "kind": "a"}, year=2020), Row(lang="de")]
    used = Counter({(name, ONTOEVAL): 1 for name in ("kind", "a.lang", "b.year", "id", "year", "c")})
    mends = [finding.mend.partition("--field ")[2] for finding in filter_notices._nowhere(corpus, used, "log")]
    assert mends == ["kind=meta.kind", "a.lang=lang", "b.year=year", "c=PATH"]
    assert Row.passes == 2


def test_mandatory_attribute_that_no_filter_asks_for_is_warned_of():
    options = {"docs": DOCS, "dialect": "qdrant", "fields": FIELDS}
    (finding,) = warned(oe.audit.filters(LOG, mandatory=["tenat"], **options), "filter.mandatory")
    assert finding.got == "no filter asks for the mandatory attribute 'tenat'"
    assert finding.expected == "one of locale, tenant"
    assert not warned(oe.audit.filters(LOG, mandatory=["tenant"], **options), "filter.mandatory")


def test_relation_that_is_nowhere_is_refused_before_anything_is_measured():
    onto = oe.load(b"child,parent\ncar,vehicle\nsedan,car\n", format="csv")
    options = {"docs": DOCS, "dialect": "qdrant", "fields": FIELDS}
    with pytest.raises(InputError, match="no relation 'part_of' between concepts"):
        oe.audit.filters(LOG, ontology=onto, relations=["part_of"], **options)
    with pytest.raises(BadParameter, match="relations are those of an ontology"):
        oe.audit.filters(LOG, relations=["part_of"], **options)


def test_log_without_gold_is_warned_of():
    rows = [{name: held for name, held in row.items() if name != "gold"} for row in LOG]
    (finding,) = warned(oe.audit.filters(rows, docs=DOCS, dialect="qdrant", fields=FIELDS), "filter.no_gold")
    assert "--gold FILE" in finding.mend


def test_subsumption_without_an_ontology_is_refused():
    log = [{"qid": "q", "predicates": {"field": "kind", "op": "under", "value": "Car"}, "gold": ["d1"]}]
    with pytest.raises(RecordError, match="'under' needs the ontology"):
        oe.audit.filters(log, docs=DOCS)


@pytest.mark.parametrize("wrong", [None, 5, b"{}"])
def test_what_is_no_log_is_refused(wrong):
    with pytest.raises(UsageError, match=f"cannot read a {type(wrong).__name__} as a log"):
        oe.audit.filters(wrong, docs=DOCS, dialect="qdrant")
