#!/usr/bin/env python3
"""Validates answers of octomate against the JSON Schemas in data/schema.

Validates every line that the commands below print, and answers of the server that are records. A schema must also reject a line
in which a field is renamed, and must not describe a field that no line has. No JSON file of the project may repeat a name
in an object.

usage: schemas.py OCTOMATE
"""

import copy
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import urllib.request
import warnings

warnings.simplefilter("ignore", DeprecationWarning)  # newer versions of jsonschema deprecate its resolver
import jsonschema

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "data/schema"
PUZZLE = ROOT / "data/puzzle.schema.json"
ADDRESS = "https://octomate.invalid/schema/"  # the namespace of the schemas, not a real address

# EVERY: files with puzzles of every kind and game. BAD: invalid ones.
EVERY = ("puzzles/article.jsonl puzzles/twos.jsonl puzzles/complete-permutation.jsonl puzzles/super-chess.jsonl "
         "puzzles/stipulations.jsonl tests/golden/spoiled.jsonl tests/golden/long.jsonl tests/golden/free.fen")
BAD = " ".join(sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests/bad").iterdir()
                      if path.suffix in (".fen", ".jsonl", ".epd", ".csv", ".yaml", ".html")))
D8 = "'6k1/8/8/4p3/4q3/4bP2/3P4/2BK4 b'"
CHECKED = "'k7/8/1K6/8/8/8/8/r6R w'"
PARENT = "--variant superpermutation"
COMPLETE = "--variant complete-permutation"
TABLE = "'8/8/8/3k4/8/8/1Q6/K7 w'"

# Maps each schema to the commands whose output it describes, without `octomate` and --format jsonl. {} is the folder of FILES.
ANSWERS = {
    "solve": [f"solve --list {EVERY}", f"solve {BAD}", f"solve --tables {{}} --odds {TABLE}",
              "solve --solution puzzles/article.jsonl tests/golden/twins.jsonl puzzles/stipulations.jsonl", "solve --solution --limit 20nodes puzzles/twos.jsonl",
              f"solve {CHECKED}", f"solve --solution {PARENT} '7k/8/5K2/8/8/8/6Q1/8 w'"],
    "moves": [f"moves {D8}", f"moves {PARENT} {D8}", "moves x", f"moves {CHECKED}",
              f"moves {COMPLETE} '8k7/16/16/16/16/16/PP14/8K7 w - - -'",
              f"moves --variant super-chess '4k3/8/8/8/8/8/3(RRR)4/4K3 w - -'"],
    "mate": ["mate puzzles/article.jsonl", "mate --solution puzzles/twos.jsonl", f"mate {BAD}",
             "mate --set-play puzzles/stipulations.jsonl", "mate --limit 20nodes puzzles/twos.jsonl",
             "mate --moves 2 puzzles/complete-permutation.jsonl puzzles/super-chess.jsonl",
             f"mate --tables {{}} {TABLE}", f"mate --tables {{}} {PARENT} {TABLE}",
             "mate --solution --limit 20000nodes puzzles/super-chess.jsonl"],
    "check": [f"check {EVERY}", f"check {BAD}", "check --limit 0.000001 puzzles/twos.jsonl",
              "check --strict {}/judged.jsonl", "check --legal puzzles/article.jsonl"],
    "replay": [f"replay data/games/{name}" for name in ("superpermutation-d8.txt", "superpermutation.txt", "super-chess.txt")]
              + ["replay --analyse --depth 1 data/games/superpermutation-d8.pgn", "replay {}/games.txt",
                 "replay --tables {} {}/table.pgn",
                 *(f"replay tests/bad/{path.name}" for path in sorted((ROOT / "tests/bad").glob("*.txt")))],
    "tables": ["tables make KQK --tables {}", f"tables make KQK --tables {{}} {PARENT}", "tables list --tables {}",
               "tables verify KQK --tables {}", "tables verify --sums data/tables.sha256 --tables {}", f"tables probe --tables {{}} {TABLE} '7k/8/5K2/8/8/PP6/6Q1/8 w'",
               f"tables probe --tables {{}} {PARENT} {TABLE}",
               "tables pack KQK --tables {} -o {}/small", "tables verify KQK --tables {}/small",
               "tables compare KQK KRK --positions 5 --player depth-1 --tables {}"],
    "match": ["match random mate-now --games 2", "match random random --games 2 --plies 3 --variant super-chess",
              "match random random --games 2 --tables {}", "match random engine:false --games 4"],
    "games": ["games"],
    "perft": [f"perft --divide {D8} 1", f"perft --rolls sum {D8} 1", f"perft {COMPLETE} x 1"],
    "analyse": [f"analyse {D8}", f"analyse --rollout 10 --roll 7 {D8}", f"analyse {CHECKED}", f"analyse --tables {{}} {TABLE}",
                f"analyse --variant super-chess '4k3/8/8/8/8/8/3(RRR)4/4K3 w - -'", "analyse x"],
    "retract": [f"retract {D8}", f"retract {PARENT} {D8}", "retract '8/6K1/1r1Q4/6Rk/1N5R/8/8/4Q3 b' '4k3/8/8/8/8/8/8/4KR2 b'"],
    "proof": ["proof 'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b' '4k3/8/8/8/8/8/P7/P3K3 w' "
              "'8/6K1/1r1Q4/6Rk/1N5R/8/8/4Q3 b' '4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w'", "proof --nodes 200 '4k3/8/8/8/8/8/8/QQ2K3 w'",
              "proof {}/untrue.jsonl"],
    "render": ["render --solution puzzles/article.jsonl -o {}/pictures"],
    "puzzle": ["tag puzzles/article.jsonl", "convert puzzles/super-chess.jsonl", "twins {}/one.jsonl", "improve {}/one.jsonl",
               "generate --count 3", "generate --from place --men 4-6 --economical --count 2",
               "compose data/compose/article-3.json", "merge puzzles/article.jsonl", "find {}/pattern.json puzzles/article.jsonl", "check --fix-key puzzles/article.jsonl", "generate --from table KQK --count 1 --tables {}"],
    "scene": [],
    "game on page": [],
    "progress": ["generate --count 20 --output {}/mine.jsonl --force", "tables make KRK --tables {}"],
}
# Input files: puzzles with an incomplete key, a quicker mate, later duals, and a piece that changes only the notation; a game
# with an invalid FEN; a game of a position in a table.
FILES = {
    "judged.jsonl": '{"fen": "7k/8/6K1/8/2q2Q2/8/8/8 w", "moves": 2, "key": {"1": ["Qf4-f8+"]}}\n'
                    '{"fen": "7k/8/5K2/8/8/8/6Q1/8 w", "moves": 2, "key": {"7": ["Qg2-g7#"]}}\n'
                    '{"fen": "7k/8/5K2/8/8/8/6QR/8 w", "moves": 2, "key": {"7": ["Qg2-g6"]}}\n'
                    '{"fen": "3Q1r1N/p5nk/n2pq2p/1Npb4/1pP1P1pB/P3b3/r2N2P1/RPRPKb1B b"}\n',
    "untrue.jsonl": '{"fen": "4k3/8/8/8/8/8/P7/P3K3 w", "plies": "(5) e2e4"}\n',
    "games.txt": '[FEN "x"]\n\n(1) e4\n\n[FEN "7k/8/5K2/8/8/8/6Q1/8 w"]\n[Result "0-1"]\n\n(7) Qg2-g7# 0-1\n\n(1) hello\n',
    "table.pgn": '[FEN "8/8/8/3k4/8/8/1Q6/K7 w"]\n\n(2) Qb2-b3 *\n',
    "pattern.json": '{"themes": ["cascade"]}',
    "one.jsonl": (ROOT / "puzzles/article.jsonl").read_text().split("\n", 1)[0] + "\n",
}
# Requests to the server whose answers are records or lists of records: schema, address and record.
SCENES = [{"fen": "6k1/8/8/4p3/4q3/4bP2/3P4/2BK4 b"}, {"fen": "k7/4P3/8/8/8/8/8/7K w", "variant": "superpermutation"},
          {"fen": "7k/8/8/8/8/8/PP6/7K w", "roll": 2},
          {"fen": "8k7/3P12/16/16/16/16/PP14/8K7 w - - -", "variant": "complete-permutation-two-pawns"},
          {"fen": "7k/8/8/8/8/8/8/(R[q]^R[k])3K3 w - - 0,0 -/-|7k/8/8/8/8/8/8/4K3", "variant": "super-chess"},
          {"fen": "1k6/3P4/8/8/8/8/3(RRR)4/R3K2R w KQ -", "variant": "super-chess"}]
SERVED = [*(("moves", "/api/moves", record) for record in SCENES),
          *(("solve", "/api/solve", record | {"scene": True}) for record in SCENES), ("mate", "/api/mate", SCENES[0]), ("check", "/api/check", SCENES[0])]
PARTIAL = {"scene": {"$ref": ADDRESS + "solve.json#/definitions/Scene"},  # answers that are parts of other schemas
           "game on page": {"$ref": ADDRESS + "common.json#/definitions/GameOnPage"}}
SERVED_ALONE = {"from", "to", "becomes", "part", "state", "then", "scene", "words", "outcome", "mates", "summary", "named", "die", "names", "serve",
                "serves"}  # fields that only the server's answers have
MAPS = ("divide", "men", "scene")  # objects with moves or letters as names; scenes have their own check
WRITERS = {"tag", "convert", "twins", "generate", "compose", "merge", "find"}  # commands that write records regardless of --format
PARTS = {"common", "error", "solution"}  # schemas that only others refer to
RARE = {"detail"}  # fields that depend on how fast the machine is


def read(path):
    return json.loads(path.read_text())


def validator(schema, schemas):
    """Returns a validator of a schema, which may refer to the others."""
    store = {f"{ADDRESS}{name}.json": schema for name, schema in schemas.items()}
    resolver = jsonschema.RefResolver(schema.get("$id", ADDRESS), schema, store)
    return jsonschema.Draft7Validator(schema, resolver=resolver)


def described_fields(schema):
    """Returns the names of all fields that a schema describes, also of nested objects."""
    if isinstance(schema, list):
        return set().union(*map(described_fields, schema))
    if not isinstance(schema, dict):
        return set()
    fields = schema.get("properties", {})
    parts = [part for name, part in schema.items() if name != "properties"]
    return set(fields) | described_fields([*fields.values(), *parts])


def field_names(value):
    """Returns the names of all fields of a record, also of nested objects."""
    if isinstance(value, dict):
        return set(value) | set().union(*map(field_names, value.values()))
    return set().union(*map(field_names, value)) if isinstance(value, list) else set()


def renamed(value):
    """Yields the record with each field renamed in turn; in lists only fields of the first item."""
    if isinstance(value, list) and value:
        for other in renamed(value[0]):
            yield [other, *value[1:]]
    if isinstance(value, dict):
        for name in value:
            yield {("renamed" if each == name else each): copy.copy(value[each]) for each in value}
            if name not in MAPS:
                for other in renamed(value[name]):
                    yield {**value, name: other}


def answers(octomate, command, folder, progress):
    words = [octomate, *shlex.split(command.replace("{}", folder))]
    if progress:
        words += ["--progress", "json"]
    elif words[1] not in WRITERS and "--fix-key" not in words:
        words += ["--format", "jsonl"]
    done = subprocess.run(words, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          env={**os.environ, "XDG_DATA_HOME": folder})
    lines = [line for line in (done.stderr if progress else done.stdout).splitlines() if line.startswith("{")]
    assert lines and done.returncode in (0, 1, 3, 4), f"{command}: exit code {done.returncode}, {done.stderr}"
    return [json.loads(line) for line in lines]


def server_answers(octomate):
    """Yields the schema and the records of each answer of the server; nothing if it was not built."""
    if not pathlib.Path(octomate).with_name("octomate-serve").exists():
        return
    server = subprocess.Popen([octomate, "serve", "--port", "0", "--quiet"], stdout=subprocess.PIPE, text=True)
    try:
        address = server.stdout.readline().strip().rstrip("/")
        def ask(path, record):
            with urllib.request.urlopen(address + path, record and json.dumps(record).encode()) as response:
                return json.load(response)

        for name, path, record in SERVED:
            answer = ask(path, record)
            yield name, path, answer if isinstance(answer, list) else [answer]
        for record in SCENES:
            moves = ask("/api/moves", record)
            yield "scene", "/api/scene", [ask("/api/scene", record | {"move": move["uci"]}) for move in moves]
        yield "game on page", "/api/games", ask("/api/games", None)["games"]
    finally:
        server.terminate()
        server.wait()


def check_names():
    """Checks that no object in a JSON file of the project repeats a name: parsers would disagree about its value."""
    def read_object(pairs):
        twice = {name for name, _ in pairs if sum(name == other for other, _ in pairs) > 1}
        assert not twice, f"{path}: {sorted(twice)} more than once in an object"
        return dict(pairs)

    files = 0
    for folder in (".", "data/**", "docs/**", "puzzles/**", "scripts/**", "src/**", "tests/**"):
        for path in sorted(ROOT.glob(folder + "/*")):
            if path.suffix not in (".json", ".jsonl", ".webmanifest") or path.is_relative_to(ROOT / "tests/bad"):
                continue
            lines = path.read_text().splitlines() if path.suffix == ".jsonl" else [path.read_text()]
            for line in lines:
                if line.startswith("{"):
                    try:
                        json.loads(line, object_pairs_hook=read_object)
                    except json.JSONDecodeError:
                        assert path.suffix == ".jsonl", f"{path} is no JSON"  # tests of invalid records
            files += 1
    assert files > 50, files


def check(octomate, folder):
    schemas = {path.stem: read(path) for path in FOLDER.glob("*.json")}
    for schema in schemas.values():
        jsonschema.Draft7Validator.check_schema(schema)
    assert set(ANSWERS) - {"puzzle"} - set(PARTIAL) == set(schemas) - PARTS, "a schema without answers, or the other way round"
    codes = re.findall(r'X\(\w+, "(\w+)"\)', (ROOT / "src/core/fault.hpp").read_text())
    assert schemas["common"]["definitions"]["RecordFault"]["properties"]["code"]["enum"] == codes, "common.json does not list the codes of core/fault.hpp"

    check_names()

    from_server = list(server_answers(octomate))
    seen, lines = set(), 0
    for name, commands in ANSWERS.items():
        judge = validator(read(PUZZLE) if name == "puzzle" else PARTIAL.get(name) or schemas[name], schemas)
        kinds = set()  # fields are renamed only in the first line of each shape
        asked = [(command, answers(octomate, command, folder, name == "progress")) for command in commands]
        for command, records in asked + [(path, records) for of, path, records in from_server if of == name]:
            for answer in records:
                lines += 1
                faults = [f"{'/'.join(map(str, fault.absolute_path))}: {fault.message}" for fault in judge.iter_errors(answer)]
                assert not faults, f"{command}: {json.dumps(answer)[:400]}\n" + "\n".join(faults)
                shape = frozenset(field_names(answer))
                if name == "puzzle" or shape in kinds:
                    continue
                kinds.add(shape)
                seen |= field_names(answer)
                for other in renamed(answer):
                    assert not judge.is_valid(other), f"{name}.json accepts {json.dumps(other)[:1000]}"
    missing = set().union(*map(described_fields, schemas.values())) - seen - RARE - (set() if from_server else SERVED_ALONE | described_fields(schemas["solve"]["definitions"]) | described_fields(schemas["common"]["definitions"]))
    assert not missing, f"no answer has {sorted(missing)}"
    print(f"{lines} answers obey {len(schemas) + 1} schemas")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as place:
        for file, text in FILES.items():
            (pathlib.Path(place) / file).write_text(text)
        check(os.path.abspath(sys.argv[1]), place)
