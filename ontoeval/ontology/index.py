"""Numbers for ids, so that edges are kept as integers and no id is looked up twice."""

from __future__ import annotations

from ontoeval.ontology.identifiers import OBO_DOMAIN, canonical


class Index(dict[str, int]):
    """Numbers ids in the order in which they are first asked for; all spellings of an IRI share the number of its id.

    Attributes:
        names: The id of each number.

    Example:
        >>> index = Index()
        >>> index["http://purl.obolibrary.org/obo/HP_0000001"], index["EX:1"], index["HP:0000001"]
        (0, 1, 0)
        >>> index.names
        ['HP:0000001', 'EX:1']
    """

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def __missing__(self, text: str) -> int:
        if OBO_DOMAIN in text and (name := canonical(text)) != text:
            number = self[name]
        else:
            number = len(self.names)
            self.names.append(text)
        self[text] = number
        return number
