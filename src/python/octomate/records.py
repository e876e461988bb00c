"""The records of the commands, and iterators over them."""

from __future__ import annotations

import atexit
import json
import weakref
from collections import deque
from typing import Any, Iterator, Mapping

from . import _native
from .errors import InputError

__all__ = ["Record", "Records"]


class Record(Mapping[str, Any]):
    """A record of a command as a read-only mapping of its fields; `json` is its line, byte for byte.

    >>> record = Record('{"fen":"7k/8/8/8/8/8/8/K7 w - - 0 1","winning":[7]}')
    >>> record["winning"], record.error
    ([7], None)
    """

    __slots__ = ("json", "_fields")

    def __init__(self, line: str) -> None:
        self.json = line

    @property
    def fields(self) -> dict[str, Any]:
        """The record as a dictionary, parsed on first use."""
        try:
            return self._fields
        except AttributeError:
            self._fields: dict[str, Any] = json.loads(self.json)
            return self._fields

    @property
    def error(self) -> InputError | None:
        """The error if this is the error record of an invalid line of the input; else None."""
        if not self.json.startswith('{"line":') or "error" not in self.fields:
            return None
        return InputError(self.fields["error"], self.fields["line"])

    def __getitem__(self, name: str) -> Any:
        return self.fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def __len__(self) -> int:
        return len(self.fields)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self.json == other.json

    def __hash__(self) -> int:
        return hash(self.json)

    def __repr__(self) -> str:
        return f"Record({self.json!r})"

    def __reduce__(self) -> tuple[type, tuple[str]]:
        return Record, (self.json,)


_running: weakref.WeakSet[_native.Chunks] = weakref.WeakSet()


class Records(Iterator[Record]):
    """An iterator over records that background threads produce, in the order of the input.

    The threads stop when the iterator is deleted, after `close`, and at the end of a `with` block.
    """

    def __init__(self, chunks: _native.Chunks) -> None:
        self._chunks = chunks
        self._lines: deque[str] = deque()
        _running.add(chunks)

    def __next__(self) -> Record:
        while not self._lines:
            lines = self._chunks.next()
            if lines is None:
                raise StopIteration
            self._lines.extend(lines)
        try:
            return Record(self._lines.popleft())
        except IndexError:  # another thread was faster
            return next(self)

    def close(self) -> None:
        """Stops the work, from any thread."""
        self._chunks.close()
        self._lines.clear()

    def __enter__(self) -> Records:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@atexit.register
def _close_all() -> None:
    for chunks in list(_running):
        chunks.close()
