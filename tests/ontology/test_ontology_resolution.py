"""From what someone wrote to the concept: spellings, aliases, replacements, NIL."""

import pytest

from ontoeval.ontology import NilPolicy, Resolution, load
from ontoeval.ontology.identifiers import Normaliser, canonical

# Hand-made; each stanza is one case of the tests below.
ONTO = load(
    b"""format-version: 1.2
idspace: EX http://ex.org/id/

[Term]
id: EX:1
name: one
alt_id: EX:11
alt_id: EX:12
alt_id: EX:20

[Term]
id: EX:2
name: two
alt_id: EX:20

[Term]
id: EX:3
name: obsolete three
is_obsolete: true
replaced_by: EX:1

[Term]
id: EX:4
name: obsolete four, a chain
is_obsolete: true
replaced_by: EX:3

[Term]
id: EX:5
name: obsolete five, a cycle
is_obsolete: true
replaced_by: EX:6

[Term]
id: EX:6
name: obsolete six, a cycle
is_obsolete: true
replaced_by: EX:5

[Term]
id: EX:7
name: obsolete seven, suggestions
is_obsolete: true
consider: EX:1
consider: EX:2

[Term]
id: EX:8
name: obsolete eight, nothing
is_obsolete: true

[Term]
id: EX:9
name: obsolete nine, two replacements
is_obsolete: true
replaced_by: EX:1
replaced_by: EX:2

[Term]
id: EX:12
name: obsolete twelve, also an alt_id of one
is_obsolete: true

[Term]
id: EX:13
name: obsolete thirteen, replaced by an alias
is_obsolete: true
replaced_by: EX:11

[Term]
id: EX:14
name: obsolete fourteen, replaced by something unknown
is_obsolete: true
replaced_by: EX:404

[Term]
id: EX:15
name: obsolete fifteen, replaced by itself
is_obsolete: true
replaced_by: EX:15

[Term]
id: EX:16
name: obsolete sixteen, one suggestion
is_obsolete: true
consider: EX:2

[Term]
id: -
name: a concept that is called like NIL
"""
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("EX:1", Resolution("EX:1", "live")),
        ("EX:11", Resolution("EX:1", "alias", via=("EX:11",))),
        ("EX:12", Resolution("EX:1", "alias", via=("EX:12",))),
        ("EX:20", Resolution(None, "ambiguous", ("EX:1", "EX:2"))),
        ("EX:3", Resolution("EX:1", "replaced", via=("EX:3",))),
        ("EX:4", Resolution("EX:1", "replaced", via=("EX:4", "EX:3"))),
        ("EX:5", Resolution("EX:5", "deprecated", via=("EX:5",))),
        ("EX:7", Resolution("EX:7", "ambiguous", ("EX:1", "EX:2"))),
        ("EX:8", Resolution("EX:8", "deprecated")),
        ("EX:9", Resolution("EX:9", "ambiguous", ("EX:1", "EX:2"))),
        ("EX:13", Resolution("EX:1", "replaced", via=("EX:13", "EX:11"))),
        ("EX:14", Resolution("EX:14", "deprecated")),
        ("EX:15", Resolution("EX:15", "deprecated")),
        ("EX:16", Resolution("EX:16", "ambiguous", ("EX:2",))),
        ("EX:404", Resolution(None, "absent")),
        ("NIL", Resolution(None, "nil")),
        (None, Resolution(None, "nil")),
        (float("nan"), Resolution(None, "nil")),
        ("-", Resolution("-", "live")),
    ],
)
def test_every_status(text, expected):
    got = ONTO.resolve(text)
    if text == "EX:5":  # the way round the cycle is not part of the contract
        got = Resolution(got.id, got.status, got.candidates, ("EX:5",))
    assert got == expected


def test_findings_name_lost_replacements():
    assert [finding.id for finding in ONTO.warnings] == ["ontology.replacement"]


@pytest.mark.parametrize(
    "text",
    ["EX:1", " EX:1\n", "<EX:1>", "ex:1", "Ex:1", "EX_1", "ex_1", "http://purl.obolibrary.org/obo/EX_1",
     "https://purl.obolibrary.org/obo/EX_1", "<http://purl.obolibrary.org/obo/EX_1>", "http://ex.org/id/1",
     "http://identifiers.org/EX:1", "https://identifiers.org/ex/EX:1", "https://identifiers.org/ex:1",
     "identifiers.org/ex/1", "https://bioregistry.io/ex:1"],
)  # fmt: skip
def test_every_spelling_of_an_id_is_understood(text):
    assert ONTO.resolve(text).id == "EX:1"
    assert text in ONTO
    assert ONTO.label(text) == "one"


@pytest.mark.parametrize("text", ["EX1", "EX:01", "EX: 1", "FX:1", "1", "one", "http://other.org/EX_1"])
def test_what_is_no_spelling_of_an_id_is_absent(text):
    assert ONTO.resolve(text).status == "absent"
    assert text not in ONTO


def test_the_case_of_a_prefix_follows_the_ontology():
    onto = load(b"[Term]\nid: MESH:D003920\nname: diabetes\n")
    for text in ("MeSH:D003920", "mesh:D003920", "https://identifiers.org/mesh/D003920"):
        assert onto.resolve(text).id == "MESH:D003920"


def test_ids_are_case_sensitive_behind_the_prefix():
    onto = load(b"[Term]\nid: X:a\nname: small\n\n[Term]\nid: X:A\nname: large\n")
    assert (onto.label("x:a"), onto.label("x:A")) == ("small", "large")


def test_canonical_ids_are_curies_for_obo_purls_only():
    assert canonical("http://purl.obolibrary.org/obo/NCBITaxon_Union_0000023") == "NCBITaxon_Union:0000023"
    assert canonical("http://purl.obolibrary.org/obo/go#part_of") == "http://purl.obolibrary.org/obo/go#part_of"
    assert canonical("http://purl.obolibrary.org/obo/hp.owl") == "http://purl.obolibrary.org/obo/hp.owl"


def test_spellings_are_listed_once_and_the_literal_one_first():
    assert list(Normaliser({}, ["A:1"]).spellings("A:1")) == ["A:1"]


@pytest.mark.parametrize(
    "text", [None, "", "  ", "NIL", "nil", "<NIL>", "<NO_MAPPING>", "-1", "-", "*", "Unknown", "NIL7", "NIL0042"]
)
def test_usual_spellings_of_nil(text):
    assert NilPolicy().is_nil(text)


@pytest.mark.parametrize("text", ["NIL:1", "NILS", "0", "none", "HP:0000001", "unknown disease"])
def test_what_does_not_mean_nil(text):
    assert not NilPolicy().is_nil(text)


def test_the_policy_for_nil_can_be_replaced():
    onto = load(b"[Term]\nid: A:1\nname: a\n", nil=NilPolicy(tokens=frozenset({"none"}), pattern=""))
    assert onto.resolve("None").status == "nil"
    assert onto.resolve("NIL").status == "absent"
    assert onto.resolve(None).status == "nil"


def test_encode_gives_the_code_of_the_resolved_concept():
    codes = ONTO.encode(["EX:1", "ex_11", "EX:3", "EX:8", "EX:404", "NIL", None, "EX:20"])
    one, eight = ONTO.ids.index("EX:1"), ONTO.ids.index("EX:8")
    assert codes.tolist() == [one, one, one, eight, -2, -1, -1, -2]
    assert codes.dtype == "int32"
    assert ONTO.encode([]).tolist() == []


def test_ids_that_are_numbers_are_read_as_text():
    onto = load(b"[Term]\nid: 5\nname: five\n")
    assert onto.resolve(5).id == "5"
    assert onto.encode([5, "5", 6]).tolist() == [0, 0, -2]


def test_encode_tells_unknown_ids_apart_on_request():
    table = {}
    assert ONTO.encode(["x", "y", "x"], absent=table).tolist() == [-2, -3, -2]
    assert ONTO.encode(["y", "EX:1", "z"], absent=table).tolist() == [-3, ONTO.ids.index("EX:1"), -4]
    assert table == {"x": 0, "y": 1, "z": 2}
