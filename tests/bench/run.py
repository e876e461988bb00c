#!/usr/bin/env python3
"""Runs each benchmark alternately with a peer program and prints medians and ratios. Machines are noisy: a single figure
means little, but the ratio of two programs measured alternately, several times, is reliable. Exits with 1 only if a count
is wrong."""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ARRAY_PERFT = 119_060_324  # leaves of ordinary chess after six plies, from the initial position


class Engine:
    """A UCI engine that counts perft."""

    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.say("uci", "uciok")
        self.say("isready", "readyok")

    def say(self, command, until):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        while True:
            line = self.process.stdout.readline()
            if until in line:
                return line

    def perft(self, depth, nodes):
        """Runs perft to `depth`, checks that it counts `nodes`, and returns nodes per second."""
        start = time.perf_counter()
        line = self.say(f"go perft {depth}", "Nodes searched")
        took = time.perf_counter() - start
        assert int(line.split()[-1]) == nodes, line
        return nodes / took


def engine(name):
    for folder in ("/usr/games", "/usr/bin"):
        if os.path.exists(f"{folder}/{name}"):
            return Engine(f"{folder}/{name}")
    return None


class Runner:
    def __init__(self, args):
        self.args = args
        self.bench = args.build / "octomate_bench"
        self.octomate = args.build / "octomate"

    def ours(self, case):
        """Returns the items per second of a benchmark case in the present build."""
        return self.benchmark(self.bench, case)

    def first_release(self, case):
        """Returns the items per second of a benchmark case in the first release."""
        return self.benchmark(self.args.old / "octomate_bench", case)

    def benchmark(self, program, case):
        done = subprocess.run([program, f"--benchmark_filter=^{case}$", "--benchmark_format=json",
                               f"--benchmark_min_time={self.args.seconds}"], check=True, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return json.loads(done.stdout)["benchmarks"][0]["items_per_second"]

    def compare(self, name, ours, peer_name, peer, target=None):
        """Calls `ours` and `peer` alternately and prints the median of each and the median ratio."""
        pairs = []
        for _ in range(self.args.pairs):
            pairs.append((ours(), peer()))
        mine = statistics.median(pair[0] for pair in pairs)
        theirs = statistics.median(pair[1] for pair in pairs)
        ratio = statistics.median(pair[0] / pair[1] for pair in pairs)
        self.row(name, mine, f"{peer_name} {human(theirs)}", f"{ratio:.3g}x", target)

    def row(self, name, figure, peer="", ratio="", target=None):
        figure = figure if isinstance(figure, str) else human(figure)
        print(f"{name:<34} {figure:>10}  {peer:<28} {ratio:>7}  {target or ''}", flush=True)

    def corpus(self, folder, kind, count, seed):
        path = folder / f"{kind}-{count}.jsonl"
        with open(path, "w") as file:
            subprocess.run([self.args.build / "octomate_corpus", kind, str(count), str(seed)], check=True, stdout=file)
        return path

    def solve(self, file, out, threads, octomate=None):
        """Solves `file` into `out`; returns the wall seconds and the peak memory in MiB."""
        start = time.perf_counter()
        with open(out, "w") as output:
            process = subprocess.Popen([octomate or self.octomate, "solve", "--format", "jsonl", "--quiet", "--threads",
                                        str(threads), file], stdout=output)
            _, status, usage = os.wait4(process.pid, 0)
        assert status == 0, status
        return time.perf_counter() - start, usage.ru_maxrss / 1024


def human(number):
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:.1f} {unit}/s"
    return f"{number:.1f} /s"


def perfts(run, _):
    for case in ("array", "middle_8", "middle_12", "middle_16"):
        stockfish = engine("stockfish")
        peer = lambda: stockfish.perft(6, ARRAY_PERFT)
        first = case == "array"
        run.compare(f"perft counted, {case}", lambda: run.ours(f"perft_counted/{case}"), "stockfish counted", peer,
                    ">= 1.5x" if first else None)
        run.compare(f"perft made, {case}", lambda: run.ours(f"perft_made/{case}"), "stockfish counted", peer,
                    ">= 0.6x" if first else None)
    fairy = engine("fairy-stockfish")
    run.compare("perft counted, array", lambda: run.ours("perft_counted/array"), "fairy-stockfish counted",
                lambda: fairy.perft(5, 4_865_609))


def solvers(run, _):
    for kind in ("play", "sparse"):
        run.row(f"winning faces, {kind}", run.ours(f"winning_faces/{kind}"), target=">= 4 M/s" if kind == "play" else None)
        run.row(f"guesses of who wins, {kind}", run.ours(f"guesses/{kind}"), target=">= 300 k/s")
        run.row(f"full report, {kind}", run.ours(f"full_report/{kind}"), target=">= 2 M/s" if kind == "play" else None)
    run.compare("full report, 2 threads", lambda: run.ours("parallel_report/2/real_time"), "1 thread",
                lambda: run.ours("parallel_report/1/real_time"), ">= 1.9x")


def versus(run, folder):
    """Compares the speed of the present state with that of the first release."""
    for name, case in (("perft counted", "perft_counted/array"), ("perft made", "perft_made/array"),
                       ("winning faces", "winning_faces/play"), ("full report", "full_report/play"),
                       ("mate in 2", "mate_in_2/play")):
        run.compare(name, lambda: run.ours(case), "first release", lambda: run.first_release(case), ">= 0.97x")
    stockfish = engine("stockfish")
    run.compare("perft made", lambda: run.ours("perft_made/array"), "stockfish counted",
                lambda: stockfish.perft(6, ARRAY_PERFT), ">= 0.6x")

    def made(octomate):
        count = 100_000
        start = time.perf_counter()
        subprocess.run([octomate, "generate", "--quiet", "--count", str(count), "--threads", "1", "--output",
                        folder / "made"], check=True)
        return count / (time.perf_counter() - start)

    old = run.args.old / "octomate"
    run.compare("generate, from play, 1 thread", lambda: made(run.octomate), "first release", lambda: made(old), ">= 1.5x")
    count = run.args.lines // 5
    file = run.corpus(folder, "play", count, 7)
    for threads in (1, 2):
        run.compare(f"solve, {count:,} lines, {threads} thread{'s' * (threads > 1)}",
                    lambda: count / run.solve(file, folder / "solved", threads)[0], "first release",
                    lambda: count / run.solve(file, folder / "solved-old", threads, old)[0], ">= 1.8x")
        assert (folder / "solved").read_bytes() == (folder / "solved-old").read_bytes(), "solve says something else"


def complete(run, _):
    """Compares Complete Permutation Chess with Stockfish; targets are fractions of the speed of Stockfish's perft."""
    stockfish = engine("stockfish")
    peer = lambda: stockfish.perft(6, ARRAY_PERFT)
    for name, case, target in (("complete: perft counted, array", "complete/perft_array", ">= 0.19x"),
                               ("complete: perft counted, wings", "complete/perft_wings", None)):
        run.compare(name, lambda: run.ours(case), "stockfish counted", peer, target)
    run.compare("complete: solve, play", lambda: run.ours("complete/solve_play"), "stockfish counted", peer,
                ">= 0.00125x")


def super_chess(run, _):
    """Compares Super Chess with Stockfish; the target is 5 M/s on a core on which Stockfish counts 320 M/s."""
    stockfish = engine("stockfish")
    peer = lambda: stockfish.perft(6, ARRAY_PERFT)
    for name, case, target in (("super: perft counted, start", "super/perft_start", ">= 0.016x"),
                               ("super: perft counted, Vatican", "super/perft_vatican", None),
                               ("super: solve, play", "super/solve_play", None)):
        run.compare(name, lambda: run.ours(case), "stockfish counted", peer, target)


def mates(run, folder):
    run.compare("mate in 2, sample", lambda: run.ours("mate_in_2/sample"), "naive definition",
                lambda: run.ours("mate_in_2_naive/sample"))
    run.row("mate in 2, play, 1 thread", run.ours("mate_in_2/play"), target=">= 500/s")
    run.row("mate in 2, published game", f"{1000 / run.ours('mate_in_2/published'):.2f} ms", target="<= 50 ms")
    file = run.corpus(folder, "sparse", 40, 1)
    times = []
    for line in file.read_text().splitlines():
        start = time.perf_counter()
        subprocess.run([run.octomate, "mate", "--moves", "3", "--threads", "2", "-"], input=line, text=True, check=True,
                       stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    run.row("mate in 3, sparse, median", f"{statistics.median(times) * 1000:.1f} ms", target="<= 500 ms")
    run.row("mate in 3, sparse, slowest", f"{max(times) * 1000:.1f} ms")


def check_and_compose(run, folder):
    sparse = run.corpus(folder, "sparse", 400_000, 5)
    keyed = folder / "keyed.jsonl"
    with open(keyed, "w") as output:
        subprocess.run([run.octomate, "check", "--fix-key", "--quiet", sparse], stdout=output)
    mating = folder / "mating.jsonl"  # repeats the puzzles, since no results are kept from one puzzle to the next
    lines = [line for line in keyed.read_text().splitlines(True) if '"key":{}' not in line]
    mating.write_text("".join(lines * (100_000 // len(lines))))
    count = sum(1 for _ in open(mating))

    def checked(threads, *options):
        start = time.perf_counter()
        subprocess.run([run.octomate, "check", "--format", "jsonl", "--quiet", "--threads", str(threads), *options, mating],
                       stdout=subprocess.DEVNULL)
        return count / (time.perf_counter() - start)

    run.compare("check, 2 threads", lambda: checked(2, "--no-superfluous"), "1 thread",
                lambda: checked(1, "--no-superfluous"), ">= 100 k/s")
    run.compare("check, superfluous men too", lambda: checked(2), "1 thread", lambda: checked(1), ">= 20 k/s")
    specs = pathlib.Path(__file__).resolve().parent.parent.parent / "data" / "compose"
    for spec in sorted(specs.iterdir()):
        start = time.perf_counter()
        subprocess.run([run.octomate, "compose", "--quiet", spec], check=True, stdout=subprocess.DEVNULL)
        run.row(f"compose {spec.stem}", f"{(time.perf_counter() - start) * 1000:.0f} ms", target="<= 5 s")

    def walked(*options):
        start = time.perf_counter()
        done = subprocess.run([run.octomate, "compose", specs / "article-2.json", "--exhaustive", "4", "--threads", "1",
                               *options], stderr=subprocess.PIPE, text=True)
        evaluated = int(done.stderr.split(" positions evaluated")[0].split()[-1])
        return evaluated / (time.perf_counter() - start)

    run.compare("exhaustive, positions evaluated", lambda: walked(), "without pruning",
                lambda: walked("--no-pruning"), ">= 3 M/s a core")


def files(run, folder):
    count = run.args.lines
    file = run.corpus(folder, "play", count, 7)
    memory = {}

    def timed(threads):
        took, memory[threads] = run.solve(file, folder / f"out-{threads}", threads)
        return count / took

    run.compare(f"solve, {count:,} lines, 2 threads", lambda: timed(2), "1 thread", lambda: timed(1),
                ">= 250 k/s, >= 1.9x")
    one, two = (folder / f"out-{threads}" for threads in (1, 2))
    assert one.read_bytes() == two.read_bytes(), "the output depends on the number of threads"
    assert sum(1 for _ in open(one)) == count, "lines were lost"
    run.row("peak memory, 2 threads", f"{memory[2]:.1f} MiB", target="<= 64 MiB")


def generator(run, folder):
    """Measures `generate`: puzzles per second, and the peak memory of a long run."""

    def made(threads, count, *options):
        out = folder / f"made-{threads}"
        start = time.perf_counter()
        process = subprocess.Popen([run.octomate, "generate", "--quiet", "--count", str(count), "--threads", str(threads),
                                    "--output", out, *options])
        _, status, usage = os.wait4(process.pid, 0)
        assert status == 0, status
        return count / (time.perf_counter() - start), usage.ru_maxrss / 1024

    for name, count, options, target in (
            ("generate, from play", 500_000, (), ">= 100 k/s, >= 1.8x"),
            ("generate --economical", 200_000, ("--economical",), ">= 20 k/s, >= 1.8x"),
            ("generate --from place, 5-8 men", 200_000, ("--from", "place", "--men", "5-8"), "")):
        run.compare(f"{name}, 2 threads", lambda: made(2, count, *options)[0], "1 thread",
                    lambda: made(1, count, *options)[0], target)
        one, two = (folder / f"made-{threads}" for threads in (1, 2))
        assert one.read_bytes() == two.read_bytes(), "the output depends on the number of threads"
    speed, memory = made(2, run.args.puzzles)
    run.row(f"generate, {run.args.puzzles:,} puzzles", f"{run.args.puzzles / speed:.0f} s", target="10 M: < 240 s")
    run.row("peak memory of that", f"{memory:.0f} MiB", target="<= 512 MiB")


def start_up_time(run, folder):
    one = folder / "one.fen"
    one.write_text("6k1/8/8/4p3/4q3/4bP2/3P4/2BK4 b\n")
    times = []
    for _ in range(50):
        start = time.perf_counter()
        subprocess.run([run.octomate, "solve", one], check=True, stdout=subprocess.DEVNULL)
        times.append((time.perf_counter() - start) * 1000)
    run.row("solve of one FEN, start-up too", f"{statistics.median(times):.1f} ms", target="<= 10 ms")


def tables(run, _):
    run.row("probe, table mapped", run.ours("probe"), target=">= 1 M/s")
    done = subprocess.run([run.bench, "--evaluations"], check=True, text=True, stdout=subprocess.PIPE)
    ours, plain, gap = (float(word) for word in done.stdout.split())
    run.row(f"moves evaluated, KRK to {gap:.1g}", f"{ours / 1e6:.0f} M", f"plain iteration {plain / 1e6:.0f} M",
            f"{ours / plain:.3g}x", "<= 0.2")


GROUPS = {"perft": perfts, "solver": solvers, "mates": mates, "desk": check_and_compose, "files": files, "generate": generator,
          "start": start_up_time, "complete": complete, "super": super_chess, "tables": tables,
          "versus": versus}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--old", type=pathlib.Path, required=True, help="where the first release was built")
    parser.add_argument("--pairs", type=int, default=5, help="number of pairs of measurements, at least 5 for a reliable ratio")
    parser.add_argument("--seconds", type=float, default=0.5, help="least time of each measurement of Octomate")
    parser.add_argument("--lines", type=int, default=1_000_000, help="lines of the file to solve")
    parser.add_argument("--puzzles", type=int, default=1_000_000, help="puzzles of the long run of generate")
    parser.add_argument("--only", choices=GROUPS, help="one group of cases")
    args = parser.parse_args()
    run = Runner(args)
    print(subprocess.run([run.bench, "--signature"], check=True, text=True, stdout=subprocess.PIPE).stdout, end="")
    print(f"{'case':<34} {'ours':>10}  {'peer':<28} {'ratio':>7}  target")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for group, measure in GROUPS.items():
            if args.only in (None, group):
                measure(run, folder)


if __name__ == "__main__":
    sys.exit(main())
