"""Nothing is kept of a conversion that is over."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SOAK = os.environ.get("TRANSVASE_SOAK") == "1"


@pytest.mark.skipif(sys.platform != "linux", reason="the resident size is read from /proc")
def test_memory_does_not_grow() -> None:
    count = 10_000 if SOAK else 200
    command = [sys.executable, "-m", "tests.soak", str(count)]
    folder = Path(__file__).parents[1]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, text=True, check=True)
    grown, heap_bytes = done.stdout.split()
    assert float(grown) <= 0.01
    # Caches of the interpreter may fill; one result kept in each round would be a hundred times this.
    assert int(heap_bytes) < 20_000
