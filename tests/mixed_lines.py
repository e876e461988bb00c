#!/usr/bin/env python3
"""Solves 100,000 lines in several formats, 1 % of them invalid: there is one record per line, in order, and the output is the
same for 1, 2 and 7 threads."""

import json
import random
import subprocess
import sys
import tempfile

LINES = 100_000


def placement(rng):
    """Returns the board of a random position: kings on the first and last ranks, up to five pawns between, none giving check."""
    rows = [["."] * 8 for _ in range(8)]
    rows[0][rng.randrange(8)] = "k"
    rows[7][rng.randrange(8)] = "K"
    for _ in range(rng.randrange(6)):
        rows[rng.choice((3, 4))][rng.randrange(8)] = rng.choice("Pp")
    text = []
    for row in rows:
        run = ""
        for piece in row + ["|"]:
            if piece == ".":
                run += "."
                continue
            text.append(str(len(run)) if run else "")
            text.append("" if piece == "|" else piece)
            run = ""
        text.append("/")
    return "".join(text).rstrip("/")


def line(rng, number):
    board, side = placement(rng), rng.choice("wb")
    if number % 100 == 57:
        return rng.choice((f"{board}x {side}", '{"fen": ', f'{{"fen":"{board} {side}","roll":9}}', "\\ \"", f"{board} {side} - - id \"x"))
    kind = rng.randrange(3)
    if kind == 0:
        return json.dumps({"fen": f"{board} {side}", "id": str(number), "roll": rng.randrange(1, 9)})
    if kind == 1:
        return f'{board} {side} - - id "{number}"; roll {rng.randrange(1, 9)};'
    return f"{board} {side} - - 0 1"


def main():
    rng = random.Random(2024)
    lines = [line(rng, number) for number in range(LINES)]
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.write("\n".join(lines))
        file.flush()
        outputs = []
        for threads in (1, 2, 7):
            done = subprocess.run([sys.argv[1], "solve", "--format", "jsonl", "--threads", str(threads), file.name],
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            assert done.returncode == 3, done.returncode
            outputs.append(done.stdout)
    assert outputs[0] == outputs[1] == outputs[2], "the output depends on the number of threads"
    records = [json.loads(text) for text in outputs[0].splitlines()]
    assert len(records) == LINES, len(records)
    for number, record in enumerate(records):
        assert ("error" in record) == (number % 100 == 57), (lines[number], record)
        if "error" in record:
            assert record["line"] == number + 1
        elif record["id"] is not None:
            assert record["id"] == str(number)
    print(f"{len(records)} records")


if __name__ == "__main__":
    main()
