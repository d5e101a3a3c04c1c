"""Each engine's function on a real cluster of this machine: every row comes back, right or with its error."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import transvase

EXAMPLES = Path(__file__).parents[2] / "examples"
COPIES = 20
BROKEN = bytes(range(256))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Photos, and a file that is none."""
    folder = tmp_path_factory.mktemp("files")
    photo = (EXAMPLES / "photo.jpg").read_bytes()
    for number in range(COPIES):
        (folder / f"{number:03}.jpg").write_bytes(photo)
    (folder / "broken.jpg").write_bytes(BROKEN)
    return folder


def check(rows: list[dict[str, Any]]) -> None:
    """Holds what an engine gives against what the library gives alone."""
    photo = (EXAMPLES / "photo.jpg").read_bytes()
    small = transvase.convert(photo, "jpeg", max_bytes=100_000)
    with pytest.raises(transvase.Error) as failure:
        transvase.convert(BROKEN, "jpeg")
    assert len(rows) == COPIES + 1
    for row in rows:
        converted = row["converted"]
        if row["path"].endswith("broken.jpg"):
            assert converted["data"] is None
            assert (converted["code"], converted["message"]) == (failure.value.code, str(failure.value))
        else:
            assert converted["code"] is None
            assert bytes(converted["data"]) == small.bytes
            assert [warning["code"] for warning in converted["warnings"]] == [w.code for w in small.warnings]


@pytest.fixture
def cluster() -> Iterator[Any]:
    ray = pytest.importorskip("ray")
    # A test reports to nobody.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, _node_ip_address="127.0.0.1")
    try:
        yield ray
    finally:
        ray.shutdown()


def test_ray_converts_a_folder(cluster: Any, folder: Path) -> None:
    import transvase.ray

    files = cluster.data.read_binary_files(str(folder), include_paths=True)
    results = transvase.ray.convert(files, "jpeg", workers=1, batch_size=4, max_bytes=100_000)
    check(results.take_all())


def test_daft_converts_a_folder(folder: Path) -> None:
    daft = pytest.importorskip("daft")
    import transvase.daft

    files = daft.from_glob_path(f"{folder}/*")
    data = files["path"].download()
    results = files.select("path", transvase.daft.convert(data, "jpeg", max_bytes=100_000).alias("converted"))
    check(results.to_pylist())


def test_daft_gives_plain_bytes_on_request(folder: Path) -> None:
    daft = pytest.importorskip("daft")
    import transvase.daft

    files = daft.from_glob_path(f"{folder}/*")
    converted = transvase.daft.convert(files["path"].download(), "jpeg", on_error="null", max_bytes=100_000)
    rows = files.select(converted.alias("converted")).to_pylist()
    small = transvase.convert(EXAMPLES / "photo.jpg", "jpeg", max_bytes=100_000).bytes
    assert sorted(row["converted"] is None for row in rows) == [False] * COPIES + [True]
    assert {row["converted"] for row in rows} == {None, small}


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    sql = pytest.importorskip("pyspark.sql")
    if shutil.which("java") is None:
        pytest.skip("Spark needs a Java runtime")
    # Otherwise the workers run whatever Python is found first, which need not have this package.
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    monkeypatch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
    builder = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", 4)
    spark = builder.getOrCreate()
    try:
        yield spark
    finally:
        spark.stop()


@pytest.mark.spark
def test_spark_converts_a_folder(session: Any, folder: Path) -> None:
    import transvase.spark

    files = session.read.format("binaryFile").load(str(folder))
    results = transvase.spark.convert(files, "jpeg", max_bytes=100_000)
    assert results.columns == ["path", "modificationTime", "length", "converted"]
    check([row.asDict(recursive=True) for row in results.collect()])
    alone = transvase.spark.convert(files, "jpeg", on_error="null", max_bytes=100_000)
    assert sum(row["converted"] is None for row in alone.collect()) == 1


def test_wrong_settings_show_before_the_job_runs() -> None:
    daft = pytest.importorskip("daft")
    import transvase.daft

    with pytest.raises(transvase.InvalidOption, match="quality"):
        transvase.daft.convert(daft.col("data"), "jpeg", quality=0)
