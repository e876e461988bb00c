"""Helpers of the functions that ask questions, and the functions whose results are Python types instead of records."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Iterable, Literal, Mapping, Optional, Union

from . import _native
from .arguments import Path, checked, options_json
from .errors import unwrap
from .position import DEFAULT_VARIANT, Board, Position
from .records import Record, Records

__all__ = ["Mate", "MateFace", "Puzzle", "faces", "games", "themes"]

#: A position, or a puzzle: a record, its fields, or a line of JSON, EPD or FEN.
Puzzle = Union[Position, Board, Mapping[str, Any], str]
Files = Union[Path, Iterable[Path]]
Format = Literal["", "lines", "csv", "pgn", "yaml"]


def record_of(puzzle: Puzzle, variant: str) -> tuple[str, str]:
    """Returns the text of a puzzle, and the game to assume if the text names none."""
    if isinstance(puzzle, Board):
        puzzle = puzzle.position
    if isinstance(puzzle, Position):
        return puzzle.fen, puzzle.variant
    if isinstance(puzzle, Record):
        return puzzle.json, variant
    return (puzzle if isinstance(puzzle, str) else json.dumps(dict(puzzle))), variant


def threads_of(threads: Optional[int]) -> int:
    """Returns the number of threads; all processors if `threads` is None."""
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return threads


def files_of(files: Files) -> list[str]:
    """Returns the names of the files; raises OSError if one cannot be read."""
    names = [os.fspath(file) for file in ([files] if isinstance(files, (str, os.PathLike)) else files)]
    for name in names:
        if not _native.is_readable(name):
            open(name, "rb").close()
    return names


def ask_all(question: str, given: Mapping[str, Any]) -> list[Record]:
    """Asks a question about one puzzle and returns all records of the answer; `given` are the arguments of the question's function."""
    at_once = question == "solve" and not (given.get("odds") or given.get("solution"))
    threads = 0 if at_once else threads_of(given.get("threads"))
    answer = _native.ask(question, options_json(question, given), *record_of(given["puzzle"], given["variant"]), threads)
    return [Record(line) for line in unwrap(answer).split("\n") if line]


def ask(question: str, given: Mapping[str, Any]) -> Record:
    """Asks a question about one puzzle and returns the first record of the answer."""
    return ask_all(question, given)[0]


def ask_files(question: str, given: Mapping[str, Any]) -> Records:
    """Asks a question about all records of files; `given` are the arguments of the question's function."""
    return Records(_native.ask_files(question, options_json(question, given), files_of(given["files"]), given["variant"],
                                     given["format"], threads_of(given["threads"])))


def replayed(given: Mapping[str, Any]) -> list[Record]:
    """Returns the records of `replay`, whose arguments are `given`."""
    return [Record(line) for line in _native.replay(given["games"], options_json("replay", given), given["variant"],
                                                    threads_of(given["threads"]))]


def games() -> list[Record]:
    """Returns the games: their names for `variant`, boards, dice, and the commands that support them.

    >>> [game["name"] for game in games()][:2]
    ['superpermutation-d8', 'superpermutation']
    """
    return [Record(line) for line in _native.games()]


@checked
def faces(puzzle: Puzzle, *, variant: str = DEFAULT_VARIANT) -> dict[Optional[int], tuple[str, ...]]:
    """Returns the mating moves by face. If no die is used, the only face is None.

    >>> faces("8/8/8/4p3/4q3/4bP2/1k1P4/3K4 b")
    {3: ('Be3-f4-f3#',), 4: ('Be3-f4-f3#', 'Qe4-d3-d2#'), 5: ('Qe4-d3-d2#',)}
    """
    rows = ask("solve", {"puzzle": puzzle, "variant": variant})["faces"]
    return {row["face"]: tuple(row["mates"]) for row in rows if row["mates"]}


@dataclass(frozen=True)
class MateFace:
    """The value of one face, in a result of `mate`."""

    face: Optional[int]  #: None if no die is used
    value: Optional[Fraction]  #: None if a limit left it open between `lower` and `upper`
    lower: Fraction
    upper: Fraction
    forced: Optional[bool]  #: whether the mate can be forced whatever is rolled and played; None: unknown
    best: tuple[str, ...]  #: all moves that reach the value


@dataclass(frozen=True)
class Mate:
    """The chance of mate: the result of `mate`."""

    total: Optional[Fraction]  #: the value over all rolls; None if a limit left it open between `lower` and `upper`
    lower: Fraction
    upper: Fraction
    faces: tuple[MateFace, ...]
    record: Record  #: the record of `octomate mate`

    @property
    def is_complete(self) -> bool:
        """Whether the search ended without hitting a limit."""
        return bool(self.record.get("complete", True))


def _values(fields: Mapping[str, Any], name: str) -> tuple[Optional[Fraction], Fraction, Fraction]:
    if fields[name] is None:
        return None, Fraction(fields["lower"]), Fraction(fields["upper"])
    value = Fraction(fields[name])
    return value, value, value


def mate_of(record: Record) -> Mate:
    """Returns a record of `octomate mate` with its values as fractions."""
    rows = tuple(MateFace(row["face"], *_values(row, "value"), row["forced"], tuple(row["best"]))
                 for row in record["faces"])
    return Mate(*_values(record, "total"), rows, record)


@checked
def themes(puzzle: Puzzle, *, variant: str = DEFAULT_VARIANT) -> tuple[str, ...]:
    """Returns the themes that the solution of a puzzle shows.

    >>> "cascade" in themes("Q2Bk3/4N3/4p3/4K3/8/8/8/8 w")
    True
    """
    return tuple(ask("tag", {"puzzle": puzzle, "variant": variant}).get("themes", ()))
