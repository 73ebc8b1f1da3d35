"""Random but valid golden sets, runs, a corpus and an ontology that fill every field of the records."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from judgments import judge, judge_well

import ontoeval as oe
from ontoeval.predicates.dialects import write
from ontoeval.predicates.reading import parse

Row = dict[str, Any]

#: Two diamonds (T:4 below T:1 and T:2; T:5 below T:3 and T:4), an alias, and two deprecated concepts.
OBO = """format-version: 1.2
data-version: contract

[Term]
id: T:0
name: thing

[Term]
id: T:1
name: left
is_a: T:0

[Term]
id: T:2
name: right
is_a: T:0

[Term]
id: T:3
name: left child
is_a: T:1

[Term]
id: T:4
name: common child
synonym: "shared child" EXACT []
is_a: T:1
is_a: T:2

[Term]
id: T:5
name: common grandchild
is_a: T:3
is_a: T:4

[Term]
id: T:6
name: right child
is_a: T:2

[Term]
id: T:7
name: other grandchild
alt_id: T:70
is_a: T:4

[Term]
id: T:8
name: obsolete right child
is_obsolete: true
replaced_by: T:6

[Term]
id: T:9
name: obsolete thing
is_obsolete: true
"""

#: A property that asks for something in all that can be asked for.
OBO += """
[Typedef]
id: treats
name: treats
domain: T:1
range: T:2
is_functional: true
is_inverse_functional: true
is_asymmetric: true
"""

LIVE = [f"T:{number}" for number in range(8)]
ODD_SPELLINGS = ["T_5", "http://purl.obolibrary.org/obo/T_3", "T:70", "T:8", "t:4"]
WORDS = ["alpha", "beta", "gamma", "délta", "epsilon", "zeta", "eta", "θeta"]
QUERY = " ".join(WORDS)
SPANS = [(QUERY.index(word), QUERY.index(word) + len(word)) for word in WORDS]
DOCS: list[Row] = [
    {
        "id": f"d{number}",
        "lang": ["en", "de", "fr"][number % 3],
        "year": 2018 + number % 5,
        "labels": ["x", "y"][: number % 3],
        "concepts": [LIVE[number % len(LIVE)]],
        "text": f"text of document {number}",
    }
    for number in range(20)
]
SCHEMA = {
    "type": "object",
    "required": ["concepts"],
    "properties": {"concepts": {"type": "array", "items": {"type": "object", "required": ["id"]}}},
}
SLOTS = ["concepts[*].id"]
LABELS = ["concepts[*].label"]
NAMES = {"T:1": "left", "T:2": "right", "T:3": "left child", "T:4": "common child", "T:5": "common grandchild"}
ROUTES = ["none", "one-shot", "iterative"]
NODES = [*LIVE[3:], ODD_SPELLINGS[2], "n1", "n2"]
GROUNDED = ["label", "synonym", "descendant", "absent", "unnamed"]


@dataclass
class World:
    """A golden set and a run over the same ids, most of them on both sides."""

    gold: list[Row]
    run: list[Row]
    settings: dict[str, Any] = field(default_factory=lambda: {"schema": SCHEMA, "slots": SLOTS, "labels": LABELS})

    def compiled(self, ids: set[str] | None = None) -> Any:
        """The samples, or those with the given ids, compiled."""
        gold, run = ([row for row in side if ids is None or row["id"] in ids] for side in (self.gold, self.run))
        source = gold if gold else [{"id": row["id"], "gold": None} for row in run]
        return oe.compile(source, run or None, ontology=ontology(), docs=DOCS, **self.settings)

    def shuffled(self, seed: int) -> World:
        """The same world in another order."""
        chance = random.Random(seed)
        return World(chance.sample(self.gold, len(self.gold)), chance.sample(self.run, len(self.run)))


_loaded: list[Any] = []


def ontology() -> Any:
    """The ontology, loaded once."""
    if not _loaded:
        _loaded.append(oe.load(OBO.encode()))
    return _loaded[0]


def random_world(seed: int, n: int = 40) -> World:
    """Samples with every awkward case: rows on one side, errors, nulls, empty lists, repeats, ties, odd ids."""
    chance = random.Random(seed)
    gold, run = [], []
    for number in range(n):
        name = f"q{number}"
        case = chance.random()
        gold.append(_common(chance, name) | {"gold": _gold(chance)})
        if case < 0.08:
            continue  # no run row
        row: Row = {"id": name, "run": _run(chance)}
        judge(random.Random(f"{seed} {name}"), gold[-1], row["run"])
        if case < 0.16:
            row["run"]["error"] = "TimeoutError"
        run.append(row)
    alone: Row = {"id": "only in the run", "gold": None, "annotations": {}, "run": _run(chance)}
    judge(random.Random(seed), alone, alone["run"])
    run.append({name: part for name, part in alone.items() if name != "gold"})
    return World(gold, run)


def perfect_world(seed: int, n: int = 30) -> World:
    """A golden set of live ids, fed back as the run."""
    chance = random.Random(seed)
    gold, run = [], []
    for number in range(n):
        truth = _truth(chance)
        notes = {"judge": [{"verdict": True}], "grounding": [{"id": "T:1", "how": "label"}]}
        gold.append(_common(chance, f"q{number}") | {"gold": truth, "annotations": notes})
        if not truth["answerable"]:
            truth["answers"] = None
        best = sorted((doc for doc, grade in truth["docs"].items() if grade > 0), key=lambda d: -truth["docs"][d])
        mine = {
            name: truth[name]
            for name in ("mentions", "concepts", "predicates", "output", "tags", "relations", "triples")
        }
        mine |= {
            "candidates": _graph_hits(best, truth),
            "retrieved": _graph_hits(best, truth),
            "contexts": _graph_hits(best, truth),
            "answer": "yes" if truth["answerable"] else "I could not find this.",
        }
        mine |= {"confidence": 1.0, "citations": [{"claim": "c", "hit": doc, "span": [0, 1]} for doc in best]}
        mine |= {"intent": truth["intent"], "route": truth["route"], "queries": [{"text": QUERY, "hits": best}]}
        notes["context_relevance"] = [_on_contexts("score", [1.0] * len(best))]
        notes["context_use"] = [_on_contexts("useful", [True] * len(best))]
        run.append({"id": f"q{number}", "run": mine})
        judge_well(gold[-1], mine)
    return World(gold, run)


def _common(chance: random.Random, name: str) -> Row:
    found = [{"id": concept, "how": chance.choice(GROUNDED)} for concept in LIVE[: chance.randint(0, 3)]]
    notes: Row = {"judge": [{"verdict": True}], "grounding": found, **_context_notes(chance)}
    row: Row = {"id": name, "query": QUERY, "annotations": notes}
    if chance.random() < 0.5:
        row["weight"] = chance.choice([0.1, 1, 2.5])
    if chance.random() < 0.85:
        row["tags"] = {"kind": chance.choice(["long", "short", "odd"]), "split": chance.choice(["a", "b"])}
    if chance.random() < 0.5:
        row["vocabulary"] = {"concepts": ["drug", "disease"], "relations": ["treats", "part of"]}
    if chance.random() < 0.3:
        row["cluster"] = chance.choice(["anna", "bob"])
    return row


def _context_notes(chance: random.Random) -> Row:
    """Verdicts on as many contexts as a sample may have, once or twice, some of which failed."""
    if chance.random() < 0.2:
        return {}
    n = chance.randint(0, 4)
    scores = [_on_contexts("score", chance.choices([0.1, 0.7, 1.0], k=n)) for _ in range(chance.choice([1, 1, 2]))]
    if chance.random() < 0.1:
        scores.append({"status": "invalid", "reason": "truncated", "fields": None})
    return {"context_relevance": scores, "context_use": [_on_contexts("useful", chance.choices([True, False], k=n))]}


def _on_contexts(name: str, values: list[Any]) -> Row:
    return {"fields": {"verdicts": [{"context": place, name: value} for place, value in enumerate(values)]}}


def _truth(chance: random.Random) -> Row:
    docs = {row["id"]: float(chance.randint(1, 3)) for row in chance.sample(DOCS, 3)}
    concepts = chance.sample(LIVE[1:], chance.randint(1, 3))
    words = chance.sample(WORDS, 4)
    return {
        "docs": docs,
        "eligible": list(docs),
        "answerable": chance.random() < 0.8,
        "mentions": [_mention(span, chance.choice(LIVE), chance) for span in chance.sample(SPANS[:6], 3)]
        + [_mention(span, None, chance) | {"nil_cluster": chance.choice("ab")} for span in SPANS[6:]],
        "concepts": concepts,
        "predicates": {"year": [2018, 2019, 2020, 2021, 2022]},
        "output": {"concepts": [_named(concept) for concept in concepts]},
        "answers": ["yes"],
        "tags": ["B-drug", "I-drug", "O", *_tags(chance, len(WORDS) - 3)],
        "relations": [_relation(chance, concept, concepts[0]) for concept in concepts],
        "triples": [[words[0], "treats", words[1]], [words[2], "treats", words[3]]],
        "intent": concepts[0],
        "route": chance.choice(ROUTES),
        "nodes": concepts,
        "paths": [["T:5", "T:4", "T:1"], ["T:7", "n1"]],
    }


def _gold(chance: random.Random) -> Row | None:
    if chance.random() < 0.04:
        return None
    docs: Any = {
        row["id"]: chance.choice([-1, 0, 0.5, 1, 1, 2, 3]) for row in chance.sample(DOCS, chance.randint(0, 6))
    }
    if chance.random() < 0.2:
        docs = list(docs)
    if chance.random() < 0.2:
        docs = {**dict.fromkeys(docs, 1), "not in the corpus": 1}
    concepts = chance.sample(LIVE, chance.randint(0, 4))
    if concepts and chance.random() < 0.3:
        concepts += [chance.choice(ODD_SPELLINGS), chance.choice(["X:1", "X:2", "X:3"])]
    values = {
        "docs": docs,
        "eligible": [row["id"] for row in DOCS if chance.random() < 0.8],
        "answerable": chance.random() < 0.8,
        "mentions": _gold_mentions(chance),
        "spans": chance.choice([[[0, len(QUERY)]], [{"start": 0, "end": 20}, [25, 40]]]),
        "concepts": concepts,
        "predicates": chance.choice(
            [
                _predicates(chance),
                _predicates(chance),
                {"field": "concepts", "op": "under", "value": chance.choice(LIVE)},
            ]
        ),
        "output": {"concepts": [{"id": concept} for concept in concepts]},
        "answers": chance.choice(["yes", ["yes", "oui"], []]),
        "tags": _tags(chance, len(WORDS)),
        "relations": _relations(chance),
        "triples": _triples(chance),
        "verdicts": {"faithful": chance.choice([0, 1])},
        "intent": chance.choice([*LIVE, ODD_SPELLINGS[0]]),
        "route": chance.choice(ROUTES),
        "nodes": chance.choice([[], chance.choices(NODES, k=4)]),
        "paths": [chance.choices(NODES, k=chance.randint(1, 4)) for _ in range(chance.randint(0, 3))],
    }
    return _with_holes(values, chance, rare=("eligible", "spans"))


def _run(chance: random.Random) -> Row:
    row = _run_values(chance)
    predicates = row.get("predicates")
    row["filter"] = (
        None if predicates is None else write(parse(predicates), "qdrant")
    )  # where one is null, so is the other
    row["dialect"] = "qdrant"
    return row


def _run_values(chance: random.Random) -> Row:
    named = [
        chance.choice([*LIVE, *ODD_SPELLINGS, "X:1", "X:9", "T:9", "NIL", None]) for _ in range(chance.randint(0, 5))
    ]
    output: Any = {"concepts": [{**_named(name), **chance.choice([{}, {"label": "right"}])} for name in named]}
    if chance.random() < 0.5:
        output = chance.choice(
            [
                '{"concepts": [{"id": "T:5"}]}',
                "```{'concepts': [{'id': 't:4'}, {'id': 'T:2'},]}```",
                '{"concepts": [',
                '{"a": NaN}',
                "[]",
                "no",
                '{"concepts": 1}',
            ]
        )
    values = {
        "filter": {"must": []},
        "dialect": "qdrant",
        "predicates": _predicates(chance),
        "candidates": _hits(chance, 12),
        "retrieved": _hits(chance, 8),
        "contexts": _hits(chance, 4),
        "mentions": _run_mentions(chance),
        "tags": [chance.choice([tag, tag, "odd", "I"]) for tag in _tags(chance, len(WORDS))],
        "relations": [
            chance.choice([one, [one["head"] or "X:1", one["relation"], "T:2"]]) for one in _relations(chance)
        ],
        "triples": _triples(chance),
        "concepts": named,
        "output": output,
        "answer": chance.choice(["yes", "no", "I could not find this.", ""]),
        "citations": [{"claim": "c", "hit": "d1", "span": [0, 3]}],
        "confidence": round(chance.random(), 3),
        "latency_ms": {"retrieval": chance.uniform(1, 900), "answer": chance.uniform(100, 9000)},
        "cost": {"answer": chance.uniform(0, 0.1)},
        "tokens": {
            "prompt": chance.randint(1, 4000),
            "completion": chance.randint(0, 400),
            "retrieved": chance.randint(0, 4000),
            "contexts": chance.randint(0, 900),
        },
        "intent": chance.choice([*LIVE, "X:1", ""]),
        "route": chance.choice([*ROUTES, "unknown route"]),
        "queries": [{"text": "alpha", "hits": _hits(chance, 4)}, {"hits": _hits(chance, 4)}],
    }
    return _with_holes(values, chance)


def _named(concept: str | None) -> Row:
    return {"id": concept, "label": NAMES[concept]} if concept in NAMES else {"id": concept}


def _with_holes(values: Row, chance: random.Random, rare: tuple[str, ...] = ()) -> Row:
    """Some fields null, some absent."""
    result: Row = {}
    for name, value in values.items():
        case = chance.random()
        if case < 0.06 or (name in rare and case < 0.5):
            result[name] = None
        elif case > 0.06 + 0.06:
            result[name] = value
    return result


def _predicates(chance: random.Random) -> Any:
    return chance.choice(
        [
            {},
            {"lang": chance.choice(["en", "de"])},
            {"lang": ["en", "fr"], "year": 2018 + chance.randrange(5)},
            [{"field": "labels", "op": "eq", "value": "x"}],
            {"and": [{"field": "year", "op": "in", "value": [2018, 2019, 2020]}, {"lang": "en"}]},
            {"field": "year", "op": chance.choice(["gt", "gte"]), "value": 2019},
            [{"concepts": chance.choice(LIVE)}, {"or": [{"lang": "en"}, {"not": {"year": 2020}}]}],
        ]
    )


def _tags(chance: random.Random, n: int) -> list[str]:
    return [chance.choice(["O", "O", "B-drug", "I-drug", "B-disease", "I-disease"]) for _ in range(n)]


def _relations(chance: random.Random) -> list[Row]:
    """Few relations between few concepts, so that many agree, repeat, or are turned round."""
    ends = ["T:1", "T:2", "t:1", "T:70", "T:7", "a text", "X:1"]
    return [_relation(chance, chance.choice(ends), chance.choice(ends)) for _ in range(chance.randint(0, 5))]


def _triples(chance: random.Random) -> list[Any]:
    """Few words and relations in several forms, so that many agree, repeat, or are no part of the vocabulary."""
    ends = [*WORDS[:3], "Alpha", "drug", "T:5", "not in the text", ""]
    relations = ["treats", "part of", "part_of", "Treats", "tretas", "drug", ""]
    return [[chance.choice(ends), chance.choice(relations), chance.choice(ends)] for _ in range(chance.randint(0, 5))]


def _relation(chance: random.Random, head: str, tail: str) -> Row:
    relation: Row = {
        "head": head,
        "relation": chance.choice(["part_of", "treats", "causes"]),
        "tail": tail,
        "score": 0.5,
    }
    spans = chance.sample(SPANS[:3], 2)
    if chance.random() < 0.8:
        relation |= {
            "head_span": spans[0],
            "tail_span": spans[1],
            "head_type": "drug",
            "tail_type": chance.choice("xy"),
        }
        relation |= {"head": chance.choice([head, head, None])}
    return relation


def _hits(chance: random.Random, most: int) -> Any:
    docs = [row["id"] for row in chance.sample(DOCS, chance.randint(0, most))]
    form = chance.randrange(4)
    if form == 0:
        return docs
    if form == 1:
        return {doc: chance.choice([0.1, 0.5, 0.5, 0.9]) for doc in docs}
    if form == 2:
        return [{"id": doc, "score": float(chance.randrange(4)), "text": "t", "source": "bm25"} for doc in docs]
    chunks = [(doc, part) for doc in docs for part in range(chance.randint(1, 2))]
    chance.shuffle(chunks)
    return [
        {
            "id": f"{doc}#{part}",
            "doc": doc,
            "concepts": ["T:1"],
            "nodes": chance.choices(NODES, k=2),
            "path": chance.choices(NODES, k=chance.randint(0, 3)),
        }
        for doc, part in chunks
    ]


def _graph_hits(docs: list[str], truth: Row) -> list[Row]:
    """One hit for each document: the first holds the nodes, and each of them one of the paths."""
    paths = dict(zip(docs, truth["paths"], strict=False))
    nodes = {docs[0]: truth["nodes"]}
    return [{"id": doc, "nodes": nodes.get(doc, []), "path": paths.get(doc, [])} for doc in docs]


def _mention(span: tuple[int, int], concept: str | None, chance: random.Random) -> Row:
    start, end = span
    mention: Row = {"start": start, "end": end, "text": QUERY[start:end], "id": concept, "score": chance.random()}
    if chance.random() < 0.8:
        mention["type"] = chance.choice(["disease", "drug", "gene"])
    return mention


def _gold_mentions(chance: random.Random) -> list[Row]:
    """Several mentions on one span, alternatives, NIL; unknown ids only beside a known one."""
    mentions = []
    for span in chance.sample(SPANS, chance.randint(0, 5)):
        for concept in chance.sample(LIVE, chance.choice([1, 1, 2, 3])):
            mention = _mention(span, concept, chance)
            if chance.random() < 0.3:
                mention["ids"] = [concept, *chance.sample(["X:1", "X:2", "X:3", *LIVE], 2)]
                mention |= {"optional": chance.random() < 0.3, "combine": chance.choice(["any", "any", "all"])}
            mentions.append(mention)
        case = chance.random()
        if case < 0.2:
            mentions.append(_mention(span, chance.choice(["NIL", None, "", "NIL0001"]), chance) | {"nil_cluster": "n1"})
        elif case < 0.7:
            odd = chance.sample([*ODD_SPELLINGS, "X:1", "X:2", "X:3", "X:5", "X:6"], chance.choice([1, 2, 3]))
            mentions += [_mention(span, concept, chance) for concept in odd]
    if len(mentions) % 3 == 2:
        mentions[-1]["parents"] = [0]
    return mentions


def _run_mentions(chance: random.Random) -> list[Row]:
    mentions = []
    for start, end in chance.sample(SPANS, chance.randint(0, 6)):
        span = (start, end + chance.choice([0, 0, 0, 1]))
        for _ in range(chance.choice([1, 1, 2, 3])):
            concept = chance.choice([*LIVE, *ODD_SPELLINGS, "X:1", "X:2", "X:3", "X:4", "NIL", None])
            mention = _mention(span, concept, chance)
            mention["candidates"] = [{"id": "T:1", "score": 0.5}, {"id": "T:2", "score": 0.4}]
            mentions.append(mention)
    return mentions
