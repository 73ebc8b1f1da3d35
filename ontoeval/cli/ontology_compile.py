"""``ontoeval ontology compile``: ids of an ontology as a constraint for outputs, and whether it still fits."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ontoeval.cli.ontology_options import loading, open_ontology, reading_options
from ontoeval.errors import UsageError

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology
    from ontoeval.ontology.vocabulary import Vocabulary
    from ontoeval.ontology.vocabulary.drift import Drift

_SHOWN = 20


@click.command("compile")
@click.argument("file", metavar="FILE")
@click.option("--root", "roots", multiple=True, metavar="ID", help="Only ids below this concept (or label).")
@click.option("--include-root", is_flag=True, help="The roots are ids too.")
@click.option("--prefix", "prefixes", multiple=True, metavar="PREFIX", help="Only ids with this prefix: HP")
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=click.Choice(["concept", "property"]),
    help="What the ids are of; by default concepts.",
)
@click.option(
    "--deprecated",
    type=click.Choice(["exclude", "flag"]),
    default="exclude",
    show_default=True,
    help="Leave deprecated concepts out, or keep them.",
)
@click.option("--to", type=click.Choice(["json-schema", "pydantic", "regex", "outlines"]), help="What to write.")
@click.option(
    "--form",
    type=click.Choice(["auto", "enum", "oneOf", "pattern", "trie", "flat"]),
    default="auto",
    show_default=True,
    help="Form of a schema (enum, oneOf, pattern) or of a regular expression (trie, flat).",
)
@click.option("--labels", is_flag=True, help="Show the labels to the model.")
@click.option(
    "--target",
    type=click.Choice(["generic", "openai", "gemini"]),
    default="generic",
    show_default=True,
    help="Whose limits a schema must keep.",
)
@click.option("--name", default="ConceptId", show_default=True, help="Name of the type in a Python module.")
@click.option("-o", "--output", metavar="OUT", help="File to write; by default stdout.")
@click.option("--plan", "plan_", is_flag=True, help="Say which constraints are possible at this size, and why.")
@click.option("--check", metavar="COMPILED", help="Exit with 1 when this compiled file does not match FILE any more.")
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True)
@reading_options
def command(
    file: str,
    roots: tuple[str, ...],
    include_root: bool,
    prefixes: tuple[str, ...],
    kinds: tuple[str, ...],
    deprecated: str,
    to: str | None,
    form: str,
    labels: bool,
    target: str,
    name: str,
    output: str | None,
    plan_: bool,
    check: str | None,
    format_: str,
    encoding: str | None,
    imports: str | None,
) -> int:
    """Write the ids of the ontology FILE as a JSON Schema, a pydantic or outlines type, or a regular expression.

    Each carries a stamp (x-ontoeval) of what it was compiled from. Where a file has no place for the stamp or the ids,
    they are in OUT.x-ontoeval.json beside it. --check selects the ids again, as the stamp says, and names those that
    are new or gone. --format is for --plan and --check.

    In Python: v = oe.load(file).vocabulary(roots=[…]), then v.to_json_schema(), v.to_pydantic(), v.to_regex(),
    v.to_outlines(), v.plan().
    """
    if sum((to is not None, plan_, check is not None)) != 1:
        raise UsageError("say one thing to do", where="compile", expected="--to, --plan or --check")
    onto = open_ontology(file, loading(encoding, imports))
    if check is not None:
        return _check(onto, Path(check), format_)
    vocabulary = onto.vocabulary(
        roots, include_root=include_root, prefixes=prefixes, kinds=kinds or "concept", deprecated=deprecated
    )
    if plan_:
        plan = vocabulary.plan(target)
        click.echo(_json(plan.as_dict()) if format_ == "json" else str(plan))
        return 0
    text, stamp, notes = _compiled(vocabulary, str(to), form, labels=labels, target=target, name=name)
    if output is None or output == "-":
        click.echo(text, nl=False)
    else:
        _write(vocabulary, Path(output), text, stamp)
    for note in notes:
        click.echo(f"note: {note}", err=True)
    return 0


def _compiled(
    vocabulary: Vocabulary, to: str, form: str, *, labels: bool, target: str, name: str
) -> tuple[str, dict[str, Any] | None, tuple[str, ...]]:
    """The text to write, its stamp where the text does not hold both stamp and ids, and what to know about it."""
    if to == "json-schema":
        compiled = vocabulary.to_json_schema(form, labels=labels, target=target)
        whole = compiled.exact and compiled.stamp == compiled.schema.get("x-ontoeval")
        return compiled.text, None if whole else compiled.stamp, compiled.limits
    if target != "generic" and to != "pydantic":
        raise UsageError(f"a target is for a JSON Schema or pydantic, not for {to}", where="--target")
    if to == "regex":
        regex = vocabulary.to_regex("trie" if form == "auto" else form)
        return regex.pattern + "\n", regex.stamp, ()
    from ontoeval.ontology.vocabulary.source_code import python_module

    if to == "outlines":
        if form != "auto" or labels:
            raise UsageError("an outlines type has no forms and no labels", where="--form")
        return python_module(vocabulary, to, name=name), None, ()
    form = "pattern" if form == "auto" and not labels else form
    return python_module(vocabulary, to, name=name, form=form, labels=labels, target=target), None, ()


def _write(vocabulary: Vocabulary, path: Path, text: str, stamp: dict[str, Any] | None) -> None:
    """Write a file, and the one beside it where there is something to put there."""
    from ontoeval.ontology.vocabulary.drift import sidecar_of, sidecar_text

    path.write_text(text, encoding="utf-8", newline="\n")
    click.echo(f"wrote {path}: {len(vocabulary):,} ids", err=True)
    beside = sidecar_of(path)
    if stamp is not None:
        beside.write_text(sidecar_text(vocabulary, stamp), encoding="utf-8", newline="\n")
        click.echo(f"wrote {beside}: its stamp and ids", err=True)
    else:
        beside.unlink(missing_ok=True)


def _check(onto: Ontology, path: Path, format_: str) -> int:
    """Compare a compiled file with the ontology; 0 when it matches, else 1."""
    from ontoeval.ontology.vocabulary.drift import compare, read_compiled

    compiled = read_compiled(path)
    drift = compare(compiled, onto)
    if format_ == "json":
        content = {
            "file": compiled.name,
            "ontology": onto.source,
            "matches": drift.matches,
            "n": drift.n,
            "new": drift.new,
            "gone": drift.gone,
            "problems": drift.problems,
            "notes": drift.notes,
        }
        click.echo(_json(content))
    else:
        click.echo("\n".join(_lines(compiled.name, onto, drift)))
    return 0 if drift.matches else 1


def _lines(name: str, onto: Ontology, drift: Drift) -> list[str]:
    """The comparison in words."""
    if drift.matches:
        lines = [f"{name} matches {onto.source}: {drift.n:,} ids"]
    else:
        lines = [f"{name} does not match {onto.source}: {len(drift.new):,} new, {len(drift.gone):,} gone"]
    lines += drift.problems
    for word, ids in (("new", drift.new), ("gone", drift.gone)):
        lines += [f"  {word:4}  {_named(onto, id)}" for id in ids[:_SHOWN]]
        lines += [f"  {word:4}  … and {len(ids) - _SHOWN:,} more (--format json)"] if len(ids) > _SHOWN else []
    return [*lines, *(f"note: {note}" for note in drift.notes)]


def _named(onto: Ontology, id: str) -> str:
    """An id with its label and, when it is no live concept, what became of it."""
    if id not in onto:
        return id
    label, resolved = onto.label(id), onto.resolve(id)
    text = id if label is None else f"{id} {label}"
    return (
        text
        if resolved.status == "live"
        else f"{text} ({resolved.status}{f': {resolved.id}' if resolved.id != id else ''})"
    )


def _json(content: dict[str, Any]) -> str:
    import json

    return json.dumps(content, indent=1, ensure_ascii=False)
