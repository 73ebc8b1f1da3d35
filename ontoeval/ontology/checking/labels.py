"""Concepts with several labels in one language, for ONT303 and SKOS02."""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding
from ontoeval.ontology.checking.context import Context
from ontoeval.ontology.naming import quoted


def several_labels(context: Context) -> Iterator[Finding]:
    """One finding per concept and language with more than one label."""
    for concept in context.facts.declared:
        by_language: dict[str, dict[str, None]] = {}
        for text, language in context.facts.labels.get(concept, ()):
            by_language.setdefault(language.lower(), {})[text] = None
        for language, texts in by_language.items():
            if len(texts) > 1:
                tongue = f" in {language}" if language else ""
                yield context.found(
                    f"{len(texts)} labels{tongue}: {', '.join(map(quoted, sorted(texts)))}",
                    concept,
                    about=(concept, f"@{language}"),
                    mend="keep one, and make the others synonyms",
                )
