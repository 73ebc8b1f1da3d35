"""Embeddings from a sentence-transformers model in this process."""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import Any

from ontoeval.annotate.protocol import Embedder, Reply, Usage
from ontoeval.errors import InputError


class SentenceTransformerEmbedder(Embedder):
    """Embeds with sentence-transformers, when it is installed.

    Args:
        model: The name of a model that is on this machine, or a loaded one.
        name: The name of a loaded model.
    """

    priced = True

    def __init__(self, model: Any, name: str | None = None) -> None:
        self._model = model
        self.name = f"sentence-transformers({name or model})"

    def check(self) -> None:
        """Whether the library is there.

        Raises:
            InputError: It is not.
        """
        if isinstance(self._model, str):
            self._model = _load(self._model)

    async def embed(self, texts: list[str], run: int = 0) -> Reply:
        """The vectors."""
        self.check()
        vectors = await asyncio.to_thread(self._model.encode, texts)
        output = [[float(value) for value in vector] for vector in vectors]
        return Reply(output, usage=Usage(calls=1, attempts=1))


def _load(name: str) -> Any:
    try:
        library = import_module("sentence_transformers")
    except ImportError:
        raise InputError(
            "an embedder in this process needs sentence-transformers, which is not installed",
            mend="pip install sentence-transformers",
        ) from None
    return library.SentenceTransformer(name)
