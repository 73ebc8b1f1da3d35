"""DataFrames of real data: a row per mention gives the counts that neleval 3.1.1 gives for the same files."""

import pandas as pd
import pytest

import ontoeval as oe

NAMES = ["doc_id", "start", "end", "concept_id", "score", "type"]
#: neleval_reference.tab in data/hpo_gsc_plus, measures strong_link_match and strong_linked_mention_match.
STRONG_LINK = {"tp": 1052, "fp": 177, "fn": 1070}
STRONG_MENTION = {"tp": 1119, "fp": 110, "fn": 1003}


@pytest.fixture(scope="module")
def frames(reference_data):
    """Gold and baseline linker of GSC+; the ends in neleval's files are inclusive."""
    folder = reference_data / "hpo_gsc_plus"
    files = (folder / "gold.tsv", folder / "dict_baseline.tsv")
    return [pd.read_csv(file, sep="\t", names=NAMES).assign(end=lambda frame: frame["end"] + 1) for file in files]


@pytest.mark.parametrize(
    "change",
    [
        lambda frame: frame,
        lambda frame: frame.sample(frac=1, random_state=0).set_index("doc_id"),
        lambda frame: frame.astype({"concept_id": "category", "start": float}).convert_dtypes(),
        lambda frame: (
            frame.rename(columns={"concept_id": "id"})
            .groupby("doc_id")[["start", "end", "id"]]
            .apply(lambda part: part.to_dict("records"))
        ),
    ],
    ids=["rows", "index", "dtypes", "a Series of records by whole numbers"],
)
def test_mentions_are_counted_as_neleval_does(frames, change):
    report = oe.evaluate(change(frames[0]), ["linking_f1", "mention_f1"], run=change(frames[1]), intervals=False)
    for name, counts in (("linking_f1", STRONG_LINK), ("mention_f1", STRONG_MENTION)):
        assert {key: report[name].sums[key] for key in counts} == counts
