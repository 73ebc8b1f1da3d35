"""The tree of errors: each says what is wrong, where, what was expected, and how to mend it.

::

    OntoevalError
    ├── UsageError                 the call is off                              exit 2
    │   ├── UnknownMetric          no metric of that name (closest ones named)
    │   └── BadParameter           a parameter's value is not allowed
    ├── InputError                 a file or a value cannot be used             exit 3
    │   ├── RecordError            rows of a golden set, run or corpus          (carries findings)
    │   ├── OntologyError          an ontology cannot be read
    │   │   ├── ParseError         syntax, truncation, encoding
    │   │   ├── FormatMismatch     the content is something else (HTML, a zip …)
    │   │   ├── EmptyOntology      nothing in it is a concept
    │   │   ├── SecurityError      entities, limits
    │   │   ├── InconsistentOntology  its axioms contradict each other, says the reasoner
    │   │   ├── ReasonerUnavailable  Java is missing or too old, or there is no result in time
    │   │   └── UnknownConcept     an id that the ontology does not hold
    │   └── ConfigError            an ontoeval.toml cannot be used
    ├── MissingExtra               an optional dependency is not installed      exit 3
    └── NotComparable              two numbers must not be compared             exit 4
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ontoeval.findings import Finding


class OntoevalError(Exception):
    """Base of every error that ontoeval raises on purpose.

    Args:
        message: What is wrong, in one sentence.
        where: The file, line, field or argument, e.g. ``"run.jsonl:12 run.retrieved"``.
        expected: What would have been right.
        mend: How to mend it, as an instruction.
    """

    exit_code = 3

    def __init__(
        self, message: str, *, where: str | None = None, expected: str | None = None, mend: str | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.expected = expected
        self.mend = mend

    def __str__(self) -> str:
        text = f"{self.where}: {self.message}" if self.where else self.message
        if self.expected:
            text += f"; expected {self.expected}"
        if self.mend:
            text += f"\n  mend: {self.mend}"
        return text


class UsageError(OntoevalError):
    """The call is off: an argument, an option, a name."""

    exit_code = 2


class UnknownMetric(UsageError):
    """No metric has that name; the closest names are in the message."""


class BadParameter(UsageError):
    """A parameter of a metric, or the notation that names it, is not allowed."""


class InputError(OntoevalError):
    """A file or a value cannot be used."""


class RecordError(InputError):
    """Rows of a golden set, a run or a corpus cannot be used; all of them are in ``findings``."""

    def __init__(
        self,
        message: str,
        *,
        findings: Iterable[Finding] = (),
        total: int | None = None,
        mend: str | None = None,
    ) -> None:
        super().__init__(message, mend=mend)
        self.findings: Sequence[Finding] = tuple(findings)
        self.total = len(self.findings) if total is None else total

    def __str__(self) -> str:
        text = super().__str__()
        shown = self.findings[:20]
        if shown:
            text += "".join(f"\n  {finding}" for finding in shown)
        if self.total > len(shown):
            text += f"\n  … and {self.total - len(shown)} more"
        return text


class OntologyError(InputError):
    """An ontology cannot be read."""


class ParseError(OntologyError):
    """Syntax, truncation or encoding: the file cannot be parsed to its end."""


class FormatMismatch(OntologyError):
    """The content is something else than an ontology, or than the format that was named."""


class EmptyOntology(OntologyError):
    """The file parses, but nothing in it is a concept."""


class SecurityError(OntologyError):
    """The file was refused before any parser saw it: entities or limits."""


class InconsistentOntology(OntologyError):
    """The reasoner finds that the axioms contradict each other, so that everything follows from them."""


class ReasonerUnavailable(OntologyError):
    """The reasoner cannot run: Java is missing or too old, or it gave no result in time.

    This is never the same as "nothing was found": a check that needs the reasoner was skipped, not passed.

    Args:
        message: What is wrong.
        java: The version of Java that was found, or None.
        needed: The version of Java that is needed at least.
        mend: How to mend it.
    """

    def __init__(
        self, message: str, *, java: str | None = None, needed: str | None = None, mend: str | None = None
    ) -> None:
        super().__init__(message, where="HermiT", mend=mend)
        self.java = java
        self.needed = needed


class UnknownConcept(OntologyError, KeyError):
    """An id that the ontology does not hold."""

    __str__ = OntologyError.__str__


class ConfigError(InputError):
    """An ontoeval.toml cannot be used."""


class MissingExtra(OntoevalError):
    """An optional dependency is not installed.

    Args:
        module: The module that could not be imported.
        extra: The extra of ontoeval that brings it.
        purpose: What it is needed for.
    """

    def __init__(self, module: str, extra: str, purpose: str) -> None:
        super().__init__(f"{purpose} needs {module}, which is not installed: pip install 'ontoeval[{extra}]'")
        self.module = module
        self.extra = extra


class NotComparable(OntoevalError):
    """Two numbers were made in different ways and must not be compared."""

    exit_code = 4


def closest(name: str, known: Iterable[str], limit: int = 3) -> list[str]:
    """The known names nearest to a misspelt one."""
    from rapidfuzz import process
    from rapidfuzz.distance import DamerauLevenshtein

    matches = process.extract(
        name, list(known), scorer=DamerauLevenshtein.normalized_similarity, limit=limit, score_cutoff=0.5
    )
    return [match[0] for match in matches]
