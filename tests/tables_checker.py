#!/usr/bin/env python3
"""tables_checker.py OCTOMATE CHECKER [--four FOLDER]: tests endgame tables with their checker, checker/tables_checker.c.

Makes the tables of three pieces that data/tables.sha256 lists, or with --four all tables of the list, in FOLDER. The files must
have the listed checksums, and the checker must accept them all and reject each of a thousand changed values per table. It must also
reject rounded, damaged, swapped and missing files.
"""

import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUMS = ROOT / "data/tables.sha256"
octomate, checker, *rest = sys.argv[1:]
four = pathlib.Path(rest[1]) if rest else None
listed = [line.split()[1] for line in SUMS.read_text().splitlines()]
draws = random.Random(42)


def classes_of(game, piece_counts):
    paths = [pathlib.PurePath(name) for name in listed]
    return [path.stem for path in paths if path.parent.name == game and len(path.stem) in piece_counts]


def check(folder, *words):
    """Runs the checker; the last of `words` names tables in `folder`. Returns its output and whether it accepts all."""
    done = subprocess.run([checker, *words[:-1], str(folder), *words[-1].split()], capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout, done.returncode == 0


def assert_rejected(folder, name, why):
    said, accepted = check(folder, name)
    assert not accepted and f"{name}: accepted" not in said, f"{why}: {said}"


def main(folder):
    piece_counts = (2, 3, 4) if four else (2, 3)
    for game in ("superpermutation-d8", "superpermutation"):
        classes = classes_of(game, piece_counts)
        assert four or len(classes) == 6
        subprocess.run([octomate, "tables", "make", "--quiet", "--tables", folder, "--variant", game, *classes], check=True,
                       stdout=subprocess.DEVNULL)
        said, accepted = check(folder / game, "-n", "1000", " ".join(classes))
        print(said, end="", flush=True)
        assert accepted, said
        for name in classes:
            assert f"{name}: accepted, 1000 of 1000 changes refused" in said, name
    done = subprocess.run([octomate, "tables", "verify", "--sums", SUMS, "--tables", folder], capture_output=True, text=True)
    agreeing = [line for line in done.stdout.splitlines() if line.endswith(": agrees")]
    assert done.returncode == 0 and len(agreeing) == (len(listed) if four else 12), done.stdout


def test_spoilt_tables(folder):
    d8 = folder / "superpermutation-d8"
    said, accepted = check(d8, "-w", "-n", "5", "KRK")
    assert accepted and "KRK: accepted, 5 of 5" in said, said

    subprocess.run([octomate, "tables", "pack", "--tables", folder, "-o", folder / "small", "KRK"], check=True, stdout=subprocess.DEVNULL)
    said, accepted = check(folder / "small/superpermutation-d8", "KRK")
    assert not accepted and said == "KRK: it is rounded: only the table that it was packed from has a proof\n", said

    sound = (d8 / "KRK.table").read_bytes()
    for _ in range(100):
        damaged = bytearray(sound)
        damaged[draws.randrange(len(sound))] ^= 1 << draws.randrange(8)
        (d8 / "KRK.table").write_bytes(damaged)
        assert_rejected(d8, "KRK", "a byte was changed")
    for size in (0, 10, 300, len(sound) // 2, len(sound) - 1):
        (d8 / "KRK.table").write_bytes(sound[:size])
        assert_rejected(d8, "KRK", "the file was cut short")
    done = subprocess.run([octomate, "tables", "verify", "--sums", SUMS, "--tables", folder], capture_output=True, text=True)
    assert done.returncode == 1 and "superpermutation-d8/KRK.table: differs\n" in done.stdout, done.stdout
    shutil.copy(folder / "superpermutation/KRK.table", d8)
    assert_rejected(d8, "KRK", "a table of another game")
    shutil.copy(d8 / "KNK.table", d8 / "KRK.table")
    assert_rejected(d8, "KRK", "a table of another material")
    (d8 / "KRK.table").write_bytes(sound)
    (d8 / "KK.table").unlink()
    assert_rejected(d8, "KRK", "a table that it rests on is missing")


if four:
    main(four)
else:
    with tempfile.TemporaryDirectory() as made:
        main(pathlib.Path(made))
        test_spoilt_tables(pathlib.Path(made))
