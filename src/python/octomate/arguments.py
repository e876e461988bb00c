"""Checks the arguments of public functions: their names, types and ranges."""

from __future__ import annotations

import difflib
import functools
import inspect
import json
import numbers
from collections.abc import Mapping
from typing import Any, Callable, Iterable, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from . import _native
from .errors import ArgumentError

Function = TypeVar("Function", bound=Callable[..., Any])


def described(question: str) -> tuple[Mapping[str, Any], ...]:
    """Returns the options of a question, as the native module describes them; `python` is the name of the argument."""
    if question not in _DESCRIBED:
        _DESCRIBED[question] = tuple(json.loads(_native.describe(question)))
    return _DESCRIBED[question]


_DESCRIBED: dict[str, tuple[Mapping[str, Any], ...]] = {}

#: The range of each numeric argument, both ends included, as in the commands. Types and defaults are those of the
#: signatures. A range that holds for one function only is listed under its name.
RANGES: dict[str, tuple[int, int]] = {
    "count": (1, 2**40),
    "exhaustive": (0, 16),
    "ply": (0, 1_000_000),
    "roll": (1, 99),
    "level": (1, 8),
    "seed": (0, 2**64 - 1),
    "seconds": (0, 10**9),
    "nodes": (0, 2**64 - 1),
    "threads": (1, 1024),
}
for _question in ("solve", "moves", "mate", "check", "tag", "analyse", "perft", "svg"):
    for _option in described(_question):
        if "range" in _option:
            _least, _most = _option["range"]
            _least = _least if _option["default"] is None else min(_least, _option["default"])  # the default is accepted, too
            for _function in (_question, f"{_question}_file", f"Position.{_question}"):
                RANGES[f"{_function}.{_option['python']}"] = _least, _most


def checked(function: Function) -> Function:
    """Decorator: checks the arguments of a function against its signature and `RANGES`; raises ArgumentError."""
    parameters = inspect.signature(function).parameters
    title = function.__qualname__.removesuffix(".__init__")
    takes_any = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())
    kinds: dict[str, tuple[Any, tuple[int, int] | None]] = {}  # filled by the first call, when all types are defined

    @functools.wraps(function)
    def call(*arguments: Any, **options: Any) -> Any:
        if not kinds:
            for name, kind in get_type_hints(function).items():
                kinds[name] = kind, RANGES.get(f"{title}.{name}") or RANGES.get(name)
        for name, value in (*zip(parameters, arguments), *options.items()):
            if name not in parameters:
                if not takes_any:
                    raise unknown(title, name, parameters)
            elif name in kinds and not _fits(value, *kinds[name]):
                raise wrong(name, value, _described(*kinds[name]))
        return function(*arguments, **options)

    return cast(Function, call)


def unknown(function: str, name: str, names: Iterable[str]) -> ArgumentError:
    """Returns the error for an argument that a function does not have."""
    near = difflib.get_close_matches(name, [other for other in names if other != "self"], 1)
    meant = f"; did you mean {near[0]!r}?" if near else ""
    return ArgumentError(f"{function}() has no argument {name!r}{meant}")


def wrong(name: str, value: object, expected: str) -> ArgumentError:
    """Returns the error for an argument with a value that is not accepted."""
    text = repr(value)
    return ArgumentError(f"{name} is {text if len(text) < 80 else text[:79] + '…'}, expected {expected}")


def _fits(value: object, kind: Any, bounds: tuple[int, int] | None) -> bool:
    if type(value) is kind and bounds is None or kind is Any:
        return True
    origin = get_origin(kind)
    if origin is Union:
        return any(_fits(value, part, bounds) for part in get_args(kind))
    if origin is Literal:
        return any(type(value) is type(word) and value == word for word in get_args(kind))
    if kind in (int, float):
        number = numbers.Integral if kind is int else numbers.Real
        return (isinstance(value, number) and not isinstance(value, bool)
                and (bounds is None or bounds[0] <= cast(float, value) <= bounds[1]))
    return isinstance(value, origin or kind)


def _described(kind: Any, bounds: tuple[int, int] | None) -> str:
    if get_origin(kind) is Union:
        return " or ".join(_described(part, bounds) for part in get_args(kind))
    if get_origin(kind) is Literal:
        return "one of " + ", ".join(map(repr, get_args(kind)))
    if kind in (int, float):
        return ("a whole number" if kind is int else "a number") + (f" from {bounds[0]} to {bounds[1]}" if bounds else "")
    if kind is bool:
        return "True or False"
    return "None" if kind is type(None) else str((get_origin(kind) or kind).__name__)
