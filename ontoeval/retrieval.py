"""Retrieval beyond single metrics: fusion, reranking, several queries, routing, context, sweeps of configurations."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ontoeval.evaluation.retrieval.compression import compression as compression
    from ontoeval.evaluation.retrieval.configs import sweep_configs as sweep_configs
    from ontoeval.evaluation.retrieval.fusion import tune_fusion as tune_fusion
    from ontoeval.evaluation.retrieval.multi_query import multi_query as multi_query
    from ontoeval.evaluation.retrieval.positions import lost_in_the_middle as lost_in_the_middle
    from ontoeval.evaluation.retrieval.rerank import rerank_gain as rerank_gain
    from ontoeval.evaluation.retrieval.routing import routing_confusion as routing_confusion
    from ontoeval.evaluation.retrieval.thresholds import calibrate_threshold as calibrate_threshold
    from ontoeval.evaluation.retrieval.uplift import uplift as uplift
    from ontoeval.records.fusion import reciprocal_ranks as reciprocal_ranks
    from ontoeval.records.fusion import weighted_scores as weighted_scores
    from ontoeval.records.probes import position_probes as position_probes
    from ontoeval.records.transform import fuse as fuse

_HOMES = {
    "calibrate_threshold": "ontoeval.evaluation.retrieval.thresholds",
    "compression": "ontoeval.evaluation.retrieval.compression",
    "fuse": "ontoeval.records.transform",
    "lost_in_the_middle": "ontoeval.evaluation.retrieval.positions",
    "multi_query": "ontoeval.evaluation.retrieval.multi_query",
    "position_probes": "ontoeval.records.probes",
    "reciprocal_ranks": "ontoeval.records.fusion",
    "rerank_gain": "ontoeval.evaluation.retrieval.rerank",
    "routing_confusion": "ontoeval.evaluation.retrieval.routing",
    "sweep_configs": "ontoeval.evaluation.retrieval.configs",
    "tune_fusion": "ontoeval.evaluation.retrieval.fusion",
    "uplift": "ontoeval.evaluation.retrieval.uplift",
    "weighted_scores": "ontoeval.records.fusion",
}

__all__ = [
    "calibrate_threshold",
    "compression",
    "fuse",
    "lost_in_the_middle",
    "multi_query",
    "position_probes",
    "reciprocal_ranks",
    "rerank_gain",
    "routing_confusion",
    "sweep_configs",
    "tune_fusion",
    "uplift",
    "weighted_scores",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'ontoeval.retrieval' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
