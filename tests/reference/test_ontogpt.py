"""Outputs of OntoGPT, as its repository keeps them: ungrounded ids are a class of their own.

Counts by prefix are those of the ``id:`` lines of the YAML files (specification, section 2), made without this code.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path

import pytest

import ontoeval as oe
from ontoeval.views.outputs import Slots

pytest.importorskip("yaml", reason="YAML needs the extra yaml")

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def hpo(reference_data):
    return oe.load(reference_data / "hpo_obo" / "hp-2025-01-16.obo.gz")


@pytest.fixture(scope="module")
def report(reference_data, hpo):
    return oe.audit.outputs(
        reference_data / "ontogpt",
        ontology=hpo,
        slots=["$.named_entities[*].id"],
        labels=["$.named_entities[*].label"],
        text="$.input_text",
    )


def test_ungrounded_ids_are_their_own_class(report):
    classes = {row["class"]: row["count"] for row in report.table("output_classes")}
    assert classes == {"ungrounded": 93, "ok": 61, "unknown_prefix": 219}
    texts = report.compiled.view(Slots).text
    counts = {prefix: sum(text.startswith(f"{prefix}:") for text in texts) for prefix in ("HGNC", "FOODON", "MESH")}
    assert counts == {"HGNC": 97, "FOODON": 29, "MESH": 28}


def test_rates_and_what_they_are_about(report):
    """All 61 ids of HPO are live; four labels are spans of the text that are no names of their concept."""
    assert report["strict_parse_rate"].sums == {"num": 23, "den": 23}
    assert report["vocabulary_conformance"].sums == {"num": 61, "den": 61 + 219}
    assert report['slot_abstention_rate(kind="ungrounded")'].sums == {"num": 93, "den": 93 + 61 + 219}
    assert report["id_label_agreement"].sums == {"num": 57, "den": 61}
    odd = {finding.got for finding in report.faults if finding.id.startswith("label.")}
    assert odd == {
        'HP:0001371 is "Flexion contracture"; "Joint contractures" is nobody\'s name',
        'HP:0034392 is "Joint contracture"; "Joint contractures" is nearly that',
        'HP:0034337 is "Claw hand deformity"; "Claw hand deformities" is nearly that',
    }


def test_slots_anywhere_in_the_object(reference_data, hpo):
    """A scan of the lines below ``symptoms:`` without a YAML parser finds HP 24 times and AUTO 29 times."""
    report = oe.audit.outputs(
        reference_data / "ontogpt", ontology=hpo, output="extracted_object", slots=["$.symptoms"], intervals=False
    )
    classes = {row["class"]: row["count"] for row in report.table("output_classes")}
    assert classes == {"ungrounded": 29, "ok": 24}


def test_the_page_says_what_the_command_prints(reference_data):
    spec = importlib.util.spec_from_file_location("docs_generate_outputs", ROOT / "docs" / "generate.py")
    generate = importlib.util.module_from_spec(spec)
    sys.modules["docs_generate_outputs"] = generate
    spec.loader.exec_module(generate)
    text = (ROOT / "docs" / "how-to" / "audit-outputs.md").read_text(encoding="utf-8")
    only = re.sub(r"<!-- run: .*? -->", "", text)
    assert "<!-- reference: ontoeval audit outputs" in only
    assert generate.refresh(only, reference_data).splitlines() == only.splitlines()
