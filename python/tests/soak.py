"""Converts again and again in a process of its own, and prints what memory that has cost.

    python -m tests.soak COUNT

prints two numbers: by what part of itself the process has grown since it was warm, and by how many
bytes the Python heap has. The rounds go through every way in and out: results, errors,
progress, tokens, pickles and streams.
"""

from __future__ import annotations

import gc
import pickle
import resource
import sys
import tracemalloc

import transvase
from transvase._types import Settings

from .inputs import fail_point, png

PICTURE = png(40, 40)
# Rounds after which the interpreter's caches are full: after 50 they may still take 20 KB more.
WARM = 300


def one_round() -> None:
    token = transvase.CancelToken()
    output = transvase.convert(
        bytearray(PICTURE), "jpeg", quality=70, timeout=60, cancel=token, progress=lambda *report: None
    )
    assert len(memoryview(pickle.loads(pickle.dumps(output)))) == len(output)
    assert len(transvase.convert(output, "jpeg", max_bytes=10**6, options={"threads": 1})) == len(output)
    wrong: list[Settings] = [{"max_bytes": 10}, {"quality": 0}, {"options": fail_point("panic")}]
    for settings in wrong:
        try:
            transvase.convert(PICTURE, "jpeg", **settings)
        except transvase.Error as error:
            pickle.loads(pickle.dumps(error))
    assert len(list(transvase.convert_many([PICTURE, b""], "jpeg", threads=1))) == 2
    transvase.inspect(PICTURE)
    transvase.detect(PICTURE)


def resident_bytes() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def heap_bytes() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def main(count: int) -> None:
    tracemalloc.start()
    for _ in range(max(count // 10, WARM)):
        one_round()
    resident, heap = resident_bytes(), heap_bytes()
    for _ in range(count):
        one_round()
    print((resident_bytes() - resident) / resident, heap_bytes() - heap)


if __name__ == "__main__":
    main(int(sys.argv[1]))
