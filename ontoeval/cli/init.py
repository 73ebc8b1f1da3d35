"""``ontoeval init``: everything that a project needs to be evaluated, with comments."""

from __future__ import annotations

from pathlib import Path

import click

from ontoeval.errors import InputError, UsageError

#: What is written where, by template, for each kind of project; the CI files come last.
KINDS = {
    "rag": {
        "ontoeval.toml": "ontoeval.toml",
        "golden.jsonl": "golden.jsonl",
        "docs.jsonl": "docs.jsonl",
        "ontology.obo": "ontology.obo",
        "pipeline.py": "pipeline.py",
        "github.yml": ".github/workflows/ontoeval.yml",
        "gitlab-ci.yml": ".gitlab-ci.yml",
    },
    "ontology": {
        "check.toml": "check.toml",
        "known.json": "known.json",
        "golden.jsonl": "golden.jsonl",
        "ontology.obo": "ontology.obo",
        "ontology-github.yml": ".github/workflows/ontology.yml",
        "ontology-gitlab-ci.yml": ".gitlab-ci.yml",
    },
}
_NEXT = {
    "rag": "  ontoeval collect golden.jsonl --call pipeline:answer -o answers.jsonl\n"
    "  ontoeval annotate answers.jsonl --gold golden.jsonl --rubric faithfulness --judge rule -o run.jsonl\n"
    "  ontoeval run ontoeval.toml",
    "ontology": "  ontoeval ontology check ontology.obo --config check.toml\n"
    "  ontoeval ontology check ontology.obo --config check.toml --write-baseline known.json",
}
_CI = {"github": ("github.yml",), "gitlab": ("gitlab-ci.yml",), "both": ("github.yml", "gitlab-ci.yml"), "none": ()}
_TEMPLATES = Path(__file__).parent.parent / "_data" / "init"


@click.command("init")
@click.argument("folder", metavar="[FOLDER]", default=".")
@click.option(
    "--kind",
    type=click.Choice([*KINDS]),
    default="rag",
    show_default=True,
    help="What is looked after: a pipeline over an ontology, or an ontology with its golden set.",
)
@click.option("--ontology", metavar="FILE", help="The ontology that there is, instead of an example (--kind ontology).")
@click.option("--golden", metavar="FILE", help="The golden set that there is, instead of an example (--kind ontology).")
@click.option(
    "--ci", type=click.Choice([*_CI]), default="both", show_default=True, help="For which service a CI file is written."
)
@click.option("--force", is_flag=True, help="Write over files that are there.")
def command(folder: str, kind: str, ontology: str | None, golden: str | None, ci: str, force: bool) -> None:
    """Write commented files to start from: settings, a small golden set, an ontology, and CI files.

    For a pipeline there are also a corpus and a stub: collect, annotate, run and the gate pass on them. For an
    ontology, the CI files check it and say what a change does to the golden set. The files work as they are; files
    that are there are kept. FILE is relative to FOLDER.

    In Python: there is none; the files are yours from then on.
    """
    target = Path(folder)
    given = {"ontology.obo": ontology, "golden.jsonl": golden}
    names = {template: _given(target, name, kind) for template, name in given.items() if name is not None}
    files = {name: path for name, path in KINDS[kind].items() if name not in names}
    for name, place in files.items():
        if name.endswith(".yml") and not name.endswith(_CI[ci]):
            continue
        path = target / place
        if path.exists() and not force:
            click.echo(f"kept {path}")
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_named((_TEMPLATES / name).read_text(encoding="utf-8"), names).encode())
        click.echo(f"wrote {path}")
    click.echo(f"next:\n{_named(_NEXT[kind], names)}")


def _given(target: Path, name: str, kind: str) -> str:
    """The path of a file that there is, as the written files name it."""
    if kind != "ontology":
        raise UsageError(
            f"{name} has no place in the files of a pipeline", where=f"--kind {kind}", mend="--kind ontology"
        )
    if not (target / name).is_file():
        raise InputError("no such file", where=str(target / name))
    if Path(name).is_absolute():
        raise UsageError("this path means nothing in CI", where=name, expected="a path relative to FOLDER")
    return Path(name).as_posix()


def _named(text: str, names: dict[str, str]) -> str:
    """A text in which other names stand for those of the example."""
    for example, name in names.items():
        text = text.replace(example, name)
    return text
