"""The command line: one file per command, imported only when the command runs."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from io import TextIOWrapper

import click

#: Commands by name: module and summary. The summary stands here so that help imports no command.
COMMANDS: dict[str, tuple[str, str]] = {
    "demo": ("ontoeval.cli.demo", "The whole story on the embedded example; writes report.html."),
    "run": ("ontoeval.cli.run", "Score every stage of a run, as a config file says, and gate it."),
    "score": ("ontoeval.cli.score", "Score metrics on a golden set and a run."),
    "compare": ("ontoeval.cli.compare", "Compare two saved reports, paired by question."),
    "gate": ("ontoeval.cli.gate", "Hold a run against limits, and find limits from repeated runs."),
    "history": ("ontoeval.cli.history", "Show, draw and merge the history of runs."),
    "collect": ("ontoeval.cli.collect", "Run your own pipeline over the saved questions and write the run."),
    "filters": ("ontoeval.cli.filters", "Look over logged filters: lint, hard or soft, other engines, sample sizes."),
    "audit": ("ontoeval.cli.audit", "Audit one aspect of a run with every diagnosis table."),
    "ontology": ("ontoeval.cli.ontology", "Show, check, compare and export ontologies."),
    "annotate": ("ontoeval.cli.annotate", "Write verdicts of judges into records; the one command that calls a model."),
    "convert": ("ontoeval.cli.convert", "Write a golden set or a run in another format."),
    "fuse": ("ontoeval.cli.fuse", "Make one run of several: reciprocal ranks, or weighted scores."),
    "init": ("ontoeval.cli.init", "Write a config, a golden set, a pipeline stub and CI files to start from."),
    "doctor": ("ontoeval.cli.doctor", "Say what is installed and what is missing: versions, extras, Java."),
    "metrics": ("ontoeval.cli.metrics", "List metrics, or show one with its definition and example."),
}
#: Other names of commands; help lists them not.
ALIASES = {"judge": "annotate"}


class LazyGroup(click.Group):
    """A group whose commands are imported on use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of the commands, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        cmd_name = ALIASES.get(cmd_name, cmd_name)
        if cmd_name not in COMMANDS:
            return None
        command = import_module(COMMANDS[cmd_name][0]).command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; name the closest ones when there is none."""
        if args and args[0] not in {*COMMANDS, *ALIASES} and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise click.UsageError(f"No such command {args[0]!r}.{hint}", ctx)
        return super().resolve_command(ctx, args)


def _version(ctx: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from importlib.metadata import version

        click.echo(f"ontoeval {version('ontoeval')}")
        ctx.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, callback=_version, expose_value=False, is_eager=True, help="Show the version.")
def root() -> None:
    """Evaluate ontology-grounded RAG: which stage, and which place in the ontology, loses the answer."""


def main(args: list[str] | None = None) -> None:
    """Run the command line and exit.

    Exit codes: 0 fine; 1 a threshold was not met; 2 usage; 3 bad input; 4 inconclusive or not comparable;
    70 internal error; 130 interrupted.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # an arrow that the terminal cannot show is no reason to fail
    if isinstance(sys.stdout, TextIOWrapper) and not sys.stdout.isatty() and "PYTHONIOENCODING" not in os.environ:
        sys.stdout.reconfigure(encoding="utf-8")  # JSON in a file is UTF-8, whatever the code page of the system is
    sys.exit(execute(args))


def execute(args: list[str] | None = None) -> int:
    """Run the command line and return the exit code.

    It is not called ``run``: the module of the command ``run`` takes that name in this package once it is imported.
    """
    from ontoeval.errors import OntoevalError
    from ontoeval.progress import shown

    stdout = sys.stdout
    try:
        with shown():
            result = root.main(args, prog_name="ontoeval", standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except click.ClickException as error:
        error.show()
        return 2
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return 130
    except OntoevalError as error:
        click.echo(f"error: {error}", err=True)
        return error.exit_code
    except SystemExit as stop:
        # The reader of our output went away (`ontoeval … | head`): nothing is wrong here. Click then puts something
        # else in stdout's place and says 1, which would mean that a threshold was not met.
        return 0 if sys.stdout is not stdout else int(stop.code or 0)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        click.echo(f"error: {place}{error.strerror or error}", err=True)
        return 3
    except Exception as error:
        if os.environ.get("ONTOEVAL_TRACEBACK"):
            raise
        click.echo(
            f"internal error: {type(error).__name__}: {error}\n"
            "  this is a bug in ontoeval; set ONTOEVAL_TRACEBACK=1 to see where, and please report it",
            err=True,
        )
        return 70
