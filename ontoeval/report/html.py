"""A report as one self-contained HTML file: nothing is loaded, and everything can be read without scripts."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from ontoeval.evaluation.stories import MOST, stories
from ontoeval.report import (
    html_concepts,
    html_faults,
    html_filters,
    html_funnel,
    html_linking,
    html_method,
    html_outputs,
    html_stages,
    html_stories,
    html_time,
    html_top,
    svg,
)
from ontoeval.report.html_links import Links
from ontoeval.report.markup import Html, h

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report

_ASSETS = "ontoeval.report.assets"


def render(report: Report, *, most: int = MOST) -> str:
    """The report as HTML; the same report gives the same bytes.

    Args:
        report: The report.
        most: How many questions are told at most.
    """
    told = stories(report, most)
    links = Links(story["id"] for story in told["stories"])
    sections = [
        (name, title, content)
        for name, title, content in (
            ("funnel", "Where questions are lost", html_funnel.section(report, links)),
            ("stages", "Every stage", html_stages.section(report)),
            ("filters", "Filters", html_filters.section(report, links)),
            ("linking", "Linking", html_linking.section(report)),
            ("concepts", "Concepts", html_concepts.section(report)),
            ("outputs", "Outputs", html_outputs.section(report)),
            ("time", "Time", html_time.section(report)),
            ("faults", "Faults", html_faults.section(report, links)),
            ("questions", "Questions", html_stories.section(told, links)),
            ("method", "Method", html_method.section(report)),
        )
        if content
    ]
    if report.funnel.unmeasured is not None:
        sections.insert(-1, sections.pop(0))
    style, script = _asset("report.css"), _asset("report.js")
    contents = [h("li", h("a", title, href=f"#{name}")) for name, title, _ in sections]
    body = [
        h("a", "Skip to the report", href="#report", class_="skip"),
        svg.pattern(),
        h("header", html_top.header(report), class_="top"),
        h("nav", h("ul", contents), aria_label="Sections"),
        h(
            "main",
            html_top.verdict(report, links),
            [
                h("section", h("h2", title, id=f"{name}-title"), content, id=name, aria_labelledby=f"{name}-title")
                for name, title, content in sections
            ],
            id="report",
            tabindex="-1",
        ),
        h("footer", h("p", html_method.footer(report))),
        h("script", Html(script)),
    ]
    policy = (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    head = [
        h("meta", charset="utf-8"),
        h("meta", http_equiv="Content-Security-Policy", content=policy),
        h("meta", name="viewport", content="width=device-width, initial-scale=1"),
        h("meta", name="color-scheme", content="light dark"),
        h("meta", name="referrer", content="no-referrer"),
        h("title", f"{html_top.title(report)} – ontoeval report"),
        h("link", rel="icon", href="data:,"),
        h("style", Html(style)),
    ]
    return f"<!DOCTYPE html>\n{h('html', h('head', head), h('body', body), lang='en')}\n"


def save(report: Report, path: Path) -> None:
    """Write the report."""
    path.write_text(render(report), encoding="utf-8", newline="\n")


def _asset(name: str) -> str:
    return files(_ASSETS).joinpath(name).read_text(encoding="utf-8")


def _hash(content: str) -> str:
    return f"sha256-{b64encode(sha256(content.encode()).digest()).decode()}"
