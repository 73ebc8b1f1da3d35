"""What a rubric is: the steps that lead to its fields, the material it needs, and the calls it takes."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from functools import cached_property
from hashlib import sha256
from typing import Any, TypeVar

from pydantic import BaseModel

from ontoeval.annotate.desk import Sitting
from ontoeval.annotate.judges.prompt import PREAMBLE, wire_schema
from ontoeval.annotate.material import Material
from ontoeval.annotate.protocol import Step
from ontoeval.records.verdicts import Fields, parse_fields

Made = TypeVar("Made", bound=Fields)


class Rubric(ABC):
    """How a sample is judged.

    Attributes:
        name: Its name, the key in ``annotations``.
        schema: What is stored.
        needs: Names of `Material` that must be there.
        steps: What is asked.
    """

    name: str
    schema: type[Fields]
    needs: tuple[str, ...]
    steps: tuple[Step, ...]

    @abstractmethod
    def asked(self, material: Material) -> list[Step]:
        """The steps that are asked about a sample, one entry per call."""

    def embeddings(self, material: Material) -> int:
        """How many calls for embeddings a sample takes."""
        return 0

    @abstractmethod
    async def fill(self, material: Material, sitting: Sitting) -> Fields:
        """The fields of a sample.

        Raises:
            InvalidVerdict: They cannot be had.
        """

    def evidence(self, material: Material) -> list[str]:
        """The texts that quotes must be taken from."""
        return material.texts()

    @cached_property
    def signature(self) -> str:
        """Name and hash of all that a judge is told and all that it may answer."""
        parts = [[step.name, step.instructions, wire_schema(step.schema)] for step in self.steps]
        content = json.dumps([self.name, PREAMBLE, parts, wire_schema(self.schema), self.extra], sort_keys=True)
        return f"{self.name}:{sha256(content.encode()).hexdigest()[:12]}"

    @property
    def extra(self) -> str:
        """What else changes the verdicts, as a part of the hash."""
        return ""

    def __repr__(self) -> str:
        return f"<rubric {self.signature}>"


def assemble(schema: type[Made], **fields: Any) -> Made:
    """The fields of a rubric from the answers to its steps, checked.

    Raises:
        InvalidVerdict: They do not fit together.
    """
    plain = {name: _plain(value) for name, value in fields.items()}
    made = parse_fields(plain, schema)
    assert isinstance(made, schema)
    return made


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value.model_dump() if isinstance(value, BaseModel) else value
