"""How pages look to viewers that are not ours: dark dots and words, as PDFium and MuPDF show them."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

DARK = 128
"""A dot of less than half the brightness of paper is dark."""

BASE_DPI = 72


@dataclass(frozen=True)
class Look:
    """A page as a viewer shows it."""

    dark_dots: int
    words: list[str]

    def is_like(self, other: Look, share: float) -> bool:
        """Whether another page has the same words, and as many dark dots but for a share of them. A few dots are the
        rounding of edges."""
        most = share * max(self.dark_dots, other.dark_dots) + 8
        return self.words == other.words and abs(self.dark_dots - other.dark_dots) <= most


Viewer = Callable[[bytes, int], list[Look]]
"""Takes a PDF and dots per inch."""


def _dark(samples: bytes) -> int:
    return int((np.frombuffer(samples, dtype=np.uint8) < DARK).sum())


def pdfium(file: bytes, dpi: int) -> list[Look]:
    """The pages as PDFium shows them, the viewer of Chrome and Edge."""
    # It comes without types, as MuPDF in part.
    pypdfium2: Any = importlib.import_module("pypdfium2")
    looks = []
    with pypdfium2.PdfDocument(file) as document:
        for page in document:
            picture = page.render(scale=dpi / BASE_DPI, grayscale=True).to_numpy()
            words = page.get_textpage().get_text_bounded().split()
            looks.append(Look(_dark(picture.tobytes()), words))
    return looks


def mupdf(file: bytes, dpi: int) -> list[Look]:
    """The pages as MuPDF shows them."""
    pymupdf: Any = importlib.import_module("pymupdf")
    looks = []
    with pymupdf.open(stream=file, filetype="pdf") as document:
        for page in document:
            picture = page.get_pixmap(dpi=dpi, colorspace="gray")
            looks.append(Look(_dark(picture.samples), page.get_text().split()))
    return looks
