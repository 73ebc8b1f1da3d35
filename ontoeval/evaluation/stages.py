"""The stages of a pipeline in three layers, and what measures each by default."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ontoeval.evaluation.scored import unmeasured
from ontoeval.metrics.definition import Measure
from ontoeval.metrics.registry import parse
from ontoeval.views.compiled import Compiled


@dataclass(frozen=True)
class Stage:
    """A stage of the pipeline.

    Attributes:
        name: Its name.
        layer: ``"offline"``, ``"online"``, ``"after generation"`` or ``"system"``.
        defaults: Measures that ``ontoeval run`` takes when the config names none.
        needs: What would measure it, for the message about an unmeasured stage.
    """

    name: str
    layer: str
    defaults: tuple[str, ...]
    needs: str


STAGES: tuple[Stage, ...] = (
    Stage("ingestion", "offline", (), "no metric of this version measures it"),
    Stage(
        "index",
        "offline",
        (),
        "give the corpus (docs) and gold.docs: the loss funnel then shows what is not in it",
    ),
    Stage(
        "query understanding",
        "online",
        (
            "linking_f1",
            "mention_f1",
            "disambiguation_accuracy",
            "overlinking_rate",
            "hallucinated_id_rate",
            "hierarchical_f1",
            "wu_palmer",
            "sibling_confusion",
        ),
        "give gold.mentions and run.mentions, or gold.concepts and run.concepts with an ontology",
    ),
    Stage(
        "filter",
        "online",
        ("false_exclusion_rate", "recall_ceiling", "empty_result_rate"),
        "log run.predicates, and give the corpus (docs)",
    ),
    Stage(
        "retrieval",
        "online",
        ('recall(of="candidates")',),
        "give gold.docs and run.candidates or run.retrieved",
    ),
    Stage(
        "rerank",
        "online",
        ("recall@10", "reciprocal_rank@10", "ndcg@10"),
        "give run.candidates (before) and run.retrieved (after)",
    ),
    Stage(
        "context",
        "online",
        ('recall(of="contexts")', "context_precision", "context_recall"),
        "give run.contexts: what the generator was given",
    ),
    Stage(
        "answer",
        "after generation",
        ("exact_match", "token_f1", "answer_relevancy", "abstention_precision", "abstention_recall"),
        "give gold.answers and run.answer; gold.answerable for refusals",
    ),
    Stage(
        "grounding",
        "after generation",
        ("faithfulness", "citation_precision", "citation_recall", "entity_grounding"),
        "judge the answers: ontoeval annotate RECORDS --rubric faithfulness",
    ),
    Stage(
        "conformance",
        "after generation",
        ("schema_validity", "vocabulary_conformance"),
        "give run.output, and a schema, or an ontology with slots",
    ),
    Stage(
        "system",
        "system",
        ("error_rate", "latency_ms", "cost"),
        "log run.latency_ms and run.cost by stage, and run.error where it failed",
    ),
)

LAYERS: Sequence[str] = tuple(dict.fromkeys(stage.layer for stage in STAGES))


def default_measures(compiled: Compiled) -> list[Measure]:
    """The default measures of every stage that these samples can measure."""
    measures = [parse(name) for stage in STAGES for name in stage.defaults]
    compiled.prepare(dict.fromkeys(measure.view for measure in measures))
    return [measure for measure in measures if unmeasured(measure, compiled) is None]
