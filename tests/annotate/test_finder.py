import pytest
from hypothesis import given
from hypothesis import strategies as st

import ontoeval as oe
from ontoeval.annotate import MentionFinder, find_mentions
from ontoeval.errors import BadParameter, MissingExtra, OntologyError, UnknownConcept


def places(mentions):
    """(start, end, id) of mentions."""
    return [(mention["start"], mention["end"], mention.get("id")) for mention in mentions]


EARS = {
    "X:1": ("Hearing loss", {"exact": ["Deafness"], "related": ["Hypoacusis"]}),
    "X:2": "Sudden hearing loss",
    "X:3": ("Amyotrophic lateral sclerosis", {"exact": ["ALS"], "broad": ["CK-MB"]}),
    "X:4": "Old name",
}
BELOW = {"X:2": "X:1"}


@pytest.fixture(scope="module")
def ears(named):
    return named(EARS, BELOW, deprecated=("X:4",))


# ---- where names are found


def test_a_mention_is_a_row_of_run_mentions(ears):
    text = "He has sudden   Hearing\nLoss."
    assert find_mentions(text, ears) == [{"start": 7, "end": 28, "text": "sudden   Hearing\nLoss", "id": "X:2"}]


def test_the_longest_name_wins_and_the_shorter_is_found_elsewhere(ears):
    assert places(find_mentions("sudden hearing loss; hearing loss", ears)) == [(0, 19, "X:2"), (21, 33, "X:1")]


def test_a_longer_name_that_is_not_finished_leaves_the_shorter_one(named):
    onto = named({"X:1": "a b", "X:2": "a b c d", "X:3": "c"})
    assert places(find_mentions("a b c x", onto)) == [(0, 3, "X:1"), (4, 5, "X:3")]


def test_all_overlaps_on_request(named):
    onto = named({"X:1": "hearing loss", "X:2": "sudden hearing loss", "X:3": "loss of smell"})
    found = places(find_mentions("sudden hearing loss of smell", onto, overlaps="all"))
    assert found == [(0, 19, "X:2"), (7, 19, "X:1"), (15, 28, "X:3")]


@pytest.mark.parametrize("text", ["hearinglosses", "shearing loss", "hearing, loss", "hearing. Loss", "hearing losses"])
def test_only_whole_words_with_nothing_between_them(ears, text):
    assert find_mentions(text, ears) == []


@pytest.mark.parametrize(
    "text", ["hearing-loss", "hearing\u2011loss", "(hearing loss)", "“hearing loss”", "hearing_loss"]
)
def test_hyphens_and_neighbouring_signs_do_not_matter(ears, text):
    assert [mention["id"] for mention in find_mentions(text, ears)] == ["X:1"]


@pytest.mark.parametrize(
    ("label", "text", "place"),
    [
        ("Straße", "x STRASSE y", (2, 9)),
        ("STRASSE", "x Straße y", (2, 8)),
        ("İzmir", "die IZMIR", None),  # I and İ are two letters without a language
        ("İzmir", "ist i\u0307zmir.", (4, 10)),
        ("Ménière disease", "Me\u0301nie\u0300re disease!", (0, 17)),
        ("糖尿病", "私は糖尿病です", (2, 5)),
        ("당뇨병", "당뇨병은", (0, 3)),
        ("😀 face", "a 😀 face", (2, 8)),
        ("👍", "👍🏽", None),
        ("👩\u200d🔬", "x👩\u200d🔬", (1, 4)),
        ('"Moon" face', "his “moon” face", (4, 15)),
        ("Down's syndrome", "Down’s syndrome", (0, 15)),
        ("Type II (severe)", "type ii (severe)", (0, 16)),
        ("fibrosis", "👍🏽 ﬁbrosis", (3, 10)),
    ],
)
def test_offsets_are_code_points_of_the_text_as_it_is(labeled, label, text, place):
    found = find_mentions(text, labeled(label))
    assert [(mention["start"], mention["end"]) for mention in found] == ([place] if place else [])
    assert [mention["text"] for mention in found] == ([text[slice(*place)]] if place else [])


@given(st.lists(st.text(min_size=1, max_size=6), min_size=1, max_size=5), st.text(max_size=30), st.text(max_size=30))
def test_a_name_alone_between_spaces_is_always_found(labeled, names, before, after):
    finder = MentionFinder(labeled("thing", *names), overlaps="all", case="ignore")
    left_out = {concept for finding in finder.findings for concept in finding.subjects}
    for number, name in enumerate(names, 1):
        text = f"{before} {name} {after}"
        texts = [text[m["start"] : m["end"]] for m in finder.find(text) if f"X:{number}" in m.get("ids", [m.get("id")])]
        if f"X:{number}" not in left_out:
            assert texts, (name, text)


# ---- case and inflection


@pytest.mark.parametrize(
    ("case", "found"),
    [
        ("acronyms", ["ALS", "CK-MB", "DEAFNESS", "deafness"]),
        ("ignore", ["ALS", "als", "CK-MB", "ck-mb", "DEAFNESS", "deafness"]),
        ("exact", ["ALS", "CK-MB"]),
    ],
)
def test_case_counts_in_short_acronyms_by_default(ears, case, found):
    text = "ALS als CK-MB ck-mb DEAFNESS deafness"
    assert [mention["text"] for mention in find_mentions(text, ears, case=case)] == found


def test_a_name_of_five_capitals_is_no_acronym(named):
    assert len(find_mentions("nbccs NBCCS", named({"X:1": "NBCCS"}))) == 2


def test_acronym_and_word_with_the_same_letters(named):
    onto = named({"X:1": "ALL", "X:2": "all"})
    assert [(m.get("id"), m.get("ids")) for m in find_mentions("all ALL All", onto)] == [
        ("X:2", None),
        (None, ["X:1", "X:2"]),
        ("X:2", None),
    ]


def test_plurals_and_possessives_on_request(named):
    onto = named({"X:1": "Ear anomaly", "X:2": "Alzheimer disease", "X:3": "Seizures", "X:4": "ALS", "X:5": "I"})
    text = "ear anomalies, Alzheimer's disease, patients' seizure, ALSs, Als, Is"
    assert find_mentions(text, onto) == []
    found = find_mentions(text, onto, inflection="plural")
    assert [(m["text"], m["id"]) for m in found] == [
        ("ear anomalies", "X:1"),
        ("Alzheimer's disease", "X:2"),
        ("seizure", "X:3"),
        ("ALSs", "X:4"),
    ]


def test_a_possessive_ending_is_outside_the_mention(named):
    onto = named({"X:1": "myopia"})
    assert places(find_mentions("the myopia's course", onto, inflection="plural")) == [(4, 10, "X:1")]


def test_stems_on_request(named):
    pytest.importorskip("nltk")
    onto = named({"X:1": "Abnormal breathing"})
    assert len(find_mentions("abnormally breathes", onto, inflection="stem")) == 1
    with pytest.raises(BadParameter, match="ignores case"):
        MentionFinder(onto, inflection="stem", case="exact")


def test_stems_without_nltk_say_what_to_install(named, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "nltk.stem.snowball", None)
    with pytest.raises(MissingExtra, match=r"ontoeval\[nlp\]"):
        MentionFinder(named({"X:1": "a"}), inflection="stem")


def test_a_function_of_ones_own_inflects(named):
    onto = named({"X:1": "Haus"})
    assert len(find_mentions("Häuser", onto, inflection=lambda word: {"häuser": "haus"}.get(word, word))) == 1


# ---- which names, and what they name


def test_deprecated_concepts_only_on_request(ears):
    assert find_mentions("old name", ears) == []
    assert [m["id"] for m in find_mentions("old name", ears, deprecated=True)] == ["X:4"]


def test_only_below_roots(ears):
    text = "sudden hearing loss, hearing loss, ALS"
    assert [m["id"] for m in find_mentions(text, ears, roots=["X:1"])] == ["X:2", "X:1"]
    assert [m["text"] for m in find_mentions(text, ears, roots="X:2")] == ["sudden hearing loss"]
    with pytest.raises(UnknownConcept):
        MentionFinder(ears, roots=["X:99"])


def test_only_some_synonyms(ears):
    text = "deafness hypoacusis CK-MB hearing loss"
    assert [m["text"] for m in find_mentions(text, ears, synonyms=["exact"])] == ["deafness", "hearing loss"]
    assert [m["text"] for m in find_mentions(text, ears, synonyms=())] == ["hearing loss"]
    with pytest.raises(BadParameter, match="no scope is called close"):
        MentionFinder(ears, synonyms=["close"])


AMBIGUOUS = {
    "X:1": ("one", {"exact": ["cold"]}),
    "X:2": "cold",
    "X:3": "cold",
    "X:4": ("four", {"broad": ["flu"]}),
    "X:5": ("five", {"exact": ["flu", "Flu"]}),
}


@pytest.mark.parametrize(
    ("ambiguous", "cold", "flu"),
    [
        ("preferred", {"ids": ["X:2", "X:3"]}, {"id": "X:5"}),
        ("first", {"id": "X:2"}, {"id": "X:5"}),
        ("all", {"ids": ["X:2", "X:3", "X:1"]}, {"ids": ["X:5", "X:4"]}),
    ],
)
def test_names_of_several_concepts(named, ambiguous, cold, flu):
    found = find_mentions("cold flu", named(AMBIGUOUS), ambiguous=ambiguous)
    candidates = [[{"id": id} for id in ids] for ids in (["X:2", "X:3", "X:1"], ["X:5", "X:4"])]
    assert found == [
        {"start": 0, "end": 4, "text": "cold", **cold, "candidates": candidates[0]},
        {"start": 5, "end": 8, "text": "flu", **flu, "candidates": candidates[1]},
    ]


def test_what_is_left_out_is_said(labeled):
    finder = MentionFinder(labeled("!?", "flu", "a", "x" * 1001, "all", "🙂"), stop=["ALL", "nothing"], min_length=2)
    assert {(f.id, f.severity, f.count, f.subjects) for f in finder.findings} == {
        ("name.no_letters", "warning", 1, ("X:0",)),
        ("name.too_short", "info", 2, ("X:2", "X:5")),
        ("name.too_long", "warning", 1, ("X:3",)),
        ("name.stop", "info", 1, ("X:4",)),
        ("stop.unused", "warning", 1, ()),
    }
    assert [m["id"] for m in finder.find("All a flu 🙂 !?")] == ["X:1"]
    assert len(finder) == 1
    assert finder.concepts == {"X:1"}


def test_common_words_are_names_unless_they_are_stopped(named):
    assert len(find_mentions("all of it", named({"X:1": "All"}))) == 1


# ---- odd input


@pytest.mark.parametrize("text", ["", " ", "x", "loss", "\ud800", "\x00"])
def test_texts_without_a_name(ears, text):
    assert find_mentions(text, ears) == []


def test_a_text_of_one_name(ears):
    assert places(find_mentions("deafness", ears)) == [(0, 8, "X:1")]


def test_a_long_text(ears):
    text = "x" * 1_000_000 + " deafness" * 1000
    assert places(find_mentions(text, ears))[-1] == (1_008_992, 1_009_000, "X:1")


def test_a_name_that_repeats_its_beginning_costs_no_more_than_its_length(labeled):
    onto = labeled("a " * 499 + "b")
    assert find_mentions("a " * 20_000, onto) == []
    assert places(find_mentions("a " * 20_000 + "b", onto)) == [(39_002, 40_001, "X:0")]


def test_a_label_of_five_megabytes_is_left_out_and_listed(labeled):
    finder = MentionFinder(labeled("word " * 1_000_000, "deafness"))
    assert [(finding.id, finding.subjects) for finding in finder.findings] == [("name.too_long", ("X:0",))]
    assert len(str(finder.findings[0])) < 300
    assert len(finder.find("deafness")) == 1


def test_an_ontology_without_names(labeled):
    with pytest.raises(OntologyError, match="no name to look for"):
        MentionFinder(labeled(None))
    with pytest.raises(OntologyError, match=r"\(1 names without a letter, a digit or a symbol are left out\)"):
        MentionFinder(labeled("?"))


@pytest.mark.parametrize("text", [None, 3, b"deafness", ["deafness"]])
def test_what_is_no_text(ears, text):
    with pytest.raises(BadParameter, match="is no text"):
        find_mentions(text, ears)


@pytest.mark.parametrize(
    "wrong", [{"case": "lower"}, {"overlaps": "nested"}, {"ambiguous": "random"}, {"min_length": 0}]
)
def test_values_that_do_not_exist(ears, wrong):
    with pytest.raises(BadParameter, match="is not allowed"):
        MentionFinder(ears, **wrong)
    with pytest.raises(BadParameter, match="is no inflection"):
        MentionFinder(ears, inflection="lemma")


def test_many_texts_and_one_are_the_same(ears):
    finder = MentionFinder(ears)
    texts = ["deafness", "", "ALS als"]
    assert list(finder.find_many(texts)) == [finder.find(text) for text in texts]
    with pytest.raises(BadParameter, match="this is one text"):
        list(finder.find_many("deafness"))


def test_a_hundred_thousand_names_in_a_few_arrays(labeled):
    onto = labeled(*(f"name {number} of {number % 977}" for number in range(100_000)))
    finder = MentionFinder(onto)
    assert len(finder) == 100_000
    assert [m["id"] for m in finder.find("name 99999 of 345, name 5 of 6")] == ["X:99999"]


def test_mentions_are_scored_as_they_are(ears):
    text = "Deafness and ALS"
    gold = [
        {
            "id": "a",
            "query": text,
            "mentions": [{"start": 0, "end": 8, "id": "X:1"}, {"start": 13, "end": 16, "id": "X:9"}],
        }
    ]
    run = [{"id": "a", "mentions": find_mentions(text, ears)}]
    result = oe.evaluate(oe.compile(gold, run), ["linking_f1"], intervals=False)["linking_f1"]
    assert {name: result.sums[name] for name in ("tp", "fp", "fn")} == {"tp": 1, "fp": 1, "fn": 1}


def test_the_package_is_reached_through_ontoeval():
    assert oe.annotate.MentionFinder is MentionFinder
    with pytest.raises(AttributeError, match="no attribute 'judge'"):
        oe.annotate.judge  # noqa: B018
