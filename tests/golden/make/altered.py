"""Documents changed after they were made: turned pages, remarks, ciphers."""

from __future__ import annotations

import io
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import pikepdf
from pikepdf import Array, Dictionary, Name

from . import html
from .model import Break, Doc, Heading, Para, Table, claims, plain
from .platypus import Writer as Platypus
from .produce import File, normal, saved, weasyprint
from .prose import prose

_TURNED = Doc(
    "page-rotated",
    [
        Heading(1, "Gauge Readings"),
        Para(prose("gauge", 3)),
        Table([["Gauge", "May", "June", "July"], ["Upper", "112", "98", "77"], ["Lower", "143", "120", "95"]]),
    ],
    [],
    page="A5",
    wide=True,
)


def turned(pdf: bytes, pages: tuple[int, ...] | None = None) -> bytes:
    """The pages stored standing on their side, with a /Rotate that shows them upright."""
    with pikepdf.open(io.BytesIO(pdf)) as file:
        for number, page in enumerate(file.pages):
            if pages is not None and number not in pages:
                continue
            _, _, width, height = (float(side) for side in page.mediabox)
            page.contents_add(b"q 0 1 -1 0 %.2f 0 cm" % height, prepend=True)
            page.contents_add(b"Q")
            page.mediabox = Array([0, 0, round(height, 2), round(width, 2)])
            for box in ("/CropBox", "/TrimBox", "/BleedBox", "/ArtBox"):
                if box in page:
                    del page[box]
            page.Rotate = 90
        return saved(file)


def rotated(by: Callable[[Doc], bytes], doc: Doc = _TURNED) -> Callable[[], File]:
    """The sample with turned pages by a producer."""
    return lambda: (turned(normal(by(doc))), claims(doc))


_UPRIGHT_FIRST = Doc(
    "one-rotated", [Heading(1, "Report"), Para(prose("upright", 4)), Break(wide=True), *_TURNED.blocks], [], page="A5"
)


def one_rotated() -> File:
    """The first page is upright, the second is stored on its side."""
    pdf = normal(weasyprint(html.Writer(_UPRIGHT_FIRST).page()))
    return turned(pdf, (1,)), claims(_UPRIGHT_FIRST)


_REMARKS = [Para(prose("remark one", 3)), Para(prose("remark two", 3))]


def remarks(kind: str, words: str) -> Callable[[], File]:
    """A page with a remark of this kind upon its first paragraph."""

    def make() -> File:
        doc = Doc("remarks", _REMARKS, [], page="A5")
        with pikepdf.open(io.BytesIO(normal(weasyprint(html.Writer(doc).page())))) as file:
            box = {"/Text": [380, 535, 398, 553], "/Highlight": [40, 538, 200, 554], "/FreeText": [120, 300, 300, 330]}[
                kind
            ]
            note = Dictionary(
                Type=Name.Annot, Subtype=Name(kind), Rect=Array(box), Contents=words, T="Petra Lind", NM="remark-1", F=4
            )
            note.M = "D:20240102090000Z"
            if kind == "/Highlight":
                left, low, right, high = box
                note.QuadPoints = Array([left, high, right, high, left, low, right, low])
                note.C = Array([1, 1, 0.4])
            elif kind == "/FreeText":
                note.DA = "/Helv 11 Tf 0 0 0.6 rg"
                look = b"q 1 1 0.8 rg 0 0 180 30 re f Q BT /Helv 11 Tf 0 0 0.6 rg 4 11 Td (%s) Tj ET" % words.encode()
                stream = file.make_stream(look)
                font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
                stream.update({"/Type": Name.XObject, "/Subtype": Name.Form, "/BBox": Array([0, 0, 180, 30])})
                stream.Resources = Dictionary(Font=Dictionary(Helv=font))
                note.AP = Dictionary(N=stream)
            file.pages[0].Annots = file.make_indirect(Array([file.make_indirect(note)]))
            first, second = (f"paragraph: {plain(block.text)}" for block in _REMARKS)
            return saved(file), [first, f"comment: {words}", second]

    return make


def locked(*options: str) -> Callable[[], File]:
    """A page under a cipher whose user password is empty."""

    def make() -> File:
        doc = Doc("encrypted", [Heading(1, "Under Lock"), Para(prose("locked", 4))], [], page="A5")
        with tempfile.TemporaryDirectory() as folder:
            plain_file, target = Path(folder, "plain.pdf"), Path(folder, "locked.pdf")
            plain_file.write_bytes(normal(weasyprint(html.Writer(doc).page())))
            fixed = ["--allow-weak-crypto", "--static-id", "--static-aes-iv"]
            subprocess.run(["qpdf", *fixed, "--encrypt", "", "keeper", *options, "--", plain_file, target], check=True)
            return target.read_bytes(), claims(doc)

    return make


def same_pages(old: bytes, new: bytes) -> bool:
    """Whether two files show the same, whatever keys they are locked with."""
    with pikepdf.open(io.BytesIO(old)) as first, pikepdf.open(io.BytesIO(new)) as second:
        streams = [[page.Contents.read_bytes() for page in file.pages] for file in (first, second)]
    return streams[0] == streams[1]


def _platypus(doc: Doc) -> bytes:
    return Platypus(doc, False).pdf()


# The keys of this cipher are drawn by chance.
RANDOM = {"encrypted-aes256-weasyprint.pdf"}

FILES: dict[str, Callable[[], File]] = {
    "page-rotated-reportlab.pdf": rotated(_platypus),
    "page-rotated-weasyprint.pdf": rotated(lambda doc: weasyprint(html.Writer(doc).page())),
    "page-rotated-second-weasyprint.pdf": one_rotated,
    "remark-text-weasyprint.pdf": remarks("/Text", "Is this the right year?"),
    "remark-highlight-weasyprint.pdf": remarks("/Highlight", "Strong opening, keep it."),
    "remark-free-text-weasyprint.pdf": remarks("/FreeText", "Check with the harbour office."),
    "encrypted-rc4-weasyprint.pdf": locked("128", "--use-aes=n"),
    "encrypted-aes128-weasyprint.pdf": locked("128", "--use-aes=y"),
    "encrypted-aes256-weasyprint.pdf": locked("256"),
}
