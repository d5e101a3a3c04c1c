"""What a build says of itself, and what it says of files."""

from __future__ import annotations

import dataclasses
import pickle
import re
from pathlib import Path
from typing import Any

import pytest

import transvase


def test_formats_say_what_they_can_do() -> None:
    formats = {one.id: one for one in transvase.formats()}
    jpeg = formats["jpeg"]
    assert (jpeg.name, jpeg.media_types[0], jpeg.reads, jpeg.writes, jpeg.compresses) == (
        "JPEG",
        "image/jpeg",
        True,
        True,
        True,
    )
    assert "jpg" in jpeg.extensions
    assert formats["mobi"].reads and not formats["mobi"].writes
    assert all(one.notes for one in formats.values())


def test_routes_join_formats_of_the_table() -> None:
    ids = {one.id for one in transvase.formats()}
    routes = {(one.source, one.target): one for one in transvase.routes()}
    assert {end for pair in routes for end in pair} <= ids
    assert {("pdf", "docx"), ("mobi", "pdf"), ("jpeg", "jpeg")} <= set(routes)
    assert routes["jpeg", "jpeg"].cost == 0
    steps = routes["pdf", "docx"].steps
    assert steps.startswith("pdf -> ") and steps.endswith(" -> docx")


def test_options_say_what_values_they_take() -> None:
    options = {one.key: one for one in transvase.options()}
    quality = options["quality"]
    assert (quality.kind, quality.minimum, quality.maximum, quality.default) == ("integer", 1, 100, None)
    assert options["max_bytes"].unit == "bytes" and options["max_bytes"].maximum == 2**64 - 1
    assert options["best_effort"].kind == "flag" and options["best_effort"].default == "false"
    for option in options.values():
        assert bool(option.choices) == (option.kind == "choice")
        assert (option.minimum is not None) == (option.kind in ("integer", "number"))


def test_limits_have_units_and_defaults() -> None:
    limits = {one.key: one for one in transvase.limits()}
    assert limits["input_bytes"].unit == "bytes"
    assert all(one.default > 0 and one.doc for one in limits.values())


def test_every_default_limit_can_be_given(picture: bytes) -> None:
    every = {one.key: one.default for one in transvase.limits()}
    assert transvase.convert(picture, "jpeg", limits=every).format == "jpeg"


def test_files_are_recognised(report: Path, book: Path, photo: Path, picture: bytes) -> None:
    assert [transvase.detect(one) for one in (report, book, photo, picture)] == ["pdf", "mobi", "jpeg", "png"]
    assert transvase.detect(b"\x13\x37\x00") is None
    assert transvase.detect(b"") is None


def test_an_inspection_tells_facts(picture: bytes, report: Path, book: Path) -> None:
    png = transvase.inspect(picture)
    assert (png.format, png.size, png.width, png.height, png.pages) == ("png", len(picture), 48, 32, None)
    pdf = transvase.inspect(report)
    # An independent count: each page is an object of the type /Page (ISO 32000-1, 7.7.3.3).
    assert pdf.pages == len(re.findall(rb"/Type\s*/Page\b", report.read_bytes()))
    assert pdf.format == "pdf" and not pdf.encrypted
    assert (pdf.width, pdf.height) == (None, None)
    assert transvase.inspect(book).metadata.title


def test_what_cannot_be_inspected_is_an_error(picture: bytes) -> None:
    with pytest.raises(transvase.EmptyInput):
        transvase.inspect(b"")
    with pytest.raises(transvase.UnknownSource):
        transvase.inspect(b"\x13\x37\x00")


def test_records_are_values(picture: bytes) -> None:
    records: list[Any] = [transvase.inspect(picture), *transvase.formats(), *transvase.routes(), *transvase.options()]
    for record in records:
        assert pickle.loads(pickle.dumps(record)) == record
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(record, dataclasses.fields(record)[0].name, "other")


def test_the_version_is_one() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", transvase.__version__)
