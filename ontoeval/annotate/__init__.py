"""Annotators: what finds or judges something in texts: the mention finder of an ontology's names, judges, embedders.

Loaded on first use; the spaCy component ``ontoeval_mentions`` needs the extra ``nlp``, a judge behind a server the
extra ``llm``. Judges write their verdicts into ``annotations[rubric]``, one result per run; the shape of a result and
the fields of each rubric are in `ontoeval.records.verdicts`.

Example:
    >>> import networkx as nx, ontoeval as oe
    >>> tree = nx.DiGraph([("X:2", "X:1")])
    >>> nx.set_node_attributes(tree, {"X:1": "hearing loss", "X:2": "sudden hearing loss"}, "label")
    >>> onto = oe.load(tree, edges_point="to_parent")
    >>> oe.annotate.find_mentions("Sudden hearing loss, then hearing-loss.", onto)
    [{'start': 0, 'end': 19, 'text': 'Sudden hearing loss', 'id': 'X:2'}, {'start': 26, 'end': 38, 'text': 'hearing-loss', 'id': 'X:1'}]
"""  # noqa: E501

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ontoeval.annotate.desk import Limits as Limits
    from ontoeval.annotate.desk import Stopped as Stopped
    from ontoeval.annotate.embedders.hashed import HashedEmbedder as HashedEmbedder
    from ontoeval.annotate.embedders.openai import OpenAIEmbedder as OpenAIEmbedder
    from ontoeval.annotate.embedders.sentence_transformers import (
        SentenceTransformerEmbedder as SentenceTransformerEmbedder,
    )
    from ontoeval.annotate.entities import EntityGrounder as EntityGrounder
    from ontoeval.annotate.files import judge_file as judge_file
    from ontoeval.annotate.finder import MentionFinder as MentionFinder
    from ontoeval.annotate.finder import find_mentions as find_mentions
    from ontoeval.annotate.grounding import Grounding as Grounding
    from ontoeval.annotate.grounding import grounded as grounded
    from ontoeval.annotate.grounding import names_in as names_in
    from ontoeval.annotate.journal import Journal as Journal
    from ontoeval.annotate.judges.classifier import Calibration as Calibration
    from ontoeval.annotate.judges.classifier import ClassifierJudge as ClassifierJudge
    from ontoeval.annotate.judges.classifier import calibrate as calibrate
    from ontoeval.annotate.judges.jury import Jury as Jury
    from ontoeval.annotate.judges.openai import OpenAIJudge as OpenAIJudge
    from ontoeval.annotate.judges.outlines import OutlinesJudge as OutlinesJudge
    from ontoeval.annotate.judges.replay import ReplayEmbedder as ReplayEmbedder
    from ontoeval.annotate.judges.replay import ReplayJudge as ReplayJudge
    from ontoeval.annotate.judges.rule import RuleJudge as RuleJudge
    from ontoeval.annotate.judges.server import Patience as Patience
    from ontoeval.annotate.judges.server import Server as Server
    from ontoeval.annotate.judging import Judging as Judging
    from ontoeval.annotate.prices import Price as Price
    from ontoeval.annotate.prices import Prices as Prices
    from ontoeval.annotate.rotation import Rotation as Rotation
    from ontoeval.annotate.rotation import self_preference as self_preference

_HOMES = {
    "Calibration": "ontoeval.annotate.judges.classifier",
    "ClassifierJudge": "ontoeval.annotate.judges.classifier",
    "EntityGrounder": "ontoeval.annotate.entities",
    "Grounding": "ontoeval.annotate.grounding",
    "HashedEmbedder": "ontoeval.annotate.embedders.hashed",
    "Journal": "ontoeval.annotate.journal",
    "Judging": "ontoeval.annotate.judging",
    "Jury": "ontoeval.annotate.judges.jury",
    "Limits": "ontoeval.annotate.desk",
    "MentionFinder": "ontoeval.annotate.finder",
    "OpenAIEmbedder": "ontoeval.annotate.embedders.openai",
    "OpenAIJudge": "ontoeval.annotate.judges.openai",
    "OutlinesJudge": "ontoeval.annotate.judges.outlines",
    "Patience": "ontoeval.annotate.judges.server",
    "Price": "ontoeval.annotate.prices",
    "Prices": "ontoeval.annotate.prices",
    "ReplayEmbedder": "ontoeval.annotate.judges.replay",
    "ReplayJudge": "ontoeval.annotate.judges.replay",
    "Rotation": "ontoeval.annotate.rotation",
    "RuleJudge": "ontoeval.annotate.judges.rule",
    "SentenceTransformerEmbedder": "ontoeval.annotate.embedders.sentence_transformers",
    "Server": "ontoeval.annotate.judges.server",
    "Stopped": "ontoeval.annotate.desk",
    "calibrate": "ontoeval.annotate.judges.classifier",
    "find_mentions": "ontoeval.annotate.finder",
    "grounded": "ontoeval.annotate.grounding",
    "judge_file": "ontoeval.annotate.files",
    "names_in": "ontoeval.annotate.grounding",
    "self_preference": "ontoeval.annotate.rotation",
}

__all__ = [
    "Calibration",
    "ClassifierJudge",
    "EntityGrounder",
    "Grounding",
    "HashedEmbedder",
    "Journal",
    "Judging",
    "Jury",
    "Limits",
    "MentionFinder",
    "OpenAIEmbedder",
    "OpenAIJudge",
    "OutlinesJudge",
    "Patience",
    "Price",
    "Prices",
    "ReplayEmbedder",
    "ReplayJudge",
    "Rotation",
    "RuleJudge",
    "SentenceTransformerEmbedder",
    "Server",
    "Stopped",
    "calibrate",
    "find_mentions",
    "grounded",
    "judge_file",
    "names_in",
    "self_preference",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'ontoeval.annotate' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
