#!/usr/bin/env python3
"""Runs every file of tests/bad/ through octomate. The first fault must be the one that the file is named after, and the good
record or game at the end of the file must still be processed. Game scores end in .txt, specs of `compose` in .json,
positions for endgame tables in .men; all other files are puzzles."""

import json
import pathlib
import subprocess
import sys
import tempfile

BAD = pathlib.Path(__file__).resolve().parent / "bad"


def first_fault(records):
    for record in records:
        fault = record.get("error") or record.get("fault")
        if fault:
            return fault
    return None


def complaints(binary, file):
    command = {".txt": "replay", ".json": "compose", ".men": "tables"}.get(file.suffix, "solve")
    with tempfile.TemporaryDirectory() as folder:
        words = ["tables", "probe", "--dir", folder] if command == "tables" else [command]
        done = subprocess.run([binary, *words, "--format", "jsonl", str(file)], capture_output=True, text=True)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    fault = first_fault(records)
    if fault is None or fault["code"] != file.stem:
        yield f"first fault is {fault}"
    elif not fault["message"] or fault.get("offset", 0) < 0:
        yield f"fault says too little: {fault}"
    if command in ("solve", "tables"):
        if done.returncode != 3:
            yield f"exit code {done.returncode}, expected 3"
        if "error" in records[-1] and file.stem not in ("unknown_format", "no_puzzles"):  # these files have no good record
            yield "the good record at the end was lost"
    elif command == "compose":
        if done.returncode != 3:
            yield f"exit code {done.returncode}, expected 3"
    elif done.returncode not in (1, 3):
        yield f"exit code {done.returncode}, expected 1 or 3"
    if str(file) not in done.stderr:
        yield "standard error does not name the file"


def state_complaints(binary):
    """Checks that `compose` rejects an invalid file of `--state` with a message that names the file."""
    spec = str(BAD.parent.parent / "data" / "compose" / "article-2.json")
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "state.json"
        command = [binary, "compose", spec, "--exhaustive", "4", "--quiet", "--state", str(file)]
        # Writes a valid state of a walk that has just begun; each case then spoils one value of it.
        subprocess.run([*command, "--limit", "0.000001"], capture_output=True)
        state = json.loads(file.read_text())
        for field, value in [("found", ["hello"]), ("found", "hello"), ("next_unit", "seven"), ("next_unit", -1),
                             ("next_unit", state["units"] + 1), ("illegal", 1.5), ("walk", 3)]:
            file.write_text(json.dumps({**state, field: value}))
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 2:
                yield f"state with {field} {value}: exit code {done.returncode}, expected 2"
            if str(file) not in done.stderr or "has been changed" not in done.stderr:
                yield f"state with {field} {value} gives the message: {done.stderr}"
        plausible = {**state, "next_unit": state["units"]}  # if accepted, would print "proven: no such position exists"
        for edited, message in ((json.dumps(plausible), "has been changed"), ("[" * 100_000, "is not a saved search")):
            file.write_text(edited)
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 2 or message not in done.stderr:
                yield f"an edited state gives the message: {done.returncode} {done.stderr}"
        file.write_text(json.dumps({name: value for name, value in state.items() if name != "found"}))
        if subprocess.run(command, capture_output=True).returncode != 2:
            yield "a state without found is taken up"


def deep_spec_complaints(binary):
    """Checks that the parser of specs, which is recursive, rejects JSON that is nested too deeply."""
    for text in ('{"men":' + "[" * 200_000 + "]" * 200_000 + "}", "[" * 200_000):
        done = subprocess.run([binary, "compose", "-"], input=text, capture_output=True, text=True)
        if done.returncode != 3 or len(done.stderr) > 2000:
            yield f"a deep spec: exit code {done.returncode}, {done.stderr[:200]}"


def large_record_complaints(binary):
    """Checks that a fault in a very long record is reported fast, in a short message."""
    bare = "4k3/8/8/8/8/8/8/4K3 w - - 0,0 -/-"
    many = 3_000_000
    position = "7k/8/5K2/8/8/8/8/1Q6 w"
    texts = {
        "earlier states without a word": ("solve", json.dumps({"variant": "super-chess", "fen": bare + "|" * many})),
        "the same in a game to solve": ("solve", f'[Variant "super-chess"]\n[FEN "{bare}{"|" * many}"]\n\n*\n'),
        "the same in a game to replay": ("replay", f'[Variant "super-chess"]\n[FEN "{bare}{"|" * many}"]\n\n*\n'),
        "an unmoved piece that stands often": (
            "solve", f'[Variant "complete-permutation"]\n[FEN "8k7/16/16/16/16/16/16/8K7 w {"A" * many}"]\n\n*\n'),
        "a long name of a field": (
            "convert", json.dumps({"fen": position, "n" * many: 0})[:-2] + "{" + ",".join(['"a":1'] * 40) + "}}"),
        "a long name of a column": (
            "convert", f"FEN,{'x' * 200_000}\n" + f"{position},7\n" * 2000),
    }
    for what, (command, text) in texts.items():
        format_options = [] if command == "convert" else ["--format", "jsonl"]
        try:
            done = subprocess.run([binary, command, *format_options, "-"], input=text.encode(), capture_output=True,
                                  timeout=100)
        except subprocess.TimeoutExpired:
            yield f"{what}: it takes very long"
            continue
        if not done.stderr or len(done.stderr) > 20_000 or len(done.stdout) > 400_000:
            yield f"{what}: {len(done.stderr)} bytes of faults, {len(done.stdout)} of records"


def forged_line_complaints(binary):
    """Checks that messages quote no line breaks or control characters of invalid input."""
    forged = "x\n{\"progress\":1}\x1b[31m\u061c\u202e"
    position = "Q2Bk3/4N3/4p3/4K3/8/8/8/8 w"
    for record in ({"fen": position, "key": {"5": [forged]}}, {"fen": forged}, {"fen": position + " " + forged},
                   {"fen": position, "variant": forged}, {"fen": position, forged: {"a": 1}, "moves": forged},
                   {"fen": position, "twins": [{"name": forged, "remove": forged}, {"key": {"5": [forged]}}]}):
        done = subprocess.run([binary, "check", "-q", "-"], input=json.dumps(record), capture_output=True, text=True)
        if done.returncode != 3 or any(not line.startswith(("-:", "1 of")) for line in done.stderr.splitlines()):
            yield f"a record forges a line: {done.returncode} {done.stderr!r}"
        if any(mark in done.stderr for mark in "\x1b\u061c\u202e"):
            yield f"a record speaks to the terminal: {done.stderr!r}"
    for words in ([forged], ["solve", "--variant", forged, "-"], ["help", forged], ["serve", "--" + forged],
                  ["convert", "--to", forged, "-"], ["perft", forged, "1"], ["games", forged], ["check", "--" + forged],
                  ["solve", "--threads", forged, "-"]):
        done = subprocess.run([binary, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode not in (2, 3) or any(mark in done.stderr for mark in "\x1b\u061c\u202e"):
            yield f"an argument speaks to the terminal: {words} {done.returncode} {done.stderr!r}"


def main():
    binary, files = sys.argv[1], sorted(BAD.iterdir())
    failed = 0
    for file in files:
        for complaint in complaints(binary, file):
            print(f"{file.name}: {complaint}")
            failed += 1
    for complaint in [*state_complaints(binary), *deep_spec_complaints(binary), *large_record_complaints(binary),
                      *forged_line_complaints(binary)]:
        print(complaint)
        failed += 1
    print(f"{len(files)} files, {failed} complaints")
    sys.exit(failed > 0 or not files)


if __name__ == "__main__":
    main()
