"""The built-in players, and their evaluation of positions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Optional, Union

from . import _native
from .arguments import Path, checked, folder_of
from .position import Board, Move, Position

__all__ = ["Engine", "Evaluation", "Play", "evaluate"]


@dataclass(frozen=True)
class Play:
    """A move with its roll."""

    move: Move
    roll: Optional[int]  #: None if no die was used


class Engine:
    """A player of a level from 1 to 8. The same seed gives the same rolls and moves.

    `tables`: the folder of its endgame tables; "": the default folder.

    >>> engine = Engine(level=3, seed=5)
    >>> board = Board()
    >>> play = engine.play(board)
    >>> board.push(play.move, play.roll) in Position.start().legal_moves(play.roll)
    True
    """

    @checked
    def __init__(self, level: int = 3, seed: int = 1, tables: Path = "") -> None:
        self._player = _native.Player(level, seed, folder_of(tables))

    @checked
    def roll(self, position: Union[Position, Board], ply: Optional[int] = None) -> Optional[int]:
        """Returns the seed's roll after `ply` plies (default: the ply of a board, 0 for a position); None without a die."""
        now, plies = _at(position, ply)
        return self._player.roll(now.fen, now.variant, plies) or None

    @checked
    def play(self, position: Union[Position, Board], roll: Optional[int] = None, ply: Optional[int] = None) -> Play:
        """Returns the move for `roll`, by default the roll of the seed. The board does not change."""
        now, plies = _at(position, ply)
        if roll is None:
            roll = self.roll(now, plies)
        elif roll not in now.rolls:
            raise ValueError(f"{roll} is not a roll of this position")
        uci = self._player.reply(now.fen, now.variant, roll or 0, plies)
        return Play(now.move(uci), roll)


class Evaluation(NamedTuple):
    """The result of a search for the side to move. Values are its chance to win minus its chance to lose."""

    value: float  #: the value of the position before the roll
    rolls: dict[Optional[int], tuple[float, str]]  #: by face, the value and the best move; the face is None if no die is used
    moves: dict[str, float]  #: the values of all legal moves, in the machine form, the best first
    facts: tuple[int, ...]  #: indices of the weights that the static evaluation adds; a negative `n` subtracts the weight `-1 - n`
    sure: float  #: the share of the rolls that win at once; the evaluation adds it without a weight


@checked
def evaluate(position: Union[Position, Board], depth: int = 1) -> Evaluation:
    """Searches a position in which the game goes on, `depth` plies deep.

    >>> found = evaluate(Position.from_fen("7k/8/5K2/8/8/8/6Q1/8 w"))
    >>> found.rolls[7], found.sure
    ((1.0, 'g2g7'), 0.125)
    """
    if not 1 <= depth <= 64:
        raise ValueError(f"depth is {depth}, expected a number from 1 to 64")
    now, _ = _at(position, 0)
    return Evaluation(*_EVALUATOR.evaluate(now.fen, now.variant, depth))


_EVALUATOR = _native.Player(1, 1, "")


def _at(position: Union[Position, Board], ply: Optional[int]) -> tuple[Position, int]:
    board = position if isinstance(position, Board) else Board(position)
    return board.position, board.ply if ply is None else ply
