"""``ontoeval init``: everything that a project needs to be evaluated, with comments."""

from __future__ import annotations

from pathlib import Path

import click

#: What is written where, by template; the CI files come last.
FILES = {
    "ontoeval.toml": "ontoeval.toml",
    "golden.jsonl": "golden.jsonl",
    "docs.jsonl": "docs.jsonl",
    "ontology.obo": "ontology.obo",
    "pipeline.py": "pipeline.py",
    "github.yml": ".github/workflows/ontoeval.yml",
    "gitlab-ci.yml": ".gitlab-ci.yml",
}
_CI = {"github": ("github.yml",), "gitlab": ("gitlab-ci.yml",), "both": ("github.yml", "gitlab-ci.yml"), "none": ()}
_TEMPLATES = Path(__file__).parent.parent / "_data" / "init"


@click.command("init")
@click.argument("folder", metavar="FOLDER", default=".")
@click.option(
    "--ci", type=click.Choice([*_CI]), default="both", show_default=True, help="For which service a CI file is written."
)
@click.option("--force", is_flag=True, help="Write over files that are there.")
def command(folder: str, ci: str, force: bool) -> None:
    """Write a commented ontoeval.toml, a small golden set with corpus and ontology, a pipeline stub, and CI files.

    The files work as they are: collect, annotate, run and the gate pass on them. Files that are there are kept.

    In Python: there is none; the files are yours from then on.
    """
    target = Path(folder)
    wanted = [name for name in FILES if not name.endswith(".yml") or name in _CI[ci]]
    for name in wanted:
        path = target / FILES[name]
        if path.exists() and not force:
            click.echo(f"kept {path}")
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes((_TEMPLATES / name).read_bytes())
        click.echo(f"wrote {path}")
    click.echo(
        "next:\n"
        "  ontoeval collect golden.jsonl --call pipeline:answer -o answers.jsonl\n"
        "  ontoeval annotate answers.jsonl --gold golden.jsonl --rubric faithfulness --judge rule -o run.jsonl\n"
        "  ontoeval run ontoeval.toml"
    )
