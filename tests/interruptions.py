#!/usr/bin/env python3
"""Tests interrupted runs: Ctrl-C ends a waiting or working run with exit code 130, a full disk with 2; an engine ends with its
input; runs print their progress and how to resume them."""

import json
import os
import pathlib
import pty
import random
import shlex
import signal
import subprocess
import sys
import tempfile
import time

import signals

ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"


def interrupted(binary, arguments, stdin=None, signal_number=signal.SIGINT, after=0.5):
    """Runs a command, sends it a signal `after` some seconds, and returns the exit code."""
    process = subprocess.Popen([binary, *arguments], stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(after)
    signals.send(process, signal_number)
    try:
        return process.wait(timeout=20)
    finally:
        process.kill()


def split_stderr(talk):
    """Splits standard error into the progress objects and all other lines."""
    lines = talk.splitlines()
    reports = [json.loads(line)["progress"] for line in lines if line.startswith('{"progress":')]
    return reports, [line for line in lines if not line.startswith("{")]


def check_progress(reports, command):
    """Checks the progress objects of a run: they name `command`, never decrease within a phase, and only the last one is final."""
    assert reports, command
    for report, next_report in zip(reports, reports[1:]):
        assert report["command"] == command and "finished" not in report, report
        assert report["seconds"] <= next_report["seconds"] or report["phase"] < next_report["phase"], (report, next_report)
        if report["phase"] == next_report["phase"]:
            assert report["done"] <= next_report["done"], (report, next_report)
            assert (report["part"] or 0) <= (next_report["part"] or 0) <= 1, (report, next_report)
    assert reports[-1]["finished"] != reports[-1]["interrupted"], reports[-1]
    assert reports[-1]["seconds_to_go"] == 0, reports[-1]


def progress_is_json(binary, folder):
    for arguments, code, done in (
            (["generate", "--count", "200", "--output", f"{folder}/200.jsonl"], 0, 200),
            (["generate", "--seconds", "1.2", "--count", "1000000000", "--output", "/dev/null"], 4, None),
            (["solve", "puzzles/thousand.jsonl"], 0, 1000),
            (["check", "tests/golden/spoiled.jsonl", "puzzles/article.jsonl"], 3, None),
            (["compose", "data/compose/article-1.json"], 0, None),
            (["moves", ARRAY], 0, 0),
            (["merge", "puzzles/article.jsonl", "nowhere.jsonl"], 3, None)):
        done_run = subprocess.run([binary, *arguments, "--progress", "json", "--quiet"], capture_output=True, text=True)
        reports, rest = split_stderr(done_run.stderr)
        assert done_run.returncode == code and bool(rest) == (code == 3), (arguments, done_run.returncode, done_run.stderr)
        check_progress(reports, arguments[0])
        assert reports[-1]["finished"] and reports[-1]["exit"] == code, reports[-1]
        assert done is None or reports[-1]["done"] == done, reports[-1]
        plain = subprocess.run([binary, *arguments, "--quiet"], capture_output=True, text=True)
        assert plain.stdout == done_run.stdout or "--seconds" in arguments, arguments
        assert not split_stderr(plain.stderr)[0] and "\r" not in plain.stderr, plain.stderr
    return 7


def stopped_after_progress(command, signal_number):
    """Stops a run at its first progress above 0; returns its progress objects and the other lines of standard error."""
    process = subprocess.Popen([*command, "--progress", "json"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    talk = ""
    while not talk or not any(report["done"] > 0 for report in split_stderr(talk)[0]):
        line = process.stderr.readline()
        assert line, talk
        talk += line
    signals.send(process, signal_number)
    try:
        talk += process.stderr.read()
        assert process.wait(timeout=20) == 130, talk
    finally:
        process.kill()
    reports, rest = split_stderr(talk)
    check_progress(reports, command[1])
    assert reports[-1]["interrupted"], reports[-1]
    return reports, rest


def prints_how_to_resume(binary, folder):
    generate = [binary, "generate", "--count", "1000000000", "--output", f"{folder}/it's.jsonl"]
    reports, rest = stopped_after_progress(generate, signal.SIGINT)
    found = sum(1 for _ in open(generate[-1]))
    assert rest[-1].startswith("interrupted: go on with "), rest
    again = shlex.split(rest[-1].removeprefix("interrupted: go on with "))
    assert again == [*generate, "--progress", "json", "--resume"], again
    reports, _ = stopped_after_progress([*generate, again[-1]], signal.SIGTERM)
    assert reports[0]["done"] >= found > 0, (reports[0], found)

    # An interrupted rollout prints its result so far.
    rollout = [binary, "analyse", "--rollout", "1000000", "--format", "jsonl", "6k1/8/8/4p3/4q3/4bP2/3P4/2BK4 b"]
    process = subprocess.Popen(rollout, stdout=subprocess.PIPE, text=True)
    time.sleep(1.5)
    signals.send(process, signal.SIGINT)
    rollout = json.loads(process.communicate(timeout=20)[0])["rollout"]
    assert process.returncode == 130 and 0 < rollout["games"] < 1000000, rollout

    walk = [binary, "compose", "data/compose/article-5.json", "--exhaustive", "9", "--state", f"{folder}/state.json"]
    reports, rest = stopped_after_progress(walk, signal.SIGTERM)
    assert rest[-1] == "interrupted: go on with " + shlex.join([*walk, "--progress", "json"]), rest
    assert json.loads(pathlib.Path(walk[-1]).read_text())["evaluated"] > 0
    assert stopped_after_progress(walk, signal.SIGINT)[0][0]["done"] > 0

    # A walk over one choice of eight pieces would take weeks: it must stop within the choice and resume there.
    spec = pathlib.Path(f"{folder}/spec.json")
    spec.write_text('{"material": "KQRBN/kqr", "key": {"4": "single"}}')
    walk = [binary, "compose", str(spec), "--exhaustive", "8", "--state", f"{folder}/one.json"]
    evaluated = 0
    for _ in range(2):
        assert subprocess.run([*walk, "--limit", "0.5"], capture_output=True, timeout=60).returncode == 4
        state = json.loads(pathlib.Path(walk[-1]).read_text())
        assert state["evaluated"] > evaluated, state
        evaluated = state["evaluated"]
    assert interrupted(binary, walk[1:], signal_number=signal.SIGTERM) == 130

    # Without an output file a run cannot be resumed; --quiet prints nothing.
    assert "if --output names a file" in stopped_after_progress([binary, "generate", "--count", "1000000000"], signal.SIGINT)[1][-1]
    assert "with --state FILE" in stopped_after_progress(walk[:5], signal.SIGINT)[1][-1]
    assert not stopped_after_progress([*walk[:5], "-q"], signal.SIGINT)[1]
    return 11


def shows_progress_on_a_terminal(binary):
    command = [binary, "generate", "--seconds", "1.5", "--count", "1000000000", "--output", "/dev/null"]
    for options, shown in ([], True), (["--progress", "none"], False), (["-q"], False):
        leader, terminal = pty.openpty()
        process = subprocess.Popen([*command, *options], stdout=subprocess.DEVNULL, stderr=terminal)
        os.close(terminal)
        talk = b""
        try:
            while chunk := os.read(leader, 4096):
                talk += chunk
        except OSError:  # the terminal has been closed
            pass
        os.close(leader)
        assert process.wait() == 4
        lines = talk.decode().split("\r")
        assert any(" %  " in line and "puzzles" in line for line in lines) == shown, talk
        assert (b"\x1b[K" in talk) == shown, talk
        if shown:  # the progress is cleared, then the summary follows
            assert "\x1b[K" in lines[-3] and "distinct" in lines[-3], lines[-4:]
    return 3


def ends_by_hang_up(binary, folder):
    """Checks that SIGHUP ends a run as SIGTERM does, but not under nohup, which ignores it."""
    assert stopped_after_progress([binary, "generate", "--count", "1000000000", "--output", f"{folder}/hung-up.jsonl"], signal.SIGHUP)
    assert interrupted(binary, ["perft", ARRAY, "12"], signal_number=signal.SIGHUP) == 130
    assert interrupted(binary, ["perft", ARRAY, "12"], signal_number=signal.SIGTERM) == 130
    process = subprocess.Popen(["nohup", binary, "generate", "--seconds", "1.5", "--count", "1000000000", "--output", "/dev/null"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(0.5)
    process.send_signal(signal.SIGHUP)
    assert process.wait(timeout=20) == 4
    return 4


def run_engine(binary, lines, signal_number=None, ended=True):
    """Sends `lines` to an engine, closes its input if `ended`; returns exit code, first word of its last line, and seconds."""
    process = subprocess.Popen([binary, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        process.stdin.write(lines)
        process.stdin.flush()
        begun = time.monotonic()
        if ended:
            process.stdin.close()
        if signal_number:
            time.sleep(0.5)
            signals.send(process, signal_number)
        code, seconds = process.wait(timeout=20), time.monotonic() - begun
        return code, process.stdout.read().splitlines()[-1].split()[0], seconds
    finally:
        process.kill()


def engine_ends_with_its_input(binary):
    """Checks that an engine at the end of its input still prints answers that are ready soon, and that signals end it at once."""
    game = "position fen 4k3/8/8/8/8/8/4P3/4K2R w\nroll 5\n"
    for search, least, most in (("depth 2", 0, 5), ("movetime 1000", 0.9, 5), ("movetime 100000000", 0, 5), ("infinite", 0, 5),
                                ("depth 60", 9, 15)):
        code, word, seconds = run_engine(binary, f"{game}go {search}\n")
        assert (code, word) == (0, "bestmove") and least < seconds < most, (search, code, word, seconds)
    for search, ended in (("depth 60", True), ("depth 60", False), ("infinite", False)):
        code, word, seconds = run_engine(binary, f"{game}go {search}\n", signal.SIGTERM, ended)
        assert (code, word) == (130, "bestmove") and seconds < 5, (search, ended, code, word, seconds)
    assert interrupted(binary, ["play"], subprocess.PIPE) == 130
    with open("/dev/full", "w") as full:
        done = subprocess.run([binary, "engine"], input=f"{game}go depth 3\n", stdout=full, stderr=subprocess.DEVNULL, text=True)
    assert done.returncode == 2, done.returncode
    return 10


def long_lines_are_bounded(binary):
    """Checks that `engine` and `play` reject lines that are too long, without storing them."""
    for command in "engine", "play":
        process = subprocess.Popen([binary, command], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for _ in range(200):
            process.stdin.write(b"x" * (1 << 20))
        process.stdin.write(b"\nisready\nhelp\n")
        process.stdin.close()
        answer = process.stdout.read().decode()
        _, status, usage = os.wait4(process.pid, 0)
        assert status == 0 and "the line is too long, expected at most 16777216 bytes" in answer, (command, status, answer[:300])
        assert usage.ru_maxrss < 500_000, (command, usage.ru_maxrss)
    return 2


def interrupts_long_phases(binary, folder):
    """Interrupts phases that would last half a minute or more: fitting solvers' results, and endgame tables."""
    draw = random.Random(1)
    with open(f"{folder}/results.csv", "w") as file:
        file.write("id,solver,solved\n")
        file.writelines(f"p{draw.randrange(3000)},s{draw.randrange(2000)},{draw.randrange(2)}\n" for _ in range(1_000_000))
    with open(f"{folder}/three.jsonl", "w") as file:
        file.write('{"fen":"8/8/8/3k4/8/8/1P6/K7 w"}\n' * 5000)
    assert subprocess.run([binary, "tables", "make", "KQK", "--tables", f"{folder}/made", "-q"], stdout=subprocess.DEVNULL).returncode == 0
    phases = (["tag", "puzzles/article.jsonl", "--solvers", f"{folder}/results.csv"],
              ["tables", "probe", f"{folder}/three.jsonl", "--tables", f"{folder}/new"],
              ["tables", "make", "KPKP", "--tables", f"{folder}/four"],
              ["generate", "--from", "table", "KQK", "--count", "100000", "--tables", f"{folder}/made"])
    for arguments in phases:
        code = interrupted(binary, arguments, signal_number=signal.SIGTERM, after=3)
        assert code == 130, (arguments, code)
    return len(phases)


def main():
    binary = str(pathlib.Path(sys.argv[1]).resolve())
    checks = 0
    with tempfile.TemporaryDirectory() as folder:
        checks += progress_is_json(binary, folder) + prints_how_to_resume(binary, folder)
        checks += ends_by_hang_up(binary, folder) + interrupts_long_phases(binary, folder)
    checks += shows_progress_on_a_terminal(binary) + engine_ends_with_its_input(binary) + long_lines_are_bounded(binary)
    for command in ("solve", "check", "mate", "replay", "compose"):  # the input stays open without data
        for threads in ("1", "2"):
            code = interrupted(binary, [command, "--threads", threads, "-"], subprocess.PIPE)
            assert code == 130, (command, threads, code)
            checks += 1
    silent = "engine:sh -c 'echo uciok; echo readyok; exec sleep 1000'"
    for arguments in (["match", "random", silent, "--margin", "1e6"],
                      ["match", "random", "nodes-1000000000000"],
                      ["perft", ARRAY, "12"], ["mate", "--moves", "9", "puzzles/article.jsonl"],
                      ["compose", "data/compose/article-5.json", "--exhaustive", "9"],
                      ["compose", "data/compose/article-5.json", "--count", "1000000"]):
        code = interrupted(binary, arguments)
        assert code == 130, (arguments, code)
        checks += 1
    for arguments in (["solve", "puzzles/article.jsonl"], ["check", "puzzles/article.jsonl"], ["moves", ARRAY], ["--help"],
                      ["replay", "data/games/superpermutation.txt"], ["compose", "data/compose/article-1.json"]):
        with open("/dev/full", "w") as full:
            code = subprocess.run([binary, *arguments], stdout=full, stderr=subprocess.DEVNULL).returncode
        assert code == 2, (arguments, code)
        checks += 1
    print(f"{checks} runs ended as they should")


if __name__ == "__main__":
    main()
