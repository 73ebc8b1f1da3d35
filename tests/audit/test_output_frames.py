"""Answers in a DataFrame: each row is one, and the names of columns are none."""

from __future__ import annotations

import pandas as pd
import pyarrow as pa
import pytest

import ontoeval as oe

ONTO = oe.load(b"[Term]\nid: A\nname: a\n")
FRAME = pd.DataFrame({"id": ["x", "y"], "response": ['{"id": "A"}', '{"id": "B"}']})


@pytest.mark.parametrize("frame", [FRAME, FRAME.set_index("id"), pa.Table.from_pandas(FRAME)])
def test_rows_of_a_frame_are_answers(frame):
    report = oe.audit.outputs(frame, ontology=ONTO, slots=["$.id"], intervals=False)
    assert [(row["stage"], row["num"], row["den"]) for row in report.stages] == [
        ("answered", 2, 2),
        ("parsed", 2, 2),
        ("vocabulary", 1, 2),
    ]
    assert report.compiled.roster.ids == ["x", "y"]
