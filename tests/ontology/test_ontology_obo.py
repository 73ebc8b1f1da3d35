"""Reading OBO: what counts as concept, edge, name and alias, and how awkward lines are read."""

from ontoeval.ontology import Ontology, load

# Written for these tests; the expected values below were worked out by hand from this text.
DIAMOND = b"""format-version: 1.2
data-version: 2026-01-01
ontology: ex
idspace: EX http://ex.org/EX_ "examples"

[Term]
id: EX:1
name: top

[Term]
id: EX:2
name: left
is_a: EX:1 ! top

[Term]
id: EX:3
name: right
is_a: EX:1 {source="x"} ! top

[Term]
id: EX:4
name: bottom
alt_id: EX:9
def: "A \\"quoted\\" text,\\nin two lines." [PMID:1] {a="b"}
synonym: "base" EXACT layperson []
synonym: "floor" NARROW []
synonym: "ground" []
is_a: EX:2
is_a: EX:3
relationship: part_of EX:1 ! top
"""


def _term(*lines: str) -> Ontology:
    head = "format-version: 1.2\n\n[Term]\nid: EX:1\nname: one\n\n[Term]\nid: EX:2\n"
    return load((head + "\n".join(lines) + "\n").encode())


def test_a_diamond_has_both_parents_and_the_longest_depth():
    onto = load(DIAMOND)
    assert len(onto) == 4
    assert onto.roots == ("EX:1",)
    assert onto.parents("EX:4") == {"EX:2", "EX:3"}
    assert onto.children("EX:1") == {"EX:2", "EX:3"}
    assert onto.ancestors("EX:4") == {"EX:1", "EX:2", "EX:3"}
    assert onto.descendants("EX:1") == {"EX:2", "EX:3", "EX:4"}
    assert [onto.depth(x) for x in ("EX:1", "EX:2", "EX:4")] == [1, 2, 3]


def test_names_definitions_and_synonyms_are_unescaped():
    onto = load(DIAMOND)
    assert onto.label("EX:4") == "bottom"
    assert onto.definition("EX:4") == 'A "quoted" text,\nin two lines.'
    assert onto.definition("EX:1") is None
    assert onto.synonyms("EX:4") == ("base", "floor", "ground")
    assert onto.synonyms("EX:4", scope="exact") == ("base",)
    assert onto.synonyms("EX:4", scope="related") == ("ground",)


def test_version_and_content_make_the_fingerprint():
    onto = load(DIAMOND)
    assert onto.version == "2026-01-01"
    assert onto.fingerprint.startswith("2026-01-01+sha256:")
    assert onto.fingerprint == load(DIAMOND).fingerprint
    assert onto.fingerprint != load(DIAMOND + b"\n").fingerprint


def test_relationships_are_edges_beside_the_hierarchy():
    onto = load(DIAMOND)
    assert onto.graph.edges["EX:4", "EX:1"]["relations"] == {"part_of"}
    assert "EX:1" not in onto.parents("EX:4")


def test_intersections_give_their_genus_as_parent_and_unions_their_members_as_children():
    onto = _term("name: two", "intersection_of: EX:1 ! one", "intersection_of: part_of EX:1 ! one")
    assert onto.parents("EX:2") == {"EX:1"}
    assert {name: n for name, n in onto.provenance.items() if n} == {"genus": 1, "relations": 1}
    onto = _term("name: two", "union_of: EX:1", "union_of: EX:3")
    assert onto.children("EX:2") == {"EX:1", "EX:3"}


def test_an_edge_that_is_asserted_and_follows_from_a_genus_counts_as_asserted():
    onto = _term("name: two", "is_a: EX:1", "is_a: EX:1", "intersection_of: EX:1", "intersection_of: p EX:1")
    assert onto.provenance["asserted"] == 1
    assert onto.provenance["genus"] == 0


def test_a_dangling_parent_is_kept_without_a_label_and_reported():
    onto = _term("name: two", "is_a: EX:99")
    assert "EX:99" in onto
    assert onto.label("EX:99") is None
    assert not onto.declared("EX:99")
    assert onto.counts["undeclared"] == 1
    assert [finding.id for finding in onto.warnings] == ["ontology.undeclared"]


def test_a_dangling_target_of_a_relationship_is_no_concept():
    onto = _term("name: two", "relationship: part_of EX:99")
    assert "EX:99" not in onto
    assert [finding.id for finding in onto.warnings] == ["ontology.dangling"]


def test_a_parent_named_by_an_alternative_id_is_the_concept_itself():
    onto = _term("name: two", "is_a: EX:8", "", "[Term]", "id: EX:3", "name: three", "alt_id: EX:8")
    assert onto.parents("EX:2") == {"EX:3"}
    assert len(onto) == 3


def test_comments_and_modifiers_at_the_end_of_a_line_are_dropped():
    onto = _term("name: a {curly} \\ back ! comment", 'is_a: EX:1 {a="b", c="d"} ! one ! more')
    assert onto.label("EX:2") == "a {curly}  back"
    assert onto.parents("EX:2") == {"EX:1"}


def test_braces_and_exclamation_marks_inside_a_name_stay():
    assert _term("name: Bravo! {note}").label("EX:2") == "Bravo! {note}"
    assert _term("name: not \\! a comment").label("EX:2") == "not ! a comment"


def test_ids_with_spaces_and_escapes_are_read():
    onto = load(b"format-version: 1.2\n[Term]\nid: my term\nname: a\n[Term]\nid: EX\\:2\nname: b\nis_a: my term ! a\n")
    assert onto.ids == ("my term", "EX:2")
    assert onto.parents("EX:2") == {"my term"}


def test_an_unclosed_quote_inside_the_file_is_read_to_the_end_of_its_line_and_reported():
    onto = _term("name: two", 'def: "unquoted [PMID:1]', "is_a: EX:1")
    assert onto.definition("EX:2") == "unquoted [PMID:1]"
    assert [(f.id, f.where) for f in onto.warnings] == [("ontology.quote", "bytes:10")]


def test_a_line_without_a_tag_is_skipped_and_reported_with_its_number():
    onto = _term("name: two", "what is this", "is_a: EX:1")
    assert [(f.id, f.where) for f in onto.warnings] == [("ontology.line", "bytes:10")]
    assert onto.parents("EX:2") == {"EX:1"}


def test_stanzas_of_the_same_id_are_one_concept():
    onto = load(b"[Term]\nid: A:1\nname: a\n\n[Term]\nid: A:1\nname: a\nis_a: A:2\n\n[Term]\nid: A:2\nname: b\n")
    assert onto.ids == ("A:2", "A:1")


def test_continued_lines_are_joined_and_line_numbers_stay_right():
    onto = load(b"[Term]\nid: A:1\nname: a long \\\nname\nstray\n")
    assert onto.label("A:1") == "a long name"
    assert onto.warnings[0].where == "bytes:5"


def test_line_ends_and_byte_order_mark_do_not_matter():
    plain = load(DIAMOND)
    for variant in (DIAMOND.replace(b"\n", b"\r\n"), DIAMOND.replace(b"\n", b"\r"), b"\xef\xbb\xbf" + DIAMOND):
        assert load(variant).ids == plain.ids
        assert load(variant).definition("EX:4") == plain.definition("EX:4")


def test_typedefs_and_instances_are_no_concepts():
    onto = load(b"[Term]\nid: A:1\nname: a\n\n[Typedef]\nid: part_of\nname: part of\n\n[Instance]\nid: A:2\n")
    assert onto.ids == ("A:1",)


def test_purls_in_obo_are_the_same_as_curies():
    onto = load(
        b"[Term]\nid: HP:0000001\nname: a\n\n"
        b"[Term]\nid: http://purl.obolibrary.org/obo/HP_0000002\nname: b\nis_a: HP:0000001\n"
    )
    assert onto.ids == ("HP:0000001", "HP:0000002")


def test_old_synonym_tags_give_their_scope():
    onto = _term("name: two", 'exact_synonym: "zwei" []', 'broad_synonym: "some" []')
    assert onto.synonyms("EX:2", "exact") == ("zwei",)
    assert onto.synonyms("EX:2", "broad") == ("some",)


def test_counts_of_a_hand_made_file_are_those_of_the_truth_table():
    # basic.obo of the loader's truth table, whose row was worked out by hand
    onto = load(
        b"format-version: 1.2\nontology: ex\n\n"
        b"[Term]\nid: EX:1\nname: one\nalt_id: EX:9\nalt_id: EX:8\n\n"
        b"[Term]\nid: EX:2\nname: two\nis_a: EX:1 ! one\nrelationship: part_of EX:3\n\n"
        b"[Term]\nid: EX:3\nname: three\nintersection_of: EX:1\nintersection_of: part_of EX:2\n\n"
        b"[Term]\nid: EX:4\nname: obsolete four\nis_obsolete: true\nreplaced_by: EX:1\n\n"
        b"[Term]\nid: EX:5\nname: obsolete five\nis_obsolete: true\nconsider: EX:1\nconsider: EX:2\n\n"
        b"[Term]\nid: EX:8\nname: obsolete eight\nis_obsolete: true\n\n"
        b"[Term]\nid: EX:6\nis_a: EX:99\n\n[Typedef]\nid: part_of\nname: part of\n"
    )
    assert onto.counts == {
        "classes_total": 8, "declared": 7, "undeclared": 1, "subclass_asserted": 2,
        "extra_from_intersection_union": 1, "eq_pairs": 0, "subclass_total": 3, "roots_asserted_only": 3,
        "roots": 2, "deprecated": 3, "cycles": 0, "cycle_nodes": 0, "self_loops": 0, "missing_label": 2,
        "imports": 0, "someValuesFrom_edges": 1, "deprecated_parent_edges": 0, "alt_ids": 2,
    }  # fmt: skip
    assert len(onto) == 7  # EX:8 is another id of EX:1
    assert "EX:8" in onto
