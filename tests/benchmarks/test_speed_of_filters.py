"""Exclusion, blame and survivors of 10,000 filters on 100,000 documents, against DuckDB and a scan of dictionaries."""

import random

import numpy as np
import pytest

import ontoeval as oe
from ontoeval.evaluation.tables import filter_blame
from ontoeval.views.compiled import Compiled
from ontoeval.views.filters import AppliedFilters, Filters, LoggedFilters

DOCS, QUESTIONS, FIELDS, VALUES, USED = 100_000, 10_000, 20, 10, 5
#: Questions that the slow peers answer; their time is taken for all of them in proportion.
SOME, FEW = 100, 3


class World:
    """The issue's world: 20 fields of 10 values, five of them in each filter, one to five gold documents."""

    def __init__(self) -> None:
        chance = random.Random(0)
        self.fields = [f"f{number}" for number in range(FIELDS)]
        self.docs = [
            {"id": f"d{number}", **{field: f"v{chance.randrange(VALUES)}" for field in self.fields}}
            for number in range(DOCS)
        ]
        self.gold, self.filters = [], []
        for _ in range(QUESTIONS):
            rows = chance.sample(range(DOCS), chance.randint(1, 5))
            used = chance.sample(self.fields, USED)
            right = self.docs[rows[0]]
            self.gold.append(rows)
            self.filters.append(
                {field: right[field] if chance.random() < 0.9 else f"v{chance.randrange(VALUES)}" for field in used}
            )

    def compiled(self) -> Compiled:
        """The questions, read, with nothing tried yet."""
        rows = [
            {"id": f"q{number}", "gold": {"docs": [f"d{row}" for row in rows]}, "run": {"predicates": predicates}}
            for number, (rows, predicates) in enumerate(zip(self.gold, self.filters, strict=True))
        ]
        compiled = oe.compile(rows, docs=self.docs)
        compiled.view(LoggedFilters)
        return compiled

    def scan(self, number: int) -> tuple[bool, set[str], float]:
        """Exclusion, leave-one-out and ceiling of one question, document by document and predicate by predicate."""
        wanted = self.filters[number]
        survivors = {
            place
            for place, doc in enumerate(self.docs)
            if all(doc.get(field) == value for field, value in wanted.items())
        }
        left = sum(row in survivors for row in self.gold[number])
        rescues = set()
        for out in wanted if not left else ():
            others = {field: value for field, value in wanted.items() if field != out}
            kept = {
                place
                for place, doc in enumerate(self.docs)
                if all(doc.get(field) == value for field, value in others.items())
            }
            if any(row in kept for row in self.gold[number]):
                rescues.add(out)
        return not left, rescues, left / len(self.gold[number])


@pytest.fixture(scope="module")
def world():
    return World()


def gold_only(compiled):
    """Exclusion, leave-one-out and ceiling of all questions."""
    compiled._views.pop(Filters, None)
    filters = compiled.view(Filters)
    rescues = {sample: one.rescues for sample, one in filters.blames.items()}
    return filters.n_surviving / filters.n_eligible, rescues, filters


def test_exclusion_and_leave_one_out_against_a_scan(bench, world):
    compiled = world.compiled()

    def scan():
        return [world.scan(number) for number in range(FEW)]

    name = f"a scan of dictionaries; {FEW} questions, of ours {QUESTIONS:,}"
    (ceiling, rescues, filters), peer = bench.compare(
        f"exclusion, leave-one-out, ceiling: {QUESTIONS:,} × {USED} × {DOCS:,}",
        lambda: gold_only(compiled),
        scan,
        name,
        target="about .15 s beyond reading",
        rounds=3,
    )
    for number, (lost, names, share) in enumerate(peer):
        mine = [condition.field for condition in filters.conditions(number)]
        bits = rescues.get(number, 0)
        assert (number in rescues, ceiling[number]) == (lost, share)
        assert {field for place, field in enumerate(mine) if bits >> place & 1} == names
    assert len(filters.excluded) == len(filters.blames)


def test_blame_table_against_reading(bench, world):
    compiled = world.compiled()
    rows, _ = bench.compare(
        "table of blame with reasons",
        lambda: filter_blame.rows(compiled),
        world.compiled,
        "reading the same rows",
        rounds=3,
    )
    assert sum(row["shapley"] for row in rows) == pytest.approx(len(compiled.view(Filters).excluded))


def survivor_counts(compiled, most):
    """Survivors of each filter, and without each of its predicates, shape ``(questions, 6)``."""
    applied = compiled.view(AppliedFilters).logged
    applied.corpus._indexes.clear()  # the index is built anew: its time counts
    applied.corpus.__dict__.pop("columns", None)
    return np.array([applied.index(n).leave_one_out(applied.logged[n].applied) for n in range(most)])


def test_survivor_counts_against_duckdb(bench, world):
    duckdb = pytest.importorskip("duckdb")
    compiled = world.compiled()
    database = duckdb.connect()
    database.execute("set threads to 1")
    columns = {field: np.array([doc[field] for doc in world.docs]) for field in world.fields}
    database.execute(f"create table docs ({', '.join(f'{field} varchar' for field in world.fields)})")
    import pandas as pd

    database.register("frame", pd.DataFrame(columns))
    database.execute("insert into docs select * from frame")

    def peer():
        found = []
        for wanted in world.filters[:SOME]:
            tests = [f"{field} = '{value}'" for field, value in wanted.items()]
            wholes = [tests, *([one for one in tests if one != out] for out in tests)]
            counts = ", ".join(f"count(*) filter (where {' and '.join(some)})" for some in wholes)
            found.append(database.execute(f"select {counts} from docs").fetchone())
        return np.array(found)

    name = f"DuckDB {duckdb.__version__}, 1 thread; {SOME} questions, of ours {QUESTIONS:,}"
    mine, theirs = bench.compare(
        f"survivors, whole and without each predicate: {QUESTIONS:,} × 6 counts",
        lambda: survivor_counts(compiled, QUESTIONS),
        peer,
        name,
        target=f"≥ {50 * SOME / QUESTIONS:.2f} (50 × per question)",
        rounds=3,
    )
    assert (mine[:SOME] == theirs).all()
