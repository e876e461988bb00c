"""The options of the questions. Written by scripts/generate-interfaces."""

from typing import Any, NamedTuple, Optional


class Option(NamedTuple):
    """An option of a question."""

    name: str  #: in a request
    default: Any  #: of the argument
    bounds: Optional[tuple[int, int]] = None  #: the range of a number, both ends included


#: The options of each question by the names of the arguments.
OPTIONS: dict[str, dict[str, Option]] = {
    "solve": {
        "list_moves": Option("list", False),
        "odds": Option("odds", False),
        "tables": Option("tables", ""),
        "scene": Option("scene", False),
        "solution": Option("solution", False),
        "tries": Option("tries", None, (0, 100)),
        "hash_mib": Option("hash", 64, (0, 1048576)),
        "seconds": Option("limit", 0),
        "nodes": Option("nodes", 0, (1, 18446744073709551615)),
    },
    "mate": {
        "n": Option("moves", 0, (1, 100)),
        "stipulation": Option("stipulation", None),
        "dice": Option("dice", "mean"),
        "defence": Option("defence", "best"),
        "hash_mib": Option("hash", 64, (0, 1048576)),
        "seconds": Option("limit", 0),
        "nodes": Option("nodes", 0, (1, 18446744073709551615)),
        "lines": Option("lines", 10, (0, 1000000)),
        "set_play": Option("set_play", False),
        "tables": Option("tables", ""),
        "solution": Option("solution", False),
        "tries": Option("tries", None, (0, 100)),
    },
    "check": {
        "key": Option("key", None),
        "superfluous": Option("superfluous", True),
        "strict": Option("strict", False),
        "legal": Option("legal", False),
        "hash_mib": Option("hash", 64, (0, 1048576)),
        "seconds": Option("limit", 0),
        "nodes": Option("nodes", 0, (1, 18446744073709551615)),
    },
    "tag": {
        "hash_mib": Option("hash", 64, (0, 1048576)),
        "seconds": Option("limit", 0),
        "nodes": Option("nodes", 0, (1, 18446744073709551615)),
    },
    "retract": {
    },
    "proof": {
        "seconds": Option("limit", 0),
        "nodes": Option("nodes", 0, (1, 18446744073709551615)),
    },
    "analyse": {
        "moves": Option("moves", 2, (2, 10)),
        "hash_mib": Option("hash", 64, (0, 1048576)),
        "tables": Option("tables", ""),
        "roll": Option("roll", None, (1, 100)),
        "rollout": Option("rollout", 0, (3, 100000000)),
        "candidates": Option("candidates", 3, (1, 1000)),
        "plies": Option("plies", 200, (1, 100000)),
        "depth": Option("depth", 1, (1, 4)),
        "seed": Option("seed", 1, (0, 4611686018427387904)),
    },
    "perft": {
        "depth": Option("depth", 1, (0, 100)),
        "rolls": Option("rolls", "none"),
        "divide": Option("divide", False),
    },
    "svg": {
        "move": Option("move", None),
        "dark": Option("dark", False),
        "flip": Option("flip", False),
        "width": Option("width", 480, (1, 10000)),
    },
    "replay": {
        "analyse": Option("analyse", False),
        "depth": Option("depth", None, (1, 6)),
        "tables": Option("tables", ""),
    },
}
