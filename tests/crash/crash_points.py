#!/usr/bin/env python3
"""Interrupts the program at each of its writes, renames and syncs in turn: killed before the call, killed in the middle
of it, the disk full (ENOSPC), the disk broken (EIO). Afterwards an output file must hold either its old or its complete
new content, and a resumed run must end in the same bytes as an uninterrupted one.

crash_points.py BINARY LIBRARY [--all]: tries an evenly spread sample of the calls, or all of them (takes minutes)."""

import errno
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HOWS = ("kill", "torn", str(errno.ENOSPC), str(errno.EIO))


class Work:
    """A command that writes a file. `again`: the command that resumes it; `keeps`: the output is replaced atomically;
    `tick`: see OCTOMATE_CRASH_TICK; `old`: the content of the output before; `good`: exit codes of success;
    `sample`: how many pairs of call and kind of crash are tried without --all."""

    def __init__(self, name, command, output, again=None, keeps=False, tick=None, old=None, good=(0,), sample=9):
        self.name, self.command, self.output = name, command, output
        self.again = again or command
        self.keeps, self.tick, self.old, self.good, self.sample = keeps, tick, old, good, sample


def commands(folder):
    """Yields every command to test, and writes its input files into `folder`."""
    (folder / "some.jsonl").write_text("".join((ROOT / "puzzles/twos.jsonl").read_text().splitlines(True)[:20]))
    (folder / "more.jsonl").write_text("".join((ROOT / "puzzles/article.jsonl").read_text().splitlines(True)))
    (folder / "large.jsonl").write_text("".join((ROOT / "puzzles/thousand.jsonl").read_text().splitlines(True)) * 3)
    (folder / "spec.json").write_text(json.dumps({"key": {"5": "any"}, "men": {"g6": "K", "f4": "R"}}))
    some, more, large, spec = (str(folder / name) for name in ("some.jsonl", "more.jsonl", "large.jsonl", "spec.json"))
    generate = ["generate", "--quiet", "--threads", "1", "--seed", "3", "--count", "60"]
    match = ["match", "random", "random", "--plies", "6", "--games", "20", "--quiet", "--threads", "1"]
    old = "old\n"
    for name, run, output in (("generate", generate, "out.jsonl"), ("generate zst", generate, "out.zst"),
                              ("generate best", [*generate, "--best", "5"], "out.jsonl"), ("match", match, "out.jsonl"),
                              ("match zst", match, "out.zst")):
        run = [*run, "-o", output]
        yield Work(name, run, output, [*run, "--resume"], tick=20_000)
        yield Work(f"{name} over a file", run, output, [*run, "--resume"], tick=20_000, keeps=True, old=old)
    yield Work("merge", ["merge", "--quiet", some, more, "-o", "out.jsonl"], "out.jsonl", keeps=True, old=old)
    yield Work("convert", ["convert", "--quiet", large, "-o", "out.jsonl"], "out.jsonl", keeps=True, old=old)
    yield Work("convert new", ["convert", "--quiet", more, "-o", "out.csv"], "out.csv", keeps=True)
    yield Work("check", ["check", "--quiet", "--fix-key", more, "-o", "out.jsonl"], "out.jsonl", keeps=True, old=old, good=(0, 1))
    yield Work("tag", ["tag", "--quiet", more, "-o", "out.jsonl"], "out.jsonl", keeps=True, old=old)
    yield Work("find", ["find", "{}", more, "--quiet", "-o", "out.jsonl"], "out.jsonl", keeps=True, old=old)
    yield Work("book", ["book", more, "--quiet", "-o", "out.html"], "out.html", keeps=True, old=old)
    walk = ["compose", spec, "--quiet", "--threads", "1", "--exhaustive", "4", "--state", "state.json", "-o", "out.jsonl"]
    yield Work("compose", walk, "out.jsonl", keeps=True, old=old, tick=2_000_000)
    yield Work("tables", ["tables", "make", "KQK", "--variant", "superpermutation", "--quiet", "--threads", "1", "--dir", "."],
               "superpermutation/KQK.table", keeps=True, tick=30_000_000)
    # A table of a game with a die; this tick makes the command write a checkpoint in the stage "proof".
    yield Work("tables of a die", ["tables", "make", "KRK", "--quiet", "--threads", "1", "--dir", "."],
               "superpermutation-d8/KRK.table", keeps=True, tick=400_000, sample=4)


class Trial:
    def __init__(self, binary, library, work):
        self.binary, self.library, self.work = binary, library, work

    def run(self, folder, command, **crash):
        environment = {**os.environ, "LD_PRELOAD": self.library}
        if self.work.tick:
            environment["OCTOMATE_CRASH_TICK"] = str(self.work.tick)
        environment.update({f"OCTOMATE_CRASH_{name}": str(value) for name, value in crash.items()})
        return subprocess.run([self.binary, *command], cwd=folder, env=environment, capture_output=True, text=True, timeout=120)

    def fresh(self, folder):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        if self.work.old:
            (folder / self.work.output).write_text(self.work.old)

    def measure(self, folder):
        """Runs the command without a crash, stores the bytes it writes, and returns the names of its calls."""
        self.fresh(folder)
        log = folder.parent / "calls.log"
        log.unlink(missing_ok=True)
        done = self.run(folder, self.work.command, LOG=log)
        assert done.returncode in self.work.good, (self.work.name, done.returncode, done.stderr)
        self.bytes = self.read(folder)
        self.files = sorted(path.name for path in folder.iterdir())
        assert self.bytes and self.bytes != (self.work.old or "").encode(), self.work.name
        return log.read_text().splitlines()

    def read(self, folder):
        file = folder / self.work.output
        return file.read_bytes() if file.exists() else None

    def complaints(self, folder, at, how):
        self.fresh(folder)
        done = self.run(folder, self.work.command, AT=at, HOW=how)
        killed = how in ("kill", "torn")
        if killed and done.returncode != -signal.SIGKILL:
            yield f"exit code {done.returncode}, expected to be killed"
        if not killed and done.returncode not in (2, *self.work.good):
            yield f"exit code {done.returncode}, expected 2: {done.stderr}"
        if not killed and done.returncode == 2 and (done.stderr.count("\n") != 1 or not done.stderr.startswith("octomate: ")):
            yield f"it is told as: {done.stderr}"
        now = self.read(folder)
        if done.returncode in self.work.good and now != self.bytes:
            yield "it says that all is good, and other bytes stand there"
        old = self.work.old.encode() if self.work.old else None
        if self.work.keeps and now not in (old, self.bytes):
            yield f"neither the old file stands there nor the new one: {now[:80] if now else now}"
        done = self.run(folder, self.work.again)
        if done.returncode == 2 and self.work.old and now == old:  # crashed before it wrote anything to resume
            done = self.run(folder, self.work.command)
        if done.returncode not in self.work.good:
            yield f"it does not go on: {done.returncode} {done.stderr}"
        elif self.read(folder) != self.bytes:
            yield "another file comes out when it goes on"
        elif (more := {path.name for path in folder.iterdir()} - set(self.files)):
            yield f"it leaves {', '.join(sorted(more))}"


def main(binary, library, everything):
    binary, library = str(pathlib.Path(binary).resolve()), str(pathlib.Path(library).resolve())
    wrong = tried = 0
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        for work in commands(place):
            trial = Trial(binary, library, work)
            calls = trial.measure(place / "run")
            points = [(at, how) for at in range(1, len(calls) + 1) for how in HOWS]
            if not everything and len(points) > work.sample:
                # Chooses evenly spread points, the first and the last included.
                chosen = {round(n * (len(points) - 1) / (work.sample - 1)) for n in range(work.sample)}
                points = [points[n] for n in sorted(chosen)]
            for at, how in points:
                tried += 1
                for complaint in trial.complaints(place / "run", at, how):
                    wrong += 1
                    print(f"{work.name}, call {at} of {len(calls)} ({calls[at - 1]}), {how}: {complaint}")
            print(f"{work.name}: {len(points)} of {len(calls) * len(HOWS)} points", flush=True)
    print(f"{tried} points, {wrong} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:] == ["--all"]))
