"""Finding all that is wrong with outputs, against jsonschema-rs and jsonschema with the vocabulary as an enum."""

import json
import random

import jsonschema
import jsonschema_rs
import pytest

import ontoeval as oe
from ontoeval.views.outputs.schemas import OutputSchema

N_IDS, N_DOCUMENTS, N_PREFIX = 10_000, 100_000, 500
LIVE = [f"HP:{number:07d}" for number in range(1, 2 * N_IDS, 2)]
SCHEMA = {
    "type": "object",
    "required": ["doc", "annotations"],
    "properties": {
        "doc": {"type": "string"},
        "annotations": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["id", "start", "confidence"],
                "properties": {
                    "id": {"type": "string", "enum": LIVE},
                    "start": {"type": "integer", "minimum": 0},
                    "confidence": {"type": "number"},
                },
            },
        },
    },
}


def document(number: int, chance: random.Random) -> dict:
    """Three annotations; in about a quarter of the documents one of them is off: four times of five its id."""
    annotations = [
        {"id": chance.choice(LIVE), "start": chance.randrange(1000), "confidence": round(chance.random(), 3)}
        for _ in range(3)
    ]
    if chance.random() < 0.246:
        if chance.random() < 0.8:
            annotations[0]["id"] = f"HP:{2 * chance.randrange(1, N_IDS):07d}"
        else:
            annotations[1]["start"] = -1
    return {"doc": str(number), "annotations": annotations}


@pytest.fixture(scope="module")
def documents() -> list[dict]:
    chance = random.Random(1)
    return [document(number, chance) for number in range(N_DOCUMENTS)]


@pytest.fixture(scope="module")
def onto() -> oe.Ontology:
    terms = "".join(f"[Term]\nid: {concept}\nname: term {concept[3:]}\n\n" for concept in LIVE)
    return oe.load(f"format-version: 1.2\n\n{terms}".encode())


def errors_of(validator, documents, path) -> set:
    """Document and place of every error; the two libraries name the place differently."""
    return {
        (place, *getattr(error, path))
        for place, value in enumerate(documents)
        for error in validator.iter_errors(value)
    }


def test_all_errors_of_documents(bench, documents):
    """Parsed documents in, the place of every error out."""
    ours, theirs = OutputSchema(SCHEMA), jsonschema_rs.validator_for(SCHEMA)

    def found(values) -> set:
        return {
            (place, *error.path)
            for place, value in enumerate(values)
            if not ours.valid(value)
            for error in ours.errors(value)
        }

    mine, peers = bench.compare(
        f"{N_DOCUMENTS:,} documents, {N_IDS:,} ids",
        lambda: found(documents),
        lambda: errors_of(theirs, documents, "instance_path"),
        "jsonschema-rs iter_errors, enum in the schema",
        target="faster",
        rounds=3,
    )
    assert mine == peers
    prefix = documents[:N_PREFIX]
    slow = jsonschema.Draft202012Validator(SCHEMA)
    mine, peers = bench.compare(
        f"{N_PREFIX:,} documents, {N_IDS:,} ids",
        lambda: found(prefix),
        lambda: errors_of(slow, prefix, "absolute_path"),
        "jsonschema iter_errors, enum in the schema",
        target="50 times",
        rounds=2,
    )
    assert mine == peers


def test_the_whole_audit(bench, documents, onto):
    """Texts in; parse, schema, vocabulary, classes and findings out: what the peer says is a part of it."""
    texts = [json.dumps(value) for value in documents]
    theirs = jsonschema_rs.validator_for(SCHEMA)
    faults, peers = bench.compare(
        f"audit of {N_DOCUMENTS:,} texts, {N_IDS:,} ids",
        lambda: oe.audit.outputs(texts, ontology=onto, schema=SCHEMA, intervals=False).faults,
        lambda: errors_of(theirs, map(json.loads, texts), "instance_path"),
        "json.loads, then jsonschema-rs iter_errors",
        rounds=2,
    )
    assert len(faults) == len(peers)


def test_repairing_is_linear(bench):
    """A long answer in prose, against a strict parser on the JSON alone."""
    inner = json.dumps([{"id": concept, "n": number} for number, concept in enumerate(LIVE * 10)])
    text = f"Here it is: ```json\n{inner[:-1]},]\n``` That was all."
    bench.compare(
        f"repair an answer of {len(text) / 1e6:.1f} MB",
        lambda: oe.audit.outputs([text], parse="lenient", intervals=False)["repaired_parse_rate"].value,
        lambda: json.loads(inner),
        "json.loads of the JSON alone",
        rounds=2,
    )
