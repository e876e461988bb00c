#!/usr/bin/env python3
"""Runs the commands of transcripts and compares what they print.

A transcript is a text file, or a Markdown file with ```console blocks:

    $ octomate solve --format jsonl puzzle.jsonl
    expected output, standard error included
    [3]

    ! octomate solve --lsit puzzle.jsonl
    octomate: unknown option --lsit; did you mean --list?

The lines after a command are its output up to the next "$ "; a last line "[n]" is an exit code other than 0. A line
"..." matches any number of lines, and "<...>" within a line any text. A command after "! " must be rejected: its last line
"See octomate solve --help." and the exit code 2 are omitted. "flat octomate …" omits the boards. Commands run in the root folder
of the project with the tested octomate on the PATH; "scripts/run" runs it, too. --update writes the actual output instead.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The builtin printf of bash writes each line by itself; how octomate then splits its input into chunks, and so the order of
# records and messages, would depend on timing.
PRELUDE = r'''printf() { env printf "$@"; }
flat() { "$@" 2>&1 | sed -E '/^  [1-8] [│|] /d; /^    [└+]-*─*$/,+1d' | cat -s; return ${PIPESTATUS[0]}; }
'''


def run(command, binary, data):
    env = dict(os.environ, PATH=f"{binary.parent}:{os.environ['PATH']}", LC_ALL="C.UTF-8", NO_COLOR="1", TERM="dumb",
               XDG_DATA_HOME=data)  # the folder of endgame tables
    if binary.name == "octomate":
        command = re.sub(r"(^|[|;&(]\s*)scripts/run\b", r"\1octomate", command)
    done = subprocess.run(["bash", "-c", PRELUDE + command], cwd=ROOT, env=env, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    lines = done.stdout.decode("utf-8", "replace").split("\n")
    if lines and lines[-1] == "":
        lines.pop()
    while lines and lines[-1] == "":  # a transcript cannot show empty lines before the next command
        lines.pop()
    if done.returncode != 0:
        lines.append(f"[{done.returncode}]")
    return lines


def is_refusal(command, lines):
    """Checks whether the output ends like that of a rejected command."""
    word = command.split()[1]
    return lines[-2:] in (["See octomate --help.", "[2]"], [f"See octomate {word} --help.", "[2]"])


def line_matches(expected, got):
    if "<...>" not in expected:
        return expected == got
    return re.fullmatch(".*".join(map(re.escape, expected.split("<...>"))), got) is not None


def matches(expected, got):
    """Checks whether the lines match; "..." matches any number of lines."""
    if not expected:
        return not got
    if expected[0] == "...":
        return any(matches(expected[1:], got[skip:]) for skip in range(len(got) + 1))
    return bool(got) and line_matches(expected[0], got[0]) and matches(expected[1:], got[1:])


def steps(lines, markdown):
    """Yields ("text", line) and ("step", mark and command, expected lines)."""
    inside = not markdown
    command, expected = None, []
    for line in lines:
        fence = markdown and line.startswith("```")
        if command is not None and (fence or line.startswith(("$ ", "! "))):
            while expected and expected[-1] == "":
                expected.pop()
            yield ("step", command, expected)
            command, expected = None, []
        if fence:
            inside = line.strip() == "```console" if not inside else False
            yield ("text", line)
        elif inside and line.startswith(("$ ", "! ")):
            command = line
        elif inside and command is not None:
            expected.append(line)
        else:
            yield ("text", line)
    if command is not None:
        while expected and expected[-1] == "":
            expected.pop()
        yield ("step", command, expected)


def main():
    sys.setrecursionlimit(100_000)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True, type=pathlib.Path, help="the octomate to test")
    parser.add_argument("--update", action="store_true", help="write what was printed into the files")
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    args = parser.parse_args()
    binary = args.binary.resolve()
    ran = failed = 0
    for file in args.files:
        out = []
        data = tempfile.TemporaryDirectory()  # transcripts share no endgame tables
        for step in steps(file.read_text().split("\n")[:-1], file.suffix == ".md"):
            if step[0] == "text":
                out.append(step[1])
                continue
            _, command, expected = step
            mark, command = command[:2], command[2:]
            got = run(command, binary, data.name)
            ran += 1
            as_said = mark == "$ " or is_refusal(command, got)
            if mark == "! " and as_said:
                got = got[:-2]
            agrees = as_said and matches(expected, got)
            mark = mark if as_said else "$ "
            if out and out[-1] != "" and file.suffix != ".md" and mark == "$ ":
                out.append("")
            out += [mark + command, *(expected if agrees else got)]
            if not agrees and not args.update:
                failed += 1
                print(f"{file}: {mark}{command}\n  expected:", *expected, "  got:", *got, sep="\n")
        if args.update:
            file.write_text("\n".join(out) + "\n")
    print(f"{ran} commands, {failed} failed")
    sys.exit(failed > 0 or ran == 0)


if __name__ == "__main__":
    main()
