#!/usr/bin/env python3
"""mpi.py OCTOMATE OCTOMATE_MPI MPIRUN: tests that octomate-mpi writes the same bytes as octomate, with any number of ranks,
and that each can resume a killed run of the other."""
import os, signal, subprocess, sys, tempfile, time
from pathlib import Path

octomate, octomate_mpi, mpirun = sys.argv[1:4]
os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                  OMPI_MCA_btl="self,vader", OMPI_MCA_btl_vader_single_copy_mechanism="none",
                  OMPI_MCA_plm="isolated", OMPI_MCA_mpi_yield_when_idle="1")
os.nice(5)  # ranks poll while they wait, which must not slow down other tests


def ranks(count, name="generate"):
    return [mpirun, "--oversubscribe", "--bind-to", "none", "-n", str(count), octomate_mpi, name]


def run(command, options, code=0, or_else=0):
    done = subprocess.run([*command, *options.split()], capture_output=True, text=True)
    if done.returncode not in (code, or_else or code):
        sys.exit(f"{' '.join(command)} {options}: exit code {done.returncode}, expected {code}\n{done.stderr}")
    return done


alone = [octomate, "generate"]
cases = [
    ("jsonl", "--count 20000", (1, 2, 4)),
    ("jsonl.zst", "--count 12000 --exclude known.jsonl", (2,)),
    ("jsonl", "--count 3000 --economical --best 200 --balance", (1, 2, 4)),
    ("jsonl", "--count 1500 --shard 2/3 --economical", (2,)),
    ("csv", "--count 300 --from known.jsonl --theme promotion", (3,)),
    ("epd", "--count 1 --mate 2 --no-unique --plies 30-80", (2,)),
    ("jsonl", "--count 4000 --from place --men 4-4 --units 0-15", (2,)),  # few positions, so duplicates are common
]


def last_line(done):
    """Returns the summary line of the run from the output of mpirun."""
    return [line for line in done.stderr.splitlines() if "distinct puzzle" in line]


def same_bytes():
    run(alone, "--count 500 --output known.jsonl")
    for ending, options, counts in cases:
        few = 4 if "--units" in options else 0  # exit code 4: the units have too few puzzles
        expected = run(alone, f"{options} --output one.{ending}", few)
        for count in counts:
            done = run(ranks(count), f"{options} --output many.{ending}", few)
            if Path(f"many.{ending}").read_bytes() != Path(f"one.{ending}").read_bytes():
                sys.exit(f"{options}: other bytes from {count} ranks than from one process")
            if last_line(done) != last_line(expected):
                sys.exit(f"{options}, {count} ranks: {done.stderr}\nexpected: {expected.stderr}")


def children(pid):
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def has_ended(pid):
    """Checks whether all threads of a process have ended; only then are its locks released."""
    try:
        threads = [path.name for path in Path(f"/proc/{pid}/task").iterdir()]
        return threads == [str(pid)] and Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def run_and_kill(command, options, whom, progress="part.jsonl.progress"):
    """Runs a command until it has saved progress. `whom`: "all" kills the command, "rank" one rank, "stop" sends it SIGTERM."""
    process = subprocess.Popen([*command, *options.split()], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not Path(progress).exists():
        if process.poll() is not None:
            sys.exit(f"{' '.join(command)}: ended before it was killed")
        time.sleep(0.01)
    pids = children(process.pid)
    if whom == "rank":
        os.kill(pids[-1], signal.SIGKILL)
    else:
        process.send_signal(signal.SIGTERM if whom == "stop" else signal.SIGKILL)
    process.wait()
    for pid in pids:  # processes that mpirun leaves behind end on their own
        while not has_ended(pid):
            time.sleep(0.01)


def killed_and_resumed():
    options = "--economical --count 60000 --output part.jsonl --resume"
    run(alone, "--economical --count 60000 --output one.jsonl")
    for first, whom, second in [(ranks(2), "rank", ranks(3)), (ranks(2), "all", alone), (ranks(2), "stop", alone),
                                ([*alone, "--threads", "1"], "all", ranks(2))]:
        for left in Path(".").glob("part.jsonl*"):  # files of the previous case
            left.unlink()
        run_and_kill(first, options, whom)
        run(second, options)
        if Path("part.jsonl").read_bytes() != Path("one.jsonl").read_bytes():
            sys.exit(f"{whom} killed in {first[0]}, {second[0]} goes on: other bytes than in one run")


def tables():
    """Makes a table of the game without a die in one run, and one of d8 in runs that are killed and stopped."""
    def table(folder, game):
        return Path(folder, game, "KRK.table").read_bytes()

    one = [octomate, "tables"]
    run(one, "make KRK --variant superpermutation --dir one")
    for count in (1, 2, 4):
        done = run(ranks(count, "tables"), f"make KRK --variant superpermutation --dir {count}")
        if done.stdout.count("KRK") != 1:
            sys.exit(f"tables make told {done.stdout}")
        if table(str(count), "superpermutation") != table("one", "superpermutation"):
            sys.exit(f"tables make with {count} ranks writes other bytes than one process")
    run(one, "make KRK --dir one")
    run_and_kill(ranks(2, "tables"), "make KRK --dir part", "all", "part/superpermutation-d8/KRK.table.part")
    # Resumes with other numbers of ranks; a limit stops the run repeatedly.
    stops = 0
    while run(ranks(2 + stops % 2, "tables"), f"make KRK --dir part --limit {0.3 * 2**stops}", 0, or_else=4).returncode:
        stops += 1
    if table("part", "superpermutation-d8") != table("one", "superpermutation-d8"):
        sys.exit(f"tables make, killed and {stops} times stopped: other bytes than in one run")


def bad_lines(count):
    """Returns lines with puzzles of many kinds, some of them invalid, blank lines and comments."""
    known = Path("known.jsonl").read_text().splitlines()
    lines = []
    for number in range(count):
        lines.append(known[number % len(known)])
        if number % 40 == 7:
            lines += ["", "# a comment", '{"fen": "8/8/8/8/8/8/8 w"}', "no puzzle at all"]
        if number % 50 == 9:
            lines.append("7k/8/8/8/8/8/8/KQ6 w - - 0 1")
    return "\n".join(lines) + "\n"


def files():
    """Checks that `solve`, `check` and `tag` of files have the output, errors and exit code of octomate."""
    Path("lines.jsonl").write_text(bad_lines(1500))
    Path("short.epd").write_text("7k/8/8/8/8/8/8/KQ6 w - -\n")
    run([octomate, "convert"], "lines.jsonl --output puzzles.pgn", 3)
    run([octomate, "convert"], "lines.jsonl --output puzzles.csv", 3)
    cases = [
        ("solve", "lines.jsonl short.epd --format jsonl", "jsonl", (1, 2, 4)),
        ("solve", "puzzles.pgn lines.jsonl", "txt.zst", (2,)),
        ("check", "lines.jsonl --format jsonl --no-superfluous", "jsonl", (1, 2, 4)),
        ("check", "puzzles.csv short.epd --no-superfluous --threads 2", "txt", (2,)),
        ("check", "--fix-key lines.jsonl", "jsonl", (2,)),
        ("tag", "lines.jsonl puzzles.csv", "jsonl", (1, 2, 4)),
        ("tag", "lines.jsonl", "epd", (4,)),
    ]
    for command, options, ending, counts in cases:
        expected = subprocess.run([octomate, command, *options.split(), "--output", f"one.{ending}"],
                                  capture_output=True, text=True)
        printed = subprocess.run([octomate, command, *options.split()], capture_output=True)
        if not ending.endswith("zst") and ending != "epd" and printed.stdout != Path(f"one.{ending}").read_bytes():
            sys.exit(f"{command} {options}: --output writes other bytes than are printed")
        for count in counts:
            many = f"many-{count}.{ending}"
            done = run(ranks(count, command), f"{options} --output {many}", expected.returncode)
            if Path(many).read_bytes() != Path(f"one.{ending}").read_bytes():
                sys.exit(f"{command} {options}: other bytes from {count} ranks than from one process")
            told = [line for line in done.stderr.replace(many, f"one.{ending}").splitlines() if line in expected.stderr]
            if "\n".join(told).strip() != expected.stderr.strip():
                sys.exit(f"{command} {options}, {count} ranks: {done.stderr}\nexpected: {expected.stderr}")
            if list(Path(".").glob(f"{many}.rank-*")):
                sys.exit(f"{command} {options}: parts are left")
    piped = run(ranks(2, "solve"), "lines.jsonl --format jsonl", 3)
    if piped.stdout != subprocess.run([octomate, "solve", "lines.jsonl", "--format", "jsonl"], capture_output=True,
                                      text=True).stdout or list(Path(".").glob("*.rank-*")):
        sys.exit("solve without --output: other bytes, or parts are left")


def files_resumed():
    """Checks that a killed run over files resumes with the saved parts and does not process them again."""
    Path("many.jsonl").write_text(bad_lines(6000))
    one = [octomate, "check"]
    run(one, "many.jsonl --format jsonl --output all.jsonl", 3)
    options = "many.jsonl --format jsonl --output half.jsonl"
    for whom in ("rank", "all"):
        run_and_kill(ranks(2, "check"), options, whom, "half.jsonl.rank-1")
        for command, more in [(ranks(2, "check"), ""), (one, ""), (ranks(2, "check"), "--resume --no-superfluous")]:
            refused = run(command, f"{options} {more}", 2).stderr
            if "half.jsonl.progress" not in refused:
                sys.exit(f"an unfinished output is not refused: {refused}")
        before = {part: part.read_bytes() for part in Path(".").glob("half.jsonl.rank-*")}
        with open("half.jsonl.rank-1", "ab") as part:
            part.write(b"a result that was cut off")
        run(ranks(3, "check"), f"{options} --resume", 3)
        if not before or Path("half.jsonl").read_bytes() != Path("all.jsonl").read_bytes():
            sys.exit(f"check, {whom} killed: other bytes than in one run")
        finished = run(ranks(2, "check"), f"{options} --resume", 0)
        if "is complete" not in finished.stderr or list(Path(".").glob("half.jsonl.rank-*")):
            sys.exit(f"a finished check is not told: {finished.stderr}")
        Path("half.jsonl").unlink()
        Path("half.jsonl.progress").unlink()


def file_errors():
    for name, options, code, words in [
        ("solve", "lines.jsonl --output ./lines.jsonl", 2, "is one of the input files"),
        ("check", "lines.jsonl --output /dev/full", 2, "cannot write /dev/full"),
        ("tag", "nowhere.jsonl --output many.jsonl", 3, "nowhere.jsonl"),
        ("tag", "- --output many.jsonl", 2, "not a plain file"),
        ("solve", "lines.jsonl --output nowhere/many.jsonl", 2, "nowhere/many.jsonl"),
        ("solve", "lines.jsonl --resume", 2, "--output"),
        ("solve", "lines.jsonl --html page.html", 2, "--html"),
    ]:
        done = run(ranks(2, name), options, code)
        if done.stderr.count(words) != 1:
            sys.exit(f"{name} {options}: expected {words!r} once in\n{done.stderr}")


def errors_once():
    for options, code, words in [("--count none", 2, "--count"), ("--from nowhere.jsonl", 3, "no position"),
                                 ("--count 5000 --output /dev/full", 2, "cannot write /dev/full")]:
        done = run(ranks(2), options, code)
        if done.stderr.count(words) != 1:
            sys.exit(f"{options}: expected {words!r} once in\n{done.stderr}")
    if run(ranks(2), "--help").stdout.count("Usage:") != 1:
        sys.exit("--help is not told once")


with tempfile.TemporaryDirectory() as directory:
    os.chdir(directory)
    same_bytes()
    killed_and_resumed()
    files()
    files_resumed()
    tables()
    errors_once()
    file_errors()
