"""Facts of an OBO file, line by line."""

from __future__ import annotations

import re

from ontoeval.ontology.facts.model import Facts
from ontoeval.ontology.identifiers import canonical

_QUOTED = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"\s*([A-Za-z]+)?')
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "W": " "}
_COMMENT = re.compile(r"(?<!\\)\s!.*\Z")
_MODIFIERS = re.compile(r"\s*(?<!\\)\{[^{}]*=[^{}]*\}\s*\Z")
_SYNONYMS = {
    "exact_synonym": "exact",
    "narrow_synonym": "narrow",
    "broad_synonym": "broad",
    "related_synonym": "related",
}


def obo_facts(data: bytes) -> Facts:
    """The facts of an OBO file that was found readable."""
    facts = Facts("obo")
    kind, term = "header", ""
    text = data.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.lstrip()
        if not line or line[0] == "!":
            continue
        if line[0] == "[" and "]" in line and ":" not in line[: line.find("]")]:
            kind, term = line[1 : line.find("]")], ""
            continue
        tag, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if kind == "header":
            if tag == "import":
                facts.imports[value.strip()] = None
        elif kind == "Term":
            if tag == "id":
                term = term or _id(value)
                facts.declared[term] = None
                facts.lines.setdefault(term, number)
            elif term:
                _term_line(facts, term, tag, value)
    return facts


def _term_line(facts: Facts, term: str, tag: str, value: str) -> None:
    if tag == "name":
        text = _unescape(_MODIFIERS.sub("", _COMMENT.sub("", value)))
        facts.labels.setdefault(term, []).append((text, ""))
    elif tag == "is_a":
        facts.edges[term, _id(value)] = None
    elif tag == "def":
        facts.definitions.setdefault(term, []).append((_quoted(value)[0], ""))
    elif tag == "synonym":
        text, scope = _quoted(value)
        facts.synonyms.setdefault(term, []).append((text, scope.lower() or "related"))
    elif tag in _SYNONYMS:
        facts.synonyms.setdefault(term, []).append((_quoted(value)[0], _SYNONYMS[tag]))
    elif tag in ("alt_id", "replaced_by", "consider"):
        table = {"alt_id": facts.alt_ids, "replaced_by": facts.replaced_by, "consider": facts.consider}[tag]
        table.setdefault(term, {})[_id(value)] = None
    elif tag == "is_obsolete":
        word = _plain(value)
        facts.deprecated[term] = word
        if word == "true":
            facts.deprecated_ids.add(term)
    elif tag in ("relationship", "intersection_of"):
        words = _plain(value).split()
        if len(words) > 1:
            facts.references[term, words[0], _id(words[1])] = None
        elif words:
            facts.references[term, "intersection_of", _id(words[0])] = None
    elif tag == "union_of":
        facts.references[term, "union_of", _id(value)] = None
    elif tag == "equivalent_to":
        facts.equivalent[term, _id(value)] = None


def _quoted(value: str) -> tuple[str, str]:
    match = _QUOTED.match(value.lstrip())
    return (_unescape(match[1]), match[2] or "") if match else (_unescape(value.strip().lstrip('"')), "")


def _plain(value: str) -> str:
    return _MODIFIERS.sub("", _COMMENT.sub("", value)).strip()


def _id(value: str) -> str:
    return canonical(_unescape(_plain(value)))


def _unescape(text: str) -> str:
    return _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]), text) if "\\" in text else text
