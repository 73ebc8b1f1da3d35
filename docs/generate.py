"""Writes the generated part of the documentation; with ``--check`` only says what is stale.

Generated are a page per metric (from its declaration and docstring, whose example is executed), likewise a page per
check of ontologies, a page per command (from click), and in every other page the output of commands, between a marker
and ``<!-- end -->``:

``<!-- run: COMMAND -->``        what it writes into a pipe
``<!-- screen: COMMAND -->``     what a terminal of 100 columns shows
``<!-- reference: COMMAND -->``  what it writes about published data (``data/``), which is not part of the project: such
                                 blocks change only with ``--data FOLDER``; a reference test compares them

A code block after ``<!-- file: NAME -->`` is a file that the page's commands find in their folder.
"""

from __future__ import annotations

import argparse
import difflib
import doctest
import inspect
import io
import os
import pty
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import click

from ontoeval.cli import COMMANDS, root
from ontoeval.evaluation.impact_golden import EFFECTS
from ontoeval.metrics import registry
from ontoeval.metrics.definition import Metric
from ontoeval.ontology.checking.registry import Check, checks
from ontoeval.ontology.diff_model import CHANGES

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
#: What the commands of a page find in their folder: the same as in the checkout.
_SEEN = ("fixtures", "ontologies", "docs", "cli.py")
#: The shell's ontoeval and python are this interpreter's.
_PROGRAMS = 'ontoeval() { "$PYTHON" -m ontoeval "$@"; }; python() { "$PYTHON" "$@"; }; '

_BLOCK = re.compile(
    r"(?P<head><!-- (?P<kind>run|screen|reference): (?P<command>[^\n]+?) -->\n).*?(?P<foot><!-- end -->)", re.DOTALL
)
_FILE = re.compile(r"<!-- file: (?P<name>[\w.\-]+) -->\n+```\w*\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
_SECTION = re.compile(r"^(Args|Returns|Undefined when|Raises|Example|Reference value|Source):$", re.MULTILINE)
_ARGUMENT = re.compile(r"^(\w+): ")


class Stale(Exception):
    """Something in the documentation is not true any more."""


# ---- metrics ---------------------------------------------------------------------------------------------------


def own_metrics() -> list[Metric]:
    """The metrics of this package, in alphabetical order; plugins of this machine are left out."""
    names = [entry.name for entry in registry.entries().values() if entry.family not in ("plugin", "user")]
    return [registry.get(name) for name in sorted(names)]


def metric_page(metric: Metric) -> str:
    """The page of one metric.

    Raises:
        Stale: The example of its docstring prints something else than it says.
    """
    run_example(metric)
    sections = docstring_sections(inspect.getdoc(metric.function) or "")
    module = sys.modules[metric.function.__module__]
    source = Path(str(module.__file__)).relative_to(ROOT).as_posix()
    definition = sections.pop("").partition("\n\n")[2]
    arguments = named_paragraphs(sections.pop("Args", ""))
    parts = [
        _generated(f"the docstring in {source}"),
        f"# {metric.name}",
        metric.summary,
        facts(metric, source),
        markdown(definition),
        parameters(metric, arguments),
    ]
    for title, text in sections.items():
        parts += [f"## {title}", example(text) if title == "Example" else markdown(text)]
    parts.append("[All metrics](index.md) · [how names are written](../concepts/notation.md)")
    return "\n\n".join(part for part in parts if part) + "\n"


def run_example(metric: Metric) -> None:
    """Execute the example of a metric's docstring and compare what it prints."""
    tests = doctest.DocTestFinder(recurse=False).find(metric.function, metric.name, globs={})
    for test in tests:
        said = io.StringIO()
        if doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.write).failed:
            raise Stale(f"the example of {metric.name} is stale\n{said.getvalue()}")
    if not any(test.examples for test in tests):
        raise Stale(f"{metric.name} has no example")


def docstring_sections(text: str) -> dict[str, str]:
    """The text before the first section under "", then each section's dedented text."""
    pieces = _SECTION.split(text)
    sections = {"": pieces[0].strip()}
    for title, body in zip(pieces[1::2], pieces[2::2], strict=True):
        sections[title] = inspect.cleandoc(body)
    return sections


def named_paragraphs(text: str) -> dict[str, str]:
    """``name: text`` paragraphs of an Args section, continued lines joined."""
    found: dict[str, str] = {}
    name = ""
    for line in text.splitlines():
        start = _ARGUMENT.match(line)
        if start:
            name = start[1]
            found[name] = line[start.end() :]
        elif name:
            found[name] += " " + line.strip()
    return found


def facts(metric: Metric, source: str) -> str:
    """The small table of what a metric declares."""
    view = metric.view
    low, high = ("unbounded" if bound is None else f"{bound:g}" for bound in metric.bounds)
    if metric.missing is None:
        missing = "not scored: such samples are counted and listed"
    else:
        missing = f"{metric.missing:g}: a sample that the system gave nothing for counts as {metric.missing:g}"
    view_file = f"{view.__module__.replace('.', '/')}.py"
    rows = {
        "family": metric.family,
        "view": f"[`{view.__name__}`](../../{view_file}): {plain(inspect.getdoc(view) or '')}",
        "default average": metric.average + keys_of(metric),
        "direction": f"{metric.direction} is better",
        "bounds": f"{low} to {high}",
        "level": metric.level,
        "missing value": missing,
        "version": str(metric.version),
        "code": f"[`{Path(source).name}`](../../{source})",
    }
    return table([("property", "value"), *rows.items()])


def keys_of(metric: Metric) -> str:
    """Which further averages a view's keys allow."""
    others = [f"`macro:{key}`" for key in metric.view.keys]
    return f" (also over {', '.join(others)})" if others else ""


def parameters(metric: Metric, meanings: dict[str, str]) -> str:
    """The table of a metric's parameters."""
    if not metric.parameters:
        return ""
    rows = [("parameter", "default", "allowed", "meaning")]
    for name, parameter in metric.parameters.items():
        default = "none" if parameter.default is None else _value(parameter.default)
        rows.append((f"`{name}`", default, parameter.allowed, markdown(meanings.get(name, ""))))
    return "## Parameters\n\n" + table(rows)


def example(text: str) -> str:
    """An Example section: prose as it is, sessions as code."""
    parts: list[str] = []
    for paragraph in re.split(r"\n\s*\n", text):
        code = paragraph.lstrip().startswith(">>>")
        parts.append(f"```pycon\n{paragraph}\n```" if code else markdown(paragraph))
    return "\n\n".join(parts)


def metrics_index(metrics: list[Metric]) -> str:
    """The table of all metrics by family."""
    parts = [
        _generated("the declarations of the metrics"),
        "# Metrics",
        f"{len(metrics)} metrics in {len({metric.family for metric in metrics})} families. A metric is one file; "
        "its name is the name of the file. On the command line: `ontoeval metrics list`.",
    ]
    for family in sorted({metric.family for metric in metrics}):
        package = inspect.getdoc(sys.modules[f"ontoeval.metrics.{family}"]) or ""
        rows = [("metric", "what it is", "average", "better", "level")]
        rows += [
            (f"[`{m.name}`]({m.name}.md)", m.summary, m.average, m.direction, m.level)
            for m in metrics
            if m.family == family
        ]
        parts += [f"## {family}", plain(package), table(rows)]
    return "\n\n".join(parts) + "\n"


# ---- checks of ontologies ----------------------------------------------------------------------------------------

_GROUPS = {
    "ONT1": "Structure",
    "ONT2": "Lifecycle",
    "ONT3": "Labels",
    "ONT4": "Logic",
    "SKOS": "SKOS",
}


def check_page(check: Check) -> str:
    """The page of one check.

    Raises:
        Stale: The example of its docstring prints something else than it says.
    """
    said = io.StringIO()
    tests = doctest.DocTestFinder(recurse=False).find(check.module, check.id)
    for test in tests:
        if doctest.DocTestRunner().run(test, out=said.write).failed:
            raise Stale(f"the example of {check.id} is stale\n{said.getvalue()}")
    if not any(test.examples for test in tests):
        raise Stale(f"{check.id} has no example")
    source = check.path.relative_to(ROOT).as_posix()
    text, _, session = check.doc.partition("\nExample:\n")
    body = re.sub(r"^\*\*([A-Z][a-z ]+)\.\*\* ", r"**\1**: ", text.partition("\n\n")[2].strip(), flags=re.M)
    rows = [("", ""), ("name", check.name), ("severity", check.severity)]
    rows.append(("code", f"[`{check.path.name}`](../../{source})"))
    parts = [
        _generated(f"the docstring in {source}"),
        f"# {check.id}",
        check.summary,
        table(rows),
        markdown(body),
        "## Example",
        f"```pycon\n{_SHOWN.sub(_formatted, inspect.cleandoc(session))}\n```",
        "[All checks](index.md) · [guard an ontology](../how-to/guard-an-ontology.md)",
    ]
    return "\n\n".join(parts) + "\n"


_SHOWN = re.compile(
    r"""^>>> shown\("(?P<id>\w+)", '''\n(?P<text>.*?)^\.\.\. '''(?:, (?P<options>[^\n]*))?\)$""",
    re.MULTILINE | re.DOTALL,
)


def _formatted(call: re.Match[str]) -> str:
    """A call of ``shown`` as ruff formats it, since `make format` also looks at code in Markdown."""
    options = f"\n...     {call['options']}," if call["options"] else ""
    return f'>>> shown(\n...     "{call["id"]}",\n...     """\n{call["text"]}... """,{options}\n... )'


def checks_index() -> str:
    """The table of all checks."""
    found = checks()
    parts = [
        _generated("ontoeval/ontology/checks"),
        "# Checks of ontologies",
        f"{len(found)} checks. A check is one file. On the command line: `ontoeval ontology check FILE`, and "
        "`--list` for this list. A check that cannot run (no reasoner, nothing of its kind in the file) is *skipped* "
        "with the reason, never passed.",
        "What a new release changes, and what that does to a golden set: [changes and effects](changes.md). What "
        "ROBOT's report finds and these do not: [ROBOT](../concepts/robot.md).",
    ]
    for start, title in _GROUPS.items():
        rows = [("check", "name", "what it finds", "severity")]
        rows += [
            (f"[{id}]({id.lower()}.md)", check.name, check.summary, check.severity)
            for id, check in found.items()
            if id.startswith(start)
        ]
        parts += [f"## {title}", table(rows)]
    return "\n\n".join(parts) + "\n"


def changes_page() -> str:
    """The tables of changes between two releases, and of their effects on a golden set."""
    parts = [
        _generated("ontoeval/ontology/diff_model.py and ontoeval/evaluation/impact_golden.py"),
        "# Changes and effects",
        "`ontoeval ontology diff OLD NEW` finds changes; with `--golden` and `--run` it says what they do.",
    ]
    for title, rules in (("Changes of an ontology", CHANGES), ("Effects on a golden set", EFFECTS)):
        rows = [("rule", "what it says", "severity")]
        rows += [(code, text, severity) for code, (severity, text) in rules.items()]
        parts += [f"## {title}", table(rows)]
    parts.append("[All checks](index.md) · [guard an ontology](../how-to/guard-an-ontology.md)")
    return "\n\n".join(parts) + "\n"


# ---- command line ----------------------------------------------------------------------------------------------


def command_page(name: str) -> str:
    """The page of one command, with its subcommands."""
    context = click.Context(root, info_name="ontoeval")
    command = root.get_command(context, name)
    if command is None:
        raise Stale(f"no command {name}")
    source = f"{COMMANDS[name][0].replace('.', '/')}.py"
    parts = [_generated(source), f"# ontoeval {name}"]
    endings = []
    for path, depth, found in walk(name, command):
        if depth:
            parts.append(f"## ontoeval {path}")
        text, ending = split_python(found)
        parts += [text, usage(path, found), options(found)]
        if ending:
            endings.append(f"In Python: {ending}" if not depth else f"In Python, for `{path}`: {ending}")
    parts += endings
    return "\n\n".join(part for part in parts if part) + "\n"


def walk(name: str, command: click.Command, depth: int = 0) -> Iterator[tuple[str, int, click.Command]]:
    """A command and its subcommands with their full names."""
    yield name, depth, command
    if isinstance(command, click.Group):
        for sub, child in command.commands.items():
            yield from walk(f"{name} {sub}", child, depth + 1)


def split_python(command: click.Command) -> tuple[str, str]:
    """The help text of a command without its "In Python" paragraph, and what that says."""
    paragraphs = [plain(p) for p in re.split(r"\n\s*\n", inspect.cleandoc(command.help or "").replace("\f", ""))]
    endings = [p for p in paragraphs if p.startswith("In Python: ")]
    text = "\n\n".join(p for p in paragraphs if p not in endings)
    return text, " ".join(code_of(p.removeprefix("In Python: ")) for p in endings)


def code_of(text: str) -> str:
    """A Python call as code, a sentence as it is."""
    return f"`{text.rstrip('.')}`" if "(" in text else text


def usage(path: str, command: click.Command) -> str:
    """How a command is called."""
    words = ["ontoeval", path]
    if isinstance(command, click.Group):
        words.append("COMMAND")
    else:
        words.append("[OPTIONS]")
        for parameter in command.params:
            if isinstance(parameter, click.Argument):
                metavar = parameter.metavar or str(parameter.name).upper()
                words.append(metavar if parameter.required else f"[{metavar}]")
    return f"```text\n{' '.join(words)}\n```"


def options(command: click.Command) -> str:
    """The table of a command's options."""
    rows = [("option", "default", "meaning")]
    for parameter in command.params:
        if not isinstance(parameter, click.Option) or parameter.hidden:
            continue
        names = ", ".join(f"`{name}`" for name in [*parameter.opts, *parameter.secondary_opts])
        if isinstance(parameter.type, click.Choice):
            names += " " + " \\| ".join(str(choice) for choice in parameter.type.choices)
        elif not parameter.is_flag:
            names += f" {parameter.metavar or parameter.type.name.upper().removesuffix(' RANGE')}"
        help_ = (parameter.help or "").removesuffix(".") + "." if parameter.help else ""
        if parameter.multiple:
            help_ += " May be repeated."
        if parameter.required:
            help_ += " Required."
        default = parameter.default if parameter.show_default and not callable(parameter.default) else None
        rows.append((names, "" if default is None else f"`{default}`", help_.strip()))
    return table(rows) if len(rows) > 1 else ""


def commands_index() -> str:
    """The table of all commands."""
    rows = [("command", "what it does"), *((f"[`{name}`]({name}.md)", text) for name, (_, text) in COMMANDS.items())]
    where = "Exit codes and formats: [how to score a run](../how-to/score-a-run.md)."
    called = "`ontoeval …`, `python -m ontoeval …` and, in a checkout, `python cli.py …` are the same."
    parts = [_generated("ontoeval/cli/__init__.py"), "# Command line", f"{root.help} {called}", table(rows), where]
    return "\n\n".join(parts) + "\n"


# ---- Markdown --------------------------------------------------------------------------------------------------


def _generated(source: str) -> str:
    return f"<!-- Generated by docs/generate.py from {source}; to change it, change that and run `make docs`. -->"


def _value(value: object) -> str:
    return f'`"{value}"`' if isinstance(value, str) else f"`{value}`"


def plain(text: str) -> str:
    """The first paragraph of a docstring in one line."""
    return " ".join(markdown(text.strip().partition("\n\n")[0]).split())


def markdown(text: str) -> str:
    """Docstring markup as Markdown: double backquotes single, DOIs linked."""
    text = re.sub(r"``([^`\n]+(?:\n[^`\n]+)?)``", r"`\1`", text)
    text = re.sub(r"(?<![\w/(\[])doi:(10\.[^\s,;]*[^\s,;.)])", r"[doi:\1](https://doi.org/\1)", text)
    return re.sub(r"(?<![(<\w])(https?://[^\s,;)]*[^\s,;.)])", r"<\1>", text)


def table(rows: list[tuple[str, ...]]) -> str:
    """Rows as a Markdown table; the first is the head."""
    lines = ["| " + " | ".join(" ".join(cell.split()).replace("|", r"\|") for cell in row) + " |" for row in rows]
    lines.insert(1, "|" + " --- |" * len(rows[0]))
    return "\n".join(re.sub(r" {2,}", " ", line) for line in lines)


# ---- output of commands ----------------------------------------------------------------------------------------


def refresh(text: str, data: Path | None = None) -> str:
    """A page with the output of its commands as they print it now.

    Args:
        text: The page.
        data: The folder with published data; without it, blocks that need it stay as they are.
    """
    blocks = [block for block in _BLOCK.finditer(text) if data is not None or block["kind"] != "reference"]
    if not blocks:
        return text
    with tempfile.TemporaryDirectory() as folder:
        seen = {name: ROOT / name for name in _SEEN} | ({"data": data} if data is not None else {})
        for name, target in seen.items():
            (Path(folder) / name).symlink_to(target)
        for file in _FILE.finditer(text):
            (Path(folder) / file["name"]).write_text(file["text"], encoding="utf-8")
        made = {block["head"]: console(block["command"], folder, screen=block["kind"] == "screen") for block in blocks}
    return _BLOCK.sub(
        lambda block: block["head"] + made[block["head"]] + block["foot"] if block["head"] in made else block[0], text
    )


def console(command: str, folder: str, *, screen: bool = False) -> str:
    """A command with what it prints, as a code block: stdout, then stderr, then the exit code unless it is 0.

    Args:
        command: For a shell, in which ``ontoeval`` and ``python`` are this interpreter's.
        folder: Where it runs.
        screen: Whether it prints to a terminal (of 100 columns, without colors) and not into a pipe.

    Raises:
        Stale: It ends with an internal error.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("ONTOEVAL_", "FORCE_"))}
    environment |= {"PYTHON": sys.executable, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    environment |= {"COLUMNS": "100", "LINES": "50", "NO_COLOR": "1", "TERM": "dumb", "TZ": "UTC", "LC_ALL": "C.UTF-8"}
    leader, follower = pty.openpty() if screen else os.pipe()
    with subprocess.Popen(
        ["sh", "-c", f"{_PROGRAMS}{command}"],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=follower,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        os.close(follower)
        stdout = _all_of(leader)
        stderr = process.communicate(timeout=120)[1]
    if process.returncode not in range(5) or "internal error" in stderr or "Traceback" in stderr:
        raise Stale(f"`{command}` fails:\n{stderr}")
    said = (stdout + stderr).replace(folder + "/", "")
    lines = [f"$ {command}", *(line.rstrip() for line in said.strip("\r\n").splitlines())]
    if process.returncode:
        lines += ["$ echo $?", str(process.returncode)]
    return "\n".join(["```console", *lines, "```", ""])


def _all_of(descriptor: int) -> str:
    parts = []
    try:
        while part := os.read(descriptor, 65_536):
            parts.append(part)
    except OSError:  # how a terminal says that nobody writes to it any more
        pass
    finally:
        os.close(descriptor)
    return b"".join(parts).decode()


# ---- all pages -------------------------------------------------------------------------------------------------


def expected(data: Path | None = None) -> dict[Path, str]:
    """Every page that is generated, or holds generated parts, with the text it should have."""
    metrics = own_metrics()
    pages = {DOCS / "metrics" / f"{metric.name}.md": metric_page(metric) for metric in metrics}
    pages[DOCS / "metrics" / "index.md"] = metrics_index(metrics)
    pages |= {DOCS / "checks" / f"{id.lower()}.md": check_page(check) for id, check in checks().items()}
    pages[DOCS / "checks" / "index.md"] = checks_index()
    pages[DOCS / "checks" / "changes.md"] = changes_page()
    pages[DOCS / "cli" / "index.md"] = commands_index()
    pages |= {DOCS / "cli" / f"{name}.md": command_page(name) for name in COMMANDS}
    written = handwritten()
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        texts = pool.map(lambda path: refresh(path.read_text(encoding="utf-8"), data), written)
        return pages | dict(zip(written, texts, strict=True))


def handwritten() -> list[Path]:
    """The pages that people write."""
    generated = (DOCS / "metrics", DOCS / "checks", DOCS / "cli")
    pages = [path for path in sorted(DOCS.rglob("*.md")) if path.parent not in generated]
    return [*sorted(ROOT.glob("*.md")), *pages]


def left_over(pages: dict[Path, str]) -> list[Path]:
    """Generated pages of metrics, checks and commands that are no more."""
    return [
        path
        for name in ("metrics", "checks", "cli")
        for path in sorted((DOCS / name).glob("*.md"))
        if path not in pages
    ]


def difference(path: Path, text: str) -> str:
    """What is stale in a file, as a unified diff; empty when nothing is."""
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    name = path.relative_to(ROOT).as_posix()
    lines = difflib.unified_diff(old.splitlines(), text.splitlines(), name, f"{name} (generated)", n=1, lineterm="")
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Write the pages, or check them; the exit code is 1 when something is stale."""
    parser = argparse.ArgumentParser(description="Write the generated documentation.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a page is stale")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="published data, for the blocks that need it")
    options = parser.parse_args(arguments)
    check = options.check
    try:
        pages = expected(options.data.resolve() if options.data else None)
    except Stale as stale:
        print(stale, file=sys.stderr)
        return 1
    changed = {path: diff for path, text in pages.items() if (diff := difference(path, text))}
    gone = left_over(pages)
    if check:
        for diff in changed.values():
            print(diff)
        for path in gone:
            print(f"{path.relative_to(ROOT)}: nothing has this name any more")
        if changed or gone:
            print(f"{len(changed) + len(gone)} stale pages: run `make docs` and look at what changed", file=sys.stderr)
        return 1 if changed or gone else 0
    for path in gone:
        path.unlink()
    for path in changed:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(pages[path], encoding="utf-8")
        print(f"wrote {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
