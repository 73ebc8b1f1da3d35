"""Triples as texts: what is the same, what is filtered by whom, what supports it, and broken input."""

from __future__ import annotations

import json

import pytest

import ontoeval as oe
from ontoeval.errors import BadParameter, InputError, RecordError
from ontoeval.evaluation.tables import table

T2K = 'convention="text2kgbench"'


def both(gold: list, run: list | None, name: str = "triple_f1", **more: object):
    rows = [{"id": "q", "triples": gold, **more}], [] if run is None else [{"id": "q", "triples": run}]
    return oe.score(name, *rows)


@pytest.mark.parametrize(
    ("emitted", "right"),
    [
        (["Bleach: Hell Verse", "cast member", "Abe"], True),
        (["bleach : hell verse", "cast_member", " ABE"], True),
        (["Bleach: Hell Verse", "CastMember", "Abe"], True),
        (["Bleach Hell Verse", "cast member", "Abe"], False),  # punctuation counts: -5 is not 5
        (["Abe", "cast member", "Bleach: Hell Verse"], False),
        (["Bleach: Hell Verse cast", "member", "Abe"], False),  # a concatenation would not see it
        ({"sub": "Bleach: Hell Verse", "rel": "cast member", "obj": "Abe"}, True),
        ({"subject": "Bleach: Hell Verse", "predicate": "cast member", "object": "Abe"}, True),
        ({"head": "Bleach: Hell Verse", "relation": "cast member", "tail": "Abe"}, True),
    ],
)
def test_when_two_triples_are_the_same(emitted, right):
    assert both([["Bleach: Hell Verse", "cast member", "Abe"]], [emitted]).value == float(right)


def test_counts_are_over_different_triples():
    result = both([["a", "r", "b"], ["a", "r", "c"]], [["a", "r", "b"], ["A", "r", "b"], ["x", "r", "y"]])
    assert (result.sums["tp"], result.sums["fp"], result.sums["fn"]) == (1, 1, 1)


def test_awkward_samples_are_told_apart():
    """Nothing on both sides; an empty answer; no answer; no gold."""
    gold = [
        {"id": "nothing", "triples": []},
        {"id": "empty", "triples": [["a", "r", "b"]]},
        {"id": "missing", "triples": [["a", "r", "b"]]},
        {"id": "no gold"},
    ]
    run = [
        {"id": "nothing", "triples": []},
        {"id": "empty", "triples": []},
        {"id": "no gold", "triples": [["a", "r", "b"]]},
    ]
    found = {name: oe.score(name, gold, run) for name in ("triple_f1", "triple_precision", "triple_recall")}
    assert [result.value for result in found.values()] == [0.0, None, 0.0]
    statuses = [(result.n_ok, result.n_missing, result.n_undefined) for result in found.values()]
    assert statuses == [(1, 1, 2), (0, 1, 3), (1, 1, 2)]


#: One gold triple per sentence; the answers: right, right beside a relation that gold lacks, empty, none at all.
SENTENCES = ["right", "beside", "empty", "none"]
GOLD = [
    {
        "id": name,
        "query": "Abe directed Bleach",
        "triples": [["Bleach", "director", "Abe"]],
        "vocabulary": {"concepts": ["film", "human"], "relations": ["director", "cast member"]},
    }
    for name in SENTENCES
]
RUN = [
    {"id": "right", "triples": [["Bleach", "director", "Abe"]]},
    {"id": "beside", "triples": [["Bleach", "director", "Abe"], ["Japan", "country", "film"]]},
    {"id": "empty", "triples": []},
]


@pytest.mark.parametrize(
    ("name", "official", "ours"),
    [
        ("triple_precision", (1 + 1 + 0 + 0) / 4, 2 / 3),
        ("triple_recall", (1 + 1 + 0 + 0) / 4, 2 / 4),
        ("triple_f1", (1 + 1 + 0 + 0) / 4, 4 / 7),  # tp 2, fp 1, fn 2
        ('triple_conformance(check="predicate"', (1 + 1 / 2 + 1 + 0) / 4, 2 / 3),
        ('triple_unsupported(part="subject"', (0 + 1 / 2 + 0 + 0) / 4, 1 / 3),
        ('triple_unsupported(part="relation"', (0 + 1 / 2 + 0 + 0) / 4, 1 / 3),
        ('triple_unsupported(part="object"', 0.0, 1 / 3),  # "film" is the label of a concept
    ],
)
def test_the_convention_and_the_honest_reading(name, official, ours):
    head, _, options = name.partition("(")
    theirs = f"{head}({options + ', ' if 'part' in options else ''}{T2K})"
    assert oe.score(theirs, GOLD, RUN).value == pytest.approx(official)
    assert oe.score(f"{name})" if options else name, GOLD, RUN).value == pytest.approx(ours)


def test_relations_need_underscores_under_the_convention():
    gold, with_spaces, with_underscores = (
        [["a", relation, "b"]] for relation in ("cast member", "cast member", "cast_member")
    )
    assert both(gold, with_spaces, f"triple_f1({T2K})").value == 0.0
    assert both(gold, with_underscores, f"triple_f1({T2K})").value == 1.0
    assert both(gold, with_spaces).value == both(gold, with_underscores).value == 1.0


def test_parts_run_together_under_the_convention():
    assert both([["ab", "r", "c"]], [["a", "r", "c"], ["abr", "r", "c"]], f"triple_precision({T2K})").value == 0.0
    assert both([["a", "r", "rb"]], [["ar", "r", "b"]], f"triple_f1({T2K})").value == 1.0
    assert both([["a", "r", "rb"]], [["ar", "r", "b"]]).value == 0.0


@pytest.mark.parametrize("option", ['average="micro"', "beta=2"])
def test_what_the_convention_fixes_is_not_given_beside_it(option):
    with pytest.raises(BadParameter, match="fixes"):
        oe.score(f"triple_f1({option}, {T2K})", GOLD, RUN)


@pytest.mark.parametrize(
    ("subject", "text", "supported"),
    [
        ("Abe", "Noriyuki Abe directed it.", True),
        ("noriyuki abe", "Noriyuki Abe directed it.", True),
        ("Noriyuki  Abe.", "… by Noriyuki Abe", True),
        ("ape", "a landscape", False),  # within a word
        ("Abe Noriyuki", "Noriyuki Abe", False),
        ("", "anything", False),
        (" ", "anything", False),
        ("?!", "what?!", False),  # nothing to look for
    ],
)
def test_what_a_text_supports(subject, text, supported):
    gold, run = [{"id": "q", "query": text}], [{"id": "q", "triples": [[subject, "r", "x"]]}]
    assert oe.score('triple_unsupported(part="subject")', gold, run).value == float(not supported)


def test_other_names_of_a_concept_support_it():
    onto = oe.load(b'format-version: 1.2\n\n[Term]\nid: A:1\nname: seizure\nsynonym: "epileptic fit" EXACT []\n')
    gold, run = [{"id": "q", "query": "an epileptic fit"}], [{"id": "q", "triples": [["A:1", "r", "seizure"]]}]
    for part in ("subject", "object"):
        assert oe.score(f'triple_unsupported(part="{part}")', gold, run, ontology=onto).value == 0.0
    assert oe.score("triple_unsupported", gold, run).value == 1.0


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("triple_conformance", "no row has vocabulary"),
        (f"triple_conformance({T2K})", "no row has vocabulary"),
        ('triple_conformance(check="domain")', "no ontology with properties was given"),
        ("triple_unsupported", "no row has query"),
    ],
)
def test_what_cannot_be_measured_says_why(name, reason):
    result = both([["a", "r", "b"]], [["a", "r", "b"]], name)
    assert result.value is None
    assert reason in result.reason


@pytest.mark.parametrize(
    "triple", [["a", "r"], ["a", "r", "b", "c"], "a r b", {"head": "a"}, ["a", ["r"], "b"], ["a", None, "b"], 3]
)
def test_what_is_no_triple_is_refused_with_its_place(triple):
    with pytest.raises(RecordError, match=r"run\[0\] run.triples\[1\]"):
        both([], [["a", "r", "b"], triple])


def test_empty_parts_are_data_and_no_error():
    gold = [{"id": "q", "query": "a b", "vocabulary": {"relations": ["r"]}}]
    run = [{"id": "q", "triples": [["a", "", "b"], ["", "r", None], ["a", "r", 5]]}]
    assert oe.score('triple_conformance(check="predicate")', gold, run).value == pytest.approx(2 / 3)
    assert oe.score("triple_unsupported", gold, run).value == pytest.approx(2 / 3)


def test_table_of_faults_names_each_with_its_mend():
    found = table("triple_faults", oe.compile(GOLD, [{"id": "right", "triples": [["Bleach", "directer", "film"]]}]))
    assert [(row["id"], row["fault"], row["mend"]) for row in found] == [
        ("right", "triple.placeholder", ""),
        ("right", "triple.predicate_near_miss", "use director"),
    ]
    assert table("triple_faults", oe.compile([{"id": "q"}], [{"id": "q"}])) == []


def benchmark(folder, answers: str = ""):
    """A data set of one ontology as the benchmark lays it out."""
    for name in ("ontologies", "ground_truth", "manually_verified_sentences", "answers"):
        (folder / name).mkdir()
    content = {"concepts": [{"qid": "Q1", "label": "film"}], "relations": [{"pid": "P1", "label": "director"}]}
    (folder / "ontologies" / "1_movie_ontology.json").write_text(json.dumps(content))
    rows = [
        {"id": f"ont_1_movie_test_{n}", "sent": "Abe", "triples": [{"sub": "B", "rel": "director", "obj": "Abe"}]}
        for n in (1, 2)
    ]
    (folder / "ground_truth" / "ont_1_movie_ground_truth.jsonl").write_text(
        "".join(json.dumps(row) + "\n" for row in rows)
    )
    (folder / "manually_verified_sentences" / "selected_ont_1_movie.txt").write_text("ont_1_movie_test_2\n")
    said = json.dumps(
        {"id": "ont_1_movie_test_2", "response": "director(B,Abe)", "triples": [["B", "director", "Abe"]]}
    )
    (folder / "answers" / "1_movie_responses.jsonl").write_text(answers or said)
    return folder


def test_files_of_the_benchmark_are_read(tmp_path):
    folder = benchmark(tmp_path)
    samples = sorted(oe.read(folder, folder / "answers"), key=lambda sample: sample.id)
    assert [(sample.tags["ontology"], sample.tags["selected"]) for sample in samples] == [
        ("1_movie", "no"),
        ("1_movie", "yes"),
    ]
    assert samples[0].query == "Abe"
    assert samples[0].vocabulary == {"concepts": ["film"], "relations": ["director"]}
    assert samples[0].run is None
    assert samples[1].run.answer == "director(B,Abe)"
    found = table("triple_text2kgbench", oe.compile(oe.read(folder, folder / "answers")))
    assert [(row["ontology"], row["type"], row["sentences"], row["answered"], row["F1"]) for row in found] == [
        ("1_movie", "all_test_cases", 2, 1, 0.5),
        ("1_movie", "selected_test_cases", 1, 1, 1.0),
        ("global", "global", 2, 1, 0.5),
    ]


def test_one_file_of_the_benchmark_with_its_ontology(tmp_path):
    folder = benchmark(tmp_path)
    form = f'text2kgbench(ontology="{folder}/ontologies/1_movie_ontology.json")'
    gold = folder / "ground_truth" / "ont_1_movie_ground_truth.jsonl"
    samples = oe.read(gold, folder / "answers" / "1_movie_responses.jsonl", gold_format=form)
    assert oe.score(f"triple_conformance({T2K})", samples).value == 0.5
    assert [sample.vocabulary for sample in oe.read(gold)] == [None, None]


def test_broken_files_of_the_benchmark(tmp_path):
    folder = benchmark(
        tmp_path, answers='{"id": "ont_1_movie_test_2", "response": "x", "triples": [["B", "director"]]}'
    )
    with pytest.raises(RecordError, match=r"1_movie_responses\.jsonl:1"):
        list(oe.read(folder, folder / "answers"))
    with pytest.raises(BadParameter, match="split"):
        list(oe.read(folder, gold_format='text2kgbench(split="dev")'))
    with pytest.raises(InputError, match="0 files hold the sentences of 1_movie"):
        list(oe.read(folder, gold_format='text2kgbench(split="unseen")'))
    (folder / "ontologies" / "1_movie_ontology.json").write_text('{"concepts": [{"name": "film"}]}')
    with pytest.raises(InputError, match="this is no ontology of Text2KGBench"):
        list(oe.read(folder))
    with pytest.raises(InputError, match="this is no data set"):
        list(oe.read(folder / "answers", gold_format="text2kgbench"))


def test_without_punkt_the_numbers_say_so(monkeypatch):
    """`None` in ``sys.modules`` is how Python marks a module that cannot be imported."""
    monkeypatch.setitem(__import__("sys").modules, "punkt", None)
    compiled = oe.compile(GOLD, RUN)
    oe.evaluate(compiled, [f'triple_unsupported(part="object", {T2K})', f"triple_f1({T2K})"], intervals=False)
    assert [finding.id for finding in compiled.findings if finding.id.startswith("text2kg")] == [
        "text2kgbench.no_punkt"
    ]
    compiled = oe.compile(GOLD, RUN)
    oe.evaluate(compiled, [f"triple_f1({T2K})"], intervals=False)
    assert not [finding for finding in compiled.findings if finding.id.startswith("text2kg")]
