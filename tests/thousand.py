#!/usr/bin/env python3
"""thousand.py OCTOMATE: checks puzzles/thousand.jsonl and its supplement against what docs/collections.md says about them.

The file has a thousand puzzles of quality 40 or more. They are sound to the end of the solution; there are no mirror images or
near twins, few puzzles share a mating pattern, and none has trivial material; chapters begin with the best. At least a
hundred are proven reachable, and all others are economical. Some of those made with --from place are generated again from the seed and the
unit in their records (--from play has changed since). The supplement has a chapter of help mates and one of twins: all sound
and economical, the best first, and without repeated diagrams.
"""

import collections
import json
import subprocess
import sys

octomate = sys.argv[1]
file = "puzzles/thousand.jsonl"


def run(*arguments, given=None):
    done = subprocess.run([octomate, *arguments], input=given, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"octomate {' '.join(arguments)}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout.splitlines()


def expect(truth, text):
    if not truth:
        sys.exit(f"{file}: {text}")


def pieces_of(fen):
    """Returns (rank, file, piece) of each piece, with the sides exchanged if Black is to move."""
    board, turn = fen.split()[:2]
    rows = [[c for sign in row for c in ("." * int(sign) if sign.isdigit() else sign)] for row in board.split("/")]
    if turn == "b":
        rows = [[piece.swapcase() for piece in row] for row in reversed(rows)]
    return frozenset((rank, file, piece) for rank, row in enumerate(rows) for file, piece in enumerate(row)
                     if piece != ".")


def mirrored(pieces):
    return frozenset((rank, 7 - file, piece) for rank, file, piece in pieces)


def neighbours(pieces):
    return {frozenset(pieces)} | {pieces - {one} for one in pieces}


lines = open(file, encoding="utf-8").read().splitlines()
records = [json.loads(line) for line in lines]
expect(len(records) == 1000, f"{len(records)} records, expected 1000")

reports = [json.loads(line) for line in run("check", "--strict", "--format", "jsonl", file)]
for record, report in zip(records, reports, strict=True):
    expect(report["verdict"] == "sound", f"{record['id']} is {report['verdict']}")
    expect(record["quality"] >= 40, f"{record['id']} is not good enough")
    expect(record["generated"].get("reachable") or report["superfluous"] == [], f"{record['id']} has superfluous men: {report['superfluous']}")
expect(run("merge", "--quiet", file) == run("merge", "--quiet", file, file), "merging it with itself changes it")
expect(len(run("merge", "--quiet", file)) == 1000, "some are mirror images of others")
expect(run("tag", file) == lines, "tagging it again changes it")

told = subprocess.run([octomate, "merge", file], capture_output=True, text=True).stderr
expect(int(told.split(" with ")[1].split()[0]) >= 980, f"many mating patterns come twice: {told}")

# Near twins are positions that differ in one piece: missing, added, of another kind or on another square.
seen = {}
for record in records:
    pieces = pieces_of(record["fen"])
    for image in (pieces, mirrored(pieces)):
        for part in neighbours(image):
            other = seen.get(part)
            expect(other is None or other == record["id"], f"{record['id']} and {other} are near twins")
    for part in neighbours(pieces):
        seen[part] = record["id"]

order = [line.split()[0] for line in run("tag", "--list-themes") if not line.startswith(" ")]
places = [order.index(record["chapter"]) for record in records]
expect(places == sorted(places), "the chapters are not in order")
for record in records:
    expect(record["chapter"] in record["themes"], f"{record['id']} does not show the theme of its chapter")
    pieces = [piece for _, _, piece in pieces_of(record["fen"])]
    white, black = ({piece for piece in pieces if piece.isupper() == upper} for upper in (True, False))
    expect(len(black) > 1 or record["men"] > 4 or white - set("KQR"), f"{record['id']} is trivial")
for chapter in set(places):
    qualities = [record["quality"] for record, place in zip(records, places) if place == chapter]
    expect(qualities == sorted(qualities, reverse=True), f"the best of {order[chapter]} are not first")
expect(len(set(places)) >= 20, "there are few chapters")

proven = [record for record in records if record["generated"].get("reachable")]
expect(len(proven) >= 100, f"{len(proven)} are proven to be reachable")
for record in proven[:10]:
    last = json.loads(run("replay", "--format", "jsonl", "-", given=record["plies"])[-1])
    expect(last["faults"] == 0 and last["fen"] == record["fen"], f"{record['id']} is not where its game leads")
expect(all(("removed" in record) != bool(record["generated"].get("reachable")) for record in records
           if record["generated"]["from"] == "play"),
       "some are marked wrongly")

sides = collections.Counter(record["fen"].split()[1] for record in records)
expect(abs(sides["w"] - sides["b"]) <= 100, f"the sides are not balanced: {dict(sides)}")
faces = collections.Counter(min(len(record["key"]), 3) for record in records)
expect(min(faces[number] for number in (1, 2, 3)) >= 150, f"the numbers of faces are not balanced: {dict(faces)}")
themes = collections.Counter(theme for record in records for theme in record["themes"])
twos = [record for record in records if record.get("moves") == 2]
expect(len(twos) >= 40, "there are few mates in two")
expect(sum("quiet-key" in record["themes"] for record in twos) >= 0.9 * len(twos), "many mates in two begin with a check")
rare = ("king-capture", "forced-promotion", "cascade-5", "teleport-switch", "only-underpromotion", "pushed-king")
expect(all(themes[theme] >= 10 for theme in rare), f"some themes are rare: {dict(themes)}")

for record in [one for one in records if one["generated"]["from"] == "place"][::3]:
    made = record["generated"]
    mate = ["--men", "4-8", "--mate", "2"] if record.get("moves") == 2 else []
    again = run("generate", "--quiet", "--economical", "--min-quality", "40", *mate, "--from", made["from"], "--seed",
                str(made["seed"]), "--units", str(made["unit"]))
    found = [json.loads(line) for line in again]
    by_hand = dict.fromkeys(("chapter", "title", "comment"))
    expect({**record, **by_hand} in [{**one, **by_hand} for one in found],
           f"{record['id']} is not made again by unit {made['unit']}")

# ---- the supplement ----
main, file = records, "puzzles/supplement.jsonl"
records = [json.loads(line) for line in open(file, encoding="utf-8").read().splitlines()]
chapters = {name: [record for record in records if record["chapter"] == name] for name in ("help-mate-in-2", "twins")}
expect(records == chapters["help-mate-in-2"] + chapters["twins"], "the chapters are not in order")
expect(len(chapters["help-mate-in-2"]) == 36 and len(chapters["twins"]) == 16, "the chapters have other numbers of puzzles")
reports = [json.loads(line) for line in run("check", "--strict", "--format", "jsonl", file)]
expect(len(reports) == 36 + 2 * 16, f"{len(reports)} reports")
for report in reports:
    expect(report["verdict"] == "sound", f"{report['id']} is {report['verdict']}")
for report in reports[:36]:
    expect(report["superfluous"] == [], f"{report['id']} has superfluous men: {report['superfluous']}")
seen = {image for record in main for pieces in [pieces_of(record["fen"])] for image in (pieces, mirrored(pieces))}
for record in records:
    pieces = pieces_of(record["fen"])
    expect(pieces not in seen, f"{record['id']} has the diagram of another puzzle")
    seen |= {pieces, mirrored(pieces)}
for chapter in chapters.values():
    qualities = [record["quality"] for record in chapter]
    expect(qualities == sorted(qualities, reverse=True) and qualities[-1] >= 50, "the best are not first, or not good")
for record in chapters["help-mate-in-2"]:
    expect(record["stipulation"] == "h#2" and record["solutions"] == 1, f"{record['id']} is no help mate with one solution")
    expect("plain" not in record["themes"], f"{record['id']} is plain")
    expect(record["fen"].split()[1] == "b", f"{record['id']} is a help mate that White begins")
for record in chapters["twins"]:
    (twin,) = record["twins"]
    expect(twin["key"] != record["key"], f"{record['id']} has a twin with the same key")
for record in chapters["help-mate-in-2"][::18]:
    again = run("generate", "--quiet", "--from", "place", "--stipulation", "h#2", "--men", "4-7", "--economical", "--not-theme", "plain",
                "--min-quality", "50", "--seed", "4", "--units", str(record["generated"]["unit"]))
    expect({**record, "chapter": None} in [{**json.loads(line), "chapter": None} for line in again], f"{record['id']} is not made again")
print("puzzles/thousand.jsonl and its supplement: all is well, and some are made again")
