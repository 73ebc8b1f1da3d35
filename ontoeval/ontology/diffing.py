"""`diff`: what differs between two releases of an ontology."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ontoeval.errors import NotComparable
from ontoeval.ontology.diff_meaning import label_changes
from ontoeval.ontology.diff_model import CHANGES, Change, OntologyDiff
from ontoeval.ontology.diff_places import place_changes
from ontoeval.ontology.diff_twins import Twins
from ontoeval.ontology.load import load
from ontoeval.ontology.ontology import Ontology
from ontoeval.progress import track


def diff(
    old: Ontology | str | Path | bytes,
    new: Ontology | str | Path | bytes,
    *,
    ic_shift: float = 0.1,
) -> OntologyDiff:
    """What differs between two releases of an ontology: the changes DIF01 to DIF14.

    Concepts are told again by id; an old id that the new release resolves counts as the same concept, so a merged
    parent is no changed parent.

    Args:
        old: The release in use.
        new: The release that may replace it.
        ic_shift: By how much the information content of a concept must move to be a change (DIF12).

    Raises:
        NotComparable: The two have no concept in common.
        OntologyError: One cannot be read.

    Example:
        >>> before = b"[Term]\\nid: A:1\\nname: pet\\n\\n[Term]\\nid: A:2\\nname: cat\\nis_a: A:1\\n"
        >>> after = b"[Term]\\nid: A:1\\nname: pet\\n\\n[Term]\\nid: A:3\\nname: dog\\nis_a: A:1\\n"
        >>> changes = diff(before, after)
        >>> [(change.code, change.concept, change.label) for change in changes.of("DIF01")], changes.added
        ([('DIF01', 'A:2', 'cat')], ('A:3',))
    """
    before = old if isinstance(old, Ontology) else load(old)
    after = new if isinstance(new, Ontology) else load(new)
    if before.fingerprint == after.fingerprint and before.ids == after.ids:
        notes = ("the two files have the same content",)
        return OntologyDiff(before, after, (), common=len(before), notes=notes)
    twins = Twins(before, after)
    if not twins.n_common:
        raise NotComparable(
            "the two ontologies have no concept in common",
            where=f"{before.source} and {after.source}",
            expected=f"ids such as {', '.join(before.ids[:2])} in both, found {', '.join(after.ids[:2])}",
            mend="compare two releases of one ontology, in formats that write the ids in one way",
        )
    notes_found = list(_notes(twins))
    changes = [*id_changes(twins), *label_changes(twins), *place_changes(twins, ic_shift)]
    disjoint, skipped = disjoint_changes(twins)
    changes += disjoint
    changes = sorted(changes, key=lambda change: (change.code, change.concept, change.got))
    return OntologyDiff(
        before, after, tuple(changes), tuple(sorted(twins.declared)), skipped, tuple(notes_found), twins.n_common
    )


def id_changes(twins: Twins) -> Iterator[Change]:
    """DIF01, DIF02, DIF03 and the resolved half of DIF06: what became of every id that the old release knows."""
    old, new = twins.old, twins.new
    for text in track([*old.ids, *old.aliases], "comparing ids"):
        was, now = old.resolve(text), new.resolve(text)
        if was.id is None:
            continue
        if was.status == now.status and was.id == now.id:
            if was.status == "live" and old.declared(text) and not new.declared(text):
                yield Change("DIF01", text, old.label(text), "it is only mentioned now, and not declared", "error")
            continue
        alive = was.status in ("live", "alias", "replaced")
        label = old.label(was.id)
        old_id = f" (an old id of {twins.before(was.id)})" if was.id != text else ""
        if now.status in ("absent", "nil"):
            severity = CHANGES["DIF01"][0] if alive else "warning"
            what = "it is gone" if alive else "it was deprecated, and is gone now"
            yield Change("DIF01", text, label, what + old_id, severity)
        elif not alive and now.status in ("deprecated", "ambiguous"):
            continue
        elif now.status == "deprecated":
            yield Change("DIF01", text, label, f"it is deprecated, and nothing replaces it{old_id}", "error")
        elif now.status == "ambiguous":
            choices = ", ".join(twins.after(other) for other in now.candidates)
            yield Change("DIF03", text, label, f"choose between {choices}{old_id}", "error", (), now.candidates)
        elif alive and now.id == twins.here(was.id) and (was.status != "live" or now.status == "live"):
            continue  # another way to the same concept
        elif was.status == "live" and now.id is not None:
            yield Change("DIF02", text, label, f"it means {twins.after(now.id)} now", "warning", (), (now.id,))
        elif now.id is not None and not alive:
            what = "it is alive again" if now.id == text else f"it means {twins.after(now.id)} now"
            yield Change("DIF02", text, label, f"it was deprecated, and {what}", "warning", (), (now.id,))
        elif now.id is not None:
            got = f"it meant {twins.before(was.id)} and means {twins.after(now.id)} now"
            yield Change("DIF06", text, label, got, "error", (was.id,), (now.id,))


def disjoint_changes(twins: Twins) -> tuple[list[Change], dict[str, str]]:
    """DIF14: told disjointness between concepts of both releases that the old one does not hold."""
    from ontoeval.ontology import inside
    from ontoeval.ontology.facts import Facts

    facts = Facts("", disjoint=inside.disjoint(twins.new))
    pairs = list(facts.disjoint_pairs())
    if not pairs and not inside.disjoint(twins.old):
        return [], {"DIF14": "neither file says anything about disjointness"}
    found = []
    for a, b in pairs:
        if a in twins.kept and b in twins.kept and not twins.old.disjoint(a, b):
            got = f"it is disjoint from {twins.after(b)} now"
            found.append(Change("DIF14", a, twins.old.label(a), got, CHANGES["DIF14"][0], (), (b,)))
    return found, {}


def _notes(twins: Twins) -> Iterator[str]:
    n = sum(not twins.old.deprecated(concept) for concept in twins.old.ids)
    if 2 * twins.n_common < n:
        yield f"only {twins.n_common:,} of {n:,} concepts are in both: are these two releases of one ontology?"
