"""Names of models: which are versions of one, and which come from one house."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ontoeval.errors import UsageError

_VERSION = re.compile(r"[-:@]v?\d[\w.\-]*|:latest")
_FAMILIES = (
    ("openai", r"gpt|chatgpt|o[1-9](?:-|$)|text-davinci|davinci|openai"),
    ("anthropic", r"claude|anthropic"),
    ("google", r"gemini|gemma|palm|google"),
    ("meta", r"llama|codellama|meta-llama"),
    ("mistral", r"mistral|mixtral|ministral|codestral|magistral"),
    ("alibaba", r"qwen|qwq"),
    ("deepseek", r"deepseek"),
    ("microsoft", r"phi-?\d"),
    ("cohere", r"command|aya"),
    ("xai", r"grok"),
)


def is_version(model: str, base: str) -> bool:
    """Whether a name is a model, or a dated or numbered version of it: ``gpt-x-2026-08-01`` is one of ``gpt-x``."""
    name, root = (text.rpartition("/")[2].casefold() for text in (model, base))
    root = root.removesuffix(":latest")
    return name.startswith(root) and (name == root or _VERSION.fullmatch(name[len(root) :]) is not None)


def family(model: str) -> str:
    """The house that a model comes from; the name itself when it is not known.

    A name that another house has distilled into (``deepseek-r1-distill-llama``) belongs to the house it begins with.
    """
    name = model.casefold()
    for part in (name, name.rpartition("/")[2]):
        for house, pattern in _FAMILIES:
            if re.match(pattern, part):
                return house
    return name


def refuse_relatives(judges: Iterable[str], system: str) -> None:
    """Refuse a judge from the house of the system that is judged.

    Raises:
        UsageError: There is one.
    """
    for model in judges:
        if family(model) == family(system):
            raise UsageError(
                f"the judge {model!r} is of the same family as the system {system!r} ({family(system)})",
                expected="a judge of another family: models prefer their own answers",
                mend="take another judge, or allow it: --allow-same-family (allow_same_family=True)",
            )
