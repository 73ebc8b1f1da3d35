"""Gates to start from: figures that others named, not yours.

They say what to look at and give a first number. Replace them with what `ontoeval gate calibrate` finds for your own
system and questions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

#: Lines by the name of the preset.
PRESETS: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "starting-point": (
        {"metric": "recall@10", "min": 0.85},
        {"metric": "reciprocal_rank@10", "min": 0.6},
        {"metric": "ndcg@10", "min": 0.7},
        {"metric": "false_exclusion_rate", "max": 0.02},
    ),
    "high-stakes": (
        {"metric": "recall@10", "min": 0.95, "on": "bound"},
        {"metric": "reciprocal_rank@10", "min": 0.75, "on": "bound"},
        {"metric": "ndcg@10", "min": 0.8, "on": "bound"},
        {"metric": "false_exclusion_rate", "max": 0.01, "on": "bound"},
    ),
}
