"""``ontology migrate``: decisions about a new release go into a copy of the golden set, and nothing else changes."""

import json

import pytest

BASE = ("A:1 animal", "A:2 cat < A:1", "A:3 dog < A:1", "A:4 tabby < A:2")
AFTER = ("A:1 animal", "A:2 cat < A:1 | alt_id: A:4", "A:5 hound < A:1")


@pytest.fixture
def proposed(cli, write, obo, tmp_path):
    """Makes a proposal for a golden set, and gives it back with the decisions."""

    def make(golden, *decisions, fields=()):
        old, new, file = write("old.obo", obo(*BASE)), write("new.obo", obo(*AFTER)), tmp_path / "proposal.json"
        cli("ontology", "diff", old, new, "--golden", golden, "--migration", file, *fields)
        content = json.loads(file.read_text(encoding="utf-8"))
        for step, decision in zip(content["steps"], decisions, strict=True):
            step["decision"] = decision
        file.write_text(json.dumps(content), encoding="utf-8")
        return file

    return make


def lines(path):
    return path.read_text(encoding="utf-8").splitlines()


def test_decisions_change_their_rows_and_leave_the_others_as_they_are(cli, write, proposed, tmp_path):
    untouched = '{"id":"q2",  "gold": {"concepts": ["A:1"]}, "note": "1.50"}'
    rows = ['{"id": "q1", "gold": {"concepts": ["A:3", "A:1"]}}', untouched, '{"id": "q3", "concepts": ["A:4", "A:2"]}']
    golden, out = write("golden.jsonl", "\n".join(rows) + "\n"), tmp_path / "new.jsonl"
    done = cli("ontology", "migrate", golden, proposed(golden, "A:5", "A:2"), "-o", out)
    assert done.code == 0
    assert "2 replaced, 0 removed, 0 kept, 0 undecided" in done.err
    assert lines(out) == [
        '{"id": "q1", "gold": {"concepts": ["A:5", "A:1"]}}', untouched, '{"id": "q3", "concepts": ["A:2"]}',
    ]  # fmt: skip
    assert lines(golden) == rows


def test_what_is_undecided_or_kept_stays_and_certain_steps_can_be_taken_at_once(cli, write, proposed, tmp_path):
    golden, out = write("golden.jsonl", [{"id": "q1", "gold": {"concepts": ["A:3", "A:4"]}}]), tmp_path / "new.jsonl"
    proposal = proposed(golden, None, None)
    assert "0 kept, 2 undecided" in cli("ontology", "migrate", golden, proposal, "-o", out).err
    assert out.read_bytes() == golden.read_bytes()
    assert "1 replaced" in cli("ontology", "migrate", golden, proposal, "-o", out, "--certain").err
    assert json.loads(lines(out)[0])["gold"]["concepts"] == ["A:3", "A:2"]
    cli("ontology", "migrate", golden, proposed(golden, None, "keep"), "-o", out, "--certain")
    assert out.read_bytes() == golden.read_bytes()


def test_a_mention_is_removed_as_a_whole_and_fields_may_have_other_names(cli, write, proposed, tmp_path):
    mentions = [
        {"start": 0, "end": 3, "id": "A:3"},
        {"start": 4, "end": 7, "id": "A:1"},
        {"start": 8, "end": 9, "ids": ["A:3", "A:1"]},
        {"start": 10, "end": 12, "id": "A:3"},
        {"start": 13, "end": 15, "ids": ["A:3"]},
    ]
    fields = ("--field", "id=doc", "--field", "gold.mentions=truth.spans")
    golden, out = write("golden.jsonl", [{"doc": "q1", "truth": {"spans": mentions}}]), tmp_path / "new.jsonl"
    proposal = proposed(golden, "remove", "remove", "A:5", "remove", fields=fields)
    assert cli("ontology", "migrate", golden, proposal, "-o", out, *fields).code == 0
    assert json.loads(lines(out)[0])["truth"]["spans"] == [
        {"start": 4, "end": 7, "id": "A:1"},
        {"start": 8, "end": 9, "ids": ["A:1"]},
        {"start": 10, "end": 12, "id": "A:5"},
    ]
    wrong = cli("ontology", "migrate", golden, proposal, "-o", tmp_path / "none.jsonl")
    assert (wrong.code, "4 steps do not fit golden.jsonl" in wrong.err) == (3, True)
    assert not (tmp_path / "none.jsonl").exists()


def test_positions_that_others_count_are_not_shifted(cli, write, proposed, tmp_path):
    mentions = [{"start": 0, "end": 1, "id": "A:3"}, {"start": 0, "end": 2, "id": "A:1"}]
    mentions.append({"start": 0, "end": 1, "id": "A:1", "parents": [1]})
    golden = write("golden.jsonl", [{"id": "q1", "gold": {"mentions": mentions}}])
    outcome = cli("ontology", "migrate", golden, proposed(golden, "remove"), "-o", tmp_path / "new.jsonl")
    assert (outcome.code, "golden.jsonl:1 gold.mentions[0].id" in outcome.err) == (3, True)


def test_a_mention_without_a_concept_gets_one(cli, write, obo, tmp_path):
    old, new = write("old.obo", obo("A:1 animal")), write("new.obo", obo("A:1 animal", "A:2 cat < A:1"))
    golden = write("golden.jsonl", [{"id": "q1", "gold": {"mentions": [{"start": 0, "end": 3, "text": "cat"}]}}])
    proposal, out = tmp_path / "proposal.json", tmp_path / "new.jsonl"
    cli("ontology", "diff", old, new, "--golden", golden, "--migration", proposal)
    content = json.loads(proposal.read_text(encoding="utf-8"))
    assert [(step["rule"], step["from"]) for step in content["steps"]] == [("EVL07", None)]
    content["steps"][0]["decision"] = "A:2"
    proposal.write_text(json.dumps(content), encoding="utf-8")
    assert cli("ontology", "migrate", golden, proposal, "-o", out).code == 0
    assert json.loads(lines(out)[0])["gold"]["mentions"] == [{"start": 0, "end": 3, "text": "cat", "id": "A:2"}]


def test_a_golden_set_that_changed_since_is_refused(cli, write, proposed, tmp_path):
    golden = write("golden.jsonl", [{"id": "q1", "gold": {"concepts": ["A:3"]}}])
    proposal = proposed(golden, "A:5")
    for row in ({"id": "q1", "gold": {"concepts": ["A:1"]}}, {"id": "q0", "gold": {"concepts": ["A:3"]}}):
        write("golden.jsonl", [row, {"id": "q1", "gold": {"concepts": ["A:3"]}}])
        outcome = cli("ontology", "migrate", golden, proposal, "-o", tmp_path / "new.jsonl")
        assert (outcome.code, "row 'q1' has no A:3 there that can be changed" in outcome.err) == (3, True)
    write("golden.jsonl", "")
    assert cli("ontology", "migrate", golden, proposal, "-o", tmp_path / "new.jsonl").code == 3


@pytest.mark.parametrize(
    "content",
    [
        "[]",
        '{"steps": [{}]}',
        '{"steps": [{"row": "q1", "where": "g:1", "field": "gold.concepts[0]", "from": "A:3", "decision": 3}]}',
    ],
)
def test_what_is_no_proposal_is_refused(cli, write, tmp_path, content):
    golden = write("golden.jsonl", [{"id": "q1", "gold": {"concepts": ["A:3"]}}])
    assert cli("ontology", "migrate", golden, write("p.json", content), "-o", tmp_path / "new.jsonl").code == 3


def test_nothing_is_edited_in_place(cli, write, proposed):
    golden = write("golden.jsonl", [{"id": "q1", "gold": {"concepts": ["A:3"]}}])
    proposal = proposed(golden, "A:5")
    assert cli("ontology", "migrate", golden, proposal, "-o", golden).code == 2
    assert cli("ontology", "migrate", golden, proposal, "-o", proposal).code == 2
