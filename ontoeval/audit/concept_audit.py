"""The audit of concepts: from two columns of ids to every score, relation, branch and confusion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ontoeval.audit.columns import Columns, read_columns
from ontoeval.errors import BadParameter, closest
from ontoeval.evaluation.api import load_ontology
from ontoeval.evaluation.report import Report
from ontoeval.evaluation.tables import branch_errors, branches, relations
from ontoeval.metrics.registry import get, parse
from ontoeval.ontology.relation import RELATION_LABELS, RelationName
from ontoeval.records.batch import Batch
from ontoeval.records.samples import Samples, Source
from ontoeval.views.compiled import Compiled

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology

METRICS = (
    "hierarchical_f1",
    "hierarchical_precision",
    "hierarchical_recall",
    "lca_f1",
    "wu_palmer",
    "concept_similarity",
    'concept_similarity(measure="simgic")',
    "tree_induced_error",
    "matched_distance",
)
"""What the audit measures, beside ``error_severity`` with the costs that were given."""


class ConceptAudit(Report):
    """A report on predicted against gold concepts, with costs and a depth of branches of its own.

    Args:
        compiled: The samples.
        costs: Cost by relation, for those that differ from the defaults.
        depth: How many steps below the branch roots the branches of the tables begin.
        by: Columns to slice by.
        seed: Seed of the bootstrap.
        intervals: Whether to make intervals.
    """

    def __init__(
        self,
        compiled: Compiled,
        *,
        costs: Mapping[RelationName, float] | None = None,
        depth: int = 1,
        by: Sequence[str] | str = (),
        seed: int = 0,
        intervals: bool = True,
    ) -> None:
        self.costs = dict(costs or {})
        self.depth = depth
        severity = get("error_severity").measure({"costs": self.costs or None})
        measures = [*(parse(metric) for metric in METRICS), severity]
        super().__init__(compiled, measures, by=by, seed=seed, with_intervals=intervals)

    def table(self, name: str) -> list[dict[str, Any]]:
        """A table by name; those on relations and branches with the audit's costs and depth."""
        if name == "relations":
            return relations.rows(self.compiled, self.costs)
        if name == "branches":
            return branches.rows(self.compiled, self.depth)
        if name == "branch_errors":
            return branch_errors.rows(self.compiled, self.depth, self.costs)
        return super().table(name)


def concepts(
    source: str | Path | Iterable[Mapping[str, Any]] | Any,
    *,
    ontology: Ontology | str | Path,
    gold: str = "gold",
    predicted: str = "predicted",
    roots: Sequence[str] = (),
    cluster: str | None = None,
    by: Sequence[str] | str = (),
    separator: str | None = None,
    costs: Mapping[str, float] | None = None,
    depth: int = 1,
    seed: int = 0,
    intervals: bool = True,
) -> ConceptAudit:
    """Audit predicted against gold concepts.

    Args:
        source: A path (CSV, TSV, JSON lines; Parquet with the extra ``arrow``), rows, or a DataFrame.
        ontology: The ontology, or the path of one.
        gold: Column with the right concepts; empty or NIL for none.
        predicted: Column with the predicted concepts; empty or NIL for none.
        roots: Concepts whose children are the branches, when the ontology is given as a path; by default its roots.
        cluster: Column that says which rows belong together, e.g. the document; intervals then allow for it.
        by: Columns to slice by.
        separator: What separates several ids in one cell.
        costs: Cost of each relation in [0, 1], for those that differ from the defaults; see ``error_severity``.
        depth: How many steps below the roots the branches of the tables begin.
        seed: Seed of the bootstrap.
        intervals: Whether the metrics have intervals: with hundreds of thousands of rows they take most of the time.

    Returns:
        A report: its metrics, and the tables ``conventions``, ``relations``, ``branch_errors``, ``branches`` and
        ``confusions``.

    Raises:
        UsageError: There is no such column, relation or depth.
        InputError: The table or the ontology cannot be read, or no gold id is in the ontology.

    Example:
        >>> import networkx as nx, ontoeval as oe
        >>> tree = nx.DiGraph([("sedan", "car"), ("hatchback", "car"), ("car", "vehicle"), ("boat", "vehicle")])
        >>> onto = oe.load(tree, edges_point="to_parent")
        >>> rows = [{"gold": "sedan", "predicted": "hatchback"}, {"gold": "boat", "predicted": "boat"}]
        >>> report = oe.audit.concepts(rows, ontology=onto)
        >>> [(row["relation"], row["pairs"]) for row in report.table("relations")]
        [('exact', 1), ('sibling', 1)]
    """
    checked = _costs(costs or {})
    if depth < 1:
        raise BadParameter(f"depth={depth} is not allowed", where="depth", expected="a whole number ≥ 1")
    by = [by] if isinstance(by, str) else by
    columns = read_columns(source, gold=gold, predicted=predicted, cluster=cluster, by=by, separator=separator)
    if isinstance(ontology, str | Path) and roots:
        from ontoeval.ontology import load

        onto: Ontology | None = load(ontology, roots=roots)
    elif roots:
        raise BadParameter("a loaded ontology has its roots already", where="roots", mend="oe.load(…, roots=[…])")
    else:
        onto = load_ontology(ontology)
    name = Path(source).name if isinstance(source, str | Path) else "rows"
    samples = Samples(Source(name, "both", partial(_read, columns)))
    return ConceptAudit(
        Compiled(samples, ontology=onto), costs=checked, depth=depth, by=by, seed=seed, intervals=intervals
    )


def _read(columns: Columns, *_: object) -> Iterator[Batch]:
    return columns.batches()


def _costs(costs: Mapping[str, float]) -> dict[RelationName, float]:
    known: dict[str, RelationName] = dict(zip(RELATION_LABELS, RELATION_LABELS, strict=True))  # type: ignore[arg-type]
    out: dict[RelationName, float] = {}
    for name, cost in costs.items():
        if name not in known:
            near = closest(name, RELATION_LABELS, limit=1)
            mend = f"did you mean {near[0]}?" if near else None
            raise BadParameter(
                f"{name!r} is no relation", where="costs", expected=", ".join(RELATION_LABELS), mend=mend
            )
        if not 0 <= cost <= 1:
            raise BadParameter(f"{name}={cost!r} is not allowed", where="costs", expected="a number from 0 to 1")
        out[known[name]] = float(cost)
    return out
