"""The file was readable only with forgiveness, or not at all.

**What.** What the reader had to skip, convert or guess: lines without a tag, quotes that are not closed, IRIs
that are not valid, a foreign encoding, a second name. A file that cannot be read at all is an error, and the
exit code is 3.

**Why it matters.** Another tool may refuse the file, or drop the same statement silently, and then your
pipeline and your evaluation use two different ontologies.

**Fine when.** the file comes from elsewhere and you keep a mended copy.

**Mend.** Mend the line that is named.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT101", '''
    ... [Term]
    ... id: A:1
    ... name: animal
    ... this line has no tag
    ... ''')
    warning bytes:4: a line without a tag was skipped: 'this line has no tag'
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context

SEVERITY: Severity = "error"


#: What other checks look at, better.
_ELSEWHERE = {"cycle", "undeclared", "dangling", "import", "replacement", "alias", "skos", "name", "unsatisfiable"}


def run(context: Context) -> Iterator[Finding]:
    """What the reader noticed."""
    for warning in context.ontology.warnings:
        if warning.id.removeprefix("ontology.").partition(".")[0] in _ELSEWHERE:
            continue
        subject = (warning.id, warning.got)
        yield Finding(
            context.check,
            warning.severity,
            warning.where,
            warning.got,
            warning.expected,
            warning.mend,
            warning.count,
            subject,
        )
