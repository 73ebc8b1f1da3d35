"""Regular expressions of ids: all of them, or only what they look like.

They are written in what Python, ECMAScript (JSON Schema) and Rust (outlines_core, llguidance) read alike: only signs
that have a meaning are escaped, ranges are of ASCII letters and digits, and there is no look-ahead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from ontoeval.errors import BadParameter
from ontoeval.ontology.beginnings import common_start
from ontoeval.ontology.facts.model import namespace
from ontoeval.ontology.vocabulary.limits import LLGUIDANCE_REGEX

if TYPE_CHECKING:
    from ontoeval.ontology.vocabulary.model import Vocabulary

_SPECIAL = re.compile(r"[\\^$.|?*+()\[\]{}]")
_SPECIAL_IN_A_SET = re.compile(r"[\\^\]\[\-]")
_ANY = r"[\s\S]"
_MAX_NAMESPACES = 50
_CATEGORIES = (("0-9", "0123456789"), ("A-Z", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"), ("a-z", "abcdefghijklmnopqrstuvwxyz"))


@dataclass(frozen=True, slots=True)
class CompiledRegex:
    """A regular expression that matches the ids, and nothing else, as a whole (``re.fullmatch``).

    Attributes:
        pattern: The expression, without anchors.
        form: ``"trie"`` or ``"flat"``.
        stamp: What it was compiled from.
    """

    pattern: str
    form: str
    stamp: dict[str, Any]


def compile_regex(vocabulary: Vocabulary, form: str = "trie") -> CompiledRegex:
    """A regular expression of all ids.

    Args:
        vocabulary: The ids, at most 50,000.
        form: ``"trie"`` shares common beginnings (about half as long), ``"flat"`` lists the ids.

    Raises:
        BadParameter: The form is not known, there are too many ids for any engine that was measured, or the trie is
            too deep.
    """
    if form not in _FORMS:
        raise BadParameter(f"got {form!r}", where="form", expected=" or ".join(_FORMS))
    if len(vocabulary) > LLGUIDANCE_REGEX:
        raise BadParameter(
            f"no engine is known to compile a regular expression of {len(vocabulary):,} ids; "
            f"the largest that was measured has {LLGUIDANCE_REGEX:,}",
            where="to_regex",
            mend="narrow the roots, or ask plan(…) for another way",
        )
    try:
        pattern = _FORMS[form](vocabulary.ids)
    except RecursionError:
        raise BadParameter(
            "many ids are beginnings of each other: their trie is too deep", where="form", mend="take form='flat'"
        ) from None
    return CompiledRegex(pattern, form, {**vocabulary.stamp, "form": form})


def escape(text: str) -> str:
    r"""A text as a regular expression of itself.

    Example:
        >>> print(escape("http://ex.org/o#a(b)"))
        http://ex\.org/o#a\(b\)
    """
    return _SPECIAL.sub(r"\\\g<0>", text)


def flat(ids: Iterable[str]) -> str:
    """All ids as alternatives."""
    return "|".join(map(escape, ids))


def trie(ids: Sequence[str]) -> str:
    """All ids as alternatives that share their beginnings.

    Args:
        ids: Sorted, without repeats.

    Example:
        >>> trie(["HP:11", "HP:12", "HP:13", "HP:2"])
        'HP:(?:1[123]|2)'
    """
    return _branch(list(ids), 0)


def shape(ids: Iterable[str]) -> str:
    """What ids look like: their namespaces, and the signs and lengths of what follows.

    Example:
        >>> shape(["HP:0001250", "HP:0001945", "MONDO:5"])
        'HP:[0-9]{7}|MONDO:[0-9]'
    """
    groups: dict[str, list[str]] = {}
    for id in ids:
        space = namespace(id)
        groups.setdefault(space, []).append(id[len(space) :])
    if len(groups) > _MAX_NAMESPACES:
        groups = {"": [space + local for space, locals_ in groups.items() for local in locals_]}
    return "|".join(escape(space) + _local_shape(groups[space]) for space in sorted(groups))


def _local_shape(texts: list[str]) -> str:
    letters = set().union(*texts)
    shortest, longest = min(map(len, texts)), max(map(len, texts))
    if not longest:
        return ""
    signs = _ANY
    if all(" " <= letter <= "~" for letter in letters):
        present = [(name, known) for name, known in _CATEGORIES if letters & set(known)]
        others = letters - set("".join(known for _, known in present))
        escaped = "".join(_SPECIAL_IN_A_SET.sub(r"\\\g<0>", letter) for letter in sorted(others))
        signs = "[" + "".join(name for name, _ in present) + escaped + "]"
    if shortest == longest:
        return signs if longest == 1 else f"{signs}{{{longest}}}"
    return f"{signs}{{{shortest},{longest}}}"


def _branch(ids: list[str], at: int) -> str:
    """The rest, from a position, of ids that are alike before it."""
    shared = common_start(ids[0], ids[-1])
    head = escape(ids[0][at:shared])
    ends_here = len(ids[0]) == shared
    rest = ids[1:] if ends_here else ids
    if not rest:
        return head
    last, branches = [], []
    for letter, group in groupby(rest, key=lambda id: id[shared]):
        members = list(group)
        if len(members) == 1 and len(members[0]) == shared + 1:
            last.append(letter)
        else:
            branches.append(_branch(members, shared))
    alternatives = [*branches, *_alternatives(last)]
    if ends_here:
        return f"{head}(?:{'|'.join(alternatives)})?"
    return head + (alternatives[0] if len(alternatives) == 1 else f"(?:{'|'.join(alternatives)})")


def _alternatives(letters: list[str]) -> list[str]:
    """Single letters as one set of ASCII letters and digits, and the others one by one."""
    plain = "".join(letter for letter in letters if letter.isascii() and letter.isalnum())
    for name, known in _CATEGORIES:
        plain = plain.replace(known, name)
    others = [escape(letter) for letter in letters if not (letter.isascii() and letter.isalnum())]
    return [*([f"[{plain}]" if len(plain) > 1 else plain] if plain else []), *others]


_FORMS = {"trie": trie, "flat": flat}
