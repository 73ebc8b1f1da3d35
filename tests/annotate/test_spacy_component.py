import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from ontoeval.annotate import MentionFinder, spacy_component
from ontoeval.errors import MissingExtra, UsageError

ROOT = Path(__file__).resolve().parents[2]
OBO = """format-version: 1.2

[Term]
id: X:1
name: Hearing loss

[Term]
id: X:2
name: Sudden hearing loss
is_a: X:1

[Term]
id: X:3
name: linked
"""


@pytest.fixture
def nlp():
    spacy = pytest.importorskip("spacy", reason="the spaCy component needs spaCy: the extra nlp")
    spacy_component.register()
    return spacy.blank("en")


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "x.obo"
    path.write_text(OBO, encoding="utf-8")
    return str(path)


def test_mentions_become_spans_of_the_doc(nlp, path):
    nlp.add_pipe("ontoeval_mentions", config={"ontology": path})
    doc = nlp("Sudden hearing loss is hearing loss.")
    assert [(s.text, s.label_, s.kb_id_) for s in doc.spans["ontoeval"]] == [
        ("Sudden hearing loss", "CONCEPT", "X:2"),
        ("hearing loss", "CONCEPT", "X:1"),
    ]
    assert doc._.ontoeval_mentions[1] == {"start": 23, "end": 35, "text": "hearing loss", "id": "X:1"}
    assert doc.ents == ()


def test_options_spans_key_and_entities(nlp, path):
    config = {"ontology": path, "options": {"overlaps": "all"}, "spans_key": "sc", "label": "HP", "ents": True}
    nlp.add_pipe("ontoeval_mentions", config=config)
    doc = nlp("Sudden hearing loss")
    assert [span.kb_id_ for span in doc.spans["sc"]] == ["X:2", "X:1"]
    assert [(ent.text, ent.label_, ent.kb_id_) for ent in doc.ents] == [("Sudden hearing loss", "HP", "X:2")]


def test_a_mention_inside_a_token_of_spacy_covers_the_token(nlp, path):
    nlp.add_pipe("ontoeval_mentions", config={"ontology": path})
    doc = nlp("a_linked b")
    assert [span.text for span in doc.spans["ontoeval"]] == ["a_linked"]
    assert doc._.ontoeval_mentions[0]["text"] == "linked"


def test_a_finder_can_be_set(nlp, named):
    component = nlp.add_pipe("ontoeval_mentions")
    with pytest.raises(UsageError, match="no ontology"):
        nlp("hearing loss")
    component.finder = MentionFinder(named({"Y:1": "hearing loss"}))
    doc = nlp("hearing loss")
    assert [span.kb_id_ for span in doc.spans["ontoeval"]] == ["Y:1"]


def test_a_doc_without_text(nlp, path):
    nlp.add_pipe("ontoeval_mentions", config={"ontology": path})
    doc = nlp("")
    assert len(doc.spans["ontoeval"]) == 0


def test_the_entry_point_of_the_project_names_the_factory(nlp):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    value = project["entry-points"]["spacy_factories"]["ontoeval_mentions"]
    assert EntryPoint("ontoeval_mentions", value, "spacy_factories").load() is spacy_component.make


def test_without_spacy_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "spacy.language", None)
    with pytest.raises(MissingExtra, match=r"ontoeval\[nlp\]"):
        spacy_component.register()


def test_nothing_imports_spacy_before_it_is_asked_for():
    code = "import ontoeval.annotate.spacy_component, sys; assert 'spacy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
