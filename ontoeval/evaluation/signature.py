"""What a number depends on, in one line: two numbers compare when all but the gold agree."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from ontoeval.metrics.definition import Measure
from ontoeval.ontology.nil import NilPolicy
from ontoeval.views.compiled import Compiled
from ontoeval.views.filter_rules import FilterRules

if TYPE_CHECKING:
    from ontoeval.views.base import Settings


@dataclass(frozen=True)
class Signature:
    """Fingerprints of what all measures of a report share.

    Attributes:
        ontoeval: Version of this package.
        gold: Hash of ids and gold, whatever the order of the samples.
        docs: Hash of the corpus, or None.
        ontology: Fingerprint of the ontology, or None.
        settings: Hash of schema, slots, labels, roots and rules for filters, or None.
        nil: Hash of the NIL policy, or None for the default one.
    """

    ontoeval: str
    gold: str
    docs: str | None
    ontology: str | None
    settings: str | None
    nil: str | None = None

    @classmethod
    def of(cls, compiled: Compiled) -> Signature:
        """The signature of compiled samples."""
        return cls(
            package_version(),
            compiled.roster.gold_fingerprint,
            compiled.docs.fingerprint if compiled.docs is not None else None,
            compiled.ontology.fingerprint if compiled.ontology is not None else None,
            _settings(compiled.settings),
            _nil(compiled),
        )

    def as_dict(self) -> dict[str, str | None]:
        """The parts by name."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    def text(self, measure: Measure) -> str:
        """The signature of one measure, e.g. ``"ndcg@10|average:macro|v1|gold:…|ontoeval:0.1.0"``."""
        parts = [measure.name, f"average:{measure.average}", f"v{measure.metric.version}"]
        for name in ("gold", "docs", "ontology", "settings", "nil", "ontoeval"):
            value = getattr(self, name)
            if value is not None:
                parts.append(f"{name}:{value}")
        return "|".join(parts)


def package_version() -> str:
    """The version of the installed package."""
    try:
        return version("ontoeval")
    except PackageNotFoundError:
        return "unknown"


def _settings(settings: Settings) -> str | None:
    from ontoeval.records.corpus import content_hash

    rules = settings.filters
    read = [] if rules == FilterRules() else [asdict(rules)]
    beside = [list(settings.labels), list(settings.roots)] if settings.labels or settings.roots else []
    if settings.schema is None and not (settings.slots or beside or read):
        return None
    return content_hash([settings.schema, list(settings.slots), *beside, *read])


def _nil(compiled: Compiled) -> str | None:
    from ontoeval.records.corpus import content_hash

    policy = compiled.settings.nil or (NilPolicy() if compiled.ontology is None else compiled.ontology.nil)
    if policy == NilPolicy():
        return None
    return content_hash([[sorted(policy.tokens), policy.pattern, policy.outside_gold]])
