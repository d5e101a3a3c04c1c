"""PDFs made smaller look as before to viewers that are not ours: our own renderer looks at each page while it makes
them smaller, and would not see what it gets wrong both times."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import transvase
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from .inputs import EXAMPLES, pdf_in_font
from .looks import Look, Viewer, mupdf, pdfium

SOAK = os.environ.get("TRANSVASE_SOAK") == "1"

DPI = 144
SHARE = 0.02
"""The share of its dark dots that a page may gain or lose, which is that of edges."""

MOST_PAGES = 20
MOST_BYTES = 3_000_000

NAMES = [".notdef", "A", "B", "C", "D", "E", "orn0", "orn1", "orn2", "heron", "quay.alt", "zero", "one"]
"""Glyphs of the font that is made here; those of more than one letter and no figure are known to `post` alone."""


SYMBOLS = 0xF000
"""Where symbols have their codes (OpenType 1.9, "Symbol fonts")."""


@pytest.fixture(params=["pdfium", "mupdf"])
def viewer(request: pytest.FixtureRequest) -> Viewer:
    """A viewer that is installed."""
    viewers: dict[str, tuple[str, Viewer]] = {"pdfium": ("pypdfium2", pdfium), "mupdf": ("pymupdf", mupdf)}
    module, found = viewers[request.param]
    pytest.importorskip(module)
    return found


def font(codes: dict[int, str], *, nameless: bool = False) -> bytes:
    """A TrueType program whose glyphs are ladders, each with one rung more than the one before."""
    builder = FontBuilder(1000)
    builder.setupGlyphOrder(NAMES)
    builder.setupCharacterMap(codes)
    glyphs = {}
    for rungs, name in enumerate(NAMES):
        pen = TTGlyphPen(None)
        for rung in range(rungs):
            low, wide = 50 * rung, 100 + 30 * rungs
            pen.moveTo((50, low))
            for corner in ((50, low + 30), (wide, low + 30), (wide, low)):
                pen.lineTo(corner)
            pen.closePath()
        glyphs[name] = pen.glyph()
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics({name: (600, 50) for name in NAMES})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Ladders", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost(keepGlyphNames=not nameless)
    if not codes:
        del builder.font["cmap"]
    elif min(codes) >= SYMBOLS:
        table = builder.font["cmap"]
        table.tables = [one for one in table.tables if one.platformID == 3]
        for one in table.tables:
            one.platEncID = 0
    file = io.BytesIO()
    builder.save(file)
    return file.getvalue()


LETTERS = {ord(name): name for name in "ABCDE"}
DIFFERENCES = "<</Type /Encoding /Differences [65 /orn0 /heron /quay.alt]>>"
SYMBOLIC, PLAIN = 4, 32

MODES: list[dict[str, Any]] = [{}, {"lossless": True}]
FONTS = {
    "names_without_codes": (font({}), "/WinAnsiEncoding", PLAIN, b"ABBA"),
    "names_of_the_macintosh": (font({}), "/MacRomanEncoding", PLAIN, b"CAB01"),
    "places_without_codes": (font({}, nameless=True), "", SYMBOLIC, bytes([1, 5, 7])),
    "names_that_no_list_has": (font(LETTERS), DIFFERENCES, PLAIN, b"ABC"),
    "names_that_no_list_has_without_codes": (font({}), DIFFERENCES, PLAIN, b"ABC"),
    "names_in_a_symbolic_font": (font(LETTERS), DIFFERENCES, SYMBOLIC, b"ABC"),
    "codes_of_symbols": (font({SYMBOLS + code: name for code, name in LETTERS.items()}), "", SYMBOLIC, b"ACE"),
    "letters_where_symbols_lie": (
        font({SYMBOLS + code: name for code, name in LETTERS.items()}, nameless=True),
        "<</Type /Encoding /Differences [1 /A /C /E]>>",
        PLAIN,
        bytes([1, 2, 3]),
    ),
    "codes_of_letters": (font(LETTERS), "/WinAnsiEncoding", PLAIN, b"DAB"),
    "codes_without_names": (font(LETTERS, nameless=True), "/WinAnsiEncoding", PLAIN, b"DAB"),
}


@pytest.mark.parametrize("name", FONTS)
def test_text_stays_however_its_glyphs_are_found(name: str, viewer: Viewer) -> None:
    file = pdf_in_font(*FONTS[name])
    before = viewer(file, DPI)
    if not before[0].dark_dots:
        pytest.skip("this viewer finds no glyph in the source either")
    for options in MODES:
        small = transvase.compress(file, **options).bytes
        assert len(small) < len(file)
        assert before[0].is_like(viewer(small, DPI)[0], SHARE), options


def test_samples_look_as_before(viewer: Viewer) -> None:
    for path in (EXAMPLES / "report.pdf", *cases()):
        assert list(changed(path, viewer)) == [], path.name


@pytest.mark.skipif(not SOAK, reason="the corpus is looked at by cargo xtask soak")
def test_the_corpus_looks_as_before(viewer: Viewer) -> None:
    files = [path for path in sorted((shared() / "corpus").rglob("*.pdf")) if path.stat().st_size <= MOST_BYTES]
    assert {path.name: worse for path in files if (worse := list(changed(path, viewer)))} == {}


def shared() -> Path:
    """The folder of real files beside the repository."""
    corpus = os.environ.get("TRANSVASE_CORPUS")
    return Path(corpus).parent if corpus else Path(__file__).parents[3] / "shared"


def cases() -> list[Path]:
    """The cases in PDF, where they are there."""
    return sorted((shared() / "cases" / "pdf").glob("*.pdf"))


def changed(path: Path, viewer: Viewer) -> Iterator[tuple[dict[str, Any], int, Look | None, Look | None]]:
    """The pages of a file that look otherwise once it is smaller; none where it cannot be read or shown."""
    file = path.read_bytes()
    for options in MODES:
        try:
            small = transvase.compress(file, **options).bytes
            before, after = viewer(file, DPI), viewer(small, DPI)
        except (transvase.Error, RuntimeError, ValueError):
            continue
        if len(before) != len(after):
            yield options, 0, None, None
        for number, (one, other) in enumerate(zip(before[:MOST_PAGES], after, strict=False), 1):
            # What a damaged file shows depends on how a viewer repairs it.
            if one.dark_dots and not one.is_like(other, SHARE):
                yield options, number, one, other
