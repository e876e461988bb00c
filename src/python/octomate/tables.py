"""Endgame tables."""

from __future__ import annotations

from typing import Optional, Union

from . import _native
from .arguments import Path, checked, folder_of
from .errors import NoTableError
from .position import DEFAULT_VARIANT, Board, Position
from .records import Record

__all__ = ["Tables"]


class Tables:
    """The endgame tables in an existing folder; "": the default folder.

    Tables of up to three pieces are made on first use; see `make` for others.
    """

    @checked
    def __init__(self, folder: Path = "") -> None:
        self._tables = _native.TableFolder(folder_of(folder))

    @property
    def folder(self) -> str:
        """The path of the folder of the tables; that of the default folder if none was given."""
        return self._tables.folder

    @checked
    def probe(self, position: Union[Position, Board]) -> Record:
        """Returns the values of a position, its rolls and moves: the chance of the side to move to win minus that to lose.

        `lower` and `upper` are proven bounds, and `value` is between them. Raises NoTableError if no table covers the position.
        """
        now = position.position if isinstance(position, Board) else position
        odds = self._tables.odds(now.fen, now.variant)
        if odds is None:
            raise NoTableError(f"no endgame table covers {now.fen}")
        return Record(odds)

    @checked
    def get(self, position: Union[Position, Board]) -> Optional[Record]:
        """Works like `probe`, but returns None if no table covers the position."""
        try:
            return self.probe(position)
        except NoTableError:
            return None

    @checked
    def make(self, material: str, variant: str = DEFAULT_VARIANT) -> None:
        """Makes the table of a material such as "KRKP", and the tables that it needs, if they are missing."""
        self._tables.make(material, variant)
