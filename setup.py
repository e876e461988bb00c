"""Lets CMake build the module of the package; all else is in pyproject.toml."""

import os
import pathlib
import re
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent
VERSION = re.search(r"octomate VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        build = ROOT / "build/python"
        subprocess.run(["cmake", "--preset", "release", "-B", build, "-DOCTOMATE_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}"],
                       cwd=ROOT, check=True)
        subprocess.run(["cmake", "--build", build, "--target", "octomate_python", "--parallel", str(os.cpu_count() or 1)], check=True)
        target = pathlib.Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        (built,) = (build / "python/octomate").glob(f"_native*{target.suffix}")
        self.copy_file(str(built), str(target))


(ROOT / "build").mkdir(exist_ok=True)
setup(version=VERSION, ext_modules=[Extension("octomate._native", [])], cmdclass={"build_ext": CMakeBuild},
      options={"egg_info": {"egg_base": "build"}})
