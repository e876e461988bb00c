#!/usr/bin/env python3
"""Checks that all front ends give the same records: the command line, HTTP, Python and, if it was built, WebAssembly in Node.

Requests every kind of answer, with each of its options, for 200 positions of all games. INTERFACES is the program that prints
the tables of options.

usage: front_ends.py OCTOMATE PACKAGE_FOLDER INTERFACES [UNITTEST OPTION...]
"""

import importlib.machinery
import importlib.util
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import server

ROOT = pathlib.Path(__file__).resolve().parent.parent
EVERYONE, _, HERE = range(3)  # values of questions::Scope
FILES = {"article": 5, "twos": 20, "thousand": 75, "complete-permutation": 50, "super-chess": 50}  # 200 records
FILE_OF = {"solve": "solve_file", "mate": "mate_file", "check": "check_file", "tag": "tag_file"}
# Questions that have no command for files of puzzles; each request has one position.
SINGLE = ("scene", "past", "moves", "svg", "latex", "roll", "reply", "chance", "defence")

#: Differences between front ends that are intended, and therefore not compared.
DIFFERENCES = {
    "limit": "a server answers within 2 seconds unless it is told otherwise, and at most 10; results depend on the machine",
    "tables": "only who uses the machine may name its folders; `odds` depends on the tables that a front end has",
    "moves": "over HTTP the field of the record, as are `key` and `stipulation`; `moves` answers an array, with squares for a board",
    "analyse": "not over HTTP, nor `perft` and `retract`: nothing limits their time",
    "depth": "the chances of a game are searched less deep over HTTP and in a module, unless the request names a depth",
    "twins": "over HTTP their verdicts stand in a field of the puzzle's record, since the answer is one value",
    "legal": "not in a module for browsers, nor the limits of `solve`",
    "tag": "not in a module for browsers, which makes no puzzles",
}
SEARCHED = {"mate", "check", "tag", "proof"}
NEED_SOLUTION = {("solve", "hash"), ("solve", "tries"), ("mate", "tries")}
#: Values to test numeric options with. No value of any other numeric option suits all positions.
NUMBERS = {"hash": 1, "lines": 1, "tries": 1, "width": 100, "level": 1, "seed": 7, "ply": 2, "count": 3}


def records():
    for name, count in FILES.items():
        lines = [line for line in (ROOT / f"puzzles/{name}.jsonl").read_text().splitlines() if line.startswith("{")]
        yield from lines[:count]


RECORDS = list(records())
POSITIONS = [{name: record[name] for name in ("fen", "variant") if name in record} for record in map(json.loads, RECORDS)]


def options_of(question):
    """Returns a map from names to those options of a question that Python has."""
    return {option["name"]: option for option in QUESTIONS[question]["options"] if option["scope"] <= HERE}


def value_of(option):
    """Returns a value to test an option with, not the default; None if no value suits all positions."""
    if option["kind"] == "flag":
        return not option["default"]
    if option["kind"] == "word":
        return option["words"][-1]
    return NUMBERS.get(option["name"])


def choices(question):
    """Yields lists of (option, value) to test a question with: first without options, then each option alone."""
    options = options_of(question)
    for name in [None, *options]:
        value = name and value_of(options[name])
        if name and value is None or name in ("limit", "tables"):
            continue
        given = {name: value} if name else {}
        if "nodes" in options and (question in SEARCHED or name in ("hash", "solution", "tries")):
            given["nodes"] = 500
        if (question, name) in NEED_SOLUTION:
            given["solution"] = True
        yield [(options[one], value) for one, value in given.items()]


def command_of(option, value):
    name = {"superfluous": "no-superfluous", "lines": "solutions"}.get(option["name"], option["name"].replace("_", "-"))
    return [f"--{name}"] if option["kind"] == "flag" else [f"--{name}", str(value)]


def timeless(text):
    text = re.sub(r'"line":\d+,"file":"[^"]*"|,"odds":.*|,"seconds":[-+.e\d]+', "", text)
    return [server.timeless(line) for line in text.splitlines()]


def lines_of(answer):
    """Splits an HTTP answer into the lines that the command prints: the record, then one for each twin."""
    first, *twins = re.split(r',"twins":\[(?=\{)', answer.strip(), maxsplit=1)
    return [first + "}", *re.split(r",(?=\{\"id\")", twins[0][:-2])] if twins else [first]


def module_answers(requests):
    """Returns the answers of the WebAssembly module, or None if it was not built."""
    if not MODULE.exists():
        return None
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    answered = subprocess.run(["node", ROOT / "tests/browser/module.mjs", MODULE], input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line)[1] for line in answered.stdout.splitlines()]


class FrontEnds(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = server.Server()

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()

    def file_of(self, lines):
        file = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())) / "all.jsonl"
        file.write_text("".join(line + "\n" for line in lines))
        return file

    def post(self, question, bodies):
        return [self.server.post(f"/api/{question}", body)[1] for body in bodies]

    def test_the_same_records(self):
        file = self.file_of(RECORDS)
        for question, function in FILE_OF.items():
            for given in choices(question):
                with self.subTest(question=question, given=[(one["name"], value) for one, value in given]):
                    words = [word for one, value in given for word in command_of(one, value)]
                    form = [] if question == "tag" else ["--format", "jsonl"]
                    command = timeless(server.octomate(question, *form, *words, str(file)).stdout)
                    python = getattr(octomate, function)(file, **{one["python"]: value for one, value in given})
                    self.assertEqual(timeless("\n".join(record.json for record in python)), command)
                    options = {one["name"]: value for one, value in given} | {"limit": 10}
                    bodies = [json.dumps({**json.loads(line), **options}) for line in RECORDS]
                    http = self.post(question, bodies)
                    self.assertEqual([line for answer in http for one in lines_of(answer) for line in timeless(one)], command)
                    if question != "tag" and all(one["scope"] == EVERYONE for one, _ in given):
                        there = module_answers([question, body] for body in bodies)
                        if there is not None:
                            self.assertEqual([timeless(answer) for answer in there], [timeless(answer) for answer in http])

    def test_the_same_answers(self):
        for question in SINGLE:
            for given in choices(question):
                with self.subTest(question=question, given=[(one["name"], value) for one, value in given]):
                    options = ({"level": 1} if question == "reply" else {}) | {one["name"]: value for one, value in given}
                    bodies = [json.dumps({**json.loads(line), **options}) for line in RECORDS]
                    http = self.post(question, bodies)
                    variant = octomate.DEFAULT_VARIANT
                    self.assertEqual([native.ask(question, json.dumps(options), line, variant, 1)[1] for line in RECORDS], http)
                    there = module_answers([question, body] for body in bodies)
                    if there is not None:
                        self.assertEqual(there, http)

    def test_the_same_lines(self):
        """Compares the Python function with the command, and for `proof` with HTTP."""
        home = [record for record in POSITIONS if record.get("variant", octomate.DEFAULT_VARIANT) == octomate.DEFAULT_VARIANT]
        questions = {"moves": (POSITIONS, []), "perft": (POSITIONS, ["1"]), "analyse": (POSITIONS[::10], []),
                     "retract": (home, []), "proof": (home[::4], [])}
        for question, (positions, words) in questions.items():
            for given in choices(question):
                with self.subTest(question=question, given=[(one["name"], value) for one, value in given]):
                    if question == "analyse" and any(one["name"] in ("seed", "depth") for one, _ in given):
                        continue  # these options apply to rollouts only
                    options = [word for one, value in given for word in command_of(one, value)]
                    command = ""
                    for record in positions if question in ("moves", "perft", "analyse") else [None]:
                        what = [record["fen"], "--variant", record.get("variant", octomate.DEFAULT_VARIANT)] if record else [
                            str(self.file_of(map(json.dumps, positions)))]
                        command += server.octomate(question, "--format", "jsonl", *what, *words, *options).stdout
                    named = {one["name"]: value for one, value in given} | ({"depth": 1} if question == "perft" else {})
                    chunks = native.ask_files(question, json.dumps(named), [str(self.file_of(map(json.dumps, positions)))],
                                              octomate.DEFAULT_VARIANT, "", 1)
                    python = "".join(line + "\n" for lines in iter(chunks.next, None) for line in lines)
                    self.assertEqual(timeless(python), timeless(command))
                    if question == "proof":
                        http = self.post(question, [json.dumps(record | named | {"limit": 10}) for record in positions])
                        self.assertEqual(timeless("".join(http)), timeless(command))

    def test_the_same_games(self):
        """Compares the replay of the built-in games by all front ends."""
        def records_of(lines):
            return [{name: value for name, value in json.loads(line).items() if name != "odds"} for line in lines]

        for file in sorted((ROOT / "data/games").iterdir()):
            games = file.read_text()
            for given in {}, {"analyse": True, "depth": 1}:
                with self.subTest(file=file.name, given=given):
                    words = ["--analyse", "--depth", "1"] if given else []
                    command = records_of(server.octomate("replay", "--format", "jsonl", *words, str(file)).stdout.splitlines())
                    self.assertEqual(records_of(record.json for record in octomate.replay(games, **given)), command)
                    body = json.dumps({"games": games, **given})
                    [http] = self.post("replay", [body])
                    replayed = [json.dumps(record) for game in json.loads(http)["games"] for record in game["records"]]
                    self.assertEqual(records_of(replayed), command)
                    there = module_answers([["replay", body]])
                    if there is not None:
                        self.assertEqual([json.loads(answer) for answer in there], [json.loads(http)])

    def test_a_new_option(self):
        """Checks that scripts/generate-interfaces writes a new option into every interface that it generates."""
        loader = importlib.machinery.SourceFileLoader("generate_interfaces", str(ROOT / "scripts/generate-interfaces"))
        generate = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
        loader.exec_module(generate)
        quiet = {"name": "quiet", "kind": "flag", "help": "Leave out checks", "default": False, "python": "only_quiet", "scope": EVERYONE,
                 "folder": False}
        solve = {**QUESTIONS["solve"], "options": [*QUESTIONS["solve"]["options"], quiet]}
        described = {"questions": {**QUESTIONS, "solve": solve}}
        for write, wanted in ((generate.python_functions, "    only_quiet: bool = False,\n"), (generate.python_functions, "`only_quiet`: Leave out checks.\n"),
                              (generate.python_options, '"only_quiet": Option("quiet", False)'),
                              (generate.typescript_options, "  /** Leave out checks. */\n  quiet?: boolean\n"),
                              (generate.typescript_options, '"tries", "quiet"]'),
                              (generate.served_options, "| `quiet` | `solve` | true or false | Leave out checks |\n"),
                              (generate.javascript_table, "| `solve` | `list`, `odds`, `scene`, `solution`, `tries`, `quiet` |\n")):
            self.assertIn(wanted, write(described))


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    server.BINARY = sys.argv[1]
    sys.path.insert(0, sys.argv[2])
    QUESTIONS = json.loads(subprocess.run([sys.argv[3]], check=True, capture_output=True, text=True).stdout)["questions"]
    MODULE = pathlib.Path(sys.argv[2]).parent / "wasm/octomate.wasm.gz"
    octomate = importlib.import_module("octomate")
    native = importlib.import_module("octomate._native")
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
