"""Octomate for Python: puzzles and positions of Superpermutation d8 Chess and its relatives.

>>> import octomate
>>> position = octomate.Position.from_fen("8/8/8/4p3/4q3/4bP2/1k1P4/3K4 b")
>>> octomate.faces(position)[3]
('Be3-f4-f3#',)
"""

from . import _native
from .asking import Mate, MateFace, Puzzle, faces, games, themes
from .errors import ArgumentError, InputError, NoTableError
from .making import Composed, compose, generate
from .players import Engine, Evaluation, Play, evaluate
from .position import DEFAULT_VARIANT, Board, LegalMoves, Move, Position
from .questions import analyse, check, check_file, mate, mate_file, perft, proof, replay, retract, solve, solve_file, svg, tag, tag_file
from .records import Record, Records
from .tables import Tables

__version__: str = _native.version
__all__ = ["ArgumentError", "DEFAULT_VARIANT", "Board", "Composed", "Engine", "Evaluation", "InputError", "LegalMoves", "Mate", "MateFace", "Move",
           "NoTableError", "Play", "Position", "Puzzle", "Record", "Records", "Tables", "analyse", "check", "check_file", "compose", "evaluate", "faces",
           "games", "generate", "mate", "mate_file", "perft", "proof", "replay", "retract", "solve", "solve_file", "svg", "tag", "tag_file",
           "themes"]
