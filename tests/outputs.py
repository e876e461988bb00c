#!/usr/bin/env python3
"""Files that octomate writes: what stood there stays until the new one is complete, two runs do not write to one file,
and what the environment closes or fills up costs nothing but itself."""

import json
import os
import pathlib
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest

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

    def only(self, *names):
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
        self.only("out.jsonl")

    def test_no_input_is_an_output(self):
        text = RECORD % "a"
        self.file("in.jsonl", text)
        (self.folder / "link.jsonl").symlink_to("in.jsonl")
        os.link(self.folder / "in.jsonl", self.folder / "hard.jsonl")
        self.file("in.html", text)
        for output in ("in.jsonl", "link.jsonl", "hard.jsonl", "./in.jsonl"):
            for command in ("convert", "tag", "merge"):
                self.run_it(command, "in.jsonl", "-o", output, code=2)
                with open(self.folder / "in.jsonl") as stdin:
                    self.run_it(command, "-", "-o", output, code=2, stdin=stdin)
        self.run_it("book", "in.html", "-o", "in.html", code=2)
        self.run_it("solve", "in.html", "--html", "in.html", code=2)
        self.assertEqual((self.text("in.jsonl"), self.text("in.html")), (text, text))

    def test_what_stood_there_stays_until_the_end(self):
        self.file("out.jsonl", "old\n")
        os.chmod(self.folder / "out.jsonl", 0o640)
        process = subprocess.Popen([BINARY, "convert", "-", "-o", "out.jsonl"], cwd=self.folder, stdin=subprocess.PIPE,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        process.stdin.write((RECORD % "x").encode() * 10000)
        process.stdin.flush()
        while not (self.folder / "out.jsonl.new").exists():
            time.sleep(0.01)
        self.assertEqual(self.text("out.jsonl"), "old\n")
        process.kill()
        process.wait()
        process.stdin.close()
        self.assertEqual(self.text("out.jsonl"), "old\n")
        self.run_it("convert", ARTICLE, "-o", "out.jsonl")
        self.assertEqual(len(self.text("out.jsonl").splitlines()), 5)
        self.assertEqual(stat.S_IMODE(os.stat(self.folder / "out.jsonl").st_mode), 0o640)
        self.only("out.jsonl")

    def test_links_pipes_and_devices(self):
        self.file("real.jsonl", "old\n")
        (self.folder / "link.jsonl").symlink_to("real.jsonl")
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

    def test_a_folder_that_is_missing_is_told_before_the_work(self):
        endless = ["--count", "1000000"]
        spec = str(pathlib.Path(ARTICLE).parent.parent / "data/compose/article-1.json")
        for command in (["compose", spec, *endless, "-o"], ["generate", *endless, "-o"], ["convert", ARTICLE, "-o"],
                        ["compose", spec, "--exhaustive", "9", "--state", "state.json", "-o"],
                        ["compose", spec, "--exhaustive", "9", "--state"]):
            done = self.run_it(*command, "none/out.jsonl", code=2)
            self.assertIn(b"none/out.jsonl", done.stderr)

    def test_a_finished_run_does_not_start_again(self):
        run = ["generate", "--quiet", "--count", "3", "-o", "out.jsonl", "--resume"]
        self.run_it(*run)
        before = os.stat(self.folder / "out.jsonl")
        done = self.run_it(*run, code=2)
        self.assertIn(b"out.jsonl", done.stderr)
        after = os.stat(self.folder / "out.jsonl")
        self.assertEqual((before.st_ino, before.st_mtime_ns, before.st_size), (after.st_ino, after.st_mtime_ns, after.st_size))
        self.only("out.jsonl")
        self.file("new.jsonl", "")  # as mktemp makes it
        self.run_it("generate", "--quiet", "--count", "3", "-o", "new.jsonl", "--resume")
        self.assertEqual(self.text("new.jsonl"), self.text("out.jsonl"))

    def test_two_runs_do_not_write_to_one_file(self):
        run = ["generate", "--quiet", "--count", "100000000", "-o", "out.jsonl", "--resume"]
        first = subprocess.Popen([BINARY, *run], cwd=self.folder, stderr=subprocess.DEVNULL)
        try:
            while not (self.folder / "out.jsonl.progress").exists() or not self.text("out.jsonl"):
                time.sleep(0.01)
            for more in ([], ["--seed", "7"]):
                done = self.run_it(*run, *more, code=2)
                self.assertEqual(done.stderr, b"octomate: out.jsonl is being written by another run\n")
            self.assertIsNone(first.poll())
        finally:
            first.send_signal(signal.SIGTERM)
            first.wait()
        for line in self.text("out.jsonl").splitlines():
            json.loads(line)

    def test_two_walks_do_not_share_a_state(self):
        spec = str(pathlib.Path(ARTICLE).parent.parent / "data/compose/article-5.json")
        walk = ["compose", spec, "--exhaustive", "9", "--quiet", "--state", "state.json"]
        first = subprocess.Popen([BINARY, *walk], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            while not (self.folder / "state.json").exists() or not self.text("state.json"):
                time.sleep(0.01)
            for _ in range(2):
                done = self.run_it(*walk, code=2)
                self.assertEqual(done.stderr, b"octomate: state.json is being written by another run\n")
            self.assertIsNone(first.poll())
        finally:
            first.send_signal(signal.SIGTERM)
            first.wait()
        self.assertGreater(json.loads(self.text("state.json"))["next_unit"], 0)
        self.run_it(*walk, "--limit", "0.1", code=4)
        self.only("state.json")

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
        time.sleep(0.5)  # it waits for somebody to read
        process.send_signal(signal.SIGTERM)
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
            told = (done.stdout + done.stderr).decode()
            for sign in "\x1b\x07\u009b\ufffe\uffff\u202e":
                self.assertNotIn(sign, told, command)
        page = subprocess.run([BINARY, "book", "--title", b"\xff\x01", "evil.jsonl", "-o", "-"], cwd=self.folder, capture_output=True)
        self.assertIn("<title>\ufffd </title>", page.stdout.decode())


if __name__ == "__main__":
    BINARY = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
