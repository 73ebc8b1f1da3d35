"""Entity grounding: the things that an answer names, and whether its contexts name them too; no judge is asked."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ontoeval.annotate.finder import MentionFinder
from ontoeval.annotate.grounding import grounded

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology

#: The annotation that is written.
ENTITY_GROUNDING = "entity_grounding"

_BEST = ("label", "synonym", "descendant", "absent", "unnamed")
_NAME = re.compile(r"\b[A-ZÀ-ÖØ-ÞА-ЯЁ][\w'’-]*(?:\s+(?:of|de|von|van|der|la)?\s*[A-ZÀ-ÖØ-ÞА-ЯЁ][\w'’-]*)*")
_NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,:]\d+)*%?(?![\w])")
_BEGINS = re.compile(r"(?:^|[.!?…:]\s+|\n\s*|[\"“„«(]\s*)$")


class EntityGrounder:
    """Finds entities in answers, and looks for them in the contexts.

    Concepts of the ontology are found by their names, and grounded by their labels, synonyms, and the names of
    concepts below. Everything else that has a name is found by spaCy, or without it by capital letters (the first
    word of a sentence does not count) and as numbers, and grounded by its words.

    Args:
        ontology: The ontology.
        nlp: A spaCy pipeline that sets ``doc.ents``; None for the plain matcher.
    """

    def __init__(self, ontology: Ontology, nlp: Any = None) -> None:
        self._answers = MentionFinder(ontology, inflection="plural")
        self._contexts = MentionFinder(ontology, inflection="plural", overlaps="all")
        self._nlp = nlp

    def ground(self, answer: str, contexts: Sequence[str]) -> list[dict[str, str]]:
        """Each entity of an answer once, in order: ``{"text": …, "how": …}`` and the ``id`` of a concept.

        Args:
            answer: The answer.
            contexts: The texts that it was given.
        """
        text = "\n\n".join(contexts)
        mentions = self._answers.find(answer)
        found = [(mention["start"], self._concept(mention, text)) for mention in mentions]
        taken = [(mention["start"], mention["end"]) for mention in mentions]
        words = _folded(text)
        for start, end in self._names(answer):
            if not any(start < last and first < end for first, last in taken):
                name = answer[start:end]
                how = "literal" if _holds(words, _folded(name)) else "absent"
                found.append((start, {"text": name, "how": how}))
        once: dict[str, dict[str, str]] = {}
        for _, entity in sorted(found, key=lambda one: one[0]):
            once.setdefault(entity.get("id") or _folded(entity["text"]), entity)
        return list(once.values())

    def _concept(self, mention: Any, text: str) -> dict[str, str]:
        concepts = [mention["id"]] if "id" in mention else mention["ids"]
        hows = [(_BEST.index(grounded(concept, text, self._contexts).how), concept) for concept in concepts]
        best, concept = min(hows)
        return {"text": mention["text"], "id": concept, "how": _BEST[best]}

    def _names(self, answer: str) -> Iterator[tuple[int, int]]:
        if self._nlp is not None:
            yield from ((entity.start_char, entity.end_char) for entity in self._nlp(answer).ents)
            return
        for match in _NAME.finditer(answer):
            start, end = match.span()
            first = re.match(r"\S+\s*", match[0])
            if first is not None and not match[0].isupper() and _BEGINS.search(answer[:start]):
                start += first.end()
            if end - start > 1:
                yield start, end
        for match in _NUMBER.finditer(answer):
            yield match.span()


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().replace("’", "'").split())


def _holds(text: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None
