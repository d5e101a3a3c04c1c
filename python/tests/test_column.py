"""Columns of files: what goes in, what comes out, and what becomes of rows that fail."""

from __future__ import annotations

import signal
import struct
import subprocess
import sys
import textwrap
import threading
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import transvase
from transvase._columns import OnError

# It says nothing of its types, so it is imported as something that has none.
pa: Any = pytest.importorskip("pyarrow")

EXAMPLES = Path(__file__).parents[2] / "examples"
PHOTO = (EXAMPLES / "photo.jpg").read_bytes()
BROKEN = b"%PDF-1.7\nnothing else"


def png(level: int, side: int = 8) -> bytes:
    """A grey picture, written by the PNG specification."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    pixels = zlib.compress((b"\0" + bytes([level]) * side) * side)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


PICTURES = [png(level) for level in range(10, 250, 50)]
ROWS: list[bytes | None] = [PICTURES[0], None, *PICTURES[1:]]
JPEGS = [None if row is None else transvase.convert(row, "jpeg").bytes for row in ROWS]


def pylist(column: transvase.Column) -> list[Any]:
    rows: list[Any] = pa.chunked_array(column).to_pylist()
    return rows


# What goes in.

BINARY_TYPES = [pa.binary(), pa.large_binary(), pa.binary_view()]


@pytest.mark.parametrize("type_", BINARY_TYPES, ids=str)
def test_every_binary_type_of_any_length_is_taken(type_: Any) -> None:
    column = transvase.convert_column(pa.array(ROWS, type_), "jpeg")
    assert pylist(column) == JPEGS
    assert len(column) == len(ROWS)


def test_rows_of_one_length_are_taken() -> None:
    same = [row for row in ROWS if row is None or len(row) == len(PICTURES[0])]
    assert len(same) > 2
    fixed = pa.array(same, pa.binary(len(PICTURES[0])))
    assert pylist(transvase.convert_column(fixed, "jpeg")) == [
        None if row is None else transvase.convert(row, "jpeg").bytes for row in same
    ]


@pytest.mark.parametrize("type_", BINARY_TYPES, ids=str)
def test_a_slice_is_only_its_own_rows(type_: Any) -> None:
    rows = pa.array([b"not a file", *ROWS, b"nor this"], type_)
    assert pylist(transvase.convert_column(rows.slice(1, len(ROWS)), "jpeg")) == JPEGS


def test_chunks_are_taken_one_after_the_other() -> None:
    rows = pa.chunked_array([ROWS[:2], [], ROWS[2:]], pa.binary())
    column = transvase.convert_column(rows, "jpeg")
    assert pylist(column) == JPEGS


@pytest.mark.parametrize("wrap", [pa.Table, pa.RecordBatch])
def test_a_table_of_one_column_is_that_column(wrap: Any) -> None:
    table = wrap.from_arrays([pa.array(ROWS, pa.binary())], names=["data"])
    assert pylist(transvase.convert_column(table, "jpeg")) == JPEGS


def test_a_null_record_is_a_null_row() -> None:
    mask = pa.array([True] + [False] * (len(ROWS) - 1))
    records = pa.StructArray.from_arrays([pa.array(ROWS, pa.binary())], names=["data"], mask=mask)
    assert pylist(transvase.convert_column(records, "jpeg")) == [None, *JPEGS[1:]]
    assert pylist(transvase.convert_column(records.slice(1), "jpeg")) == JPEGS[1:]


def polars_series(rows: list[bytes | None]) -> Any:
    return pytest.importorskip("polars").Series(rows)


def polars_frame(rows: list[bytes | None]) -> Any:
    return pytest.importorskip("polars").DataFrame({"data": rows})


def nanoarrow_array(rows: list[bytes | None]) -> Any:
    nanoarrow = pytest.importorskip("nanoarrow")
    return nanoarrow.Array(rows, nanoarrow.binary())


def daft_series(rows: list[bytes | None]) -> Any:
    return pytest.importorskip("daft").Series.from_pylist(rows)


def duckdb_relation(rows: list[bytes | None]) -> Any:
    return pytest.importorskip("duckdb").from_arrow(pa.table({"data": rows}))


def pandas_series(rows: list[bytes | None]) -> Any:
    return pytest.importorskip("pandas").Series(rows)


LIBRARIES = [pandas_series, polars_series, polars_frame, nanoarrow_array, daft_series, duckdb_relation]


@pytest.mark.parametrize("made", LIBRARIES, ids=lambda made: made.__name__)
def test_other_libraries_columns_are_taken(made: Callable[[list[bytes | None]], Any]) -> None:
    assert pylist(transvase.convert_column(made(ROWS), "jpeg")) == JPEGS


@pytest.mark.parametrize(
    ("column", "named"),
    [
        (pa.array(["text"]), "Utf8"),
        (pa.array([1, 2]), "Int64"),
        (pa.array([[b"x"]]), "List"),
        (pa.table({"a": [b"x"], "b": [b"y"]}), "Struct"),
        (pa.array([b"x", b"x"]).dictionary_encode(), "Dictionary"),
        ([b"x"], "list"),
        (b"x", "bytes"),
    ],
    ids=["text", "integers", "lists", "two columns", "dictionary", "python list", "bytes"],
)
def test_another_type_is_refused_by_name(column: Any, named: str) -> None:
    with pytest.raises(TypeError, match=named):
        transvase.convert_column(column, "jpeg")


def test_a_stream_that_fails_is_an_error_with_its_words() -> None:
    def batches() -> Any:
        yield pa.record_batch([pa.array(ROWS, pa.binary())], names=["data"])
        raise RuntimeError("the disk is gone")

    reader = pa.RecordBatchReader.from_batches(pa.schema([("data", pa.binary())]), batches())
    with pytest.raises(OSError, match="the disk is gone"):
        transvase.convert_column(reader, "jpeg")


def test_a_capsule_can_be_used_once() -> None:
    class Twice:
        def __init__(self, name: str, capsule: Any) -> None:
            setattr(self, name, lambda: capsule)

    rows = pa.array(ROWS, pa.binary())
    for name, capsule in [
        ("__arrow_c_stream__", pa.chunked_array([rows]).__arrow_c_stream__()),
        ("__arrow_c_array__", rows.__arrow_c_array__()),
    ]:
        once: Any = Twice(name, capsule)
        assert pylist(transvase.convert_column(once, "jpeg")) == JPEGS
        with pytest.raises(ValueError, match="used before"):
            transvase.convert_column(once, "jpeg")


# What comes out.


def test_a_result_is_large_binary_for_every_consumer() -> None:
    column = transvase.convert_column(pa.array(ROWS, pa.binary()), "jpeg")
    array = pa.array(column)
    array.validate(full=True)
    assert array.type == pa.large_binary()
    assert array.to_pylist() == JPEGS
    assert pa.field(column).type == pa.large_binary()
    assert pytest.importorskip("polars").Series(column).to_list() == JPEGS
    assert pytest.importorskip("nanoarrow").Array(column).to_pylist() == JPEGS


def test_a_result_outlives_its_column() -> None:
    array = pa.array(transvase.convert_column(pa.array(ROWS, pa.binary()), "jpeg"))
    stream = pa.chunked_array(transvase.convert_column(pa.array(ROWS, pa.binary()), "jpeg"))
    assert array.to_pylist() == stream.to_pylist() == JPEGS


@pytest.mark.parametrize("on_error", ["raise", "null", "struct"])
@pytest.mark.parametrize("column", [pa.array([], pa.binary()), pa.chunked_array([], pa.binary())], ids=["array", "no chunk"])
def test_no_rows_give_no_rows_of_the_same_type(column: Any, on_error: OnError) -> None:
    empty = pa.array(transvase.convert_column(column, "jpeg", on_error=on_error))
    some = pa.array(transvase.convert_column(pa.array(ROWS, pa.binary()), "jpeg", on_error=on_error))
    assert len(empty) == 0
    assert empty.type == some.type


@pytest.mark.parametrize("on_error", ["raise", "struct"])
def test_chunks_stay_below_their_size(on_error: OnError) -> None:
    longest = max(len(row) for row in JPEGS if row)
    rows = pa.array(ROWS * 3, pa.binary())
    column = transvase.convert_column(rows, "jpeg", on_error=on_error, chunk_bytes=2 * longest)
    parts = pa.chunked_array(column)
    assert parts.num_chunks > 2
    assert all(chunk.nbytes < 3 * longest for chunk in parts.chunks)
    whole = parts.combine_chunks()
    data = whole if on_error == "raise" else whole.field("data")
    assert data.to_pylist() == JPEGS * 3
    with pytest.raises(ValueError, match="chunks"):
        column.__arrow_c_array__()


def test_a_row_larger_than_a_chunk_has_one_of_its_own() -> None:
    column = transvase.convert_column(pa.array(PICTURES, pa.binary()), "jpeg", chunk_bytes=1)
    assert [len(chunk) for chunk in pa.chunked_array(column).chunks] == [1] * len(PICTURES)


def test_the_representation_says_what_it_is() -> None:
    shown = repr(transvase.convert_column(pa.array(ROWS, pa.binary()), "jpeg"))
    assert f"{len(ROWS)} rows" in shown
    assert "LargeBinary" in shown


# Settings.


def test_settings_are_those_of_convert() -> None:
    limit = len(PHOTO) // 3
    column = transvase.convert_column(
        pa.array([PHOTO, PHOTO]), "jpeg", from_="jpeg", max_bytes=limit, options={"effort": 3}, timeout=600
    )
    alone = transvase.convert(PHOTO, "jpeg", from_="jpeg", max_bytes=limit, options={"effort": 3})
    assert pylist(column) == [alone.bytes] * 2
    assert len(alone) <= limit


@pytest.mark.parametrize("rows", [[], [None], [PICTURES[0]]], ids=["none", "null", "one"])
def test_wrong_settings_are_the_calls_error(rows: list[bytes | None]) -> None:
    column = pa.array(rows, pa.binary())
    for on_error in ("raise", "null", "struct"):
        with pytest.raises(transvase.InvalidOption, match="quality"):
            transvase.convert_column(column, "jpeg", quality=0, on_error=on_error)
    with pytest.raises(transvase.InvalidOption, match="on_error"):
        transvase.convert_column(column, "jpeg", on_error="ignore")  # type: ignore[arg-type]
    for threads in (0, 1_000):
        with pytest.raises(transvase.InvalidOption, match="threads"):
            transvase.convert_column(column, "jpeg", threads=threads)
    with pytest.raises(transvase.UnknownTarget):
        transvase.convert_column(column, "jpog")
    with pytest.raises(TypeError, match="no_such_keyword"):
        transvase.convert_column(column, "jpeg", no_such_keyword=1)  # type: ignore[call-arg]


# Rows that fail.

MIXED = [PICTURES[0], b"", None, BROKEN, PICTURES[1]]


def test_the_first_failing_row_raises_with_its_number() -> None:
    for threads in (1, 4):
        with pytest.raises(transvase.EmptyInput) as caught:
            transvase.convert_column(pa.chunked_array([MIXED[:1], MIXED[1:]]), "jpeg", threads=threads)
        assert "row 1 of the column" in caught.value.__notes__


def test_failing_rows_become_nulls_on_request() -> None:
    jpeg = [transvase.convert(picture, "jpeg").bytes for picture in PICTURES[:2]]
    column = transvase.convert_column(pa.array(MIXED), "jpeg", on_error="null")
    assert pylist(column) == [jpeg[0], None, None, None, jpeg[1]]


def test_records_say_what_became_of_each_row() -> None:
    array = pa.array(transvase.convert_column(pa.array(MIXED), "docx", on_error="struct"))
    array.validate(full=True)
    warning = pa.struct([("code", pa.utf8()), ("place", pa.utf8()), ("message", pa.utf8())])
    assert array.type == pa.struct(
        [("data", pa.large_binary()), ("code", pa.utf8()), ("message", pa.utf8()), ("warnings", pa.list_(warning))]
    )
    rows = array.to_pylist()
    for row, source in zip(rows, MIXED, strict=True):
        if source is None:
            assert row is None
            continue
        try:
            output = transvase.convert(source, "docx")
        except transvase.Error as error:
            assert row == {"data": None, "code": error.code, "message": str(error), "warnings": []}
        else:
            said = [{"code": w.code, "place": w.place, "message": w.message} for w in output.warnings]
            assert row == {"data": output.bytes, "code": None, "message": None, "warnings": said}
    assert [row and row["code"] for row in rows][1:3] == ["EmptyInput", None]


def test_warnings_come_with_their_rows() -> None:
    clear = transparent_png()
    output = transvase.convert(clear, "jpeg")
    assert output.warnings, "the sample should lose something"
    rows = pylist(transvase.convert_column(pa.array([PICTURES[0], clear, clear]), "jpeg", on_error="struct"))
    said = [{"code": w.code, "place": w.place, "message": w.message} for w in output.warnings]
    assert [row["warnings"] for row in rows] == [[], said, said]


def transparent_png() -> bytes:
    """A picture whose every pixel is half transparent, which no JPEG can hold."""
    whole = png(100)
    pixels = zlib.compress((b"\0" + b"\x64\x80" * 8) * 8)
    header = struct.pack(">IIBBBBB", 8, 8, 8, 4, 0, 0, 0)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return whole[:8] + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("point", "code"),
    [("panic", "Internal"), ("out-of-memory", "OutOfMemory"), ("missing-resource", "MissingResource")],
)
def test_failures_of_the_core_are_rows(point: str, code: str) -> None:
    for threads in (1, 2):
        column = transvase.convert_column(
            pa.array(PICTURES), "jpeg", on_error="struct", threads=threads, options={"fail_point": point}
        )
        assert [row["code"] for row in pylist(column)] == [code] * len(PICTURES)


def test_a_row_that_takes_too_long_is_a_row_that_failed() -> None:
    column = transvase.convert_column(
        pa.array(PICTURES[:2]), "jpeg", on_error="struct", timeout=0.05, options={"fail_point": "endless"}
    )
    assert [row["code"] for row in pylist(column)] == ["TimedOut"] * 2


# Threads.


def test_threads_change_nothing_but_the_time() -> None:
    sides = [400, 8, 200, 8, 300, 16, 8] * 4
    rows = pa.array([png(number, side) for number, side in enumerate(sides)], pa.binary())
    alone = pylist(transvase.convert_column(rows, "jpeg"))
    assert alone == [transvase.convert(row, "jpeg").bytes for row in rows.to_pylist()]
    for threads in (2, 3, 16):
        assert pylist(transvase.convert_column(rows, "jpeg", threads=threads)) == alone


def test_other_threads_run_meanwhile() -> None:
    counted = 0
    over = threading.Event()

    def count() -> None:
        nonlocal counted
        while not over.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    try:
        transvase.convert_column(
            pa.array(PICTURES[:2]), "jpeg", on_error="null", timeout=0.3, options={"fail_point": "endless"}
        )
        during = counted
    finally:
        over.set()
        thread.join()
    assert during > 20


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("inherited", [False, True], ids=["own token", "parent's token"])
def test_a_token_ends_the_whole_call(threads: int, inherited: bool) -> None:
    token = transvase.CancelToken()
    given = transvase.CancelToken(token) if inherited else token
    timer = threading.Timer(0.2, token.cancel)
    timer.start()
    with pytest.raises(transvase.Cancelled):
        transvase.convert_column(
            pa.array(PICTURES),
            "jpeg",
            on_error="struct",
            threads=threads,
            cancel=given,
            options={"fail_point": "endless"},
        )
    timer.join()


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent the POSIX way")
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_the_whole_call(threads: int) -> None:
    program = f"""
        import pyarrow as pa, sys, transvase
        rows = pa.array([open({str(EXAMPLES / "photo.jpg")!r}, "rb").read()] * 8)
        print("begun", flush=True)
        try:
            transvase.convert_column(rows, "png", on_error="struct", threads={threads},
                                     options={{"fail_point": "endless"}})
        except KeyboardInterrupt:
            sys.exit(42)
    """
    command = [sys.executable, "-c", textwrap.dedent(program)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        try:
            assert process.wait(timeout=60) == 42
        finally:
            process.kill()


@pytest.mark.skipif(sys.platform != "linux", reason="resident memory is read the Linux way")
@pytest.mark.parametrize("threads", [1, 2])
def test_memory_does_not_grow_with_the_calls(threads: int) -> None:
    rows = pa.array([PHOTO] * 20)

    def call() -> None:
        pa.chunked_array(
            transvase.convert_column(rows, "jpeg", max_bytes=len(PHOTO), on_error="struct", threads=threads)
        ).validate()

    for _ in range(20):
        call()
    calls = 200

    def growth() -> int:
        before = resident_bytes()
        for _ in range(calls):
            call()
        return resident_bytes() - before

    # Less than half a row for each call, so not one of its twenty stays. The allocator keeps some now and then,
    # as threads come and go; what is not freed would stay in every round.
    assert any(growth() < calls * len(PHOTO) / 2 for _ in range(4))


def resident_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096
