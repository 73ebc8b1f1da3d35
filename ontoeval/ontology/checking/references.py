"""References to ids that nothing declares, for ONT102 and ONT103."""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding
from ontoeval.ontology.checking.context import Context


def references(context: Context, *, own: bool) -> Iterator[Finding]:
    """One finding per missing target, at the first concept that refers to it.

    Args:
        context: What the check sees.
        own: Targets in the namespaces of the file, or in foreign ones.
    """
    facts = context.facts
    parent = "broader" if facts.skos else "is_a" if facts.syntax == "obo" else "parent"
    users: dict[str, dict[str, str]] = {}
    statements = [
        *((child, parent, target) for child, target in facts.edges),
        *((a, "equivalent", b) for a, b in facts.equivalent),
        *facts.references,
    ]
    for concept, relation, target in statements:
        if concept in facts.declared and context.own(target) == own and not context.declared(target):
            users.setdefault(target, {}).setdefault(concept, relation)
    what = "which the file does not declare" if own else "which nothing that was loaded declares"
    for target, found in users.items():
        first, relation = next(iter(found.items()))
        others = len(found) - 1
        more = "" if not others else ", as does 1 other concept" if others == 1 else f", as do {others} other concepts"
        resolved = context.ontology.resolve(target)
        alias = resolved.status == "alias" and resolved.id is not None
        yield context.found(
            f"refers to {context.named(target)} ({relation}), {what}{more}",
            first,
            about=(target,),
            count=len(found),
            mend=f"it is an old id of {context.named(str(resolved.id))}: use that"
            if alias
            else "declare it, or load what does",
        )
