"""``ontoeval collect``: the user's own pipeline over the saved questions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ontoeval.cli.options import show_findings
from ontoeval.cli.subset import subset_option, subset_size
from ontoeval.errors import UsageError

if TYPE_CHECKING:
    from ontoeval.collect.caller import Caller

_SHOWN = 5


@click.command("collect")
@click.argument("questions", metavar="QUESTIONS")
@click.option("-o", "--output", required=True, metavar="FILE", help="Where the run goes.")
@click.option("--call", metavar="MODULE:FUNCTION", help="A Python function, looked for from the current folder.")
@click.option("--command", "command_line", metavar="COMMAND", help="A command line; it runs once per question.")
@click.option("--url", metavar="URL", help="An HTTP endpoint on this machine: http://localhost:8000/answer")
@click.option(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="For one question.",
)
@click.option(
    "--start-timeout",
    type=click.FloatRange(0, min_open=True),
    default=120.0,
    show_default=True,
    metavar="SECONDS",
    help="For importing the function.",
)
@click.option(
    "--concurrency",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Questions at the same time.",
)
@subset_option
@click.option("--strict", is_flag=True, help="Exit with 4 when a question got an error instead of a reply.")
def command(
    questions: str,
    output: str,
    call: str | None,
    command_line: str | None,
    url: str | None,
    timeout: float,
    start_timeout: float,
    concurrency: int,
    subset: str | None,
    strict: bool,
) -> int:
    """Run your own pipeline over the QUESTIONS (a golden set) and write what it replies as a run.

    The pipeline gets each question as an object with id, query and tags, never gold, and replies with fields of a
    run, such as retrieved, contexts, answer; see docs/how-to/collect.md. What hangs, crashes or fails is kept as
    run.error. After a stop, the same command goes on where it was. Exits with 4 when no question got a reply.

    In Python: collect_file(oe.read(questions), lambda: FunctionCaller(call, 60, 120), output, name=call).
    """
    from ontoeval.collect.collecting import collect_file
    from ontoeval.records.samples import read

    make, name = _pipeline(call, command_line, url, timeout, start_timeout)
    target = Path(output)
    if target.exists() and Path(questions).exists() and target.samefile(questions):
        raise UsageError("the run would be written over the questions", where=f"-o {output}", mend="give another name")
    samples = read(questions)
    size = subset_size(subset, None)
    if size is not None:
        from ontoeval.records.subset import subset as some

        samples = some(samples, size)
    try:
        done = collect_file(samples, make, target, name=name, concurrency=concurrency)
    except KeyboardInterrupt:
        if Path(f"{output}.part").exists():
            click.echo(f"replies so far are kept in {output}.part; the same command goes on from there", err=True)
        raise
    show_findings([*samples.findings, *done.findings])
    for id_, problem in list(done.errors.items())[:_SHOWN]:
        click.echo(f"{id_}: {problem}", err=True)
    if len(done.errors) > _SHOWN:
        click.echo(f"… and {len(done.errors) - _SHOWN:,} more errors", err=True)
    kept = f", {done.kept:,} of them from before" if done.kept else ""
    click.echo(f"wrote {done.rows:,} rows to {output}{kept}; {len(done.errors):,} with an error", err=True)
    return 4 if done.errors and (strict or len(done.errors) == done.rows) else 0


def _pipeline(
    call: str | None, command_line: str | None, url: str | None, timeout: float, start_timeout: float
) -> tuple[Callable[[], Caller], str]:
    """What makes callers of the pipeline, and its name."""
    given = [option for option in (call, command_line, url) if option is not None]
    if len(given) != 1:
        raise UsageError(f"{len(given)} pipelines are named", expected="one of --call, --command and --url")
    if call is not None:
        from ontoeval.collect.function import FunctionCaller

        if not all(call.partition(":")):
            raise UsageError(f"cannot read {call!r}", where="--call", expected="MODULE:FUNCTION")
        return lambda: FunctionCaller(call, timeout, start_timeout), call
    if command_line is not None:
        from ontoeval.collect.command import CommandCaller

        return lambda: CommandCaller(command_line, timeout), command_line
    from ontoeval.collect.endpoint import EndpointCaller

    return lambda: EndpointCaller(given[0], timeout), given[0]
