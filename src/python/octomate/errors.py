"""The exceptions of this package."""

from __future__ import annotations

import json
from typing import Any, Mapping

__all__ = ["ArgumentError", "InputError", "NoTableError"]


class InputError(ValueError):
    """A position, move or record that is invalid, with the position of the fault in the text.

    >>> import octomate
    >>> try:
    ...     octomate.Position.from_fen("7k/pppp1pppp/8/8/8/8/8/K7 w")
    ... except octomate.InputError as error:
    ...     print(error.code, error.field, error.character)
    rank_too_long fen 12
    """

    def __init__(self, error: Mapping[str, Any], line: int = 1) -> None:
        self.code: str = error["code"]  #: the code in records of the command: "rank_too_long"
        self.field: str = error["field"]  #: the field of the record: "fen"
        self.offset: int = error["offset"]  #: bytes from the start of the field, from 0
        self.line: int = error.get("line", line)  #: the line of the file, from 1
        self.message: str = error["message"]
        #: further faults of the same record
        self.more: tuple[InputError, ...] = tuple(InputError(other, line) for other in error.get("more", ()))
        super().__init__(f"{self.field}, character {self.character}: {self.message}")

    @property
    def character(self) -> int:
        """The position of the fault in the field, from 1."""
        return self.offset + 1

    def __reduce__(self) -> tuple[type, tuple[dict[str, Any], int]]:
        more = [other.__reduce__()[1][0] for other in self.more]
        fields = {"code": self.code, "field": self.field, "offset": self.offset, "message": self.message}
        return InputError, ({**fields, "line": self.line, "more": more}, self.line)


class ArgumentError(TypeError, ValueError):
    """An argument that a function does not have, or whose type or value it does not accept.

    >>> import octomate
    >>> try:
    ...     octomate.mate("7k/8/5K2/8/8/8/6Q1/8 w", 2, second=5)
    ... except octomate.ArgumentError as error:
    ...     print(error)
    mate() has no argument 'second'; did you mean 'seconds'?
    """


class NoTableError(LookupError):
    """No endgame table covers a position."""


def error_of(text: str) -> InputError:
    """Returns the error for the text of an error record."""
    record = json.loads(text)
    return InputError(record["error"], record["line"])


def unwrap(answer: tuple[bool, str]) -> str:
    """Returns the lines of an answer of `_native`; raises InputError if it is an error record."""
    is_valid, text = answer
    if not is_valid:
        raise error_of(text.splitlines()[0])
    return text
