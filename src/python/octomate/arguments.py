"""Checks the arguments of public functions: their names, types and ranges."""

from __future__ import annotations

import difflib
import functools
import inspect
import json
import numbers
import os
from collections.abc import Mapping
from typing import Any, Callable, Iterable, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from .errors import ArgumentError
from .options import OPTIONS

Function = TypeVar("Function", bound=Callable[..., Any])
Path = Union[str, os.PathLike[str]]

#: The accepted range of each numeric argument, both ends included; a default may lie outside it. A range that holds for
#: one function only has the key "function.argument".
RANGES: dict[str, tuple[int, int]] = {
    "count": (1, 2**40),
    "exhaustive": (2, 16),
    "ply": (0, 1_000_000),
    "roll": (1, 99),
    "level": (1, 8),
    "seed": (0, 2**64 - 1),
    "seconds": (0, 10**9),
    "nodes": (0, 2**64 - 1),
    "threads": (1, 1024),
}
for _question, _options in OPTIONS.items():
    for _argument, _option in _options.items():
        if _option.bounds:
            for _function in (_question, f"{_question}_file", f"Position.{_question}"):
                RANGES[f"{_function}.{_argument}"] = _option.bounds


def folder_of(path: Path) -> str:
    """Returns the path of an existing folder, or "" for the default one; raises OSError."""
    folder = os.fspath(path)
    if folder:
        os.scandir(folder).close()
    return folder


def options_json(question: str, given: Mapping[str, Any]) -> str:
    """Returns as JSON the options of a question, from the arguments `given`; leaves out those with default values."""
    options = {}
    for argument, (name, default, _) in OPTIONS[question].items():
        value = folder_of(given["tables"]) if argument == "tables" and argument in given else given.get(argument)
        if value is not None and value != default:
            options[name] = value
    return json.dumps(options, default=str)


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
                    raise unknown_argument(title, name, parameters)
            elif name in kinds and not _is_default(value, parameters[name]) and not _fits(value, *kinds[name]):
                raise wrong_value(name, value, _describe_parameter(parameters[name], *kinds[name]))
        return function(*arguments, **options)

    return cast(Function, call)


def unknown_argument(function: str, name: str, names: Iterable[str]) -> ArgumentError:
    """Returns the error for an argument that a function does not have."""
    near = difflib.get_close_matches(name, [other for other in names if other != "self"], 1)
    meant = f"; did you mean {near[0]!r}?" if near else ""
    return ArgumentError(f"{function}() has no argument {name!r}{meant}")


def wrong_value(name: str, value: object, expected: str) -> ArgumentError:
    """Returns the error for an argument with a value that is not accepted."""
    text = repr(value)
    return ArgumentError(f"{name} is {text if len(text) < 80 else text[:79] + '…'}, expected {expected}")


def _is_default(value: object, parameter: inspect.Parameter) -> bool:
    return type(value) is type(parameter.default) and value == parameter.default


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


def _describe_type(kind: Any, bounds: tuple[int, int] | None) -> str:
    if get_origin(kind) is Union:
        return " or ".join(_describe_type(part, bounds) for part in get_args(kind))
    if get_origin(kind) is Literal:
        return "one of " + ", ".join(map(repr, get_args(kind)))
    if kind in (int, float):
        return ("a whole number" if kind is int else "a number") + (f" from {bounds[0]} to {bounds[1]}" if bounds else "")
    if kind is bool:
        return "True or False"
    return "None" if kind is type(None) else str((get_origin(kind) or kind).__name__)


def _describe_parameter(parameter: inspect.Parameter, kind: Any, bounds: tuple[int, int] | None) -> str:
    """Describes the accepted values of a parameter for a message; names a default outside the range."""
    default = parameter.default
    apart = bounds and type(default) is int and not bounds[0] <= default <= bounds[1]
    return (f"{default}, or " if apart else "") + _describe_type(kind, bounds)
