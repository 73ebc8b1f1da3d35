import pytest
from hypothesis import given
from hypothesis import strategies as st

from ontoeval.annotate.inflection import singular
from ontoeval.annotate.tokens import fold, tokens


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("X-linked, early-onset", ["X", "linked", ",", "early", "onset"]),
        ("a - b", ["a", "-", "b"]),
        ("snake_case _ Guillain–Barré", ["snake", "case", "_", "Guillain", "Barré"]),
        ("Alzheimer’s l'oeil", ["Alzheimer", "’s", "l", "'", "oeil"]),
        ("cafe\u0301s naïve", ["cafe\u0301s", "naïve"]),
        ("糖尿病です", ["糖", "尿", "病", "で", "す"]),
        ("2型 T細胞", ["2", "型", "T", "細", "胞"]),
        ("हिन्दी", ["हिन्दी"]),
        ("ที่นี่", ["ที่", "นี่"]),
        ("👩🏽\u200d🔬❤️🇩🇪🇫🇷1️⃣", ["👩🏽\u200d🔬", "❤️", "🇩🇪", "🇫🇷", "1️⃣"]),
        ("hyper\u00adtension\u200b\ufeffx", ["hyper\u00adtension", "x"]),
        ("5°C (H₂O)", ["5", "°", "C", "(", "H₂O", ")"]),
        ("", []),
        (" \n\t\u00a0", []),
    ],
)
def test_words_and_signs_of_a_text(text, words):
    found = tokens(text)
    assert found.words == words
    assert [text[start:end] for start, end in zip(found.starts, found.ends, strict=True)] == words


@given(st.text())
def test_offsets_always_lead_to_the_word_and_letters_are_never_lost(text):
    found = tokens(text)
    assert [text[start:end] for start, end in zip(found.starts, found.ends, strict=True)] == found.words
    assert all(before <= after for before, after in zip(found.ends, found.starts[1:], strict=False))
    assert sum(map(str.isalnum, "".join(found.words))) == sum(map(str.isalnum, text))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Straße", "STRASSE"),
        ("İ", "i\u0307"),
        ("é", "E\u0301"),
        ("ﬁbrosis", "Fibrosis"),
        ("ＡＢＣ", "abc"),
        ("H₂O", "h2o"),
        ("’s", "'S"),
        ("“", '"'),
        ("hyper\u00adtension", "hypertension"),
        ("❤️", "❤"),
    ],
)
def test_what_counts_as_the_same(one, other):
    assert fold(one) == fold(other)


def test_case_is_kept_on_request():
    assert fold("ALS", case=True) == "ALS"
    assert fold("É", case=True) != fold("é", case=True)


def test_the_s_stemmer_follows_its_three_rules():
    """Harman 1991, table 1."""
    plurals = {"skies": "sky", "retrieves": "retrieve", "doors": "door"}
    kept = ["corpus", "wellness", "gas", "toes", "eye"]
    assert {word: singular(word) for word in plurals} == plurals
    assert [singular(word) for word in kept] == ["corpus", "wellness", "gas", "toe", "eye"]
