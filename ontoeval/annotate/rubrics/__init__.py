"""Rubrics by name: one file each; and rubrics of a user's own, from a Python file.

A file of one's own holds a pydantic class. Its docstring is what the judge is told, its fields are what the judge fills
in their order, ``needs`` says what it sees (the last of them is what is judged), ``quoted`` where the texts that
``quotes()`` returns must come from, and ``score()`` follows from the fields::

    from typing import ClassVar
    from ontoeval.records.verdicts import Fields

    class Politeness(Fields):
        \"\"\"Decide whether the answer is polite. Copy its least polite words into quote.\"\"\"

        needs: ClassVar = ("query", "answer")
        quoted: ClassVar = "answer"

        quote: str
        polite: bool

        def quotes(self):
            return [self.quote]

        def score(self):
            return float(self.polite)
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path

from ontoeval.annotate.material import PLACES
from ontoeval.annotate.rubrics.base import Rubric
from ontoeval.annotate.rubrics.single import SingleRubric
from ontoeval.errors import ConfigError, UsageError, closest
from ontoeval.records.verdicts import SCHEMAS, Fields
from ontoeval.user_files import import_file


def find(names: Iterable[str]) -> list[Rubric]:
    """The rubrics of names and of files (``mine.py``), each once.

    Raises:
        UsageError: There is no rubric of that name.
        ConfigError: A file cannot be used.
    """
    found = [_from_file(Path(name)) if name.endswith(".py") else shipped(name) for name in names]
    if not found:
        raise UsageError("no rubric is named", expected=f"one of {', '.join(sorted(SCHEMAS))}, or a file")
    return list({rubric.name: rubric for rubric in found}.values())


@cache
def shipped(name: str) -> Rubric:
    """The shipped rubric of a name.

    Raises:
        UsageError: There is none.
    """
    if name not in SCHEMAS:
        near = closest(name, SCHEMAS)
        mend = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(sorted(SCHEMAS))}"
        raise UsageError(f"there is no rubric {name!r}", mend=f"{mend}; a rubric of your own ends in .py")
    module = import_module(f"ontoeval.annotate.rubrics.{name}")
    ready = getattr(module, "RUBRIC", None)
    if isinstance(ready, Rubric):
        return ready
    made = getattr(module, "".join(map(str.capitalize, name.split("_"))) + "Rubric")()
    assert isinstance(made, Rubric)
    return made


def _from_file(path: Path) -> Rubric:
    module = import_file(path, "rubric")
    own = [
        value
        for value in vars(module).values()
        if inspect.isclass(value) and issubclass(value, Fields) and value.__module__ == module.__name__
    ]
    judged = [schema for schema in own if hasattr(schema, "needs")]
    if len(judged) != 1:
        raise ConfigError(
            f"{len(judged)} classes say what they need", where=str(path), expected="one subclass of Fields with 'needs'"
        )
    [schema] = judged
    name = re.sub(r"(?<!^)(?=[A-Z])", "_", schema.__name__).lower()
    instructions = inspect.cleandoc(schema.__doc__ or "")
    needs, quoted = tuple(schema.needs), getattr(schema, "quoted", None)
    if name in SCHEMAS:
        raise ConfigError(f"{name!r} is the name of a shipped rubric", where=str(path), mend="rename the class")
    if not instructions:
        raise ConfigError("the class has no docstring", where=str(path), expected="what the judge is told")
    unknown = [need for need in (*needs, *([quoted] if quoted else [])) if need not in PLACES]
    if unknown or not needs:
        raise ConfigError(
            f"needs or quoted name {unknown[:1] or 'nothing'}", where=str(path), expected=f"some of {', '.join(PLACES)}"
        )
    return SingleRubric(name, schema, instructions, needs, quoted=quoted, extra=path.read_text(encoding="utf-8"))
