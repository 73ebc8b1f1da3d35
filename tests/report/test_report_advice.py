from report_data import linking_only, many, ontology, unmeasured

import ontoeval as oe
from ontoeval.evaluation.advice import advice, mend_first
from ontoeval.evaluation.stories import stories
from ontoeval.evaluation.trees import tree
from ontoeval.report import terminal


def ids_of(manifest, *kinds):
    return sorted(fault["id"] for fault in manifest["faults"] if fault["fault"] in kinds)


def test_demo_the_first_thing_to_mend_is_the_filter_on_category(demo, manifest):
    # 13 filter losses are planted: 6 sibling, 3 child, 2 parent on category, and 2 on locale (fixtures/demo).
    rows = advice(demo)
    first = rows[0]
    assert first["title"] == "The filter on category excludes the gold document of 11 questions."
    assert first["evidence"] == (
        "6 asked for a sibling of the right concept, 3 asked for a child, 2 asked for the parent; "
        "as in q02: Sedan for Hatchback."
    )
    assert first["action"] == (
        "Make the filter soft: a boost in the ranking, not a condition. If it must stay hard: also matching "
        "subconcepts lets 2 of them through, also matching superconcepts 3."
    )
    assert (first["questions"], first["stage"], first["saves"]) == (11, "filter", True)
    assert sorted(first["ids"]) == ids_of(manifest, "filter_sibling", "filter_child", "filter_parent")
    locale = next(row for row in rows if "locale" in row["title"])
    assert locale["evidence"] == "2 asked for another value; as in q15: en-US for en-GB."
    assert sorted(locale["ids"]) == ids_of(manifest, "filter_locale")


def test_demo_two_things_are_shown_since_three_stages_share_the_third_place(demo, manifest):
    rows = advice(demo)
    shown = mend_first(rows)
    assert [row["questions"] for row in shown] == [11, 5]
    assert sorted(shown[1]["ids"]) == ids_of(manifest, "wrong_answer", "bad_refusal")
    assert "3 answered wrongly and 2 refused" in shown[1]["evidence"]
    assert [row["questions"] for row in rows[2:5]] == [3, 3, 3]


def test_demo_every_planted_fault_is_behind_some_advice(demo, manifest):
    behind = {name for row in advice(demo) for name in row["ids"]}
    assert behind == {fault["id"] for fault in manifest["faults"]}


def test_lost_questions_come_before_touched_ones_and_more_before_fewer(demo):
    rows = advice(demo)
    order = [(not row["saves"], -row["questions"]) for row in rows]
    assert order == sorted(order)
    assert all(row["questions"] == len(set(row["ids"])) == len(row["ids"]) for row in rows)


def test_without_a_funnel_linking_is_what_to_mend():
    rows = advice(linking_only())
    assert [row["title"] for row in rows] == [
        "3 of 6 gold mentions are not found at all, in 1 question.",
        "1 mention is found and linked wrongly, in 1 question.",
        "1 predicted mention is not in the golden set, in 1 question.",
    ]
    assert rows[0]["evidence"] == (
        "2 are found and linked rightly, 1 is linked wrongly: detection costs more than the choice of the concept."
    )
    assert rows[1]["evidence"] == "Predicted: 1 a sibling; as label of s for label of h."


def test_nothing_measured_gives_no_advice_and_no_block():
    report = unmeasured()
    assert advice(report) == []
    assert "MEND FIRST" not in terminal.render(report)


def test_a_golden_set_without_a_run_is_told_so():
    rows = advice(oe.evaluate([{"id": "q1", "gold": {"docs": ["d"]}}], ["recall@10"]))
    assert [(row["title"], row["action"]) for row in rows] == [
        ("There is no run.", "Give the run, joined to the golden set by id (--run).")
    ]


def test_missing_runs_broken_outputs_and_answers_without_documents_are_advised():
    gold = [{"id": f"q{i}", "answers": ["yes"]} for i in range(4)]
    run = [
        {"id": "q0", "answer": "no", "output": "{"},
        {"id": "q1", "answer": "yes", "output": "{}"},
        {"id": "q2", "error": "timeout"},
    ]
    rows = advice(oe.evaluate(oe.compile(gold, run), ["exact_match"]))
    assert [(row["questions"], row["title"]) for row in rows] == [
        (2, "The system gave nothing at all: 2 questions."),
        (1, "The answer is wrong: 1 question."),
        (1, "1 fault in outputs, in 1 question."),
    ]
    assert rows[0]["evidence"] == "1 without a row in the run and 1 with an error."


def test_two_fields_that_exclude_a_document_together_are_one_advice():
    docs = [{"id": "d", "color": "red", "size": 1}, {"id": "other", "year": 5}]
    gold = [{"id": "q1", "docs": ["d"]}, {"id": "q2", "docs": ["d"]}]
    run = [
        {"id": "q1", "predicates": {"color": "blue", "size": 2}, "retrieved": []},
        {"id": "q2", "predicates": {"size": "1", "year": 5}, "retrieved": []},
    ]
    rows = advice(oe.evaluate(oe.compile(gold, run, docs=docs), ["recall@10"]))
    assert [row["title"] for row in rows] == [
        "The filters on color and size together exclude the gold document of 1 question.",
        "The filters on size and year together exclude the gold document of 1 question.",
    ]
    assert rows[1]["action"] == (
        "Write the value with one type on both sides; fill the field in the documents that lack it."
    )


def test_a_clear_third_piece_of_advice_is_shown():
    def row(questions, saves=True):
        return {"questions": questions, "saves": saves}

    assert len(mend_first([row(9), row(5), row(3)])) == 3
    assert len(mend_first([row(9), row(5), row(3), row(2)])) == 3
    assert len(mend_first([row(9), row(5), row(3), row(3)])) == 2
    assert len(mend_first([row(9), row(5), row(3), row(3, False)])) == 3
    assert mend_first([]) == []


def test_the_terminal_ends_with_what_to_mend_first(demo):
    block = terminal.render(demo).rstrip().rpartition("MEND FIRST\n")[2].splitlines()
    assert block[0] == "  1. The filter on category excludes the gold document of 11 questions."
    assert len(block) == 6


def test_demo_stories_are_those_of_the_planted_faults_in_the_order_of_the_stages(demo, manifest):
    told = stories(demo)
    assert (told["faulty"], told["fine"]) == (44, 20)
    assert sorted(story["id"] for story in told["stories"]) == sorted(fault["id"] for fault in manifest["faults"])
    stages = {fault["id"]: fault["stage"] for fault in manifest["faults"] if fault["stage"]}
    assert {story["id"]: story["stage"] for story in told["stories"] if story["id"] in stages} == stages


def test_a_story_holds_filter_ranking_answer_and_tree(demo):
    story = next(story for story in stories(demo)["stories"] if story["id"] == "q02")
    category = story["filter"][0]
    assert category["asked"] == [{"id": "CAT:0000004", "label": "Sedan"}]
    held = [{"id": "CAT:0000005", "label": "Hatchback"}]
    assert category["documents"] == [{"id": "larch-3-hatchback", "has": held, "passes": False}]
    assert story["ranking"]["sizes"] == {"candidates": 3, "retrieved": 3, "contexts": 3}
    gold = [row for row in story["ranking"]["rows"] if row["gold"]]
    assert gold == [{"id": "larch-3-hatchback", "title": "Larch 3 Hatchback", "gold": True}]
    assert story["answer"]["verdict"] == "refused"
    (pair,) = story["concepts"]["pairs"]
    (root,) = pair["tree"]
    assert (root["label"], root["role"]) == ("Car", "common")
    assert {child["label"]: child["role"] for child in root["children"]} == {"Sedan": "predicted", "Hatchback": "gold"}


def test_too_many_stories_are_shared_out_among_the_stages():
    told = stories(many(300), 12)
    stages = [story["stage"] for story in told["stories"]]
    assert len(stages) == 12
    assert {name: stages.count(name) for name in set(stages)} == {
        "filter": 3,
        "candidates": 3,
        "answer": 3,
        "conformance": 3,
    }


def outline(nodes):
    return [(node["id"], node["role"], outline(node["children"])) for node in nodes]


def test_trees_join_two_concepts_below_their_nearest_common_ancestor():
    onto = ontology()
    assert outline(tree(onto, "s", "c")) == [("v", "common", [("s", "gold", []), ("h", "", [("c", "predicted", [])])])]
    assert outline(tree(onto, "v", "c")) == [("v", "gold", [("h", "", [("c", "predicted", [])])])]
    assert outline(tree(onto, "c", None)) == [("h", "", [("c", "gold", [])])]
    assert outline(tree(onto, "c", "c")) == [("c", "both", [])]
    assert tree(onto, None, None) == []
