"""Embeddings from an OpenAI-compatible server."""

from __future__ import annotations

from ontoeval.annotate.judges.server import Failed, Server
from ontoeval.annotate.protocol import Embedder, Reply


class OpenAIEmbedder(Embedder):
    """Asks a server for embeddings; all texts of a call go in one request.

    Args:
        model: The model.
        server: Where it is; else OpenAI or ``OPENAI_BASE_URL``.
    """

    def __init__(self, model: str, server: Server | None = None) -> None:
        self.model = model
        self.server = server or Server()
        self.priced = self.server.prices is not None and self.server.prices.of(model) is not None
        self.name = f"{model}@{self.server.host}"

    def check(self) -> None:
        """Whether a call could be made at all.

        Raises:
            InputError: There is no key.
            MissingExtra: httpx is not installed.
        """
        self.server.check()

    async def embed(self, texts: list[str], run: int = 0) -> Reply:
        """The vectors, in the order of the texts."""
        body = {"model": self.model, "input": texts}
        try:
            content, usage = await self.server.post("/embeddings", body, self.model)
        except Failed as failed:
            return Reply(fault=failed.fault, usage=failed.usage)
        served = None if content.get("model") is None else str(content["model"])
        try:
            rows = sorted(content["data"], key=lambda row: row["index"])
            vectors = [[float(value) for value in row["embedding"]] for row in rows]
        except (KeyError, TypeError, ValueError):
            return Reply(fault="schema: the response has no embeddings", model=served, usage=usage)
        return Reply(vectors, model=served, usage=usage)

    async def aclose(self) -> None:
        """Close the connections."""
        await self.server.aclose()
