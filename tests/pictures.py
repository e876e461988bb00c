#!/usr/bin/env python3
"""Draws the puzzles and makes books of them, and looks at what comes out: pictures are well-formed, say who they are and
show every man; a book in HTML leans on nothing but itself; PDF and PNG are what they say; what cannot be done is told."""

import html.parser
import json
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

ROOT = pathlib.Path(__file__).resolve().parent.parent
SVG = "{http://www.w3.org/2000/svg}"
binary = str(pathlib.Path(sys.argv[1]).resolve())
files = [str(ROOT / "puzzles" / "article.jsonl"), str(ROOT / "puzzles" / "twos.jsonl")]
faults = []


def check(what, *details):
    if not what:
        faults.append(" ".join(map(str, details)))


def run(*args, code=0, text=None, program=binary):
    done = subprocess.run([program, *map(str, args)], capture_output=True, input=text)
    check(done.returncode == code, args, "ended with", done.returncode, done.stderr.decode())
    return done


def men_of(fen):
    return sorted(c for c in fen.split()[0] if c.isalpha())


def men_drawn(svg):
    """The men on squares: neither the pale one nor those on medals."""
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
            check(men_drawn(svg) == men_of(fen), name, men_drawn(svg))
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
    check(page.svgs == page.titles and page.svgs > 60, page.svgs, "drawings with", page.titles, "titles")
    check(page.summaries > 8 * 25, "too few faces to open", page.summaries)
    check("<script" not in book and "http" not in book.replace("http://www.w3.org/2000/svg", ""), "leans on something")
    for part in ("Qa8-e4-e7#", "80–100, fierce", "A &lt;book&gt; &amp; more", "&lt;i&gt;", "Only kings capture"):
        check(part in book, part, "is not in the book")


def pdf_book(out):
    name = out / "book.pdf"
    run("book", *files, "-o", name, "--author", "Somebody")
    if not shutil.which("pdfinfo"):
        return
    told = subprocess.run(["pdfinfo", name], capture_output=True, text=True).stdout
    pages = int(told.split("Pages:")[1].split()[0])
    text = subprocess.run(["pdftotext", "-layout", name, "-"], capture_output=True, text=True).stdout
    check(pages >= 1 + 1 + 5 + 3 + 1, "only", pages, "pages")  # cover, rules, puzzles, solutions, index
    check("Somebody" in told and "595" in told, told)
    for part in ("Which rolls mate?", "The rules on one page", "5. Which rolls win?", "1. Qa8-e4-e7# on 5", "By theme"):
        check(part in text, part, "is not in the PDF")
    run("book", *files, "-o", name, "--paper", "letter")
    check("612 x 792" in subprocess.run(["pdfinfo", name], capture_output=True, text=True).stdout, "no letter paper")


def refusals(out):
    def told(part, *args, code=2):
        error = run(*args, code=code).stderr.decode()
        check(part in error, args, "says:", error)

    told("cannot write", "book", files[0], "-o", out / "nowhere" / "book.html")
    (out / "file").write_text("")
    told("cannot make the directory", "render", files[0], "-o", out / "file")
    told("cannot make the directory", "replay", "--diagrams", out / "file" / "x", files[0])
    told("too many for one file", "render", files[0])
    told("ends in .html or .pdf", "book", files[0], "-o", out / "book.txt")
    told("--move, character 1", "render", files[0], "--move", "xx", "-o", out / "moves", code=3)
    # Without its module the program does all the rest.
    alone = out / "alone"
    alone.mkdir()
    shutil.copy(binary, alone / "octomate")
    run("render", files[0], "-o", alone / "svg", program=str(alone / "octomate"))
    error = run("render", "--to", "png", files[0], "-o", alone, code=2, program=str(alone / "octomate")).stderr.decode()
    check("octomate_paper.so" in error and "OCTOMATE_PICTURES=ON" in error, error)


def main():
    with tempfile.TemporaryDirectory() as directory:
        out = pathlib.Path(directory)
        pictures(out)
        if (pathlib.Path(binary).parent / "octomate_paper.so").exists():
            png(out / "png")
            pdf_book(out)
        games(out / "games")
        html_book(out)
        refusals(out)
    print(*faults, sep="\n")
    print("pictures and books:", f"{len(faults)} faults" if faults else "all well")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
