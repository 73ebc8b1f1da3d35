"""Share of all requests whose output parses as JSON and validates against the schema."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.outputs import Validity
from ontoeval.views.outputs.parsing import Parse

ValidOf = Literal["requested", "parsed"]


@metric(
    view=Validity,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="https://json-schema.org/draft/2020-12",
    version=2,
)
def schema_validity(validity: Validity, *, parse: Parse = "strict", of: ValidOf = "requested") -> Ratio:
    """Share of all requests whose output parses as JSON and validates against the schema.

    **Definition.** Of all samples, those whose output is JSON and valid. Without a schema, those whose output is JSON:
    a finding says so. A request that gave no output is not valid. Enums of ids are not checked here when the ontology
    is given: they count once, in ``vocabulary_conformance``.

    **Answers** how often a program that reads the outputs breaks.

    **Misleads when** read as correctness: a valid output may name the wrong concept.

    Args:
        validity: Parsed and validated outputs.
        parse: ``"strict"`` reads strict JSON only, ``"lenient"`` also what can be repaired.
        of: Denominator: all samples (``"requested"``), or those whose output is JSON (``"parsed"``).

    Returns:
        One row per sample: valid, 1. Value in [0, 1], higher is better.

    Undefined when:
        There is no sample; with ``of="parsed"`` no output is JSON.

    Example:
        >>> import ontoeval as oe
        >>> run = [{"id": "q1", "output": '{"category": "A"}'}, {"id": "q2", "output": '{"category": '}]
        >>> gold = [{"id": "q1"}, {"id": "q2"}]
        >>> oe.score("schema_validity", gold, run, schema={"required": ["category"]}).value
        0.5
        >>> oe.score('schema_validity(of="parsed")', gold, run, schema={"required": ["category"]}).value
        1.0

    Reference value:
        None published; validity is that of jsonschema-rs, whose verdicts and errors a test compares with jsonschema's.

    Source:
        JSON Schema, draft 2020-12.
    """
    outputs = validity.outputs
    asked = outputs.parsed(parse) if of == "parsed" else np.ones(len(outputs.valid), dtype=bool)
    return Ratio(outputs.validates(parse), asked)
