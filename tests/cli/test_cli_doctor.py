"""``ontoeval doctor``, and shell completion."""

import json
import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError

import pytest

from ontoeval.cli import doctor

NEEDED = [
    "alpha>=2.0",
    "beta[fast]>=1.10,<2; python_version >= '3.11'",
    "gamma>=3; extra == 'owl'",
    'ontoeval[owl]; extra == "all"',
]


@pytest.fixture
def installed(monkeypatch):
    """Sets what is installed: versions by name."""

    def use(**versions):
        versions["ontoeval"] = "0.1.0"

        def version(name):
            if name not in versions:
                raise PackageNotFoundError(name)
            return versions[name]

        monkeypatch.setattr(doctor, "version", version)
        monkeypatch.setattr(doctor, "requires", lambda name: NEEDED)

    return use


def test_everything_that_is_there_is_fine(cli, installed):
    installed(alpha="2.0", beta="1.10.1", gamma="3.1")
    done = cli("doctor")
    assert done.code == 0
    assert done.out.splitlines()[1:6] == [
        "core      ok",
        "            alpha 2.0",
        "            beta 1.10.1",
        "owl       ok",
        "            gamma 3.1",
    ]


def test_a_missing_extra_is_named_with_its_command_and_is_no_failure(cli, installed):
    installed(alpha="2.0", beta="1.10.1")
    done = cli("doctor")
    assert done.code == 0
    assert "owl       pip install 'ontoeval[owl]'\n            gamma missing, 3 is needed" in done.out


def test_a_core_package_that_is_too_old_is_a_failure(cli, installed):
    installed(alpha="2.0", beta="1.9", gamma="3")  # 1.9 < 1.10 as versions, though not as texts
    done = cli("doctor", "--format", "json")
    assert done.code == 3
    states = {package["name"]: package["state"] for package in json.loads(done.out)["packages"]}
    assert states == {"alpha": "ok", "beta": "old", "gamma": "ok"}


def test_java_that_is_not_there_is_said(cli, monkeypatch, tmp_path):
    pytest.importorskip("owlready2")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert "Java      Java is not installed: there is no java in JAVA_HOME" in cli("doctor").out


def test_why_there_are_no_colors_is_said(cli, monkeypatch):
    assert "colors    off: NO_COLOR is set" in cli("doctor").out
    monkeypatch.delenv("NO_COLOR")
    assert "colors    off: stdout is no terminal" in cli("doctor").out


def test_completion_knows_commands_and_options():
    def complete(words, position):
        env = {**os.environ, "_ONTOEVAL_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(position)}
        done = subprocess.run([sys.executable, "-m", "ontoeval"], env=env, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    assert complete("ontoeval doc", 1) == ["plain,doctor"]
    assert complete("ontoeval gate ch", 2) == ["plain,check"]
    assert "plain,--timeout" in complete("ontoeval collect --tim", 2)
