"""Keywords: each reaches the core, and a wrong one is the core's own error."""

from __future__ import annotations

import inspect
import io
import keyword
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, get_args, get_type_hints

import numpy
import pytest
from pypdf import PdfReader

import transvase
from transvase._columns import ColumnSettings
from transvase._types import ManySettings, Options, Settings


def test_a_ceiling_is_never_passed(photo: Path) -> None:
    full = photo.stat().st_size
    for ceiling in (full, full - 1, 200_000, 100_000, 50_000):
        output = transvase.convert(photo, "jpeg", max_bytes=ceiling)
        assert 0.9 * min(ceiling, full) <= len(output) <= ceiling


def test_a_file_under_its_ceiling_comes_back_as_it_is(photo: Path) -> None:
    assert transvase.convert(photo, "jpeg", max_bytes=10**9).bytes == photo.read_bytes()


def test_an_impossible_ceiling_says_what_is_possible(photo: Path) -> None:
    with pytest.raises(transvase.TargetUnreachable) as caught:
        transvase.convert(photo, "jpeg", max_bytes=100)
    smallest = caught.value.smallest_bytes
    assert smallest is not None and smallest == caught.value.details["smallest_bytes"]
    assert len(transvase.convert(photo, "jpeg", max_bytes=100, best_effort=True)) == smallest


def test_quality_decides_the_size(picture: bytes) -> None:
    sizes = [len(transvase.convert(picture, "jpeg", quality=quality)) for quality in (5, 50, 95)]
    assert sizes == sorted(set(sizes))


def test_pages_are_a_number_a_list_or_a_text(report: Path) -> None:
    by_text = bytes(transvase.convert(report, "txt", pages="3,1"))
    assert bytes(transvase.convert(report, "txt", pages=[3, 1])) == by_text
    assert bytes(transvase.convert(report, "txt", pages=range(1, 2))) == bytes(transvase.convert(report, "txt", pages=1))
    for wrong in ([1.5], ["1"], [-1]):
        with pytest.raises(transvase.InvalidOption):
            transvase.convert(report, "txt", pages=wrong)  # type: ignore[arg-type]
    with pytest.raises(transvase.InvalidOption):
        transvase.convert(report, "png", dpi=[72])  # type: ignore[arg-type]


def test_pages_are_chosen(report: Path) -> None:
    pages = transvase.inspect(report).pages
    assert pages is not None and pages > 1
    one = transvase.convert(report, "docx", pages="1")
    assert len(one) < len(transvase.convert(report, "docx"))


def test_what_the_caller_says_it_is_must_be_true(picture: bytes) -> None:
    assert transvase.convert(picture, "jpeg", from_="PNG").format == "jpeg"
    with pytest.raises(transvase.FormatMismatch):
        transvase.convert(picture, "jpeg", from_="pdf")


def test_formats_answer_to_extension_and_media_type(picture: bytes) -> None:
    expected = transvase.convert(picture, "jpeg").bytes
    for word in ("jpg", ".JPG", "JPEG", "image/jpeg"):
        assert transvase.convert(picture, word).bytes == expected


WRONG: list[dict[str, Any]] = [
    {"quality": 0},
    {"quality": 101},
    {"quality": "good"},
    {"quality": 80.5},
    {"quality": True},
    {"effort": -1},
    {"max_bytes": 0},
    {"max_bytes": 2**64},
    {"max_bytes": "much"},
    {"max_bytes": 2e5},
    {"best_effort": "perhaps"},
    {"pages": "3-1"},
    {"password": b"bytes are not text"},
    {"timeout": -1},
    {"timeout": float("nan")},
    {"timeout": float("inf")},
    {"timeout": "soon"},
    {"lossless": "perhaps"},
    {"margin": 101},
    {"page_size": "a99"},
    {"threads": 0},
    {"options": {"threads": 0}},
    {"options": {"max_bytes": "much"}},
    {"options": {"no_such_option": 1}},
    {"limits": {"no_such_limit": 1}},
    {"limits": {"pages": -1}},
    {"limits": {"pages": "many"}},
    {"limits": {"pages": "5KB"}},
    {"limits": {"input_bytes": "much"}},
]


@pytest.mark.parametrize("settings", WRONG, ids=str)
def test_a_wrong_value_is_invalid_option_and_names_it(picture: bytes, settings: dict[str, Any]) -> None:
    with pytest.raises(transvase.InvalidOption) as caught:
        transvase.convert(picture, "jpeg", **settings)
    [(key, value)] = settings.items()
    assert caught.value.details["which"] == (next(iter(value)) if isinstance(value, dict) else key)


RIGHT: list[dict[str, Any]] = [
    {key: None for key in Settings.__annotations__},
    {"quality": numpy.int64(80)},
    {"quality": "80"},
    {"timeout": 1e18},
    {"timeout": 3600},
    {"lossless": False, "threads": 2, "quality": None},
    {"margin": 12.5, "page_size": "A5"},
    {"options": {"lossless": False, "threads": 2, "quality": None}},
    {"limits": {"pages": 1}},
    {"limits": {"pages": "1", "input_bytes": "1MiB"}},
]


@pytest.mark.parametrize("settings", RIGHT, ids=str)
def test_a_right_value_is_taken(picture: bytes, settings: dict[str, Any]) -> None:
    assert transvase.convert(picture, "jpeg", **settings).format == "jpeg"


@pytest.mark.parametrize(
    "settings",
    [{"qualty": 80}, {"progress": 5}, {"cancel": 5}, {"from_": 5}, {"options": 5}, {"limits": [1]}, {"resources": [1]}],
    ids=str,
)
def test_a_keyword_that_is_none_is_a_type_error(picture: bytes, settings: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        transvase.convert(picture, "jpeg", **settings)


def test_limits_hold(report: Path) -> None:
    with pytest.raises(transvase.LimitExceeded) as caught:
        transvase.convert(report, "docx", limits={"pages": 1})
    assert caught.value.details["which"] == "pages"
    assert caught.value.details["limit"] == 1


@pytest.mark.parametrize(("size", "bytes_"), [("100KB", 100_000), ("100 kb", 100_000), ("0.1 MiB", 104_857)])
def test_a_size_may_have_a_unit(photo: Path, size: str, bytes_: int) -> None:
    expected = transvase.convert(photo, "jpeg", max_bytes=bytes_).bytes
    assert transvase.convert(photo, "jpeg", max_bytes=size).bytes == expected
    assert transvase.convert(photo, "jpeg", options={"max_bytes": size}).bytes == expected


def test_a_limit_in_bytes_may_have_a_unit(photo: Path) -> None:
    with pytest.raises(transvase.LimitExceeded) as caught:
        transvase.convert(photo, "png", limits={"input_bytes": "1KiB"})
    assert caught.value.details["limit"] == 1_024


def test_paper_is_chosen(book: Path) -> None:
    a5 = transvase.convert(book, "pdf", page_size="a5", page_numbers=False)
    boxes = [page.mediabox for page in PdfReader(io.BytesIO(a5.bytes)).pages]
    # ISO 216: 148 x 210 mm, in points of 1/72 inch.
    sides = pytest.approx((0, 0, 148 / 25.4 * 72, 210 / 25.4 * 72), abs=0.01)
    assert boxes and all(tuple(map(float, box)) == sides for box in boxes)
    assert a5.bytes == transvase.convert(book, "pdf", options={"page_size": "a5", "page_numbers": False}).bytes


# What a build says of its options, and what the package was written with.

OPTIONS = {option.key: option for option in transvase.options() if not option.key.startswith("fail_")}


def keywords_of(function: Any) -> set[str]:
    return {one.name for one in inspect.signature(function).parameters.values() if one.kind is one.KEYWORD_ONLY}


def test_the_keywords_are_the_same_everywhere() -> None:
    everything = set(Settings.__annotations__)
    assert keywords_of(transvase.convert) == keywords_of(transvase.convert_file) == everything
    assert keywords_of(transvase.compress) == everything - {"resources"}


def test_a_column_has_the_keywords_that_travel() -> None:
    own = {"on_error", "threads", "cancel"}
    assert keywords_of(transvase.convert_column) == set(ColumnSettings.__annotations__) | own


def test_every_option_is_a_keyword() -> None:
    assert set(Options.__annotations__) == set(OPTIONS) - {"threads"}
    others = {"resources", "from_", "options", "limits", "fonts", "system_fonts", "timeout", "progress", "cancel"}
    assert set(Settings.__annotations__) - others == set(OPTIONS)
    assert set(ManySettings.__annotations__) == set(Settings.__annotations__) - {"threads"}
    assert all(key.isidentifier() and not keyword.iskeyword(key) for key in OPTIONS)


@pytest.mark.parametrize("key", [key for key in OPTIONS if key != "threads"])
def test_every_keyword_has_the_type_of_its_option(key: str) -> None:
    option, hint = OPTIONS[key], get_type_hints(Options)[key]
    types = {"integer": int, "number": float, "flag": bool, "pages": str | int | Sequence[int], "text": str}
    if option.kind == "choice":
        [words] = [part for part in get_args(hint) if part is not type(None)]
        numbers = tuple(int(word) for word in option.choices if word.isdecimal())
        numbers = numbers if len(numbers) == len(option.choices) else ()
        assert hint == words | None and words == Literal[tuple(option.choices) + numbers]
    else:
        assert hint == (int | str | None if option.unit == "bytes" else types[option.kind] | None)
