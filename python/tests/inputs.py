"""Small inputs, and the failures on request that the tests ask for."""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"

HANG_GUARD_S = 60
"""No test waits longer, whatever is broken."""


def png(width: int, height: int) -> bytes:
    """A picture with a pattern that compresses badly enough to have something to lose."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(
        b"\0" + bytes((x * y + 7 * channel) % 251 for x in range(width) for channel in range(3)) for y in range(height)
    )
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = (chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(rows)), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def fail_point(kind: str) -> dict[str, str]:
    """The options of a conversion that fails as asked. A build without the feature `fail-points`
    does not know the option, and the test that needs it fails with `InvalidOption`."""
    return {"fail_point": kind}


def text_book(text: str) -> bytes:
    """A PalmDOC book of plain text, or of HTML, in one record that is not packed."""
    body = text.encode()
    head = struct.pack(">HHIHHI", 1, 0, len(body), 1, 4096, 0)
    first = 78 + 2 * 8 + 2
    table = struct.pack(">II", first, 0) + struct.pack(">II", first + len(head), 1)
    name = b"Book".ljust(32, b"\0")
    fields = struct.pack(">HHIIIIII", 0, 0, 0, 0, 0, 0, 0, 0)
    return name + fields + b"TEXtREAd" + struct.pack(">IIH", 0, 0, 2) + table + b"\0\0" + head + body


def text_of(docx: bytes) -> str:
    """The words of a DOCX, in their order."""
    with zipfile.ZipFile(io.BytesIO(docx)) as package:
        body = package.read("word/document.xml").decode()
    return "".join(re.findall(r"<w:t(?: [^>]*)?>([^<]*)</w:t>", body))


def pictures_of(docx: bytes) -> int:
    """How many pictures a DOCX has."""
    with zipfile.ZipFile(io.BytesIO(docx)) as package:
        return sum(name.startswith("word/media/") for name in package.namelist())


def pdf_in_font(program: bytes, encoding: str, flags: int, text: bytes) -> bytes:
    """A PDF with a text in a TrueType font, whose dictionary has this encoding and whose descriptor these flags."""
    encoding = f"/Encoding {encoding}" if encoding else ""
    content = b"BT /F 24 Tf 20 40 Td <" + text.hex().encode() + b"> Tj ET"
    widths = " ".join(["600"] * 256)
    objects = [
        b"<</Type /Catalog /Pages 2 0 R>>",
        b"<</Type /Pages /Kids [3 0 R] /Count 1>>",
        b"<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 100] /Contents 4 0 R /Resources <</Font <</F 5 0 R>>>>>>",
        b"<</Length %d>>\nstream\n%s\nendstream" % (len(content), content),
        f"<</Type /Font /Subtype /TrueType /BaseFont /AAAAAA+Ladders {encoding} /FirstChar 0 /LastChar 255 "
        f"/Widths [{widths}] /FontDescriptor 6 0 R>>".encode(),
        f"<</Type /FontDescriptor /FontName /AAAAAA+Ladders /Flags {flags} /FontBBox [0 -200 1000 800] /ItalicAngle 0 "
        "/Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 /FontFile2 7 0 R>>".encode(),
        b"<</Length %d /Length1 %d>>\nstream\n%s\nendstream" % (len(program), len(program), program),
    ]
    file, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    trailer = f"trailer <</Size {len(objects) + 1} /Root 1 0 R>>\nstartxref\n{len(file)}\n%%EOF\n"
    return file + f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}{trailer}".encode()
