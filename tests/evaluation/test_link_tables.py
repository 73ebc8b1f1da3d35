"""The diagnosis tables of links, each on a few mentions counted by hand."""

import json

import pytest

import ontoeval as oe
from ontoeval.audit.link_audit import LinkAudit
from ontoeval.errors import UsageError

TEXT = "Anna met Bob Brown in New York, bob said."
OBO = """format-version: 1.2

[Term]
id: P:0
name: thing

[Term]
id: P:1
name: Anna Smith
is_a: P:0

[Term]
id: P:2
name: Bob Brown
alt_id: P:22
is_a: P:0

[Term]
id: P:3
name: Robert
is_a: P:2

[Term]
id: P:4
name: gone
is_obsolete: true
replaced_by: P:3
"""


def m(text, concept, **more):
    start = TEXT.index(text)
    return {"start": start, "end": start + len(text), "id": concept, **more}


GOLD = [m("Anna", "P:1"), m("Bob Brown", "P:22"), m("New York", "NIL"), m("bob", "P:2")]
RUN = [
    m("Anna", "P:2", score=0.9, candidates=[{"id": "P:2"}, {"id": "P:1"}]),
    m("Bob", "P:2", score=0.8),
    m("New York", "P:4", score=0.3),
    m("met", "X:1"),
]


@pytest.fixture(scope="module")
def report():
    onto = oe.load(OBO.encode())
    gold = [{"id": "q", "query": TEXT, "mentions": GOLD}]
    return oe.audit.links(gold, [{"id": "q", "mentions": RUN}], ontology=onto, intervals=False)


def test_what_became_of_the_mentions(report):
    counts = {row["outcome"]: row["pairs"] for row in report.table("link_outcomes")}
    assert counts == {"wrong_link": 1, "nil_as_link": 1, "missed": 2, "spurious": 2}


def test_wrong_links_by_relation(report):
    """Anna and Bob are siblings below the root, which all concepts share: unrelated, two edges apart."""
    (row,) = report.table("link_relations")
    assert (row["relation"], row["links"], row["share"], row["mean_distance"]) == ("unrelated", 1, 1.0, 2.0)


def test_errors_by_category_and_how_often_they_could_be_made(report):
    """Three gold mentions with a concept, two of them named and one of these of two words."""
    found = {(row["group"], row["category"]): (row["errors"], row["possible"]) for row in report.table("link_errors")}
    assert found == {
        ("not_found", "all"): (2, 3),
        ("not_found", "lowercased"): (1, 1),
        ("not_found", "partially_included"): (1, 1),
        ("not_found", "partial_overlap"): (0, 2),
        ("not_found", "other"): (0, 2),
        ("false_alarm", "all"): (3, 4),
        ("false_alarm", "lowercased"): (1, 1),
        ("false_alarm", "groundtruth_unknown"): (1, 1),
        ("false_alarm", "other"): (1, 2),
        ("false_alarm", "wrong_span"): (1, 4),
        ("wrong_concept", "all"): (1, 1),
        ("wrong_concept", "partial_name"): (1, 1),
        ("wrong_concept", "multiple_candidates"): (1, 1),
        ("wrong_concept", "wrong_candidates"): (0, 1),
    }


def test_ids_of_both_sides(report):
    found = {(row["side"], row["status"]): (row["mentions"], row["ids"]) for row in report.table("link_ids")}
    assert found == {
        ("gold", "live"): (2, 2),
        ("gold", "alias"): (1, 1),
        ("gold", "nil"): (1, 1),
        ("run", "live"): (2, 1),
        ("run", "replaced"): (1, 1),
        ("run", "absent"): (1, 1),
    }
    alias = next(row for row in report.table("link_ids") if row["status"] == "alias")
    assert alias["examples"] == [{"id": "P:22", "stands_for": "P:2", "mentions": 1}]


def test_concepts_and_nil(report):
    rows = {row.pop("gold"): row for row in map(dict, report.table("link_nil"))}
    assert rows["concept"] == {"right": 0, "other_concept": 1, "nil": 0, "nothing": 2}
    assert rows["NIL"] == {"right": None, "other_concept": 1, "nil": 0, "nothing": 0}
    assert rows["nothing"] == {"right": None, "other_concept": 2, "nil": 0, "nothing": None}


def test_over_linking_by_relation_and_score(report):
    """P:4 is replaced by P:3, a child of the nearest gold concept P:2."""
    rows = [tuple(row.values()) for row in report.table("link_overlinking")]
    assert rows[:2] == [("all", "", 1, 1, 1.0), ("relation", "child", 1, 1, 1.0)]
    assert [row for row in rows if row[0] == "score"] == [
        ("score", "0.3 to 0.4", 1, 1, 1.0),
        ("score", "0.8 to 0.9", 0, 1, 0.0),
        ("score", "0.9 to 1", 0, 1, 0.0),
    ]


def test_candidates(report):
    rows = {row["k"]: (row["found"], row["of"], row["recall_near"]) for row in report.table("link_candidates")}
    assert rows[1] == (0, 3, 0.0)
    assert rows[2][:2] == rows[None][:2] == (1, 3)


def test_pairs_have_everything_in_one_row(report):
    rows = list(report.pairs())
    assert rows == report.table("link_pairs")
    anna = rows[0]
    assert (anna["id"], anna["text"], anna["outcome"]) == ("q", "Anna", "wrong_link")
    assert (anna["gold"], anna["gold_label"], anna["predicted"], anna["predicted_label"]) == (
        "P:1",
        "Anna Smith",
        "P:2",
        "Bob Brown",
    )
    assert (anna["relation"], anna["distance"], anna["category"]) == ("unrelated", 2.0, "partial_name")
    by_text = {row["text"]: row["category"] for row in rows}
    assert by_text["bob"] == "lowercased"
    assert by_text["Bob"] == "wrong_span"


def test_pairs_as_files(report, tmp_path):
    lines = report.save_pairs(tmp_path / "pairs.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == report.table("link_pairs")
    table = report.save_pairs(tmp_path / "pairs.csv").read_text(encoding="utf-8").splitlines()
    assert table[0].startswith("id,start,end,text,outcome,gold,gold_label")
    assert len(table) == 1 + len(lines)
    with pytest.raises(UsageError, match="no writer"):
        report.save_pairs(tmp_path / "pairs.xml")


def test_tables_on_links_are_made_on_request_only(report):
    """They take objects and time with millions of mentions: an ordinary report does not make them."""
    assert "link_outcomes" in report.tables()
    assert "linking_conventions" in report.tables()
    plain = oe.evaluate(report.compiled, ["linking_f1"], intervals=False)
    assert not [name for name in plain.tables() if name.startswith("link")]
    assert plain.table("link_outcomes") == report.table("link_outcomes")
    assert "link_curve" not in report.tables()


def test_case_does_not_count_where_most_mentions_are_lowercased():
    gold = [{"id": "q", "query": "some pain and Fever", "mentions": [{"start": 5, "end": 9, "id": "A"}]}]
    report = oe.audit.links(gold, [{"id": "q", "mentions": []}], intervals=False)
    kinds = [row["category"] for row in report.table("link_errors") if row["errors"]]
    assert kinds == ["all", "other"]


def test_no_texts_no_ontology_no_scores():
    gold = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A"}]}]
    report = oe.audit.links(gold, [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "B"}]}], intervals=False)
    assert isinstance(report, LinkAudit)
    for name in ("link_relations", "link_ids", "link_overlinking", "link_candidates", "link_sweep"):
        assert report.table(name) == [], name
    assert report.table("link_pairs")[0]["text"] is None
