"""neleval 3.1.1, BC5CDR's evaluator and spaCy on published data, and the table that sets them side by side."""

import random

import pytest

import ontoeval as oe
from ontoeval.evaluation.tables.linking_conventions import NELEVAL, table
from ontoeval.metrics.registry import parse
from ontoeval.records.batch import Problems
from ontoeval.records.formats import named
from ontoeval.statistics.rows import averaged
from ontoeval.views.links import Links, conventions
from ontoeval.views.links.conventions import neleval

#: Golden set, run and neleval's own output on them (`neleval evaluate -m all -f tab`).
NELEVAL_DATA = {
    "GSC+": ("hpo_gsc_plus", "gold.tsv", "dict_baseline.tsv"),
    "NCBI Disease": ("ncbi_disease", "gold.tsv", "lookup_baseline.tsv"),
    "BC5CDR sample": ("bc5cdr_sample", "gold.tsv", "dnorm_baseline.tsv"),
    "its own examples": ("neleval_examples", "examples/tac_gold.combined.tsv", "examples/tac_system.combined.tsv"),
}
#: Its measures of sets: what it filters and compares.
SETS = {
    "strong_mention_match": {"spans_only": True},
    "strong_typed_mention_match": {"spans_only": True, "typed": True},
    "strong_linked_mention_match": {"spans_only": True, "scope": "in_kb"},
    "strong_link_match": {"scope": "in_kb"},
    "strong_nil_match": {"scope": "nil"},
    "strong_all_match": {},
    "strong_typed_link_match": {"scope": "in_kb", "typed": True},
    "strong_typed_nil_match": {"scope": "nil", "typed": True},
    "strong_typed_all_match": {"typed": True},
    "entity_match": {"scope": "in_kb", "level": "document"},
}


def total(aligned):
    return [int(part.sum()) for part in (aligned.correct, aligned.spurious, aligned.missed)]


@pytest.fixture(scope="module")
def gsc(reference_data, read_links):
    folder = reference_data / "hpo_gsc_plus"
    return read_links(folder / "gold.tsv", folder / "dict_baseline.tsv")


@pytest.mark.parametrize("name", NELEVAL_DATA)
def test_nineteen_measures_of_neleval(reference_data, read_links, name):
    """Both numerators, false positives and negatives, P, R and F of every measure, to the printed three decimals."""
    folder, gold, run = NELEVAL_DATA[name]
    links = read_links(reference_data / folder / gold, reference_data / folder / run)
    lines = (reference_data / folder / "neleval_reference.tab").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 20
    for line in lines[1:]:
        *numbers, measure = line.split("\t")
        if measure in SETS:
            tp, fp, fn = total(conventions.align("neleval", links, **SETS[measure]))
            p_num, r_num = tp, tp
        else:
            kind, typed, plus = neleval.CLUSTERINGS[measure]
            found = neleval.clustering(links, kind, typed=typed, plus=plus)
            p_num, r_num = float(found.p_num), float(found.r_num)
            fp, fn = float(found.p_den) - p_num, float(found.r_den) - r_num
        p = p_num / (p_num + fp) if p_num + fp else 0.0
        r = r_num / (r_num + fn) if r_num + fn else 0.0
        f = 2 * p * r / (p + r) if p + r else 0.0
        expected = [float(number) for number in numbers]
        assert [p_num, fp, r_num, fn, p, r, f] == pytest.approx(expected, abs=5.01e-4), measure


def test_macro_average_of_neleval(gsc):
    """spec/linking.md §3: strong_link_match by document, macro P .768, R .480, F .570 (neleval 3.1.1, -b docid)."""
    aligned = conventions.align("neleval", gsc, scope="in_kb")
    values = [
        averaged(rows("neleval", gsc, aligned), "macro", len(gsc.status)).sums().value
        for rows in (conventions.precision, conventions.recall, conventions.f_score)
    ]
    assert [round(value, 3) for value in values] == [0.768, 0.48, 0.57]


def of_type(path, part, kind):
    """Rows of a PubTator file with the mentions of one type, as the evaluator's third argument chooses them."""
    for _, row in named("pubtator").rows(path, Problems(), part):
        yield {"id": row["id"], "mentions": [mention for mention in row["mentions"] if mention["type"] == kind]}


def test_official_evaluator_of_bc5cdr(reference_data):
    """bc5cdr_sample/SOURCE.md (jar, Java 17): mention 303/105/121; id 149/57/65, where its README says 150/56/64."""
    folder = reference_data / "bc5cdr_sample" / "data"
    gold = list(of_type(folder / "gold" / "CDR_sample.gold.PubTator", "gold", "Disease"))
    run = list(of_type(folder / "test" / "CDR_sample.test.DNER.PubTator", "run", "Disease"))
    links = oe.compile(gold, run).view(Links)
    assert total(conventions.align("bc5cdr", links, spans_only=True, typed=True)) == [303, 105, 121]
    ids = conventions.align("bc5cdr", links, level="document")
    assert total(ids) == [149, 57, 65]
    parts = (conventions.precision, conventions.recall, conventions.f_score)
    values = [part("bc5cdr", links, ids).sums().value for part in parts]
    assert values == pytest.approx([0.723301, 0.696262, 0.709524], abs=5e-7)


def test_official_evaluator_on_ncbi_disease(reference_data, read_links):
    """ncbi_disease/SOURCE.md: id 221/169/119, mention 623/458/337; neleval does not split D1|D2: 219/171/117."""
    folder = reference_data / "ncbi_disease"
    links = read_links(folder / "gold.PubTator", folder / "lookup_baseline.PubTator")
    assert total(conventions.align("bc5cdr", links, level="document")) == [221, 169, 119]
    assert total(conventions.align("bc5cdr", links, spans_only=True)) == [623, 458, 337]
    assert total(conventions.align("neleval", links, scope="in_kb", level="document")) == [219, 171, 117]


def random_documents(seed):
    """Words of a text, and entities of both sides: disjoint spans, with ids, NIL and no id, missed and invented."""
    chance = random.Random(seed)
    for _ in range(200):
        words = [f"w{number}" for number in range(12)]
        sides = []
        for _ in range(2):
            spans, at = [], 0
            while at < len(words) - 2:
                length = chance.randint(1, 2)
                if chance.random() < 0.6:
                    spans.append((at, at + length, chance.choice(["Q1", "Q1", "Q1", "Q2", "NIL", "NIL12", ""])))
                at += length
            sides.append(spans)
        yield words, sides[0], sides[1]


def test_score_links_of_spacy():
    """spaCy's own Scorer.score_links, run here on 200 random documents."""
    spacy = pytest.importorskip("spacy")
    from spacy.scorer import Scorer
    from spacy.tokens import Doc, Span
    from spacy.training import Example

    vocab = spacy.blank("en").vocab

    def document(words, spans):
        doc = Doc(vocab, words=words)
        doc.ents = [Span(doc, start, end, "X", kb_id=name) for start, end, name in spans]
        return doc

    def mentions(doc):
        found = ({"start": ent.start_char, "end": ent.end_char, "id": ent.kb_id_ or None} for ent in doc.ents)
        return [{name: value for name, value in mention.items() if value is not None} for mention in found]

    examples, gold, run = [], [], []
    for number, (words, wanted, found) in enumerate(random_documents(7)):
        reference, predicted = document(words, wanted), document(words, found)
        examples.append(Example(predicted, reference))
        gold.append({"id": str(number), "query": reference.text, "mentions": mentions(reference)})
        run.append({"id": str(number), "mentions": mentions(predicted)})
    theirs = Scorer.score_links(examples, negative_labels=["NIL"])
    links = oe.compile(gold, run).view(Links)
    aligned = conventions.align("spacy", links)
    assert min(total(aligned)) > 5
    ours = [
        rows("spacy", links, aligned).sums().value
        for rows in (conventions.precision, conventions.recall, conventions.f_score)
    ]
    assert ours == pytest.approx([theirs[f"nel_micro_{part}"] for part in "prf"], abs=1e-12)


def test_every_row_of_the_table_is_a_metric(gsc):
    """Its counts are those of the metric that it names."""
    compiled = oe.compile(GOLD, RUN)
    rows = table(compiled.view(Links))
    report = oe.evaluate(compiled, [row["metric"] for row in rows], intervals=False)
    for row in rows:
        result = report[row["metric"]]
        assert result.metric == row["metric"]
        assert [result.sums[name] for name in ("tp", "fp", "fn")] == [row[name] for name in ("tp", "fp", "fn")]
        assert result.value == row["f1"]


#: A right link, a repeat of it, a wrong one, a NIL, one of two alternatives, an overlap.
GOLD = [
    {
        "id": "a",
        "mentions": [
            {"start": 0, "end": 4, "id": "A"},
            {"start": 10, "end": 14, "id": "B"},
            {"start": 20, "end": 24, "id": "NIL"},
            {"start": 30, "end": 34, "ids": ["C", "D"]},
            {"start": 40, "end": 49, "id": "E"},
        ],
    },
    {"id": "b", "mentions": []},
]
RUN = [
    {
        "id": "a",
        "mentions": [
            {"start": 0, "end": 4, "id": "A"},
            {"start": 0, "end": 4, "id": "A"},
            {"start": 10, "end": 14, "id": "X"},
            {"start": 20, "end": 24, "id": "NIL"},
            {"start": 30, "end": 34, "id": "D"},
            {"start": 40, "end": 44, "id": "E"},
        ],
    },
    {"id": "b", "mentions": [{"start": 0, "end": 1, "id": "A"}]},
]


def test_table_by_hand():
    """tp, fp, fn of the two documents above, counted by hand with each tool's rules."""
    rows = {(row["tool"], row["measure"]): row for row in table(oe.compile(GOLD, RUN).view(Links))}
    counts = {key: tuple(row[name] for name in ("tp", "fp", "fn")) for key, row in rows.items()}
    assert counts == {
        ("ontoeval", "linking"): (3, 3, 2),
        ("ontoeval", "as written"): (3, 3, 2),
        ("neleval", "strong_link_match"): (2, 3, 3),  # C and D are two gold mentions
        ("neleval", "strong_all_match"): (3, 3, 3),
        ("neleval", "entity_match"): (3, 2, 2),  # A, D, E; X, and A in b; B, C
        ("elevant", "IGNORED (InKB)"): (2, 3, 2),
        ("elevant", "REQUIRED (with NIL)"): (3, 3, 2),
        ("gerbil", "A2KB strong"): (3, 4, 2),  # the repeat is wrong
        ("gerbil", "A2KB weak"): (4, 3, 1),
        ("bc5cdr", "id"): (3, 3, 2),  # A, NIL, E; X, D, and A in b; B, C+D
        ("spacy", "nel_micro"): (2, 2, 2),  # A twice; X for B, D for C
        ("hipe", "nel strict"): (3, 4, 3),  # A twice and NIL; X, D and E are wrong on B, C and E, and A in b
        ("hipe", "nel fuzzy"): (4, 3, 2),  # E too
    }
    assert rows["gerbil", "A2KB strong"]["why"] == "1 repeated mentions are counted again"
    assert rows["neleval", "strong_link_match"]["why"].startswith("1 repeated mentions are one only when")
    assert "1 alternative gold ids count as gold mentions of their own" in rows["neleval", "strong_link_match"]["why"]
    assert rows["ontoeval", "as written"]["why"] == "the same counts"


def test_table_on_gsc(gsc):
    """The counts of each tool: neleval_reference.tab; for spaCy neleval's analysis, 1052 right and 67 wrong links."""
    rows = {(row["tool"], row["measure"]): row for row in table(gsc)}
    counts = {key: [row[name] for name in ("tp", "fp", "fn")] for key, row in rows.items()}
    assert counts["ontoeval", "linking"] == counts["neleval", "strong_link_match"] == [1052, 177, 1070]
    assert counts["neleval", "entity_match"] == counts["bc5cdr", "id"] == [721, 90, 712]
    assert counts["spacy", "nel_micro"] == [1052, 67, 67]
    assert rows["neleval", "strong_link_match"]["why"] == "the same counts"
    assert rows["spacy", "nel_micro"]["why"] == (
        "1003 gold mentions without a prediction on their span are left out; "
        "110 predictions on no gold span are left out"
    )


def test_table_says_what_elevant_knows_of_wiki_fair(reference_data, read_links):
    """rel__2014_.wiki-fair-no-coref.eval_results.json; the benchmark has 196 labels with a parent."""
    name = "rel__2014_.wiki-fair-no-coref.linked_articles.jsonl"
    rows = {(row["tool"], row["measure"]): row for row in table(read_links(reference_data / "elevant" / name))}
    elevant = rows["elevant", "IGNORED (InKB)"]
    assert [elevant[name] for name in ("tp", "fp", "fn")] == [463, 269, 451]
    assert "196 gold mentions are other readings of one, which is chosen its way" in elevant["why"]
    with_nil = rows["elevant", "REQUIRED (with NIL)"]
    ours = rows["ontoeval", "linking"]
    assert [row[name] for row in (with_nil, ours) for name in ("tp", "fp", "fn")] == [463, 270, 571] * 2
    assert with_nil["why"] == "the same counts"


@pytest.mark.parametrize("name", NELEVAL_DATA)
def test_names_of_neleval_are_metrics_here(reference_data, name):
    """neleval_reference.tab: F of all nineteen, by the metrics that the map names."""
    folder, gold, run = NELEVAL_DATA[name]
    assert set(NELEVAL) == {*SETS, *neleval.CLUSTERINGS}
    assert all(parse(notation).name == notation for notation in NELEVAL.values())
    compiled = oe.compile(oe.read(reference_data / folder / gold, reference_data / folder / run))
    report = oe.evaluate(compiled, list(NELEVAL.values()), intervals=False)
    for line in (reference_data / folder / "neleval_reference.tab").read_text(encoding="utf-8").splitlines()[1:]:
        *_, f1, measure = line.split("\t")
        assert report[NELEVAL[measure]].value == pytest.approx(float(f1), abs=5.01e-4), measure
