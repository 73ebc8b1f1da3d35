"""Vocabularies of HPO 2025-01-16.

The counts were made again without ontoeval, by a script of 20 lines that splits the OBO file at empty lines and follows
``is_a``.
"""

import random
import re

import jsonschema_rs
import pytest

import ontoeval as oe
from ontoeval.ontology.vocabulary import Vocabulary, branch_choices


@pytest.fixture(scope="module")
def hpo(reference_data) -> oe.Ontology:
    return oe.load(reference_data / "hpo_obo" / "hp-2025-01-16.obo.gz")


@pytest.fixture(scope="module")
def phenotypes(hpo) -> Vocabulary:
    return hpo.vocabulary(roots=["HP:0000118"])


def test_sizes(hpo, phenotypes):
    assert len(hpo.vocabulary()) == 19_034
    assert len(phenotypes) == 18_386
    assert "HP:0001250" in phenotypes
    assert "HP:0000118" not in phenotypes


def slips(vocabulary: Vocabulary, first: int) -> tuple[int, int]:
    """How many ids one wrong digit makes, at the position ``first`` or later, and how many of them are live."""
    made = live = 0
    for id in vocabulary:
        for at in range(first, 10):
            wrong = [id[:at] + digit + id[at + 1 :] for digit in "0123456789" if digit != id[at]]
            made += len(wrong)
            live += sum(other in vocabulary for other in wrong)
    return made, live


def test_a_wrong_digit_often_gives_another_live_id(hpo):
    everything = hpo.vocabulary()
    assert slips(everything, 3) == (1_199_142, 510_732)  # 42.6 %
    assert slips(everything, 6) == (685_224, 482_124)  # 70.4 % in the last four digits


def test_a_wrong_digit_is_mended_with_the_label_and_hardly_without(phenotypes):
    chance = random.Random(3)
    n_live = by_id = by_label = n_near = 0
    for id in chance.sample(phenotypes.ids, 1_000):
        at = chance.randrange(3, 10)
        wrong = id[:at] + chance.choice([digit for digit in "0123456789" if digit != id[at]]) + id[at + 1 :]
        n_near += len(phenotypes.suggester.near_ids(wrong))
        n_live += wrong in phenotypes
        by_id += id in [one.id for one in phenotypes.suggest(wrong)]
        by_label += [one.id for one in phenotypes.suggest(wrong, phenotypes.labels[id])][:1] == [id]
    assert by_label == 1_000
    assert (n_live, by_id) == (395, 486)  # of 1,000; an id that is live is no mistake as long as there is no label
    assert n_near == 15_116  # the same by rapidfuzz.process.cdist with OSA.distance


def test_a_label_with_two_typos_is_found(phenotypes):
    chance = random.Random(5)
    found = 0
    for id in chance.sample(phenotypes.ids, 500):
        text = phenotypes.labels[id]
        for _ in range(2):
            at = chance.randrange(len(text))
            text = text[:at] + chance.choice("abcdefghijklmnopqrstuvwxyz") + text[at + 1 :]
        found += [one.id for one in phenotypes.suggest(text)][:1] == [id]
    assert found >= 490


def test_forms(phenotypes):
    enum = phenotypes.to_json_schema("enum")
    assert Vocabulary.from_json_schema(enum.schema) == phenotypes
    automatic = phenotypes.to_json_schema()
    assert (automatic.form, automatic.schema["pattern"]) == ("pattern", "^(?:HP:[0-9]{7})$")
    assert Vocabulary.from_json_schema(automatic.schema, phenotypes.ontology) == phenotypes
    expression = re.compile(phenotypes.to_regex().pattern)
    is_valid = jsonschema_rs.validator_for(enum.schema).is_valid
    chance = random.Random(1)
    for id in [*chance.sample(phenotypes.ids, 200), *(f"HP:{chance.randrange(50_000):07d}" for _ in range(200))]:
        assert (expression.fullmatch(id) is not None) == is_valid(id) == (id in phenotypes)


def test_plan(phenotypes):
    made = phenotypes.plan()
    assert made.choice.name == "llguidance"
    descent = next(way for way in made.ways if way.name == "branch descent")
    # zgrep -c "^is_a: HP:0000118 " gives 23; the most children has HP:0030057, 192, and staying there is a choice
    assert descent.possible
    assert "the widest step has 193 choices (HP:0030057)" in descent.why
    assert len(branch_choices(phenotypes)) == 23
    assert phenotypes.plan("openai").choice.name == "pattern + set check"


def test_the_generator_of_outlines_writes_phenotypes(phenotypes, monkeypatch):
    pytest.importorskip("outlines", reason="the extra llm is not installed")
    pytest.importorskip("llguidance", reason="the extra llm is not installed")
    from logits_stub import LogitsStub, steer

    steer(monkeypatch)
    generate = phenotypes.outlines_generator(LogitsStub(["HP:", "00", "000", "001", "12"]))
    written = {generate("Which phenotype?") for _ in range(50)}
    assert written <= set(phenotypes)
    assert len(written) > 25
