#!/usr/bin/env python3
"""Tests the HTTP interface of `octomate serve`: answers are identical to the records of the commands, invalid requests are
rejected with a reason, slow requests do not delay fast ones, and Ctrl-C ends the server."""

import gzip
import http.client
import json
import os
import pathlib
import pty
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
ARTICLE = (ROOT / "puzzles/article.jsonl").read_text().splitlines()
ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"
MATE = "7k/8/5K2/8/8/8/6Q1/8 w - - 0 1"
BINARY = ""
PATIENCE = int(os.environ.get("OCTOMATE_PATIENCE", "1"))  # factor on time limits for slow builds


def octomate(*arguments, stdin=""):
    return subprocess.run([BINARY, *arguments], input=stdin, capture_output=True, text=True, cwd=ROOT)


def timeless(answer):
    """Removes the time and the number of positions of the search from an answer."""
    return re.sub(r',"nodes":\d+,"seconds":[-+.e\d]+', "", answer)


def history(states):
    """Returns the FEN of a Super Chess position with `states` earlier states."""
    return "7k/8/8/8/8/8/8/(R[q]^R[k])3K3 w - - 0,0 -/-" + "|7k/8/8/8/8/8/8/4K3" * states


def memory(server, field):
    """Returns the memory of the server in kB: VmRSS is the current, VmHWM the maximum."""
    return int(re.search(rf"{field}:\s+(\d+)", pathlib.Path(f"/proc/{server.process.pid}/status").read_text())[1])


def peak(server):
    return memory(server, "VmHWM")


class Server:
    """A running server; `stop` ends it with Ctrl-C."""

    def __init__(self, *arguments, path=os.defpath):
        self.process = subprocess.Popen([BINARY, "serve", "--port", "0", *arguments], cwd=ROOT, text=True,
                                        env={**os.environ, "PATH": path}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.address = self.process.stdout.readline().strip()
        found = re.fullmatch(r"http://([\d.]+):(\d+)/(?:\?key=([\w-]{22}))?", self.address)
        assert found, (self.address, self.process.stderr.read())
        self.host, self.port, self.key = found[1], int(found[2]), found[3]

    def request(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30 * PATIENCE)
        try:
            connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            return response.status, response.headers, response.read().decode()
        finally:
            connection.close()

    def post(self, path, record, **options):
        body = record if isinstance(record, str) else json.dumps(record)
        status, _, text = self.request("POST", path, body.encode(), **options)
        return status, text

    def stop(self):
        """Sends Ctrl-C. Returns the exit code and standard error."""
        self.process.send_signal(signal.SIGINT)
        try:
            _, talk = self.process.communicate(timeout=20 * PATIENCE)
            return self.process.returncode, talk
        finally:
            self.process.kill()


class Api(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()

    @classmethod
    def tearDownClass(cls):
        code, talk = cls.server.stop()
        assert code == 130, (code, talk)

    def assert_same_as_command(self, path, record, command, *arguments):
        done = octomate(command, "--format", "jsonl", *arguments, "-", stdin=json.dumps(record))
        status, answer = self.server.post(path, record)
        self.assertEqual((status, timeless(answer)), (200, timeless(done.stdout)))

    def test_solve(self):
        for line in ARTICLE:
            self.assert_same_as_command("/api/solve", json.loads(line), "solve")
        self.assert_same_as_command("/api/solve", {"fen": ARRAY, "id": "α \"quoted\"", "roll": 3}, "solve")
        self.assert_same_as_command("/api/solve", {"fen": ARRAY, "variant": "superpermutation", "moves": 2, "roll": 2}, "solve")

    def test_odds(self):
        fen = "8/8/8/3k4/8/8/1R6/K7 w - - 0 1"
        for variant in ("superpermutation", "superpermutation-d8"):
            done = octomate("solve", "--odds", "--format", "jsonl", "--variant", variant, fen)
            self.assertEqual(self.post_json("/api/odds", {"fen": fen, "variant": variant}),
                             (200, {"fen": fen, "odds": json.loads(done.stdout)["odds"], "notes": []}))
        self.assertEqual(self.post_json("/api/odds", {"fen": ARRAY})[1]["odds"], None)
        status, answer = self.post_json("/api/odds", {"fen": "8/8/8/8/8/8/8/8 w"})
        self.assertEqual((status, answer["error"]["field"]), (400, "fen"))

    def test_solve_with_list(self):
        record = {"fen": ARRAY}
        done = octomate("solve", "--list", "--format", "jsonl", "-", stdin=ARRAY)
        self.assertEqual(self.server.post("/api/solve", record | {"list": True}), (200, done.stdout))
        self.assertEqual(self.server.post("/api/solve", record | {"list": False})[1],
                         octomate("solve", "--format", "jsonl", "-", stdin=ARRAY).stdout)

    def test_epd_and_fen_are_accepted(self):
        for text in (ARRAY, ARRAY + " - - id \"x\"; roll 4;"):
            done = octomate("solve", "--format", "jsonl", "-", stdin=text)
            self.assertEqual(self.server.post("/api/solve", text), (200, done.stdout))
        lines = json.dumps({"fen": ARRAY}, indent=2)
        self.assertEqual(self.server.post("/api/solve", lines)[0], 200)

    def test_moves(self):
        for record in [*map(json.loads, ARTICLE), {"fen": ARRAY, "variant": "superpermutation"}]:
            arguments = ["--variant", record["variant"]] if "variant" in record else []
            rows = [json.loads(line) for line in octomate("moves", "--format", "jsonl", *arguments, record["fen"]).stdout.splitlines()]
            self.assertTrue(rows)
            for asked in (record | {"roll": None}, record):
                status, answer = self.post_json("/api/moves", asked)
                allowed = [row for row in rows if not asked.get("roll") or row["faces"] is None or asked["roll"] in row["faces"]]
                self.assertEqual((status, len(answer)), (200, len(allowed)))
                for move, row in zip(answer, allowed):
                    self.assertEqual((move["from"], move["to"]), (move["uci"][:2], move["uci"][2:4]))
                    self.assertEqual({field: move[field] for field in row}, row)

    def test_named_move(self):
        rooks = {"fen": "k7/8/8/8/8/8/3R4/1K4RR w"}
        for text, uci in [("Rd7", "d2d7"), ("Rgg3", "g1g3"), ("Rd2-d7", "d2d7"), ("d2d7", "d2d7")]:
            status, answer = self.post_json("/api/moves", rooks | {"move": text})
            self.assertEqual((status, [move["uci"] for move in answer]), (200, [uci]))
        for text, code, told in [("Rg2", "ambiguous_move", "Rg2 may be Rd2-g2 or Rg1-g2"), ("Rb8", "illegal_move", "b8"), ("hello", "not_a_move", "hello")]:
            status, answer = self.post_json("/api/moves", rooks | {"move": text})
            self.assertEqual((status, answer["error"]["code"], answer["error"]["field"]), (400, code, "move"))
            self.assertIn(told, answer["error"]["message"])

    def test_moves_on_a_roll(self):
        for record in ({"fen": ARRAY}, {"fen": "k7/8/1K6/8/8/8/8/r6R w"}, {"fen": ARRAY, "variant": "superpermutation"}):
            moves = self.post_json("/api/moves", record)[1]
            for roll in range(1, 9):
                allowed = [move for move in moves if move["faces"] is None or roll in move["faces"]]
                self.assertTrue(allowed)
                self.assertEqual(self.post_json("/api/moves", record | {"roll": roll}), (200, allowed))
                answer = self.post_json("/api/defence", record | {"roll": roll})[1]
                self.assertIn(answer["move"], allowed)
                self.assertEqual(answer["roll"], answer["move"]["faces"] and roll)
                for move in moves:
                    status, named = self.post_json("/api/moves", record | {"roll": roll, "move": move["uci"]})
                    if move in allowed:
                        self.assertEqual((status, named), (200, [move]))
                    else:
                        self.assertEqual((status, named["error"]["code"], named["error"]["field"]), (400, "illegal_move", "move"))

    def test_games(self):
        status, _, text = self.server.request("GET", "/api/games")
        answer = json.loads(text)
        listed = [json.loads(line) for line in octomate("games", "--format", "jsonl").stdout.splitlines()]
        self.assertEqual((status, answer["default"]), (200, "superpermutation-d8"))
        for game, row in zip(answer["games"], listed, strict=True):
            with self.subTest(game["name"]):
                self.assertEqual({field: game[field] for field in row}, row)
                scene = game["scene"]
                self.assertEqual([scene["files"], scene["ranks"]], game["board"])
                self.assertEqual(len(scene["cells"]), scene["files"] * scene["ranks"])
                self.assertLessEqual(max(map(len, scene["cells"])), game["stack"])
                self.assertLessEqual({piece for stack in scene["cells"] for piece in stack} | set(game["palette"]), set(scene["men"]))
                self.assertEqual(self.post_json("/api/scene", {"fen": game["start"], "variant": game["name"]}), (200, scene))
                for score in game["scores"]:
                    self.assertEqual(self.server.request("GET", "/" + score["file"])[0], 200)
                for part in (game["rules"] or {"parts": []})["parts"]:
                    self.assertTrue(part["heading"] and part["text"] and part["scene"]["words"])
                again = {"variant": game["name"], "cells": scene["cells"], "turn": scene["turn"]}
                self.assertEqual(self.post_json("/api/position", again), (200, {"fen": game["start"]}))

    def post_json(self, path, record):
        status, text = self.server.post(path, record)
        return status, json.loads(text)

    def test_scene(self):
        for line in ARTICLE:
            puzzle = {"fen": json.loads(line)["fen"], "variant": "superpermutation-d8"}
            status, scene = self.post_json("/api/scene", puzzle)
            self.assertEqual((status, scene["marks"], scene["rolled"]), (200, [], []))
            status, solved = self.post_json("/api/solve", puzzle | {"scene": True})
            self.assertEqual((solved.pop("scene"), solved.pop("outcome")), (scene, None))
            told = [text.strip() for text in octomate("solve", puzzle["fen"]).stdout.splitlines()]
            words = solved.pop("words")
            self.assertTrue({words["state"], words["summary"]} <= set(told), words)
            for mates in filter(None, words["mates"]):
                self.assertTrue(any(line.endswith("  " + mates) for line in told), mates)
            self.assertEqual(solved, self.post_json("/api/solve", puzzle)[1])
            for move in self.post_json("/api/moves", puzzle)[1]:
                marked = self.post_json("/api/scene", puzzle | {"move": move["uci"]})[1]
                self.assertEqual(self.post_json("/api/scene", puzzle | {"move": move["move"]}), (200, marked))
                self.assertEqual((marked["cells"], bool(marked["marks"])), (scene["cells"], True))
            self.assertEqual(len(self.post_json("/api/scene", puzzle | {"roll": 5})[1]["rolled"]), 1)
        for outcome, fen in [("white", "k7/1Q6/1K6/8/8/8/8/8 b"), ("draw", "k7/8/1Q6/8/8/8/8/K7 b"), (None, ARRAY)]:
            self.assertEqual(self.post_json("/api/solve", {"fen": fen, "variant": "superpermutation", "scene": True})[1]["outcome"], outcome, fen)
        for bad, field in (({"fen": "8/8 w"}, "fen"), ({"fen": ARRAY, "move": "e2e5"}, "move"), ({"fen": ARRAY, "move": "hello"}, "move"),
                           ({"fen": ARRAY, "variant": "draughts"}, "variant"), ({}, "fen")):
            status, answer = self.post_json("/api/scene", bad)
            self.assertEqual((status, answer["error"]["field"]), (400, field), bad)
            self.assertTrue(answer["error"]["message"])

    def test_position(self):
        empty = [[] for _ in range(64)]
        asked = {"variant": "superpermutation-d8", "turn": "black"}
        self.assertEqual(self.post_json("/api/position", asked | {"cells": empty}), (200, {"fen": "8/8/8/8/8/8/8/8 b - - 0 1"}))
        self.assertEqual(self.post_json("/api/position", asked | {"cells": [["K"], *empty[1:63], ["p"]]}), (200, {"fen": "7p/8/8/8/8/8/8/K7 b - - 0 1"}))
        for variant, fen, cell, pieces, after in (  # the fields after board and side are kept if they still fit
                ("superpermutation-d8", "8/8/8/8/8/1k6/8/K7 w - - 3 9", 1, ["Q"], "8/8/8/8/8/1k6/8/KQ6 w - - 0 1"),
                ("complete-permutation", "9k6/16/3R5K6/16/16/16/16/16 w - - DFq 0 1", 1, ["B"], "9k6/16/3R5K6/16/16/16/16/1B14 w - - DFq 0 1"),
                ("super-chess", "4k3/8/8/8/8/8/8/4K2R w - - 0,0 -/-", 0, ["R"], "4k3/8/8/8/8/8/8/R3K2R w - - 0,0 -/-"),
                ("super-chess", "4k3/8/8/8/8/8/8/4K2R w K - 0,0 -/-", 7, [], "4k3/8/8/8/8/8/8/4K3 w - - 0,0 -/-")):
            scene = self.post_json("/api/scene", {"fen": fen, "variant": variant})[1]
            scene["cells"][cell] = pieces
            changed = {"variant": variant, "fen": fen, "cells": scene["cells"], "turn": scene["turn"]}
            self.assertEqual(self.post_json("/api/position", changed), (200, {"fen": after}))
        for bad in ({"cells": empty, "fen": 5}, {"cells": empty[1:]}, {"cells": [["x"], *empty[1:]]}, {"cells": [["K", "k"], *empty[1:]]}, {"cells": 5}, {"cells": [5, *empty[1:]]},
                    {"cells": empty, "turn": "red"}, {"cells": empty, "variant": "draughts"}, {}):
            status, answer = self.post_json("/api/position", asked | bad)
            self.assertEqual(status, 400, str(bad)[:60])
            self.assertTrue(answer["error"]["message"])

    def test_mate(self):
        for line in ARTICLE:
            self.assert_same_as_command("/api/mate", json.loads(line) | {"moves": 2}, "mate", "--moves", "2")
        two = json.loads((ROOT / "puzzles/twos.jsonl").read_text().splitlines()[0])
        for dice in ("mean", "every", "some"):
            for defence in ("best", "help"):
                self.assert_same_as_command("/api/mate", two | {"dice": dice, "defence": defence}, "mate", "--dice", dice, "--defence", defence)

    def test_an_analysis_is_bounded(self):
        status, text = self.server.post("/api/mate", {"fen": ARRAY, "moves": 5, "limit": 0.2})
        record = json.loads(text)
        self.assertEqual((status, record["complete"], record["total"]), (200, False, None))
        self.assertIn("lower", record)
        status, text = self.server.post("/api/mate", {"fen": ARRAY, "moves": 5, "nodes": 1000})
        self.assertEqual((status, json.loads(text)["complete"]), (200, False))
        status, text = self.server.post("/api/check", {"fen": "Q2Bk3/4N3/4p3/4K3/8/8/8/8 w", "moves": 9, "limit": 0.2, "key": {"1": ["Qa8-a1"]}})
        record = json.loads(text)
        self.assertEqual((status, record["verdict"], record["complete"]), (200, None, False))
        # `check` of a mate in 99 searches for each shorter mate; all searches share the time limit.
        fen = "16/16/10B4K/13FT1/11k1z2/16/16/11C4 w - - DLMQEZASNRGdfblmqeastcnrg 0 1"
        long = {"fen": fen, "variant": "complete-permutation", "key": {"-": ["Fn5-k7+"]}, "stipulation": "#99"}
        status, text = self.server.post("/api/check", long)
        self.assertEqual((status, json.loads(text)["verdict"]), (200, None))

    def test_check(self):
        spoiled = (ROOT / "tests/golden/spoiled.jsonl").read_text().splitlines()
        spoiled = [line for line in spoiled if line and not line.startswith("#")]
        verdicts = set()
        for line in [*ARTICLE, *spoiled]:
            answer = self.server.post("/api/check", line)
            record = json.loads(answer[1])
            command = octomate("check", "--format", "jsonl", "-", stdin=line)
            self.assertEqual(answer, (400 if "error" in record else 200, command.stdout))
            verdicts.add(record.get("verdict"))
        self.assertGreater(len(verdicts), 3)

    def test_latex(self):
        status, answer = self.post_json("/api/latex", json.loads(ARTICLE[0]))
        self.assertEqual((status, answer["latex"]), (200, octomate("convert", "--to", "latex", "-", stdin=ARTICLE[0]).stdout))

    def test_bad_records_give_the_errors_of_the_command(self):
        records = [
            "", "hello", "{", "[1]", '{"fen": 1}', '{"fen":"8/8 w"}', "pppp1pppp/8/8/8/8/8/8/8 w", '{"id":"x"}',
            json.dumps({"fen": ARRAY, "roll": 9, "moves": 0}), json.dumps({"fen": "8/8/8/8/8/8/8/8 w", "id": "empty"}),
            json.dumps({"fen": ARRAY, "variant": "draughts"}),
        ]
        for record in records:
            for path in ("/api/solve", "/api/moves", "/api/mate", "/api/check"):
                with self.subTest(record=record, path=path):
                    status, text = self.server.post(path, record)
                    self.assertEqual(status, 400)
                    self.assertTrue(json.loads(text)["error"]["message"])
                    if record:  # the command line skips blank lines
                        self.assertEqual(text, octomate("solve", "--format", "jsonl", "-", stdin=record).stdout)

    def test_bad_utf8(self):
        status, _, text = self.server.request("POST", "/api/solve", b"\xff\xfe")
        self.assertEqual((status, json.loads(text)["error"]["code"]), (400, "bad_utf8"))

    def test_bad_options(self):
        for path, options, field in [("/api/solve", {"list": 1}, "list"), ("/api/mate", {"dice": "two"}, "dice"),
                                     ("/api/mate", {"defence": 3}, "defence"), ("/api/mate", {"limit": 11}, "limit"),
                                     ("/api/mate", {"limit": "soon"}, "limit"), ("/api/mate", {"limit": 0}, "limit"),
                                     ("/api/mate", {"nodes": -1}, "nodes"), ("/api/check", {"limit": [1]}, "limit")]:
            status, text = self.server.post(path, {"fen": ARRAY, "id": "a"} | options)
            error = json.loads(text)
            self.assertEqual((status, error["id"], error["error"]["code"], error["error"]["field"]),
                             (400, "a", "wrong_type", field))
        status, text = self.server.post("/api/mate", {"fen": ARRAY, "moves": 90})
        self.assertEqual((status, json.loads(text)["error"]["code"]), (400, "bad_moves"))

    def test_replay(self):
        for name in ("superpermutation-d8.txt", "superpermutation-d8.pgn", "superpermutation.txt"):
            file = f"data/games/{name}"
            lines = octomate("replay", "--format", "jsonl", file).stdout.splitlines()
            status, text = self.server.post("/api/replay", (ROOT / file).read_text())
            games = json.loads(text)["games"]
            self.assertEqual(status, 200)
            self.assertEqual([record for game in games for record in game["records"]], [json.loads(line) for line in lines])
            self.assertEqual(games[0]["start"], ARRAY + " - - 0 1")
        status, text = self.server.post("/api/replay", '[FEN "8/8 w"]\n1. e2-e4')
        game = json.loads(text)["games"][0]
        self.assertEqual((status, game["start"]), (200, None))
        self.assertIn("error", game["records"][-1])

    def test_luck(self):
        file = "data/games/superpermutation-d8.txt"
        lines = octomate("replay", "--analyse", "--depth", "2", "--format", "jsonl", file).stdout.splitlines()
        status, text = self.server.post("/api/luck", (ROOT / file).read_text())
        game = json.loads(text)["games"][0]
        self.assertEqual(status, 200)
        self.assertEqual(game["records"], [json.loads(line) for line in lines])
        self.assertRegex(game["verdict"], "^The dice were worth [0-9.]+ wins to White; errors cost White ")
        # In positions that an endgame table covers, `luck` uses the values of the table.
        for _ in range(PATIENCE):  # slow builds exceed the time limit when they make the table
            status, text = self.server.post("/api/luck", '[FEN "8/8/8/3k4/8/8/1Q6/K7 w"]\n(2) Qb2-b3')
            if status == 200:
                break
        self.assertTrue(json.loads(text)["games"][0]["records"][0]["chances"]["exact"])
        long = '[FEN "k7/8/8/8/8/8/8/7K w"]\n' + "Kh1-g1 Ka8-b8 Kg1-h1 Kb8-a8 " * 101
        for score in (long, '[FEN "8/8 w"]\n1. e2-e4'):
            status, text = self.server.post("/api/luck", score)
            self.assertEqual((status, json.loads(text)["games"][0]["verdict"]), (200, None))

    def get(self, path):
        status, _, text = self.server.request("GET", path)
        self.assertEqual(status, 200, path)
        return json.loads(text)

    def test_puzzles(self):
        page = self.get("/api/puzzles")
        files = [(ROOT / f"puzzles/{name}.jsonl").read_text().splitlines()
                 for name in ("article", "twos", "thousand", "complete-permutation", "super-chess")]
        self.assertEqual((page["count"], page["variant"]), (sum(map(len, files)), "superpermutation-d8"))
        own = {"variant": "superpermutation-d8"}
        self.assertEqual(page["puzzles"], [json.loads(line) | own for line in (ARTICLE + files[1])[:50]])
        self.assertEqual(self.get("/api/puzzles?from=3")["puzzles"], [json.loads(line) | own for line in (ARTICLE + files[1] + files[2])[3:53]])
        self.assertEqual(self.get(f"/api/puzzles?from={page['count'] - 2}")["puzzles"][-1], json.loads(files[4][-1]))
        self.assertEqual(self.get("/api/puzzles?from=99999")["puzzles"], [])
        for odd in ("from=-1", "from=x", "from=99999999999999999999999", "hardest=abc", "side=purple", "faces=2147483648", "theme=no-such",
                    "game=chess", "theme=Teleport%20", "themes=teleport", "limit=5"):
            status, _, text = self.server.request("GET", f"/api/puzzles?{odd}")
            self.assertEqual((status, json.loads(text)["error"]["code"]), (400, "bad_query"))

    def test_twins_are_puzzles(self):
        twins = Server("tests/golden/twins.jsonl")
        try:
            puzzles = json.loads(twins.request("GET", "/api/puzzles")[2])["puzzles"]
        finally:
            twins.stop()
        self.assertEqual([(one["id"], one["title"], one["fen"].split()[0]) for one in puzzles], [
            ("a", "Twins & more", "Q2Bk3/4N3/4p3/4K3/8/8/8/8"),
            ("ab", "Twins & more: b) shift a1→b1", "1Q2Bk2/5N2/5p2/5K2/8/8/8/8"),
            ("ac", "Twins & more: c) +wNh1", "Q2Bk3/4N3/4p3/4K3/8/8/8/7N")])

    def test_puzzles_are_filtered(self):
        thousand = [json.loads(line) for line in (ROOT / "puzzles/thousand.jsonl").read_text().splitlines()]
        about = self.get("/api/collection")
        self.assertEqual(about["daily"], {"from": 52, "count": 1000})
        self.assertEqual({game["name"]: game["count"] for game in about["games"]}["super-chess"], 66)
        teleport = {theme["name"]: theme for theme in about["themes"]}["teleport"]
        self.assertTrue(teleport["meaning"])
        self.assertEqual(len(about["puzzles"]), about["count"])
        for line, puzzle in zip(about["puzzles"][52:1052], thousand):
            self.assertEqual(line, {
                "game": 0, "themes": [place for name in puzzle["themes"] for place, theme in enumerate(about["themes"]) if theme["name"] == name],
                "id": puzzle["id"], "fen": puzzle["fen"], "difficulty": puzzle["difficulty"], "faces": len(puzzle["key"]),
                **({"moves": puzzle["moves"]} if "moves" in puzzle else {}), "men": puzzle["men"], "white": " w " in puzzle["fen"]})
        found = self.get("/api/puzzles?game=superpermutation-d8&theme=teleport&side=black&faces=2&easiest=40&hardest=59")
        wanted = [puzzle["id"] for puzzle in thousand if "teleport" in puzzle["themes"] and " b " in puzzle["fen"]
                  and len(puzzle["key"]) == 2 and 40 <= puzzle["difficulty"] <= 59]
        self.assertTrue(wanted)
        self.assertEqual([puzzle["id"] for puzzle in found["puzzles"] if not puzzle["id"].startswith(("two-", "article-"))], wanted)
        last = thousand[-1]["id"]
        page = self.get(f"/api/puzzles?id={last}")
        self.assertEqual((page["at"], page["puzzles"][page["at"] - page["from"]]["id"]), (1051, last))
        self.assertEqual(self.get("/api/puzzles?id=7")["at"], 6)
        for none in ("nobody", "0", "1198", f"{last}&game=super-chess"):
            status, _, text = self.server.request("GET", f"/api/puzzles?id={none}")
            self.assertEqual((status, json.loads(text)["error"]["code"]), (404, "no_such_puzzle"))

    def test_defence(self):
        fen = "5Q1k/8/6K1/8/2q5/8/8/8 b - - 0 1"
        status, text = self.server.post("/api/defence", {"fen": fen})
        answer = json.loads(text)
        self.assertEqual((status, answer["move"]["move"], answer["roll"]), (200, "Qc4-g8+", None))
        # The reply must leave as few mates as any move does.
        mates = {}
        for reply in map(json.loads, octomate("moves", "--format", "jsonl", ARRAY).stdout.splitlines()):
            solved = json.loads(octomate("solve", "--format", "jsonl", reply["fen"]).stdout)
            mates[reply["uci"]] = sum(len(face["mates"]) for face in solved["faces"])
        answer = json.loads(self.server.post("/api/defence", ARRAY)[1])
        self.assertEqual(mates[answer["move"]["uci"]], min(mates.values()))
        self.assertIn(answer["roll"], answer["move"]["faces"])
        mated = "R6k/8/6K1/8/8/8/8/8 b - - 0 1"
        self.assertEqual(json.loads(self.server.post("/api/defence", mated)[1]), {"move": None, "roll": None})

    def test_pages_load_nothing_from_elsewhere(self):
        for path in ("/", "/index.html", "/app.js", "/app.css", "/pieces.svg", "/icon.svg", "/worker.js", "/manifest.webmanifest"):
            status, headers, text = self.server.request("GET", path)
            self.assertEqual(status, 200, path)
            policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
            self.assertEqual(policy["default-src"], "'none'")
            self.assertNotIn("unsafe", str(policy))
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
        self.assertNotRegex(self.server.request("GET", "/")[2], r"(src|href)=\"?https?:|<style|style=|\son\w+=")

    def test_pages_are_sent_unchanged(self):
        for path in ("/", "/app.js", "/app.css", "/pieces.svg"):
            status, headers, text = self.server.request("GET", path, headers={"Accept-Encoding": "br, gzip"})
            self.assertEqual((status, headers["Content-Encoding"], text), (200, None, self.server.request("GET", path)[2]), path)

    def test_only_this_host_and_this_page(self):
        port = self.server.port
        for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}", f"127.0.0.1:{port}.evil.example"):
            status, _, text = self.server.request("GET", "/", headers={"Host": host})
            self.assertEqual((status, json.loads(text)["error"]["code"]), (403, "wrong_host"), host)
        self.assertEqual(self.server.request("GET", "/", headers={"Host": f"localhost:{port}"})[0], 200)
        for origin in ("http://evil.example", "null", f"https://127.0.0.1:{port}", f"http://127.0.0.1:{port + 1}"):
            status, text = self.server.post("/api/solve", ARRAY, headers={"Origin": origin})
            self.assertEqual((status, json.loads(text)["error"]["code"]), (403, "wrong_origin"), origin)
        for host in ("127.0.0.1", "localhost"):
            self.assertEqual(self.server.post("/api/solve", ARRAY, headers={"Origin": f"http://{host}:{port}"})[0], 200)

    def test_other_requests(self):
        for method, path, expected in [("GET", "/none", 404), ("GET", "/api/solve", 405), ("GET", "/../etc/passwd", 404),
                                       ("POST", "/api/none", 404), ("DELETE", "/api/solve", 405)]:
            status, _, text = self.server.request(method, path)
            self.assertEqual(status, expected, (method, path))
            self.assertIn("error", json.loads(text))

    def test_the_answer_to_head_has_no_body(self):
        for path, status in ("/", 200), ("/api/solve", 405), ("/none", 404):
            came = self.raw(f"HEAD {path} HTTP/1.1\r\n{self.host()}Connection: close\r\n\r\n")
            self.assertEqual((came[9:12], came.partition(b"\r\n\r\n")[2]), (str(status).encode(), b""), path)

    def test_size_is_bounded(self):
        body = json.dumps({"fen": ARRAY, "comment": "x" * 1_000_000})
        self.assertEqual(self.server.post("/api/solve", body)[0], 200)
        for path in ("/api/solve", "/api/replay"):
            status, text = self.server.post(path, body + " " * 100_000)
            self.assertEqual((status, json.loads(text)["error"]["code"]), (413, "too_large"))
        chunks = (b"x" * 65536 for _ in range(40))  # a generator is sent without Content-Length
        try:
            status, _, text = self.server.request("POST", "/api/solve", chunks)
            self.assertEqual((status, json.loads(text)["error"]["code"]), (413, "too_large"))
        except (BrokenPipeError, ConnectionResetError):
            pass  # the server disconnected before everything was sent
        self.assertEqual(self.server.post("/api/solve", ARRAY)[0], 200)

    def test_a_score_is_bounded(self):
        status, text = self.server.post("/api/replay", "1. e2-e4 e7-e5 " * 20_000)
        self.assertEqual((status, json.loads(text)["error"]["code"]), (413, "too_large"))

    def test_large_bodies_are_queued(self):
        large = json.dumps({"fen": ARRAY, "comment": "x" * 1_000_000})
        answers = []
        threads = [threading.Thread(target=lambda: answers.append(self.server.post("/api/solve", large)[0])) for _ in range(24)]
        for thread in threads:
            thread.start()
        for _ in range(5):
            self.assertEqual(self.server.post("/api/solve", ARRAY)[0], 200)
        for thread in threads:
            thread.join()
        self.assertLessEqual(set(answers), {200, 503})

    def test_multipart_forms_are_rejected(self):
        form = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--x--\r\n"
        status, text = self.server.post("/api/solve", form, headers={"Content-Type": "multipart/form-data; boundary=x"})
        self.assertEqual((status, json.loads(text)["error"]["code"]), (415, "not_a_record"))

    def test_light_requests_do_not_wait_for_heavy_ones(self):
        heavy = {"fen": ARRAY, "moves": 5, "limit": 1.0}
        answers = []
        threads = [threading.Thread(target=lambda: answers.append(self.server.post("/api/mate", heavy))) for _ in range(20)]
        for thread in threads:
            thread.start()
        for _ in range(20):
            for path in ("/api/solve", "/api/moves"):
                self.assertEqual(self.server.post(path, ARRAY)[0], 200)
            self.assertEqual(self.server.request("GET", "/")[0], 200)
        unanswered = sum(thread.is_alive() for thread in threads)
        self.assertGreater(unanswered, 0, "the light requests waited for the heavy ones")
        for thread in threads:
            thread.join()
        codes = sorted(status for status, _ in answers)
        self.assertEqual(set(codes), {200, 503})
        for status, text in answers:
            if status == 503:
                self.assertEqual(json.loads(text)["error"]["code"], "busy")

    def raw(self, data, patience=10):
        """Sends bytes and returns everything received until the server disconnects."""
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=patience * PATIENCE) as connection:
            try:
                connection.sendall(data if isinstance(data, bytes) else data.encode("latin1"))
            except OSError:
                pass  # the server disconnected before everything was sent
            came = b""
            try:
                while part := connection.recv(65536):
                    came += part
            except ConnectionResetError:
                pass
            return came

    def assert_rejected(self, data, status, code=None):
        """Checks that a request is rejected and that no part of it is parsed as a second request."""
        came = self.raw(data)
        self.assertEqual((came.count(b"HTTP/1.1 "), came[9:12]), (1, str(status).encode()), (data[:200], came[:300]))
        error = json.loads(came.split(b"\r\n\r\n", 1)[1])["error"]
        self.assertEqual(error["code"], code or error["code"])

    def host(self):
        return f"Host: 127.0.0.1:{self.server.port}\r\n"

    def test_bodies_are_not_parsed_as_requests(self):
        inner = f"POST /api/solve HTTP/1.1\r\n{self.host()}Content-Length: {len(MATE)}\r\n\r\n{MATE}"
        length = f"Content-Length: {len(inner)}\r\n"
        for start, status in [
                (f"POST /api/solve HTTP/1.1\r\n{self.host()}Origin: http://evil.example\r\n{length}", 403),
                (f"POST /api/solve HTTP/1.1\r\nHost: evil.example\r\n{length}", 403),
                (f"POST /api/solve HTTP/1.1\r\n{self.host()}Content-Type: multipart/form-data; boundary=x\r\n{length}", 415),
                (f"POST /api/none HTTP/1.1\r\n{self.host()}{length}", 404),
                (f"PUT /api/solve HTTP/1.1\r\n{self.host()}{length}", 405),
                (f"NONSENSE / HTTP/1.1\r\n{self.host()}{length}", 400), ("nonsense\r\n", 400)]:
            self.assert_rejected(start + "\r\n" + inner, status)
        for start in (f"GET /api/games HTTP/1.1\r\n{self.host()}{length}\r\n", inner,
                      f"POST /api/solve HTTP/1.1\r\n{self.host()}Transfer-Encoding: chunked\r\n\r\n{len(MATE):x}\r\n{MATE}\r\n0\r\n\r\n"):
            came = self.raw(start + inner)
            self.assertEqual((came.count(b"HTTP/1.1 "), came[9:12]), (1, b"200"), start)

    def test_contradictory_hosts_and_origins_are_rejected(self):
        port = self.server.port
        start = "GET /api/games HTTP/1.1\r\n"
        own = f"Origin: http://127.0.0.1:{port}\r\n"
        for hosts in ("", self.host() * 2, self.host() + "host: evil.example\r\n"):
            self.assert_rejected(f"{start}{hosts}\r\n", 403, "wrong_host")
        for fields in (own + "Origin: http://evil.example\r\n", own * 2, "Sec-Fetch-Site: cross-site\r\n", "Sec-Fetch-Site: same-site\r\n",
                       "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n", "Sec-Fetch-Site: none\r\nSec-Fetch-Site: cross-site\r\n"):
            self.assert_rejected(f"{start}{self.host()}{fields}\r\n", 403, "wrong_origin")
        self.assert_rejected(f"GET /app.js HTTP/1.1\r\n{self.host()}Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n\r\n", 403, "wrong_origin")
        for headers in ({"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"}, {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"}):
            self.assertEqual(self.server.request("GET", "/api/games", headers=headers)[0], 200)
        visit = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
        self.assertEqual(self.server.request("GET", "/", headers=visit)[0], 200)
        self.assertEqual(self.server.request("POST", "/api/solve", MATE, headers=visit)[0], 403)

    def test_compressed_bodies_are_rejected(self):
        for coding in ("br", "gzip", "deflate", "identity, gzip"):
            self.assert_rejected(f"POST /api/solve HTTP/1.1\r\n{self.host()}Content-Encoding: {coding}\r\nContent-Length: 30\r\n\r\n{MATE}", 415)
        self.assertEqual(self.server.post("/api/solve", MATE, headers={"Content-Encoding": "identity"})[0], 200)
        bomb = gzip.compress(bytes(200 << 20), 9)
        before = peak(self.server)
        for method, path in [("POST", "/none"), ("PUT", "/api/solve"), ("PATCH", "/"), ("DELETE", "/none")]:
            self.assert_rejected(f"{method} {path} HTTP/1.1\r\n{self.host()}Content-Encoding: gzip\r\nContent-Length: {len(bomb)}\r\n\r\n".encode() + bomb,
                         404 if path == "/none" else 405)
        self.assertLess(peak(self.server) - before, 50_000)

    def test_range_requests_are_rejected(self):
        came = self.raw(f"GET /app.js HTTP/1.1\r\n{self.host()}Range: bytes={','.join(['0-'] * 1500)}\r\n\r\n")
        self.assertEqual(came[9:12], b"416")
        self.assertLess(len(came), 1_000_000)

    def test_form_type_of_curl_is_accepted(self):
        large = json.dumps({"fen": MATE, "comment": "x" * 9000})
        self.assertEqual(self.server.post("/api/solve", large, headers={"Content-Type": "application/x-www-form-urlencoded"})[0], 200)
        self.assertEqual(self.server.post("/none", large, headers={"Content-Type": "application/x-www-form-urlencoded"})[0], 404)

    def test_paths_are_no_patterns(self):
        for path in ("/appXjs", "/index.html/", "/api/solveX", "//"):
            self.assertEqual(self.server.request("GET", path)[0], 404, path)

    def test_clients_that_do_not_read(self):
        record = json.dumps({"fen": history(600), "variant": "super-chess"})
        request = f"POST /api/moves HTTP/1.1\r\n{self.host()}Content-Length: {len(record)}\r\n\r\n{record}".encode()
        self.assertEqual(self.server.post("/api/moves", record)[0], 200)
        before = peak(self.server)
        deaf = [socket.create_connection(("127.0.0.1", self.server.port)) for _ in range(70)]
        for connection in deaf:
            connection.sendall(request)
        begun = time.monotonic()
        self.assertEqual(self.server.post("/api/solve", MATE)[0], 200)
        self.assertLess(time.monotonic() - begun, 15 * PATIENCE)
        time.sleep(1)
        for connection in deaf:
            connection.close()
        if PATIENCE == 1:  # sanitizers need additional memory for each byte
            self.assertLess(peak(self.server) - before, 400_000)


class Life(unittest.TestCase):
    def test_a_port_that_is_taken(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            done = octomate("serve", "--port", str(port))
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn(f"port {port}: it is in use", done.stderr)

    def test_two_servers_do_not_share_a_port(self):
        server = Server()
        self.assertEqual(octomate("serve", "--port", str(server.port)).returncode, 2)
        self.assertEqual(server.stop()[0], 130)

    def test_binds_only_loopback(self):
        server = Server()
        listening = pathlib.Path(f"/proc/{server.process.pid}/net/tcp").read_text()
        self.assertEqual(re.findall(rf"(\w{{8}}):{server.port:04X} 00000000:0000 0A", listening), ["0100007F"])
        self.assertEqual(server.stop()[0], 130)

    def test_other_machines_need_the_key(self):
        server = Server("--lan", "--share", "https://example.org/board/?a&b")
        self.assertNotEqual(server.host, "127.0.0.1")
        listening = pathlib.Path(f"/proc/{server.process.pid}/net/tcp").read_text()
        self.assertEqual(re.findall(rf"(\w{{8}}):{server.port:04X} 00000000:0000 0A", listening), ["00000000"])
        host = {"Host": f"{server.host}:{server.port}"}

        def code(path, **headers):
            status, _, text = server.request("GET", path, headers={**host, **headers})
            return (status, json.loads(text)["error"]["code"]) if status != 200 else status

        status, headers, page = server.request("GET", f"/?key={server.key}", headers=host)
        self.assertEqual(status, 200)
        self.assertIn('<meta name="octomate-address" content="https://example.org/board/?a&amp;b">', page)
        cookie, *how = headers["Set-Cookie"].split("; ")
        self.assertEqual(how, ["Path=/", "HttpOnly", "SameSite=Lax"])
        self.assertEqual(cookie, f"octomate-{server.port}={server.key}")
        for known in cookie, f"a=b; {cookie}", f"{cookie}; a=b":
            self.assertEqual(code("/app.js", Cookie=known), 200, known)
        wrong = (403, "wrong_key")
        for path in "/", "/app.js", "/api/games", "/none", "/?key=", f"/?key={server.key[:-1]}", f"/?key={server.key}x":
            self.assertEqual(code(path), wrong, path)
            self.assertEqual(code(path, Host=f"127.0.0.1:{server.port}"), wrong, path)
        for unknown in f"octomate-{server.port}=", f"octomate-1={server.key}", cookie[:-1], f"x{cookie}", server.key:
            self.assertEqual(code("/", Cookie=unknown), wrong, unknown)
        self.assertEqual(code("/", Cookie=cookie, Host=f"evil.example:{server.port}"), (403, "wrong_host"))
        own = {**host, "Cookie": cookie}
        self.assertEqual(server.post("/api/solve", ARRAY, headers={**own, "Origin": f"http://{host['Host']}"})[0], 200)
        self.assertEqual(server.post("/api/solve", ARRAY, headers={**own, "Origin": "http://evil.example"})[0], 403)
        code, talk = server.stop()
        self.assertEqual(code, 130)
        self.assertIn("not encrypted", talk)
        other = Server("--lan")
        self.assertNotEqual(other.key, server.key)
        other.stop()

    def test_header_fields_are_bounded(self):
        server = Server("--lan")

        def answer(*fields, start="GET /api/games HTTP/1.1"):
            """Sends header fields; returns the status of the answer, or None if the server disconnects without one."""
            with socket.create_connection(("127.0.0.1", server.port), timeout=30 * PATIENCE) as connection:
                try:
                    for line in (start, f"Host: 127.0.0.1:{server.port}", f"Cookie: octomate-{server.port}={server.key}", *fields, ""):
                        connection.sendall(line.encode() + b"\r\n")
                except OSError:
                    pass  # the server disconnected before everything was sent
                try:
                    came = connection.recv(65536)
                except ConnectionResetError:
                    came = b""
                return int(came[9:12]) if came else None

        before = memory(server, "VmHWM")
        self.assertEqual(answer(*[f"X-{number}: x" for number in range(98)]), 200)
        self.assertEqual(answer(*[f"X-{number}: x" for number in range(99)]), 431)
        self.assertEqual(answer("X: " + "x" * 7000, "Y: " + "x" * 7000), 200)
        self.assertEqual(answer("X: " + "x" * 8000, "Y: " + "x" * 8000, "Z: " + "x" * 1000), 431)
        for _ in range(5):
            self.assertIn(answer(*["X: " + "x" * 1000] * 20_000), (431, None))
            self.assertIn(answer("X: " + "x" * 20_000_000), (431, None))
            self.assertIn(answer(start="GET /?" + "x" * 20_000_000), (431, None))
        endless = "Transfer-Encoding: chunked\r\n\r\n" + "0" * 100_000_000
        self.assertIn(answer(endless, start="POST /api/solve HTTP/1.1"), (400, None))
        if PATIENCE == 1:  # sanitizers need additional memory for each byte
            self.assertLess(memory(server, "VmHWM") - before, 20_000)
        self.assertEqual(server.stop()[0], 130)

    def test_slow_clients_do_not_block_others(self):
        server = Server("--lan")
        host = f"Host: 127.0.0.1:{server.port}\r\n"
        cookie = f"Cookie: octomate-{server.port}={server.key}\r\n"
        slow = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(600)]
        for connection in slow[::2]:
            connection.sendall(f"GET / HTTP/1.1\r\n{host}X-A: ".encode())
        for _ in range(20):
            self.assertEqual(server.request("GET", f"/api/games?key={server.key}")[0], 200)
            self.assertEqual(server.request("GET", "/api/games")[0], 403)
        for start in (f"GET / HTTP/1.1\r\n{host}X-A: ", f"POST /api/solve HTTP/1.1\r\n{host}{cookie}Content-Length: 1000\r\n\r\n"):
            begun = time.monotonic()
            with socket.create_connection(("127.0.0.1", server.port), timeout=0.2) as connection:
                connection.sendall(start.encode())
                came = None
                while came is None:
                    self.assertLess(time.monotonic() - begun, 60 * PATIENCE, start)
                    try:
                        connection.sendall(b"x")
                        came = connection.recv(65536)
                    except TimeoutError:
                        pass
                    except OSError:
                        came = b""
                self.assertIn(came[9:12], (b"", b"400"))
        for connection in slow:
            connection.close()
        self.assertEqual(server.stop()[0], 130)

    def test_a_terminal_shows_a_code_to_scan(self):
        for more, colours in ({}, True), ({"NO_COLOR": "1"}, False):
            leader, terminal = pty.openpty()
            process = subprocess.Popen([BINARY, "serve", "--port", "0", "--lan", "--quiet"], stdin=subprocess.DEVNULL,
                                       stdout=terminal, env={**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8", **more})
            os.close(terminal)
            with open(leader, encoding="utf-8", newline="") as shown:
                self.assertRegex(shown.readline(), r"^http://[\d.]+:\d+/\?key=[\w-]{22}\r\n$")
                code = []
                while len(code) < 2 or code[-1] != code[0]:  # up to the lower margin, which equals the upper one
                    code.append(shown.readline().rstrip("\r\n"))
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(20 * PATIENCE), 130)
            edge = re.compile("\x1b\\[40;97m(.*)\x1b\\[0m" if colours else "([^\x1b]*)")
            rows = [edge.fullmatch(row)[1] for row in code]
            self.assertEqual({len(row) for row in rows}, {33})  # 29 modules and two margins of 2
            self.assertEqual(len(rows), 17)
            for corner in rows[1][2:9], rows[1][-9:-2], rows[12][2:9]:
                self.assertEqual(corner, " ▄▄▄▄▄ ")

    def test_option_open_starts_a_browser(self):
        with tempfile.TemporaryDirectory() as folder:
            opened = pathlib.Path(folder) / "opened"
            browser = pathlib.Path(folder) / "xdg-open"
            browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.part && mv {opened}.part {opened}\n')
            browser.chmod(0o755)
            server = Server("--open", path=f"{folder}:{os.defpath}")
            until = time.monotonic() + 10 * PATIENCE
            while not opened.exists() and time.monotonic() < until:
                time.sleep(0.02)
            self.assertEqual(opened.read_text().strip(), server.address)
            server.stop()
            server = Server("--open", path="/none")
            _, talk = server.stop()
            self.assertIn(f"xdg-utils); open {server.address} yourself", talk)

    def test_a_bad_address_to_share(self):
        for address in "example.org", "ftp://example.org/", "https://example.org/#a", 'https://example.org/"':
            done = octomate("serve", "--port", "0", "--share", address)
            self.assertEqual((done.returncode, done.stdout), (2, ""), address)
            self.assertIn("--share", done.stderr)

    def test_ctrl_c_ends_running_analyses(self):
        server = Server()
        threads = [threading.Thread(target=self.post_until_server_stops, args=(server,)) for _ in range(3)]
        for thread in threads:
            thread.start()
        self.assertEqual(server.post("/api/solve", ARRAY)[0], 200)
        self.assertEqual(server.stop()[0], 130)
        for thread in threads:
            thread.join()

    def post_until_server_stops(self, server):
        try:
            server.post("/api/mate", {"fen": ARRAY, "moves": 5, "limit": 10})
        except (OSError, http.client.HTTPException):
            pass

    def test_own_files(self):
        with tempfile.TemporaryDirectory() as directory:
            file = pathlib.Path(directory) / "mixed"
            file.write_text(f"# mine\n{ARRAY} - - id \"one\";\nnonsense\n{{\"fen\":\"{ARRAY}\",\"id\":\"two\",\"extra\":1}}\n")
            server = Server(str(file), "--variant", "superpermutation")
            page = json.loads(server.request("GET", "/api/puzzles")[2])
            self.assertEqual([puzzle["id"] for puzzle in page["puzzles"]], ["one", "two"])
            self.assertEqual({puzzle["variant"] for puzzle in page["puzzles"]}, {"superpermutation"})
            self.assertEqual(page["puzzles"][1]["extra"], 1)
            code, talk = server.stop()
            self.assertEqual(code, 130)
            self.assertIn(f"{file}:3: ", talk)
            file.write_text("nonsense\n")
            self.assertEqual(octomate("serve", "--port", "0", str(file)).returncode, 3)
            done = octomate("serve", "--port", "0", f"{file}.none")
            self.assertEqual(done.returncode, 3)
            self.assertIn("cannot open", done.stderr)

    def test_tables_are_stored_in_the_named_folder(self):
        with tempfile.TemporaryDirectory() as directory:
            file = pathlib.Path(directory) / "no-folder"
            file.write_text("")
            server = Server("--tables", str(file))
            _, text = server.post("/api/odds", {"fen": "8/8/8/3k4/8/8/1R6/K7 w - - 0 1"})
            self.assertEqual(len(json.loads(text)["notes"]), 1)
            code, talk = server.stop()
            self.assertEqual(code, 130)
            self.assertIn(str(file), talk)

    def test_usage(self):
        for arguments in (["--port", "65536"], ["--port", "x"], ["--nonsense"]):
            self.assertEqual(octomate("serve", *arguments).returncode, 2)

    def test_answers_do_not_name_the_folder_of_tables(self):
        with tempfile.TemporaryDirectory() as folder:
            table = pathlib.Path(folder) / "superpermutation-d8" / "KQK.table"
            table.parent.mkdir()
            table.write_text("no table")
            server = Server("--tables", folder)
            fen = "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1"
            answers = [server.post("/api/odds", {"fen": fen}), server.post("/api/mate", {"fen": fen}),
                       server.post("/api/luck", f'[FEN "{fen}"]\n(2) Qb2-b3 (1) Kd5-c5')]
            for status, text in answers:
                self.assertEqual((status, text.count("no endgame tables: "), folder in text), (200, 1, False), text)
            code, talk = server.stop()
            self.assertEqual((code, talk.count(str(table))), (130, 1), talk)

    def test_memory_of_large_answers_is_freed(self):
        server = Server()
        before = memory(server, "VmRSS")
        large = {"fen": history(700), "variant": "super-chess"}

        statuses = set()

        def ask_often():
            for _ in range(6):
                statuses.add(server.post("/api/moves", large)[0])
        threads = [threading.Thread(target=ask_often) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertLessEqual(statuses, {200, 503})  # time limits may be exceeded on a busy machine
        if PATIENCE == 1:  # sanitizers need memory for every allocation
            self.assertLess(memory(server, "VmRSS") - before, 60_000)
        self.assertEqual(server.stop()[0], 130)

    def test_unreadable_tables_do_not_prevent_answers(self):
        with tempfile.TemporaryDirectory() as folder:
            tables = pathlib.Path(folder) / "superpermutation-d8"
            tables.mkdir()
            os.mkfifo(tables / "KQK.table")
            (tables / "KRK.table").symlink_to("/dev/zero")
            (tables / "KBK.table").mkdir()
            (tables / "KNK.table").symlink_to("KNK.table")
            (tables / "KK.table.part").symlink_to("/dev/zero")
            server = Server("--tables", folder)
            for fen, why in (("8/8/8/3k4/8/8/1Q6/K7 w", "Not a regular file"), ("8/8/8/3k4/8/8/1R6/K7 w", "Not a regular file"),
                             ("8/8/8/3k4/8/8/1B6/K7 w", "Is a directory"), ("8/8/8/3k4/8/8/8/K7 w", "Not a regular file"),
                             ("8/8/8/3k4/8/8/1N6/K7 w", "Too many levels of symbolic links")):
                begun = time.monotonic()
                status, text = server.post("/api/odds", {"fen": fen})
                self.assertLess(time.monotonic() - begun, 10)
                self.assertEqual((status, len(json.loads(text)["notes"])), (200, 1), text)
                self.assertIn(why, text)
            self.assertEqual(server.stop()[0], 130)

    def test_deeply_nested_body_is_rejected(self):
        server = Server()
        status, text = server.post("/api/position", '{"variant":' + "[" * 60000 + "]" * 60000 + "}")
        self.assertEqual((status, json.loads(text)["error"]["code"]), (400, "bad_cells"))
        self.assertEqual(server.post("/api/solve", ARRAY)[0], 200)
        self.assertEqual(server.stop()[0], 130)


if __name__ == "__main__":
    BINARY = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
