"""The drawn history as a file: SVG as it is, or PNG for where no SVG is shown."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from ontoeval.errors import MissingExtra, UsageError

#: Pixels of a PNG per unit of the SVG.
ZOOM = 2
_FONT, _FAMILY = "font_source_sans_pro", "Source Sans Pro"
_FACES = ("SourceSansPro-Regular.ttf", "SourceSansPro-Semibold.ttf")


def save_picture(svg: str, path: Path) -> None:
    """Write a drawing; the suffix says as what.

    Args:
        svg: The drawing.
        path: Where to: ``.svg`` or ``.png``.

    Raises:
        UsageError: It has another suffix.
        MissingExtra: A PNG needs the extra ``png``, which is not installed.
    """
    kind = path.suffix.lower()
    if kind not in (".svg", ".png"):
        raise UsageError(f"no writer for {path.suffix!r}", where=str(path), expected=".svg or .png")
    path.write_bytes(svg.encode() if kind == ".svg" else png(svg))


def png(svg: str) -> bytes:
    """The drawing as PNG, on white, two pixels per unit.

    Texts are set in a font that the extra brings, so that they are there, and the same, on a machine without fonts;
    for what that font lacks, such as Chinese, one of the machine is taken.

    Raises:
        MissingExtra: The extra ``png`` is not installed.
    """
    try:
        from resvg_py import svg_to_bytes

        folder = files(_FONT) / "files"
    except ImportError:
        raise MissingExtra("resvg-py", "png", "a picture as PNG") from None
    faces = [str(folder / face) for face in _FACES]
    return bytes(
        svg_to_bytes(svg_string=svg, background="#fff", zoom=ZOOM, font_files=faces, sans_serif_family=_FAMILY)
    )
