"""The types the package promises: stubs that match the module, and strict checkers that agree."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1]


def check(*command: str) -> None:
    done = subprocess.run(command, cwd=FOLDER, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout


def test_mypy_agrees() -> None:
    check(sys.executable, "-m", "mypy")


def test_the_stubs_match_the_module() -> None:
    allowed = "tests/stubtest_allowlist.txt"
    command = ("mypy.stubtest", "transvase", "--allowlist", allowed, "--ignore-unused-allowlist")
    check(sys.executable, "-m", *command)


@pytest.mark.skipif(shutil.which("pyright") is None, reason="pyright is no Python package")
def test_pyright_agrees() -> None:
    check("pyright", "--pythonpath", sys.executable)
