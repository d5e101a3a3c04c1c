"""Scans: pages that are pictures, some with text that is not to be seen."""

from __future__ import annotations

import io
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name
from PIL import Image, TiffImagePlugin
from reportlab.lib.pagesizes import A5
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from .hand import LEFT, TOP, lines_of
from .produce import File, normal, saved
from .prose import prose

_TITLE = "A Page from the Ledger"
_TEXTS = [prose("scan one", 4), prose("scan two", 3)]
_CLAIMS = [f"heading 1: {_TITLE}", *[f"paragraph: {text}" for text in _TEXTS]]


def _lines() -> list[tuple[float, float, str]]:
    """Height, size and text of each line."""
    lines, y = [(TOP - 10.0, 18.0, _TITLE)], TOP - 45.0
    for text in _TEXTS:
        for line in lines_of(text):
            lines.append((y, 11.0, line))
            y -= 14
        y -= 8
    return lines


def _page(mode: int) -> bytes:
    """The text, drawn in a rendering mode: 0 to be seen, 3 not."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, A5, invariant=1)
    for y, size, line in _lines():
        text = canvas.beginText(LEFT, y)
        text.setFont("Times-Roman", size)
        text.setTextRenderMode(mode)
        text.textOut(line)
        canvas.drawText(text)
    canvas.save()
    return normal(buffer.getvalue())


def _scan(dots: int, grey: bool, tilt: float = 0) -> Image.Image:
    """The page as a picture, with a little dirt."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "page.pdf")
        source.write_bytes(_page(0))
        command = ["pdftoppm", "-r", str(dots), "-gray", "-singlefile", "-png", str(source), str(Path(folder, "page"))]
        subprocess.run(command, check=True)
        image = Image.open(Path(folder, "page.png")).convert("L")
        image.load()
    image = image.rotate(tilt, fillcolor=255, resample=Image.Resampling.BICUBIC) if tilt else image
    for n in range(12):
        x, y = (n * 197) % image.width, (n * 331 + 60) % image.height
        image.putpixel((x, y), 40)
    return image if grey else image.point(lambda tone: 255 if tone > 140 else 0).convert("1")


def _fax(image: Image.Image) -> tuple[bytes, Dictionary]:
    """The picture in the code of fax machines, and how it is to be read."""
    buffer = io.BytesIO()
    TiffImagePlugin.STRIP_SIZE = image.width * image.height
    image.save(buffer, "TIFF", compression="group4", tiffinfo={278: image.height})
    tiff: Any = Image.open(io.BytesIO(buffer.getvalue()))
    start, length = tiff.tag_v2[273][0], tiff.tag_v2[279][0]
    black_is_one = tiff.tag_v2[262] == 0
    setting = Dictionary(K=-1, Columns=image.width, Rows=image.height, BlackIs1=not black_is_one)
    return buffer.getvalue()[start : start + length], setting


def scan(kind: str, layer: bool, tilt: float = 0) -> Callable[[], File]:
    """A page that is one picture, with or without the text over it."""

    def make() -> File:
        image = _scan(110 if kind == "jpeg" else 150, kind == "jpeg", tilt)
        with pikepdf.open(io.BytesIO(_page(3))) as file:
            page = file.pages[0]
            if kind == "jpeg":
                buffer = io.BytesIO()
                image.save(buffer, "JPEG", quality=35)
                stream = pikepdf.Stream(file, buffer.getvalue())
                stream.update({"/Filter": Name.DCTDecode, "/BitsPerComponent": 8})
            else:
                data, setting = _fax(image)
                stream = pikepdf.Stream(file, data)
                stream.update({"/Filter": Name.CCITTFaxDecode, "/DecodeParms": setting, "/BitsPerComponent": 1})
            shape = {"/Type": Name.XObject, "/Subtype": Name.Image, "/ColorSpace": Name.DeviceGray}
            stream.update({**shape, "/Width": image.width, "/Height": image.height})
            width, height = A5
            draw = b"q %.3f 0 0 %.3f 0 0 cm /Scan Do Q\n" % (width, height)
            if layer:
                page.contents_add(draw, prepend=True)
            else:
                page.Contents = file.make_stream(draw)
                page.Resources = Dictionary()
            page.Resources.XObject = Dictionary(Scan=file.make_indirect(stream))
            page.mediabox = Array([0, 0, round(width, 3), round(height, 3)])
            return saved(file), (["picture", *_CLAIMS] if layer else ["picture"])

    return make


def layer_by_word() -> File:
    """As programs for text recognition write it: one word at a time, stretched to its place."""
    pdf, lines = scan("fax", True)()
    with pikepdf.open(io.BytesIO(pdf)) as file:
        words = [b"BT 3 Tr"]
        page = file.pages[0]
        fonts = page.Resources.Font
        font = next(key for key in fonts.keys() if fonts[key].BaseFont == Name("/Times-Roman"))
        for y, size, line in _lines():
            x = float(LEFT)
            for word in line.split():
                width = stringWidth(word, "Times-Roman", size)
                place = (font.encode(), 100 * size / 10, x, y, word.encode())
                words.append(b"%s 10 Tf %.1f Tz 1 0 0 1 %.2f %.2f Tm (%s) Tj" % place)
                x += width + stringWidth(" ", "Times-Roman", size)
        width, height = A5
        draw = b"q %.3f 0 0 %.3f 0 0 cm /Scan Do Q\n" % (width, height)
        page.Contents = file.make_stream(draw + b"\n".join([*words, b"ET"]))
        return saved(file), lines


FILES: dict[str, Callable[[], File]] = {
    "scan-fax-reportlab.pdf": scan("fax", False),
    "scan-jpeg-reportlab.pdf": scan("jpeg", False),
    "scan-tilted-reportlab.pdf": scan("fax", False, 1.5),
    "scan-fax-layer-reportlab.pdf": scan("fax", True),
    "scan-jpeg-layer-reportlab.pdf": scan("jpeg", True),
    "scan-layer-by-word-reportlab.pdf": layer_by_word,
}
