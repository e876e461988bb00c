#!/usr/bin/env python3
"""Holds puzzles/thousand.jsonl to what the README says of it: thousand.py OCTOMATE

A thousand puzzles, sound, economical, no two alike, the best first, balanced; and its head is made again, record by
record, from the seed and the unit of work that each record names.
"""

import collections
import json
import subprocess
import sys

octomate = sys.argv[1]
file = "puzzles/thousand.jsonl"
head = 40


def run(*arguments, given=None):
    done = subprocess.run([octomate, *arguments], input=given, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"octomate {' '.join(arguments)}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout.splitlines()


def expect(truth, text):
    if not truth:
        sys.exit(f"{file}: {text}")


lines = open(file, encoding="utf-8").read().splitlines()
records = [json.loads(line) for line in lines]
expect(len(records) == 1000, f"{len(records)} records, expected 1000")

qualities = [record["quality"] for record in records]
expect(qualities == sorted(qualities, reverse=True), "the best are not first")

reports = [json.loads(line) for line in run("check", "--format", "jsonl", file)]
for record, report in zip(records, reports, strict=True):
    expect(report["verdict"] == "sound", f"{record['id']} is {report['verdict']}")
    expect(report["superfluous"] == [], f"{record['id']} has superfluous men: {report['superfluous']}")
expect(run("merge", "--quiet", file) == run("merge", "--quiet", file, file), "merging it with itself changes it")
expect(len(run("merge", "--quiet", file)) == 1000, "some are mirror images of others")
expect(run("tag", file) == lines, "tagging it again changes it")

sides = collections.Counter(record["fen"].split()[1] for record in records)
expect(abs(sides["w"] - sides["b"]) <= 100, f"the sides are not balanced: {dict(sides)}")
faces = collections.Counter(min(len(record["key"]), 3) for record in records)
expect(min(faces[number] for number in (1, 2, 3)) >= 200, f"the numbers of faces are not balanced: {dict(faces)}")
themes = collections.Counter(theme for record in records for theme in record["themes"])
rare = ("king-capture", "forced-promotion", "cascade-5", "teleport-switch", "only-underpromotion", "pushed-king")
expect(all(themes[theme] >= 20 for theme in rare), f"some themes are rare: {dict(themes)}")

for line, record in list(zip(lines, records))[:head]:
    made = record["generated"]
    again = run("generate", "--quiet", "--economical", "--from", made["from"], "--seed", str(made["seed"]), "--units",
                str(made["unit"]))
    expect(line in again, f"{record['id']} is not made again by unit {made['unit']}")
print(f"{file}: all is well, and the first {head} are made again")
