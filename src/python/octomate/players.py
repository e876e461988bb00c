"""Players that are built in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Union

from . import _native
from .arguments import checked
from .position import Board, Move, Position
from .tables import Path, folder_of

__all__ = ["Engine", "Play"]


@dataclass(frozen=True)
class Play:
    """A move with its roll."""

    move: Move
    roll: Optional[int]  #: None where no die was used


class Engine:
    """A player of a level from 1 to 8. The same seed rolls and plays the same.

    `tables`: the folder of its endgame tables; by default the usual one.

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
        """What its seed rolls after so many plies: those of a board, or 0 for a position; None without a die."""
        now, plies = _at(position, ply)
        return self._player.roll(now.fen, now.variant, plies) or None

    @checked
    def play(self, position: Union[Position, Board], roll: Optional[int] = None, ply: Optional[int] = None) -> Play:
        """What it plays on the roll, by default that of its seed. The board does not change."""
        now, plies = _at(position, ply)
        if roll is None:
            roll = self.roll(now, plies)
        elif roll not in now.rolls:
            raise ValueError(f"{roll} is not a roll of this position")
        uci = self._player.reply(now.fen, now.variant, roll or 0, plies)
        return Play(now.move(uci), roll)


def _at(position: Union[Position, Board], ply: Optional[int]) -> tuple[Position, int]:
    board = position if isinstance(position, Board) else Board(position)
    return board.position, board.ply if ply is None else ply
