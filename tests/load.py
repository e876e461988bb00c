#!/usr/bin/env python3
"""Load test of `octomate serve`. Prints requests per second and memory; exits with 1 if anything is wrong.

1. Many requests, each on its own connection, two at a time: positions to solve, moves, files of the page, invalid requests, and
   clients that disconnect early. Every answer must be identical to that of the command line or to the first one, and in the
   second half of the requests memory must not grow by more than 5 % and 4 MiB.
2. Requests with large answers: nearly all of their memory must be freed, and no file or thread may stay open.
3. With --restarts N: the server is stopped N times while clients send requests, and started again on its port.
4. `serve --lan` serves a client that has the key while many others send headers slowly or endlessly: every answer must be
   right, and memory must not grow by more than 64 MiB, nor stay more than 16 MiB larger.
"""

import argparse
import itertools
import json
import os
import pathlib
import random
import re
import signal
import socket
import struct
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
CLIENTS = 2


def command(binary, *arguments, stdin=""):
    return subprocess.run([binary, *arguments, "--format", "jsonl", "-"], input=stdin, capture_output=True, text=True,
                          cwd=ROOT).stdout.encode()


class Request:
    """A request as bytes, with the expected status and body; if the status is None, the client does not wait for the answer."""

    def __init__(self, kind, request, status, body=None):
        self.kind, self.request, self.status, self.body = kind, request, status, body


def http(port, method, path, body=b"", host=None):
    head = f"{method} {path} HTTP/1.1\r\nHost: {host or f'127.0.0.1:{port}'}\r\nConnection: close\r\n"
    if method == "POST":
        head += f"Content-Length: {len(body)}\r\nContent-Type: application/json\r\n"
    return head.encode() + b"\r\n" + body


def send_request(port, request, wait=True):
    """Sends a request. Returns (status, body), with status 0 if the answer is malformed; None if `wait` is false."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        if not wait:  # disconnects with a reset, so that the server's next write fails
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.sendall(request)
            return None
        connection.sendall(request)
        parts = []
        while part := connection.recv(1 << 16):
            parts.append(part)
    head, _, body = b"".join(parts).partition(b"\r\n\r\n")
    status = re.match(rb"HTTP/1\.1 (\d+)", head)
    length = re.search(rb"(?i)\r\nContent-Length: (\d+)", head)
    if not status or not length or len(body) != int(length[1]):
        return 0, head[:200] + b" ... " + body[:200]
    return int(status[1]), body


NONSENSE = (None, True, -1, 0, 9, 1.5, 10**25, 1e300, "", "x", "\0", [], ["x"], {}, {"x": [1]})


def spoiled(line, draw):
    """Returns the record of `line` with a character of its FEN inserted, removed or changed, or with an invalid field."""
    record = json.loads(line)
    if draw.random() < 0.5:
        fen = record["fen"]
        at = draw.randrange(len(fen))
        record["fen"] = fen[:at] + draw.choice(("", "k", "9", "/", " ", "é", "(")) + fen[at + draw.randrange(2):]
    else:
        record[draw.choice((*record, "roll", "moves", "stipulation", "variant"))] = draw.choice(NONSENSE)
    return json.dumps(record)


def solve_requests(binary, port, kind, lines):
    """Returns requests to solve the records of `lines`; the expected answers come from one run of the command."""
    answers = command(binary, "solve", stdin="\n".join(lines)).splitlines(True)
    return [Request(kind, http(port, "POST", "/api/solve", line.encode()), 400 if b'"error":' in answer else 200,
                  answer.replace(b'{"line":%d,' % number, b'{"line":1,'))
            for number, (line, answer) in enumerate(zip(lines, answers, strict=True), 1)]


def sample_requests(binary, port):
    """Returns lists of requests, one for each kind, with the percentage to send of each."""
    lines = (ROOT / "puzzles/article.jsonl").read_text().splitlines() + \
        (ROOT / "puzzles/thousand.jsonl").read_text().splitlines()[::20] + \
        (ROOT / "puzzles/super-chess.jsonl").read_text().splitlines()[::20]
    solve = solve_requests(binary, port, "solve", lines)
    assert all(one.status == 200 for one in solve)
    moves = []
    for line in lines[:20]:
        request = http(port, "POST", "/api/moves", line.encode())
        status, body = send_request(port, request)
        record = json.loads(line)
        told = subprocess.run([binary, "moves", "--format", "jsonl", "--variant", record.get("variant", "superpermutation-d8"),
                               record["fen"]], capture_output=True, text=True, cwd=ROOT).stdout.splitlines()
        rows = [row for row in map(json.loads, told) if "roll" not in record or not row["faces"] or record["roll"] in row["faces"]]
        for move, row in zip(json.loads(body), rows, strict=True):
            assert {field: move[field] for field in row} == row, (line, move, row)
        moves.append(Request("moves", request, status, body))
    files = []
    for path in ("/", "/app.js", "/app.css", "/pieces.svg", "/icon.svg", "/api/games", "/api/puzzles?from=30"):
        request = http(port, "GET", path)
        status, body = send_request(port, request)
        assert status == 200 and body, path
        files.append(Request("files", request, status, body))
    bad = solve_requests(binary, port, "bad", ["hello", "{", '{"fen":"8/8 w"}', '{"fen":1}', '{"id":"x"}'])
    assert all(one.status == 400 for one in bad)
    bad += [Request("bad", http(port, "GET", "/none"), 404), Request("bad", http(port, "GET", "/api/solve"), 405),
            Request("bad", http(port, "GET", "/", host="evil.example"), 403),
            Request("bad", http(port, "POST", "/api/moves", b"\xff\xfe"), 400),
            Request("bad", http(port, "POST", "/api/moves", b'{"fen":"k7/8/8/8/8/8/3R4/1K4RR w","move":"Rg2"}'), 400)]
    gone = [Request("gone", text, None) for text in
            (b"", b"GET / HT", http(port, "GET", "/app.js"), http(port, "POST", "/api/solve", lines[0].encode())[:-20],
             http(port, "POST", "/api/moves", lines[0].encode()))]
    draw = random.Random(1)
    drawn = solve_requests(binary, port, "spoiled", [spoiled(draw.choice(lines), draw) for _ in range(500)])
    return [(solve, 35), (moves, 20), (files, 15), (bad, 10), (drawn, 10), (gone, 10)]


def test_long_histories(port, requests):
    """Requests moves of a Super Chess position with a long history. Returns messages about wrong answers."""
    states = "|7k/8/8/8/8/8/8/4K3" * 700
    record = {"fen": "7k/8/8/8/8/8/8/(R[q]^R[k])3K3 w - - 0,0 -/-" + states, "variant": "super-chess"}
    request = http(port, "POST", "/api/moves", json.dumps(record).encode())
    wrong = []

    def client():
        for _ in range(requests // CLIENTS):
            status, body = send_request(port, request)
            if status != 200 or len(body) < 10**7:
                wrong.append(f"moves with a long history: {status}")
    threads = [threading.Thread(target=client) for _ in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return wrong


def begin(binary, port, *arguments):
    """Starts a server on `port`, 0 for any. Returns the process, the port and the key, if it has one."""
    process = subprocess.Popen([binary, "serve", "--port", str(port), *arguments], cwd=ROOT, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, text=True)
    found = re.search(r":(\d+)/(?:\?key=(\S+))?", process.stdout.readline())
    return process, int(found[1]), found[2]


def end(process, by):
    """Sends the signal `by` and returns the exit code."""
    process.send_signal(by)
    try:
        return process.wait(timeout=30)
    finally:
        process.kill()


def restart(binary, process, port, samples, times):
    """Restarts the server `times` times while clients send requests. Returns the last process and messages about wrong answers.
    During a restart, a client may get no answer, or the answer that the server is stopping."""
    wrong, answered = [], [0]
    up, done = [1], threading.Event()  # up: number of starts so far, negative while no server runs

    def client(number):
        chance = random.Random(number)
        while not done.is_set():
            one, before = chance.choice(samples), up[0]
            try:
                status, body = send_request(port, one.request)
            except OSError as error:
                status, body = 0, str(error).encode()
            if status == one.status and one.body in (None, body):
                answered[0] += 1
            elif (before > 0 and up[0] == before) or not (status == 0 or (status == 503 and b'"ending"' in body)):
                wrong.append(f"{one.request[:300]!r}: expected {one.status}, got {status} {body[:300]!r}")

    threads = [threading.Thread(target=client, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    try:
        for number in range(times):
            time.sleep(1)
            up[0] = -up[0]
            if (code := end(process, (signal.SIGINT, signal.SIGTERM)[number % 2])) != 130:
                wrong.append(f"the server ended with {code}")
            process, *_ = begin(binary, port)
            up[0] = 1 - up[0]
            had = answered[0]
            while answered[0] == had and len(wrong) <= 10:
                time.sleep(0.01)
    finally:
        done.set()
        for thread in threads:
            thread.join()
    print(f"{times} restarts, {answered[0]} answers")
    return process, wrong


def memory_of(process, field="VmRSS"):
    """Returns the resident memory of a process in MiB, or with VmHWM its maximum so far."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(rf"{field}:\s+(\d+)", status)[1]) / 1024


def count_open(process):
    """Returns the numbers of open files and of threads of a process."""
    return {name: len(os.listdir(f"/proc/{process.pid}/{name}")) for name in ("fd", "task")}


def send_slowly(port, clients, begun, done):
    """Keeps `clients` connections open and sends a byte of a header on each from time to time. Sets `begun` when all are open."""
    connections = [None] * clients
    while not done.is_set():
        for number, connection in enumerate(connections):
            try:
                if not connection:
                    connection = connections[number] = socket.create_connection(("127.0.0.1", port), timeout=10)
                    connection.sendall(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX: ".encode())
                connection.sendall(b"x")
            except OSError:
                connections[number] = None
        begun.set()
        time.sleep(0.2)


def send_endlessly(port, start, more, done):
    """Connects repeatedly; sends `start`, then `more` again and again until the server disconnects."""
    while not done.is_set():
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
                connection.sendall(start)
                while not done.is_set():
                    connection.sendall(more)
        except OSError:
            time.sleep(0.01)


def test_hostile_clients(binary, requests, any_memory):
    """Tests a client that has the key while others without it attack the server. Returns messages about what is wrong."""
    process, port, key = begin(binary, 0, "--lan")
    line = (ROOT / "puzzles/article.jsonl").read_text().splitlines()[0]
    expected = command(binary, "solve", stdin=line)
    begun, done, wrong, slowest = threading.Event(), threading.Event(), [], 0
    head = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n".encode()
    hostile = [threading.Thread(target=send_slowly, args=(port, 200, begun, done)) for _ in range(2)]
    hostile += [threading.Thread(target=send_endlessly, args=(port, start, more, done)) for start, more in (
        (head, b"X: x\r\n" * 1000), (head + b"X: ", b"x" * 10_000), (b"GET /", b"x" * 10_000), (b"", b"x\n" * 1000), (b"", http(port, "GET", "/")))]
    before = memory_of(process)
    try:
        for thread in hostile:
            thread.start()
        begun.wait()
        for _ in range(requests):
            since = time.monotonic()
            try:
                status, body = send_request(port, http(port, "POST", f"/api/solve?key={key}", line.encode()))
            except OSError as error:
                status, body = 0, str(error).encode()
            slowest = max(slowest, time.monotonic() - since)
            if (status, body) != (200, expected):
                wrong.append(f"beside hostile clients: {status} {body[:300]!r}")
    finally:
        done.set()
        for thread in hostile:
            thread.join()
        send_request(port, http(port, "GET", "/"))
        most, after = memory_of(process, "VmHWM") - before, memory_of(process) - before
        if (code := end(process, signal.SIGINT)) != 130:
            wrong.append(f"the server ended with {code}")
    print(f"{requests} requests beside hostile clients, the slowest after {slowest:.2f} s; memory: {most:+.1f} MiB at most, {after:+.1f} MiB at the end")
    if (most > 64 or after > 16) and not any_memory:
        wrong.append("the memory grows beside hostile clients")
    return wrong


def main(binary, requests, minutes, restarts, any_memory):
    process, port, _ = begin(binary, 0)
    wrong, memory, counts, opened = [], [], {}, {}
    try:
        samples = sample_requests(binary, port)
        lock = threading.Lock()
        begun = time.monotonic()
        todo = iter(range(requests))
        if minutes:
            todo = itertools.takewhile(lambda _: time.monotonic() < begun + 60 * minutes, itertools.count())

        def client(number):
            nonlocal opened
            chance = random.Random(number)
            kinds, weights = [kind for kind, _ in samples], [weight for _, weight in samples]
            while True:
                with lock:
                    at = next(todo, None)
                    if at is None or len(wrong) > 10:
                        return
                    if at == 5000:
                        opened = count_open(process)
                    if at % max(requests // 200, 1) == 0:
                        memory.append(memory_of(process))
                one = chance.choice(chance.choices(kinds, weights)[0])
                try:
                    answer = send_request(port, one.request, one.status is not None)
                except OSError as error:
                    answer = (0, str(error).encode()) if one.status else None
                right = answer is None or (answer[0] == one.status and one.body in (None, answer[1]))
                with lock:
                    counts[one.kind] = counts.get(one.kind, 0) + 1
                    if not right:
                        wrong.append(f"{one.request[:300]!r}: expected {one.status}, got {answer[0]} {answer[1][:300]!r}")

        threads = [threading.Thread(target=client, args=(number,)) for number in range(CLIENTS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        passed = time.monotonic() - begun
        memory.append(memory_of(process))
        wrong += test_long_histories(port, min(max(sum(counts.values()) // 1000, CLIENTS), 200))  # each answer has 10 MB
        kept = memory_of(process) - memory[-1]
        still = count_open(process)
        wrong += [f"{still[name]} of {name} are open at the end, {opened[name]} were at first" for name in opened
                  if still[name] > opened[name]]
        if restarts:
            process, bad = restart(binary, process, port, [one for kind, _ in samples for one in kind if one.status], restarts)
            wrong += bad
    finally:
        code = end(process, signal.SIGINT)
    wrong += test_hostile_clients(binary, min(max(sum(counts.values()) // 10, 200), 5000), any_memory)
    for text in wrong:
        print(text)
    half = memory[len(memory) // 2]
    highest = max(memory[len(memory) // 2:])
    print(f"{sum(counts.values())} requests in {passed:.0f} s, {sum(counts.values()) / passed:.0f} a second: "
          + ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items())) + f"; {len(wrong)} answers are wrong")
    print(f"memory: {memory[0]:.1f} MiB at first, {half:.1f} MiB after half of them, {highest:.1f} MiB at most after that, "
          f"{memory[-1]:.1f} MiB at the end, {kept:+.1f} MiB after large answers")
    if (highest > 1.05 * half + 4 or kept > 60) and not any_memory:
        wrong.append("memory")
        print("the memory grows")
    if code != 130:
        wrong.append("exit code")
        print(f"the server ended with {code}")
    return 1 if wrong else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", type=pathlib.Path)
    parser.add_argument("requests", type=int, nargs="?", default=100_000)
    parser.add_argument("--minutes", type=float, help="send requests for so long; replaces REQUESTS")
    parser.add_argument("--restarts", type=int, default=0, help="number of restarts of the server at the end, while clients send requests")
    parser.add_argument("--any-memory", action="store_true", help="do not limit memory: for builds with sanitizers")
    options = parser.parse_args()
    sys.exit(main(str(options.binary.resolve()), options.requests, options.minutes, options.restarts, options.any_memory))
