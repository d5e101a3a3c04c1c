"""What a call costs on top of the core: a JPEG of 1 KB that is under its ceiling already.

    python -m benches.overhead

A build with the feature `fail-points` measures the core's own loop over the same call, too, and the
delay of Ctrl-C; the difference is the binding. The one copy of the bytes is the core's.
"""

from __future__ import annotations

import signal
import statistics
import subprocess
import sys
import time
import timeit

import transvase
from tests.inputs import png
from transvase import _native

SCRIPT = """
import time, signal, sys, transvase
picture = bytes.fromhex(sys.argv[1])
def progress(*report):
    print("running", flush=True)
try:
    transvase.convert(picture, "jpeg", options={"fail_point": "endless"}, progress=progress)
except KeyboardInterrupt:
    print(time.monotonic(), flush=True)
except transvase.InvalidOption:
    print("unknown", flush=True)
"""


def call_ns(statement: str, names: dict[str, object]) -> float:
    """The fastest of several runs: anything slower is the machine's doing."""
    timer = timeit.Timer(statement, globals=names)
    count, _ = timer.autorange()
    return min(timer.repeat(7, count)) / count * 1e9


def interrupt_ms(picture: bytes) -> float | None:
    """From SIGINT to KeyboardInterrupt; `None` where the build has no endless conversion."""
    command = [sys.executable, "-c", SCRIPT, picture.hex()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        if process.stdout.readline() != "running\n":
            return None
        sent = time.monotonic()
        process.send_signal(signal.SIGINT)
        lines = process.stdout.read().split()
    return (float(lines[-1]) - sent) * 1e3


def main() -> None:
    picture = png(64, 64)
    jpeg = transvase.convert(picture, "jpeg", max_bytes=1_024).bytes
    names = {"convert": transvase.convert, "detect": transvase.detect, "jpeg": jpeg, "array": bytearray(jpeg)}
    print(f"input: {len(jpeg)} bytes")
    if loop := getattr(_native, "_core_loop", None):
        print(f"{call_ns('loop(jpeg, 2000, 1000)', {'loop': loop, 'jpeg': jpeg}) / 1000:8.0f} ns  the core's own loop")
    for statement in (
        'convert(jpeg, "jpeg", max_bytes=2000)',
        'convert(array, "jpeg", max_bytes=2000)',
        'convert(jpeg, "jpeg", max_bytes=2000, timeout=60)',
        "detect(jpeg)",
    ):
        print(f"{call_ns(statement, names):8.0f} ns  {statement}")
    delays = [delay for _ in range(10) if (delay := interrupt_ms(picture)) is not None]
    if delays:
        print(f"Ctrl-C: median {statistics.median(delays):.0f} ms, longest {max(delays):.0f} ms of {len(delays)}")
    else:
        print("Ctrl-C: not measured, the build has no endless conversion (feature fail-points)")


main()
