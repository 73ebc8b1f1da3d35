"""A report as JUnit XML: a test case per line of the gate that looked at it, and one per result."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from ontoeval.report.findings_page import visible
from ontoeval.report.text import interval, number, samples

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report
    from ontoeval.evaluation.result import Result

_ELEMENTS = {"fail": "failure", "inconclusive": "error", "skipped": "skipped"}


def render(report: Report) -> str:
    """The report as XML; only lines of a gate fail, a result without a value is skipped with its reason."""
    root = Element("testsuites", name="ontoeval")
    suite = SubElement(root, "testsuite", name=visible(report.compiled.samples.name))
    for line in report.gate["lines"] if report.gate else ():
        _line(suite, line)
    for result in report:
        _result(suite, result)
    for element in (root, suite):
        element.set("tests", str(len(suite)))
        for attribute, child in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            element.set(attribute, str(len(suite.findall(f"testcase/{child}"))))
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}'


def save(report: Report, path: Path) -> None:
    """Write the report."""
    path.write_text(render(report) + "\n", encoding="utf-8", newline="\n")


def _line(suite: Element, line: Mapping[str, Any]) -> None:
    case = SubElement(suite, "testcase", classname="gate", name=visible(line["name"]))
    if line["state"] in _ELEMENTS:
        reasons = [f"{check['wanted']}: {reason}" for check in line["checks"] for reason in check["reasons"]]
        mark = SubElement(case, _ELEMENTS[line["state"]], message=visible("; ".join(reasons) or line["state"]))
        mark.text = visible("\n".join([*reasons, *line["causes"]]))


def _result(suite: Element, result: Result) -> None:
    name = f"{result.metric} {result.slice}".strip()
    case = SubElement(suite, "testcase", classname=visible(result.stage), name=visible(name))
    if result.value is None:
        SubElement(case, "skipped", message=visible(result.reason))
    else:
        said = SubElement(case, "system-out")
        said.text = visible(f"{number(result.value)}, 95 % interval {interval(result)}, samples {samples(result)}")
