"""Texts as words, whether they refuse, and how far two of them agree."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

#: Answers that share at least this much (token F1) with an accepted answer count as right in the funnel.
ENOUGH = 0.5
#: Languages whose articles are left out; ``"none"`` leaves out nothing.
Language = Literal["en", "de", "es", "fr", "it", "nl", "pt", "none"]
_ARTICLES: dict[str, frozenset[str]] = {
    "en": frozenset({"a", "an", "the"}),
    "de": frozenset({"der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer", "eines"}),
    "es": frozenset({"el", "la", "los", "las", "lo", "un", "una", "unos", "unas"}),
    "fr": frozenset({"le", "la", "les", "un", "une", "des"}),
    "it": frozenset({"il", "lo", "la", "i", "gli", "le", "un", "uno", "una"}),
    "nl": frozenset({"de", "het", "een"}),
    "pt": frozenset({"o", "a", "os", "as", "um", "uma", "uns", "umas"}),
    "none": frozenset(),
}
#: Articles that are written together with their noun.
_ELIDED = {"fr": ("l'",), "it": ("l'", "un'")}
_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*")
_WITHOUT_SPACES = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0e7f]")
_REFUSALS = tuple(
    re.compile(pattern)
    for pattern in (
        # English
        r"\b(?:i|we) (?:could not|couldn't|cannot|can't|can not|did not|didn't|(?:was|were|am|are) unable to)"
        r" (?:find|answer|determine|locate|say)\b",
        r"\b(?:i|we) (?:have|has|had) no (?:information|answer|data)\b",
        r"\b(?:i|we) (?:do not|don't) (?:know|have (?:any |enough |that |this )?information)\b",
        r"\b(?:catalogue|catalog|documents?|context|sources?|text) (?:does not|do not|doesn't|don't)"
        r" (?:say|mention|contain|provide|include|state|specify|answer)\b",
        r"^(?:no|not enough|insufficient) information\b",
        r"^(?:sorry|unfortunately|i'm sorry|i am sorry)\b.*\b(?:not|no|unable|cannot|can't|couldn't)\b",
        # German, French, Spanish, Italian, Polish, Russian
        r"\b(?:nichts|keine (?:informationen|angaben|antwort)) (?:dazu |darüber )?(?:gefunden|vorhanden|im )",
        r"\bhabe ich\b.*\bnichts gefunden\b",
        r"\b(?:das )?weiß ich nicht\b",
        r"\bje (?:n'ai pas trouvé|ne sais pas|ne trouve pas)\b|\baucune information\b",
        r"\bno (?:he encontrado|encuentro|lo sé|tengo información)\b",
        r"\bnon (?:ho trovato|lo so|ho informazioni)\b",
        r"\bnie (?:znalazłem|znalazłam|wiem|mam informacji)\b",
        r"\bне (?:нашёл|нашел|нашла|найден\w*|знаю)\b|\bнет информации\b",
    )
)
_LONGEST_REFUSAL = 40  # words: a long text that also says "I could not find …" answers something


@lru_cache(maxsize=65536)
def tokens(text: str, language: Language = "en") -> tuple[str, ...]:
    """Words and numbers of a text: NFKC, case-folded, without punctuation and the articles of a language.

    Characters of scripts that put no spaces between words (Chinese, Japanese, Thai) are words of their own.
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    spaced = _WITHOUT_SPACES.sub(lambda match: f" {match[0]} ", folded)
    found = tuple(_bare(word, language) for word in _TOKEN.findall(spaced))
    return tuple(word for word in found if word not in _ARTICLES[language]) or found


def _bare(word: str, language: Language) -> str:
    """A word without an article that is written together with it."""
    for article in _ELIDED.get(language, ()):
        if word.replace("’", "'").startswith(article) and len(word) > len(article):
            return word[len(article) :]
    return word


def is_refusal(answer: str) -> bool:
    """Whether an answer refuses: it is empty, or short and holds a refusing phrase."""
    text = unicodedata.normalize("NFKC", answer).casefold().replace("’", "'").strip()
    if not text:
        return True
    return len(text.split()) <= _LONGEST_REFUSAL and any(pattern.search(text) for pattern in _REFUSALS)


def compare(answer: str, accepted: Iterable[str], language: Language = "en") -> tuple[bool, float, bool]:
    """Exact match, highest token F1, and whether the answer states one of the accepted answers."""
    mine = tokens(answer, language)
    exact, best, inside = False, 0.0, False
    for text in accepted:
        wanted = tokens(text, language)
        exact |= mine == wanted
        best = max(best, overlap(mine, wanted))
        inside |= bool(wanted) and _holds(mine, wanted)
    return exact, best, (exact or inside or best >= ENOUGH) and not is_refusal(answer)


def overlap(mine: tuple[str, ...], wanted: tuple[str, ...]) -> float:
    """Token F1 of two bags of words; two empty ones agree."""
    if not mine or not wanted:
        return float(mine == wanted)
    common = sum((Counter(mine) & Counter(wanted)).values())
    return 2 * common / (len(mine) + len(wanted))


def _holds(mine: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    width = len(wanted)
    return any(mine[start : start + width] == wanted for start in range(len(mine) - width + 1))
