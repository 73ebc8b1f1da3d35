"""What other tools' rules fix for retrieval metrics."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: trec_eval breaks ties by document id, and its value is the mean over questions; so do those that call it.
TREC: Mapping[str, Mapping[str, Any]] = {
    "trec_eval": {"ties": "trec", "average": "macro"},
    "ir_measures": {"ties": "trec", "average": "macro"},
}
#: MS MARCO's script as ir_measures calls it.
RECIPROCAL = {**TREC, "msmarco": {"ties": "given", "average": "macro"}}
#: Gains of the tools: trec_eval's are the grades, gdeval's are exponential.
GAINS = {
    "trec_eval": {**TREC["trec_eval"], "gain": "linear"},
    "ir_measures": {**TREC["ir_measures"], "gain": "linear"},
    "gdeval": {"ties": "trec", "average": "macro", "gain": "exp2"},
}
#: gdeval's highest grade is 4.
CASCADE = {"gdeval": {"ties": "trec", "average": "macro", "max_grade": 4.0}}
#: ir_measures' own judged@k takes equal scores by document id from the start.
JUDGED = {"ir_measures": {"ties": "given", "average": "macro"}}
