"""Share of the citations that lead back to their source."""

from __future__ import annotations

import numpy as np

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.provenance import LEVELS, Depth, Provenance


@metric(
    view=Provenance,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="handbook, part 7",
    missing=None,
)
def provenance_depth(provenance: Provenance, *, depth: Depth = "document") -> Ratio:
    """Share of the citations that lead back to their source.

    **Definition.** Of all citations, those that take every step down to ``depth``: to a context that the generator was
    given, on to a document of the corpus, on to a span of its text.

    **Answers** whether citations are pointers or decoration; no judge is needed.

    **Misleads when** the corpus was rebuilt since the run: ids that were right then lead nowhere now. A citation that
    leads somewhere need not support anything.

    Args:
        provenance: Citations, resolved.
        depth: ``"context"``: ``hit`` is a context, or a document of one; ``"document"``: that context or document is in
            the corpus; ``"span"``: the citation has a ``span`` that lies in the document's text.

    Returns:
        One row per citation: resolved, 1. Value in [0, 1], higher is better.

    Undefined when:
        Nothing is cited. Unmeasured without a corpus, unless ``depth="context"``.

    Example:
        >>> import ontoeval as oe
        >>> run = [{"id": "q", "contexts": ["a", "b"], "citations": [{"hit": "a"}, {"hit": "z"}]}]
        >>> oe.score("provenance_depth", [{"id": "q"}], run, docs=[{"id": "a", "text": "…"}]).value
        0.5

    Reference value:
        By hand.

    Source:
        Handbook, part 7.
    """
    there = provenance.level >= LEVELS[depth]
    return Ratio(there, np.ones(len(there), dtype=np.int64), sample=provenance.sample)
