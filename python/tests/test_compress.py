"""Files made smaller in their own format."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

import transvase


def test_a_photo_becomes_smaller(photo: Path) -> None:
    small = transvase.compress(photo)
    assert small.format == "jpeg"
    assert len(small) < photo.stat().st_size
    assert small.bytes == transvase.convert(photo, "jpeg").bytes


def test_every_kind_of_source_is_taken(photo: Path) -> None:
    data = photo.read_bytes()
    expected = transvase.compress(data, quality=50).bytes
    for source in (str(photo), photo, bytearray(data), io.BytesIO(data)):
        assert transvase.compress(source, quality=50).bytes == expected


def test_the_keywords_are_those_of_convert(photo: Path) -> None:
    assert len(transvase.compress(photo, max_bytes="50KB")) <= 50_000
    with pytest.raises(transvase.TargetUnreachable):
        transvase.compress(photo, max_bytes=100)
    with pytest.raises(transvase.InvalidOption):
        transvase.compress(photo, quality=0)
    reports: list[str] = []
    transvase.compress(photo, max_bytes="50KB", progress=lambda stage, done, total: reports.append(stage))
    assert reports


def test_lossless_changes_no_pixel(photo: Path) -> None:
    small = transvase.compress(photo, lossless=True)
    assert len(small) < photo.stat().st_size
    # PNG keeps every pixel, and the same writer writes both.
    assert transvase.convert(small, "png").bytes == transvase.convert(photo, "png").bytes


def test_a_result_is_never_larger(photo: Path) -> None:
    once = transvase.compress(photo, quality=30)
    assert len(transvase.compress(once, quality=100)) <= len(once)


def test_what_cannot_be_made_smaller_is_an_error(report: Path, picture: bytes, tmp_path: Path) -> None:
    wrong: list[tuple[Any, type[Exception]]] = [
        (b"", transvase.EmptyInput),
        (b"\x13\x37\x00", transvase.UnknownSource),
        (tmp_path / "missing.jpg", FileNotFoundError),
    ]
    shrinking = {one.id for one in transvase.formats() if one.compresses}
    wrong += [(one, transvase.UnsupportedRoute) for one in (report, picture) if transvase.detect(one) not in shrinking]
    for source, error in wrong:
        with pytest.raises(error):
            transvase.compress(source)


def test_what_the_caller_says_it_is_must_be_true(photo: Path) -> None:
    assert transvase.compress(photo, from_="jpg").format == "jpeg"
    with pytest.raises(transvase.FormatMismatch):
        transvase.compress(photo, from_="png")
