#!/usr/bin/env python3
"""tests/certificates.py OCTOMATE CHECK_CERTIFICATES [FILE...]: do certificates of `octomate mate` prove its values?

Takes puzzles of every game, or all of each FILE; the program of the naive rules must accept every certificate, and reject
those that were spoilt: with another value, without a line, or with another choice.
"""

import json
import subprocess
import sys
import tempfile


def records(file, wanted):
    """The first records of a file that are wanted."""
    with open(file) as lines:
        return [line for line in lines if wanted(json.loads(line))]


def some():
    twos = records("puzzles/twos.jsonl", lambda _: True)[:6]
    parent = [json.dumps({"fen": json.loads(line)["fen"], "variant": "superpermutation", "moves": 2}) + "\n" for line in twos]
    others = [
        line
        for file in ["puzzles/complete-permutation.jsonl", "puzzles/super-chess.jsonl"]
        for line in records(file, lambda puzzle: puzzle.get("moves") == 2)[:2]
    ]
    sparse = json.dumps({"fen": "8/8/8/8/8/2K5/1R6/k7 w - - 0 1", "moves": 3}) + "\n"
    return records("puzzles/article.jsonl", lambda _: True) + twos + parent + others + [sparse]


def certificates(octomate, lines):
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/proofs.jsonl"
        command = [octomate, "mate", "--certificate", file, "--quiet", "--format", "jsonl", "-"]
        subprocess.run(command, input="".join(lines), text=True, stdout=subprocess.DEVNULL, check=True)
        with open(file) as proofs:
            return proofs.read()


def generated(octomate):
    """Puzzles that `generate` makes, and the certificates that it writes of them."""
    with tempfile.TemporaryDirectory() as folder:
        command = [octomate, "generate", "--from", "place", "--mate", "2", "--men", "5-6", "--count", "5", "--quiet"]
        subprocess.run([*command, "--output", f"{folder}/puzzles.jsonl", "--certificate", f"{folder}/proofs.jsonl"], check=True)
        with open(f"{folder}/puzzles.jsonl") as puzzles, open(f"{folder}/proofs.jsonl") as proofs:
            return puzzles.readlines(), proofs.read()


def accepts(checker, text):
    result = subprocess.run([checker], input=text, text=True, capture_output=True)
    if result.returncode not in (0, 1):
        sys.exit(f"{checker} failed: {result.stderr}")
    return result.returncode == 0, result.stdout


def spoilt(text):
    """Certificates that prove too little: what is wrong, and the text."""
    first, *lines = text.splitlines(keepends=True)
    yield "another value", json.dumps({**json.loads(first), "value": "3/7"}) + "\n" + "".join(lines)
    for number in range(len(lines)):
        yield "a line less", first + "".join(lines[:number] + lines[number + 1 :])
    for face, move in json.loads(lines[0])["play"].items():
        other = lines[0].replace(f'"{face}":"{move}"', f'"{face}":"a1a1"')
        yield "an illegal choice", first + other + "".join(lines[1:])


def main(octomate, checker, *files):
    lines = [line for file in files for line in records(file, lambda _: True)] or some()
    text = certificates(octomate, lines)
    accepted, said = accepts(checker, text)
    if not accepted or text.count('"certificate":1') != len(lines):
        sys.exit(f"not all of {len(lines)} certificates are proven:\n{said}")
    print(said, end="")
    if not files:
        puzzles, proofs = generated(octomate)
        if len(puzzles) != 5 or proofs != certificates(octomate, puzzles):
            sys.exit("generate writes other certificates than mate")
        for what, wrong in spoilt(certificates(octomate, [records("puzzles/twos.jsonl", lambda _: True)[0]])):
            if accepts(checker, wrong)[0]:
                sys.exit(f"a certificate with {what} is accepted:\n{wrong}")


if len(sys.argv) < 3:
    sys.exit(__doc__)
main(*sys.argv[1:])
