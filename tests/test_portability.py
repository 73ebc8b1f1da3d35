"""What differs between systems, above all Windows: encodings, line ends, names of files, processes."""

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path, PureWindowsPath

import pytest

import ontoeval as oe
from ontoeval.cli import COMMANDS
from ontoeval.collect import child, processes
from ontoeval.collect.command import words
from ontoeval.errors import ConfigError, InputError
from ontoeval.evaluation.config import read_config
from ontoeval.gate.lines import opened
from ontoeval.ontology.checking.exceptions import read_settings
from ontoeval.ontology.imports import Finder
from ontoeval.records.convert import convert
from ontoeval.records.formats.brat import is_file_name

ROOT = Path(__file__).parents[1]
CODE = sorted((ROOT / "ontoeval").rglob("*.py"))
DEMO = ROOT / "fixtures" / "demo"
CATALOGUE = ROOT / "ontologies" / "catalogue.obo"

OF_POSIX = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
"""Modules of the standard library that Windows does not have (the table "Availability" of their pages)."""


def calls(tree):
    """The calls in some code: the name that is called, its first argument when it is a text, and its keywords."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            first = node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else None
            yield node.lineno, name, first, {keyword.arg for keyword in node.keywords}


def is_text_writer(name, first):
    return name == "write_text" or (
        name in ("open", "fdopen") and isinstance(first, str) and set(first) <= set("wax+t") and first != "t"
    )


def test_all_code_says_how_text_is_encoded_and_its_lines_end():
    wrong = []
    for file in CODE:
        for line, name, first, keywords in calls(ast.parse(file.read_text(encoding="utf-8"))):
            if is_text_writer(name, first) and not {"encoding", "newline"} <= keywords:
                wrong.append(f"{file.relative_to(ROOT)}:{line} {name} without encoding= and newline=")
            if name == "read_text" and "encoding" not in keywords:
                wrong.append(f"{file.relative_to(ROOT)}:{line} read_text without encoding=")
            if name in ("run", "Popen") and {"text", "universal_newlines"} & keywords and "encoding" not in keywords:
                wrong.append(f"{file.relative_to(ROOT)}:{line} {name} with the encoding of the system")
    assert wrong == []


def test_no_code_imports_what_windows_does_not_have():
    wrong = []
    for file in CODE:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            wrong += [f"{file.relative_to(ROOT)}: {name}" for name in names if name.partition(".")[0] in OF_POSIX]
    assert wrong == []


def test_the_names_of_all_files_are_names_in_windows_and_differ_by_more_than_case():
    folders = ("ontoeval", "ontologies", "fixtures", "docs", "tests", "changelog.d")
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*") if "__pycache__" not in path.parts]
    assert len(paths) > 1000
    names = [path.relative_to(ROOT).as_posix() for path in paths]
    assert [name for name in names if not is_file_name(name, windows=True)] == []
    assert len({name.casefold() for name in names}) == len(names)


def run(*arguments, **env):
    """The command line in a system whose encoding is not UTF-8."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHONIO", "LC_", "LANG"))}
    clean |= {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"} | env
    command = [sys.executable, "-m", "ontoeval", *arguments]
    return subprocess.run(command, capture_output=True, env=clean, timeout=120, cwd=ROOT)


def test_json_in_a_pipe_is_utf_8_whatever_the_encoding_of_the_system(tmp_path):
    ontology = tmp_path / "pain.obo"
    ontology.write_text("[Term]\nid: A:1\nname: β-Schmerz\n", encoding="utf-8", newline="\n")
    done = run("ontology", "show", str(ontology), "A:1", "--format", "json")
    assert done.returncode == 0, done.stderr
    assert "β-Schmerz" in json.dumps(json.loads(done.stdout.decode("utf-8")), ensure_ascii=False)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_in_cp1252(command):
    done = run(command, "--help", PYTHONIOENCODING="cp1252")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(b"Usage: ontoeval")


@pytest.mark.parametrize(
    "arguments",
    [
        ("run", "fixtures/demo/ontoeval.toml"),
        ("gate", "check", "fixtures/demo/gate.toml"),
        ("ontology", "show", "ontologies/catalogue.obo"),
        ("ontology", "check", "ontologies/catalogue.obo"),
        ("metrics", "list"),
        ("doctor",),
    ],
)
def test_signs_that_cp1252_lacks_are_no_reason_to_fail(arguments):
    done = run(*arguments, PYTHONIOENCODING="cp1252")
    assert done.returncode in (0, 1, 4), done.stderr
    assert b"Traceback" not in done.stderr
    assert b"internal error" not in done.stderr
    assert done.stdout


def with_crlf(source: Path, target: Path) -> Path:
    target.write_bytes(source.read_bytes().replace(b"\n", b"\r\n"))
    return target


def test_the_demo_has_the_same_scores_with_the_line_ends_of_windows(tmp_path):
    for name in ("golden.jsonl", "run.jsonl", "docs.jsonl", "gate.toml", "ontoeval.toml"):
        with_crlf(DEMO / name, tmp_path / name)
    onto = oe.load(with_crlf(CATALOGUE, tmp_path / "catalogue.obo"))
    assert dict(onto.graph.nodes(data=True)) == dict(oe.load(CATALOGUE).graph.nodes(data=True))
    scores = [
        [
            oe.score(metric, folder / "golden.jsonl", folder / "run.jsonl", ontology=onto, docs=folder / "docs.jsonl")
            for metric in ("recall@5", "linking_f1", "hierarchical_f1", "false_exclusion_rate")
        ]
        for folder in (DEMO, tmp_path)
    ]
    assert [row.value for row in scores[0]] == [row.value for row in scores[1]]
    assert read_config(tmp_path / "ontoeval.toml").metrics == read_config(DEMO / "ontoeval.toml").metrics


MENTIONS = {
    "id": "d1",
    "query": "Seizures and pain.",
    "gold": {
        "mentions": [
            {"start": 0, "end": 8, "id": "HP:0001250", "type": "HP", "text": "Seizures"},
            {"start": 13, "end": 17, "id": "HP:0012531", "type": "HP", "text": "pain"},
        ]
    },
}
RANKING = {"id": "d1", "query": "Seizures and pain.", "gold": {"docs": {"a": 2, "b": 1}}}


@pytest.mark.parametrize(
    ("format", "row"),
    [
        *((name, MENTIONS) for name in ("bioc", "brat", "csv", "elevant", "jsonl", "neleval", "nif", "pubtator")),
        *((name, RANKING) for name in ("beir", "csv_ranking", "ir_measures", "jsonl", "trec")),
    ],
)
def test_formats_read_the_same_with_the_line_ends_of_windows(format, row, tmp_path):
    source, written, windows = tmp_path / "gold.jsonl", tmp_path / "written", tmp_path / "windows"
    source.write_text(json.dumps(row) + "\n", encoding="utf-8", newline="\n")
    convert(source, written, to_format=format)
    if written.is_dir():
        shutil.copytree(written, windows)
        for path in filter(Path.is_file, windows.rglob("*")):
            if path.suffix != ".txt":  # there the offsets count characters
                with_crlf(path, path)
    else:
        assert b"\r" not in written.read_bytes()
        with_crlf(written, windows)
    found = []
    for path in (written, windows):
        back = tmp_path / f"{path.name}.back.jsonl"
        convert(path, back, from_format=format)
        found.append(back.read_bytes())
    assert b"HP:0001250" in found[0] or b'"a"' in found[0]
    assert found[0] == found[1]


def test_a_config_saved_by_an_editor_of_windows_is_read(tmp_path):
    path = tmp_path / "ontoeval.toml"
    path.write_bytes(b'\xef\xbb\xbfgold = "golden.jsonl"\r\nmetrics = ["recall"]\r\n')
    assert read_config(path).metrics == ["recall"]
    check = tmp_path / "check.toml"
    check.write_bytes(b'\xef\xbb\xbffail_on = "info"\r\n')
    assert read_settings(check)["fail_on"] == "info"


@pytest.mark.parametrize("line", ['gold = "C:\\Users\\golden.jsonl"', 'gold = "C:\\temp\\new.jsonl"'])
def test_a_path_with_backslashes_between_double_quotes_is_explained(line, tmp_path):
    path = tmp_path / "ontoeval.toml"
    path.write_text(line, encoding="utf-8", newline="\n")
    with pytest.raises(ConfigError, match=r"write paths with /, or in single quotes"):
        read_config(path)


def test_a_folder_is_called_one_where_opening_it_is_a_lack_of_permission(tmp_path, monkeypatch):
    def refused(*_, **__):
        raise PermissionError(13, "Permission denied", str(tmp_path))

    monkeypatch.setattr(Path, "read_text", refused)
    monkeypatch.setattr(Path, "open", refused)
    with pytest.raises(ConfigError, match="this is a folder"):
        read_config(tmp_path)
    with pytest.raises(InputError, match="this is a folder"):
        opened(tmp_path)


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (r"rag.exe --top 5", ["rag.exe", "--top", "5"]),
        (r'"C:\Program Files\rag.exe" "a b"', [r"C:\Program Files\rag.exe", "a b"]),
        (r'python tools\rag.py --index="D:\my data"', ["python", r"tools\rag.py", r"--index=D:\my data"]),
        ("rag --who it's", ["rag", "--who", "it's"]),
    ],
)
def test_a_command_of_windows_is_split_as_windows_does(command, expected):
    assert words(command, backslash_is_path=True) == expected


def test_a_command_of_posix_is_split_as_a_shell_does():
    assert words(r"rag 'a b' c\ d #e", backslash_is_path=False) == ["rag", "a b", "c d", "#e"]


def test_without_groups_of_processes_what_a_process_started_ends_too(monkeypatch):
    asked = []
    monkeypatch.setattr(processes, "GROUP", False)
    monkeypatch.setattr(processes.subprocess, "run", lambda command, **_: asked.append(command))
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    processes.kill(process)
    assert process.returncode is not None
    assert asked == [["taskkill", "/T", "/F", "/PID", str(process.pid)]]


def test_a_pipeline_in_python_writes_utf_8(monkeypatch):
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    assert processes.environment()["PYTHONIOENCODING"] == "utf-8"
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")
    assert processes.environment()["PYTHONIOENCODING"] == "cp1252"


@pytest.mark.parametrize("target", [r"rag\pipeline.py:answer", r"C:\rag\pipeline.py:answer", r".\rag\pipeline:answer"])
def test_a_path_of_windows_in_place_of_a_module_is_explained(target):
    with pytest.raises(child.NoFunction, match=r"is a path: say rag\.pipeline:answer"):
        child.load(target)


@pytest.mark.parametrize(
    ("uri", "windows"),
    [
        ("C:/onto/bfo.owl", r"C:\onto\bfo.owl"),
        (r"C:\onto\bfo.owl", r"C:\onto\bfo.owl"),
        ("file:///C:/my%20onto/bfo.owl", r"C:\my onto\bfo.owl"),
        ("sub/bfo.owl", r"sub\bfo.owl"),
    ],
)
def test_a_catalog_may_name_files_on_a_drive(uri, windows, tmp_path):
    catalog = tmp_path / "catalog-v001.xml"
    catalog.write_text(f'<catalog><uri name="http://ex.org/bfo" uri="{uri}"/></catalog>', "utf-8", newline="\n")
    (listed,) = Finder(catalog).listing()
    found = listed.partition("=")[2].removeprefix(str(tmp_path)).lstrip("/")
    assert str(PureWindowsPath(found)) == windows


def test_a_catalog_leaves_out_the_network(tmp_path):
    catalog = tmp_path / "catalog-v001.xml"
    text = '<catalog><uri name="http://ex.org/bfo" uri="https://ex.org/bfo.owl"/></catalog>'
    catalog.write_text(text, encoding="utf-8", newline="\n")
    assert Finder(catalog).listing() == []


@pytest.mark.parametrize("name", ["PMID:1", "con", "aux.v2", "a/LPT1", "a?", "a*b", 'a"b', "a|b", "a ./b", "tab\tb"])
def test_names_that_windows_has_no_file_for(name):
    assert not is_file_name(name, windows=True)
    assert is_file_name(name, windows=False)


@pytest.mark.parametrize("name", ["a", "a/b", "console", "com", "aux1/b", "é", "a.b", ".a"])
def test_names_that_every_system_has_a_file_for(name):
    assert is_file_name(name, windows=True)


def test_two_samples_with_one_file_are_not_written_over_each_other(tmp_path):
    source = tmp_path / "gold.jsonl"
    rows = [MENTIONS | {"id": name} for name in ("a/b", "a//b")]  # as "b" and "B" are where case does not count
    source.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8", newline="\n")
    found = convert(source, tmp_path / "brat", to_format="brat")
    assert [finding.count for finding in found if "file is that of another sample" in finding.got] == [1]


def test_an_ontology_at_a_path_with_a_drive_is_a_file_and_no_iri(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    name = r"C:\onto\pain.obo"
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text("[Term]\nid: A:1\n", encoding="utf-8", newline="\n")
    assert len(oe.load(name)) == 1
