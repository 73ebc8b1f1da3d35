"""A table with one row per concept, its parents separated by a bar."""

from __future__ import annotations

import csv
import io
import re

from ontoeval.ontology.exports.view import View

COLUMNS = ("id", "parent", "label", "synonyms", "definition", "deprecated", "replaced_by", "alt_id")
_SEPARATORS = re.compile(r"[|;]|^\s|\s$")


def render(view: View) -> str:
    """The ontology as a table."""
    onto = view.ontology
    out = io.StringIO()
    # Quoted, so that a row of ids such as HP:1 is not taken for a triple when the format is guessed.
    rows = csv.writer(out, delimiter="\t", lineterminator="\n", quoting=csv.QUOTE_ALL)
    rows.writerow(COLUMNS)
    for concept in view.concepts:
        if not onto.declared(concept):
            if onto.label(concept) is not None or view.targets(concept, "subclass"):
                view.note("concepts that are only mentioned lost their names and parents")
            continue
        parents = [*view.targets(concept, "subclass"), *view.same(concept)]
        view.note("equivalences became edges in both directions", len(view.targets(concept, "equivalent")))
        view.note("relations beside the hierarchy were left out", sum(1 for _ in view.others(concept)))
        synonyms = []
        for text, scope in view.synonyms(concept):
            view.note("synonyms lost their scope", int(scope != "related"))
            if _SEPARATORS.search(text):
                view.note("synonyms with | or ; were left out, since these separate synonyms")
            else:
                synonyms.append(text)
        texts = (onto.label(concept) or "", onto.definition(concept) or "")
        view.note("texts with white space at their ends are read back without it", sum(t != t.strip() for t in texts))
        replaced, considered = view.instead(concept)
        view.note("suggestions (consider) were left out", len(considered))
        rows.writerow(
            [
                concept,
                "|".join(parents),
                view.clean(texts[0]),
                view.clean("|".join(synonyms)),
                view.clean(texts[1]),
                "true" if onto.deprecated(concept) else "",
                "|".join(replaced),
                "|".join(view.aliases.get(concept, ())),
            ]
        )
    return out.getvalue().encode("utf-8", "replace").decode()
