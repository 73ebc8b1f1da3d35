"""How the numbers were made, and how to make them again."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from ontoeval.report.markup import Html, code, facts, h, join, user

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report

_NAMES = {
    "ontoeval": "ontoeval",
    "gold": "Golden set",
    "docs": "Corpus",
    "ontology": "Ontology",
    "settings": "Schema and slots",
    "nil": "NIL policy",
}


def section(report: Report) -> Html:
    """The section."""
    parts: list[tuple[object, object]] = [
        (_NAMES.get(name, name), code(value) if value is not None else "not given")
        for name, value in report.signature.as_dict().items()
    ]
    methods = sorted({result.interval for result in report if result.low is not None})
    conventions = sorted(
        {
            str(value)
            for scored in report.scored.values()
            if (value := scored.measure.parameters.get("convention")) is not None
        }
    )
    return join(
        [
            h("h3", "Signature"),
            h("p", "Two numbers compare when all parts but the golden set agree."),
            facts(parts, class_="facts"),
            h("h3", "Rules"),
            h(
                "ul",
                h("li", "Intervals: ", "; ".join(methods) if methods else "none were made", "."),
                h(
                    "li",
                    "Conventions: ",
                    ", ".join(conventions) if conventions else "this project's own definitions",
                    ".",
                ),
                h(
                    "li",
                    "Missing: the system gave nothing where it should have; it counts as a miss where the metric can "
                    "tell. Undefined: there is no truth to compare with; it is counted, and not scored. Nothing is "
                    "dropped silently.",
                ),
                h("li", "Ids are resolved on both sides before they are compared."),
                h(
                    "li",
                    "Advice ranks faults by questions: lost ones first, then those that a fault touches. Mending one "
                    "lets its questions pass that stage; whether they pass the next ones only a new run can say.",
                ),
            ),
            h("h3", "Repeat it"),
            h("p", "In the folder with these files; or with the config that names them, ontoeval run."),
            h("pre", h("code", user(command(report))), tabindex="0"),
        ]
    )


def command(report: Report) -> str:
    """A command that makes the numbers again, as far as the report knows how they were made."""
    compiled = report.compiled
    samples = compiled.samples
    words = ["ontoeval", "score", *report.scored, "--gold", samples.gold.name]
    if samples.run is not None:
        words += ["--run", samples.run.name]
    if compiled.docs is not None:
        words += ["--docs", compiled.docs.name]
    if compiled.ontology is not None:
        words += ["--ontology", compiled.ontology.source]
    if compiled.settings.schema is not None:
        words += ["--schema", "SCHEMA.json"]
    for option, values in (
        ("--slot", compiled.settings.slots),
        ("--by", report.by),
        ("--where", [f"{name}={value}" for name, value in samples.where.items()]),
        ("--field", [f"{name}={value}" for name, value in samples.fields.items()]),
    ):
        words += [word for value in values for word in (option, value)]
    for option, rule in (
        ("--dialect", compiled.settings.filters.dialect),
        ("--profile", compiled.settings.filters.profile),
    ):
        words += [] if rule is None else [option, rule]
    if samples.duplicates != "error":
        words += ["--duplicates", samples.duplicates]
    return shlex.join(words)


def footer(report: Report) -> str:
    """The last line."""
    return f"ontoeval {report.signature.ontoeval}. This file loads nothing and sends nothing."
