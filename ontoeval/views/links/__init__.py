"""`Links`: predicted mentions against gold mentions, and their alignment."""

from ontoeval.views.links.alignment import Alignment, Convention, Level, Scope
from ontoeval.views.links.builder import LinksBuilder
from ontoeval.views.links.matching import How, Match
from ontoeval.views.links.pairs import LinkPairs, Outcome
from ontoeval.views.links.spans import Ranked, Spans
from ontoeval.views.links.view import KeyedLinks, Links, Vocabulary

__all__ = [
    "Alignment",
    "Convention",
    "How",
    "KeyedLinks",
    "Level",
    "LinkPairs",
    "Links",
    "LinksBuilder",
    "Match",
    "Outcome",
    "Ranked",
    "Scope",
    "Spans",
    "Vocabulary",
]
