#!/usr/bin/env python3
"""Builds the Debian package, installs it into an empty root, and runs the installed commands.

usage: package.py CPACK BUILD_DIRECTORY
"""

import gzip
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile


def run(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True, **options).stdout


def install(packages, root):
    """Installs packages with dpkg, which checks their dependencies; users other than root only unpack them."""
    if os.geteuid() != 0:
        for package in packages:
            run("dpkg-deb", "-x", package, root)
        return
    records = root / "var/lib/dpkg"
    for folder in ("info", "updates", "triggers"):
        (records / folder).mkdir(parents=True)
    shutil.copy("/var/lib/dpkg/status", records / "status")
    run("dpkg", f"--instdir={root}", f"--admindir={records}", "--install", *packages)


def main():
    cpack, build = sys.argv[1], pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        run(cpack, "--config", build / "CPackConfig.cmake", "-B", work)
        packages = sorted(work.glob("*.deb"))
        assert [package.name.partition("_")[0] for package in packages] == ["octomate", "python3-octomate"], packages
        root = work / "root"
        install(packages, root)

        # Runs the installed files in place, with no path to the build tree.
        octomate = root / "usr/bin/octomate"
        share = root / "usr/share"
        own = share / "octomate"
        there = {"cwd": own, "env": {"PATH": f"{octomate.parent}:/usr/bin:/bin", "LC_ALL": "C.UTF-8"}}
        rolls = [json.loads(line)["winning"] for line in
                 run("octomate", "solve", "--format", "jsonl", "puzzles/article.jsonl", **there).splitlines()]
        assert len(rolls) == 5 and all(rolls), rolls
        assert run("octomate", "compose", "data/compose/article-1.json", **there)
        elsewhere = {**there, "cwd": work}
        assert len(run("octomate", "solve", "--format", "jsonl", "article", **elsewhere).splitlines()) == 5
        assert run("octomate", "compose", "article-1", **elsewhere)

        entry = (share / "applications/octomate.desktop").read_text()
        assert "\nExec=octomate serve " in entry and "\nIcon=octomate\n" in entry, entry
        assert (share / "icons/hicolor/scalable/apps/octomate.svg").exists()

        # `render` to PNG loads a module, and `serve` runs another program: both must be installed.
        picture = work / "picture.png"
        run("octomate", "render", "7k/8/5K2/8/8/8/6Q1/8 w", "-o", picture, **there)
        assert picture.read_bytes().startswith(b"\x89PNG")
        book = work / "book.html"
        run("octomate", "book", "--solver", "puzzles/article.jsonl", "-o", book, **there)
        assert book.read_text().count("<script>") == 2
        served = subprocess.run(["octomate", "serve", "missing.jsonl"], capture_output=True, text=True, **there)
        assert "missing.jsonl" in served.stderr, served.stderr

        module = run("/usr/bin/python3", "-c", "import octomate; print(octomate.__file__, octomate.faces('7k/8/5K2/8/8/8/6Q1/8 w'))",
                     cwd=work, env={"PYTHONPATH": str(root / "usr/lib/python3/dist-packages")})
        assert module == f"{root}/usr/lib/python3/dist-packages/octomate/__init__.py {{7: ('Qg2-g7#',)}}\n", module

        # Every command has a manual page, and the completions name it.
        commands = set(re.findall(r"(?m)^  ([a-z][-a-z]+) ", run("octomate", "--help", **there)))
        assert len(commands) > 15, commands
        pages = {page.name for page in (share / "man/man1").iterdir()}
        assert pages == {"octomate.1.gz"} | {f"octomate-{command}.1.gz" for command in commands}, pages
        for page in (share / "man/man1").iterdir():
            text = gzip.decompress(page.read_bytes()).decode()
            assert "\n.TH OCTOMATE" in text, page
            assert f".SH NAME\n{page.name[:-5]} \\- " in text, text[:300]
            for section in ("SYNOPSIS", "OPTIONS", '"EXIT STATUS"', "FILES", '"SEE ALSO"'):
                assert text.count(f"\n.SH {section}\n") == 1, f"{page}: {section}"
        for completion in ("bash-completion/completions/octomate", "zsh/vendor-completions/_octomate",
                           "fish/vendor_completions.d/octomate.fish"):
            text = (share / completion).read_text()
            assert all(command in text for command in commands), completion
        documents = share / "doc/octomate"
        assert (documents / "copyright").exists()
        for page in (documents / "README.md", *(documents / "docs").rglob("*.md")):
            for link in re.findall(r"\]\(([^)#\s]+)|(?:src|href)=\"([^\"#]+)\"", re.sub(r"(?s)```.*?```|`[^`]*`", "", page.read_text())):
                target = link[0] or link[1]
                assert re.match("[a-z]+:", target) or (page.parent / target).exists(), f"{page} leads to {target}"
        # A C++ program finds the installed library.
        source, made = pathlib.Path(__file__).resolve().parent / "package", work / "example"
        run("cmake", "--install", build, "--component", "devel", "--prefix", work / "devel")
        run("cmake", "-G", "Ninja", "-S", source, "-B", made, f"-DCMAKE_PREFIX_PATH={work / 'devel'}")
        run("cmake", "--build", made)
        assert run(made / "example", "7k/8/5K2/8/8/8/6Q1/8 w") == "7 Qg2-g7#\n"

        # The examples of the documents can be run in the folder of the documents.
        assert run("octomate", "solve", "puzzles/article.jsonl", **{**there, "cwd": documents})


main()
