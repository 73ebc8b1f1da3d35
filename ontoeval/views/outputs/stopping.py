"""Why a model stopped, in the words of its API: what these words mean for the answer."""

from __future__ import annotations

_CUT = frozenset(
    {"length", "max_tokens", "max_output_tokens", "model_length", "model_context_window_exceeded"}
)  # OpenAI, Anthropic and Gemini, OpenAI's responses, Mistral, Anthropic
_WITHHELD = frozenset(
    {
        "blocklist",
        "content_filter",
        "content_filtered",
        "error_toxic",
        "guardrail_intervened",
        "prohibited_content",
        "recitation",
        "refusal",
        "safety",
        "spii",
    }
)


def is_cut(reason: str | None) -> bool:
    """Whether an answer was cut off at a limit of tokens.

    Example:
        >>> is_cut("length"), is_cut("MAX_TOKENS"), is_cut("stop")
        (True, True, False)
    """
    return reason is not None and reason.casefold() in _CUT


def is_withheld(reason: str | None) -> bool:
    """Whether the model refused, or a filter stopped it."""
    return reason is not None and reason.casefold() in _WITHHELD
