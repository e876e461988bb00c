"""Functions that make puzzles."""

from __future__ import annotations

import inspect
import json
from typing import Any, Mapping, NamedTuple, Optional, Union

from . import _native
from .arguments import checked, unknown_argument, wrong_value
from .asking import files_of, threads_of
from .errors import unwrap
from .position import DEFAULT_VARIANT
from .records import Record, Records

__all__ = ["Composed", "compose", "generate"]


class Composed(NamedTuple):
    """The result of `compose`."""

    puzzles: tuple[Record, ...]
    complete: bool  #: `count` positions were found; with `exhaustive`: every position was judged, so there are no others
    judged: int  #: the number of positions that were judged


@checked
def compose(spec: Union[Mapping[str, Any], str], *, count: int = 1, seed: int = 1, nodes: int = 0, seconds: float = 0,
            exhaustive: int = 0, strict: bool = True, threads: Optional[int] = None,
            variant: str = DEFAULT_VARIANT) -> Composed:
    """Composes positions that meet a spec, as `octomate compose` does; the help of the command lists the fields.

    `exhaustive`: finds all positions of up to this many men, instead of `count` positions.

    >>> found = compose({"key": {"7": ["Q*#"]}, "men": {"h8": "k"}}, seed=3)
    >>> found.complete, found.puzzles[0]["key"].keys()
    (True, dict_keys(['7']))
    """
    text = spec if isinstance(spec, str) else json.dumps(dict(spec))
    is_valid, records, complete, judged = _native.compose(text, variant, threads_of(threads), count, seed, nodes, seconds,
                                                          exhaustive, strict)
    return Composed(tuple(map(Record, unwrap((is_valid, records)).splitlines())), complete, judged)


_EXCLUDED_OPTIONS = {"certificate", "force", "format", "help", "output", "progress", "quiet", "resume", "tables", "threads",
                     "to", "variant", "want"}
#: The options of `octomate generate` by their names in Python. Each is a tuple: the option that sets it, whether that
#: option has a value, and a list with the option that switches it off, if there is one.
_GENERATE_OPTIONS = {
    "from_" if on == "--from" else on[2:].replace("-", "_"): (on, has_value, off)
    for names, has_value in _native.generate_options()
    for on, *off in [[name for name in names.split(",") if name.startswith("--")]]
    if on[2:] not in _EXCLUDED_OPTIONS
}
_SOURCES = ("play", "place", "table")


def _command_words(options: Mapping[str, Any]) -> list[str]:
    words: list[str] = []
    for name, value in options.items():
        if name not in _GENERATE_OPTIONS:
            raise unknown_argument("generate", name, ("threads", "variant", *_GENERATE_OPTIONS))
        on, has_value, off = _GENERATE_OPTIONS[name]
        if value is None:
            continue
        if isinstance(value, bool) == has_value:
            raise wrong_value(name, value, "a value of the command's option" if has_value else "True or False")
        if not has_value:
            words += [on] if value else off
        elif on == "--exclude" or on == "--from" and value not in _SOURCES:
            words += [f"{on}={file}" for file in files_of(value)]
        elif isinstance(value, (list, tuple, set, frozenset)):
            words.append(f"{on}={','.join(map(str, value))}")
        else:
            words.append(f"{on}={value}")
    return words


@checked
def generate(*, threads: Optional[int] = None, variant: str = DEFAULT_VARIANT, **options: Any) -> Records:
    """Generates puzzles as `octomate generate` does; the same options and seed give the same puzzles.

    The options are those of the command without the dashes: `count=5`, `economical=True`, `theme=["promotion"]`,
    `from_="place"`, `min_quality=50`, `spread=False`. Options for output files are not available. Raises ValueError.

    >>> with generate(count=2, seed=3, economical=True) as puzzles:
    ...     [sorted(puzzle["key"]) != [] for puzzle in puzzles]
    [True, True]
    """
    return Records(_native.generate(_command_words(options), variant, threads_of(threads)))


setattr(generate, "__signature__", inspect.signature(generate).replace(parameters=[
    *list(inspect.signature(generate).parameters.values())[:2],
    *(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in _GENERATE_OPTIONS)]))
