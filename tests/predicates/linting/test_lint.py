"""What the lint notices in logged filters, rule by rule, and what it leaves alone."""

from __future__ import annotations

import json

import pytest

from ontoeval.errors import BadParameter, InputError, RecordError, UsageError
from ontoeval.predicates.linting.registry import rules
from ontoeval.predicates.linting.run import lint

DOCS = {
    "d1": {"id": "d1", "kind": "guide", "year": 2020, "lang": "en", "added": "2024-01-05", "tags": ["a", "b"]},
    "d2": {"id": "d2", "kind": "report", "year": 2021, "lang": "de", "added": "2024-02-05", "seen": 1700000000},
    "d3": {"id": "d3", "kind": "guide", "year": 2022, "added": "2024-03-05", "m": {"shelf": "A"}, "seen": 1700000005},
}
SCHEMA = {
    "properties": {
        "kind": {"type": "string", "enum": ["guide", "report"]},
        "year": {"type": "integer"},
        "lang": {"type": "string"},
        "tags": {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}},
    },
    "required": ["kind", "year"],
}


def noticed(native, rule, **options):
    """What one rule notices in one filter, with the dialect of MongoDB unless another is named."""
    options = {"dialect": "mongo", "only": [rule], **options}
    return [(found.severity, found.got, found.expected) for found in lint([{"filter": native}], **options).findings]


def test_the_rules_are_exactly_these():
    assert list(rules()) == [
        "contradiction",
        "date_as_text",
        "empty_list",
        "literal_wildcard",
        "optional_negation",
        "quoted_number",
        "returned_fails",
        "unknown_attribute",
        "unknown_value",
    ]
    assert all(rule.summary.endswith(".") for rule in rules().values())


@pytest.mark.parametrize("known", [{"docs": DOCS}, {"schema": SCHEMA}])
def test_unknown_attribute_names_the_closest(known):
    ((severity, got, expected),) = noticed({"kid": "guide"}, "unknown_attribute", **known)
    assert (severity, got) == ("error", "no document has the attribute 'kid'")
    assert "'kind'" in expected
    assert noticed({"kind": "guide", "year": 2020}, "unknown_attribute", **known) == []


def test_unknown_attribute_reads_dots_as_the_engine_does():
    """MongoDB follows ``m.shelf`` into the object, Chroma takes it for a name."""
    assert noticed({"m.shelf": "A"}, "unknown_attribute", docs=DOCS) == []
    found = noticed({"m.shelf": "A"}, "unknown_attribute", docs=DOCS, dialect="chroma")
    assert found == [("error", "no document has the attribute 'm.shelf'", "'m.shelf'")]


def test_where_an_attribute_stands_can_be_said():
    assert noticed({"shelf": "A"}, "unknown_attribute", docs=DOCS, fields={"shelf": "m.shelf"}) == []


@pytest.mark.parametrize(
    ("native", "dialect", "expected"),
    [
        ({"kind": {"$in": []}}, "mongo", ["kind in [] passes no document"]),
        ({"$nor": [{"kind": {"$nin": []}}]}, "mongo", ["kind not in [] excludes nothing"]),
        ({"should": []}, "qdrant", ["alternatives without any pass everything in qdrant, and the opposite elsewhere"]),
        (
            {"operator": "OR", "conditions": []},
            "haystack",
            ["alternatives without any pass nothing in haystack, and the opposite elsewhere"],
        ),
        ({"kind": {"$in": ["guide"]}}, "mongo", []),
    ],
)
def test_empty_list(native, dialect, expected):
    assert [got for _, got, _ in noticed(native, "empty_list", dialect=dialect)] == expected


@pytest.mark.parametrize(
    ("native", "known", "expected"),
    [
        (
            {"added": {"$gte": "5/1/2024"}},
            {},
            [("warning", "added >= '5/1/2024' compares text by characters, not dates")],
        ),
        (
            {"added": {"$gte": "May 1, 2024"}},
            {},
            [("warning", "added >= 'May 1, 2024' compares text by characters, not dates")],
        ),
        (
            {"added": {"$gte": "2024-1-5"}},
            {},
            [("warning", "added >= '2024-1-5' compares text by characters, not dates")],
        ),
        ({"added": {"$gte": "2024-01-05"}}, {"docs": DOCS}, []),
        ({"added": "5/1/2024"}, {}, []),
        (
            {"kind": {"$gte": "2024-01-05"}},
            {"docs": DOCS},
            [("warning", "kind >= '2024-01-05' compares text by characters, not dates")],
        ),
        (
            {"seen": {"$gte": {"$date": "2024-01-05"}}},
            {"docs": DOCS},
            [("error", "seen holds numbers, and the filter asks for the date 2024-01-05T00:00:00+00:00")],
        ),
        (
            {"seen": "2024-01-05"},
            {"docs": DOCS},
            [("error", "seen holds numbers, and the filter asks for the date '2024-01-05'")],
        ),
        ({"year": {"$gte": 2020}}, {"docs": DOCS}, []),
    ],
)
def test_date_as_text(native, known, expected):
    assert [found[:2] for found in noticed(native, "date_as_text", **known)] == expected


def test_an_engine_that_reads_dates_is_left_alone():
    native = {"field": "meta.added", "operator": ">=", "value": "05/01/2024"}
    assert noticed(native, "date_as_text", dialect="haystack") == []


@pytest.mark.parametrize(
    ("native", "expected"),
    [
        ({"year": "2020"}, [("error", "year holds numbers, and the filter asks for the text '2020'", "2020")]),
        (
            {"year": {"$in": [2020, "2021"]}},
            [("error", "year holds numbers, and the filter asks for the text '2021'", "2021")],
        ),
        ({"lang": 5}, [("error", "lang holds text, and the filter asks for the number 5", "'5'")]),
        ({"year": "new"}, []),
        ({"year": 2020, "kind": "guide", "tags": "a"}, []),
    ],
)
@pytest.mark.parametrize("known", [{"docs": DOCS}, {"schema": SCHEMA}])
def test_quoted_number(native, expected, known):
    assert noticed(native, "quoted_number", **known) == expected


@pytest.mark.parametrize(
    ("native", "expected"),
    [
        ({"kind": {"$in": ["guide", "Report"]}}, [("warning", "kind has no value 'Report'", "'report'")]),
        ({"kind": "guid"}, [("warning", "kind has no value 'guid'", "'guide'")]),
        ({"kind": "repo"}, [("warning", "kind has no value 'repo'", "'report'")]),
        ({"tags": "c"}, [("warning", "tags has no value 'c'", "")]),
        ({"tags": "b", "kind": "guide"}, []),
        ({"kind": {"$gte": "h"}}, []),
        ({"year": "2020"}, []),
    ],
)
@pytest.mark.parametrize("known", [{"docs": DOCS}, {"schema": SCHEMA}])
def test_unknown_value_names_the_closest(native, expected, known):
    assert noticed(native, "unknown_value", **known) == expected


def test_the_schema_decides_before_the_documents():
    schema = {"properties": {"kind": {"enum": ["guide", "report", "memo"]}}}
    assert noticed({"kind": "memo"}, "unknown_value", docs=DOCS, schema=schema) == []
    assert len(noticed({"kind": "memo"}, "unknown_value", docs=DOCS)) == 1


@pytest.mark.parametrize(
    ("native", "n"),
    [
        ({"kind": "gui*"}, 1),
        ({"kind": {"$in": ["%port"]}}, 1),
        ({"kind": "g.*e"}, 1),
        ({"kind": "a*b"}, 0),
        ({"kind": "*"}, 0),
    ],
)
def test_literal_wildcard(native, n):
    assert len(noticed(native, "literal_wildcard")) == n


def test_a_wildcard_that_a_document_holds_is_a_value():
    assert noticed({"kind": "C*"}, "literal_wildcard", docs={"d": {"id": "d", "kind": "C*"}}) == []


@pytest.mark.parametrize(
    ("dialect", "native", "kept"),
    [
        ("mongo", {"lang": {"$ne": "en"}}, "lang != 'en': 1 of 3 documents lack it, and under mongo they pass"),
        ("sql", "lang <> 'en'", "lang != 'en': 1 of 3 documents lack it, and under lancedb they do not pass"),
        (
            "qdrant",
            {"must": [{"key": "lang", "match": {"except": ["en"]}}]},
            "lang not in ['en']: 1 of 3 documents lack it, and under qdrant they do not pass",
        ),
        (
            "qdrant",
            {"must_not": [{"key": "lang", "match": {"value": "en"}}]},
            "not (lang = 'en'): 1 of 3 documents lack it, and under qdrant they pass",
        ),
    ],
)
def test_optional_negation_says_what_the_engine_does(dialect, native, kept):
    ((severity, got, _),) = noticed(native, "optional_negation", docs=DOCS, dialect=dialect)
    assert (severity, got) == ("warning", f"{kept}; other engines decide differently")


def test_optional_negation_by_schema_and_where_there_is_none():
    assert len(noticed({"lang": {"$ne": "en"}}, "optional_negation", schema=SCHEMA)) == 1
    for native in (
        {"kind": {"$ne": "guide"}},
        {"lang": "en"},
        {"$nor": [{"lang": {"$ne": "en"}}]},
        {"lang": {"$ne": None}},
    ):
        assert noticed(native, "optional_negation", docs=DOCS) == []


def test_returned_document_that_fails_its_filter():
    rows = [
        {"filter": {"lang": "en"}, "retrieved": ["d1", "d2", "d3"]},
        {"filter": {"lang": "en"}, "retrieved": ["d1"]},
        {
            "filter": {"lang": "en"},
            "retrieved": [{"id": "c7", "doc": "d2", "score": 0.5}, {"id": "c8", "doc": "dx", "score": 0.4}],
        },
    ]
    report = lint(rows, dialect="mongo", docs=DOCS, only=["returned_fails"])
    assert [(found.severity, found.where, found.got) for found in report.findings] == [
        ("error", "log[0]", "2 of 3 returned documents fail \"lang = 'en'\": 'd2', 'd3'"),
        ("error", "log[2]", "1 of 2 returned documents fail \"lang = 'en'\": 'd2'"),
    ]
    assert (report.n_returned, report.n_unknown_returned) == (6, 1)


def test_the_profile_decides_what_fails():
    row = {"filter": {"lang": {"$ne": "en"}}, "retrieved": ["d3"]}
    assert lint([row], dialect="mongo", docs=DOCS, only=["returned_fails"]).findings == ()
    (found,) = lint([row], dialect="mongo", docs=DOCS, profile="sqlite", only=["returned_fails"]).findings
    assert found.expected == "what passes under sqlite"


@pytest.mark.parametrize(
    ("native", "known", "expected"),
    [
        (
            {"$and": [{"kind": "a"}, {"kind": "b"}]},
            {"docs": DOCS},
            [("error", "kind = 'a' and kind = 'b' exclude each other")],
        ),
        (
            {"$and": [{"kind": "a"}, {"kind": "b"}]},
            {},
            [("warning", "kind = 'a' and kind = 'b' exclude each other, unless kind holds lists")],
        ),
        ({"$and": [{"tags": "a"}, {"tags": "b"}]}, {"docs": DOCS}, []),
        ({"kind": {"$eq": "a", "$ne": "a"}}, {}, [("error", "kind != 'a' and kind = 'a' exclude each other")]),
        ({"$and": [{"kind": {"$in": ["a", "b"]}}, {"kind": {"$in": ["b", "c"]}}]}, {}, []),
        (
            {"year": {"$gt": 2021, "$lt": 2020}},
            {"docs": DOCS},
            [("error", "year > 2021 and year < 2020 exclude each other")],
        ),
        ({"year": {"$gte": 2021, "$lte": 2021}}, {"docs": DOCS}, []),
        (
            {"$and": [{"year": {"$gt": 2021}}, {"year": 2020}]},
            {"docs": DOCS},
            [("error", "year > 2021 and year = 2020 exclude each other")],
        ),
        ({"$or": [{"year": {"$gt": 2021}}, {"year": 2020}]}, {"docs": DOCS}, []),
        ({"$nor": [{}]}, {}, [("error", "the filter passes nothing whatever the documents are")]),
        ({"$and": [{"a": 1}, {"$nor": [{"a": 1}]}]}, {}, [("error", "a != 1 and a = 1 exclude each other")]),
    ],
)
def test_contradiction(native, known, expected):
    assert [found[:2] for found in noticed(native, "contradiction", **known)] == expected


def test_ten_thousand_predicates_are_looked_over():
    """A filter of 10,000 negations, and lists of 10,000 values that nobody knows."""
    native = {
        "$nor": [{"kind": f"k{number}"} for number in range(10_000)],
        "tags": {"$in": [f"t{n}" for n in range(10_000)]},
    }
    report = lint([{"filter": native}], dialect="mongo", docs=DOCS)
    assert report.counts["filter.unknown_value"] == 20_000


def test_the_same_finding_in_several_lines_is_one_with_its_count():
    rows = [{"id": f"q{number}", "filter": {"kind": {"$in": []}}} for number in range(5)]
    (found,) = lint(rows, dialect="mongo").findings
    assert (found.count, found.where, found.subjects) == (5, "log[0]", ("kind in []",))


def test_rows_that_cannot_be_used_are_findings(tmp_path):
    log = tmp_path / "log.jsonl"
    log.write_text(
        "\n".join(
            [
                '{"id": "q1", "filter": {"kind": "guide"}, "dialect": "mongo"}',
                '{"id": "q2", "filter": ',
                '{"id": "q3", "filter": {"kind": {"$regex": "x"}}, "dialect": "mongo"}',
                '{"id": "q4", "filter": {"kind": "guide"}, "dialect": "mongoo"}',
                '{"id": "q5", "filter": {"kind": "guide"}}',
                '{"id": "q6", "run": "text"}',
                '{"id": "q7", "retrieved": ["d1"]}',
                '{"id": "q8", "predicates": {"kind": []}}',
                '{"run": {"filter": "a == 1 or", "dialect": "milvus"}}',
                "[1]",
            ]
        ),
        encoding="utf-8",
    )
    report = lint(log, docs=DOCS)
    assert [(found.id, found.where) for found in report.findings] == [
        ("record.json", "log.jsonl:2"),
        ("record.type", "log.jsonl:6 run"),
        ("record.json", "log.jsonl:10"),
        ("filter.parse", "log.jsonl:3 run.filter.kind"),
        ("filter.dialect", "log.jsonl:4 run.filter"),
        ("filter.dialect", "log.jsonl:5 run.filter"),
        ("filter.parse", "log.jsonl:9 run.filter, character 10"),
        ("filter.empty_list", "log.jsonl:8"),
    ]
    assert (report.n_rows, report.n_filters, report.n_parsed) == (7, 6, 2)


def test_filters_that_need_an_ontology_are_looked_over_but_not_tried():
    rows = [{"predicates": {"not": {"field": "lang", "op": "under", "value": "CAT:1"}}, "retrieved": ["d1"]}]
    report = lint(rows, docs=DOCS)
    (found,) = report.findings
    assert found.got.startswith("not (lang under 'CAT:1'): 1 of 3 documents lack it, and under ontoeval they pass;")
    assert report.n_untried == 1


def test_a_filter_that_is_nested_too_deeply_is_a_finding():
    native = {"kind": "guide"}
    for _ in range(10_000):
        native = {"$nor": [native]}
    (found,) = lint([{"filter": native}], dialect="mongo").findings
    assert (found.id, found.where, found.got) == (
        "filter.parse", "log[0] run.filter", "the filter is nested too deeply",
    )  # fmt: skip


def test_other_names_of_record_fields():
    rows = [{"qid": "q1", "where": {"kind": {"$in": []}}, "returned": ["d1"]}]
    fields = {"id": "qid", "run.filter": "where", "run.retrieved": "returned"}
    report = lint(rows, dialect="mongo", docs=DOCS, fields=fields)
    assert set(report.counts) == {"filter.empty_list", "filter.returned_fails"}


def test_rules_without_what_they_need_are_skipped_with_the_reason():
    report = lint([{"filter": {"kind": "guide"}}], dialect="mongo")
    assert report.skipped == {
        "filter.optional_negation": "it needs documents or a schema",
        "filter.quoted_number": "it needs documents or a schema",
        "filter.returned_fails": "it needs documents",
        "filter.unknown_attribute": "it needs documents or a schema",
        "filter.unknown_value": "it needs documents or a schema",
    }
    assert report.passed == (
        "filter.contradiction", "filter.date_as_text", "filter.empty_list", "filter.literal_wildcard",
    )  # fmt: skip


def test_mistakes_of_the_call(tmp_path):
    rows = [{"filter": {"kind": "guide"}}]
    with pytest.raises(UsageError, match="no filter dialect 'mango'"):
        lint(rows, dialect="mango")
    with pytest.raises(BadParameter, match="no engine profile 'mango'"):
        lint(rows, profile="mango")
    with pytest.raises(UsageError, match="there is no rule 'empty_lists'") as error:
        lint(rows, only=["empty_lists"])
    assert error.value.mend == "did you mean empty_list?"
    with pytest.raises(InputError, match="the schema has no properties"):
        lint(rows, schema={"kind": "string"})
    with pytest.raises(InputError, match="there are no rows"):
        lint([])
    with pytest.raises(InputError, match="none of the 2 rows has a filter"):
        lint([{"id": "q1", "where": {"kind": "guide"}}, {"id": "q2", "filter": None}])
    with pytest.raises(InputError, match="no such file"):
        lint(tmp_path / "absent.jsonl")
    (tmp_path / "docs.jsonl").write_text('{"kind": "guide"}\n', encoding="utf-8")
    with pytest.raises(RecordError):
        lint(rows, docs=tmp_path / "docs.jsonl")
    (tmp_path / "schema.json").write_text("[]", encoding="utf-8")
    with pytest.raises(InputError, match="is no JSON Schema"):
        lint(rows, schema=tmp_path / "schema.json")


def test_documents_in_a_file_and_rows_in_memory_give_the_same(tmp_path):
    (tmp_path / "docs.jsonl").write_text("\n".join(map(json.dumps, DOCS.values())), encoding="utf-8")
    rows = [{"filter": {"kid": "guide", "year": "2020"}, "retrieved": ["d1"]}]
    from_file = lint(rows, dialect="mongo", docs=tmp_path / "docs.jsonl")
    assert from_file.findings == lint(rows, dialect="mongo", docs=DOCS).findings
    assert len(from_file.findings) == 3
