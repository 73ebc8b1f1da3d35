"""``ontoeval ontology compile`` and whether what it wrote still matches."""

import json

import pytest
from animal_ontology import TEXT

from ontoeval.errors import InputError
from ontoeval.ontology.vocabulary.drift import compare, read_compiled

NEW = TEXT.replace("id: A:4\nname: puppy", "id: A:7\nname: puppy").replace("2026-01-01", "2026-06-01")
CASES = [
    ("vocabulary.json", ["--to", "json-schema"]),
    ("described.json", ["--to", "json-schema", "--form", "enum", "--labels"]),
    ("openai.json", ["--to", "json-schema", "--target", "openai"]),
    ("gemini.json", ["--to", "json-schema", "--target", "gemini"]),
    ("shape.json", ["--to", "json-schema", "--form", "pattern"]),
    ("ids.py", ["--to", "pydantic", "--name", "AnimalId"]),
    ("openai.py", ["--to", "pydantic", "--form", "enum", "--target", "openai"]),
    ("steered.py", ["--to", "outlines"]),
    ("ids.regex", ["--to", "regex"]),
    ("flat.regex", ["--to", "regex", "--form", "flat"]),
]


@pytest.fixture
def file(write):
    return write("animals.obo", TEXT)


@pytest.mark.parametrize(("name", "options"), CASES)
def test_what_was_compiled_matches_until_the_ontology_changes(cli, write, tmp_path, file, name, options):
    out = tmp_path / name
    code, said, noted = cli(file, "--root", "A:1", *options, "-o", out)
    assert (code, said) == (0, "")
    assert f"wrote {out}: 4 ids" in noted
    assert cli(file, "--check", out) == (0, f"{name} matches animals.obo: 4 ids\n", "")
    code, said, _ = cli(write("newer.obo", NEW), "--check", out)
    assert code == 1
    assert said.splitlines() == [
        f"{name} does not match newer.obo: 1 new, 1 gone",
        "  new   A:7 puppy",
        "  gone  A:4",
        "note: compiled from version 2026-01-01, this is 2026-06-01",
    ]


@pytest.mark.parametrize(
    ("name", "beside"),
    [(name, name in ("openai.json", "gemini.json", "shape.json", "ids.regex", "flat.regex")) for name, _ in CASES],
)
def test_stamp_and_ids_lie_beside_a_file_that_has_no_place_for_them(cli, tmp_path, file, name, beside):
    cli(file, "--root", "A:1", *dict(CASES)[name], "-o", tmp_path / name)
    sidecar = tmp_path / f"{name}.x-ontoeval.json"
    assert sidecar.exists() is beside
    if beside:
        content = json.loads(sidecar.read_text(encoding="utf-8"))
        assert content["ids"] == ["A:2", "A:3", "A:4", "P:1"]
        assert content["x-ontoeval"]["roots"] == ["A:1"]


def test_check_as_json(cli, tmp_path, file, write):
    out = tmp_path / "v.json"
    cli(file, "--root", "A:1", "--to", "json-schema", "-o", out)
    code, said, _ = cli(write("newer.obo", NEW), "--check", out, "--format", "json")
    assert code == 1
    assert json.loads(said) == {
        "file": "v.json",
        "ontology": "newer.obo",
        "matches": False,
        "n": 4,
        "new": ["A:7"],
        "gone": ["A:4"],
        "problems": [],
        "notes": ["compiled from version 2026-01-01, this is 2026-06-01"],
    }


def test_an_id_that_became_deprecated_is_gone_and_said_so(cli, tmp_path, file, write):
    out = tmp_path / "v.json"
    cli(file, "--root", "A:1", "--to", "json-schema", "-o", out)
    older = TEXT.replace('name: cat\nsynonym: "house cat" EXACT []', "name: cat\nis_obsolete: true\nreplaced_by: A:3")
    code, said, _ = cli(write("later.obo", older), "--check", out)
    assert code == 1
    assert "  gone  A:2 cat (replaced: A:3)" in said.splitlines()


def test_another_version_with_the_same_ids_is_a_note(cli, tmp_path, file, write):
    out = tmp_path / "v.json"
    cli(file, "--root", "A:1", "--to", "json-schema", "-o", out)
    code, said, _ = cli(write("later.obo", TEXT.replace("2026-01-01", "2026-02-02")), "--check", out)
    assert code == 0
    assert "note: compiled from version 2026-01-01, this is 2026-02-02" in said


def test_changed_labels_matter_where_the_file_shows_them(cli, tmp_path, file, write):
    renamed = write("renamed.obo", TEXT.replace("name: cat", "name: tomcat"))
    for options, code in ([], 0), (["--labels"], 1):
        cli(file, "--root", "A:1", "--to", "json-schema", *options, "-o", tmp_path / "v.json")
        assert cli(renamed, "--check", tmp_path / "v.json")[0] == code


def test_an_edited_file_does_not_match(cli, tmp_path, file):
    out = tmp_path / "v.json"
    cli(file, "--root", "A:1", "--to", "json-schema", "-o", out)
    out.write_text(out.read_text(encoding="utf-8").replace('"A:2",', ""), encoding="utf-8")
    code, said, _ = cli(file, "--check", out)
    assert code == 1
    assert "not those of its stamp: it was edited" in said
    assert "  new   A:2 cat" in said


def test_a_root_that_is_gone_is_a_mismatch(cli, tmp_path, file, write):
    out = tmp_path / "v.json"
    cli(file, "--root", "A:3", "--to", "json-schema", "-o", out)
    code, said, _ = cli(write("other.obo", "[Term]\nid: B:1\nname: stone\n"), "--check", out)
    assert code == 1
    assert '"A:3" is neither an id nor a name in this ontology' in said
    assert "  gone  A:4" in said


@pytest.mark.parametrize(
    ("stamp", "problem"),
    [
        ({"roots": 3}, "got 3"),
        ({"roots": [["A:1"]]}, "is neither an id nor a name"),
        ({"kinds": ["class"]}, "got 'class'"),
        ({"deprecated": None}, "got None"),
    ],
)
def test_a_stamp_that_makes_no_sense_is_a_mismatch(cli, file, write, stamp, problem):
    compiled = write("v.json", {"enum": ["A:2"], "x-ontoeval": {"sha256": "0", "n": "many", **stamp}})
    code, said, _ = cli(file, "--check", compiled)
    assert code == 1
    assert problem in said


def test_a_pattern_without_its_ids_says_how_many(cli, tmp_path, file, write):
    out = tmp_path / "v.json"
    cli(file, "--root", "A:1", "--to", "json-schema", "--form", "pattern", "-o", out)
    (tmp_path / "v.json.x-ontoeval.json").unlink()
    assert cli(file, "--check", out)[0] == 0
    code, said, _ = cli(write("newer.obo", NEW), "--check", out)
    assert code == 1
    assert "the ids have changed, of 4 there are 4 now" in said


def test_many_new_ids_are_counted(cli, tmp_path, file, write):
    out = tmp_path / "v.json"
    cli(file, "--root", "A:1", "--to", "json-schema", "-o", out)
    terms = "".join(f"\n[Term]\nid: A:1{number:02d}\nname: n{number}\nis_a: A:1\n" for number in range(30))
    said = cli(write("grown.obo", TEXT + terms), "--check", out)[1]
    assert "grown.obo: 30 new, 0 gone" in said
    assert "  new   … and 10 more (--format json)" in said


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.json", "{", "it is no JSON"),
        ("a.json", "[" * 100_000, "it is no JSON"),
        ("a.json", "[]", "it is no JSON object"),
        ("a.json", '{"enum": ["A:1"]}', "there is no x-ontoeval stamp"),
        ("a.json", '{"x-ontoeval": 3}', "there is no x-ontoeval stamp"),
        ("a.json", '{"x-ontoeval": {"n": 3}}', "there is no x-ontoeval stamp"),
        ("a.py", "X_ONTOEVAL = print(1)", "no module that was compiled here"),
        ("a.py", "def", "no module that was compiled here"),
        ("a.regex", "A:1", "there is no x-ontoeval stamp"),
    ],
)
def test_files_that_were_not_compiled_here(cli, file, write, name, content, message):
    code, _, said = cli(file, "--check", write(name, content))
    assert code == 3
    assert message in said


def test_a_file_that_is_no_text(tmp_path):
    (tmp_path / "a.json").write_bytes(b"\xff\xfe{")
    with pytest.raises(InputError, match="no UTF-8 text"):
        read_compiled(tmp_path / "a.json")


def test_in_python(cli, tmp_path, file, onto):
    cli(file, "--root", "A:1", "--to", "regex", "-o", tmp_path / "a.regex")
    drift = compare(read_compiled(tmp_path / "a.regex"), onto)
    assert (drift.matches, drift.n, drift.new, drift.gone, drift.listed) == (True, 4, (), (), True)


# ---- the command ----------------------------------------------------------------------------------------------------


def test_to_stdout(cli, file):
    assert cli(file, "--root", "A:1", "--prefix", "A", "--to", "regex") == (0, "A:[234]\n", "")
    code, said, noted = cli(file, "--root", "A:1", "--to", "json-schema", "--form", "pattern")
    assert json.loads(said)["pattern"] == "^(?:A:[0-9]|P:[0-9])$"
    assert noted.startswith("note: the pattern accepts ids that do not exist")
    assert code == 0


def test_the_plan(cli, file):
    code, said, _ = cli(file, "--root", "A:1", "--plan")
    assert code == 0
    assert said.startswith("4 ids for generic: enum\n  yes  enum: 4 ids fit\n")
    content = json.loads(cli(file, "--root", "A:1", "--plan", "--target", "openai", "--format", "json")[1])
    assert (content["n"], content["target"], content["choice"], len(content["ways"])) == (4, "openai", "enum", 7)


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        ([], 2, "say one thing to do"),
        (["--plan", "--to", "regex"], 2, "say one thing to do"),
        (["--to", "regex", "--root", "animals"], 3, "did you mean animal (A:1)?"),
        (["--to", "regex", "--root", "A:4"], 2, "no id is left: concept below A:4"),
        (["--to", "regex", "--target", "openai"], 2, "a target is for a JSON Schema or pydantic, not for regex"),
        (["--to", "outlines", "--labels"], 2, "no forms and no labels"),
        (["--to", "regex", "--form", "enum"], 2, "expected trie or flat"),
        (["--to", "json-schema", "--form", "trie"], 2, "expected auto, enum, oneOf, pattern"),
        (["--to", "json-schema", "--form", "oneOf", "--target", "openai"], 2, "openai does not take 'oneOf'"),
        (["--to", "pydantic", "--name", "no name"], 2, "is no name in Python"),
        (["--check", "absent.json"], 3, "absent.json: No such file"),
    ],
)
def test_mistakes(cli, file, options, code, message):
    found, _, said = cli(file, *options)
    assert found == code
    assert message in said
