"""Documents whose text flows: the same ones as PDF, in the formats of word processors, books and the web."""

from __future__ import annotations

import io
import os
import re
import subprocess
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from . import epub, fb2, fodt, html, markdown
from .model import Doc

# What LibreOffice is asked to write, and which documents. Its RTF has no head of a first page alone, and what it makes
# of lists and headings in EPUB are plain paragraphs.
_OFFICE = (
    "headings-numbered list-nested list-nested-numbers table-both-spans table-partly-ruled footnotes endnotes links"
    " character-styles figure-raster running-heads columns-two two-page-sizes hebrew-mixed hebrew-table callout"
    " drop-cap quotation"
)
LIBREOFFICE = {
    "docx": f"{_OFFICE} running-heads-first-page",
    "odt": f"{_OFFICE} running-heads-first-page",
    "rtf": _OFFICE,
    "doc": f"{_OFFICE} running-heads-first-page",
}

# What these scripts write themselves. HTML has no notes, Markdown no spans, FB2 neither lists, colours nor code.
WRITTEN: dict[str, tuple[Callable[[Doc], bytes], str]] = {
    "epub": (
        lambda doc: epub.Writer(doc).file(),
        "headings-plain list-nested list-nested-numbers table-both-spans table-rowspans links character-styles"
        " super-subscript figure-raster code hebrew-mixed poem quotation chinese callout",
    ),
    "html": (
        lambda doc: html.Writer(doc).page().encode(),
        "headings-plain list-nested list-nested-numbers table-both-spans table-partly-ruled table-rowspans links"
        " character-styles super-subscript figure-raster figure-vector code hebrew-mixed poem quotation callout"
        " pull-quote",
    ),
    "md": (
        lambda doc: markdown.Writer(doc).page().encode(),
        "headings-plain headings-numbered list-bullets list-nested list-nested-numbers table-ruled"
        " table-partly-ruled footnotes links character-styles super-subscript figure-raster code poem quotation"
        " chinese hebrew-mixed",
    ),
    "fb2": (
        lambda doc: fb2.Writer(doc).page().encode(),
        "headings-plain headings-numbered paragraphs-two-pages table-both-spans table-rowspans table-ruled footnotes"
        " links character-styles super-subscript figure-raster poem quotation justified hebrew-paragraphs hebrew-table",
    ),
}
# A style whose name has a blank, as users see it.
_NAME = re.compile(r'style:name="(\w+?)_20_(\w+)"')


def produce(docs: Sequence[Doc], wanted: Sequence[str]) -> Iterator[tuple[str, Doc, bytes]]:
    """The files of the documents: name with its ending, document and content."""
    by_name = {doc.name: doc for doc in docs}
    for ending, (write, names) in WRITTEN.items():
        for doc in chosen(by_name, names, wanted):
            yield f"{doc.name}-written.{ending}", doc, write(doc)
    for ending, names in LIBREOFFICE.items():
        some = chosen(by_name, names, wanted)
        files = converted(some, ending)
        for doc in some:
            yield f"{doc.name}-libreoffice.{ending}", doc, normal(files[doc.name], ending)


def chosen(docs: dict[str, Doc], names: str, wanted: Sequence[str]) -> list[Doc]:
    """The documents of these names that are wanted."""
    return [docs[name] for name in names.split() if not wanted or any(name.startswith(start) for start in wanted)]


def converted(docs: Sequence[Doc], ending: str) -> dict[str, bytes]:
    """Documents, by name, by one run of LibreOffice."""
    if not docs:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for doc in docs:
            file = Path(folder, f"{doc.name}.fodt")
            named = _NAME.sub(r'\g<0> style:display-name="\1 \2"', fodt.Writer(doc).page())
            file.write_text(named, encoding="utf-8")
            files.append(str(file))
        profile = f"-env:UserInstallation=file://{folder}/profile"
        command = ["soffice", profile, "--headless", "--convert-to", ending, "--outdir", folder, *files]
        environment = os.environ | {"SOURCE_DATE_EPOCH": "1704110400"}
        subprocess.run(command, check=True, capture_output=True, timeout=600, env=environment)
        return {doc.name: Path(folder, f"{doc.name}.{ending}").read_bytes() for doc in docs}


def normal(content: bytes, ending: str) -> bytes:
    """The file with fixed dates and identifiers, which LibreOffice makes anew in each run."""
    match ending:
        case "docx" | "odt":
            return repacked(content)
        case "rtf":
            content = re.sub(rb"\{\\(creatim|revtim|printim)[^}]*\}", rb"", content)
            content = re.sub(rb"(\\rsid|\\insrsid|\\charrsid)\d+", rb"", content)
            # The same picture once more, for programs of 1995 and forty times as large.
            return re.sub(rb"(?s)\{\\nonshppict.*?[0-9a-f\s]{60}\}\}", rb"", content)
        case _:
            return content


def repacked(package: bytes) -> bytes:
    """A zip package whose entries have one date, without the picture of its first page."""
    with zipfile.ZipFile(io.BytesIO(package)) as old:
        names = [name for name in old.namelist() if not name.startswith(("Thumbnails/", "Configurations2/"))]
        return epub.zipped({name: undated(name, old.read(name)) for name in names})


def undated(name: str, part: bytes) -> bytes:
    """A part with fixed dates and identifiers."""
    if not name.endswith((".xml", ".rels")):
        return part
    part = re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?", rb"2024-01-01T12:00:00", part)
    part = re.sub(rb'(<config:config-item config:name="Rsid\w*" [^>]*>)\d+', rb"\g<1>1", part)
    return re.sub(rb'<manifest:file-entry [^>]*"(Thumbnails|Configurations2)/[^>]*/>\s*', rb"", part)


def same_letters(old: bytes, new: bytes) -> bool:
    """Whether two RTF files are the same but for the order of their colours, which LibreOffice draws by lot."""
    return sorted(re.sub(rb"\d+", b"", old)) == sorted(re.sub(rb"\d+", b"", new))
