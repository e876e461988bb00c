#!/usr/bin/env python3
"""Tests `octomate generate` and `octomate merge`: the output is the same for any number of threads, in shards, and after kills,
Ctrl-C and full disks; records meet the options; invalid options are rejected."""

import collections
import concurrent.futures
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time

import signals

BINARY, JUDGE = (str(pathlib.Path(name).resolve()) for name in sys.argv[1:3])
SLOW = b"__asan_init" in pathlib.Path(BINARY).read_bytes()  # with sanitizers: fewer puzzles, and no limit on memory
ARTICLE, TWOS = (str(pathlib.Path(f"puzzles/{name}.jsonl").resolve()) for name in ("article", "twos"))


def run(*arguments, code=0, stdin=None, limit=None):
    """Runs octomate, checks the exit code, and returns (standard output, standard error)."""
    def bound():
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    done = subprocess.run([BINARY, *arguments], input=stdin, capture_output=True, timeout=120,
                          preexec_fn=bound if limit else None)
    talk = done.stderr.decode()
    assert done.returncode == code, (arguments, done.returncode, talk)
    return done.stdout, talk


def generate(*arguments, **more):
    return run("generate", "--quiet", *arguments, **more)[0]


def remove(output):
    """Removes the output of a finished run and its progress file."""
    os.remove(output)
    os.remove(output + ".progress")


def records(data):
    return [json.loads(line) for line in data.splitlines() if not line.startswith(b"#")]


def canonical(fen):
    """Returns the alphabetically first of a position and its three symmetric images."""
    board, turn = fen.split()[:2]
    mirror = lambda text: "/".join(rank[::-1] for rank in text.split("/"))
    turned, other = board[::-1].swapcase(), "b" if turn == "w" else "w"
    return min((board, turn), (mirror(board), turn), (turned, other), (mirror(turned), other))


def images(fen):
    board, turn = fen.split()[:2]
    mirrored = "/".join(rank[::-1] for rank in board.split("/"))
    other = "b" if turn == "w" else "w"
    return [f"{mirrored} {turn}", f"{board[::-1].swapcase()} {other}", f"{mirrored[::-1].swapcase()} {other}"]


# ---- content of the records ----

SOURCES = [
    ([], []),
    (["--economical"], []),
    (["--in-check", "--no-unique"], ["--count", "400"]),
    (["--from", "place"], []),
    (["--from", "place", "--men", "4-9", "--economical", "--in-check"], []),
    (["--from", ARTICLE, "--no-unique"], []),
    (["--from", ARTICLE, "--economical"], []),
    (["--variant", "superpermutation"], []),
    (["--variant", "superpermutation", "--from", "place", "--economical", "--in-check"], []),
    (["--from", TWOS, "--men", "4-5", "--mate", "2", "--economical"], ["--count", "10"]),
    (["--variant", "superpermutation", "--from", "place", "--men", "4-5", "--mate", "2", "--economical"], ["--count", "10"]),
]


def records_are_sound():
    """Checks that records are sound by the naive rules and by `check`, and have the themes and scores that `tag` computes."""
    for options, more in SOURCES:
        if SLOW and "--mate" in options:
            continue
        data = generate(*options, *(more or ["--count", "60" if SLOW else "250"]), "--seed", "5")
        court = [option for option in options if option in ("--economical", "--no-unique", "--in-check")]
        done = subprocess.run([JUDGE, *court], input=data, capture_output=True)
        assert done.returncode == 0, (options, done.stderr.decode()[:2000])
        puzzles = records(data)
        assert done.stdout == b"%d records judged\n" % len(puzzles), (options, done.stdout)
        tagged = records(run("tag", "-", stdin=data)[0])
        assert puzzles == tagged, (options, next((a, b) for a, b in zip(puzzles, tagged) if a != b))
        reports = run("check", "--format", "jsonl", "-", stdin=data, code=1 if "--no-unique" in options else 0)[0]
        for report in records(reports):
            assert report["verdict"] == "sound" or "--no-unique" in options, (options, report)
            assert not report["superfluous"] or "--economical" not in options, (options, report)


def records_meet_the_options():
    def all_of(*options):
        return records(generate("--count", "40", *options))
    assert all(len(one["key"]) in (2, 3) for one in all_of("--faces", "2-3"))
    assert all(list(one["key"]) == ["3", "5"] for one in all_of("--from", "place", "--winning", "3,5"))
    assert all({"cascade", "discovered-check"} <= set(one.get("themes", [])) for one in all_of("--theme", "cascade,discovered-check"))
    assert not any({"cascade", "free-move"} & set(one.get("themes", [])) for one in all_of("--not-theme", "cascade,free-move"))
    assert all(5 <= one["men"] <= 6 for one in all_of("--economical", "--men", "5-6"))
    assert all(one["difficulty"] >= 40 for one in all_of("--min-difficulty", "40"))
    assert all(one["quality"] >= 40 for one in all_of("--min-quality", "40"))
    assert all(len(one["plies"].split()) in (40, 42) for one in all_of("--plies", "20-21"))
    for one in all_of("--from", "place", "--material", "QRp", "--men", "6"):
        letters = one["fen"].split()[0]
        assert one["men"] == 6 and "Q" in letters and "R" in letters and "p" in letters, one
    assert {one["generated"]["seed"] for one in all_of("--seed", "7")} == {7}
    assert generate("--count", "40", "--seed", "7") != generate("--count", "40", "--seed", "8")
    # `replay` accepts the plies of a record.
    puzzle = records(generate("--count", "1"))[0]
    last = records(run("replay", "--format", "jsonl", "-", stdin=puzzle["plies"].encode())[0])[-1]
    assert last["faults"] == 0 and last["fen"] == puzzle["fen"], (puzzle, last)


def winning_moves_are_new():
    """Checks that each puzzle has a winning move that is new in its game, and is marked reachable if no piece was removed."""
    found = records(generate("--count", "2000"))
    seen = set()
    for one in found:
        made = one["generated"]
        assert made["reachable"] is True, one
        mates = {(made["unit"], made["game"], one["fen"].split()[1], move) for moves in one["key"].values() for move in moves}
        assert mates - seen, one
        seen |= mates
    for one in records(generate("--count", "3", "--reachable", "--men", "4-14", "--plies", "60-400")):
        assert one["generated"]["reachable"] and "removed" not in one, one
        last = records(run("replay", "--format", "jsonl", "-", stdin=one["plies"].encode())[0])[-1]
        assert last["fen"] == one["fen"], one
    assert not any("reachable" in one["generated"] for one in records(generate("--count", "20", "--from", "place")))


def longer_mates():
    """Checks that longer mates are strict and have quiet keys unless options allow others, and that a root gives few puzzles."""
    def quiet(data):
        keys = [move for one in records(data) for moves in one["key"].values() for move in moves]
        assert all(("quiet-key" in one["themes"]) != any("+" in move for moves in one["key"].values() for move in moves)
                   for one in records(data))
        return sum("+" not in move for move in keys) > 0.9 * len(keys)
    def judged(data):
        return records(subprocess.run([BINARY, "check", "--strict", "--no-superfluous", "--format", "jsonl", "-"], input=data, capture_output=True).stdout)
    for moves, count in ((2, 20 if SLOW else 150), (3, 2 if SLOW else 12)):
        data = generate("--from", "place", "--men", "5-8", "--mate", str(moves), "--count", str(count))
        of_units = collections.Counter(one["generated"]["unit"] for one in records(data))
        assert max(of_units.values()) <= 2 and len(of_units) > count / 2, of_units
        assert {report["verdict"] for report in judged(data)} == {"sound"}, moves
        solutions = run("solve", "--solution", "--tries", "0", "-", stdin=data)[0].decode()
        assert solutions.count("C+ Octomate") == count and not re.search(" dual| short", solutions), moves
        assert quiet(data), moves
    assert not quiet(generate("--from", "place", "--men", "5-8", "--mate", "2", "--check-keys", "--count", "10"))
    assert quiet(generate("--from", "place", "--men", "5-8", "--mate", "2", "--check-keys", "--theme", "quiet-key", "--count", "3"))
    assert {report["verdict"] for report in judged(generate("--from", TWOS, "--mate", "2", "--count", "10"))} == {"sound"}
    loose = generate("--from", "place", "--mate", "2", "--no-strict", "--no-spread", "--count", "60")
    assert "dual" in {report["verdict"] for report in judged(loose)}
    assert max(collections.Counter(one["generated"]["unit"] for one in records(loose)).values()) > 2


def pieces_of(fen):
    """Returns (rank, file, piece) of each piece, with the sides exchanged if Black is to move."""
    board, turn = fen.split()[:2]
    rows = [[c for sign in row for c in ("." * int(sign) if sign.isdigit() else sign)] for row in board.split("/")]
    if turn == "b":
        rows = [[piece.swapcase() for piece in row] for row in reversed(rows)]
    return {(rank, file, piece) for rank, row in enumerate(rows) for file, piece in enumerate(row) if piece != "."}


def are_near_twins(a, b):
    """Checks whether two sets of pieces differ in at most one piece, mirrored or not."""
    mirrored = {(rank, 7 - file, piece) for rank, file, piece in b}
    return any(len(a - other) <= 1 and len(other - a) <= 1 for other in (b, mirrored))


def best_selection():
    """Checks that --best omits near twins and trivial material, and that --chapters sorts puzzles by theme and quality."""
    data = generate("--count", "6000", "--from", "place", "--men", "4-5", "--economical", "--best", "150", "--chapters")
    chosen = records(data)
    pieces = [pieces_of(one["fen"]) for one in chosen]
    twins = [(a, b) for a in range(len(pieces)) for b in range(a) if are_near_twins(pieces[a], pieces[b])]
    assert len(chosen) == 150 and not twins, [(chosen[a]["fen"], chosen[b]["fen"]) for a, b in twins[:3]]
    for one, all_pieces in zip(chosen, pieces):
        white = sorted(piece for _, _, piece in all_pieces if piece.isupper())
        has_black_piece = any(piece.islower() and piece != "k" for _, _, piece in all_pieces)
        assert has_black_piece or len(white) > 3 or set(white) - set("KQR"), one
    order = [line.split()[0] for line in run("tag", "--list-themes")[0].decode().splitlines()]
    chapters = [order.index(one["chapter"]) for one in chosen]
    assert chapters == sorted(chapters) and len(set(chapters)) > 2
    for chapter in set(chapters):
        qualities = [one["quality"] for one, of in zip(chosen, chapters) if of == chapter]
        assert qualities == sorted(qualities, reverse=True)
        assert all(order[chapter] in one["themes"] for one, of in zip(chosen, chapters) if of == chapter)


def same_bytes():
    """Checks that the output is the same for any number of threads, on standard output, in a file, and from shards."""
    for options in ([], ["--from", "place", "--economical"], ["--from", ARTICLE], ["--best", "50", "--balance"]):
        options = ["--count", "200" if SLOW else "1000", *options]
        one = generate(*options, "--threads", "1")
        for threads in ("2", "4"):
            assert generate(*options, "--threads", threads) == one, (options, threads)
        assert generate(*options, "--output", "-") == one
        generate(*options, "--output", "one.jsonl")
        assert pathlib.Path("one.jsonl").read_bytes() == one
        assert not [name for name in os.listdir() if name not in ("one.jsonl", "one.jsonl.progress")], os.listdir()
        remove("one.jsonl")


def shards():
    """Checks that merging shards, in any order, gives the output of the whole run, also with --best."""
    for options in (["--count", "900"], ["--count", "700", "--from", "place", "--economical"], ["--units", "0-7", "--count", "100000"]):
        code = 4 if "--units" in options else 0
        whole = generate(*options, code=code)
        for number in (1, 2, 3):
            generate(*options, "--shard", f"{number}/3", "--output", f"{number}.jsonl", code=code)
        for order in ("123", "312", "321"):
            merged, talk = run("merge", "--quiet", *(f"{number}.jsonl" for number in order), code=code)
            assert merged == whole, (options, order, talk)
        for number in "123":
            remove(f"{number}.jsonl")
    whole = generate("--count", "4000")
    for best in (["--best", "25"], ["--best", "60", "--balance", "--chapters"]):
        chosen = generate("--count", "4000", *best)
        assert len(records(chosen)) == int(best[1])
        assert run("merge", "--quiet", "-", *best, stdin=whole)[0] == chosen, best
    # A shard limited by --units runs all its units, even if the first ones have enough records.
    enough = str(len(records(generate("--units", "0-6"))))
    for number in (1, 2, 3):
        generate("--units", "0-6", "--count", enough, "--shard", f"{number}/3", "--output", f"{number}.jsonl", code=4)
    assert run("merge", "--quiet", "3.jsonl", "1.jsonl", "2.jsonl")[0] == generate("--units", "0-6", "--count", enough)
    # If a shard is missing, the others are still merged.
    assert records(run("merge", "--quiet", "1.jsonl", "3.jsonl", code=4)[0])
    for number in "123":
        remove(f"{number}.jsonl")


def exclusion():
    """Checks that --exclude removes the given puzzles and their symmetric images from the output, and nothing else."""
    first = records(generate("--count", "300"))
    pathlib.Path("given.fen").write_text("".join(images(one["fen"])[at % 3] + "\n" for at, one in enumerate(first[::2])))
    second = records(generate("--count", "300", "--exclude", "given.fen"))
    gone = {canonical(one["fen"]) for one in first[::2]}
    come = [canonical(one["fen"]) for one in second]
    assert len(gone) == 150 and len(set(come)) == 300 and not gone & set(come)
    assert [one["fen"] for one in first[1::2]] == [one["fen"] for one in second[:150]]
    # The puzzles that mutations start from are excluded as well.
    given = {canonical(one["fen"]) for one in records(pathlib.Path(ARTICLE).read_bytes())}
    assert not given & {canonical(one["fen"]) for one in records(generate("--from", ARTICLE, "--count", "300", "--no-unique"))}
    _, talk = run("generate", "--exclude", "given.fen", "--output", "given.fen", code=2)
    assert "given.fen is one of the input files" in talk and len(pathlib.Path("given.fen").read_text()) > 1000, talk
    os.remove("given.fen")


def unusual_ids():
    """Checks that ids with newlines or tabs, and empty ones, are kept unchanged."""
    fens = [one["fen"] for one in records(generate("--count", "3", "--economical"))]
    names = ["two\nlines", "a\ttab", ""]
    text = "".join(json.dumps({"fen": fen, "id": name}) + "\n" for fen, name in zip(fens, names))
    pathlib.Path("odd.jsonl").write_text(text)
    assert {one["mutated"] for one in records(generate("--from", "odd.jsonl", "--count", "60"))} <= set(names)
    without = records(generate("--count", "3", "--economical", "--exclude", "odd.jsonl"))
    assert not {canonical(one["fen"]) for one in without} & {canonical(fen) for fen in fens}
    merged = records(run("merge", "--quiet", "odd.jsonl", "odd.jsonl")[0])
    assert [one["id"] for one in merged] == names
    os.remove("odd.jsonl")


def bad_input():
    good = pathlib.Path(ARTICLE).read_text().splitlines()[0]
    pathlib.Path("mixed.jsonl").write_text(f"{good}\nnonsense\n\n# a comment\n8/8 w\n")
    out, talk = run("generate", "--from", "mixed.jsonl", "--count", "5", "--quiet", code=3)
    assert len(records(out)) == 5 and "mixed.jsonl:2: " in talk and "mixed.jsonl:5: " in talk, talk
    assert {one["mutated"] for one in records(out)} == {"article-1"}
    out, talk = run("generate", "--exclude", "mixed.jsonl", "--count", "5", "--quiet", code=3)
    assert len(records(out)) == 5 and "mixed.jsonl:2: " in talk, talk
    out, talk = run("merge", "mixed.jsonl", "--quiet", code=3)
    assert len(records(out)) == 1 and "mixed.jsonl:2: " in talk, talk
    pathlib.Path("mixed.jsonl").write_text("# nothing\n\n")
    for file in ("mixed.jsonl", "nowhere.jsonl"):
        out, talk = run("generate", "--from", file, "--output", "out.jsonl", code=3)
        assert f"{file}: there is no position" in talk and not os.path.exists("out.jsonl"), talk
    os.remove("mixed.jsonl")


def limits():
    assert run("generate", "--units", "3-4", "--count", "100000", code=4)[0]
    assert run("generate", "--seconds", "0.2", "--count", "1000000000", "--output", "/dev/null", code=4)[1].count("distinct")
    assert run("generate", "--seconds", "0.2", "--output", "/dev/null", code=0)[1].count("distinct")
    for one in records(run("generate", "--quiet", "--count", "120")[0])[::20]:  # the unit of a record, run alone, gives it too
        assert one in records(run("generate", "--quiet", "--units", str(one["generated"]["unit"]))[0]), one
    # A run that ran out of time can be resumed.
    for name in ("out.jsonl", "out.csv.zst"):
        options = ["--count", "2000" if SLOW else "20000", "--seed", "9", "--output", name]
        run("generate", *options, "--seconds", "0.01", code=4)
        assert os.path.exists(name + ".seen")
        run("generate", *options, "--resume")
        part = pathlib.Path(name).read_bytes()
        assert sorted(os.listdir()) == [name, name + ".progress"]
        run("generate", *options)
        assert pathlib.Path(name).read_bytes() == part
        remove(name)
    out, talk = run("generate", "--units", "2", "--quiet")
    assert {one["generated"]["unit"] for one in records(out)} == {2} and not talk


INVALID_OPTIONS = [
    (["--men", "1-5"], '--men: "1-5" is neither a number nor a range A-B from 2 to 32'),
    (["--men", "7-5"], '--men: "7-5"'),
    (["--faces", "0"], '--faces: "0"'),
    (["--faces", "2-9"], '--faces: "2-9"'),
    (["--winning", "3,9"], '--winning: "9" is not a face from 1 to 8'),
    (["--winning", "3,5", "--faces", "1"], "--winning: names more or fewer faces than --faces"),
    (["--theme", "cascades"], '--theme: unknown theme "cascades"; octomate tag --list-themes'),
    (["--not-theme", ""], '--not-theme: unknown theme ""'),
    (["--theme", "cascade,promotion", "--not-theme", "cascade"], "--not-theme: excludes a theme that --theme requires"),
    (["--theme", "in-check"], "--theme: in-check needs --in-check"),
    (["--variant", "superpermutation", "--faces", "2"], "--faces: the game has no die"),
    (["--plies", "0"], '--plies: "0"'),
    (["--mate", "0"], "--mate"),
    (["--mate", "6"], "--mate"),
    (["--count", "0"], "--count"),
    (["--count", "many"], "--count"),
    (["--seconds", "-1"], "--seconds"),
    (["--seed", "x"], "--seed"),
    (["--best", "0"], "--best"),
    (["--best", "5"], "--best: needs --count N"),
    (["--best", "20", "--count", "10"], "--best: is more than --count"),
    (["--balance"], "--balance needs --best"),
    (["--chapters"], "--chapters needs --best"),
    (["--strict"], "--strict needs --mate 2 or more"),
    (["--check-keys", "--mate", "2"], "--check-keys needs --from place"),
    (["--theme", "quiet-key"], "--theme: quiet-key needs --mate 2 or more"),
    (["--mate", "2", "--strict", "--no-unique"], "--strict: cannot be combined with --no-unique"),
    (["--no-spread", "--from", "place"], "--no-spread needs --from play, or --from place with --mate 2 or more"),
    (["--reachable", "--from", "place"], "--reachable needs --from play"),
    (["--best", "5", "--count", "10", "--shard", "1/2"], "--best: cannot be combined with --shard; octomate merge --best"),
    (["--shard", "3/2"], '--shard: "3/2" is not of the form I/N'),
    (["--shard", "0/2"], '--shard: "0/2"'),
    (["--shard", "1"], '--shard: "1"'),
    (["--units", "5-3"], '--units: "5-3"'),
    (["--units", "-3"], "--units"),
    (["--material", "QR"], "--material needs --from place"),
    (["--from", "place", "--material", "Qx"], "--material: 'x' is not a piece"),
    (["--from", "place", "--material", "Q" * 31], "--material: there are more than 32 pieces"),
    (["--from", "place", "--material", "P" * 9], "--material: there are more than eight pawns"),
    (["--from", "place", "--material", "QRR", "--men", "3-4"], "--men: is less than the --material alone"),
    (["--resume"], "--resume: needs --output FILE"),
    (["--resume", "--output", "-"], "--resume: needs --output FILE"),
    (["--to", "xml"], '--to: "xml" is not one of'),
    (["--output", "nowhere/out.jsonl"], "nowhere/out.jsonl"),
]


def rejects_invalid_options():
    for options, expected in INVALID_OPTIONS:
        out, talk = run("generate", *options, code=2)
        assert expected in talk and not out, (options, talk)
    for options, expected in ((["--balance"], "--balance needs --best"), (["--best", "0"], "--best")):
        assert expected in run("merge", ARTICLE, *options, code=2)[1]
    assert not os.listdir(), os.listdir()


# ---- interrupted runs ----

def started(options, output):
    return subprocess.Popen([BINARY, "generate", *options, "--threads", "1", "--quiet", "--output", output],
                            stderr=subprocess.DEVNULL)


def progress_of(output):
    try:
        return json.loads(pathlib.Path(output + ".progress").read_text())["next_unit"]
    except FileNotFoundError:
        return 0


def stop(process, output, signal_number, when):
    """Stops a run by a signal after `when` saves, or seconds if `when` is a float; returns its progress."""
    last, noted = 0, 0
    end = time.monotonic() + (when if isinstance(when, float) else 60)
    while process.poll() is None and time.monotonic() < end and not (isinstance(when, int) and noted >= when):
        time.sleep(0.01)
        now = progress_of(output)
        noted, last = noted + (now != last), now
    signals.send(process, signal_number)
    code = process.wait(timeout=60)
    assert code in (0, -signal.SIGKILL if signal_number == signal.SIGKILL else 130), (output, code)
    return progress_of(output)


def stopped_runs(name, options):
    """Checks that a run stopped and resumed gives the output of an uninterrupted run. Returns whether it saved progress."""
    options = [*options, "--seed", "3"]
    started(options, f"whole-{name}").wait()
    whole = pathlib.Path(f"whole-{name}").read_bytes()
    assert whole
    output = f"part-{name}"
    places = []
    for signal_number, when in ((signal.SIGKILL, 0.15), (signal.SIGKILL, 1), (signal.SIGINT, 0.2)):
        places.append(stop(started([*options, "--resume"], output), output, signal_number, when))
    if "--best" not in options:
        assert len(pathlib.Path(output).read_bytes()) > 0
    if places[-1] > 0:
        kept = pathlib.Path(output).read_bytes()
        done = subprocess.run([BINARY, "generate", *options, "--faces", "1-7", "--resume", "--output", output], capture_output=True)
        talk = done.stderr.decode()
        assert done.returncode == 2 and f'{output}.progress belongs to a run with other options: faces was not given and is ["1-7"]' in talk, talk
        assert pathlib.Path(output).read_bytes() == kept, "a refused --resume lost something"
        assert progress_of(output) == places[-1]
    assert started([*options, "--resume"], output).wait() == 0
    assert pathlib.Path(output).read_bytes() == whole, f"{name}: other bytes after it was stopped at {places}"
    for file in (f"whole-{name}", output):
        remove(file)
    return places[1] > 0


def stops_of_all_formats():
    count = ["--count", "4000" if SLOW else "25000", "--economical"]
    cases = [("a.jsonl", count), ("b.jsonl.zst", count), ("c.csv", count), ("d.csv.zst", [*count, "--best", "300"]),
             ("e.jsonl", [*count, "--best", "300", "--balance"]), ("f.epd", [*count, "--shard", "2/3"])]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        gone_on = list(pool.map(lambda case: stopped_runs(*case), cases))
    assert SLOW or any(gone_on), "no run lived long enough to note its progress"
    assert not os.listdir(), os.listdir()


def full_disks():
    for options in ([], ["--best", "10"], ["--to", "csv"]):
        _, talk = run("generate", "--count", "3000", *options, "--output", "/dev/full", code=2)
        assert "cannot write /dev/full: No space left on device" in talk, talk
    for name in ("out.jsonl", "out.jsonl.zst", "best.jsonl"):
        options = ["--count", "9000", "--economical", *(["--best", "2000"] if name == "best.jsonl" else [])]
        generate(*options, "--output", name)
        whole = pathlib.Path(name).read_bytes()
        remove(name)
        _, talk = run("generate", *options, "--output", name, code=2, limit=300_000)
        assert f"cannot write {name}" in talk and "File too large" in talk, talk
        assert name == "best.jsonl" or len(pathlib.Path(name).read_bytes()) > 200_000
        run("generate", "--quiet", *options, "--output", name, "--resume")
        assert pathlib.Path(name).read_bytes() == whole, name
        remove(name)
    with open("/dev/full", "w") as full:
        assert subprocess.run([BINARY, "generate", "--count", "3000"], stdout=full, stderr=subprocess.DEVNULL).returncode == 2
        assert subprocess.run([BINARY, "merge", ARTICLE], stdout=full, stderr=subprocess.DEVNULL).returncode == 2
    assert not os.listdir(), os.listdir()


def spoiled_progress():
    """Checks that --resume rejects invalid progress files and leaves the output unchanged."""
    options = ["--count", "20", "--resume", "--output", "out.jsonl"]
    pathlib.Path("out.jsonl").write_text("something else\n")
    right = '{"run":{"variant":"superpermutation-d8","from":"play","seed":1,"count":20,"to":"jsonl"}'
    for text in ("", "[]", "{}", '{"run": 3}', right + "}", right + ',"next_unit":"x"}'):
        pathlib.Path("out.jsonl.progress").write_text(text)
        _, talk = run("generate", *options, code=2)
        assert "out.jsonl.progress does not hold the progress of a run" in talk, talk
        assert pathlib.Path("out.jsonl").read_text() == "something else\n"
    os.remove("out.jsonl.progress")
    run("generate", *options, code=2)  # without a progress file, out.jsonl cannot be resumed
    assert pathlib.Path("out.jsonl").read_text() == "something else\n"
    os.remove("out.jsonl")
    generate(*options)
    assert pathlib.Path("out.jsonl").read_bytes() == generate("--count", "20")
    remove("out.jsonl")


def stop_half_way(*options):
    process = subprocess.Popen([BINARY, "generate", "--quiet", *options], stderr=subprocess.DEVNULL)
    while not os.path.exists("out.jsonl.progress") or json.loads(pathlib.Path("out.jsonl.progress").read_text())["bytes"] == 0:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    assert process.wait() == 130


def edited_between_runs():
    """Checks that a run is not resumed if its output, progress or input files were edited."""
    pathlib.Path("known.jsonl").write_bytes(pathlib.Path(TWOS).read_bytes())
    for source in (["--exclude", "known.jsonl"], ["--from", "known.jsonl", "--no-unique"]):
        options = [*source, "--count", "10000000", "--resume", "--output", "out.jsonl"]
        stop_half_way(*options)
        for name in ("out.jsonl", "out.jsonl.seen", "out.jsonl.progress", "known.jsonl"):
            path = pathlib.Path(name)
            whole = path.read_bytes()
            edits = {
                "out.jsonl": [whole.replace(b"1", b"2", 1), whole[:-1]],
                "out.jsonl.seen": [whole[:8] + b"x" + whole[9:], b""],
                "known.jsonl": [whole.split(b"\n", 1)[1]],
                "out.jsonl.progress": [whole.replace(b'"next_unit":', b'"next_unit":1'), whole.replace(b'"next_unit":', b'"next_unit":-'),
                                       whole.replace(b'"kept":[]', b'"kept":[{}]'), b"[" * 1000000,
                                       whole.replace(b'"found":', b'"found":1e30,"x":')],
            }[name]
            for edited in edits:
                assert edited != whole, name
                path.write_bytes(edited)
                _, talk = run("generate", *options, code=2)
                assert "out.jsonl" in talk and "terminate" not in talk and len(talk) < 500, talk
                path.write_bytes(whole)
        for name in ("out.jsonl", "out.jsonl.seen", "out.jsonl.progress"):
            os.remove(name)
    os.remove("known.jsonl")


def interruptions():
    """Checks that Ctrl-C ends even long searches within 30 seconds."""
    for options in (["--from", "place", "--men", "10", "--mate", "3"], ["--count", "1000000000", "--best", "100"]):
        process = subprocess.Popen([BINARY, "generate", *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(0.4)
        signals.send(process, signal.SIGINT)
        assert process.wait(timeout=30) == 130, options


def memory():
    if SLOW:
        return
    process = subprocess.Popen([BINARY, "generate", "--count", "300000", "--output", "/dev/null"], stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0 and usage.ru_maxrss < 200 * 1024, f"{usage.ru_maxrss >> 10} MiB"


def main():
    tests = [rejects_invalid_options, records_meet_the_options, winning_moves_are_new, longer_mates, best_selection, same_bytes, shards, exclusion, unusual_ids, bad_input, limits, spoiled_progress, edited_between_runs, interruptions,
             full_disks, stops_of_all_formats, memory, records_are_sound]
    names = sys.argv[3:]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for test in tests:
            if names and test.__name__ not in names:
                continue
            begun = time.monotonic()
            test()
            print(f"{test.__name__}: {time.monotonic() - begun:.1f} s", flush=True)
        os.chdir("/")


if __name__ == "__main__":
    main()
