"""Small charts of our own as inline SVG.

Bars are laid out in per cent, so that they fill whatever width they get without distorting; what they show stands
beside them as text as well. Colors come from classes, so that light, dark and print are one chart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ontoeval.report.markup import Html, h


def pattern() -> Html:
    """The hatching of what is lost, drawn once for all charts of a page."""
    stripes = h("path", d="M-1,1 l2,-2 M0,6 l6,-6 M5,7 l2,-2", class_="stripe")
    hatch = h("pattern", stripes, id="hatch", width=6, height=6, patternUnits="userSpaceOnUse")
    defs = h("defs", hatch)
    return h(
        "svg", h("title", "Hatching"), defs, class_="defs", width=0, height=0, aria_hidden="true", focusable="false"
    )


def _chart(title: str, marks: Sequence[Html], class_: str, height: int) -> Html:
    return h("svg", h("title", title), list(marks), role="img", class_=f"chart {class_}", width="100%", height=height)


def _percent(share: float) -> str:
    return f"{100 * min(max(share, 0.0), 1.0):.3f}%"


def _bar(start: float, width: float, class_: str, *, y: str = "0", height: str = "100%") -> Html:
    return h("rect", x=_percent(start), y=y, width=_percent(width), height=height, class_=class_)


def loss(title: str, left: int, lost: int, total: int) -> Html:
    """What is left after a stage, what the stage loses, and what was lost before it."""
    kept, gone = (left / total, lost / total) if total else (0.0, 0.0)
    marks = [h("rect", x="0", y="42%", width="100%", height="16%", class_="track"), _bar(0, kept, "kept")]
    if lost:
        marks += [_bar(kept, gone, "lost"), _bar(kept, gone, "hatched")]
    return _chart(title, marks, "loss", 22)


def share(title: str, value: float, class_: str) -> Html:
    """One share of a whole."""
    marks = [h("rect", x="0", y="42%", width="100%", height="16%", class_="track"), _bar(0, value, class_)]
    if class_ == "lost":
        marks.append(_bar(0, value, "hatched"))
    return _chart(title, marks, "share", 14)


def interval(title: str, value: float, low: float | None, high: float | None, class_: str) -> Html:
    """A value on [0, 1] with its 95 % interval."""
    marks = [h("line", x1="0", x2="100%", y1="50%", y2="50%", class_="axis")]
    for place in ("0", "50%", "100%"):
        marks.append(h("line", x1=place, x2=place, y1="30%", y2="70%", class_="axis"))
    if low is not None and high is not None:
        start, width = low, max(high - low, 0.004)
        marks.append(_bar(start, width, f"range {class_}", y="32%", height="36%"))
    marks.append(h("circle", cx=_percent(value), cy="50%", r="4.5", class_=f"dot {class_}"))
    return _chart(title, marks, "interval", 20)


def heat(title: str, description: str, labels: Sequence[str], counts: Sequence[Sequence[int]]) -> Html:
    """Counts by row and column; the diagonal is right, everything else is an error.

    Rows are the gold branches and columns the predicted ones, in the same order; columns are numbered, and the
    numbers stand before the row labels.
    """
    cell, left, top = 44, 240, 40
    n = len(labels)
    width, height = left + n * cell + 4, top + n * cell + 4
    most = max((count for row in counts for count in row), default=0)
    marks = [h("text", "gold ↓   predicted →", x=0, y=14, class_="axis-name")]
    for place, label in enumerate(labels):
        middle = top + place * cell + cell / 2 + 4
        name = label if len(label) <= 30 else f"{label[:29]}…"
        marks.append(h("text", f"{place + 1}  {name}", x=0, y=middle))
        marks.append(h("text", place + 1, x=left + place * cell + cell / 2, y=top - 8, text_anchor="middle"))
    for i in range(n):
        for j in range(n):
            strength = round(0.1 + 0.5 * (counts[i][j] / most) ** 0.5, 3) if counts[i][j] else 0
            x, y = left + j * cell, top + i * cell
            kind = "kept" if i == j else "lost"
            marks.append(h("rect", x=x, y=y, width=cell - 2, height=cell - 2, class_="cell"))
            if counts[i][j]:
                fill = {"x": x, "y": y, "width": cell - 2, "height": cell - 2}
                marks.append(h("rect", **fill, class_=f"cell {kind}", fill_opacity=strength))
                at = {"x": x + cell / 2 - 1, "y": y + cell / 2 + 4}
                marks.append(h("text", f"{counts[i][j]:,}", **at, text_anchor="middle", class_="count"))
    return h(
        "svg",
        h("title", title),
        h("desc", description),
        marks,
        role="img",
        class_="chart heat",
        width=width,
        height=height,
        viewBox=f"0 0 {width} {height}",
    )


def lines(title: str, description: str, x: Sequence[float], series: Mapping[str, Sequence[float | None]]) -> Html:
    """Shares from 0 to 1 as lines over numbers; a line has a gap where its share is None.

    Args:
        title, description: What it shows, in words.
        x: The numbers, rising.
        series: Shares by the class of their line.
    """
    left, width, top, height = 9, 90, 6, 80  # of the chart, in per cent
    low, span = x[0], (x[-1] - x[0]) or 1.0
    marks = []
    for share_ in (0, 0.25, 0.5, 0.75, 1):
        y = f"{top + height * (1 - share_):g}%"
        marks.append(h("line", x1=f"{left}%", x2=f"{left + width}%", y1=y, y2=y, class_="axis"))
        marks.append(h("text", f"{share_:g}", x=f"{left - 1.5}%", y=y, dy="4", text_anchor="end"))
    for place, anchor, number in ((left, "start", x[0]), (left + width, "end", x[-1])):
        marks.append(h("text", f"{number:.4g}", x=f"{place}%", y="96%", text_anchor=anchor))
    paths = []
    for class_, shares in series.items():
        steps, pen = [], "M"
        for number, value in zip(x, shares, strict=True):
            if value is None:
                pen = "M"
                continue
            steps.append(f"{pen}{1000 * (number - low) / span:.1f},{1000 * (1 - value):.1f}")
            pen = "L"
        paths.append(h("path", d=" ".join(steps), class_=f"line {class_}"))
    box = {"viewBox": "0 0 1000 1000", "preserveAspectRatio": "none", "overflow": "visible"}
    marks.append(h("svg", paths, x=f"{left}%", y=f"{top}%", width=f"{width}%", height=f"{height}%", **box))
    name, said = h("title", title), h("desc", description)
    return h("svg", name, said, marks, role="img", class_="chart lines", width="100%", height=260)
