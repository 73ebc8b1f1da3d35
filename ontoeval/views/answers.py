"""`Answers` and `Abstentions`: final answers against accepted answers, and refusals against what can be answered."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ontoeval.records.batch import Batch
from ontoeval.views.base import Flags, Inputs, Status, View, run_is_missing, statuses

Floats = NDArray[np.float64]

#: Answers that share at least this much (token F1) with an accepted answer count as right in the funnel.
ENOUGH = 0.5
_ARTICLES = frozenset({"a", "an", "the"})
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


class Answers(View):
    """``run.answer`` against ``gold.answers``, by exact match and token F1 after normalizing.

    Attributes:
        has_gold: Whether the golden set has an accepted answer, shape ``(n,)``.
        exact: Whether the answer equals an accepted one, shape ``(n,)``.
        token_f1: Highest token F1 with an accepted answer, shape ``(n,)``.
        right: Whether the answer states an accepted one: it holds its words in a row, or its token F1 is at
            least ``ENOUGH``; and it is no refusal.
    """

    bare = ("gold.answers", "run.answer")
    stage = "answer"

    def __init__(self, status: NDArray[np.int8], exact: Flags, token_f1: Floats, right: Flags) -> None:
        self.status = status
        self.exact = exact
        self.token_f1 = token_f1
        self.right = right
        self.has_gold: Flags = status != Status.UNDEFINED

    @classmethod
    def builder(cls, inputs: Inputs) -> AnswersBuilder:
        """A new builder."""
        return AnswersBuilder()


class AnswersBuilder:
    """Compiles batches into `Answers`."""

    def __init__(self) -> None:
        self.any_gold = False
        self.any_run = False
        self.status: list[int] = []
        self.exact: list[bool] = []
        self.token_f1: list[float] = []
        self.right: list[bool] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        columns = (run_is_missing(batch), batch.column("gold.answers"), batch.column("run.answer"))
        for lost, accepted, answer in zip(*columns, strict=True):
            self.any_gold |= bool(accepted)
            self.any_run |= answer is not None
            if not accepted:
                status = Status.UNDEFINED
            elif lost or answer is None:
                status = Status.MISSING
            else:
                status = Status.OK
            exact, overlap, right = compare(answer, accepted) if status == Status.OK else (False, 0.0, False)
            self.status.append(status)
            self.exact.append(exact)
            self.token_f1.append(overlap)
            self.right.append(right)

    def build(self) -> Answers:
        """The view of all batches."""
        view = Answers(
            statuses(self.status),
            np.array(self.exact, dtype=bool),
            np.array(self.token_f1, dtype=np.float64),
            np.array(self.right, dtype=bool),
        )
        if not self.any_gold:
            view.unmeasured = "no row has gold.answers"
        elif not self.any_run:
            view.unmeasured = "no row has run.answer"
        return view


class Abstentions(View):
    """Whether the system refused to answer, against whether the question can be answered.

    A refusal is an empty answer, or a short one with a refusing phrase (English, German, French, Spanish,
    Italian, Polish, Russian).

    Attributes:
        refused: Whether the system refused, shape ``(n,)``.
        has_gold: Whether the golden set says whether the question can be answered, shape ``(n,)``.
        wrong: The answers of the samples that were refused or answered against the golden set, by sample.
        answerable: Whether the golden set says that there is an answer, shape ``(n,)``.
    """

    stage = "answer"

    def __init__(self, status: NDArray[np.int8], refused: Flags, answerable: Flags) -> None:
        self.status = status
        self.refused = refused
        self.answerable = answerable
        self.has_gold: Flags = status != Status.UNDEFINED
        self.wrong: dict[int, str] = {}

    @classmethod
    def builder(cls, inputs: Inputs) -> AbstentionsBuilder:
        """A new builder."""
        return AbstentionsBuilder()


class AbstentionsBuilder:
    """Compiles batches into `Abstentions`."""

    def __init__(self) -> None:
        self.any_gold = False
        self.any_run = False
        self.status: list[int] = []
        self.wrong: dict[int, str] = {}
        self.refused: list[bool] = []
        self.answerable: list[bool] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        columns = (run_is_missing(batch), batch.column("gold.answerable"), batch.column("run.answer"))
        for lost, answerable, answer in zip(*columns, strict=True):
            self.any_gold |= answerable is not None
            self.any_run |= answer is not None
            missing = lost or answer is None
            if answerable is None:
                self.status.append(Status.UNDEFINED)
            else:
                self.status.append(Status.MISSING if missing else Status.OK)
            refused = not missing and is_refusal(answer)
            if not missing and answerable is not None and refused == answerable:
                self.wrong[len(self.refused)] = answer
            self.refused.append(refused)
            self.answerable.append(bool(answerable))

    def build(self) -> Abstentions:
        """The view of all batches."""
        view = Abstentions(
            statuses(self.status), np.array(self.refused, dtype=bool), np.array(self.answerable, dtype=bool)
        )
        view.wrong = self.wrong
        if not self.any_gold:
            view.unmeasured = "no row has gold.answerable"
        elif not self.any_run:
            view.unmeasured = "no row has run.answer"
        return view


@lru_cache(maxsize=65536)
def tokens(text: str) -> tuple[str, ...]:
    """Words and numbers of a text: NFKC, case-folded, without punctuation and English articles.

    Characters of scripts that put no spaces between words (Chinese, Japanese, Thai) are words of their own.
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    spaced = _WITHOUT_SPACES.sub(lambda match: f" {match[0]} ", folded)
    found = tuple(_TOKEN.findall(spaced))
    return tuple(word for word in found if word not in _ARTICLES) or found


def is_refusal(answer: str) -> bool:
    """Whether an answer refuses: it is empty, or short and holds a refusing phrase."""
    text = unicodedata.normalize("NFKC", answer).casefold().replace("’", "'").strip()
    if not text:
        return True
    return len(text.split()) <= _LONGEST_REFUSAL and any(pattern.search(text) for pattern in _REFUSALS)


def compare(answer: str, accepted: Iterable[str]) -> tuple[bool, float, bool]:
    """Exact match, highest token F1, and whether the answer states one of the accepted answers."""
    mine = tokens(answer)
    exact, best, inside = False, 0.0, False
    for text in accepted:
        wanted = tokens(text)
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
