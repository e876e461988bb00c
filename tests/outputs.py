#!/usr/bin/env python3
"""Tests the files that octomate writes: an old file stays until the new one is complete, two runs cannot write to the same
file, and closed streams and full disks only affect the output on them."""

import contextlib
import json
import os
import pathlib
import re
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest

import signals

BINARY = ""
RECORD = '{"fen":"7k/8/6K1/8/2q2Q2/8/8/8 w","id":"%s"}\n'
ARTICLE = str(pathlib.Path(__file__).resolve().parent.parent / "puzzles/article.jsonl")


class Outputs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_it(self, *arguments, code=0, **options):
        done = subprocess.run([BINARY, *map(str, arguments)], cwd=self.folder, capture_output=True, timeout=60, **options)
        self.assertEqual(done.returncode, code, (arguments, done.stderr))
        return done

    def file(self, name, text):
        (self.folder / name).write_text(text)
        return name

    def text(self, name):
        return (self.folder / name).read_text()

    def file_status(self, name):
        """Returns the status of a file without its access time."""
        about = os.stat(self.folder / name)
        return [getattr(about, f"st_{field}") for field in ("mode", "ino", "dev", "nlink", "uid", "gid", "size", "mtime_ns", "ctime_ns")]

    def assert_files(self, *names):
        self.assertEqual(sorted(os.listdir(self.folder)), sorted(names))

    def test_a_missing_input_touches_no_output(self):
        self.file("out.jsonl", "old\n")
        for command in (["convert"], ["tag"], ["merge"], ["check", "--fix-key"], ["find", "{}"]):
            done = self.run_it(*command, ARTICLE, "missing.jsonl", "-o", "out.jsonl", code=3)
            self.assertIn(b"missing.jsonl: cannot open", done.stderr)
            self.assertEqual(self.text("out.jsonl"), "old\n")
        self.run_it("generate", "--exclude", "missing.jsonl", "--count", "1", "-o", "out.jsonl", code=3)
        self.run_it("generate", "--from", "missing.jsonl", "--count", "1", "-o", "out.jsonl", code=3)
        self.run_it("book", "missing.jsonl", "-o", "out.html", code=3)
        self.run_it("solve", "missing.jsonl", "--html", "out.html", code=3)
        self.assertEqual(self.text("out.jsonl"), "old\n")
        self.assert_files("out.jsonl")

    # Commands that read the file IN and write the file OUT, the content of IN, and its extension.
    GAMES, SPEC = "(5) e2-e4 (1) h7-h5\n", '{"material":"KB/k"}'
    READ_AND_WRITTEN = [
        *((["convert", "IN", "-o", "OUT"], RECORD % "a", end) for end in (".jsonl", ".epd", ".csv", ".pgn", ".yaml", ".tex", ".zst")),
        *(([*command, "IN", "-o", "OUT"], RECORD % "a", ".jsonl") for command in
          (["tag"], ["merge"], ["check", "--fix-key"], ["find", "{}"], ["convert", ARTICLE])),
        (["tag", ARTICLE, "--solvers", "IN", "-o", "OUT"], "id,solver,solved\n", ".csv"),
        (["find", "IN", ARTICLE, "-o", "OUT"], '{"themes":"teleport"}', ""),
        *((["generate", option, "IN", "--count", "1", "-o", "OUT"], RECORD % "a", "") for option in ("--from", "--exclude")),
        (["generate", "--from", "IN", "--count", "1", "-o", "new", "--certificate", "OUT"], RECORD % "a", ""),
        (["mate", "IN", "--certificate", "OUT"], RECORD % "a", ""),
        *(([command, "IN", "--html", "OUT"], RECORD % "a", ".html") for command in ("solve", "mate")),
        *((["render", "IN", "-o", "OUT"], RECORD % "a", end) for end in (".svg", ".png", ".pdf", ".txt")),
        *((["book", "IN", "-o", "OUT"], RECORD % "a", end) for end in (".html", ".pdf")),
        (["book", ARTICLE, "--foreword", "IN", "-o", "OUT"], "words\n", ".html"),
        (["sheet", "IN", "-o", "OUT"], RECORD % "a", ".pdf"),
        (["replay", "IN", "--pgn", "OUT"], GAMES, ""),
        (["replay", "IN", "--analyse", "--depth", "1", "--curve", "OUT"], GAMES, ".svg"),
        (["compose", "IN", "-o", "OUT"], SPEC, ""),
        (["compose", "IN", "--exhaustive", "3", "--state", "OUT"], SPEC, ""),
        (["play", "--save", "OUT"], "quit\n", ""),
    ]

    def spellings(self, name, text):
        """Creates a file and returns several names for it."""
        self.file(name, text)
        (self.folder / ("link" + name)).symlink_to(name)
        (self.folder / ("chain" + name)).symlink_to("link" + name)
        os.link(self.folder / name, self.folder / ("hard" + name))
        (self.folder / "sub").mkdir(exist_ok=True)
        if not (self.folder / "here").is_symlink():
            (self.folder / "here").symlink_to(".")
        return [name, "./" + name, str(self.folder / name), "link" + name, "chain" + name, "hard" + name, "here/" + name, "sub/../" + name]

    def test_no_input_is_an_output(self):
        for number, (command, text, end) in enumerate(self.READ_AND_WRITTEN):
            name = f"in-{number}{end}"
            for output in self.spellings(name, text):
                arguments = [{"IN": name, "OUT": output}.get(word, word) for word in command]
                with open(self.folder / name) as stdin:
                    done = self.run_it(*arguments, code=2, stdin=stdin)
                    self.assertIn(b"one of the input files", done.stderr, arguments)
                    if command[0] in ("convert", "tag", "merge") and "IN" in command:
                        self.run_it(*["-" if word == name else word for word in arguments[:2]], *arguments[2:], code=2, stdin=stdin)
                self.assertEqual(self.text(name), text, arguments)
            self.assertTrue((self.folder / ("chain" + name)).is_symlink())
            left = set(os.listdir(self.folder)) - {name, "link" + name, "chain" + name, "hard" + name, "sub", "here"}
            self.assertEqual(left, set(), command)
            for made in (name, "link" + name, "chain" + name, "hard" + name):
                (self.folder / made).unlink()

    def test_standard_output_is_no_input(self):
        for command, text in (["solve"], RECORD % "a"), (["convert"], RECORD % "a"), (["merge"], RECORD % "a"), (["replay"], self.GAMES):
            self.file("in", text)
            for where in (">>in", "2>>in", ">>./in"):
                for given in ("in", "- <in"):
                    done = subprocess.run(f"{BINARY} {' '.join(command)} {given} {where}", shell=True, cwd=self.folder, capture_output=True)
                    self.assertEqual(done.returncode, 2, done.stderr)
                    self.assertTrue(self.text("in").startswith(text))
                    self.file("in", text)

    def test_an_endgame_table_is_no_output(self):
        self.run_it("tables", "make", "KK", "--tables", "t")
        table = "t/superpermutation-d8/KK.table"
        before = self.file_status(table)
        for command in (["mate", ARTICLE, "--certificate"], ["match", "random", "random", "--games", "2", "-o"], ["play", "--save"]):
            self.run_it(*command, table, "--tables", "t", code=2, input=b"quit\n")
        (self.folder / "p").mkdir()
        (self.folder / "p/superpermutation-d8").symlink_to("../t/superpermutation-d8")
        self.run_it("tables", "pack", "KK", "--tables", "t", "-o", "p", code=2)
        self.assertEqual(self.file_status(table), before)

    def test_temporary_files_are_no_inputs(self):
        self.assert_rejected_without_change(".out.jsonl.octomate is one of the input files", "convert", ".out.jsonl.octomate", "-o", "out.jsonl",
                          **{".out.jsonl.octomate": RECORD % "a"})
        text = pathlib.Path(ARTICLE).read_text()
        for ending in (".progress", ".part", ".seen"):
            beside = "c.jsonl" + ending
            done = self.run_it("generate", "--count", "2", "-o", "c.jsonl", "--certificate", beside, code=2)
            self.assertIn(f"{beside} is also the file of --", done.stderr.decode())
            self.assert_rejected_without_change("one of the input files", "generate", "--from", beside, "--count", "2", "-o", "c.jsonl", **{beside: text})
            os.remove(self.folder / beside)

    def test_loops_and_chains_of_links(self):
        writers = [(["convert", ARTICLE, "-o"], ""), (["generate", "--count", "1", "-o"], ""), (["mate", ARTICLE, "--certificate"], ""),
                   (["match", "random", "random", "--plies", "2", "--games", "2", "-o"], ""), (["play", "--save"], ""),
                   (["compose", "article-1", "-o"], ""), (["compose", "article-1", "--exhaustive", "2", "--state"], ""),
                   (["render", "8/8/8/8/8/8/8/KQ1k4 b", "-o"], ".svg"), (["book", ARTICLE, "-o"], ".html"),
                   (["replay", "superpermutation-d8.txt", "--pgn"], ""), (["solve", ARTICLE, "--html"], ".html")]
        for command, end in writers:
            one, two, real = "one" + end, "two" + end, "real" + end
            (self.folder / one).symlink_to(two)
            (self.folder / two).symlink_to(one)
            done = self.run_it(*command, one, code=2, input=b"quit\n")
            self.assertIn(b"Too many levels of symbolic links", done.stderr, command)
            self.assert_files(one, two)
            (self.folder / two).unlink()
            (self.folder / two).symlink_to(real)
            subprocess.run([BINARY, *command, one], cwd=self.folder, capture_output=True, input=b"quit\n", timeout=60)
            self.assertTrue((self.folder / one).is_symlink() and (self.folder / two).is_symlink(), command)
            self.assertTrue((self.folder / real).is_file(), command)
            for name in os.listdir(self.folder):
                (self.folder / name).unlink()

    def test_a_position_is_no_file_name(self):
        """Tests a Super Chess game whose history makes its FEN longer than file names may be."""
        match = ["match", "random", "random", "--variant", "super-chess", "--games", "2", "--plies", "200", "--format", "jsonl", "-q"]
        moves = json.loads(self.run_it(*match).stdout.splitlines()[0])["moves"]
        self.file("game", f'[Variant "super-chess"]\n\n{moves}\n')
        plies = [json.loads(line)["fen"] for line in self.run_it("replay", "game", "--format", "jsonl").stdout.splitlines()]
        fen = max(plies, key=len)
        self.assertGreater(len(fen), 4096)
        (self.folder / fen.split("/")[0]).write_text("a file that is not a folder\n")
        self.file("fen", fen + "\n")
        one, many = ["moves", "perft", "analyse"], [["solve"], ["mate", "--moves", "1"], ["check"], ["convert"], ["convert", "--to", "epd"],
                                                    ["tag"], ["merge"], ["render"], ["improve", "--nodes", "9"], ["twins", "--limit", "9nodes"]]
        for command in one:
            rest = ["1"] if command == "perft" else []
            self.run_it(command, fen, *rest, "--variant", "super-chess")
        for command in many:
            answers = [subprocess.run([BINARY, *command, given, "--variant", "super-chess", "--format", "jsonl"], cwd=self.folder,
                                      capture_output=True, timeout=60) for given in (fen, "fen")]
            self.assertEqual(*(re.sub(rb'"seconds":[^,}]*', b"", answer.stdout) for answer in answers))
            self.assertIn(answers[0].returncode, (0, 1, 4), answers[0].stderr)
        self.run_it("find", fen, fen, "--variant", "super-chess")
        for command in ("convert", "generate", "match", "play"):  # a file name that is too long gives an error message
            words = {"convert": [ARTICLE, "-o"], "generate": ["--count", "1", "-o"], "match": ["random", "random", "-o"], "play": ["--save"]}
            done = self.run_it(command, *words[command], "x" * 300, code=2)
            self.assertIn(b"File name too long", done.stderr)
            self.assertNotIn(b"filesystem error", done.stderr)

    def test_sources_call_filesystem_functions_with_error_codes(self):
        asking = re.compile(r"(?:filesystem|fs)::(?:exists|\w*status|is_\w+|file_size|remove|remove_all|rename|copy|copy_file|canonical|"
                            r"weakly_canonical|absolute|relative|equivalent|read_symlink|create_\w+|\w*directory_iterator \w+)\(")
        source = pathlib.Path(__file__).resolve().parent.parent / "src"
        for file in [*source.rglob("*.cpp"), *source.rglob("*.hpp")]:
            for number, line in enumerate(file.read_text().splitlines(), 1):
                if asking.search(line):
                    self.assertRegex(line, r", (error|none|unknown|ignored)\)", f"{file}:{number}: give it a std::error_code")

    def assert_rejected_without_change(self, message, *arguments, **files):
        """Checks that the command fails with the message `message` and does not change the files."""
        for name, text in files.items():
            self.file(name, text)
        done = self.run_it(*arguments, code=2)
        self.assertIn(message, done.stderr.decode())
        for name, text in files.items():
            self.assertEqual(self.text(name), text)

    def test_a_pattern_is_no_output(self):
        pattern = '{"themes":"teleport"}'
        self.assert_rejected_without_change("--output: pattern is one of the input files", "find", "pattern", ARTICLE, "-o", "pattern", pattern=pattern)
        with open(self.folder / "pattern") as stdin:
            self.run_it("find", "-", ARTICLE, "-o", "pattern", code=2, stdin=stdin)
        self.assertEqual(self.text("pattern"), pattern)

    def test_no_input_is_an_output_named_during_the_run(self):
        position, games = "4k3/8/8/8/8/8/8/4K2R w\n", "(5) e2-e4\n\n(5) e2-e4\n"
        self.assert_rejected_without_change("octomate: --output: line-1.txt is one of the input files\n",
                          "render", "line-1.txt", "--to", "txt", "-o", ".", **{"line-1.txt": position})
        os.link(self.folder / "line-1.txt", self.folder / "mine")
        self.assert_rejected_without_change("octomate: --output: mine is one of the input files\n",
                          "render", "mine", "--to", "txt", "-o", "./.", **{"line-1.txt": position})
        (self.folder / "out").mkdir()
        self.assert_rejected_without_change("octomate: --diagrams: out/game-2-end.txt is one of the input files\n",
                          "replay", "out/game-2-end.txt", "--diagrams", "out", "--to", "txt", **{"out/game-2-end.txt": games})
        self.assert_rejected_without_change("octomate: --curve: c-2.svg is one of the input files\n",
                          "replay", "c-2.svg", "--analyse", "--depth", "1", "--curve", "c.svg", **{"c-2.svg": games})

    def test_two_outputs_to_one_file_are_rejected(self):
        spec, games = '{"material":"KB/k"}', "(5) e2-e4\n\n(5) e2-e4\n"
        walk = ["compose", "spec", "--exhaustive", "3", "--state"]
        (self.folder / "link").symlink_to(self.folder)
        for state, output in (("out", "out"), ("out", "./link/out"), ("spec", "out"), ("state", "spec")):
            self.assert_rejected_without_change("--", *walk, state, "-o", output, spec=spec)
            self.assert_files("link", "spec")
        replay = ["replay", "games", "--analyse", "--depth", "1"]
        self.assert_rejected_without_change("--pgn: a.svg is also the file of --curve", *replay, "--pgn", "a.svg", "--curve", "./a.svg", games=games)
        self.assert_files("games", "link", "spec")
        self.assert_rejected_without_change("octomate: --curve: a-2.svg is also the file of --pgn", *replay, "--pgn", "a-2.svg", "--curve", "a.svg")
        self.assert_rejected_without_change("octomate: --diagrams: ./game-1-end.svg is also the file of --curve",
                          *replay, "--curve", "game-1-end.svg", "--diagrams", ".")

    def test_state_of_another_game_is_rejected(self):
        spec = self.file("spec", '{"material":"KB/k","themes":["miniature"]}')
        walk = ["compose", spec, "--exhaustive", "3", "--limit", "0.000001", "--state"]
        variants = ["superpermutation-d8", "superpermutation", "complete-permutation", "complete-permutation:leap",
                    "complete-permutation:none"]
        for mine in variants:
            self.run_it(*walk, mine, "--variant", mine, code=4)
            for other in variants:
                done = self.run_it(*walk, mine, "--variant", other, code=4 if other == mine else 2)
                self.assertEqual(f"{mine} belongs to another search" in done.stderr.decode(), other != mine)
        # The game in the spec takes precedence over --variant.
        self.file("spec", '{"variant":"complete-permutation:leap","material":"KB/k","themes":["miniature"]}')
        self.run_it(*walk, "own", "--variant", "superpermutation", code=4)
        self.run_it(*walk, "own", code=4)

    def test_forged_state_is_rejected(self):
        spec = self.file("spec", '{"material":"KR/k","key":{"8":"any"}}')
        walk = ["compose", spec, "--exhaustive", "3", "--state", "state", "-q"]
        self.run_it(*walk)
        state = json.loads(self.text("state"))
        found = state["found"]
        for forged in ([found[0]] * 5, [found[0], "7k/8/8/8/8/8/8/K7 w - - 0 1"]):
            state["found"] = forged
            self.file("state", json.dumps(state))
            done = self.run_it(*walk, code=2)
            self.assertIn("octomate: state has been changed since it was written", done.stderr.decode())

    def test_pgn_on_standard_output(self):
        self.file("games", "(5) e2-e4 (1) h7-h5\n")
        self.run_it("replay", "games", "--pgn", "games.pgn")
        for reports in ("text", "jsonl"):
            done = self.run_it("replay", "games", "--pgn", "-", "--format", reports)
            self.assertEqual(done.stdout.decode(), self.text("games.pgn"))
        self.assert_files("games", "games.pgn")

    def test_old_file_stays_until_the_new_one_is_complete(self):
        self.file("out.jsonl", "old\n")
        os.chmod(self.folder / "out.jsonl", 0o640)
        process = subprocess.Popen([BINARY, "convert", "-", "-o", "out.jsonl"], cwd=self.folder, stdin=subprocess.PIPE,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        process.stdin.write((RECORD % "x").encode() * 10000)
        process.stdin.flush()
        while not (self.folder / ".out.jsonl.octomate").exists():
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        self.assertEqual(self.text("out.jsonl"), "old\n")
        process.kill()
        process.wait()
        process.stdin.close()
        self.assertEqual(self.text("out.jsonl"), "old\n")
        self.run_it("convert", ARTICLE, "-o", "out.jsonl")
        self.assertEqual(len(self.text("out.jsonl").splitlines()), 5)
        self.assertEqual(stat.S_IMODE(os.stat(self.folder / "out.jsonl").st_mode), 0o640)
        self.assert_files("out.jsonl")

    def test_existing_temporary_name_is_not_overwritten(self):
        self.file("foreign", "precious\n")
        (self.folder / ".out.jsonl.octomate").symlink_to("foreign")
        self.run_it("convert", ARTICLE, "-o", "out.jsonl", code=2)
        (self.folder / ".out.jsonl.octomate").unlink()
        os.mkfifo(self.folder / ".out.jsonl.octomate")
        self.run_it("convert", ARTICLE, "-o", "out.jsonl", code=2)
        (self.folder / ".out.jsonl.octomate").unlink()
        self.assertEqual(self.text("foreign"), "precious\n")
        longest = "x" * 249 + ".jsonl"
        self.run_it("convert", ARTICLE, "-o", longest)
        self.run_it("convert", ARTICLE, "-o", longest)
        self.assert_files("foreign", longest)

    def test_progress_files_are_no_inputs(self):
        text = pathlib.Path(ARTICLE).read_text()
        for ending in (".seen", ".progress"):
            for option in (["--from"], ["--exclude"]):
                self.assert_rejected_without_change("is one of the input files", "generate", *option, "out.jsonl" + ending, "--count", "2", "-o",
                                  "out.jsonl", **{"out.jsonl" + ending: text})
        self.assert_rejected_without_change("is needed for the progress of the run", "generate", "--count", "2", "-o", "new.jsonl",
                          **{"new.jsonl.progress": "notes of mine\n"})

    def test_state_and_progress_must_be_regular_files(self):
        spec = self.file("spec", '{"material":"KB/k","themes":["miniature"]}')
        walk = ["compose", spec, "--exhaustive", "3", "--state"]
        make = ["generate", "--count", "2", "--quiet", "-o", "out.jsonl"]
        os.mkfifo(self.folder / "pipe")
        for name, command, on in (("state", walk, ["state"]), ("out.jsonl.progress", make, ["--resume"]), ("out.jsonl.seen", make, [])):
            for target, message in (("pipe", "Not a regular file"), ("/dev/zero", "Not a regular file"),
                                (name, "Too many levels of symbolic links")):
                (self.folder / name).symlink_to(target)
                self.assertIn(message, self.run_it(*command, *on, code=2).stderr.decode())
                (self.folder / name).unlink()
            (self.folder / "out.jsonl.progress").unlink(missing_ok=True)
        (self.folder / "out.jsonl.progress").symlink_to("pipe")
        self.run_it(*make, code=2)

    def test_open_descriptors_are_appended_to(self):
        for name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
            for command in (["convert", ARTICLE], ["generate", "--count", "3", "--quiet"]):
                self.file("log", "precious\n")
                with open(self.folder / "log", "a") as log:
                    done = subprocess.run([BINARY, *command, "-o", name], cwd=self.folder, stdout=log, timeout=60)
                    self.assertEqual(done.returncode, 0)
                    log.write("behind\n")
                lines = self.text("log").splitlines()
                self.assertEqual((lines[0], lines[-1]), ("precious", "behind"))
                self.assertEqual(len(lines), 2 + len(self.run_it(*command).stdout.splitlines()))
        self.assert_files("log")

    def test_runs_of_different_kinds_do_not_write_to_one_file(self):
        run = ["generate", "--quiet", "--count", "100000000", "-o", "out.jsonl"]
        with self.running(*run, until=lambda: self.has_begun("out.jsonl.progress") and self.has_begun("out.jsonl")):
            done = self.run_it("convert", ARTICLE, "-o", "out.jsonl", code=2)
            self.assertEqual(done.stderr, b"octomate: out.jsonl is being written by another run\n")

    def test_truncated_input_replaces_no_output(self):
        whole = subprocess.run(["zstd", "-qc", str(pathlib.Path(ARTICLE).parent / "thousand.jsonl")], capture_output=True).stdout
        (self.folder / "cut.zst").write_bytes(whole[: len(whole) // 2])
        for command in (["convert"], ["tag"], ["merge"], ["find", "{}"], ["check", "--fix-key"]):
            self.file("out.jsonl", "old\n")
            done = self.run_it(*command, ARTICLE, "cut.zst", "-o", "out.jsonl", code=3)
            self.assertIn(b"out.jsonl stays as it was\n", done.stderr)
            self.assertEqual(self.text("out.jsonl"), "old\n")
        self.file("out.html", "old\n")
        self.run_it("book", ARTICLE, "cut.zst", "-o", "out.html", code=3)
        self.run_it("solve", ARTICLE, "cut.zst", "--html", "out.html", code=3)
        self.assertEqual(self.text("out.html"), "old\n")
        self.run_it("convert", ARTICLE, "cut.zst", "-o", "new.jsonl", code=3)  # the valid part is kept
        self.assertGreaterEqual(len(self.text("new.jsonl").splitlines()), 5)

    def test_interrupted_run_replaces_no_output(self):
        self.file("out.jsonl", "old\n")
        run = subprocess.Popen([BINARY, "convert", "-", "-o", "out.jsonl"], cwd=self.folder, stdin=subprocess.PIPE,
                               stderr=subprocess.PIPE)
        run.stdin.write((RECORD % "x").encode() * 10000)
        run.stdin.flush()
        while not (self.folder / ".out.jsonl.octomate").exists():
            self.assertIsNone(run.poll())
            time.sleep(0.01)
        run.send_signal(signal.SIGINT)
        _, errors = run.communicate()
        self.assertEqual(run.returncode, 130)
        self.assertIn(b"out.jsonl stays as it was\n", errors)
        self.assertEqual(self.text("out.jsonl"), "old\n")
        self.assert_files("out.jsonl")

    def test_best_replaces_the_old_file_only_at_the_end(self):
        best = ["generate", "--quiet", "--count", "300", "--best", "5", "-o", "out.jsonl"]
        self.run_it(*best)
        expected = self.text("out.jsonl")
        self.file("out.jsonl", "old\n")
        run = ["generate", "--quiet", "--count", "100000000", "--best", "5", "-o", "out.jsonl"]
        with self.running(*run, until=lambda: self.has_begun("out.jsonl.progress")):
            pass
        self.assertEqual(self.text("out.jsonl"), "old\n")
        self.run_it(*best)
        self.assertEqual(self.text("out.jsonl"), expected)

    def test_links_pipes_and_devices(self):
        self.file("real.jsonl", "old\n")
        (self.folder / "link.jsonl").symlink_to("real.jsonl")
        self.run_it("convert", ARTICLE, "-o", "link.jsonl")
        self.assertTrue((self.folder / "link.jsonl").is_symlink())
        (self.folder / "real.jsonl").unlink()
        self.run_it("convert", ARTICLE, "-o", "link.jsonl")
        self.assertTrue((self.folder / "link.jsonl").is_symlink())
        self.assertEqual(len(self.text("real.jsonl").splitlines()), 5)
        done = self.run_it("convert", ARTICLE, "-o", "/dev/stdout")
        self.assertEqual(done.stdout.decode(), self.text("real.jsonl"))
        self.run_it("convert", ARTICLE, "-o", "/dev/null")
        self.run_it("convert", ARTICLE, "-o", "/dev/full", code=2)
        os.mkfifo(self.folder / "pipe")
        reader = subprocess.Popen(["cat", "pipe"], cwd=self.folder, stdout=subprocess.PIPE)
        self.run_it("convert", ARTICLE, "-o", "pipe")
        self.assertEqual(reader.communicate()[0].decode(), self.text("real.jsonl"))

    def test_missing_folder_is_reported_before_the_work(self):
        endless = ["--count", "1000000"]
        spec = str(pathlib.Path(ARTICLE).parent.parent / "data/compose/article-1.json")
        for command in (["compose", spec, *endless, "-o"], ["generate", *endless, "-o"], ["convert", ARTICLE, "-o"],
                        ["compose", spec, "--exhaustive", "9", "--state", "state.json", "-o"],
                        ["compose", spec, "--exhaustive", "9", "--state"]):
            done = self.run_it(*command, "none/out.jsonl", code=2)
            self.assertIn(b"none/out.jsonl", done.stderr)

    def test_a_finished_run_does_not_start_again(self):
        run = ["generate", "--count", "3", "-o", "out.jsonl", "--resume"]
        self.run_it(*run)
        before = self.file_status("out.jsonl")
        self.assertEqual(self.run_it(*run).stderr, b"out.jsonl is complete\n")
        done = self.run_it(*run, "--seed", "2", code=2)
        self.assertEqual(done.stderr, b"octomate: out.jsonl.progress belongs to a run with other options: seed was 1 and is 2\n")
        self.assertEqual(self.file_status("out.jsonl"), before)
        self.assert_files("out.jsonl", "out.jsonl.progress")
        self.file("new.jsonl", "")  # an empty file, as mktemp creates
        self.run_it("generate", "--quiet", "--count", "3", "-o", "new.jsonl", "--resume")
        self.assertEqual(self.text("new.jsonl"), self.text("out.jsonl"))
        # If the output was removed, the run starts again; if it was changed, --resume is rejected.
        os.remove(self.folder / "new.jsonl")
        self.run_it("generate", "--quiet", "--count", "3", "-o", "new.jsonl", "--resume")
        self.assertEqual(self.text("new.jsonl"), self.text("out.jsonl"))
        for text in (self.text("out.jsonl").replace("1", "2", 1), self.text("out.jsonl") + "\n"):
            self.file("out.jsonl", text)
            done = self.run_it(*run, code=2)
            self.assertEqual(done.stderr, b"octomate: cannot go on with out.jsonl: it has been changed since it was written; "
                             b"--force begins anew\n")
        self.file("old.jsonl", "old\n")
        done = self.run_it("generate", "--count", "3", "-o", "old.jsonl", "--resume", code=2)
        self.assertEqual(done.stderr, b"octomate: cannot go on with old.jsonl: there is no old.jsonl.progress; name another file\n")
        # A run that ended with fewer puzzles than --count exits with 4, and so does --resume afterwards.
        few = ["generate", "--quiet", "--units", "0", "--count", "1000", "-o", "few.jsonl"]
        self.run_it(*few, code=4)
        self.run_it(*few, "--resume", code=4)

    ENDLESS = {"out": ["generate", "--count", "100000000", "--quiet", "-o", "out"],
               "m": ["match", "random", "random", "--plies", "6", "--games", "10000000", "--quiet", "-o", "m"]}

    def saved(self, name):
        """Checks whether the progress file `name` records some bytes of output."""
        return self.has_begun(name) and json.loads(self.text(name))["bytes"] > 0

    def test_killed_run_keeps_the_old_file(self):
        for name, run in self.ENDLESS.items():
            for old in ("old\n", ""):
                self.file(name, old)
                with self.running(*run, signal_number=signal.SIGKILL, until=lambda: self.saved(name + ".progress")):
                    pass
                if old:
                    self.assertEqual(self.text(name), old)
                    self.assertTrue(self.text(name + ".part"))
                else:
                    self.assertTrue(self.text(name))
                self.assert_unfinished_run_is_kept(name, run)
                few = ["2" if word.endswith("0000000") else word for word in run]
                self.run_it(*few, "--force")
                self.assertEqual(len(self.text(name).splitlines()), 2)
                for leftover in (name, name + ".progress"):
                    os.remove(self.folder / leftover)
                self.assert_files()

    def assert_unfinished_run_is_kept(self, name, run):
        before = {file: (self.folder / file).read_bytes() for file in os.listdir(self.folder)}
        for command in (run, ["convert", ARTICLE, "-o", name], ["tag", ARTICLE, "-o", name], ["merge", ARTICLE, "-o", name]):
            done = self.run_it(*command, code=2)
            self.assertEqual(done.stderr.decode(), f"octomate: {name}.progress belongs to a run that was stopped: "
                             f"--resume continues it, --force overwrites {name}\n")
        self.run_it(*run, "--resume", "--force", code=2)
        self.assertEqual({file: (self.folder / file).read_bytes() for file in os.listdir(self.folder)}, before)

    def test_force_removes_the_files_of_a_killed_run(self):
        for old, run in self.ENDLESS.items():
            with self.subTest(run=run):
                self.file(old, "old\n")
                with self.running(*run, signal_number=signal.SIGKILL, until=lambda: self.saved(old + ".progress")):
                    pass
                self.run_it("convert", ARTICLE, "-o", old, "--force")
                self.assert_files(old)
                os.remove(self.folder / old)

    def test_unreadable_tables_are_reported_once(self):
        self.file("superpermutation-d8", "no folder\n")
        reason = b"cannot read ./superpermutation-d8: Not a directory; players do without endgame tables\n"
        for command, typed in ((["play", "--seed", "1", "--tables", "."], b"hint\nquit\n"),
                               (["engine"], b"setoption name Tables value .\nucinewgame\nquit\n")):
            done = self.run_it(*command, input=typed)
            self.assertEqual(done.stderr.count(reason), 1, done.stderr)

    def test_foreign_progress_files_are_not_overwritten(self):
        for name in ("out.part", "out.progress"):
            self.assert_rejected_without_change("is needed for the", *self.ENDLESS["out"], **{"out": "old\n", name: "mine\n"})
            os.remove(self.folder / name)

    def test_interrupted_run_prints_what_became_of_its_output(self):
        self.file("out", "old\n")
        os.chmod(self.folder / "out", 0o640)
        (self.folder / "link").symlink_to("out")
        run = ["generate", "--count", "20000", "-o", "link"]
        done = self.run_it(*run, "--seconds", "0.01", code=4)
        self.assertIn(b"link stays as it was\n", done.stderr)
        self.assertEqual(self.text("out"), "old\n")
        self.run_it(*run, "--resume", "--quiet")
        self.assertEqual(len(self.text("out").splitlines()), 20000)
        self.assertTrue((self.folder / "link").is_symlink())
        self.assertEqual(stat.S_IMODE(os.stat(self.folder / "out").st_mode), 0o640)
        self.assert_files("link", "link.progress", "out")

    @contextlib.contextmanager
    def running(self, *arguments, until, waits_for_end=False, signal_number=signal.SIGTERM):
        """Context manager: runs octomate, waits for `until()`. On exit, sends the signal or waits for the end."""
        run = subprocess.Popen([BINARY, *arguments], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            while not until():
                self.assertIsNone(run.poll())
                time.sleep(0.01)
            yield
            if waits_for_end:
                self.assertEqual(run.wait(timeout=60), 0)
            self.assertEqual(run.poll(), 0 if waits_for_end else None)
        finally:
            run.send_signal(signal_number)
            run.wait()

    def has_begun(self, name):
        return (self.folder / name).exists() and self.text(name)

    def test_two_runs_do_not_write_to_one_file(self):
        run = ["generate", "--quiet", "--count", "100000000", "-o", "out.jsonl", "--resume"]
        with self.running(*run, until=lambda: self.has_begun("out.jsonl.progress") and self.has_begun("out.jsonl")):
            for more in ([], ["--seed", "7"]):
                done = self.run_it(*run, *more, code=2)
                self.assertEqual(done.stderr, b"octomate: out.jsonl is being written by another run\n")
        for line in self.text("out.jsonl").splitlines():
            json.loads(line)

    def test_two_walks_do_not_share_a_state(self):
        spec = str(pathlib.Path(ARTICLE).parent.parent / "data/compose/article-5.json")
        walk = ["compose", spec, "--exhaustive", "9", "--quiet", "--state", "state.json"]
        with self.running(*walk, until=lambda: self.has_begun("state.json")):
            for _ in range(2):
                done = self.run_it(*walk, code=2)
                self.assertEqual(done.stderr, b"octomate: state.json is being written by another run\n")
        self.assertGreater(json.loads(self.text("state.json"))["next_unit"], 0)
        self.run_it(*walk, "--limit", "0.1", code=4)
        self.assert_files("state.json")

    def test_two_runs_do_not_make_one_table(self):
        make = ["tables", "make", "KQK", "--dir", "."]
        probe = ["tables", "probe", "8/8/8/3k4/8/8/1Q6/K7 w", "--dir", ".", "--format", "jsonl"]
        expected = self.run_it(*probe[:-3], "elsewhere", *probe[-2:]).stdout
        part = self.folder / "superpermutation-d8/KQK.table.part"
        with self.running(*make, "--threads", "1", until=part.exists):
            done = self.run_it(*make, code=2)
            self.assertEqual(done.stderr, b"octomate: ./superpermutation-d8/KQK.table is being made by another run\n")
        self.assertFalse(part.exists() and not part.stat().st_size)
        # `tables probe` waits for a table that another run is making.
        with self.running(*make, "--threads", "1", until=part.exists, waits_for_end=True):
            self.assertEqual(self.run_it(*probe).stdout, expected)

    def test_standard_error_that_is_closed_or_full(self):
        bad = self.file("bad.jsonl", (RECORD % "a") + "nonsense\n")
        with open("/dev/full", "w") as full:
            for arguments, code in ((["convert", bad], 3), (["solve", "--nonsense"], 2), (["convert", bad, "-o", "/dev/full"], 2),
                                    (["serve", "--port", "70000"], 2), (["frobnicate"], 2)):
                done = subprocess.run([BINARY, *arguments], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=full)
                self.assertEqual(done.returncode, code, arguments)
        subprocess.run(f"{BINARY} convert {bad} -o out.jsonl 2>&-", shell=True, cwd=self.folder)
        self.assertEqual(self.text("out.jsonl"), (RECORD % "a").replace(" w", " w - - 0 1"))
        for closed, code in ((">&-", 2), ("<&- >&- 2>&-", 2), ("<&-", 0)):
            done = subprocess.run(f"{BINARY} solve {ARTICLE} {closed}", shell=True, cwd=self.folder, capture_output=True)
            self.assertEqual(done.returncode, code, closed)
        done = subprocess.run(f"{BINARY} convert - -o closed.jsonl <&-", shell=True, cwd=self.folder, capture_output=True)
        self.assertEqual(done.returncode, 3, done.stderr)

    def test_a_signal_cuts_no_line(self):
        many = self.file("many.jsonl", "".join(RECORD % n for n in range(20000)))
        process = subprocess.Popen([BINARY, "solve", "--format", "jsonl", many], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL)
        time.sleep(0.5)  # octomate blocks, because its output is not read yet
        signals.send(process, signal.SIGTERM)
        time.sleep(0.2)
        text = process.communicate()[0].decode()
        self.assertEqual(process.returncode, 130)
        self.assertTrue(text.endswith("}\n"), text[-80:])
        for line in text.splitlines():
            json.loads(line)

    def test_names_that_are_no_utf8(self):
        name = os.fsencode(self.folder) + b"/\xff\x1b[31m.jsonl"
        with open(name, "w") as file:
            file.write(RECORD % "a" + "nonsense\n")
        done = subprocess.run([BINARY, "solve", "--format", "jsonl", name], capture_output=True)
        self.assertEqual(done.returncode, 3)
        self.assertEqual(json.loads(done.stdout.splitlines()[1])["line"], 2)
        self.assertNotIn(b"\x1b", done.stdout + done.stderr)
        done.stderr.decode()
        out = os.fsencode(self.folder) + b"/\xfe.jsonl"
        run = [BINARY, "generate", "--from", name, "--count", "1", "-o", out, "--seconds", "5"]
        self.assertEqual(subprocess.run(run, capture_output=True).returncode, 3)

    def test_titles_reach_no_terminal_raw(self):
        evil = {"fen": "7k/8/6K1/8/2q2Q2/8/8/8 w", "id": "\x1b]0;pwned\x07", "title": "\x1b[2J\u009b\ufffe\uffff\u202e"}
        evil["twins"] = [{"name": "\x1b[31m", "remove": "c4"}]
        self.file("evil.jsonl", json.dumps(evil) + "\n")
        for command in (["solve"], ["mate", "--moves", "1"], ["check"], ["render", "--to", "txt"], ["render"], ["solve", "--html", "-"],
                        ["book", "-o", "-"], ["tables", "probe"]):
            done = subprocess.run([BINARY, *command, "evil.jsonl"], cwd=self.folder, capture_output=True)
            text = (done.stdout + done.stderr).decode()
            for sign in "\x1b\x07\u009b\ufffe\uffff\u202e":
                self.assertNotIn(sign, text, command)
        page = subprocess.run([BINARY, "book", "--title", b"\xff\x01", "evil.jsonl", "-o", "-"], cwd=self.folder, capture_output=True)
        self.assertIn("<title>\ufffd </title>", page.stdout.decode())

    def match(self, *arguments, code=0, plies="6"):
        return self.run_it("match", "random", "random", "--plies", plies, "--threads", "1", "-q", *arguments, code=code)

    def assert_resume_rejected(self, message, *arguments, **options):
        """Checks that a match rejects a file with the message `message` and does not change it."""
        before = (self.folder / "m").read_bytes()
        done = self.match(*arguments, "-o", "m", "--resume", code=2, **options)
        self.assertEqual(done.stderr.decode(), f"octomate: {message}\n")
        self.assertEqual((self.folder / "m").read_bytes(), before)

    def test_match_resumes_only_its_own_unchanged_file(self):
        self.match("--games", "4", "-o", "m")
        whole, progress = self.text("m"), self.text("m.progress")
        more = ["--games", "8"]
        for edited in (whole.replace('"result":"1/2-1/2"', '"result":"1-0"', 1), whole[:-1], whole + "\n", "my notes\n"):
            self.file("m", edited)
            self.assert_resume_rejected("cannot go on with m: it has been changed since it was written; --force begins anew", *more)
        self.file("m", whole)
        bad = "m.progress does not hold the progress of a run: "
        for edited in (progress.replace('"draws":4', '"draws":3'), progress.replace('"wins":0', '"wins":1e30')):
            self.assertNotEqual(edited, progress)
            self.file("m.progress", edited)
            self.assert_resume_rejected(bad + "it has been changed since it was written; --force begins anew", *more)
        os.remove(self.folder / "m.progress")
        self.assert_resume_rejected("cannot go on with m: there is no m.progress; name another file", *more)
        self.file("m.progress", progress)
        self.assert_resume_rejected("--resume: cannot go on with m: it has more than 2 games", "--games", "2")
        other = "m.progress belongs to a run with other options: "
        self.assert_resume_rejected(other + "opening was 0 and is 6, most_plies was 6 and is 50", *more, "--opening", "6", plies="50")
        self.assert_resume_rejected(other + "seed was 1 and is 2", *more, "--seed", "2")
        self.assert_resume_rejected(other + 'variant was "superpermutation-d8" and is "superpermutation", opening was 0 and is 6',
                     *more, "--variant", "superpermutation")
        self.run_it("match", "random", "mate-now", "--plies", "6", *more, "-o", "m", "--resume", code=2)
        self.run_it("tables", "make", "KK", "--dir", ".", "-q")
        self.assert_resume_rejected(other + 'tables was [] and is ["KK"]', *more, "--tables", ".")
        program = f"engine:{BINARY} engine"
        go = lambda nodes: ["match", "random", program, "--plies", "2", "--games", "2", "--go", nodes, "-o", "go"]
        self.run_it(*go("nodes 10"))
        errors = self.run_it(*go("nodes 20"), "--resume", code=2).stderr
        self.assertEqual(errors, b'octomate: go.progress belongs to a run with other options: go was "nodes 10" and is "nodes 20"\n')

    def test_finished_match_is_not_rewritten(self):
        done = self.match("--games", "4", "-o", "m")
        before = self.file_status("m"), self.text("m.progress")
        again = self.run_it("match", "random", "random", "--plies", "6", "--games", "4", "-o", "m", "--resume")
        self.assertEqual((again.stdout, again.stderr), (done.stdout, b"m is complete\n"))
        self.assertEqual((self.file_status("m"), self.text("m.progress")), before)

    def test_resumed_match_equals_one_run(self):
        self.match("--games", "8", "-o", "whole")
        text = self.text("whole")
        self.match("--games", "4", "-o", "m", "--resume")
        self.assertTrue(text.startswith(self.text("m")))
        for size in (6, 8):
            self.match("--games", str(size), "-o", "m", "--resume")
        self.assertEqual(self.text("m"), text)
        # A killed run may leave records after the last saved position.
        run = ["match", "random", "random", "--plies", "6", "--threads", "1", "-q", "--games", "30000", "-o"]
        self.run_it(*run, "whole", "--force")
        for signal_number in (signal.SIGKILL, signal.SIGTERM):
            with self.running(*run, "n", "--resume", signal_number=signal_number, until=lambda: self.saved("n.progress")):
                pass
            self.assertTrue(self.text("whole").startswith(self.text("n").rsplit("\n", 1)[0]))
            self.assertNotEqual(self.text("whole"), self.text("n"))
            with open(self.folder / "n", "a") as torn:
                torn.write("torn")
            self.run_it(*run, "n", "--resume")
            self.assertEqual(self.text("n"), self.text("whole"))
            os.remove(self.folder / "n")
            os.remove(self.folder / "n.progress")
        self.assert_files("m", "m.progress", "whole", "whole.progress")

    def test_match_resumes_only_plain_files(self):
        for name in ("/dev/null", "."):
            done = self.match("--games", "2", "-o", name, "--resume", code=2)
            self.assertEqual(done.stderr.decode(), f"octomate: --resume: cannot go on with {name}: it is not a plain file\n")
        done = self.match("--games", "2", "-o", "-", "--resume", code=2)
        self.assertEqual(done.stderr.decode(), "octomate: --resume: needs --output FILE\nSee octomate match --help.\n")
        self.assert_files()
        self.match("--games", "2", "-o", "m")
        self.match("--games", "2", "-o", "m.zst")
        plain = subprocess.run(["zstd", "-dc", "m.zst"], cwd=self.folder, capture_output=True, check=True).stdout
        self.assertEqual(plain.decode(), self.text("m"))
        for options in ([], ["--format", "jsonl"]):
            done = self.run_it("match", "random", "random", "--plies", "6", "--games", "2", "-o", "-", *options)
            self.assertEqual(done.stdout.decode(), self.text("m"))
            self.assertIn(b"random", done.stderr)
        self.assertEqual(self.match("--games", "2", "-o", "/dev/stdout").stdout.decode()[:len(self.text("m"))], self.text("m"))
        self.assert_files("m", "m.progress", "m.zst", "m.zst.progress")

    def test_match_that_cannot_start_changes_no_file(self):
        self.file("keep", "old\n")
        for options in ([], ["--tables", "/nonexistent"], ["--tables", "."]):
            player = "engine:/nonexistent" if not options else "random"
            for name in ("keep", "new"):
                done = self.run_it("match", "random", player, "--games", "2", *options, "-o", name, code=2)
                self.assertIn(b"nonexistent" if options[1:] != ["."] else b". has no endgame table of", done.stderr)
        self.match("--games", "2", "-o", "none/m", code=2)
        self.match("--games", "2", "--variant", "super-chess", "--tables", ".", code=2)
        self.assertEqual(self.text("keep"), "old\n")
        self.assert_files("keep")
        self.match("--games", "2", "-o", "keep")
        self.assertEqual(len(self.text("keep").splitlines()), 2)

    def test_match_resumes_after_forfeits(self):
        self.file("player", "exit 1\n")
        run = ["match", "random", "engine:sh player", "--games", "6", "--plies", "4", "--go", "nodes 1", "--format", "jsonl", "-o", "m"]
        done = self.run_it(*run, code=1)
        self.assertIn(b"game 3: engine:sh player: ended before uciok\nthree forfeits in a row end the match\n", done.stderr)
        self.assertIn(b"2 games are kept; the same command with --resume continues", done.stderr)
        self.assertEqual(json.loads(done.stdout)["forfeits"], {"second": {"died": 3}})
        games = [json.loads(line) for line in self.text("m").splitlines()]
        self.assertEqual([(game["forfeit"], game["result"], game["plies"]) for game in games],
                         [("died", "1-0", 0), ("died", "0-1", 0), ("died", "1-0", 0)])
        self.file("player", f"exec {BINARY} engine\n")
        score = json.loads(self.run_it(*run, "--resume").stdout)
        self.assertEqual((score["games"], score["draws"], score["forfeits"]), (6, 4, {"second": {"died": 2}}))
        games = [json.loads(line) for line in self.text("m").splitlines()]
        self.assertEqual([game.get("forfeit") for game in games], ["died"] * 2 + [None] * 4)
        self.assert_files("m", "m.progress", "player")

    def test_two_matches_do_not_write_to_one_file(self):
        run = ["match", "random", "random", "--plies", "6", "--games", "10000000", "--threads", "1", "-q", "-o", "m"]
        with self.running(*run, until=lambda: self.has_begun("m")):
            for more in ([], ["--resume"]):
                done = self.run_it(*run, *more, code=2)
                self.assertEqual(done.stderr, b"octomate: m is being written by another run\n")
        for number, line in enumerate(self.text("m").splitlines()):
            self.assertEqual(json.loads(line)["game"], number + 1)

    def test_unwritable_file_is_reported_before_the_work(self):
        endless = ["--games", "100000000"]
        for name in ("/nonexistent/x", ".", ""):
            self.assertTrue(self.run_it("match", "random", "random", *endless[:1], "10000000", "-o", name, code=2).stderr)
            done = self.run_it("play", "--save", name, code=2, input=b"quit\n")
            self.assertEqual(done.stdout, b"")
        self.assertIn(b"--save", self.run_it("play", "--save", "-", code=2, input=b"quit\n").stderr)
        self.assert_files()

    def test_game_is_saved_if_standard_output_is_closed(self):
        process = subprocess.Popen([BINARY, "play", "--save", "game"], cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL)
        while b"> " not in os.read(process.stdout.fileno(), 65536):
            pass
        process.stdout.close()
        process.stdin.write(b"quit\n")
        process.stdin.close()
        self.assertNotEqual(process.wait(timeout=30), 0)
        self.assertIn('[Result "*"]', self.text("game"))
        self.assert_files("game")


if __name__ == "__main__":
    BINARY = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
