"""Fonts that a caller hands in."""

from __future__ import annotations

from pathlib import Path

import pytest
import transvase


def test_what_is_no_font_is_refused(book: Path, tmp_path: Path) -> None:
    path = tmp_path / "bad.ttf"
    path.write_bytes(b"no font")
    fonts: list[bytes | Path | str] = [b"no font", path, str(path)]
    for font in fonts:
        with pytest.raises(transvase.InvalidOption):
            transvase.convert(book, "pdf", fonts=[font])


def test_a_font_that_is_not_there_is_an_error_of_the_system(book: Path, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        transvase.convert(book, "pdf", fonts=[tmp_path / "absent.ttf"])
    with pytest.raises(TypeError):
        transvase.convert(book, "pdf", fonts="one.ttf")


def test_system_fonts_can_be_left_out(book: Path) -> None:
    with_them = transvase.convert(book, "pdf", system_fonts=True)
    assert bytes(with_them) == bytes(transvase.convert(book, "pdf", system_fonts=False, fonts=[]))
