"""Filters of a log: parsed, each once, with the documents that were returned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ontoeval.errors import InputError, OntoevalError, UsageError
from ontoeval.findings import Finding, shorten
from ontoeval.predicates.dialects import dialect as dialect_named
from ontoeval.predicates.dialects import parse
from ontoeval.predicates.profiles import profile as profile_named
from ontoeval.predicates.profiles.switches import Profile
from ontoeval.predicates.renaming import renamed
from ontoeval.predicates.transform import Leaf, leaves
from ontoeval.predicates.tree import Atom, Node, check_depth, walk
from ontoeval.records.batch import Batch, FieldMap, Problems, Row, validate
from ontoeval.records.model import FIELDS

_ROWS = 2048


@dataclass(frozen=True)
class Logged:
    """One filter of a log.

    Attributes:
        id: Id of the question.
        where: File and line.
        node: The filter.
        profile: Whose semantics it has.
        returned: Ids of the documents that were returned.
    """

    id: str
    where: str
    node: Node
    profile: Profile
    returned: tuple[str, ...] = ()

    @property
    def leaves(self) -> list[Leaf]:
        """The predicates with their places and negations."""
        return leaves(self.node)

    @property
    def needs_ontology(self) -> bool:
        """Whether it has an ``under``, which only an ontology can try on documents."""
        return any(isinstance(node, Atom) and node.op == "under" for node in walk(self.node))

    @property
    def atoms(self) -> Iterator[Atom]:
        """The predicates on fields of the document, and not of an object in it."""
        return (leaf.node for leaf in self.leaves if isinstance(leaf.node, Atom))


class Log:
    """The filters of a log, read row by row.

    Args:
        rows: Raw rows with their places.
        dialect: Dialect of filters that name none.
        profile: Profile of all filters; by default that of each filter's dialect.
        fields: Other places of record fields (``{"id": "qid", "run.filter": "where"}``), and of what filters call
            a field (``{"category": "meta.category"}``).

    Attributes:
        problems: Rows that are no records.
        unreadable: Filters that cannot be parsed.
        n_rows, n_filters: Rows, and those with a filter.
    """

    def __init__(
        self,
        rows: Iterable[tuple[str, Row]],
        problems: Problems,
        *,
        dialect: str | None = None,
        profile: str | None = None,
        fields: Mapping[str, str] | None = None,
    ) -> None:
        self.problems = problems
        self.unreadable: list[Finding] = []
        self.n_rows = self.n_filters = 0
        given = dict(fields or {})
        self._map = FieldMap("run", {path: source for path, source in given.items() if path in FIELDS})
        self._names = {name: path for name, path in given.items() if name not in FIELDS}
        self._rows = rows
        self._dialect = None if dialect is None else dialect_named(dialect).name
        self._profile = None if profile is None else profile_named(profile)
        self._parsed: dict[bytes, Node | OntoevalError] = {}

    def __iter__(self) -> Iterator[Logged]:
        for batch in self._batches():
            columns = ("run.filter", "run.dialect", "run.predicates", "run.retrieved")
            rows = zip(batch.ids, batch.where, *map(batch.column, columns), strict=True)
            for name, where, native, dialect, predicates, hits in rows:
                self.n_rows += 1
                if native is None and predicates is None:
                    continue
                self.n_filters += 1
                chosen = (dialect or self._dialect) if native is not None else "ontoeval"
                field = "run.filter" if native is not None else "run.predicates"
                node = self._node(predicates if native is None else native, chosen, f"{where} {field}")
                if isinstance(node, Node):
                    found = self._profile or profile_named(dialect_named(str(chosen)).profile)
                    returned = tuple(hits.documents) if hits is not None else ()
                    yield Logged(name, where, node, found, returned)
                else:
                    self.unreadable.append(node)

    def _batches(self) -> Iterator[Batch]:
        waiting: list[tuple[str, Row]] = []
        for where, row in self._rows:
            wrong = self._map.misplaced(row)
            if wrong is not None:
                self.problems.add(Finding("record.type", "error", f"{where} {wrong}", shorten(row[wrong]), "an object"))
                continue
            waiting.append((where, {"id": where, **self._map.flatten(row)}))
            if len(waiting) == _ROWS:
                yield validate(waiting, "run", self.problems)
                waiting = []
        if waiting:
            yield validate(waiting, "run", self.problems)

    def _node(self, native: Any, dialect: str | None, where: str) -> Node | Finding:
        if dialect is None:
            return Finding(
                "filter.dialect", "error", where, "no dialect is named", "run.dialect", "name one: --dialect NAME"
            )
        from pydantic_core import to_json

        try:
            check_depth(native, "")
        except InputError as error:
            return _unreadable(error, where)
        key = dialect.encode() + b" " + to_json(native, inf_nan_mode="constants", fallback=repr)
        if key not in self._parsed:
            self._parsed[key] = self._read(native, dialect)
        found = self._parsed[key]
        return found if isinstance(found, Node) else _unreadable(found, where)

    def _read(self, native: Any, dialect: str) -> Node | OntoevalError:
        try:
            return renamed(parse(native, dialect, ""), lambda name: self._names.get(name, name))
        except (InputError, UsageError) as error:
            return error


def _unreadable(error: OntoevalError, where: str) -> Finding:
    kind = "filter.dialect" if isinstance(error, UsageError) else "filter.parse"
    inside = error.where if error.where and error.where.startswith((".", ",", "[")) else ""
    return Finding(kind, "error", where + inside, error.message, error.expected or "", error.mend or "")
