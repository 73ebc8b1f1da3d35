"""Importing the package must not import heavy libraries that a call may not need."""

import subprocess
import sys

CODE = """
import sys, ontoeval.ontology as ontology
print(sorted({"scipy", "networkx", "rdflib", "pyoxigraph"} & set(sys.modules)))
ontology.load(b"[Term]\\nid: A:1\\nname: a\\n").resolve("A:1")
print(sorted({"scipy", "networkx", "rdflib", "pyoxigraph"} & set(sys.modules)))
"""


def test_importing_and_loading_obo_needs_numpy_only():
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n") == ["[]", "[]", ""]


def test_the_public_names_are_these():
    import ontoeval.ontology

    assert sorted(ontoeval.ontology.__all__) == [
        "Hierarchy", "Limits", "NilPolicy", "Ontology", "Property", "Relation", "Resolution", "check", "diff", "load",
    ]  # fmt: skip
