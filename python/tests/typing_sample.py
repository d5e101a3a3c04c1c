"""What a type checker must make of the package. It is checked, never run: see `test_types.py`.

Each `assert_type` is a promise to callers; each `type: ignore` marks a call that must be refused, and
is itself refused (`warn_unused_ignores`) where the call would pass.
"""

from __future__ import annotations

import io
from collections.abc import Generator
from pathlib import Path
from typing import assert_type

import transvase


def sources(path: Path, data: bytes, view: memoryview, file: io.BufferedReader) -> None:
    for source in (path, str(path), data, bytearray(data), view, file, io.BytesIO(data)):
        assert_type(transvase.convert(source, "pdf"), transvase.Output)
    transvase.convert(transvase.convert(data, "pdf"), "docx")
    transvase.convert(5, "pdf")  # type: ignore[arg-type]  # pyright: ignore
    transvase.convert(io.StringIO(), "pdf")  # type: ignore[arg-type]  # pyright: ignore


def settings(data: bytes, token: transvase.CancelToken) -> None:
    transvase.convert(data, "jpeg", max_bytes=1, best_effort=True, quality=1, effort=1, timeout=0.5, cancel=token)
    transvase.convert(data, "jpeg", options={"lossless": True, "threads": 2}, limits={"pages": 10})
    transvase.convert(data, "jpeg", progress=lambda stage, done, total: print(stage, done + total))
    transvase.convert(data, "jpeg", progress=print)
    transvase.convert(data, "pdf", page_size="a5", margin=12.5, lossless=True, threads=2, pages="1-3")
    transvase.convert(data, "pdf", rotate=90, pages=[1, 2])
    transvase.convert(data, "jpeg", max_bytes="200KB", limits={"input_bytes": "1MiB"})
    assert_type(transvase.compress(data, max_bytes="200KB", lossless=True), transvase.Output)
    transvase.convert_many([data], "jpeg", lossless=True, threads=2)
    transvase.convert(data, "jpeg", losless=True)  # type: ignore[call-arg]  # pyright: ignore
    transvase.convert(data, "jpeg", quality="high")  # type: ignore[arg-type]  # pyright: ignore
    transvase.convert(data, "pdf", page_size="a99")  # type: ignore[arg-type]  # pyright: ignore
    transvase.compress(data, "jpeg")  # type: ignore[call-arg]  # pyright: ignore
    transvase.convert_many([data], "jpeg", losless=True)  # type: ignore[call-overload]  # pyright: ignore


def several(data: bytes, paths: list[Path], pair: tuple[bytes, str]) -> None:
    assert_type(transvase.convert(paths, "docx"), transvase.Output)
    assert_type(transvase.convert(pair, "docx"), transvase.Output)
    transvase.convert([data, Path("two.pdf"), transvase.convert(data, "pdf")], "docx")
    transvase.convert_file(paths, "both.docx")
    transvase.convert_many([paths, data], "docx")
    transvase.convert([5], "docx")  # type: ignore[list-item]  # pyright: ignore
    transvase.compress(paths)  # type: ignore[arg-type]  # pyright: ignore
    transvase.detect(paths)  # type: ignore[arg-type]  # pyright: ignore


def resources(data: bytes, path: Path, files: dict[str, bytes]) -> None:
    transvase.convert(data, "docx", resources=files)
    transvase.convert_file(data, "book.docx", resources={"pics/dot.png": data, "style.css": path, "a.png": "a.png"})
    transvase.convert_many([data], "docx", resources=files)
    transvase.convert(data, "docx", resources=None)
    transvase.convert(data, "docx", resources=[data])  # type: ignore[arg-type]  # pyright: ignore
    transvase.convert(data, "docx", resources={5: data})  # type: ignore[dict-item]  # pyright: ignore
    transvase.compress(data, resources=files)  # type: ignore[call-arg]  # pyright: ignore


def results(output: transvase.Output) -> None:
    assert_type(output.bytes, bytes)
    assert_type(output.format, str)
    assert_type(output.route, str)
    assert_type(output.warnings, list[transvase.Warning])
    assert_type(output.warnings[0].page, int | None)
    assert_type(bytes(memoryview(output)), bytes)
    output.format = "pdf"  # type: ignore[misc]  # pyright: ignore


def streams(paths: list[Path]) -> None:
    assert_type(transvase.convert_many(paths, "pdf"), Generator[transvase.Result, None, None])
    for result in transvase.convert_many(paths, "pdf", threads=2, timeout=60):
        if isinstance(result, transvase.Output):
            assert_type(result.bytes, bytes)
        else:
            assert_type(result, transvase.Error | OSError)
    for output in transvase.convert_many(paths, "pdf", on_error="raise"):
        assert_type(output, transvase.Output)


def errors(error: transvase.Error) -> None:
    assert_type(error.code, str)
    assert_type(error.retryable, bool)
    assert_type(error.hint, str | None)
    if isinstance(error, transvase.TargetUnreachable):
        assert_type(error.smallest_bytes, int | None)


def tables() -> None:
    assert_type(transvase.detect(b""), str | None)
    assert_type(transvase.inspect(b"").metadata.title, str | None)
    assert_type(transvase.formats(), list[transvase.Format])
    assert_type(transvase.routes()[0].cost, int)
    assert_type(transvase.options()[0].choices, list[str])
    assert_type(transvase.limits(), list[transvase.LimitSpec])
