"""How engines read a filter: named sets of switches."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ontoeval.errors import BadParameter, closest
from ontoeval.predicates.profiles.documented import DOCUMENTED
from ontoeval.predicates.profiles.recorded import RECORDED
from ontoeval.predicates.profiles.switches import SWITCHES, Profile

#: Clear semantics for filters that name no engine: comparisons with a missing or null field are false and their
#: negations true, any element of a list will do, types are told apart but ``1`` is ``1.0``, text is exact.
ONTOEVAL = Profile(name="ontoeval", source="own", engine="ontoeval")

#: All profiles by name.
PROFILES: Mapping[str, Profile] = MappingProxyType({found.name: found for found in (ONTOEVAL, *RECORDED, *DOCUMENTED)})


def profile(name: str) -> Profile:
    """The profile of that name.

    Raises:
        BadParameter: There is none; the closest names are in the message.

    Example:
        >>> profile("sqlite").logic
        'three'
    """
    if name not in PROFILES:
        near = closest(name, PROFILES) or sorted(PROFILES)
        raise BadParameter(f"no engine profile {name!r}", expected=" or ".join(near), mend="see filter-semantics.md")
    return PROFILES[name]


def differences(a: Profile, b: Profile) -> tuple[str, ...]:
    """Names of the switches in which two profiles differ.

    Example:
        >>> differences(profile("mongo"), profile("mongomock"))
        ('bool_is_number',)
    """
    return tuple(name for name in SWITCHES if getattr(a, name) != getattr(b, name))
