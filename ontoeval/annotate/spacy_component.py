"""The finder as a component of spaCy pipelines: ``nlp.add_pipe("ontoeval_mentions", config={"ontology": "hp.obo"})``.

spaCy finds it through its entry points when it is asked for; nothing here imports spaCy before that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ontoeval.annotate.finder import MentionFinder
from ontoeval.errors import MissingExtra, UsageError

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Span

NAME = "ontoeval_mentions"


class MentionComponent:
    """Writes mentions into ``doc._.ontoeval_mentions``, as `MentionFinder.find` gives them, and into spans.

    Attributes:
        finder: The finder; to be set when the pipeline's config names no ontology.
    """

    def __init__(self, finder: MentionFinder | None, *, spans_key: str, label: str, ents: bool) -> None:
        self.finder = finder
        self._spans_key = spans_key
        self._label = label
        self._ents = ents

    def __call__(self, doc: Doc) -> Doc:
        """Find the mentions of a Doc.

        Raises:
            UsageError: There is no finder.
        """
        if self.finder is None:
            raise UsageError(
                "the component has no ontology",
                where=NAME,
                mend='config={"ontology": path} in nlp.add_pipe, or nlp.get_pipe(name).finder = MentionFinder(onto)',
            )
        mentions = self.finder.find(doc.text)
        doc._.set(NAME, mentions)
        spans = [self._span(doc, mention) for mention in mentions]
        doc.spans[self._spans_key] = spans
        if self._ents:
            from spacy.util import filter_spans

            doc.ents = filter_spans([*doc.ents, *spans])
        return doc

    def _span(self, doc: Doc, mention: Any) -> Span:
        """A mention as whole tokens of spaCy: those that it touches."""
        id = mention.get("id") or mention["ids"][0]
        found = doc.char_span(mention["start"], mention["end"], label=self._label, kb_id=id, alignment_mode="expand")
        if found is None:
            raise UsageError(f"no token at {mention['start']}-{mention['end']}", where=NAME)
        return found


def make(
    nlp: Language,
    name: str,
    ontology: str | None,
    options: dict[str, Any],
    spans_key: str,
    label: str,
    ents: bool,
) -> MentionComponent:
    """The component of a pipeline.

    Args:
        nlp: The pipeline.
        name: The component's name in it.
        ontology: Path of an ontology; None when ``finder`` will be set.
        options: Options of `MentionFinder`.
        spans_key: Under which key of ``doc.spans`` the spans go; they cover whole tokens of spaCy.
        label: Label of the spans; their ``kb_id_`` is the concept, the first one of alternatives.
        ents: Whether to add the spans to ``doc.ents`` as well; of overlapping ones the longest stay.
    """
    from ontoeval.ontology import load

    finder = None if ontology is None else MentionFinder(load(ontology), **options)
    return MentionComponent(finder, spans_key=spans_key, label=label, ents=ents)


def register() -> Any:
    """Tell spaCy of the component, where its entry points do not (a checkout that is not installed).

    Raises:
        MissingExtra: spaCy is not installed.
    """
    try:
        from spacy.language import Language
        from spacy.tokens import Doc
    except ImportError:
        raise MissingExtra("spacy", "nlp", "the spaCy component") from None
    if not Doc.has_extension(NAME):
        Doc.set_extension(NAME, default=None)
    return Language.factory(
        NAME,
        default_config={"ontology": None, "options": {}, "spans_key": "ontoeval", "label": "CONCEPT", "ents": False},
        assigns=["doc.spans", f"doc._.{NAME}"],
        func=make,
    )


def __getattr__(name: str) -> Any:
    if name != "factory":  # what the entry point names
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return register()
