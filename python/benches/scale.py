"""Files per second by each way of converting many, on this machine.

    python benches/scale.py FOLDER [--to docx] [--repeat 3] [--only NAME ...]

Every way converts the files of FOLDER, `--repeat` times over, in a process of its own. What a cluster
takes to start is measured apart: each way first converts one file. The first lines say how time, sizes
and memory are spread over the files. For figures, a wheel that was built with `--release`.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow

import transvase

Run = Callable[[list[Path], str], int]
"""Converts files and says how many came out."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--to", default="docx")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--only", nargs="+", choices=list(WAYS), default=list(WAYS))
    parser.add_argument("--measure", choices=list(WAYS), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    files = sorted(path for path in arguments.folder.iterdir() if path.is_file())
    if arguments.measure:
        print(json.dumps(measured(arguments.measure, files * arguments.repeat, arguments.to)))
        return
    spread(files, arguments.to)
    print(f"{'way':24}{'files':>7}{'start s':>9}{'run s':>8}{'files/s':>9}{'CPU s':>8}{'files/CPU s':>13}", flush=True)
    for name in arguments.only:
        report(name, child(name, arguments))


def spread(files: list[Path], to: str) -> None:
    """Says how the cost lies over the files, converted one after the other."""
    seconds, read, written, failed = [], 0, 0, 0
    for path in files:
        begun = time.perf_counter()
        try:
            written += len(transvase.convert(path, to))
        except transvase.Error:
            failed += 1
        seconds.append(time.perf_counter() - begun)
        read += path.stat().st_size
    seconds.sort()
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    hundredths = statistics.quantiles(seconds, n=100)
    print(f"{len(files)} files, {failed} failed; per file {read / len(files) / 1e3:.0f} KB in, "
          f"{written / len(files) / 1e3:.0f} KB out")
    print(f"ms per file: mean {statistics.mean(seconds) * 1e3:.1f}, median {hundredths[49] * 1e3:.1f}, "
          f"p95 {hundredths[94] * 1e3:.1f}, max {seconds[-1] * 1e3:.1f}; peak memory {peak_mb:.0f} MB\n", flush=True)


def child(name: str, arguments: argparse.Namespace) -> dict[str, Any] | None:
    command = [sys.executable, __file__, str(arguments.folder), "--to", arguments.to]
    command += ["--repeat", str(arguments.repeat), "--measure", name]
    process = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    lines = [line for line in process.stdout.splitlines() if line.startswith("{")]
    if process.returncode == 0 and lines:
        figures: dict[str, Any] = json.loads(lines[-1])
        return figures
    print(f"{name}: failed\n{process.stderr[-2000:]}", file=sys.stderr)
    return None


def report(name: str, figures: dict[str, Any] | None) -> None:
    if figures is None:
        print(f"{name:24}failed", flush=True)
        return
    files, run, cpu = figures["files"], figures["run_s"], figures["cpu_s"]
    print(f"{name:24}{files:7}{figures['start_s']:9.1f}{run:8.1f}{files / run:9.1f}{cpu:8.1f}{files / cpu:13.1f}", flush=True)


def measured(name: str, files: list[Path], to: str) -> dict[str, Any]:
    begun = time.perf_counter()
    with WAYS[name]() as run:
        run(files[:1], to)
        start_s = time.perf_counter() - begun
        cpu_before, begun = cpu_s(), time.perf_counter()
        done = run(files, to)
        run_s, used_s = time.perf_counter() - begun, cpu_s() - cpu_before
    if done != len(files):
        raise SystemExit(f"{done} rows came back of {len(files)}")
    return {"files": done, "start_s": start_s, "run_s": run_s, "cpu_s": used_s}


def cpu_s() -> float:
    """Processor time of this process and of all below it, which engines run their workers in."""
    ticks = sum(ticks_of(process) for process in family())
    return ticks / os.sysconf("SC_CLK_TCK")


def ticks_of(process: int) -> int:
    fields = stat(process)
    return sum(int(field) for field in fields[11:15]) if fields else 0


def family() -> set[int]:
    parents = {int(entry.name): stat(int(entry.name)) for entry in Path("/proc").iterdir() if entry.name.isdigit()}
    known = {os.getpid()}
    while True:
        more = {process for process, fields in parents.items() if fields and int(fields[1]) in known} - known
        if not more:
            return known
        known |= more


def stat(process: int) -> list[str]:
    """The fields of /proc/PID/stat from the state on, which is the third."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
    except OSError:
        return []


# The ways. Each is a context that gives a `Run`.


@contextmanager
def loop() -> Iterator[Run]:
    yield lambda files, to: len([outcome(path, to) for path in files])


def outcome(path: Path, to: str) -> bytes | str:
    try:
        return transvase.convert(path, to).bytes
    except transvase.Error as error:
        return error.code


def many(threads: int) -> Callable[[], Any]:
    @contextmanager
    def way() -> Iterator[Run]:
        yield lambda files, to: sum(1 for _ in transvase.convert_many(files, to, threads=threads))

    return way


def column(threads: int) -> Callable[[], Any]:
    @contextmanager
    def way() -> Iterator[Run]:
        def run(files: list[Path], to: str) -> int:
            rows = pyarrow.array([path.read_bytes() for path in files], pyarrow.large_binary())
            return len(transvase.convert_column(rows, to, on_error="struct", threads=threads))

        yield run

    return way


def ray_data(workers: int) -> Callable[[], Any]:
    @contextmanager
    def way() -> Iterator[Run]:
        import ray

        import transvase.ray

        def run(files: list[Path], to: str) -> int:
            dataset = ray.data.read_binary_files([str(path) for path in files])
            converted = transvase.ray.convert(dataset, to, workers=workers)
            return sum(len(batch) for batch in converted.iter_batches(batch_format="pyarrow"))

        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        ray.init(num_cpus=workers + 1, include_dashboard=False, log_to_driver=False, _node_ip_address="127.0.0.1")
        try:
            yield run
        finally:
            ray.shutdown()

    return way


@contextmanager
def daft_frame() -> Iterator[Run]:
    import daft

    import transvase.daft

    def run(files: list[Path], to: str) -> int:
        frame = daft.from_pydict({"path": [str(path) for path in files]})
        converted = transvase.daft.convert(frame["path"].download(), to)
        return frame.select(converted.alias("converted")).collect().count_rows()

    yield run


def spark_frame(workers: int) -> Callable[[], Any]:
    @contextmanager
    def way() -> Iterator[Run]:
        from pyspark.sql import SparkSession

        import transvase.spark

        os.environ["PYSPARK_PYTHON"] = sys.executable
        os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
        builder = SparkSession.builder.master(f"local[{workers}]").config("spark.ui.enabled", "false")
        spark = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", 16).getOrCreate()

        def run(files: list[Path], to: str) -> int:
            with tempfile.TemporaryDirectory() as folder:
                # Spark lists folders, and a file once: links make a folder of as many as asked for.
                for number, path in enumerate(files):
                    (Path(folder) / f"{number:06}{path.suffix}").symlink_to(path.resolve())
                frame = spark.read.format("binaryFile").load(folder).select("content")
                spread_evenly = frame.repartition(4 * workers)
                written = transvase.spark.convert(spread_evenly, to).selectExpr("length(converted.data)", "converted.code")
                return len(written.collect())

        try:
            yield run
        finally:
            spark.stop()

    return way


WAYS: dict[str, Callable[[], Any]] = {
    "loop": loop,
    "convert_many, 1": many(1),
    "convert_many, 2": many(2),
    "convert_column, 1": column(1),
    "convert_column, 2": column(2),
    "ray, 1": ray_data(1),
    "ray, 2": ray_data(2),
    "daft": daft_frame,
    "spark, 1": spark_frame(1),
    "spark, 2": spark_frame(2),
}


if __name__ == "__main__":
    main()
