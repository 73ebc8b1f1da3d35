"""The mention finder: where an ontology's labels and synonyms occur in texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal

from ontoeval.annotate.index import LONGEST, Index, Match
from ontoeval.annotate.inflection import Inflection, inflection
from ontoeval.annotate.names import Name, Scope, names
from ontoeval.annotate.vocabulary import Case
from ontoeval.errors import BadParameter, OntologyError
from ontoeval.findings import Finding, shorten
from ontoeval.ontology.parts import SCOPES
from ontoeval.progress import track

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology
    from ontoeval.records.model import Mention

Ambiguous = Literal["preferred", "first", "all"]
Overlaps = Literal["longest", "all"]

_ALLOWED = {
    "case": ("acronyms", "ignore", "exact"),
    "ambiguous": ("preferred", "first", "all"),
    "overlaps": ("longest", "all"),
}
_REASONS = {
    "no_letters": "names without a letter, a digit or a symbol",
    "too_long": f"names of more than {LONGEST} characters",
    "too_short": "names shorter than min_length",
    "stop": "names on the stop list",
}


class MentionFinder:
    """Finds the names of an ontology's concepts in texts; made once, used for any number of texts.

    A name is found where its words follow each other in the text: between word boundaries, with any white space
    between them, a hyphen in a word like a space (``X-linked`` is ``X linked``), other signs as in the name.
    Letters are compared in Unicode's compatible form (``é`` composed or not, ``ﬁ`` as ``fi``), quotes and dashes in
    their plain form. In scripts without spaces (Chinese, Japanese, Thai …) and in Korean a name is found inside a
    longer word.
    Without ``overlaps="all"`` the longest name wins, from left to right.

    Args:
        ontology: The ontology.
        roots: Only the names of these concepts and those below them.
        synonyms: Scopes of synonyms that count beside labels; ``()`` for labels only.
        deprecated: Whether deprecated concepts count.
        case: ``"acronyms"``: case counts only in names of capitals with at most four letters (ALS, CK-MB);
            ``"ignore"``: never; ``"exact"``: always.
        inflection: ``"none"``; ``"plural"``: English plurals by the S stemmer, and possessives; ``"stem"``: Snowball
            stems (extra ``nlp``), and possessives; or a function from a folded word to its base form. Acronyms are not
            stemmed, but may have an s.
        ambiguous: What a name of several concepts gives. ``"preferred"``: the concepts to which it is most: label
            before exact, narrow, broad, related and hidden synonym; several equal ones are alternatives (``ids``).
            ``"first"``: the first of these by id. ``"all"``: all concepts as alternatives, in that order. Whatever it
            is, ``candidates`` has them all.
        overlaps: ``"longest"``: no overlaps; ``"all"``: every name at every place.
        min_length: Names of fewer code points are left out.
        stop: Names that are left out. Nothing is left out because it is a common word, unless it is here.

    Attributes:
        ontology: The ontology.
        findings: What was left out, and entries of the stop list that name nothing.

    Raises:
        BadParameter: A value is not allowed.
        MissingExtra: ``inflection="stem"`` without NLTK.
        OntologyError: Nothing is left to look for.
        UnknownConcept: The ontology does not hold a root.
    """

    def __init__(
        self,
        ontology: Ontology,
        *,
        roots: Iterable[str] | None = None,
        synonyms: Iterable[Scope] = SCOPES,  # type: ignore[assignment]
        deprecated: bool = False,
        case: Case = "acronyms",
        inflection: Inflection | Callable[[str], str] = "none",
        ambiguous: Ambiguous = "preferred",
        overlaps: Overlaps = "longest",
        min_length: int = 1,
        stop: Iterable[str] = (),
    ) -> None:
        _check(case=case, ambiguous=ambiguous, overlaps=overlaps)
        if not isinstance(min_length, int) or min_length < 1:
            raise BadParameter(f"min_length={min_length!r} is not allowed", where="MentionFinder", expected="1 or more")
        self.ontology = ontology
        self._ambiguous = ambiguous
        stops = [stop] if isinstance(stop, str) else list(stop)
        self._index = Index(
            names(ontology, roots=roots, synonyms=synonyms, deprecated=deprecated),
            case=case,
            stem=_stemmer(inflection, case),
            min_length=min_length,
            stop=stops,
        )
        self._search = self._index.longest if overlaps == "longest" else self._index.all
        self.findings = (*self._left_out(), *self._idle(stops))
        if not len(self):
            raise self._nothing()

    def __len__(self) -> int:
        """How many names it looks for; one that several concepts have counts for each."""
        return self._index.n_names

    def __repr__(self) -> str:
        return f"<MentionFinder: {len(self)} names of {len(self._index.codes)} concepts of {self.ontology.source}>"

    @property
    def concepts(self) -> frozenset[str]:
        """The concepts that have a name it looks for."""
        ids = self.ontology.ids
        return frozenset(ids[code] for code in self._index.codes.tolist())

    def find(self, text: str) -> list[Mention]:
        """The mentions in a text, by start and end: ``run.mentions`` of a dictionary linker.

        Args:
            text: The text.

        Returns:
            One dict per mention: ``start``, ``end`` (code points of the text, end exclusive), ``text``, and ``id`` or,
            for alternatives, ``ids``; ``candidates`` for a name of several concepts. There is no score.

        Raises:
            BadParameter: The text is none.
        """
        return [self._mention(text, match) for match in self.matches(text)]

    def find_many(self, texts: Iterable[str]) -> Iterator[list[Mention]]:
        """The mentions in each of many texts, in their order, while they are read.

        Raises:
            BadParameter: There is one text instead of many, or something that is no text.
        """
        if isinstance(texts, str):
            raise BadParameter("this is one text", where="texts", expected="many", mend="call find(text)")
        for text in track(map(_Text, texts), "finding mentions"):
            yield self.find(text.text)

    def matches(self, text: str) -> Iterator[Match]:
        """Where names occur, with all that they name and in which role."""
        if not isinstance(text, str):
            raise BadParameter(f"{shorten(text)} is no text", where="text", expected="a str")
        return self._search(text)

    def _mention(self, text: str, match: Match) -> Mention:
        ids = [self.ontology.ids[code] for _, code in match.named]
        mention: Mention = {"start": match.start, "end": match.end, "text": text[match.start : match.end]}
        best = sum(role == match.named[0][0] for role, _ in match.named) if self._ambiguous != "all" else len(ids)
        if best == 1 or self._ambiguous == "first":
            mention["id"] = ids[0]
        else:
            mention["ids"] = ids[:best]
        if len(ids) > 1:
            mention["candidates"] = [{"id": id} for id in ids]
        return mention

    def _left_out(self) -> Iterator[Finding]:
        for reason, left_out in self._index.left_out.items():
            yield Finding(
                f"name.{reason}",
                "info" if reason in ("stop", "too_short") else "warning",
                self.ontology.source,
                f"{_REASONS[reason]} are left out: {_examples(left_out)}",
                count=len(left_out),
                subjects=tuple(dict.fromkeys(self.ontology.ids[name.code] for name in left_out)),
            )

    def _idle(self, stops: list[str]) -> Iterator[Finding]:
        for name in stops:
            if name not in self._index.stopped:
                yield Finding(
                    "stop.unused", "warning", "stop", f"{shorten(name)!r} is no name here", mend="correct or remove it"
                )

    def _nothing(self) -> OntologyError:
        left_out = "; ".join(f"{len(gone)} {_REASONS[reason]}" for reason, gone in self._index.left_out.items())
        return OntologyError(
            "there is no name to look for" + (f" ({left_out} are left out)" if left_out else ""),
            where=self.ontology.source,
            expected="labels or synonyms of concepts that are not deprecated",
            mend="look at onto.label(…) and onto.languages, and at roots=, synonyms=, stop= and min_length=",
        )


def find_mentions(text: str, ontology: Ontology, **options: Any) -> list[Mention]:
    """The mentions of an ontology's concepts in one text; for more than one make a `MentionFinder`.

    Args:
        text: The text.
        ontology: The ontology.
        **options: Those of `MentionFinder`.

    Example:
        See `MentionFinder.find`.
    """
    return MentionFinder(ontology, **options).find(text)


class _Text:
    """A text that counts as one thing where progress is shown, whatever its length."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


def _check(**given: object) -> None:
    for parameter, value in given.items():
        if value not in _ALLOWED[parameter]:
            expected = ", ".join(_ALLOWED[parameter])
            raise BadParameter(f"{parameter}={value!r} is not allowed", where="MentionFinder", expected=expected)


def _stemmer(kind: Inflection | Callable[[str], str], case: Case) -> Callable[[str], str] | None:
    if case == "exact" and kind == "stem":
        raise BadParameter('inflection="stem" ignores case', where="case", expected="acronyms, ignore")
    return inflection(kind)


def _examples(left_out: list[Name]) -> str:
    shown = ", ".join(repr(shorten(name.text, 40)) for name in left_out[:3])
    return f"{shown} …" if len(left_out) > 3 else shown
