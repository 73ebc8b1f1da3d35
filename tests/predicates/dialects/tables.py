"""What the tables of native filters share."""

from __future__ import annotations

import pytest

from ontoeval.errors import InputError
from ontoeval.predicates.dialects import parse


def cases(tables):
    """Rows of (dialect, native, expected) from tables by dialect."""
    return [(name, native, expected) for name, table in tables.items() for native, expected in table]


def assert_refused(dialect, native, where, why):
    """The filter is an error at a place, and says why."""
    with pytest.raises(InputError) as error:
        parse(native, dialect)
    assert error.value.where == where
    assert why in str(error.value)
