# SPDX-License-Identifier: MIT
# Tests of what editors and type checkers see of the package.
import importlib.util
import inspect
import os
import pathlib
import re
import runpy
import subprocess
import sys

import photopic
import pytest

HERE = pathlib.Path(__file__).resolve().parent
SCRIPT = HERE.parent.parent / "scripts/python_settings"
has_mypy = pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="needs mypy")
has_sources = pytest.mark.skipif(not SCRIPT.exists(), reason="needs the project's sources")


def mypy(tmp_path, *arguments):
    package = pathlib.Path(photopic.__file__).resolve().parent.parent
    is_installed = package.name == "site-packages"  # where mypy looks by itself
    environment = os.environ if is_installed else {**os.environ, "MYPYPATH": str(package)}
    return subprocess.run([sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path), *arguments], text=True,
                          capture_output=True, env=environment, check=False)


@has_mypy
def test_types_find_what_is_wrong(tmp_path):
    """Lines of typed_use.py with `# wrong` are errors, and no others are."""
    lines = (HERE / "typed_use.py").read_text(encoding="utf-8").splitlines()
    expected = {number for number, line in enumerate(lines, 1) if line.endswith("# wrong")}
    result = mypy(tmp_path, "--strict", str(HERE / "typed_use.py"))
    found = {int(line) for line in re.findall(r"typed_use\.py:(\d+): error: ", result.stdout)}
    assert len(expected) >= 8 and found == expected, result.stdout + result.stderr


@has_mypy
def test_the_package_is_typed(tmp_path):
    folder = pathlib.Path(photopic.__file__).resolve().parent
    assert (folder / "py.typed").exists()
    result = mypy(tmp_path, "--check-untyped-defs", "-p", "photopic")
    assert result.returncode == 0, result.stdout + result.stderr


@has_sources
def test_types_of_settings_are_those_of_the_table():
    made = runpy.run_path(str(SCRIPT))
    assert made["TARGET"].read_text(encoding="utf-8") == made["text"](), "scripts/python_settings writes it anew"


def test_calls_have_signatures_and_help():
    parameters = list(inspect.signature(photopic.compare).parameters)
    assert parameters[:4] == ["reference", "test", "metrics", "mask"] and "self" not in parameters
    assert inspect.signature(photopic.content_light).parameters["paper_white_nits"].default == 203.0
    for name in photopic.__all__:
        shown = getattr(photopic, name)
        if callable(shown) and name not in ("Picture", "Settings"):
            assert (inspect.getdoc(shown) or "").strip(), name
