"""Several inputs become one file."""

from __future__ import annotations

import io
from collections import deque
from pathlib import Path
from typing import Any

import pytest

import transvase

from .inputs import text_book, text_of

OF_REPORT = "Merrow"
OF_BOOK = "church that was never built"


def test_files_follow_one_another_in_their_order(report: Path, book: Path) -> None:
    both = text_of(transvase.convert([report, book], "docx").bytes)
    assert 0 <= both.find(OF_REPORT) < both.find(OF_BOOK)
    turned = text_of(transvase.convert((str(book), report.read_bytes()), "docx").bytes)
    assert 0 <= turned.find(OF_BOOK) < turned.find(OF_REPORT)


@pytest.mark.parametrize("make", [list, tuple, deque])
def test_any_sequence_of_any_sources_will_do(tmp_path: Path, make: Any) -> None:
    path = tmp_path / "two.pdb"
    path.write_bytes(text_book("second"))
    sources = [text_book("first"), path, io.BytesIO(text_book("third")), bytearray(text_book("fourth"))]
    text = text_of(transvase.convert(make(sources), "docx").bytes)
    places = [text.find(word) for word in ("first", "second", "third", "fourth")]
    assert places[0] >= 0 and places == sorted(places)


def test_one_in_a_list_is_as_it_is_alone(photo: Path, book: Path) -> None:
    assert transvase.convert([book], "docx").bytes == transvase.convert(book, "docx").bytes
    assert transvase.convert([photo], "jpeg", max_bytes=50_000).bytes == transvase.convert(
        photo, "jpeg", max_bytes=50_000
    ).bytes


@pytest.mark.parametrize("nothing", [[], ()])
def test_an_empty_list_is_an_empty_input(nothing: Any) -> None:
    with pytest.raises(transvase.EmptyInput):
        transvase.convert(nothing, "docx")


def test_what_is_wrong_with_one_names_it(tmp_path: Path) -> None:
    bad = tmp_path / "bad.bin"
    bad.write_bytes(b"\x13\x37\x00")
    wrong: list[tuple[Any, type[Exception], str]] = [
        (b"", transvase.EmptyInput, "input 2: "),
        (bad, transvase.UnknownSource, f"{bad}: "),
    ]
    for second, error, start in wrong:
        with pytest.raises(error) as caught:
            transvase.convert([text_book("first"), second], "docx")
        assert str(caught.value).startswith(start)
    with pytest.raises(FileNotFoundError) as missing:
        transvase.convert([text_book("first"), tmp_path / "missing.pdf"], "docx")
    assert missing.value.filename == str(tmp_path / "missing.pdf")


def test_what_cannot_be_joined_is_an_error(picture: bytes) -> None:
    with pytest.raises(transvase.UnsupportedRoute):
        transvase.convert([picture, picture], "jpeg")


def test_the_limit_is_that_of_all_together() -> None:
    one = text_book("one")
    assert transvase.convert([one, one], "docx", limits={"input_bytes": 2 * len(one)}).format == "docx"
    with pytest.raises(transvase.LimitExceeded) as caught:
        transvase.convert([one, one], "docx", limits={"input_bytes": 2 * len(one) - 1})
    assert caught.value.details == {"which": "input_bytes", "limit": 2 * len(one) - 1, "seen": 2 * len(one)}


@pytest.mark.parametrize("wrong", [[5], [[b"nested"]], {"a": 1}, {b"a"}, iter([b"a"])], ids=str)
def test_a_list_holds_sources_alone(wrong: Any) -> None:
    with pytest.raises(TypeError):
        transvase.convert(wrong, "docx")


def test_what_takes_one_file_takes_no_list(photo: Path) -> None:
    functions: list[Any] = [transvase.compress, transvase.detect, transvase.inspect]
    for function in functions:
        with pytest.raises(TypeError):
            function([photo])


def test_a_joined_file_is_written(tmp_path: Path) -> None:
    place = tmp_path / "both.docx"
    transvase.convert_file([text_book("first"), text_book("second")], place)
    text = text_of(place.read_bytes())
    assert 0 <= text.find("first") < text.find("second")


def test_a_stream_joins_what_is_a_list_in_it() -> None:
    one, two = text_book("first"), text_book("second")
    results = list(transvase.convert_many([[one, two], two], "docx", on_error="raise"))
    assert ["first" in text_of(result.bytes) for result in results] == [True, False]
    assert all("second" in text_of(result.bytes) for result in results)
