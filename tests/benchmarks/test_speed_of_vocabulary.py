"""Vocabularies: membership, suggestions at 350,000 ids, and what a constraint costs while a model writes."""

import random
import time
from functools import partial
from typing import Any, Literal

import pytest
from pydantic import TypeAdapter, ValidationError
from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

import ontoeval as oe
from ontoeval.ontology.vocabulary import Vocabulary

N_IDS = 350_000


@pytest.fixture(scope="module")
def large() -> Vocabulary:
    """Random ids of seven digits, with labels of four words out of 5,000."""
    chance = random.Random(1)
    words = [f"{chance.choice('bdfgklmnprst')}{chance.choice('aeiou')}{number:x}ia" for number in range(5_000)]
    ids = [f"SYN:{number:07d}" for number in chance.sample(range(10**7), N_IDS)]
    return Vocabulary(ids, labels={id: " ".join(chance.choices(words, k=4)) for id in ids})


@pytest.fixture(scope="module")
def hpo(reference_data) -> oe.Ontology:
    return oe.load(reference_data / "hpo_obo" / "hp-2025-01-16.obo.gz")


def test_checking_values(bench, hpo):
    """The pydantic type against a ``Literal`` of the same ids; of 10,000 values 1,000 are none."""
    vocabulary = hpo.vocabulary(roots=["HP:0000118"])
    chance = random.Random(2)
    values = [*chance.sample(vocabulary.ids, 9_000), *(f"HP:{number:07d}" for number in range(9_000_000, 9_001_000))]
    by_set = TypeAdapter(vocabulary.to_pydantic())
    literal = TypeAdapter(Literal[vocabulary.ids])

    def valid(adapter: TypeAdapter) -> list[bool]:
        found = []
        for value in values:
            try:
                adapter.validate_python(value)
                found.append(True)
            except ValidationError as error:
                found.append(not error.errors()[0]["msg"])
        return found

    ours, theirs = bench.compare(
        "check 10,000 ids against 18,386, with messages",
        lambda: valid(by_set),
        lambda: valid(literal),
        "pydantic, Literal of the ids",
        rounds=3,
    )
    assert ours == theirs
    assert ours.count(False) == 1_000


def test_ids_one_edit_away(bench, large):
    chance = random.Random(3)
    values = [f"SYN:{chance.randrange(10**7):07d}" for _ in range(20)]
    ids = list(large)
    ours, theirs = bench.compare(
        f"ids one edit away, 20 values, {N_IDS:,} ids",
        lambda: [large.suggester.near_ids(value) for value in values],
        lambda: [
            sorted(
                found
                for found, distance, _ in process.extract(value, ids, scorer=OSA.distance, score_cutoff=1, limit=None)
                if distance == 1
            )
            for value in values
        ],
        "rapidfuzz, all ids",
        target="1 ms each",
        rounds=3,
    )
    assert ours == theirs
    print(f"\n{1e3 * bench.lines[-1].seconds / len(values):.2f} ms per value")


def test_names_that_are_alike(bench, large):
    chance = random.Random(4)
    right = chance.sample(large.ids, 20)
    texts = [large.labels[id][:-1] + chance.choice("xyz") for id in right]
    labels = list(large.labels.values())
    suggester = large.suggester

    def fresh() -> list[str]:
        suggester._remembered.clear()
        return [suggester.suggest(text)[0].id for text in texts]

    ours, _ = bench.compare(
        f"names that are alike, 20 texts, {N_IDS:,} labels",
        fresh,
        lambda: [process.extractOne(text, labels, scorer=fuzz.ratio) for text in texts],
        "rapidfuzz, all labels",
        target="5 ms each",
        rounds=3,
    )
    assert ours == right
    print(f"\n{1e3 * bench.lines[-1].seconds / len(texts):.2f} ms per text")


def test_what_the_constraint_costs(bench, hpo, monkeypatch):
    """The same model of random logits with and without the constraint, through the generator of outlines."""
    outlines = pytest.importorskip("outlines", reason="the extra llm is not installed")
    pytest.importorskip("llguidance", reason="the extra llm is not installed")
    from logits_stub import LogitsStub, steer

    steer(monkeypatch)
    pieces = {"HP", "HP:", *(f"{number:0{width}d}" for width in (1, 2, 3) for number in range(10**width))}
    for concept in hpo.ids:
        pieces.update(f" {word}" for word in (hpo.label(concept) or "").split())
    pieces = sorted(pieces)
    free = outlines.Generator(LogitsStub(pieces))

    def write(generate: Any, **options: int) -> list[str]:
        return [generate("Which phenotype?", **options) for _ in range(20)]

    phenotypes = hpo.vocabulary(roots=["HP:0000118"])
    print(f"\n{len(pieces) + 257:,} tokens")
    for n in (100, 1_000, 10_000, len(phenotypes), 50_000):
        some = (
            phenotypes.subset(phenotypes.ids[:n])
            if n <= len(phenotypes)
            else Vocabulary(f"HP:{i:07d}" for i in range(0, 5 * n, 5))
        )
        model = LogitsStub(pieces)
        start = time.process_time()
        generate = some.outlines_generator(model)
        first = generate("Which phenotype?")
        ready = time.process_time() - start
        model.n_tokens = 0
        written = write(generate)
        per_id = model.n_tokens / 20

        bench.compare(
            f"20 ids of {n:,}, outlines with llguidance",
            partial(write, generate),
            partial(write, free, max_tokens=round(per_id)),
            "the same model, not constrained",
            rounds=3,
        )
        line = bench.lines[-1]
        overhead = 1e3 * (line.seconds - line.peer_seconds) / (20 * per_id)
        print(f"{n:6,} ids: first id after {ready:.2f} s, then {overhead:.2f} ms per token, {per_id:.1f} tokens per id")
        assert all(text in some for text in [first, *written])
