"""An HTTP endpoint on this machine as pipeline."""

from __future__ import annotations

import http.client
import ipaddress
import json
import socket
import time
from contextlib import suppress
from typing import Any
from urllib.parse import SplitResult, quote, urlsplit

from ontoeval.collect.caller import CallFailed, Question, decoded, late
from ontoeval.errors import InputError, UsageError
from ontoeval.findings import shorten

_CHUNK = 65_536
#: What a URL may hold as it is; anything else is escaped.
_SAFE = "/?%:@!$&'()*+,;=~[]"


class EndpointCaller:
    """Posts each question as JSON to a URL on this machine, past any proxy; redirects are not followed.

    Args:
        url: ``"http://localhost:8000/answer"``.
        timeout: Seconds for one question.

    Raises:
        UsageError: The URL is off, or leads to another machine.
    """

    def __init__(self, url: str, timeout: float) -> None:
        self.url, self.timeout = url, timeout
        self._open: http.client.HTTPConnection | None = None
        try:
            self.parts = urlsplit(url)
            self.port = self.parts.port or 80
        except ValueError as error:
            raise UsageError(f"{url!r} is no URL ({error})", where="--url") from None
        if self.parts.scheme != "http" or not _local(self.parts):
            raise UsageError(
                f"{url!r} is no endpoint on this machine",
                where="--url",
                expected="http://localhost:PORT/PATH",
                mend="wrap a remote service in a function, and name that with --call",
            )

    def start(self) -> None:
        """Look whether something listens.

        Raises:
            InputError: Nothing does.
        """
        try:
            socket.create_connection((self.parts.hostname or "", self.port), min(self.timeout, 10)).close()
        except OSError as error:
            reason = error.strerror or str(error)
            raise InputError(f"nothing answers ({reason})", where=self.url, mend="start the pipeline first") from None

    def call(self, question: Question) -> Any:
        """What the endpoint says.

        Raises:
            CallFailed: It failed, took too long, or did not reply in JSON.
        """
        connection = http.client.HTTPConnection(self.parts.hostname or "", self.port, timeout=self.timeout)
        self._open = connection
        end = time.monotonic() + self.timeout
        path = quote(f"{self.parts.path or '/'}?{self.parts.query}".removesuffix("?"), safe=_SAFE)
        try:
            headers = {"Content-Type": "application/json", "Accept": "application/json"}
            connection.request("POST", path, json.dumps(question), headers)
            response = connection.getresponse()
            body = b""
            while chunk := response.read1(_CHUNK):
                body += chunk
                if time.monotonic() > end:
                    raise TimeoutError
        except TimeoutError:
            raise late(self.timeout) from None
        except (OSError, http.client.HTTPException) as error:
            raise CallFailed(f"no reply: {type(error).__name__}: {error}") from None
        finally:
            connection.close()
        text = body.decode("utf-8", "replace")
        if response.status != http.client.OK:
            said = f"HTTP {response.status} {response.reason}"
            raise CallFailed(f"{said}: {shorten(' '.join(text.split()), 160)}" if text.strip() else said)
        return decoded(text)

    def close(self) -> None:
        """End a call that is under way."""
        if self._open is not None and self._open.sock is not None:
            with suppress(OSError):
                self._open.sock.shutdown(socket.SHUT_RDWR)


def _local(parts: SplitResult) -> bool:
    name = parts.hostname or ""
    try:
        return name == "localhost" or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
