"""Builds the package for `pip install .` (PEP 517) with CMake and the standard library, so that nothing is downloaded."""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tomllib
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def build_wheel(folder, config_settings=None, metadata_folder=None):
    """Writes the wheel into `folder` and returns its name. The setting build-dir names an existing CMake build to use."""
    build = (config_settings or {}).get("build-dir")
    if not build:
        build = ROOT / f"build/{sys.implementation.cache_tag}"
        subprocess.run(["cmake", "--preset", "release", "-B", build, "-DOCTOMATE_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}"],
                       cwd=ROOT, check=True)
    subprocess.run(["cmake", "--build", build, "--target", "octomate_python", "--parallel", str(os.cpu_count() or 1)], check=True)

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    version = re.search(r"octomate VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    tag = f"{python}-{python}-{re.sub('[-.]', '_', sysconfig.get_platform())}"
    info = f"octomate-{version}.dist-info"
    files = {f"octomate/{file.name}": file.read_bytes()
             for file in sorted(pathlib.Path(build, "python/octomate").iterdir()) if file.is_file()}
    files[f"{info}/METADATA"] = (f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {version}\n"
                                 f"Summary: {project['description']}\nLicense: {project['license']['text']}\n"
                                 f"Requires-Python: {project['requires-python']}\n").encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: octomate\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    hashes = {name: base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=") for name, data in files.items()}
    record = "".join(f"{name},sha256={hashes[name]},{len(data)}\n" for name, data in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()

    name = f"octomate-{version}-{tag}.whl"
    with zipfile.ZipFile(pathlib.Path(folder, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            wheel.writestr(path, data)
    return name
