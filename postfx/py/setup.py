# SPDX-License-Identifier: MIT
"""Wheel of Python's package photopic: the project's CMake builds the compiled part.

    pip wheel --no-build-isolation --no-deps postfx/py

PHOTOPIC_PYTHON_BUILT names one that is built already; CMAKE_ARGS are more arguments of CMake."""
import atexit
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = HERE.parent.parent


def version():
    text = (HERE.parent / "include/photopic/version.h").read_text(encoding="utf-8")
    return ".".join(re.search(rf"VERSION_{part} (\d+)", text).group(1) for part in ("MAJOR", "MINOR", "PATCH"))


class CMakeBuild(build_ext):
    """Puts the compiled part, and the page of reports, where setuptools looks for them."""

    def build_extension(self, ext):
        target = pathlib.Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        built = os.environ.get("PHOTOPIC_PYTHON_BUILT") or self.build_by_cmake()
        shutil.copy2(built, target)
        shutil.copytree(pathlib.Path(built).parent / "page", target.parent / "page", dirs_exist_ok=True)
        shutil.copy2(PROJECT / "LICENSE", target.parent / "LICENSE")

    def build_by_cmake(self):
        folder = pathlib.Path(self.build_temp).resolve() / "cmake"
        options = {"CMAKE_BUILD_TYPE": "Release", "PHOTOPIC_BUILD_SAMPLES": "OFF", "PHOTOPIC_BUILD_TESTS": "OFF",
                   "PHOTOPIC_OPENGL": "OFF", "PHOTOPIC_SHARED": "OFF", "PHOTOPIC_PYTHON": "ON",
                   "Python_EXECUTABLE": sys.executable}
        subprocess.run(["cmake", "-S", PROJECT, "-B", folder, *(f"-D{name}={value}" for name, value in options.items()),
                        *shlex.split(os.environ.get("CMAKE_ARGS", ""))], check=True)
        subprocess.run(["cmake", "--build", folder, "--target", "photopic_python", "--parallel"], check=True)
        built = list((folder / "python/photopic").glob("_native.*"))
        if len(built) != 1:
            raise RuntimeError(f"{folder}: CMake has made no module; it needs pybind11 and numpy")
        return built[0]


# Nothing is left beside the sources.
WORK = tempfile.mkdtemp(prefix="photopic-wheel-")
atexit.register(shutil.rmtree, WORK, ignore_errors=True)
OPTIONS = {"build": {"build_base": os.path.join(WORK, "build")}, "egg_info": {"egg_base": WORK},
           "bdist_wheel": {"bdist_dir": os.path.join(WORK, "bdist")}}

setup(version=version(), options=OPTIONS, ext_modules=[Extension("photopic._native", sources=[])], cmdclass={"build_ext": CMakeBuild})
