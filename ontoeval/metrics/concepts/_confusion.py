"""What the shares of wrong concepts by relation have in common: their declaration, a part of their text, their rows."""

from __future__ import annotations

from collections.abc import Callable
from inspect import cleandoc

import numpy as np

from ontoeval.metrics.definition import metric
from ontoeval.ontology.relation import Relation
from ontoeval.statistics.rows import Ratio
from ontoeval.views.concepts import Concepts

_TEXT = """Args:
    concepts: Predicted against gold concepts.
    items: ``"concepts"``: the concept sets of samples; ``"mentions"``: the mentions of equal spans;
        ``"auto"``: the first where the golden set has concepts, else the second.

Returns:
    One row per pair: of this relation, wrong. Each pair has one relation, the first that fits: parent, child, ancestor,
    descendant, sibling, cousin, same branch, disjoint, unrelated. Value in [0, 1], lower is better.

Undefined when:
    No concept is wrong. Missed concepts and NIL are no wrong concepts.

Example:"""
_SOURCE = """

Source:
    Handbook, part 7."""


def confusion(function: Callable[..., Ratio]) -> Callable[..., Ratio]:
    """Declare the share of a relation as a metric, and put the common part of the text before its example."""
    function.__doc__ = cleandoc(function.__doc__ or "").replace("Example:", _TEXT, 1) + _SOURCE
    return metric(
        view=Concepts,
        average="micro",
        direction="lower",
        bounds=(0, 1),
        level="diagnostic",
        source="handbook, part 7",
        missing=None,
        requires=("ontology",),
    )(function)


def share(concepts: Concepts, *relations: Relation) -> Ratio:
    """The wrong pairs of some relations, among all wrong pairs."""
    pairs = concepts.pairs
    return Ratio(pairs.wrong & np.isin(pairs.relation, relations), pairs.wrong, sample=pairs.sample)
