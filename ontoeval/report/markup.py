"""Safe HTML: every text becomes an element's content or attribute through ``h``, which escapes it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

_VOID = frozenset({"br", "hr", "meta", "link", "input"})
#: Characters that no HTML document may hold, or that would not survive being written as UTF-8.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


class Html(str):
    """Text that is markup already."""

    __slots__ = ()


Content = object


def text(value: object) -> Html:
    """Any value as the text of an element."""
    if isinstance(value, Html):
        return value
    return Html(escape(_FORBIDDEN.sub("�", str(value)), quote=True))


def h(element: str, *content: Content, **attributes: object) -> Html:
    """An element.

    Args:
        element: Its name.
        content: Texts, which are escaped, elements, lists of both; None is nothing.
        attributes: ``class_`` is ``class``, ``data_stage`` is ``data-stage``; None and False leave one out, True
            writes it without a value.
    """
    parts = [f"<{element}"]
    for name, value in attributes.items():
        if value is None or value is False:
            continue
        written = name.rstrip("_").replace("_", "-")
        parts.append(f" {written}" if value is True else f' {written}="{text(str(value))}"')
    if element in _VOID:
        return Html("".join([*parts, ">"]))
    return Html("".join([*parts, ">", *map(str, _flat(content)), f"</{element}>"]))


def join(parts: Iterable[Content], separator: str = "") -> Html:
    """Parts one after the other, escaped where they are texts."""
    return Html(text(separator).join(_flat(parts)))


def user(value: object, **attributes: object) -> Html:
    """A text from the data: its direction is its own and does not turn what stands around it."""
    return h("bdi", value, **attributes)


def code(value: object) -> Html:
    """An id, a field or a name."""
    return h("code", user(value))


def _flat(content: Iterable[Content]) -> Iterable[Html]:
    for part in content:
        if part is None:
            continue
        if isinstance(part, list | tuple):
            yield from _flat(part)
        else:
            yield text(part)


def table(
    caption: Content,
    heads: Iterable[str],
    rows: Iterable[Iterable[Content]],
    *,
    numbers: Iterable[int] = (),
    class_: str | None = None,
) -> Html:
    """A table in a box that scrolls on its own; the first cell of a row is its header.

    Args:
        caption: What it shows.
        heads: Column headers.
        rows: Cells.
        numbers: Columns of numbers, which are set to the right.
        class_: Class of the table.
    """
    right = set(numbers)

    def style(place: int) -> str | None:
        return "n" if place in right else None

    head = [h("th", name, scope="col", class_=style(place)) for place, name in enumerate(heads)]
    body = [
        h(
            "tr",
            [
                h("th", cell, scope="row", class_=style(0)) if place == 0 else h("td", cell, class_=style(place))
                for place, cell in enumerate(row)
            ],
        )
        for row in rows
    ]
    whole = h("table", h("caption", h("span", caption)), h("thead", h("tr", head)), h("tbody", body), class_=class_)
    return h("div", whole, class_="scroll", tabindex="0", role="group", aria_label=_plain(caption))


def _plain(content: Content) -> str:
    return re.sub(r"<[^>]*>", "", content) if isinstance(content, Html) else str(content)


def facts(pairs: Iterable[tuple[Content, Content]], **attributes: object) -> Html:
    """Names with what they stand for."""
    return h("dl", [h("div", h("dt", name), h("dd", value)) for name, value in pairs], **attributes)
