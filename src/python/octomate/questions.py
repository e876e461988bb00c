"""The questions about puzzles as functions. Written by scripts/generate-interfaces."""

from __future__ import annotations

from typing import Literal, Optional, Union

from .arguments import Path, checked
from .asking import Files, Format, Mate, Puzzle, ask, ask_all, ask_files, mate_of, record_of, replayed
from .position import DEFAULT_VARIANT, Move, Position, picture
from .records import Record, Records

__all__ = ["analyse", "check", "check_file", "mate", "mate_file", "perft", "proof", "replay", "retract", "solve", "solve_file", "svg", "tag", "tag_file"]


@checked
def solve(
    puzzle: Puzzle,
    *,
    list_moves: bool = False,
    odds: bool = False,
    tables: Path = "",
    scene: bool = False,
    solution: bool = False,
    tries: Optional[int] = None,
    hash_mib: int = 64,
    seconds: float = 0,
    nodes: int = 0,
    threads: Optional[int] = None,
    variant: str = DEFAULT_VARIANT,
) -> Record:
    """Returns the record of `octomate solve`.

    `list_moves`: List all moves on each face.
    `odds`: Add the value of each roll and move, where an endgame table covers the position.
    `tables`: The folder of endgame tables.
    `scene`: Add the board, the outcome and the answer in words to the record.
    `solution`: Add the solution as composers print it: set play, tries, keys, variations.
    `tries`: The greatest number of tries on each roll (default: 1, and 3 where no die is used); from 0 to 100.
    `hash_mib`: Size of the transposition table in MiB (default: 64); from 0 to 1,048,576.
    `seconds`: Give up on a puzzle after this many seconds.
    `nodes`: Give up after this many positions, with one thread, so that results are reproducible.
    `threads`: Number of threads (default: all).
    `variant`: The game of puzzles that name none.

    >>> solve("7k/8/5K2/8/8/8/6Q1/8 w")["winning"]
    [7]
    """
    return ask("solve", locals())


@checked
def mate(
    puzzle: Puzzle,
    n: int = 0,
    *,
    stipulation: Optional[str] = None,
    dice: Literal["mean", "every", "some"] = "mean",
    defence: Literal["best", "help"] = "best",
    hash_mib: int = 64,
    seconds: float = 0,
    nodes: int = 0,
    lines: int = 10,
    set_play: bool = False,
    tables: Path = "",
    solution: bool = False,
    tries: Optional[int] = None,
    threads: Optional[int] = None,
    variant: str = DEFAULT_VARIANT,
) -> Mate:
    """Returns the exact chance of mate within `n` moves of the side to move.

    `n`: Mate within N moves of the side to move (default: as the record says); from 1 to 100.
    `stipulation`: The stipulation of records without one: #2, =2, h#2, h#2.5, s#2, r#2, ser-#4, ser-h#3, ….
    `dice`: How rolls are valued (default: mean; for helpmates and series some).
    `defence`: What the opponent plays (default: best).
    `hash_mib`: Size of the transposition table in MiB (default: 64); from 0 to 1,048,576.
    `seconds`: Give up on a puzzle after this many seconds.
    `nodes`: Give up after this many positions, with one thread, so that results are reproducible.
    `lines`: The greatest number of lines printed for a help or series stipulation (default: 10); from 0 to 1,000,000.
    `set_play`: Add set play: the lines of a help stipulation in which the other side begins.
    `tables`: The folder of endgame tables.
    `solution`: Add the solution as composers print it: set play, tries, keys, variations.
    `tries`: The greatest number of tries on each roll (default: 1, and 3 where no die is used); from 0 to 100.
    `threads`: Number of threads (default: all).
    `variant`: The game of puzzles that name none.

    >>> mate("7k/8/5K2/8/8/8/6Q1/8 w", 2).total
    Fraction(11, 64)
    """
    return mate_of(ask("mate", locals()))


@checked
def check(
    puzzle: Puzzle,
    *,
    key: Optional[str] = None,
    superfluous: bool = True,
    strict: bool = False,
    legal: bool = False,
    hash_mib: int = 64,
    seconds: float = 0,
    nodes: int = 0,
    threads: Optional[int] = None,
    variant: str = DEFAULT_VARIANT,
) -> Record:
    """Returns the record of `octomate check`: the "verdict" on the key, the reasons, and the records of the "twins".

    `key`: The key of the one position, in place of the record's: faces with their moves, as in '5:Qa8-e4-e7# 6:Qe2-c4#'; in
        check or without a die '-:…'.
    `superfluous`: Look for superfluous men.
    `strict`: Count duals and shorter mates in variations of full length.
    `legal`: Report whether a game leads to the position, as octomate proof does.
    `hash_mib`: Size of the transposition table in MiB (default: 64); from 0 to 1,048,576.
    `seconds`: Give up on a puzzle after this many seconds.
    `nodes`: Give up after this many positions, with one thread, so that results are reproducible.
    `threads`: Number of threads (default: all).
    `variant`: The game of puzzles that name none.

    >>> check({"fen": "8/b2k4/1n2p3/2K5/8/8/4q3/8 b", "key": {"5": ["Nb6-d5"]}})["extra"]
    {'6': ['Qe2-c4#']}
    """
    return ask("check", locals())


@checked
def tag(
    puzzle: Puzzle,
    *,
    hash_mib: int = 64,
    seconds: float = 0,
    nodes: int = 0,
    threads: Optional[int] = None,
    variant: str = DEFAULT_VARIANT,
) -> Record:
    """Returns the puzzle with its themes, number of men and scores.

    `hash_mib`: Size of the transposition table in MiB (default: 64); from 0 to 1,048,576.
    `seconds`: Give up on a puzzle after this many seconds.
    `nodes`: Give up after this many positions, with one thread, so that results are reproducible.
    `threads`: Number of threads (default: all).
    `variant`: The game of puzzles that name none.

    >>> tagged = tag("8/8/8/4p3/4q3/4bP2/1k1P4/3K4 b")
    >>> tagged["men"], tagged["difficulty"] > 0
    (7, True)
    """
    return ask("tag", locals())


@checked
def retract(
    puzzle: Puzzle,
    *,
    threads: Optional[int] = None,
    variant: str = DEFAULT_VARIANT,
) -> list[Record]:
    """Returns the records of `octomate retract`: the positions from which a legal move leads to that of the puzzle.

    `threads`: Number of threads (default: all).
    `variant`: The game of puzzles that name none.

    >>> retract("4k3/8/8/8/8/8/8/4K2R b")[0]["move"]
    'Rh7-h1'
    """
    return ask_all("retract", locals())


@checked
def proof(
    puzzle: Puzzle,
    *,
    seconds: float = 0,
    nodes: int = 0,
    threads: Optional[int] = None,
    variant: str = DEFAULT_VARIANT,
) -> Record:
    """Returns the record of `octomate proof`: the "verdict" on whether a game leads to the position, and the game or the reason.

    `seconds`: Give up after this many seconds (default: 10).
    `nodes`: Give up after this many positions, with one thread, so that results are reproducible.
    `threads`: Number of threads (default: all).
    `variant`: The game of puzzles that name none.

    >>> proof("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b")["length"]
    5
    """
    return ask("proof", locals())


@checked
def analyse(
    puzzle: Puzzle,
    *,
    moves: int = 2,
    hash_mib: int = 64,
    tables: Path = "",
    roll: Optional[int] = None,
    rollout: int = 0,
    candidates: int = 3,
    plies: int = 200,
    depth: int = 1,
    seed: int = 1,
    threads: Optional[int] = None,
    variant: str = DEFAULT_VARIANT,
) -> Record:
    """Returns the record of `octomate analyse`: mates, threats, which side is favoured, and values from endgame tables.

    Small tables are made on first use.

    `moves`: Look for mates within this many moves (default: 2); from 2 to 10.
    `hash_mib`: Size of the transposition table in MiB (default: 64); from 0 to 1,048,576.
    `tables`: The folder of endgame tables.
    `roll`: The roll (default: all faces); from 1 to 100.
    `rollout`: Play this many games from each of the best moves; from 3 to 100,000,000.
    `candidates`: With `rollout`: number of moves on each face (default: 3); from 1 to 1,000.
    `plies`: With `rollout`: maximum length of a game (default: 200); from 1 to 100,000.
    `depth`: With `rollout`: search depth of both sides in plies (default: 1); from 1 to 4.
    `seed`: With `rollout`: random seed (default: 1).
    `threads`: Number of threads (default: all).
    `variant`: The game of puzzles that name none.

    >>> analysis = analyse("6k1/8/8/4p3/4q3/4bP2/3P4/2BK4 b")
    >>> sorted(set(analysis) & {"faces", "mate", "threats"})
    ['faces', 'mate', 'threats']
    """
    return ask("analyse", locals())


@checked
def perft(
    puzzle: Puzzle,
    depth: int,
    *,
    rolls: Literal["none", "sum"] = "none",
    divide: bool = False,
    variant: str = DEFAULT_VARIANT,
) -> Record:
    """Returns the record of `octomate perft`: the number of lines of `depth` plies.

    `depth`: Number of plies; from 0 to 100.
    `rolls`: Count each move once (none, the default), or add the counts of all faces (sum).
    `divide`: Add the count of each first move.
    `variant`: The game of puzzles that name none.

    >>> perft(Position.start(), 3)["nodes"]
    20879
    """
    return ask("perft", locals())


@checked
def svg(
    puzzle: Puzzle,
    move: Union[Move, str] = "",
    *,
    dark: bool = False,
    flip: bool = False,
    width: int = 480,
    variant: str = DEFAULT_VARIANT,
) -> str:
    """Returns a picture of a puzzle with its roll as SVG.

    `move`: A legal move to mark on the board.
    `dark`: Use the colours for a dark page.
    `flip`: Show the board from Black's side.
    `width`: Width in pixels (default: 480); from 1 to 10,000.
    `variant`: The game of puzzles that name none.

    >>> "<title>" in svg("7k/8/5K2/8/8/8/6Q1/8 w", "Qg2-g7#")
    True
    """
    return picture(*record_of(puzzle, variant), locals())


@checked
def replay(
    games: str,
    *,
    analyse: bool = False,
    depth: Optional[int] = None,
    tables: Path = "",
    threads: Optional[int] = None,
    variant: str = DEFAULT_VARIANT,
) -> list[Record]:
    """Returns the records of `octomate replay` for a text with games: one of each ply and of each game.

    `analyse`: Separate luck from skill.
    `depth`: Search depth of each move in plies (default: 3, or 5 in games without a die on the usual board; in a page and
        over HTTP 2, or 3 without a die); from 1 to 6.
    `tables`: The folder of endgame tables.
    `threads`: Number of threads (default: all).
    `variant`: The variant of games that name none.

    >>> [ply["fault"] for ply in replay("(5) e2-e4 (1) h7-h5")[:-1]]
    [None, None]
    """
    return replayed(locals())


@checked
def solve_file(
    files: Files,
    *,
    list_moves: bool = False,
    odds: bool = False,
    tables: Path = "",
    scene: bool = False,
    solution: bool = False,
    tries: Optional[int] = None,
    hash_mib: int = 64,
    seconds: float = 0,
    nodes: int = 0,
    format: Format = "",
    threads: Optional[int] = None,
    variant: str = DEFAULT_VARIANT,
) -> Records:
    """Returns the records of `octomate solve` in the order of the input, computed in parallel.

    An invalid line gives a record with an `error`. A file that cannot be read raises OSError at its end.

    `list_moves`: List all moves on each face.
    `odds`: Add the value of each roll and move, where an endgame table covers the position.
    `tables`: The folder of endgame tables.
    `scene`: Add the board, the outcome and the answer in words to the record.
    `solution`: Add the solution as composers print it: set play, tries, keys, variations.
    `tries`: The greatest number of tries on each roll (default: 1, and 3 where no die is used); from 0 to 100.
    `hash_mib`: Size of the transposition table in MiB (default: 64); from 0 to 1,048,576.
    `seconds`: Give up on a puzzle after this many seconds.
    `nodes`: Give up after this many positions, with one thread, so that results are reproducible.
    `format`: The format of the files: "lines", "csv", "pgn" or "yaml"; by default the first record of each decides.
    `threads`: Number of threads (default: all).
    `variant`: The game of puzzles that name none.
    """
    return ask_files("solve", locals())


@checked
def mate_file(
    files: Files,
    n: int = 0,
    *,
    stipulation: Optional[str] = None,
    dice: Literal["mean", "every", "some"] = "mean",
    defence: Literal["best", "help"] = "best",
    hash_mib: int = 64,
    seconds: float = 0,
    nodes: int = 0,
    lines: int = 10,
    set_play: bool = False,
    tables: Path = "",
    solution: bool = False,
    tries: Optional[int] = None,
    format: Format = "",
    threads: Optional[int] = None,
    variant: str = DEFAULT_VARIANT,
) -> Records:
    """Returns the records of `octomate mate`; see `mate` and `solve_file`.

    `n`: Mate within N moves of the side to move (default: as the record says); from 1 to 100.
    `stipulation`: The stipulation of records without one: #2, =2, h#2, h#2.5, s#2, r#2, ser-#4, ser-h#3, ….
    `dice`: How rolls are valued (default: mean; for helpmates and series some).
    `defence`: What the opponent plays (default: best).
    `hash_mib`: Size of the transposition table in MiB (default: 64); from 0 to 1,048,576.
    `seconds`: Give up on a puzzle after this many seconds.
    `nodes`: Give up after this many positions, with one thread, so that results are reproducible.
    `lines`: The greatest number of lines printed for a help or series stipulation (default: 10); from 0 to 1,000,000.
    `set_play`: Add set play: the lines of a help stipulation in which the other side begins.
    `tables`: The folder of endgame tables.
    `solution`: Add the solution as composers print it: set play, tries, keys, variations.
    `tries`: The greatest number of tries on each roll (default: 1, and 3 where no die is used); from 0 to 100.
    `format`: The format of the files: "lines", "csv", "pgn" or "yaml"; by default the first record of each decides.
    `threads`: Number of threads (default: all).
    `variant`: The game of puzzles that name none.
    """
    return ask_files("mate", locals())


@checked
def check_file(
    files: Files,
    *,
    key: Optional[str] = None,
    superfluous: bool = True,
    strict: bool = False,
    legal: bool = False,
    hash_mib: int = 64,
    seconds: float = 0,
    nodes: int = 0,
    format: Format = "",
    threads: Optional[int] = None,
    variant: str = DEFAULT_VARIANT,
) -> Records:
    """Returns the records of `octomate check`; see `check` and `solve_file`.

    The records of twins follow that of their diagram.

    `key`: The key of the one position, in place of the record's: faces with their moves, as in '5:Qa8-e4-e7# 6:Qe2-c4#'; in
        check or without a die '-:…'.
    `superfluous`: Look for superfluous men.
    `strict`: Count duals and shorter mates in variations of full length.
    `legal`: Report whether a game leads to the position, as octomate proof does.
    `hash_mib`: Size of the transposition table in MiB (default: 64); from 0 to 1,048,576.
    `seconds`: Give up on a puzzle after this many seconds.
    `nodes`: Give up after this many positions, with one thread, so that results are reproducible.
    `format`: The format of the files: "lines", "csv", "pgn" or "yaml"; by default the first record of each decides.
    `threads`: Number of threads (default: all).
    `variant`: The game of puzzles that name none.
    """
    return ask_files("check", locals())


@checked
def tag_file(
    files: Files,
    *,
    hash_mib: int = 64,
    seconds: float = 0,
    nodes: int = 0,
    format: Format = "",
    threads: Optional[int] = None,
    variant: str = DEFAULT_VARIANT,
) -> Records:
    """Returns the puzzles with their themes and scores; see `tag` and `solve_file`.

    `hash_mib`: Size of the transposition table in MiB (default: 64); from 0 to 1,048,576.
    `seconds`: Give up on a puzzle after this many seconds.
    `nodes`: Give up after this many positions, with one thread, so that results are reproducible.
    `format`: The format of the files: "lines", "csv", "pgn" or "yaml"; by default the first record of each decides.
    `threads`: Number of threads (default: all).
    `variant`: The game of puzzles that name none.
    """
    return ask_files("tag", locals())
