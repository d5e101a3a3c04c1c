"""A stream of files: in order, in a window, each failure in its place."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import transvase

from .inputs import HANG_GUARD_S, fail_point, png

SIZES = [(8, 8), (900, 700), (8, 9), (300, 300), (9, 8), (500, 20), (10, 10), (11, 10), (12, 10)]


@pytest.mark.parametrize("threads", [1, 2, 5, None])
def test_results_come_in_the_order_of_the_sources(threads: int | None) -> None:
    sources = [png(*size) for size in SIZES]
    results = list(transvase.convert_many(sources, "jpeg", threads=threads))
    assert [bytes(result) for result in results if isinstance(result, transvase.Output)] == [
        transvase.convert(source, "jpeg").bytes for source in sources
    ]


def test_no_more_is_taken_than_the_window_holds(picture: bytes) -> None:
    taken = 0

    def sources() -> Iterator[bytes]:
        nonlocal taken
        for _ in range(40):
            taken += 1
            yield picture

    given = 0
    for result in transvase.convert_many(sources(), "jpeg", threads=3):
        given += 1
        assert isinstance(result, transvase.Output)
        assert taken - given <= 6
    assert given == 40


def test_nothing_is_taken_before_it_is_asked_for(picture: bytes) -> None:
    def sources() -> Iterator[bytes]:
        raise AssertionError("taken")
        yield picture

    stream = transvase.convert_many(sources(), "jpeg", threads=1)
    with pytest.raises(AssertionError, match="taken"):
        next(stream)


def test_a_failure_stands_in_its_place(picture: bytes, tmp_path: Path) -> None:
    sources: list[bytes | Path] = [picture, b"", tmp_path / "missing.png", b"\x13\x37\x00", picture]
    results = list(transvase.convert_many(sources, "jpeg", threads=2))
    kinds = [type(result) for result in results]
    assert kinds == [
        transvase.Output,
        transvase.EmptyInput,
        FileNotFoundError,
        transvase.UnknownSource,
        transvase.Output,
    ]
    assert all(result.__traceback__ is None for result in results if isinstance(result, Exception))


def test_a_failure_is_raised_where_that_is_asked_for(picture: bytes) -> None:
    stream = transvase.convert_many([picture, b"", picture], "jpeg", threads=2, on_error="raise")
    assert next(stream).format == "jpeg"
    with pytest.raises(transvase.EmptyInput):
        next(stream)
    assert list(stream) == []


def test_what_is_no_failure_of_a_file_is_raised(picture: bytes) -> None:
    sources: list[Any] = [picture, 5]
    with pytest.raises(TypeError):
        list(transvase.convert_many(sources, "jpeg", threads=1))


def test_closing_ends_what_is_under_way(picture: bytes) -> None:
    # The empty file fails before it could reach the fail point, so there is a result to take.
    stream = transvase.convert_many(
        [b"", picture, picture, picture], "jpeg", threads=2, options=fail_point("endless"), timeout=HANG_GUARD_S
    )
    assert isinstance(next(stream), transvase.EmptyInput)
    begun = time.monotonic()
    stream.close()
    assert time.monotonic() - begun < HANG_GUARD_S / 2


def test_a_token_of_the_caller_ends_every_file(picture: bytes) -> None:
    token = transvase.CancelToken()
    stream = transvase.convert_many(
        [b"", picture, picture],
        "jpeg",
        threads=2,
        options=fail_point("endless"),
        timeout=HANG_GUARD_S,
        cancel=token,
    )
    assert isinstance(next(stream), transvase.EmptyInput)
    token.cancel()
    assert [type(result) for result in stream] == [transvase.Cancelled] * 2


def test_closing_leaves_the_callers_token_alone(picture: bytes) -> None:
    token = transvase.CancelToken()
    list(transvase.convert_many([picture], "jpeg", cancel=token))
    assert not token.cancelled


@pytest.mark.parametrize("wrong", [{"threads": 0}, {"threads": -1}, {"on_error": "ignore"}], ids=str)
def test_wrong_arguments_are_refused_at_once(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        transvase.convert_many([], "jpeg", **wrong)


def test_no_sources_give_no_results() -> None:
    assert list(transvase.convert_many([], "jpeg")) == []
