"""A column against a loop of `convert`, and whether memory stays flat.

    python benches/column.py [rows]

Rows are first PNGs of 20 KB that are converted to JPEG, which is work; then JPEGs that are only held
against a limit they meet, which leaves nothing but the cost of the way itself. Needs numpy and
pyarrow; for figures, a wheel that was built with `--release`.
"""

from __future__ import annotations

import struct
import sys
import time
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy
import pyarrow

import transvase

SIDE_PX = 143
DISTINCT = 500


def main(count: int) -> None:
    pictures = [noise_png(seed) for seed in range(min(DISTINCT, count))]
    photos = [transvase.convert(picture, "jpeg", quality=90).bytes for picture in pictures]
    print(f"{'':36}{'rows/s':>10}{'us/row':>10}{'RSS, MB':>10}")
    compare("PNG to JPEG", count, pictures, {"to": "jpeg"})
    compare("JPEG under its limit", count, photos, {"to": "jpeg", "max_bytes": 100_000})
    column = pyarrow.array([pictures[i % len(pictures)] for i in range(count)], pyarrow.large_binary())
    print("\nresident memory after each of ten more columns, MB:")
    print(*(round(again(column)) for _ in range(10)))


def compare(title: str, count: int, files: list[bytes], settings: dict[str, Any]) -> None:
    """Every way over the same `count` rows, which repeat `files`."""
    rows = [files[i % len(files)] for i in range(count)]
    column = pyarrow.array(rows, pyarrow.large_binary())
    print(f"{title}, {sum(map(len, files)) // len(files)} bytes a row")
    measure("  loop of convert", count, lambda: loop(rows, **settings))
    measure("  convert_column, 1 thread", count, lambda: transvase.convert_column(column, **settings))
    measure("  convert_many, 2 threads", count, lambda: many(rows, 2, **settings))
    measure("  convert_column, 2 threads", count, lambda: transvase.convert_column(column, threads=2, **settings))


def loop(rows: Sequence[bytes], **keywords: Any) -> list[bytes]:
    return [transvase.convert(row, **keywords).bytes for row in rows]


def many(rows: Sequence[bytes], threads: int, **keywords: Any) -> list[object]:
    return list(transvase.convert_many(rows, threads=threads, **keywords))


def again(column: pyarrow.Array) -> float:
    transvase.convert_column(column, "jpeg", threads=2)
    return resident_mb()


def measure(name: str, count: int, work: Callable[[], object]) -> None:
    begun = time.perf_counter()
    work()
    seconds = time.perf_counter() - begun
    print(f"{name:36}{count / seconds:10.0f}{seconds / count * 1e6:10.1f}{resident_mb():10.0f}", flush=True)


def resident_mb() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6


def noise_png(seed: int) -> bytes:
    """A grey picture of noise, which packs to its own size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    pixels = numpy.random.default_rng(seed).integers(0, 256, (SIDE_PX, SIDE_PX), numpy.uint8)
    lines = b"".join(b"\0" + line.tobytes() for line in pixels)
    header = struct.pack(">IIBBBBB", SIDE_PX, SIDE_PX, 8, 0, 0, 0, 0)
    data = chunk(b"IDAT", zlib.compress(lines, 1))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + data + chunk(b"IEND", b"")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
