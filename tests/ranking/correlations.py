#!/usr/bin/env python3
"""correlations.py FILE…: correlates the scores of puzzles with simple counts that they should not merely reflect.

Reads JSON Lines records with themes, men, difficulty and quality, as `octomate generate` and `octomate tag` write them.
Prints the correlations (Pearson's r) of both scores with the numbers of pieces, themes, winning faces (each bound
face, and one for all free faces together) and solutions."""
import json
import sys

FORM = {"miniature", "aristocrat", "plain"}


def pearson(a, b):
    n = len(a)
    mean_a, mean_b = sum(a) / n, sum(b) / n
    cov = sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b))
    var = sum((x - mean_a) ** 2 for x in a) * sum((y - mean_b) ** 2 for y in b)
    return cov / var ** 0.5 if var else 0.0


def main():
    records = [json.loads(line) for name in sys.argv[1:] for line in open(name, encoding="utf-8")
               if line.strip() and not line.startswith("#")]
    against = {
        "men": [one["men"] for one in records],
        "themes": [len(set(one["themes"]) - FORM) for one in records],
        "winning faces": [len(one["key"]) for one in records],
        "solutions": [len({move for moves in one["key"].values() for move in moves}) for one in records],
    }
    scores = {name: [one[name] for one in records] for name in ("quality", "difficulty")}
    print(f"{len(records)} puzzles")
    print(f"{'':15}{'quality':>9}{'difficulty':>12}")
    for name, values in against.items():
        print(f"{name:15}{pearson(scores['quality'], values):9.2f}{pearson(scores['difficulty'], values):12.2f}")
    print(f"{'each other':15}{pearson(scores['quality'], scores['difficulty']):9.2f}")
    for name, values in scores.items():
        ordered = sorted(values)
        tenths = [ordered[len(ordered) * part // 10] for part in range(1, 10)]
        print(f"{name}: tenths at {' '.join(map(str, tenths))}, most {ordered[-1]}")


if __name__ == "__main__":
    main()
