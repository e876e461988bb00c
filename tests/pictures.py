#!/usr/bin/env python3
"""Tests pictures and books of the puzzles: SVG is well-formed, has a title and shows every piece; HTML books need no other
file; PDF and PNG are valid; books and sheets are printed by a browser, or written as HTML instead; failures are
reported."""

import html.parser
import json
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET

ROOT = pathlib.Path(__file__).resolve().parent.parent
SVG = "{http://www.w3.org/2000/svg}"
binary = str(pathlib.Path(sys.argv[1]).resolve())
files = [str(ROOT / "puzzles" / "article.jsonl"), str(ROOT / "puzzles" / "twos.jsonl")]
faults = []


def check(what, *details):
    if not what:
        faults.append(" ".join(map(str, details)))


def run(*args, code=0, text=None, program=binary, env=None):
    done = subprocess.run([program, *map(str, args)], capture_output=True, input=text, env=env)
    check(done.returncode == code, args, "ended with", done.returncode, done.stderr.decode())
    return done


def pieces_of(fen):
    return sorted(c for c in fen.split()[0] if c.isalpha())


def pieces_drawn(svg):
    """Returns the pieces drawn on squares, without the ghosts of moved pieces and the pieces on medals."""
    names = [use.get("href")[1:] for use in svg.iter(SVG + "use") if use.get("x") and not use.get("class")]
    return sorted(name[1].upper() if name[0] == "w" else name[1] for name in names)


def pictures(out):
    records = [json.loads(line) for file in files for line in open(file)]
    for style in (["--theme", "light"], ["--theme", "dark", "--flip"], ["--solution"]):
        done = run("render", *files, "-o", out / "svg", *style)
        names = done.stdout.decode().split()
        check(len(names) >= len(records), "too few pictures", names)
        for name in names:
            svg = ET.parse(name).getroot()
            id = pathlib.Path(name).stem.split("-solution-")[0]
            fen = next(record["fen"] for record in records if record["id"] == id)
            check(pieces_drawn(svg) == pieces_of(fen), name, pieces_drawn(svg))
            title, desc = svg.find(SVG + "title"), svg.find(SVG + "desc")
            check(svg.get("role") == "img" and id in title.text, name, "has no title")
            check("to move" in desc.text and "king" in desc.text, name, "says too little:", desc.text)
            ids = [element.get("id") for element in svg.iter() if element.get("id")]
            check(len(ids) == len(set(ids)), name, "repeats an id")
            check(all(use.get("href")[1:] in ids for use in svg.iter(SVG + "use")), name, "uses what is not there")


def png(out):
    name = run("render", "--to", "png", "--size", "600", files[0], "-o", out).stdout.decode().split()[0]
    data = open(name, "rb").read()
    check(data[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">I", data[16:20])[0] == 600, name, "is no PNG of 600 pixels")
    check(len(set(data)) > 50, name, "is blank")


def games(out):
    score = ROOT / "data" / "games" / "superpermutation-d8.txt"
    run("replay", "--quiet", "--diagrams", out, score, code=1)
    names = sorted(path.name for path in out.iterdir())
    check(len(names) == 48 and "game-1-ply-047.svg" in names and "game-1-end.svg" in names, names)
    for path in out.iterdir():
        ET.parse(path)
    run("replay", "--quiet", "--analyse", "--depth", "1", "--curve", out / "curve.svg", score, code=1)
    curve = ET.parse(out / "curve.svg").getroot()
    check(curve.get("role") == "img" and "The dice were worth" in curve.find(SVG + "desc").text, "a curve without words")
    signs = [circle for circle in curve.iter(SVG + "circle") if circle.get("class").startswith("c-dot")]
    records = run("replay", "--quiet", "--analyse", "--depth", "1", "--format", "jsonl", score, code=1).stdout
    plies = [json.loads(line) for line in records.splitlines()]
    given = [ply for ply in plies if "ply" in ply and (ply.get("chances") or {}).get("sign")]
    check(len(signs) == len(given) > 3, "not all signs are drawn:", len(signs), "of", len(given))


def curves(out):
    score = ROOT / "data" / "games" / "superpermutation-d8.txt"
    for name, begin in (("curve.png", b"\x89PNG\r\n\x1a\n"), ("curve.pdf", b"%PDF")):
        run("replay", "--quiet", "--analyse", "--depth", "1", "--curve", out / name, score, code=1)
        check((out / name).read_bytes().startswith(begin), name, "is none")


class Page(html.parser.HTMLParser):
    EMPTY = {"meta", "br", "hr", "link", "img", "input"}

    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.svgs, self.titles, self.summaries = [], [], [], 0, 0, 0

    def handle_starttag(self, tag, attributes, closed=False):
        values = dict(attributes)
        self.ids += [values["id"]] if "id" in values else []
        for name in ("href", "src"):
            self.links += [values[name]] if name in values else []
        self.svgs += tag == "svg"
        self.titles += tag == "title" and self.open[-1:] == ["svg"]
        self.summaries += tag == "summary"
        if tag not in self.EMPTY and not closed:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes, True)

    def handle_endtag(self, tag):
        check(self.open.pop() == tag, tag, "closes nothing", self.getpos())


def html_book(out):
    name = out / "book.html"
    nasty = {"fen": "7k/5Q2/6K1/8/8/8/8/8 w", "id": "<b>&\"", "title": "</svg><script>alert(1)</script>",
             "themes": ["<i>"], "difficulty": 99.5}
    text = "".join(open(file).read() for file in files) + json.dumps(nasty) + "\nno puzzle\n"
    done = run("book", "-", "-o", name, "--title", "A <book> & more", code=3, text=text.encode())
    check(f"-:{text.count(chr(10))}: fen".encode() in done.stderr, "the bad line is not told", done.stderr)
    book = name.read_text()
    page = Page()
    page.feed(book)
    page.close()
    check(not page.open, "left open:", page.open)
    check(len(page.ids) == len(set(page.ids)), "ids are repeated")
    check(all(link[0] == "#" and link[1:] in page.ids for link in page.links), "links lead outside")
    check(page.svgs == page.titles and page.svgs > 50, page.svgs, "drawings with", page.titles, "titles")
    check(page.summaries > 8 * 25, "too few faces to open", page.summaries)
    check(book.count("<script") == 1 and "http" not in book.replace("http://www.w3.org/2000/svg", ""), "leans on something")
    for part in ("5: Qa8-e4-e7# past Ke5, pe6 and Ne7", "puzzles, difficulty 20–", "Superpermutation d8 Chess. The side", "A &lt;book&gt; &amp; more", "&lt;i&gt;", "Only kings capture"):
        check(part in book, part, "is not in the book")


def near_twins_in_books(out):
    """Checks that books and sheets separate near twins, and omit generated puzzles that repeat a mating pattern."""
    first = {"fen": "Q2Bk3/4N3/4p3/4K3/8/8/8/8 w", "key": {"5": ["Qa8-e4-e7#"]}, "title": "First"}
    twin = {**first, "fen": "Q2Bk3/4N3/4p3/4K3/8/8/7P/8 w", "title": "Twin"}
    others = [{**json.loads(line), "title": f"Other {n}"} for n, line in enumerate(open(files[0]).readlines()[1:])]

    def titles(command, records, *options):
        name, source = out / f"{command}.html", out / f"{command}.jsonl"
        source.write_text("".join(json.dumps({**record, "difficulty": 30}) + "\n" for record in records))
        done = run(command, source, "-o", name, *options)
        return re.findall('<p class="name">(?:[0-9]+\\. )?([^<]*)', name.read_text()), done.stderr.decode()

    out.mkdir()
    given = [first, twin, *others]
    order, said = titles("book", given)
    check(sorted(order) == sorted(record["title"] for record in given), "a book lacks puzzles:", order)
    check(order.index("Twin") > 1 and "1 moved" in said and "--no-spread" in said, "near twins are neighbours:", order, said)
    order, said = titles("book", [*others, first, twin])
    check(abs(order.index("Twin") - order.index("First")) > 1, "near twins are neighbours at the end:", order)
    for option in (["--no-spread"], ["--order", "file"]):
        order, said = titles("book", given, *option)
        check(order[:2] == ["First", "Twin"] and "moved" not in said, option, order, said)
    made = {"generated": {"from": "play", "seed": 1, "unit": 7}}
    order, said = titles("book", [{**first, **made, "quality": 40}, {**twin, **made, "quality": 50}, *others])
    check("First" not in order and "Twin" in order and "1 left out" in said, "the lesser repeat is not left out:", order, said)
    order, said = titles("sheet", given, "--count", "2")
    check(order == ["First", "Other 0"] and "1 moved" in said, "a sheet has near twins:", order, said)
    check(titles("sheet", given, "--count", "2", "--skip", "2")[0] == ["Twin", "Other 1"], "a twin is on no sheet")
    check(titles("sheet", given, "--count", "2", "--no-spread")[0] == ["First", "Twin"], "--no-spread moves puzzles")


# A fake browser: saves its arguments and the page in its folder, then runs a line that is appended.
BROWSER = """#!/bin/sh
folder=${0%/*}
printf '%s\\n' "$@" >"$folder/arguments"
for word; do
  case $word in
    --print-to-pdf=*) pdf=${word#*=} ;;
    file://*) /bin/cp "${word#file://}" "$folder/page.html" ;;
  esac
done
echo noise
echo 'no display' >&2
"""
PRINTS = 'echo "%PDF by ${0##*/}" >"$pdf"'


def browser(folder, name, end):
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(BROWSER + end + "\n")
    (folder / name).chmod(0o755)
    return {**os.environ, "PATH": str(folder)}


def printing(out):
    """Checks that any installed browser prints the PDF, and that HTML is written if there is none or it fails."""
    puzzles = {"book": files, "sheet": files[:1]}
    for command, given in puzzles.items():
        page, pdf = out / f"{command}.html", out / f"{command}.pdf"
        run(command, *given, "-o", page)
        html = page.read_bytes()
        page.unlink()
        browsers = out / f"browsers-{command}"
        for name in ("google-chrome", "chromium", "chromium-headless-shell"):  # each takes precedence over the ones before
            env = browser(browsers, name, PRINTS)
            done = run(command, *given, "-o", pdf, env=env)
            check(pdf.read_text() == f"%PDF by {name}\n", pdf.read_text())
            check(done.stderr.startswith(bytes(f"{pdf}: ", "utf-8")) and b"noise" not in done.stderr, done.stderr)
            words = (browsers / "arguments").read_text().splitlines()
            check({"--headless", "--no-pdf-header-footer", "--generate-pdf-document-outline"} <= set(words), words)
            check(("--no-sandbox" in words) == (os.geteuid() == 0), words)
            check((browsers / "page.html").read_bytes() == html, command, "prints another page")
            leftovers = [word for word in words if word.startswith("--user-data-dir=") and pathlib.Path(word[16:]).parent.exists()]
            check(not leftovers and not page.exists(), "left behind:", leftovers)
        for end, why in (("exit 3", "exit code 3: no display"), (': >"$pdf"', "exit code 0: no display"),
                         ("kill -9 $$", "failed"), (None, "PATH has no chromium-headless-shell")):
            pdf.write_text("old")
            env = browser(browsers, "chromium-headless-shell", end) if end else {**os.environ, "PATH": str(out)}
            error = run(command, *given, "-o", pdf, env=env, code=2).stderr.decode()
            check(f"{pdf} was not made: " in error and why in error and f"Print {page}, which was written instead" in error, error)
            check(page.read_bytes() == html and pdf.read_text() == "old", command, "wrote something else:", why)
            page.unlink()
    error = run("book", files[0], "--foreword", out / "book.html", "-o", out / "book.pdf", code=2).stderr
    check(b"one of the input files" in error, error)


def interrupted_printing(out):
    """Checks that Ctrl-C also ends the browser."""
    waits = 'echo $$ >"$folder/started.new" && /bin/mv "$folder/started.new" "$folder/started"; /bin/sleep 1000; :'
    env = browser(out, "chromium", waits)
    process = subprocess.Popen([binary, "sheet", files[0], "-o", out / "sheet.pdf"], stderr=subprocess.PIPE, env=env)
    while not (out / "started").exists() and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    process.communicate()
    check(process.returncode == 130, "an interrupted sheet ends with", process.returncode)
    left = [path.name for path in out.iterdir() if path.name.startswith("sheet")]
    check(not left, "an interrupted sheet leaves", left)
    try:
        os.kill(int((out / "started").read_text()), 0)
        check(False, "the browser outlives the program")
    except ProcessLookupError:
        pass


def output_of(*command):
    return subprocess.run(command, capture_output=True, text=True).stdout


def printed_pages(out):
    """Tests PDF files printed by a real browser."""
    name = out / "book.pdf"
    mates = out / "mates.jsonl"  # a chapter long enough to get an introduction
    mates.write_text("".join((ROOT / "puzzles/thousand.jsonl").read_text().splitlines(keepends=True)[:15]))
    run("book", *files, mates, "-o", name, "--for", "composers")
    text = output_of("pdftotext", "-layout", name, "-").split("\f")
    check(18 <= len(text) - 1 <= 26, len(text) - 1, "pages of 67 puzzles")
    for part in ("Which rolls win?", "5: Qa8-e4-e7# past Ke5, pe6 and Ne7", "Ideas", "Idea: ", "#1 d8", "#2 d8",
                 "Superpermutation d8 Chess. The side", "difficulty 40–59"):
        check(any(part in page for page in text), part, "is not in the PDF")
    # Checks the page numbers in the table of contents.
    for part in ("The rules on one page", "Easy", "Medium", "Hard", "Solutions"):
        row = re.search("^ *" + part + r"\b.*?(\d+)$", text[1], re.MULTILINE)
        check(row and re.search(f"^ *{part}\\b", text[int(row[1]) - 1], re.MULTILINE), part, "is not on its page", row)
        check(row and re.search(rf"^ *{row[1]}$", text[int(row[1]) - 1], re.MULTILINE), part, "has another number on its page")
    xml = output_of("pdftohtml", "-xml", "-i", "-stdout", name)
    check(len(re.findall(r'href="[^"#]*#\d+"', xml)) >= 100, "too few links")
    outline = re.findall(r'<item page="\d+">([^<]*)</item>', xml)
    check({"Foreword", "Contents", "Solutions", "Index"} <= set(outline), "bookmarks:", outline)
    run("book", *files, "-o", name, "--paper", "letter")
    check("612 x 792" in output_of("pdfinfo", name), "no letter paper")
    games = ["article", "stipulations", "super-chess", "complete-permutation", "twos"]
    for count, game in zip((5, 12, 6, 9, 1), games):
        name = out / "sheet.pdf"
        run("sheet", ROOT / "puzzles" / f"{game}.jsonl", "--count", str(count), "--title", "Lesson 1", "-o", name)
        text = output_of("pdftotext", "-layout", name, "-").split("\f")
        check(len(text) - 1 == 2, game, "takes", len(text) - 1, "pages")
        check("Lesson 1" in text[0] and "Name" in text[0] and "Answers: Lesson 1" in text[1], text)
        check(f"{count}." in text[1] and f"{count + 1}." not in text[1].split(), game, "has not", count, "answers")


def rejections(out):
    def expect_error(part, *args, code=2):
        error = run(*args, code=code).stderr.decode()
        check(part in error, args, "says:", error)

    expect_error("cannot write", "book", files[0], "-o", out / "nowhere" / "book.html")
    (out / "file").write_text("")
    expect_error("cannot make the directory", "render", files[0], "-o", out / "file")
    expect_error("cannot make the directory", "replay", "--diagrams", out / "file" / "x", files[0])
    expect_error("do not fit into one file", "render", files[0])
    for name in ("a.jpg", "a.jpg.zst", "a.jsonl"):
        expect_error(".svg, .png, .pdf or .txt", "render", files[0], "-o", out / name)
        expect_error("is not a directory", "replay", "--diagrams", out / name, files[0])
        check(not (out / name).exists(), name, "was made")
    run("render", files[0], "-o", f"{out}/a.jpg/")
    run("render", files[0], "-o", out / "a.jpg")  # --output may name an existing directory, whatever its ending
    expect_error("ending in .html or .pdf", "book", files[0], "-o", out / "book.txt")
    expect_error("ending in .html or .pdf", "sheet", files[0], "-o", out / "sheet.txt")
    expect_error("--move, character 1", "render", files[0], "--move", "xx", "-o", out / "moves", code=3)
    # Without the module octomate_paper, SVG is still written, and PNG is rejected with a message.
    alone = out / "alone"
    alone.mkdir()
    for program in ("octomate", "octomate-all"):
        shutil.copy(pathlib.Path(binary).parent / program, alone)
    run("render", files[0], "-o", alone / "svg", program=str(alone / "octomate"))
    error = run("render", "--to", "png", files[0], "-o", alone, code=2, program=str(alone / "octomate")).stderr.decode()
    check("octomate_paper.so" in error and "OCTOMATE_PICTURES=ON" in error, error)


def main():
    with tempfile.TemporaryDirectory() as directory:
        out = pathlib.Path(directory)
        pictures(out)
        if (pathlib.Path(binary).parent / "octomate_paper.so").exists():
            png(out / "png")
            curves(out)
        printing(out)
        interrupted_printing(out / "interrupted")
        if all(map(shutil.which, ("chromium-headless-shell", "pdfinfo"))):
            printed_pages(out)
        else:
            print("skipped: pages that a real browser prints (needs chromium-headless-shell and poppler-utils)")
        games(out / "games")
        html_book(out)
        near_twins_in_books(out / "apart")
        rejections(out)
    print(*faults, sep="\n")
    print("pictures and books:", f"{len(faults)} faults" if faults else "all well")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
