"""The FILTERs of SPARQL queries about documents: comparisons, IN, BOUND, EXISTS."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lark import Token, Transformer, v_args

from ontoeval.errors import InputError
from ontoeval.predicates.dialects._build import (
    MIRRORED,
    SIGNS,
    all_of,
    any_of,
    bounds,
    point,
    predicate,
    refused,
)
from ontoeval.predicates.dialects._grammar import at, read, unquoted
from ontoeval.predicates.renaming import renamed
from ontoeval.predicates.tree import BARE_OPS, FALSE, TRUE, Atom, Node, Not, walk

_GRAMMAR = r"""
query: prefix* (_SELECT _DISTINCT? (VAR+ | "*") _WHERE? | _ASK _WHERE?) group (_LIMIT NUMBER)? -> whole
    | prefix* group -> whole
    | prefix* filter+ -> filters
condition: expression -> whole
prefix: _PREFIX PREFIXED IRI
group: "{" (_clause "."?)* "}"
_clause: triples | optional | filter
optional: _OPTIONAL group
filter: _FILTER (_bracketed | bound | exists | not_exists)
triples: VAR properties (";" properties)*
properties: property object
property: IRI | PREFIXED | A
?object: VAR -> variable | literal
?expression: both | both ("||" both)+ -> any_of
?both: _single | _single ("&&" _single)+ -> all_of
_single: compare | flipped | within | outside | _unary
_unary: _bracketed | negation | bound | exists | not_exists | constant
_bracketed: "(" expression ")"
negation: "!" _unary
bound: _BOUND "(" VAR ")"
exists: _EXISTS group
not_exists: _NOT _EXISTS group
constant: BOOL
compare: VAR SIGN literal
flipped: literal SIGN VAR
within: VAR _IN "(" (literal ("," literal)*)? ")"
outside: VAR _NOT _IN "(" (literal ("," literal)*)? ")"
literal: STRING | STRING "^^" (IRI | PREFIXED) | STRING LANG | NUMBER | BOOL | IRI | PREFIXED
_SELECT.2: /select\b/i
_DISTINCT.2: /distinct\b|reduced\b/i
_ASK.2: /ask\b/i
_WHERE.2: /where\b/i
_LIMIT.2: /limit\b/i
_PREFIX.2: /prefix\b/i
_OPTIONAL.2: /optional\b/i
_FILTER.2: /filter\b/i
_EXISTS.2: /exists\b/i
_NOT.2: /not\b/i
_IN.2: /in\b/i
_BOUND.2: /bound\b/i
BOOL.2: /true\b|false\b/i
A.2: /a\b(?!:)/
SIGN: "=" | "!=" | "<=" | ">=" | "<" | ">"
VAR: /[?$][A-Za-z_][A-Za-z0-9_]*/
IRI: /<[^<>"{}|^`\\\x00-\x20]*>/
PREFIXED: /([A-Za-z][A-Za-z0-9_.-]*)?:([A-Za-z0-9_][A-Za-z0-9_.%-]*)?/
LANG: /@[A-Za-z]+(-[A-Za-z0-9]+)*/
STRING: /"(\\.|[^"\\\n])*"|'(\\.|[^'\\\n])*'/
NUMBER: /[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?/
COMMENT: /#[^\n<>]*\n/
%ignore COMMENT
%ignore /\s+/
"""
_QUERY = re.compile(r"\s*(prefix|select|ask|filter)\b|\s*\{", re.IGNORECASE)
_XSD = "http://www.w3.org/2001/XMLSchema#"
_RDF_TYPE = "type"


def parse(native: str, path: str, *, not_exists: bool) -> Node:
    """The tree of a condition, of FILTERs, of a group, or of a whole SELECT or ASK query.

    Args:
        native: The text.
        path: Its place, for messages.
        not_exists: Whether negation is ``FILTER NOT EXISTS``; otherwise it is ``!``, ``!=`` and ``NOT IN``. Under
            the two the same words mean different things, so a filter that has both is refused.
    """
    start = "query" if _QUERY.match(native) else "condition"
    tree: Node = read(_GRAMMAR, native, path, _Reader(path, not_exists), start)
    return tree


@dataclass(frozen=True)
class _Triples:
    """Triple patterns with one subject: what they ask for, and which property binds which variable."""

    subject: str
    nodes: tuple[Node, ...]
    bound: tuple[tuple[str, str], ...]
    optional: bool = False


@dataclass(frozen=True)
class _Group:
    """A group: its filter, with names of fields where variables stood, and what it was made of."""

    node: Node
    triples: tuple[_Triples, ...]
    conditions: int


@v_args(inline=True)
class _Reader(Transformer[Token, Any]):
    def __init__(self, path: str, not_exists: bool) -> None:
        super().__init__()
        self.path = path
        self.negates = not_exists
        self.prefixes: dict[str, str] = {"xsd": _XSD}
        self.subjects: set[str] = set()
        self._existing: list[Node] = []

    # Queries and groups

    def prefix(self, name: Token, iri: Token) -> None:
        self.prefixes[name.partition(":")[0]] = iri[1:-1]

    def whole(self, *parts: Any) -> Node:
        (found,) = [part for part in parts if isinstance(part, Node | _Group)]
        node = found.node if isinstance(found, _Group) else found
        if len(self.subjects) > 1:
            names = " and ".join(sorted(self.subjects))
            raise refused(self.path, f"a query with the subjects {names}", "a tree asks for fields of one document")
        return renamed(node, lambda name: self._unbound(name, bool(self.subjects)))

    def filters(self, *parts: Any) -> Node:
        return self.whole(all_of([part for part in parts if isinstance(part, Node)]))

    def group(self, *clauses: Any) -> _Group:
        triples = tuple(clause for clause in clauses if isinstance(clause, _Triples))
        conditions = [clause for clause in clauses if isinstance(clause, Node)]
        bound = {variable: field for part in triples for variable, field in part.bound}
        conditions = [renamed(node, lambda name: bound.get(name, name)) for node in conditions]
        compared = {node.field for node in conditions if isinstance(node, Atom) and node.op not in BARE_OPS}
        asked: list[Node] = []
        for part in triples:
            asked += part.nodes
            if not part.optional:
                fields = (field for _, field in part.bound if field not in compared)
                asked += [Atom(field, "exists", path=self.path) for field in fields]
        self.subjects.update(part.subject for part in triples)
        return _Group(all_of([*asked, *_bounded(conditions)]), triples, len(conditions))

    def optional(self, group: _Group) -> _Triples:
        if group.conditions or len(group.triples) != 1 or group.triples[0].nodes or group.triples[0].optional:
            raise refused(self.path, "this OPTIONAL", "the tree knows those that bind variables to properties")
        only = group.triples[0]
        return _Triples(only.subject, (), only.bound, optional=True)

    def triples(self, subject: Token, *properties: Any) -> _Triples:
        nodes, bound = [], []
        for field, wanted in properties:
            if isinstance(wanted, Token):
                bound.append((str(wanted), field))
            else:
                nodes.append(predicate(field, "eq", wanted, self._at(subject)))
        return _Triples(str(subject), tuple(nodes), tuple(bound))

    def properties(self, field: str, wanted: Any) -> tuple[str, Any]:
        return field, wanted

    def property(self, token: Token) -> str:
        if token.type == "A":
            return _RDF_TYPE
        name = re.split(r"[/#:]", token[1:-1] if token.type == "IRI" else token)[-1]
        if not name:
            raise InputError(f"cannot read {token} as the name of a field", where=self._at(token))
        return name

    def variable(self, token: Token) -> Token:
        return token

    # Conditions

    def filter(self, node: Node) -> Node:
        return node

    def any_of(self, *parts: Node) -> Node:
        return any_of(parts)

    def all_of(self, *parts: Node) -> Node:
        return all_of(_bounded(parts))

    def negation(self, node: Node) -> Node:
        if self.negates and not (isinstance(node, Atom) and node.op == "exists"):
            raise self._other("!")
        if any(part is one for part in walk(node) for one in self._existing):
            raise self._other("! before EXISTS")
        return Not(node)

    def bound(self, variable: Token) -> Node:
        return predicate(str(variable), "exists", None, self._at(variable))

    def exists(self, group: _Group) -> Node:
        self._existing.append(group.node)
        return group.node

    def not_exists(self, group: _Group) -> Node:
        if not self.negates:
            raise self._other("NOT EXISTS")
        return Not(group.node)

    def constant(self, token: Token) -> Node:
        return TRUE if token.lower() == "true" else FALSE

    def compare(self, variable: Token, sign: Token, value: Any) -> Node:
        return self._compared(variable, SIGNS[sign], value)

    def flipped(self, value: Any, sign: Token, variable: Token) -> Node:
        return self._compared(variable, MIRRORED[SIGNS[sign]], value)

    def within(self, variable: Token, *values: Any) -> Node:
        return self._compared(variable, "in", [*values])

    def outside(self, variable: Token, *values: Any) -> Node:
        return self._compared(variable, "nin", [*values])

    def _compared(self, variable: Token, op: str, value: Any) -> Node:
        if self.negates and op in ("ne", "nin"):
            raise self._other("!=" if op == "ne" else "NOT IN")
        return predicate(str(variable), op, value, self._at(variable))

    # Values

    def literal(self, token: Token, kind: Token | None = None) -> Any:
        where = self._at(token)
        if kind is not None and kind.type == "LANG":
            raise refused(where, f"a text in a language, {token}{kind}", "fields of documents hold plain text")
        if token.type == "BOOL":
            return token.lower() == "true"
        if token.type == "NUMBER":
            return _number(token)
        if token.type in ("IRI", "PREFIXED"):
            return self._iri(token)
        text = unquoted(token, where)
        return text if kind is None else self._typed(text, self._iri(kind), where)

    def _typed(self, text: str, datatype: str, where: str) -> Any:
        kind = datatype.removeprefix(_XSD)
        if kind in ("date", "dateTime"):
            return point(text, where)
        if kind == "string":
            return text
        if kind == "boolean" and text in ("true", "false"):
            return text == "true"
        if kind in ("integer", "int", "long", "decimal", "double", "float"):
            try:
                return _number(text)
            except ValueError:
                pass
        raise InputError(f"cannot read {text!r} as {datatype}", where=where, expected="an XSD number, date or string")

    def _iri(self, token: Token) -> str:
        if token.type == "IRI":
            return token[1:-1]
        prefix, _, name = token.partition(":")
        if prefix not in self.prefixes:
            raise InputError(f"no prefix {prefix}:", where=self._at(token), expected=f"PREFIX {prefix}: <…>")
        return self.prefixes[prefix] + name

    def _unbound(self, name: str, in_query: bool) -> str:
        if name[:1] not in "?$":
            return name
        if in_query:
            raise InputError(f"{name} is bound by no triple", where=self.path, expected=f"?document ex:field {name}")
        return name[1:]

    def _at(self, token: Token) -> str:
        return at(self.path, token.start_pos or 0)

    def _other(self, sign: str) -> InputError:
        other = "sparql" if self.negates else "sparql-not-exists"
        return refused(
            self.path, sign, "a field with several values, or none, passes it where the other negation fails",
            mend=f"if all filters negate so, use the dialect {other}",
        )  # fmt: skip


def _bounded(parts: Sequence[Node]) -> list[Node]:
    """Conjuncts, with a lower and an upper bound of one variable as a range: one value must keep to both."""
    found: list[Node] = []
    for part in parts:
        earlier = next((one for one in found if _other_side(one, part)), None)
        if earlier is None:
            found.append(part)
            continue
        assert isinstance(earlier, Atom)
        assert isinstance(part, Atom)
        given: dict[str, Any] = {earlier.op: earlier.value, part.op: part.value}
        found[found.index(earlier)] = bounds(part.field, given, part.path)
    return found


def _other_side(one: Node, other: Node) -> bool:
    if not (isinstance(one, Atom) and isinstance(other, Atom) and one.field == other.field):
        return False
    return {one.op[0], other.op[0]} == {"g", "l"}


def _number(text: str) -> int | float:
    return float(text) if any(mark in text for mark in ".eE") else int(text)
