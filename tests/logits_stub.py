"""A model of outlines without weights: random logits over a small token vocabulary, steered by outlines as any other.

Only the tokenizer is handed to llguidance directly, since the loaders of outlines ask for transformers or llama.cpp.
"""

from __future__ import annotations

from collections.abc import Iterable

import llguidance
import numpy as np
from outlines.backends.llguidance import LLGuidanceBackend
from outlines.models import Transformers


class _Tokens:
    """What llguidance asks a tokenizer for."""

    eos_token_id = 0
    bos_token_id = None

    def __init__(self, tokens: list[bytes]) -> None:
        self.tokens = tokens
        self.special_token_ids = [0]

    def __call__(self, text: bytes) -> list[int]:
        return [self.tokens.index(bytes([byte])) for byte in text]


class LogitsStub(Transformers):
    """Takes the token with the highest random logit until the end token or ``max_tokens``.

    Args:
        pieces: Tokens of more than one byte; every single byte is one anyway.
        seed: Of the logits.

    Attributes:
        n_tokens: How many tokens were taken so far, end tokens included.
    """

    tensor_library_name = "numpy"

    def __init__(self, pieces: Iterable[str], seed: int = 0) -> None:
        single = [bytes([byte]) for byte in range(256)]
        self.tokens = [b"<end>", *single, *(piece.encode() for piece in pieces)]
        self.n_tokens = 0
        self._numbers = np.random.default_rng(seed)

    def llguidance_tokenizer(self) -> llguidance.LLTokenizer:
        return llguidance.LLTokenizer(llguidance.TokenizerWrapper(_Tokens(self.tokens)))

    def generate(self, model_input, output_type=None, max_tokens=400):
        sequence = [1]
        for _ in range(max_tokens):
            logits = self._numbers.normal(size=(1, len(self.tokens))).astype(np.float32)
            if output_type is not None:
                logits = output_type(np.array([sequence]), logits)
            sequence.append(int(np.argmax(logits[0])))
            self.n_tokens += 1
            if sequence[-1] == _Tokens.eos_token_id:
                break
        written = [self.tokens[token] for token in sequence[1:] if token != _Tokens.eos_token_id]
        return b"".join(written).decode("utf-8", "replace")


def steer(monkeypatch) -> None:
    """Let outlines make its llguidance backend for the stub."""
    monkeypatch.setattr(LLGuidanceBackend, "_create_llg_tokenizer", lambda self, model: model.llguidance_tokenizer())
