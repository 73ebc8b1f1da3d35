"""A negated predicate is on a field that some documents lack.

Engines differ: in some the documents without the field pass, in others they do not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ontoeval.predicates.evaluate import passes
from ontoeval.predicates.linting.facts import Facts
from ontoeval.predicates.linting.logged import Logged
from ontoeval.predicates.linting.registry import Noticed
from ontoeval.predicates.tree import BARE_OPS, Atom, Not

SEVERITY = "warning"
NEEDS = "facts"


def run(logged: Logged, facts: Facts) -> Iterator[Noticed]:
    """``ne``, ``nin`` and predicates under "not" on fields that are not everywhere."""
    for leaf in logged.leaves:
        atom = leaf.node
        if not isinstance(atom, Atom) or atom.op in BARE_OPS or (atom.op in ("ne", "nin")) == leaf.negated:
            continue
        known = facts.field(atom.field, logged.profile)
        held, total = known.counts
        if not known.known or held == total > 0 or (not total and known.required):
            continue
        lacking = f"{total - held:,} of {total:,} documents lack it" if total else "the schema does not require it"
        asked = replace(atom, op="in", value=atom.values) if atom.op == "under" else atom
        kept = "pass" if passes(Not(asked) if leaf.negated else asked, {}, logged.profile) else "do not pass"
        shown = str(Not(atom) if leaf.negated else atom)
        got = f"{shown}: {lacking}, and under {logged.profile.name} they {kept}; other engines decide differently"
        yield Noticed(
            got, "", f"say what is meant: with 'or {atom.field} is null', or 'and {atom.field} exists'", shown
        )
