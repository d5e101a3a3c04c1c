"""Documents as EPUB 3: a file of XHTML for each page, a navigation document, pictures as files."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence
from html import escape

from . import assets, html
from .model import Block, Break, Doc, Heading, flat, plain

TIME = (1980, 1, 1, 0, 0, 0)
_CONTAINER = (
    '<?xml version="1.0"?>\n<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\n'
)
_PAGE = (
    '<?xml version="1.0" encoding="utf-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"'
    ' xml:lang="{language}"{direction}><head><title>{name}</title><link rel="stylesheet" href="style.css"/></head>'
    "<body>{body}</body></html>\n"
)
_SHEET = (
    "table { border-collapse: collapse; } td, th { padding: 2pt 5pt; text-align: start; }"
    " table.full td, table.full th { border: 0.6pt solid #333; } td.number { text-align: right; }"
    " figcaption { font-style: italic; } .verse { margin-left: 3em; } .quote { margin: 0 2em; font-style: italic; }"
    " .centre { text-align: center; } .sc { font-variant: small-caps; }"
    " .box { border: 1pt solid #47a; background: #e4eef8; padding: 6pt; }\n"
)
_VOID = re.compile(r"<(br|hr|img|col)([^<>]*?)/?>")


class Writer:
    """Writes one document."""

    def __init__(self, doc: Doc) -> None:
        self.doc = doc
        self.pages: list[list[Block]] = [[]]
        for block in doc.blocks:
            if isinstance(block, Break):
                self.pages.append([])
            else:
                self.pages[-1].append(block)
        self.places = {
            block.anchor: f"page{number}.xhtml"
            for number, page in enumerate(self.pages, 1)
            for block in flat(page)
            if isinstance(block, Heading) and block.anchor
        }

    def file(self) -> bytes:
        """The whole package."""
        parts = {"mimetype": b"application/epub+zip", "META-INF/container.xml": _CONTAINER.encode()}
        writer = html.Writer(self.doc)
        for number, page in enumerate(self.pages, 1):
            parts[f"book/page{number}.xhtml"] = self.page(self.markup(writer, page))
        parts["book/nav.xhtml"] = self.page(self.navigation())
        parts["book/style.css"] = _SHEET.encode()
        if any(b"picture.png" in part for part in parts.values()):
            parts["book/picture.png"] = assets.encoded(assets.picture())
        parts["book/package.opf"] = self.package(list(parts))
        return zipped(parts)

    def markup(self, writer: html.Writer, page: Sequence[Block]) -> str:
        """A page as XHTML: void elements closed, links across files, pictures by name."""
        made = _VOID.sub(r"<\1\2/>", writer.blocks(page)).replace(" class=''", "").replace("class=head", "class='head'")
        made = made.replace(assets.png_uri(), "picture.png")
        return re.sub(r"href='#([^']+)'", lambda found: f"href='{self.places[found[1]]}#{found[1]}'", made)

    def page(self, body: str) -> bytes:
        """A file of XHTML."""
        direction = ' dir="rtl"' if self.doc.rtl else ""
        page = _PAGE.format(language=self.doc.language, direction=direction, name=escape(self.doc.name), body=body)
        return page.encode()

    def navigation(self) -> str:
        """The navigation document: a line for each page that begins with a heading."""
        titles = [(n, page[0].text) for n, page in enumerate(self.pages, 1) if page and isinstance(page[0], Heading)]
        lines = "".join(f"<li><a href='page{n}.xhtml'>{escape(plain(text))}</a></li>" for n, text in titles)
        lines = lines or f"<li><a href='page1.xhtml'>{escape(self.doc.name)}</a></li>"
        return f"<nav epub:type='toc'><ol>{lines}</ol></nav>"

    def package(self, names: Sequence[str]) -> bytes:
        """The package document."""
        kinds = {"xhtml": "application/xhtml+xml", "css": "text/css", "png": "image/png"}
        items, spine = [], []
        for number, name in enumerate(name[5:] for name in names if name.startswith("book/")):
            nav = " properties='nav'" if name == "nav.xhtml" else ""
            items.append(f"<item id='i{number}' href='{name}' media-type='{kinds[name.rpartition('.')[2]]}'{nav}/>")
            spine += [f"<itemref idref='i{number}'/>"] if name.startswith("page") else []
        title = f"<dc:title>{escape(self.doc.name)}</dc:title><dc:language>{self.doc.language}</dc:language>"
        made = "<?xml version='1.0'?>\n<package xmlns='http://www.idpf.org/2007/opf' version='3.0' unique-identifier='id'>"
        made += f"<metadata xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:identifier id='id'>{self.doc.name}</dc:identifier>"
        made += f"{title}<meta property='dcterms:modified'>2024-01-01T12:00:00Z</meta></metadata>"
        made += f"<manifest>{''.join(items)}</manifest><spine>{''.join(spine)}</spine></package>\n"
        return made.encode()


def zipped(parts: dict[str, bytes]) -> bytes:
    """A zip package whose entries have one date; the first, its type, is stored."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as package:
        for name, part in parts.items():
            info = zipfile.ZipInfo(name, TIME)
            info.compress_type = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            package.writestr(info, part, compresslevel=9)
    return buffer.getvalue()
