"""Random documents and filters, made to meet: few fields, few values, awkward ones among them."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import strategies as st

from ontoeval.predicates.tree import And, Atom, Interval, MinShould, Nested, Not, Or

SCALARS = (
    "red", "Red", "blue", "", " red", "1", "10", "true", "not red", "2024-01-05", "2024-1-5", "05/01/2024",
    "2024-01-05T01:00:00+02:00", 0, 1, 5, -3, 10**20, 1.0, 2.5, float("nan"), True, False,
)  # fmt: skip
DATES = (datetime(2024, 1, 5, tzinfo=UTC), datetime(2024, 5, 1, 12, tzinfo=UTC))
FIELDS = ("f", "g", "m.lang", "items.k", "absent")

scalars = st.sampled_from(SCALARS)
held = st.one_of(
    scalars,
    st.none(),
    st.lists(st.one_of(scalars, st.none()), max_size=3),
    st.just({"lang": "red"}),
    st.just([["red"], 1]),
)
documents = st.fixed_dictionaries(
    {},
    optional={
        "f": held,
        "g": held,
        "m": st.one_of(held, st.fixed_dictionaries({}, optional={"lang": held})),
        "m.lang": held,
        "items": st.one_of(held, st.lists(st.fixed_dictionaries({}, optional={"k": held, "v": held}), max_size=3)),
    },
)
corpora = st.lists(documents, max_size=12)
fields = st.sampled_from(FIELDS)
operands = st.one_of(scalars, st.sampled_from(DATES))
unsorted = st.one_of(
    st.sampled_from([value for value in SCALARS if not isinstance(value, bool)]), st.sampled_from(DATES)
)


@st.composite
def intervals(draw):
    low, high = draw(st.sampled_from(["gt", "gte", None])), draw(st.sampled_from(["lt", "lte", None]))
    sides = [side for side in (low, high) if side] or ["gte"]
    return Interval(**{side: draw(unsorted) for side in sides})


atoms = st.one_of(
    st.builds(Atom, fields, st.sampled_from(["eq", "ne", "contains"]), operands),
    st.builds(Atom, fields, st.sampled_from(["lt", "lte", "gt", "gte"]), unsorted),
    st.builds(Atom, fields, st.sampled_from(["in", "nin"]), st.lists(operands, max_size=4).map(tuple)),
    st.builds(Atom, fields, st.just("eq"), st.lists(scalars, max_size=2).map(tuple)),
    st.builds(Atom, fields, st.just("range"), intervals()),
    st.builds(Atom, fields, st.sampled_from(["exists", "is_null", "is_empty"])),
)


def _compound(children):
    lists = st.lists(children, max_size=3).map(tuple)
    return st.one_of(
        st.builds(And, lists),
        st.builds(Or, lists),
        st.builds(Not, children),
        st.builds(MinShould, lists, st.integers(0, 3)),
        st.builds(
            Nested,
            st.sampled_from(["items", "m"]),
            st.builds(Atom, st.sampled_from(["k", "v"]), st.just("eq"), scalars),
        ),
    )


trees = st.recursive(atoms, _compound, max_leaves=6)
