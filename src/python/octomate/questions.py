"""The commands of the program as functions, for positions, puzzles and whole files."""

from __future__ import annotations

import inspect
import json
import os
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Iterable, Literal, Mapping, NamedTuple, Optional, Union

from . import _native
from .arguments import checked, described, unknown, wrong
from .errors import good
from .position import DEFAULT_VARIANT, Board, Move, Position, picture
from .records import Record, Records
from .tables import Path, folder_of

__all__ = ["Composed", "Mate", "MateFace", "Puzzle", "analyse", "check", "check_file", "compose", "faces", "games",
           "generate", "mate", "mate_file", "perft", "solve", "solve_file", "svg", "tag", "tag_file", "themes"]

#: A position, or a puzzle: a record, its fields, or a line of JSON, EPD or FEN.
Puzzle = Union[Position, Board, Mapping[str, Any], str]
Files = Union[Path, Iterable[Path]]
Format = Literal["", "lines", "csv", "pgn", "yaml"]


def _record(puzzle: Puzzle, variant: str) -> tuple[str, str]:
    """Returns the text of a puzzle, and the game of records that name none."""
    if isinstance(puzzle, Board):
        puzzle = puzzle.position
    if isinstance(puzzle, Position):
        return puzzle.fen, puzzle.variant
    if isinstance(puzzle, Record):
        return puzzle.json, variant
    return (puzzle if isinstance(puzzle, str) else json.dumps(dict(puzzle))), variant


def _threads(threads: Optional[int]) -> int:
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return threads


def _files(files: Files) -> list[str]:
    """Returns the names of the files; raises OSError if one cannot be read."""
    names = [os.fspath(file) for file in ([files] if isinstance(files, (str, os.PathLike)) else files)]
    for name in names:
        if not _native.is_readable(name):
            open(name, "rb").close()
    return names


def _first(answer: tuple[bool, str]) -> Record:
    return Record(good(answer).split("\n", 1)[0])


def _json(question: str, options: Mapping[str, Any]) -> str:
    """Returns the options that differ from their defaults as JSON, by the names that all front ends share."""
    given = {}
    for option in described(question):
        value = options[option["python"]]
        value = folder_of(value) if option["python"] == "tables" else value
        if value is not None and value != option["default"]:
            given[option["name"]] = value
    return json.dumps(given)


def _ask(question: str, puzzle: Puzzle, variant: str, threads: int, **options: Any) -> Record:
    return _first(_native.ask(question, _json(question, options), *_record(puzzle, variant), threads))


def _ask_files(question: str, files: Files, variant: str, format: str, threads: Optional[int], **options: Any) -> Records:
    return Records(_native.ask_files(question, _json(question, options), _files(files), variant, format, _threads(threads)))


def games() -> list[Record]:
    """Returns the games: their names for `variant`, boards, dice, and the commands that support them.

    >>> [game["name"] for game in games()][:2]
    ['superpermutation-d8', 'superpermutation']
    """
    return [Record(line) for line in _native.games()]


@checked
def solve(puzzle: Puzzle, *, list_moves: bool = False, odds: bool = False, tables: Path = "", scene: bool = False,
          solution: bool = False, tries: Optional[int] = None, seconds: float = 0, nodes: int = 0, hash_mib: int = 64,
          threads: Optional[int] = None, variant: str = DEFAULT_VARIANT) -> Record:
    """Returns the record of `octomate solve`.

    `odds`: adds the values from the endgame tables in `tables`. `scene`: the board, and the answer in words. `solution`: as
    composers print it, with at most `tries` tries a roll, within `seconds` or `nodes`.

    >>> solve("7k/8/5K2/8/8/8/6Q1/8 w")["winning"]
    [7]
    """
    return _ask("solve", puzzle, variant, _threads(threads) if odds or solution else 0, list_moves=list_moves, odds=odds,
                tables=tables, scene=scene, solution=solution, tries=tries, seconds=seconds, nodes=nodes, hash_mib=hash_mib)


@checked
def faces(puzzle: Puzzle, *, variant: str = DEFAULT_VARIANT) -> dict[Optional[int], tuple[str, ...]]:
    """Returns the mating moves by face. If no die is used, the only face is None.

    >>> faces("8/8/8/4p3/4q3/4bP2/1k1P4/3K4 b")
    {3: ('Be3-f4-f3#',), 4: ('Be3-f4-f3#', 'Qe4-d3-d2#'), 5: ('Qe4-d3-d2#',)}
    """
    rows = solve(puzzle, variant=variant)["faces"]
    return {row["face"]: tuple(row["mates"]) for row in rows if row["mates"]}


@dataclass(frozen=True)
class MateFace:
    """One roll of `mate`."""

    face: Optional[int]  #: None if no die is used
    value: Optional[Fraction]  #: None if a limit left it open between `lower` and `upper`
    lower: Fraction
    upper: Fraction
    forced: Optional[bool]  #: whether the mate can be forced whatever is rolled and played; None: unknown
    best: tuple[str, ...]  #: all moves that reach the value


@dataclass(frozen=True)
class Mate:
    """How likely, or how certain, mate is."""

    total: Optional[Fraction]  #: over all rolls; None if a limit left it open between `lower` and `upper`
    lower: Fraction
    upper: Fraction
    faces: tuple[MateFace, ...]
    record: Record  #: of `octomate mate`

    @property
    def is_complete(self) -> bool:
        """Whether no limit was hit."""
        return bool(self.record.get("complete", True))


def _values(fields: Mapping[str, Any], name: str) -> tuple[Optional[Fraction], Fraction, Fraction]:
    if fields[name] is None:
        return None, Fraction(fields["lower"]), Fraction(fields["upper"])
    value = Fraction(fields[name])
    return value, value, value


@checked
def mate(puzzle: Puzzle, n: int = 0, *, dice: Literal["mean", "every", "some"] = "mean",
         defence: Literal["best", "help"] = "best", stipulation: Optional[str] = None, lines: int = 10, set_play: bool = False, solution: bool = False,
         tries: Optional[int] = None, tables: Path = "", seconds: float = 0, nodes: int = 0, hash_mib: int = 64,
         threads: Optional[int] = None, variant: str = DEFAULT_VARIANT) -> Mate:
    """Returns the exact chance of mate within `n` moves of the side to move (0: the number in the record).

    `dice`: "mean", "every" or "some"; `defence`: "best" or "help"; see `octomate mate`. Where an endgame table in
    `tables` covers the position, the record has its values, too.

    >>> mate("7k/8/5K2/8/8/8/6Q1/8 w", 2).total
    Fraction(11, 64)
    """
    record = _ask("mate", puzzle, variant, _threads(threads), n=n, stipulation=stipulation, dice=dice, defence=defence, lines=lines,
                  set_play=set_play, solution=solution, tries=tries, tables=tables, seconds=seconds, nodes=nodes, hash_mib=hash_mib)
    rows = tuple(MateFace(row["face"], *_values(row, "value"), row["forced"], tuple(row["best"]))
                 for row in record["faces"])
    return Mate(*_values(record, "total"), rows, record)


@checked
def check(puzzle: Puzzle, *, key: Optional[str] = None, superfluous: bool = True, strict: bool = False, legal: bool = False,
          seconds: float = 0, nodes: int = 0, hash_mib: int = 64, threads: Optional[int] = None,
          variant: str = DEFAULT_VARIANT) -> Record:
    """Returns the record of `octomate check`: the "verdict" on the key and the reasons, and the records of the "twins".

    >>> check({"fen": "8/b2k4/1n2p3/2K5/8/8/4q3/8 b", "key": {"5": ["Nb6-d5"]}})["extra"]
    {'6': ['Qe2-c4#']}
    """
    return _ask("check", puzzle, variant, _threads(threads), key=key, superfluous=superfluous, strict=strict, legal=legal,
                seconds=seconds, nodes=nodes, hash_mib=hash_mib)


@checked
def tag(puzzle: Puzzle, *, seconds: float = 0, nodes: int = 0, hash_mib: int = 64, threads: Optional[int] = None,
        variant: str = DEFAULT_VARIANT) -> Record:
    """Returns the puzzle with its themes, number of men and scores.

    >>> tagged = tag("8/8/8/4p3/4q3/4bP2/1k1P4/3K4 b")
    >>> tagged["men"], tagged["difficulty"] > 0
    (7, True)
    """
    return _ask("tag", puzzle, variant, _threads(threads), seconds=seconds, nodes=nodes, hash_mib=hash_mib)


@checked
def themes(puzzle: Puzzle, *, variant: str = DEFAULT_VARIANT) -> tuple[str, ...]:
    """Returns the themes that the solution of a puzzle shows.

    >>> "cascade" in themes("Q2Bk3/4N3/4p3/4K3/8/8/8/8 w")
    True
    """
    return tuple(tag(puzzle, variant=variant).get("themes", ()))


@checked
def analyse(puzzle: Puzzle, *, moves: int = 2, roll: Optional[int] = None, tables: Path = "", rollout: int = 0,
            seed: int = 1, candidates: int = 3, depth: int = 1, plies: int = 200, hash_mib: int = 64,
            threads: Optional[int] = None, variant: str = DEFAULT_VARIANT) -> Record:
    """Returns the record of `octomate analyse`: mates, threats, which side is favoured, and values from endgame tables.

    `tables`: their folder ("": the default one), in which small tables are made on first use.
    `rollout`: plays this many games, 3 or more, from each of the best moves, in a game with a die; `seed`,
    `candidates`, `depth` and `plies` are the command's.

    >>> analysis = analyse("6k1/8/8/4p3/4q3/4bP2/3P4/2BK4 b")
    >>> sorted(set(analysis) & {"faces", "mate", "threats"})
    ['faces', 'mate', 'threats']
    """
    if rollout in (1, 2):
        raise wrong("rollout", rollout, "0, or 3 or more")
    return _ask("analyse", puzzle, variant, _threads(threads), moves=moves, roll=roll, tables=tables, rollout=rollout, seed=seed,
                candidates=candidates, depth=depth, plies=plies, hash_mib=hash_mib)


@checked
def perft(puzzle: Puzzle, depth: int, *, rolls: Literal["none", "sum"] = "none", divide: bool = False,
          variant: str = DEFAULT_VARIANT) -> Record:
    """Returns the record of `octomate perft`: the number of lines of `depth` plies.

    `rolls`: "none" counts every legal move once, "sum" adds up the faces at each ply. `divide`: also the count for each first move.

    >>> perft(Position.start(), 3)["nodes"]
    20879
    """
    return _ask("perft", puzzle, variant, 1, depth=depth, rolls=rolls, divide=divide)


class Composed(NamedTuple):
    """The result of `compose`."""

    puzzles: tuple[Record, ...]
    complete: bool  #: `count` positions were found; with `exhaustive`: every position was judged, so there are no others
    judged: int  #: the number of positions that were judged


@checked
def compose(spec: Union[Mapping[str, Any], str], *, count: int = 1, seed: int = 1, nodes: int = 0, seconds: float = 0,
            exhaustive: int = 0, strict: bool = True, threads: Optional[int] = None,
            variant: str = DEFAULT_VARIANT) -> Composed:
    """Composes positions that meet a spec, as `octomate compose` does; the help of the command lists the fields.

    `exhaustive`: finds all positions of up to this many men, instead of `count` positions.

    >>> found = compose({"key": {"7": ["Q*#"]}, "men": {"h8": "k"}}, seed=3)
    >>> found.complete, found.puzzles[0]["key"].keys()
    (True, dict_keys(['7']))
    """
    if exhaustive == 1:
        raise wrong("exhaustive", exhaustive, "0, or 2 or more")
    text = spec if isinstance(spec, str) else json.dumps(dict(spec))
    is_good, records, complete, judged = _native.compose(text, variant, _threads(threads), count, seed, nodes, seconds,
                                                         exhaustive, strict)
    return Composed(tuple(map(Record, good((is_good, records)).splitlines())), complete, judged)


@checked
def svg(puzzle: Puzzle, move: Union[Move, str] = "", *, dark: bool = False, width: int = 480, flip: bool = False,
        variant: str = DEFAULT_VARIANT) -> str:
    """Returns a picture of a puzzle with its roll as SVG; marks `move`, a legal move, if it is given.

    >>> "<title>" in svg("7k/8/5K2/8/8/8/6Q1/8 w", "Qg2-g7#")
    True
    """
    return picture(*_record(puzzle, variant), str(move), dark=dark, width=width, flip=flip)


@checked
def solve_file(files: Files, *, list_moves: bool = False, odds: bool = False, tables: Path = "", scene: bool = False,
               solution: bool = False, tries: Optional[int] = None, seconds: float = 0, nodes: int = 0, hash_mib: int = 64,
               format: Format = "", threads: Optional[int] = None, variant: str = DEFAULT_VARIANT) -> Records:
    """Returns the records of `octomate solve` in the order of the input, computed in parallel.

    An invalid line gives a record with an `error`. `format`: "lines", "csv", "pgn" or "yaml"; by
    default the first record of a file decides. A file that cannot be read raises OSError at its end.
    """
    return _ask_files("solve", files, variant, format, threads, list_moves=list_moves, odds=odds, tables=tables, scene=scene,
                      solution=solution, tries=tries, seconds=seconds, nodes=nodes, hash_mib=hash_mib)


@checked
def mate_file(files: Files, n: int = 0, *, stipulation: Optional[str] = None, dice: Literal["mean", "every", "some"] = "mean",
              defence: Literal["best", "help"] = "best", lines: int = 10, set_play: bool = False, solution: bool = False,
              tries: Optional[int] = None, tables: Path = "", seconds: float = 0, nodes: int = 0, hash_mib: int = 64,
              format: Format = "", threads: Optional[int] = None, variant: str = DEFAULT_VARIANT) -> Records:
    """Returns the records of `octomate mate`; see `mate` and `solve_file`."""
    return _ask_files("mate", files, variant, format, threads, n=n, stipulation=stipulation, dice=dice, defence=defence,
                      lines=lines, set_play=set_play, solution=solution, tries=tries, tables=tables, seconds=seconds,
                      nodes=nodes, hash_mib=hash_mib)


@checked
def check_file(files: Files, *, key: Optional[str] = None, superfluous: bool = True, strict: bool = False, legal: bool = False,
               seconds: float = 0, nodes: int = 0, hash_mib: int = 64, format: Format = "", threads: Optional[int] = None,
               variant: str = DEFAULT_VARIANT) -> Records:
    """Returns the records of `octomate check`; the records of twins follow that of their diagram. See `solve_file`."""
    return _ask_files("check", files, variant, format, threads, key=key, superfluous=superfluous, strict=strict, legal=legal,
                      seconds=seconds, nodes=nodes, hash_mib=hash_mib)


@checked
def tag_file(files: Files, *, seconds: float = 0, nodes: int = 0, hash_mib: int = 64, format: Format = "",
             threads: Optional[int] = None, variant: str = DEFAULT_VARIANT) -> Records:
    """Returns the puzzles with their themes and scores; see `tag` and `solve_file`."""
    return _ask_files("tag", files, variant, format, threads, seconds=seconds, nodes=nodes, hash_mib=hash_mib)


_LEFT_TO_THE_COMMAND = {"certificate", "force", "format", "help", "output", "progress", "quiet", "resume", "tables", "threads",
                        "to", "variant", "want"}
#: The options of `octomate generate` by their names in Python: the option that switches each on, whether it has a
#: value, and the option that switches it off, in a list that may be empty.
_GENERATE = {
    "from_" if on == "--from" else on[2:].replace("-", "_"): (on, has_value, off)
    for names, has_value in _native.generate_options()
    for on, *off in [[name for name in names.split(",") if name.startswith("--")]]
    if on[2:] not in _LEFT_TO_THE_COMMAND
}
_SOURCES = ("play", "place", "table")


def _words(options: Mapping[str, Any]) -> list[str]:
    words: list[str] = []
    for name, value in options.items():
        if name not in _GENERATE:
            raise unknown("generate", name, ("threads", "variant", *_GENERATE))
        on, has_value, off = _GENERATE[name]
        if value is None:
            continue
        if isinstance(value, bool) == has_value:
            raise wrong(name, value, "a value of the command's option" if has_value else "True or False")
        if not has_value:
            words += [on] if value else off
        elif on == "--exclude" or on == "--from" and value not in _SOURCES:
            words += [f"{on}={file}" for file in _files(value)]
        elif isinstance(value, (list, tuple, set, frozenset)):
            words.append(f"{on}={','.join(map(str, value))}")
        else:
            words.append(f"{on}={value}")
    return words


@checked
def generate(*, threads: Optional[int] = None, variant: str = DEFAULT_VARIANT, **options: Any) -> Records:
    """Generates puzzles as `octomate generate` does; the same options and seed give the same puzzles.

    The options are those of the command without the dashes: `count=5`, `economical=True`, `theme=["promotion"]`,
    `from_="place"`, `min_quality=50`, `spread=False`. Options for output files are not available. Raises ValueError.

    >>> with generate(count=2, seed=3, economical=True) as puzzles:
    ...     [sorted(puzzle["key"]) != [] for puzzle in puzzles]
    [True, True]
    """
    return Records(_native.generate(_words(options), variant, _threads(threads)))


setattr(generate, "__signature__", inspect.signature(generate).replace(parameters=[
    *list(inspect.signature(generate).parameters.values())[:2],
    *(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in _GENERATE)]))
