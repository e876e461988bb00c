#!/usr/bin/env python3
"""Measures how long the first build takes: builds the target of `scripts/run solve` in an empty folder without a compiler
cache, then the first release in the same way. Prints wall and CPU seconds of both (configuring included), their ratios,
and the ten slowest sources of the present state. Seconds depend on the machine, the ratio hardly does."""

import argparse
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

# A compiler launcher: runs the compiler and appends its CPU seconds and the source to the file OCTOMATE_COSTS.
LAUNCHER = r"""#!/bin/bash
TIMEFORMAT='%U %S'
{ spent=$({ time "$@" 1>&3 2>&4; } 2>&1); } 3>&1 4>&2
status=$?
for word; do
  [[ ${previous-} != -c ]] || printf '%s %s\n' "$spent" "$word" >>"$OCTOMATE_COSTS"
  previous=$word
done
exit "$status"
"""


def cpu():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def build(source, folder, target):
    """Builds `target` of `source` in `folder`; returns wall seconds, CPU seconds, and a map of CPU seconds by source."""
    folder.mkdir(parents=True)
    launcher, costs, binaries = folder / "launcher", folder / "costs", folder / "build"
    launcher.write_text(LAUNCHER)
    launcher.chmod(0o755)
    costs.touch()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CCACHE_")}
    environment |= {"CCACHE_DISABLE": "1", "OCTOMATE_COSTS": str(costs), "CMAKE_CXX_COMPILER_LAUNCHER": str(launcher)}
    before, start = cpu(), time.perf_counter()
    for command in (["cmake", "--preset", "release", "-B", str(binaries)],
                    ["cmake", "--build", str(binaries), "--target", target, "--parallel", str(os.cpu_count())]):
        done = subprocess.run(command, cwd=source, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True)
        if done.returncode != 0:
            sys.exit(done.stdout)
    wall, spent = time.perf_counter() - start, cpu() - before
    sources = {}
    for line in costs.read_text().splitlines():
        user, system, name = line.split(" ", 2)
        name = name.removeprefix(f"{source}/").removeprefix(f"{binaries}/")
        sources[name] = sources.get(name, 0) + float(user) + float(system)
    return wall, spent, sources


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--old", type=pathlib.Path, required=True, help="the sources of the first release")
    parser.add_argument("--target", default="octomate", help="another one, to try this script")
    args = parser.parse_args()
    (ROOT / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="cost-", dir=ROOT / "build") as name:
        scratch = pathlib.Path(name)
        wall, spent, sources = build(ROOT, scratch / "ours", args.target)
        print(f"ours            {wall:6.1f} s wall  {spent:6.1f} s CPU", flush=True)
        shutil.rmtree(scratch / "ours")
        old_wall, old_spent, _ = build(args.old.resolve(), scratch / "old", args.target)
    print(f"first release   {old_wall:6.1f} s wall  {old_spent:6.1f} s CPU")
    print(f"ratio           {wall / old_wall:6.2f}x       {spent / old_spent:6.2f}x      target <= 0.38x of CPU seconds")
    print(f"\nthe dearest of {len(sources)} sources, CPU seconds:")
    for source, seconds in sorted(sources.items(), key=lambda entry: -entry[1])[:10]:
        print(f"{seconds:6.1f}  {source}")


if __name__ == "__main__":
    main()
