"""Classifies OWL with HermiT, which owlready2 brings, in a process of its own.

The axioms are written as N-Triples without ``owl:imports``, so that neither owlready2 nor the OWL API inside of HermiT
has anything to fetch, and HermiT's own output is read back. Pellet is not offered: the one in owlready2 0.51 needs
Java 25.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import struct
import subprocess
import tempfile
import time
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ontoeval.errors import InconsistentOntology, MissingExtra, OntologyError, ReasonerUnavailable
from ontoeval.findings import shorten
from ontoeval.ontology.builder import Builder
from ontoeval.ontology.identifiers import canonical
from ontoeval.ontology.readers import FORMATS
from ontoeval.ontology.readers.context import Context
from ontoeval.ontology.readers.rdf import NO_BASE, rdf_format
from ontoeval.ontology.readers.vocabulary import BUILT_IN, OWL
from ontoeval.ontology.source import Document
from ontoeval.progress import track

if TYPE_CHECKING:
    from pyoxigraph import Triple

MEMORY_MB = 2000
_MAIN = "org.semanticweb.HermiT.cli.CommandLine"
_NOTHING = OWL + "Nothing"
_AXIOM = re.compile(r"^(SubClassOf|EquivalentClasses)\( ((?:<[^>]+>\s*)+) \)$", re.MULTILINE)
_VERSION = re.compile(r'version "?(\d+)(?:\.(\d+))?[^"\s]*"?')
_TICK = 0.05


class Inferred(NamedTuple):
    """What the reasoner says about named classes, by their ids.

    Attributes:
        edges: Direct subclass pairs, child and parent.
        equivalent: Groups of classes that are the same.
        unsatisfiable: Classes that can have no instance.
    """

    edges: list[tuple[str, str]]
    equivalent: list[tuple[str, ...]]
    unsatisfiable: list[str]


def add_inferences(sources: Sequence[tuple[Document, Context]], builder: Builder, time_limit: float) -> None:
    """Tell the builder what HermiT infers from some documents; each unsatisfiable class is a finding.

    Raises:
        MissingExtra: owlready2, which brings HermiT, is not installed.
        ReasonerUnavailable: Java is missing or too old, or there is no result in time.
        InconsistentOntology: Its axioms contradict each other.
        OntologyError: HermiT cannot work with it.
    """
    classpath = _classpath()
    java = _java(classpath)
    with tempfile.TemporaryDirectory(prefix="ontoeval-") as folder:
        axioms = Path(folder) / "axioms.nt"
        _write(sources, axioms)
        output = _run(java, classpath, axioms, builder.where, time_limit)
    inferred = parse(output)
    for child, parent in inferred.edges:
        builder.edge(child, parent, origin="reasoned")
    for group in inferred.equivalent:
        for other in group[1:]:
            builder.equivalent(group[0], other)
    builder.unsatisfiable = inferred.unsatisfiable
    for concept in inferred.unsatisfiable:
        label = builder.labels.get(concept)
        builder.found(
            "unsatisfiable",
            f"{concept}{f' ({shorten(label, 60)})' if label else ''} can have no instance",
            severity="error",
            mend="its definition contradicts itself: look at its disjoint ancestors and its restrictions",
        )


def launcher() -> str:
    """The Java launcher that reasoning uses.

    Raises:
        MissingExtra: owlready2, which brings HermiT, is not installed.
        ReasonerUnavailable: Java is missing or too old.
    """
    return _java(_classpath())


def parse(output: str) -> Inferred:
    """Read the axioms that HermiT prints.

    Example:
        >>> parse("SubClassOf( <urn:a> <urn:b> )\\n").edges
        [('urn:a', 'urn:b')]
    """
    found = Inferred([], [], [])
    for kind, listed in _AXIOM.findall(output):
        iris = listed.strip()[1:-1].split("> <")
        names = [canonical(iri) for iri in iris if not iri.startswith(BUILT_IN)]
        if _NOTHING in iris:
            if kind == "EquivalentClasses" or iris[1] == _NOTHING:
                found.unsatisfiable.extend(names)
        elif kind == "EquivalentClasses" and len(names) > 1:
            found.equivalent.append(tuple(sorted(names)))
        elif kind == "SubClassOf" and len(names) == 2:
            found.edges.append((names[0], names[1]))
    found.unsatisfiable.sort()
    return found


def _classpath() -> list[Path]:
    """HermiT inside of owlready2, which is not imported for it."""
    found = importlib.util.find_spec("owlready2")
    if found is None or found.origin is None:
        raise MissingExtra("owlready2", "owl", 'edges="reasoned"')
    folder = Path(found.origin).parent / "hermit"
    return [folder, folder / "HermiT.jar"]


def _java(classpath: list[Path]) -> str:
    """The Java launcher, once its version is known to be new enough."""
    needed = _needed(classpath)
    home = os.environ.get("JAVA_HOME")
    java = shutil.which("java", path=str(Path(home) / "bin") if home else None)
    if java is None:
        where = f"in JAVA_HOME ({home})" if home else "on the PATH"
        raise ReasonerUnavailable(
            f"Java is not installed: there is no java {where}; HermiT needs version {needed} or newer",
            needed=str(needed),
            mend="install a Java runtime, or leave edges at its default, which needs none",
        )
    try:
        said = subprocess.run([java, "-version"], capture_output=True, encoding="utf-8", errors="replace", timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ReasonerUnavailable(f"{java} does not start: {error}", needed=str(needed)) from None
    version = _VERSION.search(said.stderr + said.stdout)
    if said.returncode != 0 or version is None:
        message = shorten((said.stderr or said.stdout).strip() or f"exit code {said.returncode}", 200)
        raise ReasonerUnavailable(f"{java} does not work: {message}", needed=str(needed))
    major = int(version[2] if version[1] == "1" and version[2] else version[1])
    if major < needed:
        raise ReasonerUnavailable(
            f"Java {major} is too old: HermiT needs version {needed} or newer",
            java=str(major),
            needed=str(needed),
            mend="install a newer Java runtime, or let JAVA_HOME point to it",
        )
    return java


def _needed(classpath: list[Path]) -> int:
    """The Java version that the class files were compiled for: the format's major version less 44."""
    heads = [path.read_bytes()[:8] for path in classpath[0].glob("*.class")]
    with zipfile.ZipFile(classpath[1]) as jar:
        main = _MAIN.replace(".", "/") + ".class"
        with jar.open(main) as stream:
            heads.append(stream.read(8))
    return max(int(struct.unpack(">IHH", head)[2]) for head in heads) - 44


def _write(sources: Sequence[tuple[Document, Context]], path: Path) -> None:
    """Write all triples but imports as N-Triples."""
    import pyoxigraph

    def triples() -> Iterator[Triple]:
        for document, context in sources:
            syntax = context.syntax
            if FORMATS[syntax] == "horned":
                from ontoeval.ontology.readers.horned import to_rdf_xml

                document, syntax = to_rdf_xml(document, Builder(document.name), context), "rdfxml"
            with document.open() as stream:
                for quad in pyoxigraph.parse(
                    stream,
                    format=rdf_format(syntax),
                    base_iri=context.base_iri or NO_BASE,
                    rename_blank_nodes=True,
                    lenient=True,
                ):
                    if quad.predicate.value != OWL + "imports":
                        yield quad.triple

    pyoxigraph.serialize(triples(), str(path), format=pyoxigraph.RdfFormat.N_TRIPLES)


def _run(java: str, classpath: list[Path], axioms: Path, name: str, time_limit: float) -> str:
    """What HermiT prints about the class hierarchy."""
    command = [java, f"-Xmx{MEMORY_MB}M", "-cp", os.pathsep.join(map(str, classpath)), _MAIN]
    command += ["-c", "-O", "-D", "-I", axioms.as_uri()]
    out, problems = axioms.with_name("out.txt"), axioms.with_name("err.txt")
    with out.open("wb") as stdout, problems.open("wb") as stderr:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr)
        try:
            for _ in track(_ticks(process, time_limit), f"HermiT classifies {name}"):
                pass
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()
    printed = out.read_text(encoding="utf-8", errors="replace").replace("\r", "")
    if process.returncode == 0:
        return printed
    said = problems.read_text(encoding="utf-8", errors="replace") + printed
    if "Inconsistent ontology" in said or "InconsistentOntology" in said:
        raise InconsistentOntology(
            "the ontology is inconsistent: everything follows from it, so that no hierarchy can be inferred",
            where=name,
            mend="find the contradiction with an explanation tool (Protégé, ROBOT explain)",
        )
    raise OntologyError(f"HermiT cannot work with this ontology: {shorten(_reason(said), 300)}", where=name)


def _ticks(process: subprocess.Popen[bytes], time_limit: float) -> Iterator[None]:
    """One tick after the other until the process ends; raises when it takes too long."""
    start = time.monotonic()
    while process.poll() is None:
        if time.monotonic() - start > time_limit:
            raise ReasonerUnavailable(
                f"HermiT gave no result within {time_limit:g} s",
                mend="raise time_limit=, or leave edges at its default, which needs no reasoner",
            )
        time.sleep(_TICK)
        yield None


def _reason(said: str) -> str:
    """The line of a Java error that says something."""
    lines = [line.strip() for line in said.splitlines() if line.strip() and not line.strip().startswith("at ")]
    return next((line for line in lines if "Exception" in line or "Error" in line), " ".join(lines) or "no message")
