"""The documentation is true: generated pages are fresh, examples run, links lead somewhere, tables match the code."""

import doctest
import importlib.util
import json
import re
import sys
import tomllib
from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from ontoeval.cli import COMMANDS
from ontoeval.evaluation.config import Config, evaluate_config, read_config

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
FENCE = re.compile(r"^(?:<!-- file: (?P<file>[\w.\-]+) -->\n+)?```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.M | re.S)
#: Pages whose examples need published data; tests/reference runs them.
ON_REAL_DATA = {"docs/how-to/real-data-hpo.md"}


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def load_generator():
    spec = importlib.util.spec_from_file_location("docs_generate", DOCS / "generate.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["docs_generate"] = module
    spec.loader.exec_module(module)
    return module


generate = load_generator()


def blocks(page: Path, kind: str):
    return [block["text"] for block in FENCE.finditer(page.read_text(encoding="utf-8")) if block["kind"] == kind]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder that looks like the checkout, as the pages' commands see it."""
    for entry in ("fixtures", "ontologies", "docs", "cli.py"):
        (tmp_path / entry).symlink_to(ROOT / entry)
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ---- examples ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.parent != DOCS / "metrics" and name(page) not in ON_REAL_DATA], ids=name
)
def test_python_on_the_page_runs_and_prints_what_it_says(page, folder):
    for file in FENCE.finditer(page.read_text(encoding="utf-8")):
        if file["file"]:
            (folder / file["file"]).write_text(file["text"], encoding="utf-8")
    sessions = "\n".join(blocks(page, "pycon"))
    parser = doctest.DocTestParser()
    test = parser.get_doctest(sessions, {}, name(page), name(page), 0)
    said: list[str] = []
    failed = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append).failed
    assert not failed, "".join(said)
    space: dict[str, object] = {"__name__": "page"}
    for code in blocks(page, "python"):
        exec(compile(code, name(page), "exec"), space)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_toml_and_json_on_the_page_can_be_read(page):
    for text in blocks(page, "toml"):
        tomllib.loads(text)
    for file in FENCE.finditer(page.read_text(encoding="utf-8")):
        if file["kind"] == "json" and not (file["file"] or "").startswith("broken"):
            for line in file["text"].splitlines():
                json.loads(line)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_console_output_on_a_page_is_generated(page):
    text = page.read_text(encoding="utf-8")
    assert text.count("```console\n") == len(generate._BLOCK.findall(text))
    assert text.count("<!-- end -->") >= text.count("```console\n")


# ---- generated pages --------------------------------------------------------------------------------------------


def test_generated_pages_are_fresh():
    fresh = generate.expected()
    stale = {name(path): diff for path, text in fresh.items() if (diff := generate.difference(path, text))}
    assert not stale, "run `make docs`:\n" + "\n".join(stale.values())
    assert generate.left_over(fresh) == []


def test_every_metric_and_command_has_a_page():
    pages = {page.relative_to(DOCS).as_posix() for page in PAGES if DOCS in page.parents}
    metrics = {f"metrics/{path.stem}.md" for path in (ROOT / "ontoeval" / "metrics").glob("*/[!_]*.py")}
    assert metrics | {f"cli/{command}.md" for command in COMMANDS} <= pages


def test_each_command_page_ends_with_its_twin_in_python():
    for command in COMMANDS:
        last = (DOCS / "cli" / f"{command}.md").read_text(encoding="utf-8").rstrip().splitlines()[-1]
        assert last.startswith("In Python"), command


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_no_path_of_this_machine_is_on_a_page(page):
    text = page.read_text(encoding="utf-8")
    assert str(ROOT) not in text
    assert not re.search(r"/tmp/|/home/|/Users/|[A-Z]:\\\\", text)


def test_a_stale_page_is_found(tmp_path):
    page = tmp_path / "page.md"
    text = "# Page\n\n<!-- run: ontoeval --version -->\nold\n<!-- end -->\n"
    page.write_text(text, encoding="utf-8")
    new = generate.refresh(text)
    assert "```console\n$ ontoeval --version\nontoeval " in new
    assert generate.refresh(new) == new


def test_exit_codes_and_stderr_of_commands_are_shown():
    text = generate.refresh("<!-- run: ontoeval metrics show ndgc -->\n<!-- end -->")
    assert "did you mean ndcg?\n$ echo $?\n2\n```" in text


def test_a_command_that_crashes_is_never_written_into_a_page():
    with pytest.raises(generate.Stale, match="fails"):
        generate.refresh("<!-- run: python -c 'raise SystemExit(70)' -->\n<!-- end -->")


def test_a_stale_example_of_a_metric_is_found(monkeypatch):
    from ontoeval.metrics import registry

    metric = registry.get("recall")
    monkeypatch.setattr(metric.function, "__doc__", "Recall.\n\nExample:\n    >>> 1 + 1\n    3\n")
    with pytest.raises(generate.Stale, match="the example of recall is stale"):
        generate.metric_page(metric)


# ---- tables and links -------------------------------------------------------------------------------------------


def test_every_key_of_a_config_is_documented_with_its_default():
    page = (DOCS / "how-to" / "config.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([\w.]+)` \|[^|]*\|([^|]*)\|", page, re.M))
    documented = {key.removeprefix("outputs."): default.strip() for key, default in rows.items()}
    assert set(documented) == {field.name for field in fields(Config)}
    for field in fields(Config):
        if field.default is MISSING:
            continue
        written = {None: "none"}.get(field.default, json.dumps(field.default))
        assert written in documented[field.name], field.name


def test_keys_of_outputs_are_documented_as_such():
    page = (DOCS / "how-to" / "config.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `outputs\.(\w+)`", page, re.M)) == {"schema", "slots", "labels"}


def test_the_config_of_the_demo_is_the_one_on_the_page():
    shown = tomllib.loads(blocks(DOCS / "how-to" / "config.md", "toml")[0])
    assert shown == tomllib.loads((ROOT / "fixtures" / "demo" / "ontoeval.toml").read_text(encoding="utf-8"))


def test_layers_on_the_architecture_page_are_those_that_are_checked():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = next(
        contract["layers"] for contract in project["tool"]["importlinter"]["contracts"] if contract["type"] == "layers"
    )
    page = (DOCS / "concepts" / "architecture.md").read_text(encoding="utf-8")
    shown = page.partition("<!-- layers -->\n```text\n")[2].partition("\n```")[0].splitlines()
    assert shown == layers


def test_every_family_is_in_the_contract_of_independence():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    listed = next(contract["modules"] for contract in contracts if contract["type"] == "independence")
    families = {path.parent.name for path in (ROOT / "ontoeval" / "metrics").glob("*/__init__.py")}
    assert {module.rpartition(".")[2] for module in listed} == families


def test_exit_codes_on_the_page_are_those_of_the_errors():
    from ontoeval import errors

    page = (DOCS / "how-to" / "score-a-run.md").read_text(encoding="utf-8")
    codes = {int(code) for code in re.findall(r"^\| (\d+) \|", page, re.M)}
    raised = {
        found.exit_code for found in vars(errors).values() if isinstance(found, type) and hasattr(found, "exit_code")
    }
    assert raised <= codes
    assert codes == {0, 1, 2, 3, 4, 70, 130}


def test_fields_on_the_page_exist():
    from ontoeval.records.model import FIELDS

    page = (DOCS / "how-to" / "score-a-run.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (?:documents|mentions|concepts|filter|output|answer|failure) \|(.*?)\|(.*)\|$", page, re.M)
    assert len(rows) == 7
    for gold, run in rows:
        for part, cell in (("gold", gold), ("run", run)):
            named = [word for word in re.findall(r"`(\w+)`", cell) if word != "id"]
            assert all(f"{part}.{word}" in FIELDS for word in named), (part, named)


def test_decision_0002_figures():
    result = evaluate_config(read_config(ROOT / "fixtures" / "demo" / "ontoeval.toml"))["false_exclusion_rate"]
    assert (result.n_ok, result.n_missing) == (50, 2)
    assert (result.sums["num"], result.sums["den"]) == (13, 50)
    text = (DOCS / "decisions" / "0002-missing-not-scored.md").read_text(encoding="utf-8")
    for row in ("13 / 52 = .2500", "15 / 52 = .2885", "13 / 50 = .2600"):
        num, den, value = re.fullmatch(r"(\d+) / (\d+) = (\.\d+)", row).groups()
        assert f"{int(num) / int(den):.4f}"[1:] == value
        assert row in text


def test_numbers_about_the_demo_in_the_readme():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    demo = ROOT / "fixtures" / "demo"
    n_docs = len((demo / "docs.jsonl").read_text(encoding="utf-8").splitlines())
    n_questions = len((demo / "golden.jsonl").read_text(encoding="utf-8").splitlines())
    assert f"{n_docs} documents, {n_questions} questions" in text
    from ontoeval.ontology import load

    onto = load(ROOT / "ontologies" / "catalogue.obo")
    assert f"an ontology of {len(onto) - onto.counts['deprecated']} product categories" in text


def test_dependencies_in_the_readme_are_the_core_dependencies():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    core = {re.match(r"[\w\-]+", text)[0] for text in project["dependencies"]} - {"typing-extensions"}
    sentence = " ".join(
        re.search(r"This brings ([^.]*)\.", (ROOT / "README.md").read_text(encoding="utf-8"))[1].split()
    )
    assert set(sentence.replace(" and ", " ").split(", ")) == core


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_to_files_and_headings(page):
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith(("http://", "https://", "mailto:")):
            continue
        path, _, anchor = target.partition("#")
        goal = (page.parent / path).resolve() if path else page
        assert goal.exists(), target
        if anchor:
            heads = re.findall(r"^#+ (.*)$", goal.read_text(encoding="utf-8"), re.M)
            assert anchor in {re.sub(r"[^\w\- ]", "", head).lower().replace(" ", "-") for head in heads}, target


def test_tests_that_decisions_name_exist():
    for page in (DOCS / "decisions").glob("*.md"):
        for file, test in re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", page.read_text(encoding="utf-8")):
            assert f"def {test}(" in (ROOT / file).read_text(encoding="utf-8"), (page.name, test)


# ---- changelog --------------------------------------------------------------------------------------------------


def test_changelog_fragments_have_a_known_type_and_say_something():
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["towncrier"]
    kinds = {kind["directory"] for kind in config["type"]}
    assert kinds == {"feature", "fix", "score-change", "removal", "doc"}
    for path in (ROOT / config["directory"]).iterdir():
        if path.name.startswith("."):
            continue
        assert re.fullmatch(rf"(\d+|\+[\w-]+)\.({'|'.join(kinds)})(\.\d+)?\.md", path.name), path.name
        assert path.read_text(encoding="utf-8").strip(), path.name
    assert config["start_string"].strip() in (ROOT / config["filename"]).read_text(encoding="utf-8")


def test_contributing_names_the_types_of_fragments_and_existing_make_targets():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `([\w-]+)` \|", text, re.M)) == {"feature", "fix", "score-change", "removal", "doc"}
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    for page in PAGES:
        assert set(re.findall(r"\bmake ([a-z]+)\b(?= +#|`)", page.read_text(encoding="utf-8"))) <= targets, page
