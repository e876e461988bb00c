#!/usr/bin/env python3
"""tests/certificates.py OCTOMATE CHECK_CERTIFICATES [FILE...]: checks the certificates of `octomate mate`.

Solves puzzles of every game, or all puzzles of each FILE. CHECK_CERTIFICATES, which uses the naive rules, must accept every
certificate, and reject false ones: with another value, a missing line, another move, an illegal position, or malformed.
"""

import json
import subprocess
import sys
import tempfile


def records(file, wanted):
    """Returns the lines of a file whose records satisfy `wanted`."""
    with open(file) as lines:
        return [line for line in lines if wanted(json.loads(line))]


def sample_puzzles():
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


def generated_puzzles(octomate):
    """Generates puzzles and returns them with the certificates that `generate` writes."""
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


def false_claims(text):
    """Yields pairs of a fault and a certificate with it: `text`, a true certificate for two moves, with another claim."""
    first, _, rest = text.partition("\n")
    claim = json.loads(first)

    def with_members(**members):
        return json.dumps(claim | members) + "\n" + rest

    def face(value):
        return with_members(faces=claim["faces"] | {"3": value})

    board = claim["fen"].split()[0]
    for value in "3/7", "394/1024", "0", "", 0.384765625, None, [claim["value"]]:
        yield f"the value {value}", with_members(value=value)
    for value in "1", "0", "10/128", 0.078125, None:
        yield f"the value {value} on a face", face(value)
    yield "a face less", with_members(faces={name: value for name, value in claim["faces"].items() if name != "2"})
    for name in "0", "9", "01":
        yield f"a face {name}", with_members(faces=claim["faces"] | {name: "0"})
    yield "no faces", with_members(faces={})
    yield "a list of faces", with_members(faces=list(claim["faces"].values()))
    for moves in 0, -1, -2, 1, 3, 101, 2.0, 2.5, "2", None, 2**32 + 2, -(2**32) + 2, 2**64 + 2:
        yield f"{moves} moves", with_members(moves=moves)
    for version in 0, 2, 1.0, "1", None:
        yield f"version {version}", with_members(certificate=version)
    for variant in "superpermutation", "Superpermutation-d8", "chess", "complete-permutation:jump", "", None:
        yield f"the game {variant}", with_members(variant=variant)
    for fen in (f"{board} b - - 0 1", f"{board} w", f"{board} w - - 5 9", f"{board} w - - 0 1 ", f"{board}/8 w - - 0 1", "8/8 w - - 0 1", "", None,
                board.replace("2q2Q2", "2q1Q3") + " w - - 0 1", board.upper() + " w - - 0 1"):
        yield f"the FEN {fen}", with_members(fen=fen)
    for member in claim:
        yield f"no {member}", json.dumps({name: value for name, value in claim.items() if name != member}) + "\n" + rest
    yield "another member", with_members(proven=True)
    yield "a value twice", first.replace('"value":', '"value":"1","value":') + "\n" + rest
    yield "a face twice", first.replace('"3":', '"3":"1","3":') + "\n" + rest
    for line in "", "[]", "null", "{", first + ",", first[:-1]:
        yield f"{line[:9]} for the claim", line + "\n" + rest
    yield "no claim", rest
    yield "no lines at all", ""


def illegal_claims():
    """Yields pairs of a fault and a certificate that claims the value 0 for an illegal position with this fault."""
    faces = {str(face): "0" for face in range(1, 9)}
    for what, variant, fen, names in (
            ("a second king", "superpermutation-d8", "7k/8/8/8/8/8/8/K2K4 w - - 0 1", faces),
            ("no king of ours", "superpermutation-d8", "7k/8/8/8/8/8/8/R7 w - - 0 1", faces),
            ("no king of theirs", "superpermutation-d8", "8/8/8/8/8/8/8/K7 w - - 0 1", faces),
            ("the other side in check", "superpermutation-d8", "k7/8/8/8/8/8/8/R6K w - - 0 1", faces),
            ("kings that touch", "superpermutation-d8", "8/8/8/8/8/8/1k6/K7 w - - 0 1", {"0": "0"}),
            ("a pawn on its last rank", "superpermutation-d8", "P6k/8/8/8/8/8/8/K7 w - - 0 1", faces),
            ("the other side in check without a die", "superpermutation", "k7/8/8/8/8/8/8/R6K w - - 0 1", {"0": "0"}),
            ("the other side in check in another game", "super-chess", "k7/8/8/8/8/8/8/R6K w - - 0,0 -/-", {"0": "0"})):
        yield what, json.dumps({"certificate": 1, "variant": variant, "fen": fen, "moves": 1, "value": "0", "faces": names}) + "\n"


def false_choices(text):
    """Yields pairs of a fault and a certificate with it: `text`, a true certificate for two moves, with other listed moves."""
    first, *lines = text.splitlines(keepends=True)
    play = json.loads(lines[0])["play"]

    def with_members(**members):
        return first + json.dumps(json.loads(lines[0]) | members) + "\n" + "".join(lines[1:])

    for number in range(len(lines)):
        yield "a line less", first + "".join(lines[:number] + lines[number + 1 :])
    for face in play:
        for move in "a1a1", "", "f4f5", "g6g5":
            if move != play[face]:
                yield f"{move} on face {face}", with_members(play=play | {face: move})
        yield f"nothing on face {face}", with_members(play={other: move for other, move in play.items() if other != face})
    for face in "0", "9", "01", "x":
        yield f"a choice on face {face}", with_members(play=play | {face: play["1"]})
    yield "a move that belongs to another face", with_members(play=play | {"2": play["1"]})
    yield "no play", with_members(play={})
    yield "a list of moves", with_members(play=list(play.values()))
    yield "moves that are no text", with_members(play=play | {"1": 5})
    for left in 2.5, 2.0, 1, 0, -1, 3, 101, "2", None, 2**32 + 2:
        yield f"{left} moves left", with_members(left=left)
    for line, what in ((lines[0], "a line twice"), ('{"fen":"7k/8/6K1/8/8/8/8/8 w - - 0 1","left":2,"play":{}}\n', "a position that does not arise"),
                       ('{"fen":"x","left":1,"play":{}}\n', "a choice at no position"), ("\n", "a blank line"), ("hello\n", "text")):
        yield what, text + line
    yield "another member of a choice", with_members(why="best")
    yield "a face of a choice twice", first + lines[0].replace('"1":', '"1":"a1a1","1":') + "".join(lines[1:])
    yield "the choices before the claim", "".join([*lines, first])


def main(octomate, checker, *files):
    lines = [line for file in files for line in records(file, lambda _: True)] or sample_puzzles()
    text = certificates(octomate, lines)
    accepted, said = accepts(checker, text)
    if not accepted or text.count('"certificate":1') != len(lines):
        sys.exit(f"not all of {len(lines)} certificates are proven:\n{said}")
    print(said, end="")
    if not files:
        puzzles, proofs = generated_puzzles(octomate)
        if len(puzzles) != 5 or proofs != certificates(octomate, puzzles):
            sys.exit("generate writes other certificates than mate")
        true = certificates(octomate, records("puzzles/twos.jsonl", lambda _: True)[4:5])
        false = [*false_claims(true), *illegal_claims(), *false_choices(true)]
        for what, wrong in false:
            if accepts(checker, wrong)[0] or (wrong and accepts(checker, true + wrong)[0]):
                sys.exit(f"a certificate with {what} is accepted:\n{wrong}")
        print(f"{len(false)} false certificates are rejected")


if len(sys.argv) < 3:
    sys.exit(__doc__)
main(*sys.argv[1:])
