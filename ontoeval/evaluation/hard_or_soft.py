"""Hard filter or bonus: what each predicate of a log costs in recall and brings in precision, and a verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ontoeval.errors import BadParameter, InputError, UsageError
from ontoeval.evaluation.api import load_docs, load_ontology
from ontoeval.evaluation.soft_filters import Flags, Floats, Integers, Per, Ranked, Unit
from ontoeval.findings import Finding
from ontoeval.predicates.transform import conjuncts
from ontoeval.predicates.tree import TRUE, And, Atom, Node
from ontoeval.progress import track
from ontoeval.records.objects import samples_of
from ontoeval.statistics.claims import Bounds, Verdict, difference_bounds, questions_needed, share_bounds, verdict
from ontoeval.views.base import Settings, Status
from ontoeval.views.candidates import Candidates
from ontoeval.views.compiled import Compiled
from ontoeval.views.filter_rules import FilterRules
from ontoeval.views.filters import DocState, Filters

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology
    from ontoeval.views.filters.logged import LoggedFilter

BOOSTS = (0.0, 0.25, 0.5, 1.0, 2.0, float("inf"))
REPLICATES = 10_000
LEVEL = 0.95


@dataclass(frozen=True)
class Decision:
    """What is known of one predicate, and whether it should be a hard filter.

    Recall divides by the eligible gold documents. Rankings are compared on the half of the questions on which the bonus
    was not chosen.

    Attributes:
        predicate: Attribute of the predicate.
        verdict: ``"hard"``, ``"soft"``, ``"mandatory"`` (declared: hard, and measured all the same), or
            ``"inconclusive"`` (soft meanwhile).
        n: Independent questions that use it, with eligible gold and known candidates.
        excluded: Those from which some smallest relaxation of the filter takes it.
        rescued: Those that taking it alone out of the filter would rescue.
        exclusion: Share of excluded questions, with one-sided bounds.
        boost: Chosen bonus; infinity puts all documents that pass first.
        n_compared: Independent questions on which rankings are compared.
        hard_precision, soft_precision, hard_recall, soft_recall: Means over those questions; None without any.
        difference: Hard minus soft precision, with one-sided bounds.
        n_needed: Questions that would settle an inconclusive verdict, None when no number would.
        curve: For each bonus (None: hard) mean precision and recall on those questions.
    """

    predicate: str
    verdict: Verdict
    n: int
    excluded: int
    rescued: int
    exclusion: Bounds
    boost: float
    n_compared: int
    hard_precision: float | None
    soft_precision: float | None
    hard_recall: float | None
    soft_recall: float | None
    difference: Bounds
    n_needed: int | None
    curve: tuple[tuple[float | None, float, float], ...]

    @property
    def reason(self) -> str:
        """Why the verdict is what it is."""
        shown = f"exclusion {self.exclusion.value:.4f}, P(hard) − P(soft) {self.difference.value:+.4f}"
        return {
            "hard": f"exclusion is below and the gain above its limit ({shown})",
            "soft": f"exclusion is not below, or the gain not above its limit ({shown})",
            "mandatory": f"declared mandatory ({shown})",
            "inconclusive": f"{self.needed}; soft meanwhile ({shown})",
        }[self.verdict]

    @property
    def needed(self) -> str:
        """How many more questions would settle it."""
        if self.n_needed is None:
            return "no number of questions like these would settle it"
        return f"about {self.n_needed - self.n:,} more questions needed"

    def row(self) -> dict[str, Any]:
        """The decision as a JSON-ready row; an infinite bonus is ``"inf"``."""
        row = asdict(self) | {"boost": _shown(self.boost), "reason": self.reason}
        row["curve"] = [
            {"boost": "hard" if boost is None else _shown(boost), "precision": precision, "recall": recall}
            for boost, precision, recall in self.curve
        ]
        return row


@dataclass(frozen=True)
class Decisions:
    """The decisions for all predicates of a log.

    Attributes:
        decisions: One per predicate: inconclusive ones last, then by name.
        k, epsilon, delta, unit, per, seed: As for `decide`.
        n_samples: Questions in all.
        n_scored: Those with eligible gold, a known filter and known candidates.
        findings: What was noticed on the way.
    """

    decisions: tuple[Decision, ...]
    k: int
    epsilon: float
    delta: float
    unit: Unit
    per: Per
    seed: int
    n_samples: int
    n_scored: int
    findings: tuple[Finding, ...]

    def __getitem__(self, predicate: str) -> Decision:
        for decision in self.decisions:
            if decision.predicate == predicate:
                return decision
        raise UsageError(f"no predicate {predicate!r}", expected=", ".join(found.predicate for found in self.decisions))

    @property
    def inconclusive(self) -> bool:
        """Whether any verdict is missing."""
        return any(decision.verdict == "inconclusive" for decision in self.decisions)

    def rows(self) -> list[dict[str, Any]]:
        """The decisions as JSON-ready rows."""
        return [decision.row() for decision in self.decisions]


def decide(
    gold: Any,
    run: Any = None,
    *,
    docs: Any,
    ontology: Ontology | str | Path | None = None,
    k: int = 10,
    epsilon: float = 0.02,
    delta: float = 0.0,
    mandatory: Sequence[str] = (),
    boosts: Sequence[float] = BOOSTS,
    unit: Unit = "deviation",
    per: Per = "returned",
    dialect: str | None = None,
    profile: str | None = None,
    fields: Mapping[str, str] | None = None,
    record_fields: Mapping[str, str] | None = None,
    replicates: int = REPLICATES,
    seed: int = 0,
) -> Decisions:
    """Whether each predicate of logged filters should exclude documents, or only rank them lower.

    **Definition.** A predicate is all that a filter says of one attribute. With the rest of the filter as it is, the
    candidates (``run.candidates``, found without the filter, with scores) are ranked by score (*unfiltered*), with a
    bonus for documents that pass the predicate (*soft*), and without those that fail it (*hard*). Its *exclusion* is
    the share of questions in which it is part of a smallest set of predicates that must go for any eligible gold
    document to pass. It is hard when the one-sided 95 % upper bound of exclusion (Clopper-Pearson) is below
    ``epsilon`` and the one-sided 95 % lower bound of the mean of P(hard) - P(soft) (Gaffke) above ``delta``; soft
    when the lower bound of exclusion is at least ``epsilon`` or the upper bound of the difference at most ``delta``;
    else inconclusive. The bonus is the one with the best recall (then precision, then the smallest) on one half of
    the questions, chosen by a hash of their cluster; rankings are compared on the other half.

    Args:
        gold, run: As for ``oe.score``.
        docs: The corpus.
        ontology: For filters with ``under``.
        k: Cut-off rank.
        epsilon: Exclusion that is acceptable, in (0, 1).
        delta: Precision that a hard filter must gain, in [-1, 1].
        mandatory: Attributes that stay hard whatever is measured (access, legal, draft). For all others a gold document
            that fails them is ineligible.
        boosts: Bonuses to choose from.
        unit: ``"deviation"``: a bonus is in standard deviations of the question's scores; ``"score"``: in scores.
        per: What precision divides by: ``"returned"`` documents (k at most), or always ``"k"``. Per k a bonus that puts
            all documents that pass first is never worse than the filter, so that nothing is hard unless ``delta`` is
            below 0.
        dialect: Dialect of filters whose row names none.
        profile: Engine semantics to read all filters with; by default those of their dialect.
        fields: For attributes of filters the path of the metadata that holds them.
        record_fields: Other places of the records' fields.
        replicates: Draws behind the bounds of the difference.
        seed: Seed of the draws.

    Returns:
        The decisions. Clusters that hold several questions count once: as excluded for the upper bound when any of
        their questions is, for the lower bound when all are.

    Raises:
        BadParameter: A parameter is outside its range.
        InputError: No question can be used.

    Example:
        >>> docs = [{"id": "d1", "lang": "en"}, {"id": "d2", "lang": "de"}]
        >>> gold = [{"id": "q", "docs": ["d1"]}]
        >>> run = [{"id": "q", "predicates": {"lang": "de"}, "candidates": {"d1": 0.9, "d2": 0.5}}]
        >>> found = decide(gold, run, docs=docs, k=1)["lang"]
        >>> found.verdict, found.exclusion.value, round(found.exclusion.low, 4)
        ('soft', 1.0, 0.05)

    Source:
        Handbook, part 5 (hard or soft); Clopper and Pearson 1934, doi:10.1093/biomet/26.4.404.
    """
    _check(k, epsilon, delta, boosts)
    if seed < 0:
        raise BadParameter(f"seed={seed} is not allowed", expected="a whole number ≥ 0")
    rules = FilterRules(dialect, profile, dict(fields or {}), tuple(mandatory))
    samples, corpus, onto = samples_of(gold, run, fields=record_fields), load_docs(docs), load_ontology(ontology)
    rule = _Rule(k, epsilon, delta, tuple(boosts), unit, per, replicates, seed)
    free = Settings(filters=replace(rules, mandatory=()))
    whole = _Log(Compiled(samples, ontology=onto, docs=corpus, settings=free))
    whole.check()
    log = whole
    if rules.mandatory:
        log = _Log(Compiled(samples, ontology=onto, docs=corpus, settings=Settings(filters=rules)))
    found = [(log, field, False) for field in log.fields if field not in rules.mandatory]
    found += [(whole, field, True) for field in whole.fields if field in rules.mandatory]
    decisions = [rule.decide(one, field, mandatory=declared) for one, field, declared in track(found, "deciding")]
    ordered = tuple(sorted(decisions, key=lambda found: (found.verdict == "inconclusive", found.predicate)))
    n_samples, n_scored = len(whole.scored), int(whole.scored.sum())
    return Decisions(ordered, k, epsilon, delta, unit, per, seed, n_samples, n_scored, tuple(whole.findings()))


class _Log:
    """Filters, gold documents and candidates of all questions."""

    def __init__(self, compiled: Compiled) -> None:
        compiled.prepare([Filters, Candidates])
        self.compiled = compiled
        self.filters = compiled.view(Filters)
        self.candidates = compiled.view(Candidates)
        for view in (self.filters, self.candidates):
            if view.unmeasured is not None:
                raise InputError(view.unmeasured, expected="run.candidates, and run.predicates or run.filter")
        self.logged = self.filters.logged
        corpus = self.logged.corpus
        assert corpus is not None
        self.rows = self.candidates.rows(corpus.position)
        self.scored: Flags = self.filters.scored & (self.candidates.status == Status.OK)
        for engine in {found.profile for found in self.logged.logged}:
            for field in self.fields:  # every candidate is tried, which takes half the time with the columns at hand
                corpus.index(engine).count(Atom(field, "exists"))
        pairs = self.logged.pairs
        wanted = self.filters.state <= DocState.EXCLUDED
        size = len(corpus)
        gold = pairs.sample[wanted] * size + pairs.row[wanted]
        self.relevant: Flags = (self.rows >= 0) & np.isin(self.candidates.sample * size + self.rows, gold)

    def check(self) -> None:
        """Refuse a log of which no question can be used."""
        if not self.scored.any():
            raise InputError(
                "no question has eligible gold documents, a known filter and candidates",
                mend="give gold.docs, run.predicates (or run.filter) and run.candidates, and the corpus that they name",
            )

    @property
    def fields(self) -> list[str]:
        """The attributes that filters of scored questions name."""
        samples = np.flatnonzero(self.scored).tolist()
        return sorted({one.field for sample in samples for one in self.filters.conditions(sample) if one.field})

    def using(self, field: str) -> Integers:
        """The scored questions whose filter names an attribute."""
        samples = np.flatnonzero(self.scored).tolist()
        return np.array([s for s in samples if any(c.field == field for c in self.filters.conditions(s))], np.int64)

    def involved(self, field: str, samples: Integers) -> tuple[Flags, Flags]:
        """Where an attribute is in a smallest relaxation, and where relaxing it alone rescues the question."""
        part = np.zeros(len(samples), dtype=bool)
        rescue = np.zeros(len(samples), dtype=bool)
        for place, sample in enumerate(samples.tolist()):
            blame = self.filters.blames.get(sample)
            if blame is None:
                continue
            mine = sum(1 << number for number, one in enumerate(self.filters.conditions(sample)) if one.field == field)
            part[place] = bool(blame.involved & mine)
            rescue[place] = any(one & ~mine == 0 for one in blame.relaxations)
        return part, rescue

    def ranked(self, field: str, samples: Integers) -> Ranked:
        """The candidates of some questions that pass the rest of the filter, and whether they pass the predicate."""
        order = np.full(len(self.scored), -1, dtype=np.int64)
        order[samples] = np.arange(len(samples))
        known = np.flatnonzero((order[self.candidates.sample] >= 0) & (self.rows >= 0))
        sample, row = self.candidates.sample[known], self.rows[known]
        used = set(samples.tolist())
        rest = [_relaxed(found, field) if place in used else TRUE for place, found in enumerate(self.logged.logged)]
        whole = [found.applied for found in self.logged.logged]
        through = self.logged.outcomes(rest, sample, row).n_failed == 0
        kept = known[through]
        passes = self.logged.outcomes(whole, sample[through], row[through]).n_failed == 0
        return Ranked(
            order[self.candidates.sample[kept]],
            self.candidates.score[kept],
            self.relevant[kept],
            passes,
            self.filters.n_eligible[samples],
        )

    def findings(self) -> list[Finding]:
        """What was noticed."""
        found = list(self.compiled.findings)
        unknown = int((self.rows < 0).sum())
        if unknown:
            got = f"{unknown} candidates are not in the corpus, and are left out"
            found.append(Finding("filter.candidates", "warning", "run.candidates", got, count=unknown))
        if self.candidates.any_unscored:
            got = "candidates without scores: 1 / (60 + rank) is taken for one"
            found.append(Finding("filter.unscored", "info", "run.candidates", got))
        applied = [one.applied for one in self.logged.logged]
        known = np.flatnonzero(self.scored[self.candidates.sample] & (self.rows >= 0))
        failed = self.logged.outcomes(applied, self.candidates.sample[known], self.rows[known]).n_failed
        if len(known) and not failed.any() and any(conjuncts(one) for one in applied):
            got = "every candidate passes its filter: they were found with the filter, not without it"
            mend = "log the candidates of an unfiltered search; soft and hard cannot differ on these"
            found.append(Finding("filter.filtered", "warning", "run.candidates", got, mend=mend))
        return found


@dataclass(frozen=True)
class _Rule:
    k: int
    epsilon: float
    delta: float
    boosts: tuple[float, ...]
    unit: Unit
    per: Per
    replicates: int
    seed: int

    def decide(self, log: _Log, field: str, *, mandatory: bool = False) -> Decision:
        """The decision for one predicate."""
        samples = log.using(field)
        clusters = log.compiled.roster.cluster_hashes[samples]
        excluded, rescued = log.involved(field, samples)
        exclusion = _exclusion(excluded, clusters)
        ranked = log.ranked(field, samples)
        found: dict[float | None, tuple[Floats, Floats]] = {}
        for boost in (None, *self.boosts):
            recall = ranked.hits(self.k, boost, self.unit) / ranked.n_relevant
            found[boost] = ranked.precision(self.k, boost, self.unit, self.per), recall
        half = clusters % 2 == 1
        boost = self._best({boost: found[boost] for boost in self.boosts}, half)
        other = ~half
        difference = difference_bounds(
            (found[None][0] - found[boost][0])[other],
            clusters[other],
            level=LEVEL,
            replicates=self.replicates,
            seed=self.seed,
        )
        means = {one: tuple(_mean(values[other]) for values in both) for one, both in found.items()}
        ruled = "mandatory" if mandatory else verdict(exclusion, difference, self.epsilon, self.delta)
        needed = None
        if ruled == "inconclusive":
            needed = questions_needed(exclusion, difference, self.epsilon, self.delta, LEVEL)
        return Decision(
            predicate=field,
            verdict=ruled,
            n=exclusion.n,
            excluded=int(excluded.sum()),
            rescued=int(rescued.sum()),
            exclusion=exclusion,
            boost=boost,
            n_compared=difference.n,
            hard_precision=means[None][0],
            soft_precision=means[boost][0],
            hard_recall=means[None][1],
            soft_recall=means[boost][1],
            difference=difference,
            n_needed=needed,
            curve=tuple((one, p, r) for one, (p, r) in means.items() if p is not None and r is not None),
        )

    def _best(self, found: dict[float, tuple[Floats, Floats]], half: Flags) -> float:
        """The bonus with the best recall on a half, then precision, then the smallest."""
        if not half.any():
            return min(found)
        return max(found, key=lambda boost: (found[boost][1][half].sum(), found[boost][0][half].sum(), -boost))


def _exclusion(excluded: Flags, clusters: np.ndarray[Any, np.dtype[np.uint64]]) -> Bounds:
    """Share of excluded questions; of clusters with several the bounds are the cautious ones."""
    names, place = np.unique(clusters, return_inverse=True)
    n, size = len(names), np.bincount(place)
    count = np.bincount(place, weights=excluded)
    low = share_bounds(int((count == size).sum()), n, LEVEL).low
    high = share_bounds(int((count > 0).sum()), n, LEVEL).high
    return Bounds(float(excluded.mean()), low, high, n)


def _relaxed(found: LoggedFilter, field: str) -> Node:
    """A filter without what it says of an attribute."""
    tests = [TRUE if one.field == field else one.test for one in found.conditions]
    return And((found.required, found.threshold.node(tests)))


def _mean(values: Floats) -> float | None:
    return float(values.mean()) if len(values) else None


def _shown(boost: float) -> float | str:
    return "inf" if boost == float("inf") else boost


def _check(k: int, epsilon: float, delta: float, boosts: Sequence[float]) -> None:
    if k < 1:
        raise BadParameter(f"k={k} is not allowed", expected="a whole number ≥ 1")
    if not 0 < epsilon < 1:
        raise BadParameter(f"epsilon={epsilon} is not allowed", expected="a rate between 0 and 1")
    if not -1 <= delta <= 1:
        raise BadParameter(f"delta={delta} is not allowed", expected="a difference between -1 and 1")
    if not boosts or not all(boost >= 0 for boost in boosts):
        raise BadParameter(f"boosts={list(boosts)} is not allowed", expected="numbers ≥ 0, at least one")
