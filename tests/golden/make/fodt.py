"""Documents as flat ODT, for LibreOffice."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from html import escape
from itertools import count
from xml.etree import ElementTree

from . import assets
from .fodt_styles import document, span_style
from .model import (
    Block,
    Box,
    Break,
    Cell,
    Code,
    Columns,
    Contents,
    Doc,
    Figure,
    Formula,
    Heading,
    Listing,
    Para,
    Rule,
    Table,
    inner,
    tree,
)

_MARKS = {"b", "i", "u", "s", "sup", "sub", "sc", "code", "c", "bg"}


class Writer:
    """Writes one document."""

    def __init__(self, doc: Doc) -> None:
        self.doc = doc
        self.styles: dict[str, str] = {}
        self.numbers = count(1)
        self.notes = count(1)
        self.broken = ""

    def page(self) -> str:
        """The whole document."""
        body = self.blocks(self.doc.blocks)
        return document(self.doc, "".join(self.styles.values()), body)

    def blocks(self, blocks: Sequence[Block]) -> str:
        """Blocks, one after the other."""
        return "".join(self.block(block) for block in blocks)

    def style(self, name: str, family: str, content: str) -> str:
        """The name of an automatic style."""
        self.styles[name] = f'<style:style style:name="{name}" style:family="{family}"{content}</style:style>'
        return name

    def paragraph_style(self, name: str) -> str:
        """The name of a paragraph style, derived where a new page begins."""
        if not self.broken:
            return name
        page = f' style:master-page-name="{self.broken}"' if self.broken != "same" else ""
        rule = ' fo:break-before="page"' if not page else ""
        derived = f"{name}_{self.broken}"
        content = f' style:parent-style-name="{name}"{page}><style:paragraph-properties{rule}/>'
        self.broken = ""
        return self.style(derived, "paragraph", content)

    def paragraph(self, text: str, style: str) -> str:
        """A paragraph."""
        return f'<text:p text:style-name="{self.paragraph_style(style)}">{self.inline(text)}</text:p>'

    def block(self, block: Block) -> str:
        """A block."""
        match block:
            case Heading(level, text, anchor):
                mark = f'<text:bookmark text:name="{anchor}"/>' if anchor else ""
                style = self.paragraph_style(f"Heading_20_{level}")
                return (
                    f'<text:h text:style-name="{style}" text:outline-level="{level}">{mark}{self.inline(text)}</text:h>'
                )
            case Para(text, "pull"):
                return self.pull(text)
            case Para(text, style):
                return self.paragraph(text, f"P_{style}" if style else "Text_20_body")
            case Listing():
                return self.listing(block, True)
            case Table():
                return self.table(block)
            case Figure():
                return self.figure(block)
            case Code(lines):
                return "".join(f'<text:p text:style-name="P_code">{self.code(line)}</text:p>' for line in lines)
            case Box(blocks):
                inside = [item for item in blocks]
                return "".join(
                    self.paragraph(f"<b>{item.text}</b>" if isinstance(item, Heading) else item.text, "P_box")
                    for item in inside
                    if isinstance(item, Heading | Para)
                )
            case Columns(number, blocks):
                return self.columns(number, blocks)
            case Contents(lines):
                return "".join(self.contents_line(*line) for line in lines)
            case Break(wide):
                self.broken = "Wide" if wide else "same"
                return ""
            case Formula(mathml):
                math = f'<math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><semantics>{mathml}</semantics></math>'
                size = 'text:anchor-type="as-char" svg:width="2.4cm" svg:height="1cm"'
                return f'<text:p text:style-name="P_centre"><draw:frame {size}><draw:object>{math}</draw:object></draw:frame></text:p>'
            case Rule():
                return '<text:p text:style-name="P_rule"/>'

    def pull(self, text: str) -> str:
        """A quotation set in a frame beside the text."""
        frame = self.style(
            "F_pull",
            "graphic",
            ' style:parent-style-name="Frame"><style:graphic-properties style:wrap="left" style:horizontal-pos="right"'
            ' style:horizontal-rel="paragraph" style:vertical-pos="top" style:vertical-rel="paragraph" fo:border="none"'
            ' fo:padding="0.1cm"/>',
        )
        box = f'<draw:text-box fo:min-height="1cm"><text:p text:style-name="P_pull">{self.inline(text)}</text:p></draw:text-box>'
        shape = f'<draw:frame draw:style-name="{frame}" text:anchor-type="paragraph" svg:width="6cm">{box}</draw:frame>'
        return f'<text:p text:style-name="P_anchor">{shape}</text:p>'

    def figure(self, figure: Figure) -> str:
        """A picture and its caption."""
        data = assets.SVG.encode() if figure.kind == "vector" else assets.encoded(assets.picture())
        height = "3.2cm" if figure.kind == "vector" else "3.9cm"
        binary = f"<office:binary-data>{base64.b64encode(data).decode()}</office:binary-data>"
        image = f'<draw:image draw:mime-type="image/{"svg+xml" if figure.kind == "vector" else "png"}">{binary}</draw:image>'
        size = f'text:anchor-type="as-char" svg:width="6.4cm" svg:height="{height}"'
        frame = f'<draw:frame draw:name="Picture {next(self.numbers)}" {size}>{image}<svg:title>A drawing</svg:title></draw:frame>'
        made = f'<text:p text:style-name="P_centre">{frame}</text:p>'
        return made + (self.paragraph(figure.caption, "P_caption") if figure.caption else "")

    def code(self, line: str) -> str:
        """A line of code with its spaces kept."""
        kept = escape(line)
        indent = len(kept) - len(kept.lstrip(" "))
        return (f'<text:s text:c="{indent}"/>' if indent else "") + kept[indent:]

    def columns(self, number: int, blocks: Sequence[Block]) -> str:
        """A section of columns."""
        gaps = f'<style:columns fo:column-count="{number}" fo:column-gap="0.7cm"/>'
        name = self.style(f"S_{number}", "section", f"><style:section-properties>{gaps}</style:section-properties>")
        inside = self.blocks(blocks)
        return (
            f'<text:section text:style-name="{name}" text:name="Columns {next(self.numbers)}">{inside}</text:section>'
        )

    def contents_line(self, level: int, text: str, page: int, anchor: str) -> str:
        """A line of a table of contents: a tab with dots leads to the page."""
        line = f"{self.inline(text)}<text:tab/>{page}"
        line = f'<text:a xlink:type="simple" xlink:href="#{anchor}">{line}</text:a>' if anchor else line
        return f'<text:p text:style-name="P_contents{level}">{line}</text:p>'

    def listing(self, listing: Listing, outer: bool) -> str:
        """A list."""
        items = []
        for item in listing.items:
            text, below = item if isinstance(item, tuple) else (item, None)
            inside = self.listing(below, below.ordered != listing.ordered) if below else ""
            items.append(f"<text:list-item>{self.paragraph(text, 'P_item')}{inside}</text:list-item>")
        name = f' text:style-name="{"L_number" if listing.ordered else "L_bullet"}"' if outer else ""
        return f"<text:list{name}>{''.join(items)}</text:list>"

    def table(self, table: Table) -> str:
        """A table."""
        number = next(self.numbers)
        shares = table.widths or [10] * table.columns()
        columns = []
        for x, share in enumerate(shares):
            width = f'><style:table-column-properties style:rel-column-width="{share * 100}*"/>'
            columns.append(
                f'<table:table-column table:style-name="{self.style(f"C{number}_{x}", "table-column", width)}"/>'
            )
        mode = ' style:writing-mode="rl-tb"' if self.doc.rtl else ""
        name = self.style(
            f"Table{number}",
            "table",
            f'><style:table-properties table:align="margins" fo:margin-bottom="0.3cm" fo:margin-top="0.2cm"{mode}/>',
        )
        grid = table.grid()
        rows = [self.row(table, y, row) for y, row in enumerate(grid)]
        head = f"<table:table-header-rows>{''.join(rows[: table.head])}</table:table-header-rows>" if table.head else ""
        inside = "".join(columns) + head + "".join(rows[table.head :])
        return f'<table:table table:name="Table {number}" table:style-name="{name}">{inside}</table:table>'

    def row(self, table: Table, y: int, row: Sequence[Cell | None]) -> str:
        """A row of a table."""
        cells = []
        for x, cell in enumerate(row):
            if cell is None:
                cells.append("<table:covered-table-cell/>")
                continue
            spans = f' table:number-rows-spanned="{cell.rows}"' if cell.rows > 1 else ""
            spans += f' table:number-columns-spanned="{cell.columns}"' if cell.columns > 1 else ""
            head = y < table.head
            style = self.cell_style(table, y, cell)
            kind = "P_head" if head else "P_number" if x in table.numbers else "P_cell"
            paragraph = f'<text:p text:style-name="{kind}">{self.inline(cell.text)}</text:p>'
            cells.append(
                f'<table:table-cell table:style-name="{style}"{spans} office:value-type="string">{paragraph}</table:table-cell>'
            )
        high = any(cell and cell.turned for cell in row)
        height = ' style:min-row-height="1.9cm"' if high else ""
        content = f'><style:table-row-properties fo:keep-together="always"{height}/>'
        keep = self.style("R_high" if high else "R", "table-row", content)
        return f'<table:table-row table:style-name="{keep}">{"".join(cells)}</table:table-row>'

    def cell_style(self, table: Table, y: int, cell: Cell) -> str:
        """The style of a cell: which rules it has, and whether its text is turned."""
        line, last = "0.6pt solid #333333", len(table.rows) - 1
        if table.rules == "full":
            borders = f'fo:border="{line}"'
        elif table.rules == "partly":
            top = line if y == 0 else "none"
            bottom = line if y in (table.head - 1, last) else "none"
            borders = f'fo:border-left="none" fo:border-right="none" fo:border-top="{top}" fo:border-bottom="{bottom}"'
        else:
            borders = 'fo:border="none"'
        turned = ' style:writing-mode="bt-lr"' if cell.turned else ""
        name = f"cell_{table.rules}_{'t' if turned else ''}{y == 0:d}{y == table.head - 1:d}{y == last:d}"
        return self.style(name, "table-cell", f'><style:table-cell-properties {borders}{turned} fo:padding="0.1cm"/>')

    def inline(self, text: str) -> str:
        """Inline text."""
        return self.spans(tree(text), ())

    def spans(self, element: ElementTree.Element, marks: tuple[str, ...]) -> str:
        """What an inline element holds, with the marks on it."""
        made = [self.run(element.text, marks)]
        for child in element:
            made += [self.span(child, marks), self.run(child.tail, marks)]
        return "".join(made)

    def run(self, text: str | None, marks: tuple[str, ...]) -> str:
        """Text with marks."""
        if not text or not marks:
            return escape(text or "")
        name, content = span_style(marks)
        self.style(name, "text", content)
        return f'<text:span text:style-name="{name}">{escape(text)}</text:span>'

    def span(self, element: ElementTree.Element, marks: tuple[str, ...]) -> str:
        """An inline element."""
        tag = element.tag
        if tag in _MARKS:
            value = element.get("v")
            return self.spans(element, (*marks, f"{tag}={value}" if value else tag))
        if tag == "br":
            return "<text:line-break/>"
        if tag == "a":
            return f'<text:a xlink:type="simple" xlink:href="{escape(element.get("href", ""))}">{self.spans(element, marks)}</text:a>'
        number = next(self.notes)
        kind = "endnote" if self.doc.endnotes else "footnote"
        body = f'<text:p text:style-name="P_note">{self.inline(inner(element))}</text:p>'
        citation = f"<text:note-citation>{number}</text:note-citation><text:note-body>{body}</text:note-body>"
        return f'<text:note text:id="note{number}" text:note-class="{kind}">{citation}</text:note>'
