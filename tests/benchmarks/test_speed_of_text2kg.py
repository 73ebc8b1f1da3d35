"""Text2KGBench's seven scores against a loop that tokenizes the ontology for every sentence, as its script does."""

import json
import re
from collections import defaultdict
from pathlib import Path

import pytest

import ontoeval as oe
from ontoeval.evaluation.tables.triple_text2kgbench import OFFICIAL

GAPS = re.compile(r"(_|\s+)")


@pytest.fixture(scope="module")
def files(reference_data) -> tuple[Path, Path, Path]:
    """Ontology, sentences and answers about films."""
    folder = reference_data / "text2kgbench" / "dbpedia_webnlg"
    answers = folder / "baselines" / "Vicuna-13B" / "llm_responses" / "19_film_Vicuna13B_responses.jsonl"
    ontology = folder / "ontologies" / "19_film_ontology.json"
    return ontology, folder / "ground_truth" / "ont_19_film_ground_truth.jsonl", answers


def lines(path: Path) -> list[dict]:
    with path.open(encoding="utf-8") as stream:
        return list(map(json.loads, stream))


def sentence_splitter():
    """NLTK's, with Punkt's English parameters."""
    from nltk.tokenize.punkt import PunktParameters, PunktSentenceTokenizer
    from punkt import load_model

    model, parameters = load_model("english"), PunktParameters()
    for name in ("abbrev_types", "collocations", "sent_starters"):
        setattr(parameters, name, set(getattr(model, name)))
    parameters.ortho_context = defaultdict(int, model.ortho_context)
    return PunktSentenceTokenizer(parameters)


def plain_loop(ontology: Path, gold: Path, run: Path) -> list[float]:
    """The mean of P, R, F1, OC, SH, RH, OH over sentences; nothing is remembered from one sentence to the next."""
    from nltk.stem import PorterStemmer
    from nltk.tokenize.destructive import NLTKWordTokenizer

    stemmer, words, sentences = PorterStemmer(), NLTKWordTokenizer(), sentence_splitter()

    def stemmed(text: str) -> str:
        tokens = [token for sentence in sentences.tokenize(text) for token in words.tokenize(sentence)]
        return GAPS.sub("", "".join(stemmer.stem(token) for token in tokens)).lower()

    def squeezed(triple: list[str]) -> str:
        return "".join(GAPS.sub("", part).lower() for part in triple)

    content = json.loads(ontology.read_text(encoding="utf-8"))
    relations = [entry["label"].replace(" ", "_") for entry in content["relations"]]
    labels = " ".join(entry["label"] for entry in content["concepts"])
    answers = {row["id"]: row["triples"] for row in lines(run)}
    rows = lines(gold)
    totals = [0.0] * 7
    for row in rows:
        if row["id"] not in answers:
            continue
        triples = answers[row["id"]]
        truth = [[triple["sub"], triple["rel"], triple["obj"]] for triple in row["triples"]]
        asked = {triple[1].replace(" ", "_") for triple in truth}
        found, wanted = {squeezed(t) for t in triples if t[1] in asked}, {squeezed(t) for t in truth}
        both = len(found & wanted)
        p, r = (both / len(found), both / len(wanted)) if found else (0.0, 0.0)
        scores = [p, r, 2 * p * r / (p + r) if both else 0.0, 1.0, 0.0, 0.0, 0.0]
        if triples:
            n, text = len(triples), stemmed(row["sent"] + labels)
            scores[3] = sum(triple[1] in relations for triple in triples) / n
            scores[5] = 1 - scores[3]
            for place, part in ((4, 0), (6, 2)):
                scores[place] = sum(stemmed(t[part]).replace("01januari", "") not in text for t in triples) / n
        totals = [total + score for total, score in zip(totals, scores, strict=True)]
    return [total / len(rows) for total in totals]


def test_one_ontology_read_and_scored(bench, files):
    ontology, gold, run = files
    report, expected = bench.compare(
        "Text2KGBench, 7 scores of one ontology, read and scored",
        lambda: oe.evaluate(
            oe.read(gold, run, gold_format=f'text2kgbench(ontology="{ontology}")'), OFFICIAL.values(), intervals=False
        ),
        lambda: plain_loop(*files),
        "loop that tokenizes again",
        rounds=3,
    )
    assert [result.value for result in report] == pytest.approx(expected, abs=1e-12)
