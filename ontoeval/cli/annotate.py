"""``ontoeval annotate``: verdicts of judges, written into records."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ontoeval.cli.options import pairs, show_findings
from ontoeval.errors import UsageError

if TYPE_CHECKING:
    from ontoeval.annotate.entities import EntityGrounder
    from ontoeval.annotate.files import Outcome
    from ontoeval.annotate.judges.server import Server
    from ontoeval.annotate.judging import Judging
    from ontoeval.annotate.plan import Plan
    from ontoeval.annotate.protocol import Embedder, Judge
    from ontoeval.annotate.rotation import Rotation

_MODES = ("json_schema", "json_object", "tool", "none")


@click.command("annotate")
@click.argument("records", metavar="RECORDS")
@click.option("--rubric", "rubrics", required=True, metavar="NAME,…", help="Rubrics, or files with your own: mine.py")
@click.option("-o", "--output", metavar="FILE", help="Where the records with verdicts go; resumed when it is there.")
@click.option(
    "--judge",
    "judges",
    multiple=True,
    metavar="JUDGE",
    help="A model behind an OpenAI-compatible server, rule (no model), or replay:FILE. Several are a jury.",
)
@click.option("--rotate", is_flag=True, help="Several judges take turns; none judges its own family.")
@click.option("--gold", metavar="FILE", help="Golden set, when RECORDS is a run.")
@click.option("--ontology", metavar="FILE", help="For the rubric entity_grounding, which asks no judge.")
@click.option("--docs", metavar="FILE", help="Corpus, for contexts that have no text in the records.")
@click.option("--runs", default=1, show_default=True, metavar="N", help="Repetitions of every verdict.")
@click.option("--plan", "plan_only", is_flag=True, help="Say how many calls it takes, and make none.")
@click.option("--base-url", metavar="URL", help="The server, up to /v1; else OPENAI_BASE_URL, else OpenAI.")
@click.option("--key-variable", default="OPENAI_API_KEY", show_default=True, metavar="NAME", help="Has the API key.")
@click.option(
    "--response-mode",
    type=click.Choice(_MODES),
    default="json_schema",
    show_default=True,
    help="How JSON is asked for.",
)
@click.option("--temperature", default=0.0, show_default=True, help="Of the judge; -1 leaves it to the server.")
@click.option("--max-tokens", default=4096, show_default=True, help="Of an answer; 0 leaves it to the server.")
@click.option("--option", "fields", multiple=True, metavar="NAME=VALUE", help="Further field of requests, e.g. seed=7.")
@click.option("--logprobs", is_flag=True, help="Weigh grades by their probability.")
@click.option("--any-model", is_flag=True, help="Accept an answer from another model than the one asked for.")
@click.option("--embedder", default="hashed", show_default=True, metavar="NAME", help="hashed, st:MODEL, or a model.")
@click.option("--embedder-url", metavar="URL", help="The server of the embedder; else the judge's.")
@click.option(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    default=120.0,
    show_default=True,
    metavar="SECONDS",
    help="For one attempt.",
)
@click.option("--attempts", type=click.IntRange(min=1), default=4, show_default=True, metavar="N", help="For one call.")
@click.option("--concurrency", default=8, show_default=True, metavar="N", help="Calls at the same time.")
@click.option("--prices", metavar="FILE", help="Prices of models, as a TOML file.")
@click.option("--budget", type=float, metavar="AMOUNT", help="No call is started once it is spent; needs --prices.")
@click.option("--deadline", type=float, metavar="SECONDS", help="No call is made after it.")
@click.option("--outage", default=20, show_default=True, metavar="N", help="Stop after N failures in a row.")
@click.option("--cache", metavar="FILE", help="Journal of calls, to resume and replay; for models OUTPUT.calls.jsonl.")
@click.option("--system", metavar="MODEL", help="The model that is judged; else the tag system of each record.")
@click.option("--allow-same-family", is_flag=True, help="Let a model judge its own family.")
@click.option("--mask", multiple=True, metavar="NAME", help="A name that answers do not show to the judge.")
@click.option("--strict", is_flag=True, help="Exit with 4 when a verdict is invalid.")
def command(records: str, rubrics: str, output: str | None, plan_only: bool, strict: bool, **options: Any) -> int:
    """Write verdicts of judges into RECORDS, one result per run: annotations of the output.

    Every call is kept the moment it is there: run the same command again after a crash, and only what is missing is
    asked for. Metrics then read the verdicts: `ontoeval score faithfulness --gold judged.jsonl`.

    In Python: judging = oe.annotate.Judging([rubric, …], judge, runs=…), then
    oe.annotate.judge_file(records, output, judging, oe.read(records)).
    """
    from ontoeval.annotate.files import judge_file
    from ontoeval.records.samples import read

    if options["gold"]:
        samples = read(options["gold"], records, options["docs"])
    else:
        samples = read(records, docs=options["docs"])
    names = [name.strip() for name in rubrics.split(",") if name.strip()]
    judging = _judging(names, output, samples.docs, options)
    if plan_only:
        _show_plan(judging.plan(samples))
        return 0
    if output is None:
        raise UsageError("there is no output", expected="-o judged.jsonl, or --plan")
    outcome = judge_file(
        Path(records), Path(output), judging, samples, on_plan=lambda plan: click.echo(f"at most {plan}", err=True)
    )
    show_findings([*samples.findings, *judging.findings])
    _show_outcome(outcome, output)
    return 4 if outcome.stopped or (strict and outcome.invalid) else 0


def _judging(names: list[str], output: str | None, docs: Any, options: dict[str, Any]) -> Judging:
    from ontoeval.annotate.desk import Limits
    from ontoeval.annotate.journal import Journal
    from ontoeval.annotate.judging import Judging
    from ontoeval.annotate.prices import read_prices

    prices = read_prices(Path(options["prices"])) if options["prices"] else None
    rubrics = [name for name in names if name != "entity_grounding"]
    if rubrics and not options["judges"]:
        raise UsageError("there is no judge", expected="--judge MODEL, rule or replay:FILE")
    cache = options["cache"]
    if cache is None and output is not None and _asks_models(options):
        cache = f"{output}.calls.jsonl"
    return Judging(
        rubrics,
        _judge(options, prices),
        _embedder(options, prices),
        runs=options["runs"],
        journal=Journal(Path(cache)) if cache else None,
        limits=Limits(options["concurrency"], options["budget"], options["deadline"], options["outage"]),
        docs=docs,
        system=options["system"],
        allow_same_family=options["allow_same_family"],
        mask=options["mask"],
        entities=None if rubrics == names else _grounder(options["ontology"]),
    )


def _asks_models(options: dict[str, Any]) -> bool:
    """Whether a call costs anything, so that its reply must not be lost."""
    free = ("rule", "hashed")
    return any(
        name not in free and not name.startswith("replay:") for name in (*options["judges"], options["embedder"])
    )


def _grounder(path: str | None) -> EntityGrounder:
    from ontoeval.annotate.entities import EntityGrounder
    from ontoeval.ontology import load

    if path is None:
        raise UsageError("entity_grounding needs the ontology", expected="--ontology FILE")
    return EntityGrounder(load(path))


def _judge(options: dict[str, Any], prices: Any) -> Judge | Rotation:
    from ontoeval.annotate.judges.jury import Jury
    from ontoeval.annotate.rotation import Rotation

    judges = [_one_judge(name, options, prices) for name in options["judges"] or ("rule",)]
    if options["rotate"]:
        return Rotation(judges)
    return judges[0] if len(judges) == 1 else Jury(judges)


def _one_judge(name: str, options: dict[str, Any], prices: Any) -> Judge:
    from ontoeval.annotate.judges.openai import OpenAIJudge
    from ontoeval.annotate.judges.replay import ReplayJudge
    from ontoeval.annotate.judges.rule import RuleJudge

    if name == "rule":
        return RuleJudge()
    kind, colon, path = name.partition(":")
    if colon and kind == "replay":
        return ReplayJudge(Path(path))
    return OpenAIJudge(
        name,
        _server(options["base_url"], options, prices),
        mode=options["response_mode"],
        temperature=None if options["temperature"] < 0 else options["temperature"],
        max_tokens=options["max_tokens"] or None,
        any_model=options["any_model"],
        logprobs=options["logprobs"],
        options={name: _value(text) for name, text in pairs(options["fields"], "--option").items()},
    )


def _value(text: str) -> Any:
    """A value as JSON where it is some, else as a text."""
    import json

    try:
        return json.loads(text)
    except ValueError:
        return text


def _embedder(options: dict[str, Any], prices: Any) -> Embedder:
    from ontoeval.annotate.embedders.hashed import HashedEmbedder
    from ontoeval.annotate.embedders.openai import OpenAIEmbedder
    from ontoeval.annotate.embedders.sentence_transformers import SentenceTransformerEmbedder
    from ontoeval.annotate.judges.replay import ReplayEmbedder

    name = options["embedder"]
    kind, colon, rest = name.partition(":")
    if name == "hashed":
        return HashedEmbedder()
    if colon and kind == "st":
        return SentenceTransformerEmbedder(rest)
    if colon and kind == "replay":
        return ReplayEmbedder(Path(rest))
    return OpenAIEmbedder(name, _server(options["embedder_url"] or options["base_url"], options, prices))


def _server(url: str | None, options: dict[str, Any], prices: Any) -> Server:
    from ontoeval.annotate.judges.server import Patience, Server

    patience = Patience(options["timeout"], options["attempts"])
    return Server(url, key_variable=options["key_variable"], patience=patience, prices=prices)


def _show_plan(plan: Plan) -> None:
    for planned in plan.rubrics.values():
        lacking = "".join(f"; {count} lack {place}" for place, count in planned.missing.items())
        calls = f"{planned.total} calls = {planned.judge} judge + {planned.embedding} embedding"
        click.echo(f"{planned.rubric}: {planned.samples} samples, {calls}{lacking}")
    click.echo(f"{plan.runs} run{'s' if plan.runs > 1 else ''}: {plan}")


def _show_outcome(outcome: Outcome, output: str) -> None:
    from ontoeval.annotate.files import spent

    click.echo(f"{spent(outcome.usage)}; {outcome.known:,} calls were known", err=True)
    reasons = ", ".join(f"{code} {count}" for code, count in sorted(outcome.reasons.items()))
    invalid = f"{outcome.invalid} invalid{f' ({reasons})' if reasons else ''}"
    click.echo(f"{outcome.ok} verdicts, {invalid}", err=True)
    if outcome.stopped:
        left = outcome.total - outcome.kept - outcome.written
        click.echo(f"stopped: {outcome.stopped}; {left} of {outcome.total} records are left: run it again", err=True)
    click.echo(f"wrote {outcome.written} records to {output}, {outcome.kept} were there", err=True)
