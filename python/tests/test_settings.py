"""Keywords: each reaches the core, and a wrong one is the core's own error."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import numpy
import pytest

import transvase
from transvase._types import Settings


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
    {"max_bytes": "200 KB"},
    {"best_effort": "perhaps"},
    {"pages": "3-1"},
    {"password": b"bytes are not text"},
    {"timeout": -1},
    {"timeout": float("nan")},
    {"timeout": float("inf")},
    {"timeout": "soon"},
    {"options": {"threads": 0}},
    {"options": {"no_such_option": 1}},
    {"limits": {"no_such_limit": 1}},
    {"limits": {"pages": -1}},
    {"limits": {"pages": "many"}},
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
    {"options": {"lossless": False, "threads": 2, "quality": None}},
    {"limits": {"pages": 1}},
]


@pytest.mark.parametrize("settings", RIGHT, ids=str)
def test_a_right_value_is_taken(picture: bytes, settings: dict[str, Any]) -> None:
    assert transvase.convert(picture, "jpeg", **settings).format == "jpeg"


@pytest.mark.parametrize(
    "settings",
    [{"qualty": 80}, {"lossless": True}, {"progress": 5}, {"cancel": 5}, {"from_": 5}, {"options": 5}, {"limits": [1]}],
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


@pytest.mark.parametrize("function", [transvase.convert, transvase.convert_file])
def test_the_keywords_are_the_same_everywhere(function: Any) -> None:
    parameters = inspect.signature(function).parameters.values()
    assert {one.name for one in parameters if one.kind is one.KEYWORD_ONLY} == set(Settings.__annotations__)


def test_keywords_of_options_are_options_of_the_core() -> None:
    others = {"from_", "options", "limits", "timeout", "progress", "cancel"}
    assert set(Settings.__annotations__) - others <= {option.key for option in transvase.options()}
