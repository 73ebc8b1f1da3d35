"""Finding an ontology's names in texts, against spaCy's PhraseMatcher and one regular expression of all names."""

import json
import re

import pytest

import ontoeval as oe
from ontoeval.annotate import MentionFinder
from ontoeval.annotate.tokens import tokens

FINDER = """
import ontoeval as oe
onto = oe.load(sys.argv[1])
oe.annotate.MentionFinder(onto)
"""
MILLION = """
import random
from ontoeval.annotate.index import Index
from ontoeval.annotate.names import Name
chance = random.Random(7)
words = [f"w{number}" for number in range(50_000)]
texts = [" ".join([*chance.choices(words, k=3), f"x{number}"]) for number in range(1_000_000)]
names = (Name(number, 0, text) for number, text in enumerate(texts))
begin = time.process_time()
index = Index(names, case="acronyms", stem=None, min_length=1, stop=())
print(index.nbytes // 2**20)
"""


@pytest.fixture(scope="module")
def hpo(reference_data) -> oe.Ontology:
    return oe.load(reference_data / "hpo_obo" / "hp-2025-01-16.obo.gz")


@pytest.fixture(scope="module")
def abstracts(reference_data) -> list[str]:
    """The 228 abstracts of GSC+: 227,564 characters."""
    lines = (reference_data / "hpo_gsc_plus" / "gold.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["text"] for line in lines]


def live_names(onto: oe.Ontology) -> list[tuple[str, str]]:
    """(concept, name) of every label and synonym."""
    return [
        (concept, name)
        for concept in onto.ids
        if not onto.deprecated(concept)
        for name in (onto.label(concept), *onto.synonyms(concept))
        if name
    ]


def test_finding_mentions(bench, hpo, abstracts):
    spacy = pytest.importorskip("spacy", reason="the peer is spaCy: the extra nlp")
    from spacy.matcher import PhraseMatcher
    from spacy.util import filter_spans

    nlp = spacy.blank("en")
    names = live_names(hpo)

    def phrase_matcher() -> PhraseMatcher:
        matcher = PhraseMatcher(nlp.vocab, attr="LOWER")
        by_concept: dict[str, list] = {}
        for (concept, _), doc in zip(names, nlp.tokenizer.pipe([name for _, name in names]), strict=True):
            by_concept.setdefault(concept, []).append(doc)
        for concept, docs in by_concept.items():
            matcher.add(concept, docs)
        return matcher

    finder, matcher = bench.compare(
        f"compile {len(names):,} names of HPO",
        lambda: MentionFinder(hpo),
        phrase_matcher,
        "spaCy PhraseMatcher, LOWER",
        rounds=2,
    )
    n_tokens = sum(len(tokens(text).words) for text in abstracts)

    def spacy_finds() -> list:
        return [filter_spans(matcher(doc, as_spans=True)) for doc in nlp.tokenizer.pipe(abstracts)]

    found, theirs = bench.compare(
        f"find them in 228 abstracts, {n_tokens:,} tokens",
        lambda: list(finder.find_many(abstracts)),
        spacy_finds,
        "spaCy tokenizer, PhraseMatcher, longest spans",
        target="200,000 tokens per CPU second",
    )
    seconds = bench.lines[-1].seconds
    print(f"\n{n_tokens / seconds:,.0f} tokens per CPU second")
    docs = list(nlp.tokenizer.pipe(abstracts))
    bench.compare(
        "the same, the peer's texts already tokens",
        lambda: list(finder.find_many(abstracts)),
        lambda: [filter_spans(matcher(doc, as_spans=True)) for doc in docs],
        "spaCy PhraseMatcher, longest spans",
    )
    ours = {(at, m["start"], m["end"]) for at, mentions in enumerate(found) for m in mentions}
    others = {(at, s.start_char, s.end_char) for at, spans in enumerate(theirs) for s in spans}
    assert len(ours & others) / len(ours | others) > 0.9


def test_finding_mentions_against_one_regular_expression(bench, hpo, abstracts):
    """Two abstracts: one takes the expression about a second."""
    names = sorted({name.lower() for _, name in live_names(hpo)}, key=len, reverse=True)
    either = "|".join(map(re.escape, names))
    expression = re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE)
    finder = MentionFinder(hpo, case="ignore")
    texts = abstracts[:2]
    found, theirs = bench.compare(
        "find them in 2 abstracts",
        lambda: list(finder.find_many(texts)),
        lambda: [[match.span() for match in expression.finditer(text)] for text in texts],
        "re, alternation of all names",
        rounds=1,
    )
    ours = [{(mention["start"], mention["end"]) for mention in mentions} for mentions in found]
    assert [set(spans) for spans in theirs] == ours


def test_memory(bench, reference_data):
    path = reference_data / "hpo_obo" / "hp-2025-01-16.obo.gz"
    bench.record("load HPO and compile its names", FINDER, path)
    megabytes = bench.record("compile 1M names of four words; the peak counts the names too", MILLION)
    print(f"\n1M names: arrays of {megabytes} MB")
