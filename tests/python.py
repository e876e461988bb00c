#!/usr/bin/env python3
"""Tests the Python package: its answers are the same as the records of the command line, and its moves those of the naive
rules; examples run, types are right, long calls can be interrupted, and no memory leaks.

usage: python.py PACKAGE_FOLDER OCTOMATE NAIVE_ANSWERS [--positions N] [--leaks N] [UNITTEST OPTION...]
"""

import argparse
import copy
import doctest
import gc
import importlib
import importlib.util
import inspect
import json
import os
import pathlib
import pickle
import pydoc
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parent.parent
MATE = "7k/8/5K2/8/8/8/6Q1/8 w"
SLOW = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"  # a search of it takes hours
options = argparse.Namespace()


def command(*words, code=(0,)):
    done = subprocess.run([options.octomate, *map(str, words)], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode in code, done.stderr
    return done.stdout


def timeless(record):
    """Removes the fields about the search and about tables, which depend on the machine, from a record."""
    fields = json.loads(record)
    return {name: value for name, value in fields.items() if name not in ("nodes", "seconds", "odds")}


def memory():
    """Returns the resident memory in kB."""
    return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path("/proc/self/status").read_text())[1])


class Files(unittest.TestCase):
    def test_solve_is_the_command_byte_for_byte(self):
        files = [ROOT / "puzzles/article.jsonl", ROOT / "tests/golden/mixed.lines", ROOT / "puzzles/super-chess.jsonl"]
        records = list(octomate.solve_file(files))
        self.assertEqual("".join(record.json + "\n" for record in records),
                         command("solve", "--format", "jsonl", *files, code=(0, 3)))
        bad = [record for record in records if record.error]
        self.assertTrue(bad)
        self.assertGreaterEqual(bad[0].error.line, 1)

    def test_solve_with_lists_and_any_threads(self):
        file = ROOT / "puzzles/twos.jsonl"
        expected = command("solve", "--format", "jsonl", "--list", file).splitlines()
        for threads in (1, 3):
            self.assertEqual([record.json for record in octomate.solve_file(file, list_moves=True, threads=threads)], expected)

    def test_check_mate_and_tag_are_the_commands(self):
        file = ROOT / "puzzles/article.jsonl"
        self.assertEqual([record.json for record in octomate.check_file(file)],
                         command("check", "--format", "jsonl", file).splitlines())
        self.assertEqual([record.json for record in octomate.tag_file(file)], command("tag", file).splitlines())
        self.assertEqual([timeless(record.json) for record in octomate.mate_file(file, 2)],
                         [timeless(line) for line in command("mate", "--moves", 2, "--format", "jsonl", file).splitlines()])

    def test_generate_is_the_command(self):
        self.assertEqual([puzzle.json for puzzle in octomate.generate(count=6, seed=4, economical=True, faces="2-3")],
                         command("generate", "--count", 6, "--seed", 4, "--economical", "--faces", "2-3").splitlines())
        self.assertEqual([puzzle.json for puzzle in octomate.generate(count=40, best=3, seed=2, unique=False)],
                         command("generate", "--count", 40, "--best", 3, "--seed", 2, "--no-unique").splitlines())
        file = ROOT / "puzzles/article.jsonl"
        words = ("generate", "--from", file, "--exclude", ROOT / "puzzles/twos.jsonl", file, "--count", 3)
        self.assertEqual([puzzle.json for puzzle in octomate.generate(
            from_=file, exclude=[ROOT / "puzzles/twos.jsonl", file], count=3, spread=None, economical=False)],
            command(*words).splitlines())

    def test_compose_is_the_command(self):
        for spec, words, arguments in (("article-1", ("--count", 2, "--seed", 3), {"count": 2, "seed": 3}),
                                       ("article-5", ("--nodes", 2000), {"nodes": 2000}),
                                       ("article-2", ("--exhaustive", 3), {"exhaustive": 3})):
            file = ROOT / f"data/compose/{spec}.json"
            found = octomate.compose(json.loads(file.read_text()), **arguments)
            self.assertEqual("".join(puzzle.json + "\n" for puzzle in found.puzzles), command("compose", file, *words, code=(0, 1, 4)))
            self.assertGreater(found.judged, 0)
            self.assertEqual(found.complete, "exhaustive" in arguments or bool(found.puzzles))
        with self.assertRaises(octomate.InputError) as caught:
            octomate.compose({"men": {"e9": "K"}})
        self.assertEqual((caught.exception.code, caught.exception.field), ("bad_square", "men"))
        for spec, arguments in (({"key": {"7": "any"}}, {"variant": "super-chess"}), ("{", {}), ({}, {"exhaustive": 1}), ({}, {"count": 0})):
            with self.assertRaises(ValueError, msg=(spec, arguments)):
                octomate.compose(spec, **arguments)

    def test_perft_and_rollouts_are_the_commands(self):
        for variant, depth in (("superpermutation-d8", 4), ("super-chess", 3)):
            start = octomate.Position.start(variant)
            for rolls, divide in (("none", False), ("none", True), ("sum", True)):
                words = ("perft", "--variant", variant, "--format", "jsonl", "--rolls", rolls, *(["--divide"] if divide else []), start.fen, depth)
                counted, expected = octomate.perft(start, depth, rolls=rolls, divide=divide), json.loads(command(*words))
                self.assertEqual({**counted, "seconds": 0}, {**expected, "seconds": 0})
        rolled = octomate.analyse(MATE, roll=2, rollout=20, seed=4, candidates=2, threads=1)
        self.assertEqual(rolled["rollout"], json.loads(command("analyse", "--format", "jsonl", "--roll", 2, "--rollout", 20, "--seed", 4,
                                                               "--candidates", 2, MATE))["rollout"])
        plain = octomate.Position.start("superpermutation")
        for told, wrong in (("^depth is -1, expected a whole number from 0 to 100$", lambda: octomate.perft(MATE, -1)),
                            ("^rollout is 2, expected 0, or a whole number from 3 to 100000000$", lambda: octomate.analyse(MATE, rollout=2)),
                            ("^roll: the die has 8 faces$", lambda: octomate.analyse(MATE, roll=9)),
                            ("^roll: the game has no die$", lambda: octomate.analyse(plain, roll=1)),
                            ("^rollout: without a die", lambda: octomate.analyse(plain, rollout=10))):
            with self.assertRaisesRegex(ValueError, told):
                wrong()

    def test_earlier_positions_and_proof_games_are_those_of_the_commands(self):
        for fen, variant in (("4k3/8/8/8/8/8/8/4K2R b", "superpermutation-d8"), ("4k3/8/8/8/8/8/8/4K2R b", "superpermutation"),
                             ("4k3/8/8/8/8/8/8/k3K2R b", "superpermutation-d8"), (octomate.Position.start().fen, "superpermutation-d8")):
            words = ("--variant", variant, "--format", "jsonl", fen)
            for call, name in ((octomate.retract, "retract"), (lambda fen, variant: [octomate.proof(fen, variant=variant)], "proof")):
                with self.subTest(fen=fen, variant=variant, name=name):
                    told = command(name, *words, code=(0, 1, 3))
                    if '"error"' in told:
                        self.assertRaises(octomate.InputError, call, fen, variant=variant)
                    else:
                        self.assertEqual("".join(record.json + "\n" for record in call(fen, variant=variant)), told)
        with self.assertRaisesRegex(ValueError, "^retract is not available for Complete Permutation Chess; octomate games lists"):
            octomate.retract("8k7/16/16/16/16/16/16/8K7 w - - - 0 1", variant="complete-permutation")

    def test_a_shard_is_that_of_the_command(self):
        for words in ("2/3", "1/600"):
            lines = command("generate", "--count", 40, "--seed", 5, "--shard", words).splitlines()
            self.assertEqual([puzzle.json for puzzle in octomate.generate(count=40, seed=5, shard=words)],
                             [line for line in lines if not line.startswith("#")])

    def test_missing_files_and_folders(self):
        with tempfile.TemporaryDirectory() as folder:
            for file, kind in ((f"{folder}/missing.jsonl", FileNotFoundError), (pathlib.Path(folder), IsADirectoryError)):
                for call in (octomate.solve_file, octomate.mate_file, octomate.check_file, octomate.tag_file,
                             lambda file: octomate.solve_file([ROOT / "puzzles/article.jsonl", file]),
                             lambda file: octomate.generate(from_=file), lambda file: octomate.generate(exclude=file)):
                    with self.assertRaises(kind) as caught:
                        call(file)
                    self.assertEqual((caught.exception.errno is None, caught.exception.filename), (False, str(file)))
            for call in (octomate.Tables, lambda tables: octomate.Engine(tables=tables), lambda tables: octomate.analyse(MATE, tables=tables)):
                with self.assertRaises(FileNotFoundError) as caught:
                    call(f"{folder}/missing")
                self.assertEqual(caught.exception.filename, f"{folder}/missing")
        self.assertEqual(len(list(octomate.solve_file(MATE))), 1)

    def test_records_can_be_closed_by_another_thread(self):
        puzzles = octomate.generate(seconds=100, from_="place", mate=5, min_quality=100)  # finds hardly any puzzles
        closing = threading.Timer(0.3, puzzles.close)
        closing.start()
        list(puzzles)
        closing.join()
        self.assertEqual(list(puzzles), [])

    def test_iterators_after_a_fork(self):
        code = """if True:
            import os, sys, octomate
            puzzles = octomate.generate(seconds=100)
            next(puzzles)
            if os.fork() == 0:
                assert octomate.mate("7k/8/5K2/8/8/8/6Q1/8 w", 2, threads=2).total
                try:
                    list(puzzles)
                except RuntimeError as error:
                    print(error, flush=True)
                sys.exit(7)
            print(os.waitstatus_to_exitcode(os.wait()[1]), next(puzzles)["id"] != "")"""
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, env=os.environ)
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (0, "these records belong to the process before the fork\n7 True\n", ""))

    def test_abandoned_iterator_stops_its_work(self):
        for record in octomate.generate(seconds=100):
            break
        puzzles = octomate.generate(seconds=100)
        next(puzzles)
        puzzles.close()
        self.assertEqual(list(puzzles), [])
        with octomate.generate(seconds=100) as others:
            next(others)
        record = next(iter(octomate.solve_file(ROOT / "puzzles/thousand.jsonl")))
        self.assertIn("winning", record)
        del puzzles, others
        self.assertFalse(octomate.records._running, "chunks that nobody refers to are still there")

    def test_an_iterator_in_use_at_the_end_of_the_program(self):
        code = "import octomate; puzzles = octomate.generate(seconds=100); print(next(puzzles)['id'] != '')"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, env=os.environ)
        self.assertEqual((done.returncode, done.stdout), (0, "True\n"), done.stderr)


def public_functions():
    """Yields every public function, constructor and method of the package, with its name."""
    objects = {"Position": octomate.Position.start(), "Board": octomate.Board(), "Engine": octomate.Engine(), "Tables": octomate.Tables()}
    for name in octomate.__all__:
        member = getattr(octomate, name)
        if inspect.isfunction(member):
            yield name, member
        for method in ("__init__", *vars(member)) if name in objects else ():
            if method == "__init__":
                yield name, member
            elif not method.startswith("_") and callable(getattr(objects[name], method)):
                yield f"{name}.{method}", getattr(objects[name], method)


class Arguments(unittest.TestCase):
    good = {"puzzle": MATE, "position": None, "fen": MATE, "files": ROOT / "puzzles/article.jsonl", "depth": 1, "spec": {}, "text": "e4",
            "move": "e4", "material": "KQK", "games": "1. e4"}

    def assert_rejected(self, call, name, **options):
        """Checks that a function rejects the options with a message that contains `name`."""
        with self.assertRaises(octomate.ArgumentError, msg=(call, options)) as caught:
            call(**options)
        self.assertIn(name, str(caught.exception))
        self.assertNotIn("_native", str(caught.exception))

    def valid_arguments(self, call):
        required = [name for name, one in inspect.signature(call).parameters.items()
                    if one.default is one.empty and one.kind is not one.VAR_KEYWORD]
        return {**{name: self.good[name] for name in required}, **({"position": octomate.Position.start()} if "position" in required else {})}

    def test_every_argument_of_every_function(self):
        tried = set()
        for title, call in public_functions():
            if not inspect.signature(call).parameters:
                continue
            good = self.valid_arguments(call)
            self.assert_rejected(call, "'nonsense'", **good, nonsense=3)
            for name in inspect.signature(call).parameters:
                wrong = [object(), float("nan")]
                if bounds := octomate.arguments.RANGES.get(f"{title}.{name}") or octomate.arguments.RANGES.get(name):
                    if title != "generate" or name == "threads":
                        wrong += [bounds[0] - 1, bounds[1] * 2 + 1, True, "1", 1 << 70, float("inf")]
                if name == "from_" or title == "generate" and name not in ("threads", "variant"):
                    continue  # `generate` leaves checking these values to the command
                default = inspect.signature(call).parameters[name].default
                for value in (one for one in wrong if one != default or isinstance(one, bool)):
                    self.assert_rejected(call, name, **{**good, name: value})
                tried.add((title, name))
        self.assertGreater(len(tried), 90)

    def test_misspelt_names_and_values(self):
        for call, told in ((lambda: octomate.mate(MATE, 2, secnds=1), "^mate\\(\\) has no argument 'secnds'; did you mean 'seconds'\\?$"),
                           (lambda: octomate.generate(econmical=False), "did you mean 'economical'"),
                           (lambda: octomate.generate(help=True), "^generate\\(\\) has no argument 'help'$"),
                           (lambda: octomate.mate(MATE, dice="loaded"), "^dice is 'loaded', expected one of 'mean', 'every', 'some'$"),
                           (lambda: octomate.solve_file([], format="nonsense"), "^format is 'nonsense', expected one of "),
                           (lambda: octomate.generate(count=True), "^count is True"), (lambda: octomate.generate(economical=3), "^economical is 3"),
                           (lambda: octomate.Position(MATE, varant="x"), "^Position\\(\\) has no .*did you mean 'variant'")):
            for kind in (TypeError, ValueError):
                with self.assertRaisesRegex(kind, told):
                    call()
        for wrong in ({"theme": "nonsense"}, {"output": "x.jsonl"}, {"to": "epd"}, {"from_": "table"}, {"nonsense": 3}, {"count": -1},
                      {"seconds": float("nan")}, {"seconds": -1}, {"theme": "--help"}, {"men": "5-"}, {"shard": "3/2"}):
            with self.assertRaises(ValueError, msg=wrong):
                octomate.generate(**wrong)

    def test_signatures_are_public(self):
        self.assertEqual(list(inspect.signature(octomate.mate).parameters)[:2], ["puzzle", "n"])
        self.assertLess({"threads", "variant", "from_", "min_quality", "shard", "exclude"}, set(inspect.signature(octomate.generate).parameters))
        for title, call in public_functions():
            self.assertNotIn("_native", pydoc.render_doc(call), title)

    def test_invalid_private_calls_raise(self):
        player = octomate._native.Player(1, 1, "")
        for face in (-1, 0, 9, 99, 1 << 30, -(1 << 31)):
            with self.assertRaises(ValueError):
                player.reply(MATE, "superpermutation-d8", face, 0)
        with self.assertRaises(ValueError):
            player.reply(octomate.Position.start("superpermutation").fen, "superpermutation", 1, 0)


class Positions(unittest.TestCase):
    def test_line_ends_are_ignored(self):
        line = f" {MATE}\r\n"
        self.assertEqual(octomate.Position.from_fen(line), octomate.Position.from_fen(MATE))
        self.assertEqual(octomate.solve(line)["winning"], [7])
        self.assertEqual(octomate.solve(f'{{"fen": "{MATE}\\n"}}\n')["winning"], [7])
        self.assertEqual(octomate.Position.from_fen(MATE).play("Qg7\n", roll=7).outcome(), "white")
        for empty in ("", " ", "\n"):
            for call in (octomate.Position.from_fen, octomate.solve, lambda text: octomate.solve({"fen": text}),
                         octomate.Position.start().move):
                with self.assertRaises(octomate.InputError):
                    call(empty)

    def test_a_copy_of_a_board_is_a_board_of_its_own(self):
        board = octomate.Board()
        board.push("e4", 5)
        for other in (copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
            other.push(other.legal_moves()[0])
            self.assertEqual((board.ply, other.ply), (1, 2))
            other.pop()
            other.pop()
            self.assertEqual((board.ply, board.turn, other.turn), (1, "black", "white"))

    def test_values(self):
        position = octomate.Position.from_fen(MATE)
        self.assertEqual(position, octomate.Position(position.fen))
        self.assertEqual({position: 1}[pickle.loads(pickle.dumps(position))], 1)
        self.assertNotEqual(position, octomate.Position(MATE, "superpermutation"))
        moves = position.legal_moves()
        move = moves[0]
        del position, moves
        gc.collect()
        self.assertEqual(move.uci, "f6e5")

    def test_moves_are_played_on_their_rolls_only(self):
        position = octomate.Position.from_fen(MATE)
        self.assertEqual(position.play("g2g7", roll=7).outcome(), "white")
        with self.assertRaises(octomate.InputError) as caught:
            position.play("g2g7", roll=6)
        self.assertEqual(caught.exception.code, "wrong_face")
        with self.assertRaises(octomate.InputError) as caught:
            position.play("a1a2")
        self.assertEqual((caught.exception.code, caught.exception.field), ("illegal_move", "move"))
        with self.assertRaises(ValueError):
            position.legal_moves(9)

    def test_errors_name_the_character(self):
        with self.assertRaises(octomate.InputError) as caught:
            octomate.Position.from_fen("7k/pppp1pppp/8/8/8/8/8/8 w")
        error = caught.exception
        self.assertEqual((error.code, error.field, error.line), ("rank_too_long", "fen", 1))
        with self.assertRaises(octomate.InputError) as caught:
            octomate.solve({"fen": "7k/8/8/8/8/8/8/8 w", "roll": 99})
        error = caught.exception
        self.assertEqual((error.code, error.more[0].code), ("bad_roll", "no_king"))
        self.assertEqual(str(pickle.loads(pickle.dumps(error))), str(error))
        with self.assertRaises(octomate.InputError):
            octomate.Position.from_fen(MATE, "nonsense")
        with self.assertRaises(octomate.InputError):
            octomate.solve("{")

    def test_all_games(self):
        self.assertGreaterEqual(len(octomate.games()), 4)
        for game in octomate.games():
            board = octomate.Board(octomate.Position.start(game["name"]))
            self.assertIn("<svg", board._repr_svg_())
            engine = octomate.Engine(level=1, seed=2)
            for _ in range(4):
                play = engine.play(board)
                self.assertEqual(play.roll is None, not board.rolls)
                board.push(play.move, play.roll)
            self.assertEqual(board.pop().fen, play.move.fen)
            self.assertEqual(board.ply, 3)

    def test_mates_are_exact(self):
        found = octomate.mate(MATE, 2)
        self.assertEqual(found.total, sum((row.value for row in found.faces), Fraction()) / 8)
        self.assertTrue(found.is_complete and found.faces[6].forced)
        cut = octomate.mate(MATE, 5, nodes=10)
        self.assertFalse(cut.is_complete)
        self.assertLess(cut.lower, cut.upper)
        with self.assertRaises(ValueError):
            octomate.mate(MATE, 2, dice="loaded")

    def test_tables(self):
        with tempfile.TemporaryDirectory() as folder:
            tables = octomate.Tables(folder)
            position = octomate.Position.from_fen("8/8/8/3k4/8/8/1Q6/K7 w")
            odds = tables.probe(position)
            self.assertEqual(odds["material"], "KQK")
            self.assertTrue(odds["lower"] <= odds["value"] <= odds["upper"])
            with self.assertRaises(octomate.NoTableError):
                tables.probe(octomate.Position.start())
            self.assertIsNone(tables.get(octomate.Position.start()))


class Interruptions(unittest.TestCase):
    def assert_interruptible(self, work):
        alarm = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
        alarm.start()
        try:
            with self.assertRaises(KeyboardInterrupt):
                work()
        finally:
            alarm.join()

    def test_long_calls_end_by_ctrl_c(self):
        self.assert_interruptible(lambda: octomate.mate(SLOW, 9, dice="every"))
        self.assert_interruptible(lambda: list(octomate.generate(seconds=100, from_="place", mate=3)))
        self.assert_interruptible(lambda: octomate.perft(SLOW, 9))
        self.assert_interruptible(lambda: octomate.perft(SLOW, 9, rolls="sum", divide=True))
        self.assert_interruptible(lambda: octomate.compose((ROOT / "data/compose/article-5.json").read_text(), exhaustive=9))
        self.assert_interruptible(lambda: octomate.compose((ROOT / "data/compose/article-5.json").read_text(), count=1_000_000))
        self.assert_interruptible(lambda: octomate.replay("1. e4 e5 " * 1000, analyse=True, depth=6))
        self.assert_interruptible(lambda: octomate.analyse(SLOW, rollout=1_000_000))
        self.assert_interruptible(lambda: octomate.Engine(8).play(octomate.Position.start("complete-permutation")) and time.sleep(60))

    def test_other_threads_run_meanwhile(self):
        counted = []
        worker = threading.Thread(target=lambda: octomate.mate(SLOW, 9, dice="every", seconds=0.5))
        worker.start()
        while worker.is_alive():
            counted.append(octomate.faces(MATE))
        worker.join()
        self.assertGreater(len(counted), 10)


class Laws(unittest.TestCase):
    def test_moves_are_those_of_the_naive_rules(self):
        dice = random.Random(options.positions)
        names = ["superpermutation-d8"] * 5 + ["superpermutation"] * 2 + ["complete-permutation", "super-chess"]
        positions = []
        while len(positions) < options.positions:
            name = dice.choice(names)
            board = octomate.Board(octomate.Position.start(name))
            for _ in range(dice.randrange(4, 30 if name == "super-chess" else 80)):
                if board.outcome() is not None or len(positions) == options.positions:
                    break
                positions.append(board.position)
                roll = dice.choice(board.rolls) if board.rolls else None
                board.push(dice.choice(board.legal_moves(roll)), roll)
        text = "".join(f"{position.variant}\t{position.fen}\n" for position in positions)
        answers = subprocess.run([options.naive], input=text, capture_output=True, text=True, check=True).stdout.splitlines()
        for position, line in zip(positions, answers, strict=True):
            truth = json.loads(line)
            moves = position.legal_moves()
            self.assertEqual(position.is_check(), truth["check"], position)
            self.assertEqual(sorted(move.uci for move in moves), sorted(truth["moves"]), position)
            self.assertEqual({move.uci for move in moves if move.is_mate}, set(truth["mates"]), position)
            self.assertEqual({str(roll): [move.uci for move in position.legal_moves(roll)] for roll in position.rolls},
                             truth["faces"], position)


class Installation(unittest.TestCase):
    """Runs the commands of docs/python.md in a temporary home, without a package index, with the built module."""

    def test_installation_commands_of_the_page(self):
        page = (ROOT / "docs/python.md").read_text()
        packages, venv = re.search(r"(?ms)^```\napt-get install (.*?)\n(.*?)\n```$", page).groups()
        lists = 'source scripts/lib.sh && echo "${build_packages[@]}" "${python_packages[@]}"'
        self.assertEqual(packages, subprocess.run(["bash", "-c", lists], cwd=ROOT, capture_output=True, text=True).stdout.strip())
        system = "pip install --break-system-packages ."
        self.assertIn(f"`{system}`", page)
        for line, python in ((venv, "octomate/bin/python"), (system, "/usr/bin/python3")):
            with tempfile.TemporaryDirectory() as home:
                env = {**os.environ, "HOME": home, "PATH": "/usr/bin:/bin", "PIP_CONFIG_FILE": os.devnull, "PIP_NO_INDEX": "1",
                       "PIP_CONFIG_SETTINGS": f"build-dir={options.package.parent}"}
                del env["PYTHONPATH"]
                if line == system:
                    env["PIP_USER"] = "1"  # the default of users other than root
                done = subprocess.run(["bash", "-c", line], cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
                self.assertEqual(done.returncode, 0, done.stdout)
                code = f"import octomate; print(octomate.solve({MATE!r})['winning'], octomate.__file__)"
                done = subprocess.run([pathlib.Path(home) / python, "-c", code], cwd=home, env=env, capture_output=True, text=True)
                self.assertTrue(done.stdout.startswith(f"[7] {home}/"), done)


class Memory(unittest.TestCase):
    def test_memory_does_not_grow(self):
        def round_trip(count):
            for number in range(count):
                position = octomate.Position(MATE)
                if number % 16 == 0:
                    position.play(position.legal_moves()[number % 20])
                    octomate.solve(position)
                if number % 4096 == 0:
                    next(octomate.solve_file(ROOT / "puzzles/article.jsonl")).error
                try:
                    octomate.Position("x")
                except octomate.InputError:
                    pass

        round_trip(options.leaks // 4)
        before = memory()
        round_trip(options.leaks)
        self.assertLess(memory() - before, 4096)


class Documents(unittest.TestCase):
    modules = ("arguments", "errors", "players", "position", "questions", "records", "tables")

    def test_docstrings(self):
        for name in ("octomate", *(f"octomate.{module}" for module in self.modules)):
            self.assertEqual(doctest.testmod(importlib.import_module(name)).failed, 0, name)

    def run_in_folder(self, code, name):
        """Runs Python code in a temporary folder that has a copy of puzzles/; `name` stands in messages."""
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(ROOT / "puzzles", f"{folder}/puzzles")
            script = pathlib.Path(folder) / "script.py"
            script.write_text(code)
            done = subprocess.run([sys.executable, script], cwd=folder, capture_output=True, text=True,
                                  env={**os.environ, "MPLBACKEND": "Agg", "XDG_DATA_HOME": folder})
            self.assertEqual(done.returncode, 0, f"{name}\n{done.stderr}")

    def test_examples_of_the_page(self):
        page = (ROOT / "docs/python.md").read_text()
        blocks = re.findall(r"(?ms)^```python\n(.*?)^```$", page)
        self.assertTrue(blocks)
        names = {}
        os.chdir(ROOT)
        for number, block in enumerate(blocks):
            if ">>>" in block:
                test = doctest.DocTestParser().get_doctest(block, names, f"block {number}", "docs/python.md", 0)
                runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
                self.assertEqual(runner.run(test, clear_globs=False).failed, 0)
                names.update(test.globs)
            elif (needed := re.search(r"^import (pandas|matplotlib)", block, re.M)) and not importlib.util.find_spec(needed[1]):
                compile(block, "docs/python.md", "exec")
            else:
                self.run_in_folder(block, block)

    def test_the_notebooks(self):
        for file in (ROOT / "data/examples").glob("*.ipynb"):
            cells = [cell for cell in json.loads(file.read_text())["cells"] if cell["cell_type"] == "code"]
            self.run_in_folder("\n\n".join("".join(cell["source"]) for cell in cells), file)

    def test_the_cards_for_anki(self):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "cards.tsv"
            subprocess.run([sys.executable, ROOT / "data/examples/anki.py", ROOT / "puzzles/article.jsonl", out], check=True)
            rows = [line.split("\t") for line in out.read_text().splitlines() if not line.startswith("#")]
            self.assertEqual([len(row) for row in rows], [3] * 5)
            self.assertTrue(all("<svg" in row[0] for row in rows))

    def test_script_decisions(self):
        def is_whole(line):
            record = json.loads(line)
            moves = octomate.Position(record["fen"]).legal_moves(record["roll"])
            return len(moves) > 1 and {move.uci for move in moves} == set(record["moves"])

        with tempfile.TemporaryDirectory() as folder:
            made = pathlib.Path(folder) / "made.jsonl"
            script = [sys.executable, ROOT / "scripts/decisions"]
            subprocess.run([*script, "make", made, "3", "4"], check=True, stderr=subprocess.DEVNULL)
            rated = subprocess.run([*script, "rate", made, "1", "2"], check=True, capture_output=True, text=True).stdout
            self.assertEqual([line.split()[0] for line in rated.splitlines()], ["level", "1", "2"])
            shipped = (ROOT / "data/decisions.jsonl").read_text().splitlines()
            self.assertEqual(len(shipped), 2000)
            self.assertTrue(all(map(is_whole, made.read_text().splitlines() + shipped[::20])))

    @unittest.skipUnless(shutil.which("mypy"), "mypy is not installed")
    def test_types(self):
        sources = [options.package / "octomate", *(ROOT / "data/examples").glob("*.py")]
        with tempfile.TemporaryDirectory() as cache:
            done = subprocess.run(["mypy", "--strict", "--cache-dir", cache, *sources], capture_output=True, text=True,
                                  env={**os.environ, "MYPYPATH": str(options.package)})
        self.assertEqual(done.returncode, 0, done.stdout)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("package", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("octomate", type=os.path.abspath)
    parser.add_argument("naive", type=os.path.abspath)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--leaks", type=int, default=40_000)
    options, rest = parser.parse_known_args()
    os.environ["PYTHONPATH"] = str(options.package)
    sys.path.insert(0, str(options.package))
    import octomate

    unittest.main(argv=[sys.argv[0], *rest])
