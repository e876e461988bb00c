#!/usr/bin/env python3
"""blind.py make FILE…: chooses 60 puzzles to be rated by a person who does not know their scores: the 20 best by quality,
20 from the middle, and the 20 worst, shuffled. Writes blind.jsonl (positions and keys) and answers.json (scores by
id) into this folder.

blind.py compare [JUDGED]: prints Spearman's rank correlation of a person's ratings (judged.json: 1 to 5 by id) with the
scores; ties share the mean of their ranks."""
import json
import pathlib
import random
import sys

HERE = pathlib.Path(__file__).parent


def make(files):
    records = [json.loads(line) for name in files for line in open(name, encoding="utf-8")
               if line.strip() and not line.startswith("#")]
    records.sort(key=lambda one: (-one["quality"], one["id"]))
    chance = random.Random(1)
    # Puzzles with equal scores are chosen at random, not in the order of the file.
    def some(low, high, count=20):
        return chance.sample(records[low:high], count)
    n = len(records)
    wide = max(20, n // 100)
    chosen = some(0, wide) + some((n - wide) // 2, (n + wide) // 2) + some(n - wide, n)
    chance.shuffle(chosen)
    with open(HERE / "blind.jsonl", "w", encoding="utf-8") as out:
        for number, one in enumerate(chosen, 1):
            blind = {"fen": one["fen"], "id": f"blind-{number}", "key": one["key"]}
            out.write(json.dumps(blind, separators=(",", ":")) + "\n")
    answers = {f"blind-{number}": {"quality": one["quality"], "difficulty": one["difficulty"], "themes": one["themes"],
                                   "id": one["id"]} for number, one in enumerate(chosen, 1)}
    (HERE / "answers.json").write_text(json.dumps(answers, indent=1) + "\n", encoding="utf-8")


def ranks(values):
    order = sorted(range(len(values)), key=values.__getitem__)
    result = [0.0] * len(values)
    at = 0
    while at < len(order):
        end = at
        while end < len(order) and values[order[end]] == values[order[at]]:
            end += 1
        for place in order[at:end]:
            result[place] = (at + end - 1) / 2
        at = end
    return result


def spearman(a, b):
    a, b = ranks(a), ranks(b)
    mean_a, mean_b = sum(a) / len(a), sum(b) / len(b)
    cov = sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b))
    return cov / (sum((x - mean_a) ** 2 for x in a) * sum((y - mean_b) ** 2 for y in b)) ** 0.5


def compare(judged):
    marks = json.loads(pathlib.Path(judged).read_text(encoding="utf-8"))
    answers = json.loads((HERE / "answers.json").read_text(encoding="utf-8"))
    names = sorted(marks)
    quality = [answers[name]["quality"] for name in names]
    given = [marks[name] for name in names]
    print(f"{len(names)} puzzles, marks against quality: {spearman(given, quality):.2f}")
    thirds = sorted(names, key=lambda name: answers[name]["quality"])
    for title, part in (("worst", thirds[:20]), ("middle", thirds[20:40]), ("best", thirds[40:])):
        print(f"mean mark of the {title} {len(part)}: {sum(marks[name] for name in part) / len(part):.2f}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["make"] and sys.argv[2:]:
        make(sys.argv[2:])
    elif sys.argv[1:2] == ["compare"]:
        compare(sys.argv[2] if sys.argv[2:] else HERE / "judged.json")
    else:
        sys.exit(__doc__)
