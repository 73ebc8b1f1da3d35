"""What ``ontoeval ontology show`` writes: an ontology, a concept or two of them as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ontoeval.ontology.naming import quoted
from ontoeval.report.findings_page import plural, visible

Content = dict[str, Any]
_SHOWN = 12
_MOST_LEVELS = 40
_BAR = 40


def overview(content: Content) -> str:
    """The ontology at a glance."""
    concepts = content["concepts"]
    declared = content["counts"].get("classes_total", concepts["all"]) - concepts["all"]
    lines = [f"{visible(content['source'])}  {visible(content['iri'] or '')}".rstrip()]
    rows = [
        ("version", visible(content["version"] or "none")),
        ("fingerprint", visible(content["fingerprint"])),
        (
            "concepts",
            f"{concepts['all']:,}: {concepts['live']:,} live, {concepts['deprecated']:,} deprecated; "
            f"{concepts['aliases']:,} old ids{f', {declared:,} of them declared' if declared else ''}",
        ),
        (
            "of the live",
            f"{concepts['leaves']:,} leaves; {concepts['with_label']:,} with label, "
            f"{concepts['with_definition']:,} with definition",
        ),
        ("edges", ", ".join(f"{n:,} {name}" for name, n in content["provenance"].items() if n) or "none"),
        ("relations", _some([f"{visible(name)} {n:,}" for name, n in content["relations"].items()])),
        ("namespaces", _some([f"{visible(name) or '(none)'} {n:,}" for name, n in content["namespaces"].items()])),
        ("languages", _some([f"{visible(name) or '(none)'} {n:,}" for name, n in content["languages"].items()])),
    ]
    lines += [f"  {name:12} {text}" for name, text in rows if text]
    lines += ["", f"roots ({len(content['roots']):,})"]
    lines += [f"  {_named(root)}  {root['below']:,} below" for root in content["roots"][:_SHOWN]]
    lines += _more(content["roots"])
    depths = content["depths"]
    if depths:
        most = max(depths.values())
        lines += ["", "live concepts by depth (a root has depth 1)"]
        lines += [f"  {depth:>4} {n:>9,} {'█' * round(_BAR * n / most) or '▏'}" for depth, n in depths.items()]
    if content["warnings"]:
        lines += ["", f"warnings ({len(content['warnings'])})"]
        lines += [f"  {w['severity']}: {visible(w['where'])}: {visible(w['got'])}" for w in content["warnings"]]
    return "\n".join(lines)


def concept(content: Content) -> str:
    """One concept."""
    lines = [_named(content)]
    if content["definition"]:
        lines.append(f"  {visible(content['definition'])}")
    status = content["status"]
    if content["deprecated"]:
        instead = ", ".join(map(_named, content["use_instead"]))
        how = {"replaced": "use ", "ambiguous": "choose between "}.get(status, "")
        lines.append(f"  deprecated: {how + instead if instead else 'nothing says what to use instead'}")
    if not content["declared"]:
        lines.append("  the file only mentions it; it does not declare it")
    lines.append(
        f"  depth {content['depth']}, {content['ancestors']:,} {plural('ancestor', content['ancestors'])}, "
        f"{content['descendants']:,} {plural('descendant', content['descendants'])}"
    )
    if content["aliases"]:
        lines.append(f"  old ids: {_some([visible(alias) for alias in content['aliases']])}")
    for scope in ("exact", "narrow", "broad", "related", "hidden"):
        texts = [quoted(s["text"], 200) for s in content["synonyms"] if s["scope"] == scope]
        if texts:
            lines.append(f"  {scope} synonyms: {_some(texts)}")
    for name in ("equivalents", "parents"):
        if content[name]:
            lines += ["", f"{name} ({len(content[name])})", *(f"  {_named(other)}" for other in content[name][:_SHOWN])]
            lines += _more(content[name])
    for relation, targets in content["related"].items():
        lines += ["", f"{visible(relation)} ({len(targets)})", *(f"  {_named(other)}" for other in targets[:_SHOWN])]
        lines += _more(targets)
    other = content["other_paths"]
    more = f" (one of {other + 1:,} paths)" if other else ""
    lines += ["", f"tree{more}", *_branch(content["tree"])]
    below = len(content["tree"])
    lines += [f"{'  ' * (below + 1)}{_named(child)}" for child in content["children"][:_SHOWN]]
    lines += [f"{'  ' * (below + 1)}{line.strip()}" for line in _more(content["children"])]
    return "\n".join(lines)


def pair(content: Content) -> str:
    """Two concepts and what they share."""
    a, b, top = content["a"], content["b"], content["deepest_common"]
    lines = [f"A {_named(a)}  depth {a['depth']}", f"B {_named(b)}  depth {b['depth']}", ""]
    lines.append(f"as seen from A, B is: {content['relation']}; as seen from B, A is: {content['back']}")
    if content["disjoint"]:
        lines.append("they are said to be disjoint: nothing can be both")
    lines.append(f"Wu-Palmer {content['wu_palmer']:.4f}; {content['common_ancestors']:,} common ancestors")
    if top is None:
        return "\n".join([*lines, "no common ancestor"])
    lines += ["", f"deepest common ancestor, at depth {top['depth']}", f"  {_named(top)}"]
    for letter, steps in (("A", content["path_a"][1:]), ("B", content["path_b"][1:])):
        if not steps:
            lines.append(f"    (that is {letter})")
        for level, step in enumerate(steps):
            mark = f"  ← {letter}" if level == len(steps) - 1 else ""
            lines.append(f"{_indent(level + 2)}{_named(step)}{mark}")
    return "\n".join(lines)


def _branch(steps: Sequence[Content]) -> list[str]:
    last = len(steps) - 1
    return [f"{_indent(level + 1)}{_named(step)}{'  ←' if level == last else ''}" for level, step in enumerate(steps)]


def _indent(level: int) -> str:
    """Two spaces a level; chains of thousands of concepts do not go on to the right."""
    return "  " * min(level, _MOST_LEVELS)


def _named(content: Content) -> str:
    label = "" if content["label"] is None else f" {quoted(content['label'], 120)}"
    return f"{visible(content['id'])}{label}{' (deprecated)' if content['deprecated'] else ''}"


def _some(texts: Sequence[str]) -> str:
    more = f" … and {len(texts) - _SHOWN:,} more" if len(texts) > _SHOWN else ""
    return ", ".join(texts[:_SHOWN]) + more


def _more(items: Sequence[Any]) -> list[str]:
    return [f"  … and {len(items) - _SHOWN:,} more"] if len(items) > _SHOWN else []
