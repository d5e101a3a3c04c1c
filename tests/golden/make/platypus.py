"""Documents by ReportLab's Platypus."""

from __future__ import annotations

import io
import subprocess
from html import escape
from typing import Any
from xml.etree import ElementTree

from reportlab.graphics.shapes import Circle, Drawing, Line, PolyLine, Rect
from reportlab.lib import colors
from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY, TA_RIGHT
from reportlab.lib.fonts import tt2ps
from reportlab.lib.pagesizes import landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import (
    BalancedColumns,
    BaseDocTemplate,
    Flowable,
    Frame,
    HRFlowable,
    Image,
    KeepTogether,
    ListFlowable,
    ListItem,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    Preformatted,
    Spacer,
    TableStyle,
)
from reportlab.platypus import Table as Grid

from . import assets
from .html import SIZES
from .model import (
    Block,
    Box,
    Break,
    Cell,
    Code,
    Columns,
    Doc,
    Figure,
    Heading,
    Listing,
    Para,
    Rule,
    Table,
    spans,
    tree,
)

_STANDARD = {"Liberation Serif": "Times", "Liberation Sans": "Helvetica", "Liberation Mono": "Courier"}

_TAGS = {"b": "b", "i": "i", "u": "u", "s": "strike", "sup": "super", "sub": "sub"}


def font_file(pattern: str) -> str:
    """The file of a font, by its fontconfig name."""
    return subprocess.run(["fc-match", "-f", "%{file}", pattern], check=True, capture_output=True, text=True).stdout


def register(family: str) -> str:
    """Makes the four faces of a family known to ReportLab."""
    if family in pdfmetrics.getRegisteredFontNames() or family in _STANDARD.values():
        return family
    faces = [family, f"{family} Bold", f"{family} Italic", f"{family} Bold Italic"]
    marks = ["", ":bold", ":italic", ":bold:italic"]
    for face, mark in zip(faces, marks, strict=True):
        pdfmetrics.registerFont(TTFont(face, font_file(f"{family}{mark}")))
    pdfmetrics.registerFontFamily(family, *faces)
    return family


class Turned(Flowable):
    """Text that runs upwards."""

    def __init__(self, text: str, font: str, size: float) -> None:
        super().__init__()
        self.text, self.font, self.size = text, font, size

    def wrap(self, *_: float) -> tuple[float, float]:
        """Its width and height."""
        return self.size * 1.2, pdfmetrics.stringWidth(self.text, self.font, self.size) + 4

    def draw(self) -> None:
        """Draws it."""
        self.canv.saveState()
        self.canv.setFont(self.font, self.size)
        self.canv.rotate(90)
        self.canv.drawString(2, -self.size, self.text)
        self.canv.restoreState()


class Writer:
    """Writes one document."""

    def __init__(self, doc: Doc, embedded: bool) -> None:
        self.doc = doc
        self.family = register(doc.font if embedded else _STANDARD[doc.font])
        self.font = {"Times": "Times-Roman"}.get(self.family, self.family)
        self.mono = register("Liberation Mono") if embedded else "Courier"
        self.base = ParagraphStyle(
            "base",
            fontName=self.font,
            fontSize=doc.size,
            leading=doc.size * 1.32,
            spaceAfter=6,
            textColor=doc.ink or "black",
        )
        if doc.justify:
            self.base.alignment = TA_JUSTIFY
        if doc.hyphens:
            self.base.hyphenationLang = "en_GB"
            self.base.embeddedHyphenation = 1

    def pdf(self) -> bytes:
        """The whole document."""
        size = tuple(side * mm for side in SIZES[self.doc.page])
        sizes = {"tall": size, "wide": landscape(size)}
        margin = 18 * mm if self.doc.page != "A5" else 14 * mm
        buffer = io.BytesIO()
        template = BaseDocTemplate(buffer, pagesize=size, title=self.doc.name, invariant=1)
        templates = []
        for name, (width, height) in sizes.items():
            frame = Frame(margin, margin, width - 2 * margin, height - 2 * margin, 0, 0, 0, 0, id=name)
            templates.append(PageTemplate(name, [frame], onPage=self.running, pagesize=(width, height)))
        template.addPageTemplates(templates[::-1] if self.doc.wide else templates)
        self.width = (sizes["wide"] if self.doc.wide else size)[0] - 2 * margin
        template.build([flowable for block in self.doc.blocks for flowable in self.block(block)])
        return buffer.getvalue()

    def running(self, canvas: Any, _template: object) -> None:
        """Draws the ground and the running heads and feet of a page."""
        width, height = canvas._pagesize
        number = canvas.getPageNumber()
        if self.doc.ground:
            canvas.setFillColor(self.doc.ground)
            canvas.rect(0, 0, width, height, stroke=0, fill=1)
            canvas.setFillColor("black")
        first = number == 1
        head = self.doc.first_header if first and self.doc.first_header is not None else self.doc.header
        foot = self.doc.first_footer if first and self.doc.first_footer is not None else self.doc.footer
        canvas.setFont(self.font, 9)
        for text, y in ((head, height - 8 * mm), (foot, 6 * mm)):
            canvas.drawCentredString(width / 2, y, text.replace("#", str(number)))

    def styled(self, **changes: object) -> ParagraphStyle:
        """The base style with changes."""
        return ParagraphStyle("styled", parent=self.base, **changes)

    def block(self, block: Block) -> list[Flowable]:
        """A block."""
        match block:
            case Heading(level, text, anchor):
                size = self.doc.size * {1: 1.8, 2: 1.4, 3: 1.15}.get(level, 1)
                mark = f'<a name="{anchor}"/>' if anchor else ""
                style = self.styled(fontSize=size, leading=size * 1.25, spaceBefore=10, alignment=0, keepWithNext=1)
                return [Paragraph(f"{mark}<b>{self.inline(text)}</b>", style)]
            case Para(text, style):
                return [Paragraph(self.inline(text), self.paragraph_style(style))]
            case Listing():
                return [self.listing(block)]
            case Table():
                return [self.table(block), Spacer(1, 8)]
            case Figure():
                return self.figure(block)
            case Code(lines):
                return [
                    Preformatted("\n".join(lines), self.styled(fontName=self.mono, fontSize=9, leading=12)),
                    Spacer(1, 6),
                ]
            case Box(blocks):
                inside = [flowable for item in blocks for flowable in self.block(item)]
                style = [
                    ("BOX", (0, 0), (-1, -1), 1, colors.HexColor("#4477aa")),
                    ("BACKGROUND", (0, 0), (-1, -1), colors.HexColor("#e4eef8")),
                ]
                return [Grid([[inside]], colWidths=[self.width], style=TableStyle(style)), Spacer(1, 8)]
            case Columns(number, blocks):
                inside = [flowable for item in blocks for flowable in self.block(item)]
                return [BalancedColumns(inside, nCols=number, innerPadding=20, endSlack=0.1)]
            case Break(wide):
                return [NextPageTemplate("wide" if wide else "tall"), PageBreak()]
            case Rule():
                return [HRFlowable(width="100%", color=colors.black, spaceAfter=6)]
            case _:
                raise ValueError(f"ReportLab makes no {type(block).__name__} here")

    def face(self, mark: str) -> str:
        """The bold (`b`) or italic (`i`) face."""
        return tt2ps(self.font, int(mark == "b"), int(mark == "i"))

    def paragraph_style(self, name: str) -> ParagraphStyle:
        """The style of a paragraph."""
        changes = {
            "centre": {"alignment": TA_CENTER},
            "right": {"alignment": TA_RIGHT},
            "quote": {"leftIndent": 24, "rightIndent": 24, "fontName": self.face("i")},
            "verse": {"leftIndent": 34, "spaceAfter": 12},
            "small": {"fontSize": 9, "leading": 11.5},
            "lead": {"fontSize": 13, "leading": 17},
        }
        return self.styled(**changes.get(name, {}))

    def figure(self, figure: Figure) -> list[Flowable]:
        """A picture and its caption."""
        if figure.kind == "vector":
            shape: Flowable = drawing()
        else:
            shape = Image(io.BytesIO(assets.encoded(assets.picture())), 180, 110)
        shape.hAlign = "CENTER"
        style = self.styled(alignment=TA_CENTER, fontSize=9.5, fontName=self.face("i"))
        words = [Paragraph(self.inline(figure.caption), style)] if figure.caption else []
        return [KeepTogether([shape, Spacer(1, 5), *words])]

    def listing(self, listing: Listing) -> Flowable:
        """A list."""
        items = []
        for item in listing.items:
            text, below = item if isinstance(item, tuple) else (item, None)
            inside: list[Flowable] = [Paragraph(self.inline(text), self.styled(spaceAfter=2))]
            inside += [self.listing(below)] if below else []
            items.append(ListItem(inside))
        kind = {"bulletType": "1", "bulletFormat": "%s."} if listing.ordered else {"bulletType": "bullet", "start": "•"}
        return ListFlowable(items, leftIndent=18, bulletFontName=self.font, bulletFontSize=self.doc.size, **kind)

    def table(self, table: Table) -> Flowable:
        """A table."""
        style: list[tuple] = [
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("TOPPADDING", (0, 0), (-1, -1), 2),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
        ]
        if table.rules == "full":
            style.append(("GRID", (0, 0), (-1, -1), 0.6, colors.black))
        elif table.rules == "partly":
            style += [
                (kind, (0, y), (-1, y), 0.8, colors.black)
                for kind, y in (("LINEABOVE", 0), ("LINEBELOW", table.head - 1), ("LINEBELOW", -1))
            ]
        rows = []
        for y, row in enumerate(table.grid()):
            cells: list[object] = []
            for x, cell in enumerate(row):
                cells.append(self.cell(cell, y < table.head, x in table.numbers) if cell else "")
                if cell and (cell.rows > 1 or cell.columns > 1):
                    style.append(("SPAN", (x, y), (x + cell.columns - 1, y + cell.rows - 1)))
            rows.append(cells)
        shares = table.widths or [1] * table.columns()
        widths = [self.width * share / sum(shares) for share in shares]
        return Grid(rows, colWidths=widths, style=TableStyle(style), repeatRows=table.head)

    def cell(self, cell: Cell, head: bool, number: bool) -> Flowable:
        """What stands in a cell."""
        if cell.turned:
            return Turned(cell.text, self.face("b"), self.doc.size)
        text = self.inline(cell.text)
        style = self.styled(spaceAfter=0, alignment=TA_RIGHT if number and not head else 0)
        return Paragraph(f"<b>{text}</b>" if head else text, style)

    def inline(self, text: str) -> str:
        """Inline text in ReportLab's markup."""
        return self.spans(tree(text))

    def spans(self, element: ElementTree.Element) -> str:
        """What an inline element holds."""
        return spans(element, self.span)

    def span(self, element: ElementTree.Element) -> str:
        """An inline element."""
        inside, tag, value = self.spans(element), element.tag, element.get("v")
        match tag:
            case "br":
                return "<br/>"
            case "a":
                return f'<a href="{escape(element.get("href", ""))}" color="#1144aa">{inside}</a>'
            case "c":
                return f'<font color="{value}">{inside}</font>'
            case "bg":
                return f'<span backColor="{value}">{inside}</span>'
            case "code":
                return f'<font name="{self.mono}">{inside}</font>'
            case "sc":
                return f'<font size="{self.doc.size * 0.78}">{inside.upper()}</font>'
            case _:
                return f"<{_TAGS[tag]}>{inside}</{_TAGS[tag]}>"


def drawing() -> Drawing:
    """The drawing of `assets.SVG`."""
    shapes = Drawing(240, 120)
    shapes.add(Rect(1, 1, 238, 118, fillColor=colors.HexColor("#eef3f8"), strokeColor=colors.HexColor("#334455")))
    shapes.add(Line(30, 20, 225, 20, strokeWidth=1.5))
    shapes.add(Line(30, 20, 30, 108, strokeWidth=1.5))
    for x, height, colour in ((45, 40, "#33aa77"), (85, 65, "#cc6633"), (125, 52, "#3366aa")):
        shapes.add(Rect(x, 20, 24, height, fillColor=colors.HexColor(colour), strokeColor=None))
    shapes.add(Circle(190, 68, 24, fillColor=colors.HexColor("#ccaa33"), strokeColor=colors.HexColor("#664422")))
    shapes.add(PolyLine([45, 62, 97, 87, 137, 74, 190, 92], strokeColor=colors.HexColor("#aa2222"), strokeWidth=2))
    return shapes
