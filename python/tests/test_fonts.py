"""Fonts that a caller hands in."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import transvase
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from .inputs import text_book

# Letters of a script that neither the bundled fonts nor those of most systems have (Linear A).
LETTERS = "".join(map(chr, range(0x10600, 0x10610)))


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


def linear_a(path: Path) -> None:
    """Writes a font in which each of LETTERS is a square."""
    pen = TTGlyphPen(None)
    pen.moveTo((100, 0))
    for point in [(100, 700), (500, 700), (500, 0)]:
        pen.lineTo(point)
    pen.closePath()
    names = [".notdef", *(f"u{ord(letter):X}" for letter in LETTERS)]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap(dict(zip(map(ord, LETTERS), names[1:], strict=True)))
    builder.setupGlyf(dict.fromkeys(names, pen.glyph()))
    builder.setupHorizontalMetrics(dict.fromkeys(names, (600, 100)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Linear A of the tests", "styleName": "Regular", "psName": "LinearA-Regular"})
    builder.setupOS2(fsType=0, sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    builder.setupPost()
    builder.save(path)


def test_fonts_of_the_package_of_fonts_are_found(tmp_path: Path) -> None:
    """With a package of that name before all others; a process looks for it once."""
    package = tmp_path / "transvase_fonts"
    (package / "data").mkdir(parents=True)
    (package / "__init__.py").write_text("from pathlib import Path\nFOLDER = Path(__file__).parent / 'data'\n")
    linear_a(package / "data" / "linear-a.ttf")
    source = tmp_path / "book.pdb"
    source.write_bytes(text_book(LETTERS))
    program = (
        "import sys, transvase\n"
        "out = transvase.convert(sys.argv[1], 'pdf', system_fonts=False)\n"
        "print([str(warning.code) for warning in out.warnings])\n"
    )
    words = [sys.executable, "-c", program, str(source)]
    without = subprocess.run(words, capture_output=True, text=True, check=False)
    assert "MissingResource" in without.stderr
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    found = subprocess.run(words, capture_output=True, text=True, check=True, env=environment)
    assert "SystemFontUsed" in found.stdout
