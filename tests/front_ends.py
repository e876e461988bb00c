#!/usr/bin/env python3
"""The same records from every front end: each question about positions of all games, with each of its options, through the
command, HTTP and Python; and the options that JavaScript and docs/server.md list are those of the questions.

usage: front_ends.py OCTOMATE PACKAGE_FOLDER [UNITTEST OPTION...]
"""

import importlib
import inspect
import json
import pathlib
import re
import sys
import unittest

import server

ROOT = pathlib.Path(__file__).resolve().parent.parent
EVERYONE, PROGRAMS, HERE = range(3)  # the scopes of options
FILES = {"article": 5, "twos": 20, "thousand": 75, "complete-permutation": 50, "super-chess": 50}  # 200 records
FILE_OF = {"solve": "solve_file", "mate": "mate_file", "check": "check_file", "tag": "tag_file"}

#: What front ends cannot have in common.
DIFFERENCES = {
    "limit": "a server answers within 2 seconds unless it is told otherwise, and at most 10; results depend on the machine",
    "tables": "only who uses the machine may name its folders",
    "moves": "over HTTP the field of the record, as are `key` and `stipulation`; `moves` answers an array, with squares for a board",
    "analyse": "not over HTTP, nor `perft`: nothing limits their time",
    "twins": "over HTTP their verdicts stand in a field of the puzzle's record, since the answer is one value",
}
SEARCHED = {"mate", "check", "tag"}
NEED_SOLUTION = {("solve", "hash"), ("solve", "tries"), ("mate", "tries")}


def records():
    for name, count in FILES.items():
        lines = [line for line in (ROOT / f"puzzles/{name}.jsonl").read_text().splitlines() if line.startswith("{")]
        yield from lines[:count]


def value_of(option):
    """A value that is not the default; None if no value suits all positions."""
    if option["kind"] == "flag":
        return not option["default"]
    if option["kind"] == "word":
        return option["words"][-1]
    if option["name"] in ("hash", "lines", "tries"):
        return 1
    return None


def command_of(option, value):
    name = {"superfluous": "no-superfluous", "lines": "solutions"}.get(option["name"], option["name"].replace("_", "-"))
    return [f"--{name}"] if option["kind"] == "flag" else [f"--{name}", str(value)]


def timeless(text):
    return [server.timeless(re.sub(r'"line":\d+,"file":"[^"]*"|,"odds":.*', "", line)) for line in text.splitlines()]


def lines_of(answer):
    """The lines of the command that stand in an answer over HTTP."""
    first, *twins = re.split(r',"twins":\[(?=\{)', answer.strip(), maxsplit=1)
    return [first + "}", *re.split(r",(?=\{\"id\")", twins[0][:-2])] if twins else [first]


class FrontEnds(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = server.Server()

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()

    def test_the_same_records(self):
        text = "".join(line + "\n" for line in records())
        file = pathlib.Path(self.enterContext(__import__("tempfile").TemporaryDirectory())) / "all.jsonl"
        file.write_text(text)
        for question, function in FILE_OF.items():
            described = octomate.arguments.described(question)
            for option in [None, *described]:
                value = option and value_of(option)
                if option and (value is None or option["name"] in DIFFERENCES):
                    continue
                given = [(option, value)] if option else []
                if question in SEARCHED or option and option["name"] in ("hash", "solution", "tries"):
                    given.append(next((one, 500) for one in described if one["name"] == "nodes"))
                if option and (question, option["name"]) in NEED_SOLUTION:
                    given.append(next((one, True) for one in described if one["name"] == "solution"))
                with self.subTest(question=question, given=[(one["name"], value) for one, value in given]):
                    words = [word for one, value in given for word in command_of(one, value)]
                    form = [] if question == "tag" else ["--format", "jsonl"]
                    command = timeless(server.octomate(question, *form, *words, str(file)).stdout)
                    python = getattr(octomate, function)(file, **{one["python"]: value for one, value in given})
                    self.assertEqual(timeless("\n".join(record.json for record in python)), command)
                    http = []
                    for line in text.splitlines():
                        options = {one["name"]: value for one, value in given}
                        http += lines_of(self.server.post(f"/api/{question}", {**json.loads(line), **options, "limit": 10})[1])
                    self.assertEqual(timeless("\n".join(http)), command)

    def test_the_same_options(self):
        table = (ROOT / "src/npm/questions.ts").read_text().split("const OPTIONS = {", 1)[1].split("}", 1)[0]
        in_script = {name: re.findall(r'"(\w+)"', names) for name, names in re.findall(r"(\w+): \[(.*?)\]", table)}
        in_docs = {name: re.findall(r"`(\w+)`", names)
                   for name, names in re.findall(r"^\| `/api/(\w+)` \| (.*?) \|", (ROOT / "docs/server.md").read_text(), re.M)}
        for question in ("solve", "moves", "mate", "check", "tag", "svg", "analyse", "perft"):
            described = octomate.arguments.described(question)
            names = {scope: {option["name"] for option in described if option["scope"] <= scope} for scope in (EVERYONE, PROGRAMS)}
            if question in in_script:
                self.assertEqual(set(in_script[question]) | ({"moves"} if question == "mate" else set()), names[EVERYONE], question)
            if question in in_docs:
                self.assertEqual(set(in_docs[question]), names[PROGRAMS], question)
            for function in (question, FILE_OF.get(question)):
                if function and hasattr(octomate, function):
                    parameters = inspect.signature(getattr(octomate, function)).parameters
                    for option in described:
                        default = parameters[option["python"]].default
                        self.assertIn(default, (option["default"], None, inspect.Parameter.empty, ""), (function, option["name"]))
            if question != "svg":
                told = server.octomate(question, "--help").stdout
                for option in described:
                    name = command_of(option, 1)[0] if option["name"] != "depth" or question == "analyse" else "DEPTH"
                    self.assertIn(name, told, (question, option["name"]))


if __name__ == "__main__":
    server.BINARY = sys.argv[1]
    sys.path.insert(0, sys.argv[2])
    octomate = importlib.import_module("octomate")
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
