"""A vocabulary as an output type of outlines, and a generator that is held to it (extra ``llm``)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ontoeval.errors import BadParameter, MissingExtra
from ontoeval.ontology.vocabulary.limits import ENUM, LLGUIDANCE_REGEX, OUTLINES_CORE

try:
    import outlines
    from outlines.types import Regex
except ImportError as error:
    raise MissingExtra("outlines", "llm", "an outlines type") from error

if TYPE_CHECKING:
    from ontoeval.ontology.vocabulary.model import Vocabulary

BACKENDS = {
    "llguidance": (LLGUIDANCE_REGEX, "the largest that was measured"),
    "xgrammar": (ENUM, "50,000 took it 39 s, and masks of 0.26 s"),
    "outlines_core": (OUTLINES_CORE, "1,000 took it 149 s to compile"),
}


@dataclass
class VocabularyRegex(Regex):  # type: ignore[misc, unused-ignore]
    """An outlines regular expression of ids that knows what it was compiled from.

    Attributes:
        stamp: What it was compiled from.
    """

    stamp: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)


def to_outlines(vocabulary: Vocabulary, backend: str = "llguidance") -> VocabularyRegex:
    """An output type for ``outlines.Generator(model, type, backend=…)``.

    The default backend of outlines is outlines_core, which takes minutes for a thousand ids: give the generator the
    backend that was named here, or let ``generator`` do it.

    Args:
        vocabulary: The ids.
        backend: ``"llguidance"`` (up to 50,000 ids), ``"xgrammar"`` (1,000) or ``"outlines_core"`` (100).

    Raises:
        BadParameter: The backend is not known, or cannot take so many ids.
        MissingExtra: outlines is not installed.
    """
    if backend not in BACKENDS:
        raise BadParameter(f"got {backend!r}", where="backend", expected=", ".join(BACKENDS))
    limit, reason = BACKENDS[backend]
    if len(vocabulary) > limit:
        better = "backend='llguidance', " if len(vocabulary) <= LLGUIDANCE_REGEX else ""
        raise BadParameter(
            f"{len(vocabulary):,} ids are too many for {backend}: {reason}",
            where="backend",
            expected=f"at most {limit:,}",
            mend=f"{better}narrower roots, or what plan(…) says",
        )
    compiled = vocabulary.to_regex("trie")
    return VocabularyRegex(compiled.pattern, compiled.stamp)


def generator(model: Any, vocabulary: Vocabulary, backend: str = "llguidance") -> Any:
    """An outlines generator of ids.

    Args:
        model: A model of outlines whose logits can be steered: transformers, llama.cpp, MLX.
        vocabulary: The ids.
        backend: As in ``to_outlines``.

    Raises:
        BadParameter: The backend is not known, or cannot take so many ids.
        MissingExtra: outlines is not installed.
    """
    return outlines.Generator(model, to_outlines(vocabulary, backend), backend=backend)
