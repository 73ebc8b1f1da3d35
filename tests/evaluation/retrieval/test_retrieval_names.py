"""What ``oe.retrieval`` offers."""

from __future__ import annotations

import subprocess
import sys

import pytest

import ontoeval as oe


@pytest.mark.parametrize("name", oe.retrieval.__all__)
def test_name_resolves_to_a_documented_function(name):
    found = getattr(oe.retrieval, name)
    assert callable(found)
    assert found.__doc__
    assert found.__name__ == name


def test_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match=r"'ontoeval.retrieval' has no attribute 'fuze'"):
        oe.retrieval.fuze  # noqa: B018


def test_import_and_help_import_nothing_heavy():
    code = (
        "import sys, ontoeval.retrieval\n"
        "from ontoeval.cli import main\n"
        "try:\n    main(['fuse', '--help'])\nexcept SystemExit:\n    pass\n"
        "print([name for name in ('numpy', 'scipy', 'pydantic', 'networkx') if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
