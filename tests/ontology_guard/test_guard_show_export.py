"""``ontology show`` and ``ontology export``: what is shown is right, and what is written is read back as the same."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ontoeval as oe
from ontoeval.errors import UnknownConcept, UsageError
from ontoeval.ontology import inside, showing
from ontoeval.ontology.exports import FORMATS, render
from ontoeval.ontology.exports.graphml import read_graphml

PETS = (
    "A:1 animal",
    'A:2 cat < A:1 | def: "A \\"small\\" feline." [] | synonym: "feline" RELATED [] | alt_id: A:20'
    ' | synonym: "house cat" EXACT []',
    "A:3 dog < A:1 | relationship: part_of A:1",
    "A:4 pet < A:1",
    "A:5 tabby < A:2 A:4",
    "A:6 obsolete beast | is_obsolete: true | replaced_by: A:1",
    "A:7 obsolete thing | is_obsolete: true | consider: A:2 | consider: A:3",
    "A:8 kitty | equivalent_to: A:2",
)


def graph_of(onto, *, scopes=True, relations=True):
    """What must survive a round trip."""
    edges = {edge for edge in inside.edges(onto) if relations or edge[2] == "subclass"}
    edges |= {(b, a, relation) for a, b, relation in edges if relation == "equivalent"}
    return {
        "ids": set(onto.ids),
        "edges": edges,
        "labels": {concept: onto.label(concept) for concept in onto.ids},
        "definitions": {concept: onto.definition(concept) for concept in onto.ids},
        "synonyms": {
            concept: sorted(inside.scoped_synonyms(onto, concept) if scopes else onto.synonyms(concept))
            for concept in onto.ids
        },
        "deprecated": {concept for concept in onto.ids if onto.deprecated(concept)},
        "roots": set(onto.roots),
    }


def old_ids(onto):
    return onto.aliases, dict(inside.replacements(onto)), {k: set(v) for k, v in inside.considered(onto).items()}


def reload(text, format_, tmp_path):
    if format_ == "graphml":
        path = tmp_path / "out.graphml"
        path.write_text(text, encoding="utf-8")
        return oe.load(read_graphml(path), edges_point="to_parent")
    return oe.load(text.encode("utf-8"))


@pytest.mark.parametrize("format_", ["turtle", "obographs"])
def test_everything_comes_back(format_, obo, tmp_path):
    onto = oe.load(obo(*PETS))
    text, lost = render(onto, format_)
    again = reload(text, format_, tmp_path)
    assert graph_of(again) == graph_of(onto)
    assert old_ids(again) == old_ids(onto)
    assert lost == []
    assert render(again, format_)[0].splitlines()[9:] == text.splitlines()[9:]


@pytest.mark.parametrize("format_", ["skos", "tsv", "graphml"])
def test_the_graph_comes_back_and_what_is_lost_is_counted(format_, obo, tmp_path):
    plain = [term.partition(" | relationship")[0] for term in PETS[:-1]]
    onto = oe.load(obo(*plain))
    text, lost = render(onto, format_)
    again = reload(text, format_, tmp_path)
    assert graph_of(again, scopes=False) == graph_of(onto, scopes=False)
    whole = render(oe.load(obo(*PETS)), format_)[1]
    assert bool(whole) or lost == []
    if format_ in ("skos", "tsv"):
        assert any("relations" in note for note in whole)


def test_graphml_keeps_relations_and_equivalences(obo, tmp_path):
    onto = oe.load(obo(*PETS))
    again = reload(render(onto, "graphml")[0], "graphml", tmp_path)
    assert graph_of(again, scopes=False) == graph_of(onto, scopes=False)


names = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12).map(str.strip).filter(bool)


@given(data=st.data(), n=st.integers(1, 8))
def test_random_graphs_with_any_labels_come_back(data, n, tmp_path_factory):
    import networkx as nx

    graph = nx.DiGraph()
    for i in range(n):
        graph.add_node(
            f"X:{i}", label=data.draw(names), synonyms=tuple(data.draw(st.lists(names, max_size=2, unique=True)))
        )
        for parent in data.draw(st.sets(st.integers(0, max(i - 1, 0)), max_size=2)) if i else ():
            graph.add_edge(f"X:{i}", f"X:{parent}")
    onto = oe.load(graph, edges_point="to_parent")
    for format_ in ("turtle", "obographs", "graphml"):
        again = reload(render(onto, format_)[0], format_, tmp_path_factory.mktemp("g"))
        assert graph_of(again) == graph_of(onto), format_


@pytest.mark.parametrize("format_", FORMATS)
def test_hostile_labels_do_not_break_any_format(format_, tmp_path):
    import networkx as nx

    graph = nx.DiGraph()
    graph.add_node("X:1", label='a"b\\c\n<d>&\t', definition="]]>\x07\x00", synonyms=("x|y;z", "\u202e", "@prefix"))
    graph.add_node("X:2", label="# no comment")
    graph.add_edge("X:2", "X:1")
    onto = oe.load(graph, edges_point="to_parent")
    again = reload(render(onto, format_)[0], format_, tmp_path)
    assert set(again.ids) == {"X:1", "X:2"}
    assert again.parents("X:2") == {"X:1"}


def test_ids_that_are_no_iris_are_counted():
    onto = oe.load(b"Animals > Cats\nAnimals > Dogs\n", format="paths")
    assert "written as other IRIs" in render(onto, "turtle")[1][0]
    assert render(onto, "tsv")[1] == []


def test_an_unknown_format_is_refused(obo):
    with pytest.raises(UsageError, match="no writer"):
        render(oe.load(obo(*PETS)), "docx")


def test_export_writes_a_file_and_says_what_is_lost(cli, write, obo, tmp_path):
    file = write("a.obo", obo(*PETS))
    outcome = cli("ontology", "export", file, "--to", "skos", "-o", tmp_path / "a.ttl")
    assert outcome.code == 0
    assert outcome.out == ""
    assert "wrote" in outcome.err
    assert "1 relations beside the hierarchy were left out" in outcome.err
    assert len(oe.load(tmp_path / "a.ttl")) == 8
    assert cli("ontology", "export", file, "--to", "turtle").out.startswith("@prefix")
    assert cli("ontology", "export", file, "--to", "pdf").code == 2
    assert cli("ontology", "export", tmp_path / "none.obo", "--to", "skos").code == 3


def test_show_an_ontology(cli, write, obo):
    file = write("a.obo", obo(*PETS, header="data-version: 2026"))
    out = cli("ontology", "show", file).out
    for words in ("2026", "8: 6 live, 2 deprecated; 1 old ids", "part_of 1", 'A:1 "animal"', "by depth"):
        assert words in out
    content = json.loads(cli("ontology", "show", file, "--format", "json").out)
    assert content["depths"] == {"1": 1, "2": 4, "3": 1}
    assert content["namespaces"] == {"A:": 8}
    assert [root["id"] for root in content["roots"]] == ["A:1"]


def test_show_and_check_count_an_old_id_that_the_file_declares_as_such(cli, write, obo):
    file = write("a.obo", obo("A:1 animal | alt_id: A:9", "A:2 cat < A:1", "A:9 obsolete beast | is_obsolete: true"))
    assert "2: 2 live, 0 deprecated; 1 old ids, 1 of them declared" in cli("ontology", "show", file).out
    head = "3 concepts (1 deprecated, 1 declared as old ids of others), 1 edge, 1 root"
    assert head in cli("ontology", "check", file).out


def test_show_languages(cli, write):
    source = '@prefix : <http://ex.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .\n\
:A a owl:Class ; <http://www.w3.org/2000/01/rdf-schema#label> "a"@en, "b"@de .'
    assert "languages    " in cli("ontology", "show", write("a.ttl", source)).out


@pytest.mark.parametrize(
    "text", ["A:2", "A_2", "http://purl.obolibrary.org/obo/A_2", "a:20", "cat", "Feline", "HOUSE-CAT"]
)
def test_a_concept_is_found_by_any_spelling_or_name(text, obo):
    assert showing.find(oe.load(obo(*PETS)), text) == "A:2"


def test_show_a_concept(cli, write, obo):
    file = write("a.obo", obo(*PETS))
    out = cli("ontology", "show", file, "tabby").out
    assert "tree (one of 2 paths)" in out
    assert '      A:5 "tabby"  ←' in out
    assert "A:20" in cli("ontology", "show", file, "A:2").out
    assert 'deprecated: use A:1 "animal"' in cli("ontology", "show", file, "A:6").out
    assert 'deprecated: choose between A:2 "cat", A:3 "dog"' in cli("ontology", "show", file, "A:7").out
    assert 'A:8 "kitty"' in cli("ontology", "show", file, "A:2").out


def test_a_chain_of_a_thousand_does_not_go_on_to_the_right(cli, write, obo):
    """Its last line had 2,000 spaces; a chain of 100,000 concepts took ten gigabytes."""
    file = write("a.obo", obo("A:0 n0", *(f"A:{n} n{n} < A:{n - 1}" for n in range(1, 1_000))))
    lines = cli("ontology", "show", file, "A:999").out.splitlines()
    assert max(map(len, lines)) < 120
    (deepest,) = (line for line in lines if line.endswith("←"))
    assert deepest == " " * 80 + 'A:999 "n999"  ←'


def test_a_name_that_nobody_or_two_have(cli, write, obo):
    file = write("a.obo", obo("A:1 cat", "A:2 cat < A:1"))
    assert "2 concepts are called" in cli("ontology", "show", file, "cat").err
    outcome = cli("ontology", "show", file, "cta")
    assert outcome.code == 3
    assert "did you mean" in outcome.err
    with pytest.raises(UnknownConcept):
        showing.find(oe.load(obo("A:1 cat")), "")


def test_show_two_concepts(cli, write, obo):
    file = write("a.obo", obo(*PETS))
    content = json.loads(cli("ontology", "show", file, "A:5", "A:3", "--format", "json").out)
    onto = oe.load(file)
    assert content["wu_palmer"] == onto.similarity("A:5", "A:3") == pytest.approx(2 / 5)
    assert content["relation"] == onto.relation("A:5", "A:3")
    assert content["deepest_common"]["id"] == "A:1"
    assert [step["id"] for step in content["path_a"]][-1] == "A:5"
    out = cli("ontology", "show", file, "A:5", "A:2").out
    assert "as seen from A, B is: parent" in out
    assert "Wu-Palmer 0.8000" in out


def test_two_concepts_without_a_common_ancestor_and_in_a_cycle(cli, write, obo):
    file = write("a.obo", obo("A:1 a", "B:1 b", "C:1 c < C:2", "C:2 d < C:1"))
    assert "no common ancestor" in cli("ontology", "show", file, "A:1", "B:1").out
    assert "equivalent" in cli("ontology", "show", file, "C:1", "C:2").out


def test_a_million_paths_are_counted_and_not_walked(obo):
    terms = ["A:0 x"]
    for level in range(1, 41):
        above = f"A:{2 * level - 3} A:{2 * level - 2}" if level > 1 else "A:0"
        terms += [f"A:{2 * level - 1} x < {above}", f"A:{2 * level} x < {above}"]
    onto = oe.load(obo(*terms))
    assert showing.count_paths(onto, "A:80") == 2**39


def test_hostile_labels_are_shown_on_one_line(cli, write):
    file = write("a.obo", '[Term]\nid: A:1\nname: x\\n::error::y\ndef: "a\\n\\u001b[31m" []\n')
    for arguments in ((file,), (file, "A:1")):
        assert not any(line.startswith("::") for line in cli("ontology", "show", *arguments).out.splitlines())
