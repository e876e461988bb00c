"""Positions and moves of all games."""

from __future__ import annotations

import json
from typing import Any, Iterator, Mapping, Optional, Sequence, Union, overload

from . import _native
from .arguments import checked, options_json
from .errors import InputError, error_of, unwrap

__all__ = ["DEFAULT_VARIANT", "Board", "LegalMoves", "Move", "Position"]

#: The game of positions and records that name none.
DEFAULT_VARIANT = "superpermutation-d8"


def picture(record: str, variant: str, given: Mapping[str, Any]) -> str:
    """Returns an SVG of the position in `record`; `given` are the arguments of `svg`; an empty `move` marks none."""
    options = options_json("svg", {**given, "move": given["move"] or None})
    return str(json.loads(unwrap(_native.ask("svg", options, record, variant, 0)))["svg"])


class Move:
    """A legal move of a position.

    >>> move = Position.from_fen("7k/8/5K2/8/8/8/6Q1/8 w").move("Qg7")
    >>> move.uci, move.notation, move.faces, move.is_mate
    ('g2g7', 'Qg2-g7#', (7,), True)
    """

    __slots__ = ("_record",)

    def __init__(self, record: Mapping[str, Any]) -> None:
        self._record = record

    @property
    def uci(self) -> str:
        """The move in machine form."""
        return str(self._record["uci"])

    @property
    def notation(self) -> str:
        """The move in full notation, with the cascade and + or #."""
        return str(self._record["move"])

    @property
    def faces(self) -> Optional[tuple[int, ...]]:
        """The faces on which the move may be played; None if no die is used."""
        faces = self._record["faces"]
        return None if faces is None else tuple(faces)

    @property
    def is_check(self) -> bool:
        """Whether the move gives check."""
        return bool(self._record["check"])

    @property
    def is_mate(self) -> bool:
        """Whether the move mates."""
        return bool(self._record["mate"])

    @property
    def fen(self) -> str:
        """The FEN of the position after the move."""
        return str(self._record["fen"])

    @property
    def facts(self) -> Mapping[str, Any]:
        """The whole record of `octomate moves`, with fields that only some games have, such as "cascade"."""
        return self._record

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return (self.uci, self.fen) == (other.uci, other.fen)

    def __hash__(self) -> int:
        return hash((self.uci, self.fen))

    def __str__(self) -> str:
        return self.notation

    def __repr__(self) -> str:
        return f"<Move {self.notation}>"


class LegalMoves(Sequence[Move]):
    """The legal moves of a position in the order of their machine forms: iterable, with `len` and `in`.

    >>> moves = Position.start().legal_moves(roll=5)
    >>> len(moves), "e2e4" in moves, "a2a4" in moves
    (2, True, False)
    """

    def __init__(self, moves: Sequence[Move]) -> None:
        self._moves = tuple(moves)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> LegalMoves: ...
    def __getitem__(self, index: Union[int, slice]) -> Union[Move, LegalMoves]:
        return LegalMoves(self._moves[index]) if isinstance(index, slice) else self._moves[index]

    def __iter__(self) -> Iterator[Move]:
        return iter(self._moves)

    def __len__(self) -> int:
        return len(self._moves)

    def __contains__(self, move: object) -> bool:
        """Checks for a move, given as a Move, in machine form or in full notation."""
        if isinstance(move, str):
            return any(move in (legal.uci, legal.notation) for legal in self._moves)
        return move in self._moves

    def __repr__(self) -> str:
        return f"<LegalMoves ({', '.join(map(str, self._moves))})>"


class Position:
    """A position of a game; immutable.

    >>> position = Position.from_fen("7k/8/5K2/8/8/8/6Q1/8 w")
    >>> position.turn, position.is_check(), position.rolls
    ('white', False, (1, 2, 3, 4, 5, 6, 7, 8))
    >>> after = position.play("Qg7", roll=7)
    >>> after.fen, after.outcome()
    ('7k/6Q1/5K2/8/8/8/8/8 b - - 0 1', 'white')
    """

    __slots__ = ("_variant", "_fen", "_turn", "_check", "_outcome", "_rolls", "_moves")

    @checked
    def __init__(self, fen: str, variant: str = DEFAULT_VARIANT) -> None:
        described = _native.describe(fen, variant)
        if not described[0]:
            raise error_of(described[1])
        _, self._fen, self._turn, self._check, outcome, self._rolls = described
        self._outcome: Optional[str] = json.loads(outcome)
        self._variant = variant
        self._moves: Optional[LegalMoves] = None

    @classmethod
    @checked
    def from_fen(cls, fen: str, variant: str = DEFAULT_VARIANT) -> Position:
        """Parses a FEN; raises InputError if it is invalid."""
        return cls(fen, variant)

    @classmethod
    @checked
    def start(cls, variant: str = DEFAULT_VARIANT) -> Position:
        """Returns the position at the start of the game.

        >>> Position.start("complete-permutation").turn
        'white'
        """
        return cls(_native.start(variant), variant)

    @property
    def fen(self) -> str:
        """The normalised FEN."""
        return self._fen

    @property
    def variant(self) -> str:
        """The name of the game."""
        return self._variant

    @property
    def turn(self) -> str:
        """The side to move: "white" or "black"."""
        return self._turn

    @property
    def rolls(self) -> tuple[int, ...]:
        """The faces of the die, all equally likely; empty if no die is used."""
        return self._rolls

    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        return self._check

    def outcome(self) -> Optional[str]:
        """"white" or "black" if that side has won, "draw", or None while the game goes on."""
        return self._outcome

    @checked
    def legal_moves(self, roll: Optional[int] = None) -> LegalMoves:
        """All legal moves, or those that may be played on a roll."""
        if self._moves is None:
            moves = json.loads(unwrap(_native.ask("moves", "{}", self._fen, self._variant, 0)))
            self._moves = LegalMoves([Move(move) for move in moves])
        if roll is None:
            return self._moves
        if roll not in self._rolls:
            raise ValueError(f"{roll} is not a roll of this position")
        return LegalMoves([move for move in self._moves if roll in (move.faces or ())])

    @checked
    def move(self, text: str) -> Move:
        """Parses a legal move in full or short notation or in machine form; raises InputError if it is not legal."""
        answer = unwrap(_native.ask("moves", json.dumps({"move": text}), self._fen, self._variant, 0))
        return Move(json.loads(answer)[0])

    def _legal(self, move: Union[Move, str], roll: Optional[int]) -> Move:
        legal = self.move(move if isinstance(move, str) else move.uci)
        if roll is not None and roll not in (legal.faces or ()):
            raise InputError({"code": "wrong_face", "field": "move", "offset": 0,
                              "message": f"{legal} may not be played on a {roll}"})
        return legal

    @checked
    def play(self, move: Union[Move, str], roll: Optional[int] = None) -> Position:
        """Returns the position after a legal move; raises InputError if it is not legal, on `roll` if that is given."""
        return type(self)(self._legal(move, roll).fen, self._variant)

    @checked
    def svg(
        self,
        move: Union[Move, str, None] = None,
        *,
        # Begin: the options of svg, written by scripts/generate-interfaces
        dark: bool = False,  # Use the colours for a dark page
        flip: bool = False,  # Show the board from Black's side
        width: int = 480,  # Width in pixels (default: 480); from 1 to 10,000
        # End: the options of svg, written by scripts/generate-interfaces
    ) -> str:
        """Returns a picture as SVG; the arguments are those of `octomate.svg`.

        >>> Position.start().svg().startswith("<svg")
        True
        """
        return picture(self._fen, self._variant, locals())

    def _repr_svg_(self) -> str:
        return self.svg()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self._variant, self._fen) == (other._variant, other._fen)

    def __hash__(self) -> int:
        return hash((self._variant, self._fen))

    def __repr__(self) -> str:
        named = "" if self._variant == DEFAULT_VARIANT else f", variant={self._variant!r}"
        return f"Position({self._fen!r}{named})"

    def __str__(self) -> str:
        return self._fen

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return type(self), (self._fen, self._variant)


class Board:
    """A game in progress: a position that changes, and the moves that led to it.

    >>> board = Board()
    >>> board.push("e4", roll=5).notation
    'e2-e4'
    >>> board.turn, board.ply
    ('black', 1)
    >>> board.pop().uci
    'e2e4'
    """

    @checked
    def __init__(self, start: Optional[Position] = None) -> None:
        self._past = [start or Position.start()]
        self.moves: list[Move] = []  #: the moves that were made

    @property
    def position(self) -> Position:
        """The position now."""
        return self._past[-1]

    @property
    def ply(self) -> int:
        """The number of moves that were made."""
        return len(self.moves)

    @property
    def fen(self) -> str:
        return self.position.fen

    @property
    def turn(self) -> str:
        return self.position.turn

    @property
    def rolls(self) -> tuple[int, ...]:
        return self.position.rolls

    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        return self.position.is_check()

    def outcome(self) -> Optional[str]:
        """"white" or "black" if that side has won, "draw", or None while the game goes on."""
        return self.position.outcome()

    @checked
    def legal_moves(self, roll: Optional[int] = None) -> LegalMoves:
        """All legal moves, or those that may be played on a roll."""
        return self.position.legal_moves(roll)

    @checked
    def push(self, move: Union[Move, str], roll: Optional[int] = None) -> Move:
        """Makes a legal move, and returns it; raises InputError if it is not legal."""
        now = self.position
        made = now._legal(move, roll)
        self._past.append(type(now)(made.fen, now.variant))
        self.moves.append(made)
        return made

    def pop(self) -> Move:
        """Takes the last move back, and returns it."""
        move = self.moves.pop()
        self._past.pop()
        return move

    def __copy__(self) -> Board:
        """Returns a board that changes independently of this one."""
        board = Board()
        board._past, board.moves = self._past.copy(), self.moves.copy()
        return board

    def _repr_svg_(self) -> str:
        return self.position.svg()
