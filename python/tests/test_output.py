"""The result: bytes-like, saved whole, pickled, shown in a notebook."""

from __future__ import annotations

import base64
import json
import os
import pickle
import re
import stat
from pathlib import Path

import numpy
import pytest

import transvase

from .inputs import text_book, text_of


@pytest.fixture
def output(picture: bytes) -> transvase.Output:
    return transvase.convert(picture, "jpeg")


def test_it_is_bytes_like_without_a_copy(output: transvase.Output) -> None:
    view = memoryview(output)
    assert view.obj is output
    assert view.readonly
    assert view.nbytes == len(output)
    addresses = {numpy.frombuffer(memoryview(output), "uint8").ctypes.data for _ in range(3)}
    assert len(addresses) == 1


def test_a_view_outlives_the_name(picture: bytes) -> None:
    view = memoryview(transvase.convert(picture, "jpeg"))
    assert bytes(view) == transvase.convert(picture, "jpeg").bytes


def test_nobody_can_write_into_it(output: transvase.Output) -> None:
    with pytest.raises(TypeError):
        memoryview(output)[0] = 0
    with pytest.raises(ValueError):
        numpy.frombuffer(memoryview(output), "uint8")[0] = 0
    with pytest.raises(AttributeError):
        output.format = "png"  # type: ignore[misc]


def test_every_way_to_bytes_is_the_same(output: transvase.Output, tmp_path: Path) -> None:
    path = tmp_path / "result.jpg"
    with open(path, "wb") as file:
        file.write(output)
    assert output.bytes == bytes(output) == bytes(memoryview(output)) == path.read_bytes()
    assert output.bytes.startswith(b"\xff\xd8\xff"), "the signature of JPEG: ITU-T T.81, B.1.1.3"
    assert len(output) == len(output.bytes)


def test_it_says_what_it_is(output: transvase.Output, report: Path) -> None:
    assert output.format == "jpeg"
    assert output.route.startswith("png -> ") and output.route.endswith(" -> jpeg")
    assert re.fullmatch(rf"<transvase.Output jpeg, {len(output)} bytes, 0 warnings>", repr(output))


def test_warnings_name_code_place_and_page(photo: Path) -> None:
    output = transvase.convert(photo, "jpeg", max_bytes=1, best_effort=True)
    [missed] = [warning for warning in output.warnings if warning.code == "SizeLimitMissed"]
    assert (missed.place, missed.page) == ("document", None)
    assert str(len(output)) in missed.message
    assert str(missed) == f"SizeLimitMissed: {missed.message}"


def test_a_document_is_plain_objects() -> None:
    book = text_book("<html><body><h1>One</h1><p>First <b>bold</b> words.</p></body></html>")
    document = transvase.convert(book, "json").document
    assert (document["format"], document["version"]) == ("transvase-document", 1)
    blocks = document["sections"][0]["blocks"]
    assert [(block["type"], block["text"]) for block in blocks] == [
        ("heading", "One"),
        ("paragraph", "First bold words."),
    ]
    assert [run["text"] for run in blocks[1]["runs"] if run.get("bold")] == ["bold"]


def test_a_changed_document_is_read_again() -> None:
    document = transvase.convert(text_book("<p>Old words.</p>"), "json", options={"pretty": True}).document
    document["sections"][0]["blocks"][0]["text"] = "New words."
    docx = transvase.convert(json.dumps(document).encode(), "docx")
    assert "New words." in text_of(docx.bytes)


def test_chunks_are_a_list() -> None:
    words = "Some words make a sentence. " * 40
    chunks = transvase.convert(text_book(f"<h1>One</h1><p>{words}</p>"), "json", options={"chunks": 300}).document
    assert len(chunks) > 3
    assert all(len(chunk["text"]) <= 300 and chunk["headings"] == ["One"] for chunk in chunks)
    assert " ".join(chunk["text"] for chunk in chunks).split() == ["#", "One", *words.split()]


def test_other_formats_have_no_document(output: transvase.Output) -> None:
    with pytest.raises(ValueError, match="jpeg.*convert to json"):
        output.document


def test_it_is_saved_whole(output: transvase.Output, tmp_path: Path) -> None:
    path = tmp_path / "result.jpg"
    for expected in (b"", output.bytes):
        path.write_bytes(expected[:10])
        path.chmod(0o640)
        output.save(path)
        assert path.read_bytes() == output.bytes
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
    output.save(str(tmp_path / "other.jpg"))
    assert sorted(os.listdir(tmp_path)) == ["other.jpg", "result.jpg"]


def test_a_place_that_is_none_leaves_nothing_behind(output: transvase.Output, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        output.save(tmp_path / "missing" / "result.jpg")
    assert caught.value.filename == str(tmp_path / "missing" / "result.jpg")
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError):
        output.save(tmp_path / "folder")
    assert os.listdir(tmp_path) == ["folder"]


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_it_pickles(photo: Path, protocol: int) -> None:
    output = transvase.convert(photo, "jpeg", max_bytes=1, best_effort=True)
    again = pickle.loads(pickle.dumps(output, protocol))
    assert type(again) is transvase.Output
    assert again.bytes == output.bytes
    assert (again.format, again.route, again.warnings) == (output.format, output.route, output.warnings)
    assert output.warnings


def test_a_notebook_shows_pictures_and_pdf(picture: bytes, book: Path) -> None:
    jpeg = transvase.convert(picture, "jpeg")
    png = transvase.convert(jpeg, "png")
    pdf = transvase.convert(book, "pdf")
    assert jpeg._repr_jpeg_() == jpeg.bytes and jpeg._repr_png_() is None
    assert png._repr_png_() == png.bytes and png._repr_jpeg_() is None
    for output, media_type in [(jpeg, "image/jpeg"), (png, "image/png"), (pdf, "application/pdf")]:
        bundle = output._repr_mimebundle_(include=None, exclude=None)
        assert sorted(bundle) == sorted([media_type, "text/plain"])
        assert base64.b64decode(bundle[media_type]) == output.bytes


def test_a_notebook_shows_others_as_text(report: Path) -> None:
    output = transvase.convert(report, "docx")
    assert output._repr_mimebundle_() == {"text/plain": repr(output)}


def test_convert_file_takes_the_format_from_the_name(picture: bytes, tmp_path: Path) -> None:
    output = transvase.convert_file(picture, tmp_path / "a.jpg")
    assert (tmp_path / "a.jpg").read_bytes() == output.bytes
    assert output.format == "jpeg"
    assert transvase.convert_file(picture, str(tmp_path / "b.bin"), "jpeg").format == "jpeg"
    assert transvase.detect(tmp_path / "b.bin") == "jpeg"


def test_convert_file_writes_nothing_where_it_fails(tmp_path: Path) -> None:
    old = tmp_path / "old.jpg"
    old.write_bytes(b"old")
    with pytest.raises(transvase.UnknownSource):
        transvase.convert_file(b"nothing that is known \x00\x01", old)
    with pytest.raises(transvase.UnknownTarget):
        transvase.convert_file(b"x", tmp_path / "name-without-extension")
    assert old.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["old.jpg"]
