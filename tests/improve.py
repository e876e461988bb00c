#!/usr/bin/env python3
"""improve.py OCTOMATE NUMBER: tests that `octomate improve` repairs spoilt problems.

Spoils NUMBER sound problems of the shipped collections, each by one random change (a piece moved, added or removed) after which the
key is wrong or not the only one. Nine of ten must be repaired: the best version is sound and has the original key.
"""

import json
import random
import re
import subprocess
import sys

octomate, number = sys.argv[1], int(sys.argv[2])
collections = ("article", "thousand", "twos", "stipulations")
draws = random.Random(2026)


def run(*arguments, given):
    done = subprocess.run([octomate, *arguments, "--format", "jsonl", "-"], input=given, capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def verdicts(records):
    """Returns the verdict of each record; None if its position is invalid."""
    return [report.get("verdict") for report in run("check", "--no-superfluous", given=lines(records))]


def lines(records):
    return "".join(json.dumps(record) + "\n" for record in records)


def change_randomly(fen):
    """Returns the position with a random piece moved, added or removed."""
    board, turn = fen.split()[:2]
    pieces = {(rank, file): piece for rank, row in enumerate(board.split("/"))
              for file, piece in enumerate("".join("." * int(sign) if sign.isdigit() else sign for sign in row))
              if piece != "."}
    empty = [(rank, file) for rank in range(8) for file in range(8) if (rank, file) not in pieces]
    others = sorted(square for square, piece in pieces.items() if piece not in "Kk")
    to = draws.choice(empty)
    what = draws.choice(("move", "add", "remove"))
    if what == "add":
        pieces[to] = draws.choice("QRBNPqrbnp")
    else:
        piece = pieces.pop(draws.choice(others if what == "remove" else sorted(pieces)))
        if what == "move":
            pieces[to] = piece
    rows = ["".join(pieces.get((rank, file), ".") for file in range(8)) for rank in range(8)]
    return f"{re.sub(r'[.]+', lambda empty: str(len(empty[0])), '/'.join(rows))} {turn}"


def spoil(record):
    """Changes the record in ten random ways; returns the first legal version that is not sound, or None."""
    ways = [{**record, "fen": change_randomly(record["fen"])} for _ in range(10)]
    for way, verdict in zip(ways, verdicts(ways)):
        if verdict not in (None, "sound"):
            return way
    return None


def bare(record):
    return {name: record[name] for name in ("fen", "id", "variant", "key", "roll", "moves", "stipulation", "solutions") if name in record}


records = [bare(json.loads(line)) for name in collections for line in open(f"puzzles/{name}.jsonl", encoding="utf-8")]
records = [record for record in records if record["fen"].count("/") == 7 and record.get("key")]
draws.shuffle(records)
sound = [record for record, verdict in zip(records[:2 * number], verdicts(records[:2 * number])) if verdict == "sound"]
problems = [one for one in map(spoil, sound) if one][:number]
assert len(problems) == number, f"only {len(problems)} problems were spoilt"

versions = run("improve", "--count", "1", "--quiet", given=lines(problems))
found = {version["source"].removeprefix("a version of "): version["fen"] for version in versions}
repaired = [{**problem, "fen": found[problem["id"]]} for problem in problems if problem["id"] in found]
good = sum(verdict == "sound" for verdict in verdicts(repaired))
print(f"{good} of {number} spoilt problems are repaired")
sys.exit(good * 10 < number * 9)
