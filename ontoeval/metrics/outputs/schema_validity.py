"""Share of all requests whose output parses as JSON and validates against the schema."""

from __future__ import annotations

import numpy as np

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.outputs import Outputs


@metric(
    view=Outputs,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="https://json-schema.org/draft/2020-12",
)
def schema_validity(outputs: Outputs) -> Ratio:
    """Share of all requests whose output parses as JSON and validates against the schema.

    **Definition.** Of all samples, those whose output is strict JSON and valid. Without a schema, those whose
    output is strict JSON. A request that gave no output is not valid.

    **Answers** how often a program that reads the outputs breaks.

    **Misleads when** read as correctness: a valid output may name the wrong concept.

    Args:
        outputs: Parsed and validated outputs.

    Returns:
        One row per sample: valid, 1. Value in [0, 1], higher is better.

    Undefined when:
        There is no sample.

    Example:
        >>> import ontoeval as oe
        >>> run = [{"id": "q1", "output": '{"category": "A"}'}, {"id": "q2", "output": '{"category": '}]
        >>> gold = [{"id": "q1"}, {"id": "q2"}]
        >>> oe.score("schema_validity", gold, run, schema={"required": ["category"]}).value
        0.5

    Reference value:
        None published; validity is that of jsonschema-rs, whose verdicts a test compares with jsonschema's.

    Source:
        JSON Schema, draft 2020-12.
    """
    return Ratio(outputs.valid, np.ones(len(outputs.valid), dtype=np.int64))
