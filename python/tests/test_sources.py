"""What may be handed in."""

from __future__ import annotations

import array
import errno
import gzip
import io
import mmap
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest

import transvase


class Named:
    """A path that is only one by its protocol."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __fspath__(self) -> str:
        return str(self.path)


class Trickle(io.BytesIO):
    """A file that gives less than it is asked for."""

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(7 if size is None or size < 0 else min(size, 7))


class Tagged(bytes):
    """A subclass of bytes is bytes."""


def spread(data: bytes) -> memoryview:
    """A view whose bytes do not lie side by side."""
    return memoryview(bytes(byte for pair in zip(data, data) for byte in pair))[::2]


def mapped(data: bytes) -> mmap.mmap:
    area = mmap.mmap(-1, len(data))
    area.write(data)
    return area


IN_MEMORY: list[Callable[[bytes], Any]] = [
    bytes,
    Tagged,
    bytearray,
    memoryview,
    spread,
    mapped,
    lambda data: array.array("B", data),
    lambda data: numpy.frombuffer(data, "uint8"),
    lambda data: numpy.frombuffer(data, "uint8").reshape(1, -1),
    io.BytesIO,
    Trickle,
]


@pytest.mark.parametrize("make", IN_MEMORY)
def test_anything_that_holds_bytes_is_a_source(picture: bytes, make: Callable[[bytes], Any]) -> None:
    expected = transvase.convert(picture, "jpeg").bytes
    assert transvase.convert(make(picture), "jpeg").bytes == expected
    assert transvase.detect(make(picture)) == "png"


@pytest.mark.parametrize("make", [str, Path, Named, lambda path: next(os.scandir(path.parent))])
def test_a_path_is_a_source(picture: bytes, tmp_path: Path, make: Callable[[Path], Any]) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(picture)
    assert transvase.convert(make(path), "jpeg").bytes == transvase.convert(picture, "jpeg").bytes


@pytest.mark.parametrize("buffering", [-1, 0])
def test_an_open_file_is_a_source(picture: bytes, tmp_path: Path, buffering: int) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(picture)
    with open(path, "rb", buffering=buffering) as file:
        assert transvase.inspect(file).format == "png"


def test_an_output_is_a_source(picture: bytes) -> None:
    assert transvase.detect(transvase.convert(picture, "jpeg")) == "jpeg"


def test_a_str_is_a_path_and_never_data() -> None:
    with pytest.raises(FileNotFoundError):
        transvase.convert("%PDF-1.7", "docx")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "missing.pdf"
    with pytest.raises(FileNotFoundError) as caught:
        transvase.convert(path, "docx")
    assert caught.value.filename == str(path)
    assert caught.value.errno == errno.ENOENT
    assert caught.value.strerror == os.strerror(errno.ENOENT)


def test_a_directory_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError) as caught:
        transvase.detect(tmp_path)
    assert caught.value.filename == str(tmp_path)


@pytest.mark.parametrize("wrong", [None, 5, 1.5, [1, 2], object(), io.StringIO("text")])
def test_what_holds_no_bytes_is_a_type_error(wrong: Any) -> None:
    with pytest.raises(TypeError):
        transvase.convert(wrong, "jpeg")


def test_what_a_file_raises_comes_through() -> None:
    class Broken:
        def read(self, size: int, /) -> bytes:
            raise ConnectionResetError("the other side hung up")

    with pytest.raises(ConnectionResetError):
        transvase.convert(Broken(), "jpeg")


def test_a_file_is_not_read_beyond_the_limit(picture: bytes) -> None:
    class Endless:
        given = 0

        def read(self, size: int, /) -> bytes:
            self.given += min(size, 100)
            return b"x" * min(size, 100)

    file = Endless()
    with pytest.raises(transvase.LimitExceeded) as caught:
        transvase.convert(file, "jpeg", limits={"input_bytes": 1_000})
    assert caught.value.details["which"] == "input_bytes"
    assert file.given == 1_001, "one byte more than allowed tells that there is more"


def sparse(path: Path) -> Path:
    """A file larger than memory: whoever reads it on does not come back."""
    with open(path, "wb") as file:
        file.truncate(1 << 42)
    return path


def test_a_path_is_held_against_the_limit(picture: bytes, tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(picture)
    exact = {"input_bytes": len(picture)}
    assert transvase.convert(path, "jpeg", limits=exact).format == "jpeg"
    assert refused_size(path, len(picture) - 1) == len(picture)
    assert refused_size(sparse(path), 1_000) == 1 << 42


def refused_size(source: Any, input_bytes: int) -> object:
    """The size that is said to be larger than `input_bytes`."""
    with pytest.raises(transvase.LimitExceeded) as caught:
        transvase.convert(source, "jpeg", limits={"input_bytes": input_bytes})
    assert (caught.value.details["which"], caught.value.details["limit"]) == ("input_bytes", input_bytes)
    return caught.value.details["seen"]


@pytest.mark.parametrize("make", [bytes, bytearray, memoryview, mapped, io.BytesIO])
def test_what_is_too_large_in_memory_says_how_large_it_is(picture: bytes, make: Callable[[bytes], Any]) -> None:
    assert refused_size(make(picture), 100) == len(picture)


@pytest.mark.parametrize("mode", ["rb", "r+b"])
@pytest.mark.parametrize("buffering", [-1, 0])
def test_an_open_file_that_is_too_large_says_how_much_is_left(tmp_path: Path, mode: Any, buffering: int) -> None:
    with open(sparse(tmp_path / "large.png"), mode, buffering=buffering) as file:
        assert refused_size(file, 1_000) == 1 << 42
        assert file.tell() == 0, "nothing is read"
        file.seek(100)
        assert refused_size(file, 1_000) == (1 << 42) - 100


def test_a_file_that_is_unpacked_while_it_is_read_is_not_measured_packed(picture: bytes, tmp_path: Path) -> None:
    noise = tmp_path / "packed.gz"
    # Stored, not packed: the file is larger than what it holds.
    with gzip.open(noise, "wb", compresslevel=0) as file:
        file.write(picture)
    assert noise.stat().st_size > len(picture)
    with gzip.open(noise) as file:
        assert transvase.convert(file, "jpeg", limits={"input_bytes": len(picture)}).format == "jpeg"


def test_a_pipe_is_read_though_its_size_is_unknown(picture: bytes) -> None:
    inlet, outlet = os.pipe()
    with os.fdopen(inlet, "rb") as file:
        os.write(outlet, picture)
        os.close(outlet)
        assert transvase.detect(file) == "png"


def test_a_buffer_may_change_meanwhile(picture: bytes) -> None:
    data = bytearray(picture)
    output = transvase.convert(data, "jpeg")
    data.clear()
    assert output.bytes == transvase.convert(picture, "jpeg").bytes
