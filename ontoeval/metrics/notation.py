"""The written form of a measure: ``name(parameter=value, …)@k``. Reading and writing are inverse."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from typing import Any

from ontoeval.errors import BadParameter

_WORDS = {"true": True, "false": False, "none": None, "null": None}


def read(text: Any) -> tuple[str, dict[str, Any], int | None]:
    """Name, parameters and cut-off of a written measure.

    Example:
        >>> read('ndcg(gain="linear")@10')
        ('ndcg', {'gain': 'linear'}, 10)

    Raises:
        BadParameter: The text is no such notation.
    """
    if not isinstance(text, str):
        raise BadParameter(
            f"a {type(text).__name__} names no metric",
            where="metric",
            expected='a text such as "ndcg@10", or a function with @metric',
            mend="for several metrics: oe.evaluate(gold, [metric, …], run=run)",
        )
    try:
        node: ast.AST = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise _wrong(text) from None
    cut = None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        cut = _value(node.right, text)
        if not isinstance(cut, int) or isinstance(cut, bool) or cut < 1:
            raise BadParameter(f"@{cut} is no cut-off", where=text, expected="a whole number ≥ 1")
        node = node.left
    parameters: dict[str, Any] = {}
    if isinstance(node, ast.Call):
        if node.args or any(keyword.arg is None for keyword in node.keywords):
            raise _wrong(text)
        for keyword in node.keywords:
            if keyword.arg in parameters:
                raise BadParameter(f"{keyword.arg} is given twice", where=text)
            parameters[str(keyword.arg)] = _value(keyword.value, text)
        node = node.func
    if not isinstance(node, ast.Name):
        raise _wrong(text)
    return node.id, parameters, cut


def write(name: str, parameters: Mapping[str, Any], cut: int | None = None) -> str:
    """The written form of a measure.

    Example:
        >>> write("ndcg", {"gain": "linear"}, 10)
        'ndcg(gain="linear")@10'
    """
    inside = ", ".join(f"{key}={_written(value)}" for key, value in parameters.items())
    return name + (f"({inside})" if inside else "") + (f"@{cut}" if cut is not None else "")


def _written(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)  # every JSON text is a Python literal as well
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_written(k)}: {_written(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_written(item) for item in value) + "]"
    return repr(value)


class _Words(ast.NodeTransformer):
    """Replaces the words true, false, none and null by what they mean."""

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Constant(_WORDS[node.id]) if node.id in _WORDS else node


def _value(node: ast.AST, text: str) -> Any:
    try:
        return ast.literal_eval(_Words().visit(node))
    except (ValueError, TypeError):
        raise _wrong(text) from None


def _wrong(text: str) -> BadParameter:
    return BadParameter(
        f"cannot read {text!r} as a metric", expected='a name such as ndcg@10 or linking_f1(average="macro")'
    )
