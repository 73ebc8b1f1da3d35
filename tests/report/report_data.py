"""Reports and a strict reader of their HTML, for the tests of writers."""

from html.parser import HTMLParser

import networkx as nx

import ontoeval as oe

VOID = {"br", "hr", "meta", "link", "input"}
PARENTS = {"v": "root", "s": "v", "h": "v", "c": "h", "b": "root", "k": "b"}


def ontology(labels=None):
    """root > v > (s, h > c); root > b > k."""
    graph = nx.DiGraph(PARENTS.items())
    for node in graph:
        graph.nodes[node]["label"] = (labels or {}).get(node, f"label of {node}")
    return oe.load(graph, edges_point="to_parent", roots=["root"])


def linking_only():
    """Two mentions found, one of them linked to a sibling; three not found; one too many; no documents."""
    text = "alpha beta gamma delta epsilon zeta"
    spans = [(0, 5), (6, 10), (11, 16), (17, 22), (23, 30)]
    gold = [{"start": a, "end": b, "id": name} for (a, b), name in zip(spans, "shckv", strict=True)]
    found = [
        {"start": 0, "end": 5, "id": "s"},
        {"start": 6, "end": 10, "id": "s"},
        {"start": 31, "end": 35, "id": "k"},
    ]
    rows = [
        {"id": "d1", "query": text, "gold": {"mentions": gold}, "run": {"mentions": found}},
        {"id": "d2", "query": text, "gold": {"mentions": gold[:1]}, "run": {"mentions": found[:1]}},
    ]
    return oe.evaluate(rows, ["linking_f1", "mention_f1", "overlinking_rate"], ontology=ontology())


def unmeasured():
    """No metric has what it needs."""
    rows = [
        {"id": "q1", "query": "text", "gold": {"answerable": True}, "run": {"confidence": 0.5}},
        {"id": "q2", "gold": {"answerable": True}, "run": {"latency_ms": {"retrieve": 3}}},
    ]
    return oe.evaluate(rows, ["recall@10", "linking_f1", "schema_validity", "exact_match"])


def many(n):
    """Questions of which every stage loses some; half of the documents have another category than the filter."""
    docs = [{"id": f"d{i}", "title": f"Document {i} " + "word " * 8, "category": "sh"[i % 2]} for i in range(n)]
    rows = []
    for i in range(n):
        ranked = [f"d{j}" for j in range(i + (i % 3 == 0), i + 20)]
        hits = [{"id": doc, "score": 1 - place / 50} for place, doc in enumerate(ranked)]
        rows.append(
            {
                "id": f"q{i:05}",
                "query": f"What does document {i} say about " + "this and that and " * 12,
                "tags": {"kind": str(i % 5)},
                "gold": {"docs": [f"d{i}"], "answers": [str(i)], "concepts": ["h"], "answerable": True},
                "run": {
                    "predicates": {"category": "s"},
                    "candidates": hits,
                    "retrieved": hits[:10],
                    "contexts": ranked[:5],
                    "concepts": ["s" if i % 2 else "h"],
                    "answer": str(i) if i % 4 else "something else " * 30,
                    "output": {"category": "s" if i % 7 else "nowhere", "text": "x" * 400},
                },
            }
        )
    metrics = ["recall@10", "false_exclusion_rate", "exact_match", "hierarchical_f1", "vocabulary_conformance"]
    return oe.evaluate(rows, metrics, ontology=ontology(), docs=docs, slots=["category"], by=["kind"], intervals=False)


ATTACK = '</title></script><script>alert(1)</script><img src=x onerror=alert(2)>"\' onmouseover="alert(3)'
ODD = "👩‍🔧 שלום \u202eevil\u202c مرحبا <b>&amp;</b> ]]> <!-- ${x} {{y}} `z` \u2028"


def hostile():
    """Every text of the data is an attack."""
    onto = ontology({name: f"{name} {ATTACK}" for name in [*PARENTS, "root"]})
    docs = [
        {"id": f"d1{ATTACK}", "title": ATTACK, "category": "h", ATTACK: "x"},
        {"id": "d2", "title": ODD, "category": "s"},
    ]
    query = f"{ATTACK} {ODD}"
    rows = [
        {
            "id": f"q1{ATTACK}",
            "query": query,
            "tags": {ATTACK: ATTACK, "kind": ODD},
            "gold": {
                "docs": [f"d1{ATTACK}"],
                "answers": [ATTACK],
                "answerable": True,
                "concepts": ["h"],
                "mentions": [{"start": 0, "end": 5, "id": None}, {"start": 6, "end": 12, "id": f"x{ATTACK}"},
                             {"start": 13, "end": 15, "id": "s"}],
            },
            "run": {
                "predicates": {"category": "s", ATTACK: ATTACK},
                "candidates": ["d2", f"d3{ATTACK}"],
                "retrieved": ["d2"],
                "contexts": ["d2"],
                "answer": f"{ATTACK} {ODD}",
                "concepts": ["s", f"y{ATTACK}"],
                "mentions": [{"start": 0, "end": 5, "id": "h"}, {"start": 13, "end": 15, "id": f"z{ATTACK}"}],
                "output": f'{{"category": "{ODD}"',
            },
        },
        {"id": "q2", "query": ODD, "tags": {"kind": "b"}, "gold": {"docs": ["d2"], "answerable": False},
         "run": {"answer": ATTACK, "output": {"category": ATTACK, "label": "\x00\ud800"}}},
        {"id": ODD, "query": ATTACK, "tags": {"kind": "b"}, "gold": {"docs": ["d2"]}, "run": {"error": ATTACK}},
    ]  # fmt: skip
    metrics = ["recall@10", "linking_f1", "hierarchical_f1", "schema_validity", "exact_match"]
    return oe.evaluate(rows, metrics, ontology=onto, docs=docs, slots=["category"], by=["kind"])


class Page(HTMLParser):
    """An HTML page, read strictly: whatever is wrong with its structure is in ``problems``."""

    def __init__(self, source):
        super().__init__(convert_charrefs=True)
        self.problems, self.stack, self.tags, self.ids, self.links = [], [], [], [], []
        self.texts, self.headings, self.direct, self.read = {}, [], [], []
        self.feed(source)
        self.close()
        if self.stack:
            self.problems.append(f"not closed: {self.stack}")

    def handle_starttag(self, tag, attrs):
        names = [name for name, _ in attrs]
        if len(set(names)) < len(names):
            self.problems.append(f"attribute twice: {tag} {names}")
        values = dict(attrs)
        self.tags.append((tag, values))
        if "id" in values:
            self.ids.append(values["id"])
        if tag == "a":
            self.links.append(values.get("href", ""))
        if self.direct:
            self.direct[-1].append(tag)
        if tag not in VOID:
            self.stack.append(tag)
            self.direct.append([])
        if tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            self.headings.append(int(tag[1]))

    def handle_endtag(self, tag):
        if not self.stack or self.stack[-1] != tag:
            self.problems.append(f"</{tag}> closes {self.stack[-3:]} at {self.getpos()}")
            return
        self.stack.pop()
        children = self.direct.pop()
        if tag == "table" and children[:1] != ["caption"]:
            self.problems.append("a table without a caption")
        if tag == "svg" and children[:1] != ["title"]:
            self.problems.append("an svg without a title")
        if tag == "details" and children[:1] != ["summary"]:
            self.problems.append("details without a summary")

    def handle_data(self, data):
        if self.stack:
            if self.stack[-1] not in ("style", "script"):
                self.read.append(data)
            self.texts[self.stack[-1]] = self.texts.get(self.stack[-1], "") + data

    def text(self):
        """All text outside style and script."""
        return " ".join("".join(self.read).split())
