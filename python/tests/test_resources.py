"""Files that a document names: handed in, or found beside it."""

from __future__ import annotations

import io
import os
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import transvase

from .inputs import pictures_of, text_book

BOOK = text_book("<html><body><p>A dot: <img src='pics/dot.png'/></p></body></html>")


@pytest.fixture
def on_disk(tmp_path: Path) -> Path:
    """The book as a file, with an empty folder for its picture."""
    path = tmp_path / "books" / "book.pdb"
    path.parent.joinpath("pics").mkdir(parents=True)
    path.write_bytes(BOOK)
    return path


def codes(output: transvase.Output) -> set[str]:
    return {warning.code for warning in output.warnings}


def test_a_picture_that_is_handed_in_is_in_the_result(picture: bytes, tmp_path: Path) -> None:
    path = tmp_path / "any.name"
    path.write_bytes(picture)
    files: list[Any] = [picture, bytearray(picture), path, str(path), io.BytesIO(picture)]
    for file in files:
        output = transvase.convert(BOOK, "docx", resources={"pics/dot.png": file})
        assert pictures_of(output.bytes) == 1
        assert "ResourceIgnored" not in codes(output)
    assert pictures_of(transvase.convert(BOOK, "docx").bytes) == 0


def test_what_nothing_names_is_told(picture: bytes) -> None:
    resources = {"style.css": b"p {}", "pics/dot.png": picture}
    warnings = transvase.convert(BOOK, "docx", resources=resources).warnings
    ignored = [warning.message for warning in warnings if warning.code == "ResourceIgnored"]
    assert ignored == ["nothing in the input names style.css"]


@pytest.mark.parametrize("name", ["../x", "/etc/x", "a/../../x", "..\\x", "", "."])
def test_a_name_that_leads_out_of_the_folder_is_refused(name: str) -> None:
    with pytest.raises(transvase.InvalidOption):
        transvase.convert(BOOK, "docx", resources={name: b"x"})


@pytest.mark.parametrize("wrong", [5, "pics", [("a", b"x")], {1: b"x"}, {"a": 5}, {"a": [b"x"]}], ids=str)
def test_resources_are_a_mapping_of_names_to_files(wrong: Any) -> None:
    with pytest.raises(TypeError):
        transvase.convert(BOOK, "docx", resources=wrong)


def test_a_resource_that_cannot_be_read_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        transvase.convert(BOOK, "docx", resources={"a": tmp_path / "missing.png"})


def test_the_limit_is_that_of_inputs_and_resources_together(picture: bytes, on_disk: Path) -> None:
    limits = {"input_bytes": len(BOOK) + len(picture) - 1}
    with pytest.raises(transvase.LimitExceeded):
        transvase.convert(BOOK, "docx", resources={"pics/dot.png": picture}, limits=limits)
    on_disk.parent.joinpath("pics/dot.png").write_bytes(picture)
    with pytest.raises(transvase.LimitExceeded):
        transvase.convert(on_disk, "docx", limits=limits)


def test_what_takes_no_resources_refuses_them(photo: Path) -> None:
    functions: list[Any] = [transvase.compress, partial(transvase.convert_column, to="jpeg")]
    for function in functions:
        with pytest.raises(TypeError, match="resources"):
            function(photo, resources={})


def test_a_stream_hands_resources_to_each(picture: bytes) -> None:
    stream = transvase.convert_many([BOOK, BOOK], "docx", on_error="raise", resources={"pics/dot.png": picture})
    assert [pictures_of(output.bytes) for output in stream] == [1, 1]


def test_a_file_beside_a_path_is_found(picture: bytes, on_disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert pictures_of(transvase.convert(on_disk, "docx").bytes) == 0
    on_disk.parent.joinpath("pics/dot.png").write_bytes(picture)
    monkeypatch.chdir(on_disk.parent)
    sources: list[Path | str | list[bytes | Path]] = [on_disk, "book.pdb", [text_book("first"), on_disk]]
    for source in sources:
        assert pictures_of(transvase.convert(source, "docx").bytes) == 1
    # Only a path has a folder.
    with open(on_disk, "rb") as file:
        assert pictures_of(transvase.convert(file, "docx").bytes) == 0
    assert pictures_of(transvase.convert(BOOK, "docx").bytes) == 0


def test_nothing_outside_the_folder_is_found(picture: bytes, on_disk: Path) -> None:
    outside = on_disk.parent.parent / "outside.png"
    outside.write_bytes(picture)
    on_disk.write_bytes(text_book("<html><body><p>A dot: <img src='../outside.png'/></p></body></html>"))
    assert pictures_of(transvase.convert(on_disk, "docx").bytes) == 0
    on_disk.write_bytes(BOOK)
    on_disk.parent.joinpath("pics/dot.png").symlink_to(outside)
    assert pictures_of(transvase.convert(on_disk, "docx").bytes) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes")
def test_a_pipe_beside_a_path_is_left_alone(on_disk: Path) -> None:
    os.mkfifo(on_disk.parent / "pics/dot.png")
    assert pictures_of(transvase.convert(on_disk, "docx").bytes) == 0
