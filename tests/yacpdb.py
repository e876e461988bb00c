#!/usr/bin/env python3
"""Checks that problems written as YAML are valid YACPDB entries and keep every field that YACPDB has, and that the fields of
YACPDB's entries that the program reads are unchanged after a round trip.

The rules are those of the schema that YACPDB publishes (yacpdb-entry.schema.json): the members of an entry, their types,
and which of them are required.

usage: yacpdb.py OCTOMATE
"""

import json
import pathlib
import re
import subprocess
import sys

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Loader(yaml.SafeLoader):
    """Loads dates as strings, as in JSON."""


Loader.yaml_implicit_resolvers = {first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith("timestamp")]
                                  for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()}


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_whole(least):
    return lambda value: is_number(value) and value == int(value) and value >= least


def matches(pattern, longest=None):
    return lambda value: (isinstance(value, str) and re.search(pattern, value) is not None
                          and (longest is None or len(value) <= longest))


def is_label(value):
    return is_number(value) or (isinstance(value, str) and len(value) <= 255)


def is_text(value):
    return is_number(value) or (isinstance(value, str) and value != "")


def list_of(is_item, unique=True):
    return lambda value: (isinstance(value, list) and value != [] and all(map(is_item, value))
                          and (not unique or all(item not in value[:at] for at, item in enumerate(value))))


def object_of(members, required=()):
    return lambda value: (isinstance(value, dict) and set(required) <= set(value) <= set(members)
                          and all(members[name](item) for name, item in value.items()))


def map_of(names, is_item, required=()):
    return lambda value: (isinstance(value, dict) and set(required) <= set(value)
                          and all(matches(names)(name) and is_item(item) for name, item in value.items()))


def either(*kinds):
    return lambda value: any(kind(value) for kind in kinds)


is_year = either(lambda value: is_whole(1)(value) and value <= 9999, matches("^[0-9]{4}-[0-9]{4}$"))
is_date = either(object_of({"year": is_year, "month": is_whole(1), "day": is_whole(1)}, ["year"]),
                 matches("^[0-9]{4}(-[0-9]{2})?(-[0-9]{2})?$"), is_year)
is_person = matches("^[^,]+(, [^,]+)?$", 255)
is_source = object_of({"name": is_label, "date": is_date, "volume": is_label, "issue": is_label, "round": is_label,
                       "problemid": is_label, "pagenumber": is_whole(1), "variant": is_label,
                       "comments": list_of(is_text)}, ["name", "date"])
is_tourney = either(object_of({"name": is_label, "date": is_date}, ["name"]), matches("^ditto$"))
is_pieces = list_of(matches("^([A-Z][A-Za-z]+ )*[A-Za-z0-9]{1,2}[a-h][1-8]$"))

ENTRY = {
    "foreignids": list_of(object_of({"domain": is_label, "problemid": is_label}, ["domain", "problemid"]), unique=False),
    "authors": list_of(is_person),
    "versionists": list_of(is_person),
    "after": is_whole(4),
    "version-of": is_whole(4),
    "source": is_source,
    "award": object_of({"tourney": is_tourney, "distinction": is_label, "judges": list_of(is_person, unique=False)},
                       ["tourney", "distinction"]),
    "reprints": list_of(is_source),
    "stipulation": is_label,
    "algebraic": map_of("^(white|black|neutral)$", is_pieces),
    "glyphs": map_of("^[a-z0-9]{1,2}$", matches("^[kqrbspeaofwdx][1-3]?$")),
    "twins": map_of("^([a-z]|z[0-9]+)$", is_label, ["b"]),
    "intended-solutions": either(is_whole(2), matches(r"^[0-9]+(\.[0-9]+)*(\.\.\.)?$")),
    "solution": is_text,
    "options": list_of(is_label),
    "keywords": list_of(is_label),
    "comments": list_of(is_text),
}
REQUIRED = {"stipulation", "algebraic", "solution"}
NEEDS = {"award": "source", "versionists": "version-of"}

# Entries of orthodox chess as YACPDB writes them. The last two order pieces and members differently.
ORTHODOX = """---
authors:
  - Family, Given
  - Another
source:
  name: A magazine
  issue: 01-02
  problemid: 7100
  date:
    year: 1965
    month: 2
award:
  tourney: ditto
  distinction: 1st Prize
  judges: ["Judge, A."]
algebraic:
  white: [Kh1, Re4, Pg2, Pf5, Pf4, Pf3, Pe6, Pc4]
  black: [Kd1, Bc3, Ph2, Pg3, Pf6, Pe7, Pd3, Pd2, Pc5]
stipulation: h#4
options:
  - SetPlay
solution: |
  1...Re4-d4 2.Kd1-e2 Rd4-d5 3.Ke2-e3 Rd5-e5 + 4.Ke3-d4 Re5-e4 # {a comment}

  1.Bc3-d4 Re4-e5 2.Bd4-f2 Re5-d5 3.Kd1-e2 Rd5-d4 4.Ke2-e3 Rd4-e4 #
keywords:
  - Rundlauf
reprints:
  - name: An anthology
    volume: 1965-1967
    date: "1976"
foreignids:
  - domain: PDB
    problemid: P0503887
---
source:
  name: A weekly of 1855
  date: {year: 1855}
algebraic:
  white: [Ka1, Qh8, Sc3]
  black: [Ka3, Pb7]
stipulation: "#2"
solution: "1.Qh8-h2 ! threat:\\n        2.Qh2-b2 #"
comments:
  - Published under a "pseudonym"
  - |
    Two lines,
    and the end
intended-solutions: 2.1.1
twins:
  b: Move a1 a2
  c: Continued Exchange a2 h7
---
version-of: 347013
versionists: ["Other, An"]
after: 347012
solution: "  1.Qh8-h2!"
stipulation: "="
algebraic:
  black: [Ka3]
  white: [Ka1, Qh8]
twins: {b: Move a1 a2}
...
"""

# Fields of an entry that the program reads, except the source.
READ = {"authors", "algebraic", "twins", "solution", "keywords"}

# KEPT: fields of any record that survive a round trip; KEPT_OF_OURS: fields of the shipped puzzles that do.
KEPT = {"fen", "variant", "roll", "key", "moves", "stipulation"}
KEPT_OF_OURS = KEPT | {"author", "comment", "themes", "twins"}

# Records with fields that YACPDB does not have.
ODD = r"""{"fen":"7k/8/5K2/8/8/8/6Q1/8 w - - 0 1"}
{"fen":"7k/8/5K2/8/8/8/6Q1/8 w - - 0 1","id":"7","author":"a, b, c; d; d","source":"1899, or 1900","comment":"a\n\na","themes":["x","x",""]}
{"fen":"7k/8/5K2/8/8/8/6Q1/8 w - - 0 1","source":"none","comment":"The game is odd","options":["a","a"],"award":{},"date":"1962","octomate":1}
{"fen":"8k7/16/16/16/16/16/16/8K7 w - - - 0 1","variant":"complete-permutation","award":"1st","reprints":[],"solution":" \n"}
{"fen":"7k/8/5K2/8/8/8/6Q1/8 w - - 0 1","twins":[{"name":"left","move":["g2","g3"]}],"solution":"a\r\nb\n\n"}
"""


def complaints(entry):
    if not isinstance(entry, dict):
        return ["not an object"]
    faults = [f"{name} is missing" for name in REQUIRED - set(entry)]
    faults += [f"{name} needs {needed}" for name, needed in NEEDS.items() if name in entry and needed not in entry]
    return faults + [f"{name}: {value!r}" for name, value in entry.items() if name not in ENTRY or not ENTRY[name](value)]


def main(octomate):
    failed = False

    def run(text, *arguments):
        return subprocess.run([octomate, "convert", "--quiet", *arguments, "-"], input=text, capture_output=True, text=True,
                              check=True).stdout

    def expect(truth, what):
        nonlocal failed
        failed = failed or not truth
        if not truth:
            print(what)

    files = sorted((ROOT / "puzzles").glob("*.jsonl"))
    for name, records in [(file.name, file.read_text()) for file in files] + [("odd records", ODD)]:
        written = run(records, "--to", "yaml")
        for at, entry in enumerate(yaml.load_all(written, Loader), 1):
            expect(not complaints(entry), f"{name}: entry {at}: {complaints(entry)}")
        for before, after in zip(records.splitlines(), run(written).splitlines(), strict=True):
            before, after = json.loads(before), json.loads(after)
            kept = {field: value for field, value in before.items() if field in (KEPT if name == "odd records" else KEPT_OF_OURS)}
            if re.search('["=]S', json.dumps(kept.get("key"))):  # YACPDB writes a knight as S
                del kept["key"]
            expect({field: after.get(field) for field in kept} == kept, f"{name}: {before} comes back as {after}")
    entries = list(yaml.load_all(ORTHODOX, Loader))
    expect(not any(map(complaints, entries)), f"the rules are wrong: {list(map(complaints, entries))}")
    for spoiled in ({"id": 5}, {"source": "text"}, {"solution": ""}, {"keywords": []}, {"non-standard-stipulation": "x"}):
        expect(complaints({**entries[0], **spoiled}), f"the rules accept {spoiled}")
    for text in (run(ORTHODOX, "--to", "yaml"), run(run(ORTHODOX), "--to", "yaml")):
        for entry, back in zip(entries, yaml.load_all(text, Loader), strict=True):
            expect(not complaints(back), f"{back}: {complaints(back)}")
            wanted = {name: entry.get(name) for name in READ}
            if "Exchange" in str(wanted["twins"]):
                wanted["twins"] = None
            expect({name: back.get(name) for name in READ} == wanted, f"entries of YACPDB change: {text}")
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
