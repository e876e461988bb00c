#!/usr/bin/env python3
"""What the environment does to a run: Ctrl-C while it waits or works ends it with 130, a full disk with 2."""

import signal
import subprocess
import sys
import time

ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"


def interrupted(binary, arguments, stdin=None):
    """The exit code after Ctrl-C."""
    process = subprocess.Popen([binary, *arguments], stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    try:
        return process.wait(timeout=20)
    finally:
        process.kill()


def main():
    binary = sys.argv[1]
    checks = 0
    for command in ("solve", "check", "mate", "replay", "compose"):  # nothing comes, and nothing ends the input
        for threads in ("1", "2"):
            code = interrupted(binary, [command, "--threads", threads, "-"], subprocess.PIPE)
            assert code == 130, (command, threads, code)
            checks += 1
    for arguments in (["perft", ARRAY, "12"], ["mate", "--moves", "9", "puzzles/article.jsonl"],
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
