"""How much faster `convert_many` is with two threads than with one.

    python benches/many.py FILE_OR_FOLDER...

Takes 400 files of the kinds this build reads, in turn from each kind, again from the start where there
are fewer; runs with one thread and with two take turns, and the medians count. For figures, a wheel that
was built with `--release`, on a machine with two free cores.
"""

from __future__ import annotations

import itertools
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import transvase

COUNT = 400
RUNS = 3
TARGETS = {"pdf": "docx", "mobi": "docx", "jpeg": "jpeg", "png": "jpeg"}


def main(places: Iterable[str]) -> None:
    jobs = mixed(by_kind(files_below(places)))
    print("files:", ", ".join(f"{sum(kind == one for one, _ in jobs)} {kind}" for kind in TARGETS))
    taken: dict[int, list[float]] = {1: [], 2: []}
    for _, threads in itertools.product(range(RUNS), taken):
        taken[threads].append(run(jobs, threads))
    for threads, seconds in taken.items():
        print(f"{threads} threads: {statistics.median(seconds):.2f} s, {min(seconds):.2f} to {max(seconds):.2f}")
    print(f"ratio of the medians: {statistics.median(taken[1]) / statistics.median(taken[2]):.2f}")


def run(jobs: list[tuple[str, bytes]], threads: int) -> float:
    """Seconds for all files: a stream of documents and one of pictures, since a stream has one target."""
    seconds = 0.0
    for target in dict.fromkeys(TARGETS.values()):
        sources = [data for kind, data in jobs if TARGETS[kind] == target]
        begun = time.perf_counter()
        for _ in transvase.convert_many(sources, target, threads=threads):
            pass
        seconds += time.perf_counter() - begun
    return seconds


def mixed(kinds: dict[str, list[bytes]]) -> list[tuple[str, bytes]]:
    streams = {kind: itertools.cycle(files) for kind, files in kinds.items()}
    return [(kind, next(streams[kind])) for kind in itertools.islice(itertools.cycle(streams), COUNT)]


def by_kind(paths: Iterable[Path]) -> dict[str, list[bytes]]:
    kinds: dict[str, list[bytes]] = defaultdict(list)
    for path in paths:
        kind = transvase.detect(path)
        # Half a megabyte at most, so that no single file decides the figure.
        if kind in TARGETS and path.stat().st_size < 500_000:
            kinds[kind].append(path.read_bytes())
    return kinds


def files_below(places: Iterable[str]) -> Iterator[Path]:
    for place in map(Path, places):
        yield from sorted(path for path in place.rglob("*") if path.is_file()) if place.is_dir() else [place]


if __name__ == "__main__":
    main(sys.argv[1:])
