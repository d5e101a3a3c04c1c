"""Runs the producers and makes their files the same from run to run."""

from __future__ import annotations

import io
import logging
import os
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import pikepdf
from fontTools.ttLib import TTFont

from . import fodt, html
from .model import Doc
from .platypus import Writer as Platypus

logging.getLogger("fontTools").setLevel(logging.ERROR)

pikepdf.settings.set_flate_compression_level(9)

# What a maker of a document gives: the content and the claims.
File = tuple[bytes, list[str]]

DATE = "D:20240101120000Z"

_FILTER = 'pdf:writer_pdf_Export:{{"UseTaggedPDF":{{"type":"boolean","value":"{tagged}"}},"ExportBookmarks":{{"type":"boolean","value":"{tagged}"}}}}'


def normal(pdf: bytes) -> bytes:
    """The file with fixed dates and identifiers and without metadata streams."""
    with pikepdf.open(io.BytesIO(pdf)) as file:
        if "/Metadata" in file.Root:
            del file.Root.Metadata
        for key in list(file.docinfo.keys()):
            if key not in ("/Title", "/Producer", "/Creator"):
                del file.docinfo[key]
        file.docinfo["/CreationDate"] = DATE
        for key in ("/DocChecksum", "/ID"):
            if key in file.trailer:
                del file.trailer[key]
        for item in file.objects:
            if isinstance(item, pikepdf.Dictionary) and "/FontFile2" in item:
                item.FontFile2.write(unhinted(item.FontFile2.read_bytes()))
        return saved(file)


def unhinted(font: bytes) -> bytes:
    """A TrueType font without its hints, which take half its room."""
    face = TTFont(io.BytesIO(font), recalcTimestamp=False)
    if "glyf" not in face or "loca" not in face:
        return font
    for name in face.getGlyphOrder():
        face["glyf"][name].removeHinting()
    for table in ("fpgm", "prep", "cvt ", "gasp", "hdmx", "VDMX", "GSUB", "GPOS", "GDEF", "name", "post", "OS/2"):
        if table in face:
            del face[table]
    buffer = io.BytesIO()
    face.save(buffer)
    return buffer.getvalue()


def saved(file: pikepdf.Pdf) -> bytes:
    """The file, small, and with an identifier that its content determines."""
    buffer = io.BytesIO()
    file.remove_unreferenced_resources()
    file.save(
        buffer, deterministic_id=True, recompress_flate=True, object_stream_mode=pikepdf.ObjectStreamMode.generate
    )
    return buffer.getvalue()


def weasyprint(page: str, forms: bool = False) -> bytes:
    """A page by WeasyPrint."""
    from weasyprint import HTML

    logging.getLogger("weasyprint").setLevel(logging.ERROR)
    os.environ["SOURCE_DATE_EPOCH"] = "1704110400"
    return HTML(string=page).write_pdf(pdf_forms=forms)


def chromium(page: str, tagged: bool = True) -> bytes:
    """A page by Chromium."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "page.html"), Path(folder, "page.pdf")
        source.write_text(page, encoding="utf-8")
        flags = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-pdf-header-footer",
            f"--user-data-dir={folder}/profile",
        ]
        flags += [] if tagged else ["--disable-pdf-tagging"]
        command = ["chromium", *flags, f"--print-to-pdf={target}", source.as_uri()]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
        return target.read_bytes()


def libreoffice(sources: Sequence[tuple[str, str]], tagged: bool, extension: str = "fodt") -> dict[str, bytes]:
    """Documents, by name, by one run of LibreOffice."""
    if not sources:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for name, text in sources:
            file = Path(folder, f"{name}.{extension}")
            file.write_text(text, encoding="utf-8")
            files.append(str(file))
        kind = _FILTER.format(tagged=str(tagged).lower())
        command = [
            "soffice",
            f"-env:UserInstallation=file://{folder}/profile",
            "--headless",
            "--convert-to",
            kind,
            "--outdir",
            folder,
        ]
        environment = os.environ | {"SOURCE_DATE_EPOCH": "1704110400"}
        subprocess.run([*command, *files], check=True, capture_output=True, timeout=600, env=environment)
        return {name: Path(folder, f"{name}.pdf").read_bytes() for name, _ in sources}


def full_name(doc: Doc, producer: str) -> str:
    """The name of the file of a document by a producer."""
    return f"{doc.name}-{producer}"


def produce(docs: Iterable[Doc], wanted: Sequence[str]) -> Iterable[tuple[str, Doc, bytes]]:
    """The files of the documents: name, document and content. `wanted` are beginnings of names."""
    office: dict[bool, list[tuple[str, str, Doc]]] = {True: [], False: []}
    for doc in docs:
        for producer in doc.producers:
            name = full_name(doc, producer)
            if wanted and not any(name.startswith(start) for start in wanted):
                continue
            match producer:
                case "libreoffice" | "libreoffice-untagged":
                    office[producer == "libreoffice"].append((name, fodt.Writer(doc).page(), doc))
                case "weasyprint":
                    yield name, doc, normal(weasyprint(html.Writer(doc, leaders=True).page()))
                case "chromium" | "chromium-untagged":
                    yield name, doc, normal(chromium(html.Writer(doc).page(), producer == "chromium"))
                case "reportlab" | "reportlab-embedded":
                    yield name, doc, normal(Platypus(doc, producer == "reportlab-embedded").pdf())
                case _:
                    raise ValueError(f"no producer {producer}")
    for tagged, sources in office.items():
        files = libreoffice([(name, text) for name, text, _ in sources], tagged)
        for name, _, doc in sources:
            yield name, doc, normal(files[name])
