#!/usr/bin/env python3
"""Makes Anki cards from puzzles: the front has the diagram and the question, the back the winning rolls with their moves.

usage: anki.py FILE CARDS.tsv

Import CARDS.tsv in Anki with File > Import; the columns are front, back and tags.
"""

from __future__ import annotations

import sys
from html import escape

import octomate


def cell(text: str) -> str:
    """Returns text for a column: replaces line breaks and tabs, which may not occur in a row."""
    return text.replace("\n", " ").replace("\t", " ")


def card(record: octomate.Record) -> list[str]:
    """Returns front, back and tags of the card for a record."""
    die = record["faces"][0]["face"] is not None
    question = "Which rolls mate?" if die else "Mate in one"
    solution = [(f"{row['face']}: " if die else "") + escape(", ".join(row["mates"])) for row in record["faces"] if row["mates"]]
    picture = octomate.svg({"fen": record["fen"], "variant": record["variant"]}, width=360)
    return [f"{picture}<br>{record['turn'].capitalize()} to move. {question}", "<br>".join(solution) or "None",
            f"octomate {record['variant']}"]


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[2], "w", encoding="utf-8") as cards:
        print("#separator:tab\n#html:true\n#tags column:3", file=cards)
        for record in octomate.solve_file(sys.argv[1]):
            if record.error:
                sys.exit(f"{sys.argv[1]}:{record.error.line}: {record.error}")
            print("\t".join(cell(column) for column in card(record)), file=cards)


if __name__ == "__main__":
    main()
