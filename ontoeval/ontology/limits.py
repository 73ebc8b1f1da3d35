"""What a source may cost before it is refused."""

from __future__ import annotations

from dataclasses import dataclass

MIB = 1024**2


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds that keep a broken or hostile file from exhausting the machine.

    The defaults are far above every published ontology; raise one when you trust a file that it refuses.

    Args:
        max_bytes: Size of the content, once decompressed.
        max_literal: Size of one text in bytes.
        max_nesting: Depth of elements in XML, of brackets in JSON and in functional syntax.
        max_expansion: Bytes that the entities of an XML file may add.
        max_ratio: How many times its size a gzip stream may grow, once it is past 16 MiB.

    Example:
        >>> Limits(max_bytes=1000).max_nesting
        1000
    """

    max_bytes: int = 8 * 1024 * MIB
    max_literal: int = 16 * MIB
    max_nesting: int = 1000
    max_expansion: int = 64 * MIB
    max_ratio: int = 200
