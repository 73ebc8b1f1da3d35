"""What graph retrieval returned: nodes and paths of hits against those of the golden set."""

from ontoeval.views.graphs.nodes import Credit, Nodes
from ontoeval.views.graphs.paths import PathMatch, Paths

__all__ = ["Credit", "Nodes", "PathMatch", "Paths"]
