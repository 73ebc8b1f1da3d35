"""Requests to an OpenAI-compatible server: one layer of retries, counted, with limits of time."""

from __future__ import annotations

import asyncio
import os
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from ontoeval.annotate.prices import Prices
from ontoeval.annotate.protocol import Usage
from ontoeval.errors import InputError, MissingExtra

if TYPE_CHECKING:
    import httpx

_AGAIN = frozenset({408, 425, 429, 500, 502, 503, 504})
_HOPELESS = {
    401: "the key is not accepted",
    403: "the key may not use this",
    404: "there is no such model or path",
}
_OPENAI = "https://api.openai.com/v1"


class Failed(Exception):
    """A call failed for good; the text is a code and details."""

    def __init__(self, fault: str, usage: Usage) -> None:
        super().__init__(fault)
        self.fault = fault
        self.usage = usage


@dataclass(frozen=True)
class Patience:
    """How long to wait, and how often to try.

    Attributes:
        timeout: Seconds for one attempt, from sending to the last byte.
        attempts: Attempts per call, the first one included.
        wait: Seconds before the second attempt, doubled for each further one; a server's Retry-After wins.
        longest_wait: A server that asks for more is not waited for.
    """

    timeout: float = 120.0
    attempts: int = 4
    wait: float = 1.0
    longest_wait: float = 60.0


class Server:
    """An OpenAI-compatible server.

    Args:
        base_url: Up to and with ``/v1``; else ``OPENAI_BASE_URL``, else OpenAI.
        key: The key; else that of the environment.
        key_variable: The variable with the key. Servers on this machine need none.
        patience: Times and attempts.
        prices: What tokens cost.
    """

    def __init__(
        self,
        base_url: str | None = None,
        *,
        key: str | None = None,
        key_variable: str = "OPENAI_API_KEY",
        patience: Patience | None = None,
        prices: Prices | None = None,
    ) -> None:
        self.base_url = (base_url or os.environ.get("OPENAI_BASE_URL") or _OPENAI).rstrip("/")
        self.key_variable = key_variable
        self.patience = patience or Patience()
        self.prices = prices
        self._key = key or os.environ.get(key_variable)
        self._client: httpx.AsyncClient | None = None

    @property
    def host(self) -> str:
        """Host and port, for names."""
        return urlsplit(self.base_url).netloc

    @property
    def _is_local(self) -> bool:
        """Whether it is on this machine: it needs no key, and no proxy is asked."""
        return urlsplit(self.base_url).hostname in ("localhost", "127.0.0.1", "::1")

    def check(self) -> None:
        """Whether a call could be made at all.

        Raises:
            InputError: There is no key, or the address is none.
            MissingExtra: httpx is not installed.
        """
        parts = urlsplit(self.base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise InputError("this is no address", where=self.base_url, expected="https://host/v1")
        if not self._key and not self._is_local:
            raise InputError(
                "there is no API key", where=self.base_url, mend=f"set {self.key_variable}; nothing was sent"
            )
        self._httpx()

    async def post(self, path: str, body: dict[str, Any], model: str) -> tuple[dict[str, Any], Usage]:
        """The JSON object that the server answers with.

        Raises:
            Failed: There is none.
            InputError: No call can succeed: key, model or path are wrong.
        """
        start = time.monotonic()
        fault = ""
        for attempt in range(1, self.patience.attempts + 1):
            fault, wait, content = await self._attempt(path, body, self.patience.wait * 2 ** (attempt - 1))
            usage = self._usage(attempt, time.monotonic() - start, content, model)
            if content is not None:
                return content, usage
            if wait is None or attempt == self.patience.attempts:
                raise Failed(fault, usage)
            await asyncio.sleep(wait)
        raise Failed(fault, Usage(calls=1))

    async def _attempt(
        self, path: str, body: dict[str, Any], wait: float
    ) -> tuple[str, float | None, dict[str, Any] | None]:
        """Fault, seconds until the next attempt (None: there is no point), content."""
        httpx = self._httpx()
        try:
            async with asyncio.timeout(self.patience.timeout):
                response = await self._open().post(f"{self.base_url}{path}", json=body)
        except (TimeoutError, httpx.TimeoutException):
            return f"timeout: no answer within {self.patience.timeout:g} s", wait, None
        except httpx.HTTPError as error:
            return f"connection: {type(error).__name__}: {error}", wait, None
        status = response.status_code
        if status in _HOPELESS:
            raise InputError(
                f"{_HOPELESS[status]} ({status}: {_message(response)})",
                where=f"{self.base_url}{path}",
                mend=f"check {self.key_variable}, the name of the model and the address",
            )
        if status in _AGAIN:
            code = "rate_limited" if status == 429 else "timeout" if status == 408 else "server"
            return self._later(f"{code}: {status} {_message(response)}", response, wait)
        if not response.is_success:
            return f"rejected: {status} {_message(response)}", None, None
        try:
            content = response.json()
        except ValueError:
            return f"server: the response is no JSON: {response.text[:80]!r}", wait, None
        if not isinstance(content, dict):
            return "server: the response is no JSON object", wait, None
        return "", None, content

    def _later(
        self, fault: str, response: httpx.Response, wait: float
    ) -> tuple[str, float | None, dict[str, Any] | None]:
        asked = _retry_after(response.headers.get("retry-after"))
        if asked is None:
            return fault, min(wait, self.patience.longest_wait), None
        if asked > self.patience.longest_wait:
            return f"{fault}; the server asks to wait {asked:.0f} s", None, None
        return fault, asked, None

    def _usage(self, attempts: int, seconds: float, content: dict[str, Any] | None, model: str) -> Usage:
        told = (content or {}).get("usage")
        counts = told if isinstance(told, dict) else {}
        prompt, completion = (_count(counts.get(name)) for name in ("prompt_tokens", "completion_tokens"))
        served = str((content or {}).get("model") or model)
        cost = None
        if self.prices is not None:
            cost = 0.0 if content is None else self.prices.cost(served, prompt, completion)
            if cost is None:
                cost = self.prices.cost(model, prompt, completion)
        return Usage(1, attempts, prompt, completion, round(seconds, 3), cost)

    def _open(self) -> httpx.AsyncClient:
        if self._client is None:
            headers = {"authorization": f"Bearer {self._key}"} if self._key else {}
            self._client = self._httpx().AsyncClient(headers=headers, timeout=None, trust_env=not self._is_local)
        return self._client

    async def aclose(self) -> None:
        """Close the connections."""
        if self._client is not None:
            client, self._client = self._client, None
            await client.aclose()

    @staticmethod
    def _httpx() -> Any:
        try:
            import httpx
        except ImportError:
            raise MissingExtra("httpx", "llm", "a judge behind a server") from None
        return httpx


def _count(value: Any) -> int:
    return value if isinstance(value, int) and value >= 0 else 0


def _message(response: httpx.Response) -> str:
    try:
        error = response.json()["error"]
        text = error["message"] if isinstance(error, dict) else error
    except (ValueError, KeyError, TypeError):
        text = response.text
    return " ".join(str(text).split())[:200]


def _retry_after(value: str | None) -> float | None:
    """Seconds of a Retry-After header: a number, or a date."""
    if value is None:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        return None
