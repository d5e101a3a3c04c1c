"""Documents as HTML, for WeasyPrint and Chromium."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import count
from xml.etree import ElementTree

from . import assets
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
    spans,
    tree,
)

SIZES = {"A4": (210, 297), "A5": (148, 210), "slide": (190, 254)}

_SHEET = """
body { margin: 0; } p { margin: 0 0 0.6em; }
h1 { font-size: 1.8em; } h2 { font-size: 1.4em; } h3 { font-size: 1.15em; } h1, h2, h3, h4 { margin: 0.8em 0 0.4em; break-after: avoid; }
table { border-collapse: collapse; margin: 0.5em 0 1em; width: 100%; } td, th { padding: 2pt 5pt; vertical-align: top; text-align: start; }
table.full td, table.full th { border: 0.6pt solid #333; } table.partly tr.head > * { border-bottom: 0.8pt solid #333; }
table.partly { border-top: 0.8pt solid #333; border-bottom: 0.8pt solid #333; } td.number { text-align: right; }
thead { display: table-header-group; } tr { break-inside: avoid; }
figure { margin: 0.8em 0; text-align: center; break-inside: avoid; } figcaption { font-size: 0.85em; font-style: italic; margin-top: 0.3em; }
pre { font: 9pt/1.35 'Liberation Mono'; margin: 0.5em 0 1em; } code { font-family: 'Liberation Mono'; font-size: 0.9em; }
.box { border: 1pt solid #47a; background: #e4eef8; padding: 6pt 9pt; margin: 0.8em 0; }
.centre { text-align: center; } .right { text-align: right; } .quote { margin: 0 2em 0.8em; font-style: italic; }
.pull { float: right; width: 38%; font-size: 1.35em; font-weight: bold; color: #844; margin: 0 0 0.4em 1em; }
.drop::first-letter { float: left; font-size: 3.35em; line-height: 0.8; padding: 0.06em 0.08em 0 0; }
.verse { margin: 0 0 1em 3em; } .small { font-size: 0.8em; } .lead { font-size: 1.2em; } .sc { font-variant: small-caps; }
.turned { vertical-align: bottom; } .turned span { writing-mode: sideways-lr; }
.line { display: flex; } .line a, .line .name { text-decoration: none; color: inherit; white-space: nowrap; }
.line .dots { flex: 1; overflow: hidden; white-space: nowrap; height: 1.35em; direction: rtl; }
.leader::after { content: leader('. ') attr(data-page); } .leader a { text-decoration: none; color: inherit; }
.note { float: footnote; font-size: 0.8em; } sup, sub { font-size: 0.65em; line-height: 0; }
"""


def margin_box(place: str, text: str) -> str:
    """A rule for a running head or foot; `#` is the page number."""
    parts = text.split("#")
    content = " counter(page) ".join(f'"{part}"' if part else "" for part in parts)
    return f"@{place} {{ content: {content}; font-size: 9pt; }}"


def page_rules(doc: Doc) -> str:
    """Rules for the size of pages and for running heads and feet."""
    width, height = SIZES[doc.page] if not doc.wide else SIZES[doc.page][::-1]
    margin = 18 if doc.page != "A5" else 14
    boxes = [margin_box("top-center", doc.header)] if doc.header else []
    boxes += [margin_box("bottom-center", doc.footer)] if doc.footer else []
    rules = f"@page {{ size: {width}mm {height}mm; margin: {margin}mm; {' '.join(boxes)} }}"
    first = [(doc.first_header, "top-center"), (doc.first_footer, "bottom-center")]
    boxes = [margin_box(place, text or " ") for text, place in first if text is not None]
    rules += f"@page :first {{ {' '.join(boxes)} }}" if boxes else ""
    wide, high = max(SIZES[doc.page]), min(SIZES[doc.page])
    return rules + f"@page wide {{ size: {wide}mm {high}mm; }} .wide {{ page: wide; }}"


class Writer:
    """Writes one document."""

    def __init__(self, doc: Doc, leaders: bool = False) -> None:
        self.doc = doc
        # Whether the producer knows `leader()`; others get dots that are cut off.
        self.leaders = leaders
        self.notes: list[str] = []
        self.numbers = count(1)

    def page(self) -> str:
        """The whole page."""
        doc = self.doc
        style = f"font: {doc.size}pt/1.35 '{doc.font}', 'Droid Sans Fallback', 'DejaVu Sans'; "
        style += "text-align: justify; " if doc.justify else ""
        style += "hyphens: auto; " if doc.hyphens else "hyphens: manual; "
        style += f"background: {doc.ground}; " if doc.ground else ""
        style += f"color: {doc.ink}; " if doc.ink else ""
        sheet = f"{_SHEET} {page_rules(doc)} html {{ {style} }} {doc.css}"
        body: list[str] = []
        pages: list[list[Block]] = [[]]
        for block in doc.blocks:
            if isinstance(block, Break):
                pages.append([block])
            else:
                pages[-1].append(block)
        for number, blocks in enumerate(pages):
            wide = " class='wide'" if blocks and isinstance(blocks[0], Break) and blocks[0].wide else ""
            apart = " style='break-before: page'" if number else ""
            body.append(f"<div{wide}{apart}>{self.blocks(blocks)}</div>")
        body.append(self.endnotes())
        direction = " dir='rtl'" if doc.rtl else ""
        head = f"<meta charset='utf-8'><title>{escape(doc.name)}</title><style>{sheet}</style>"
        return f"<!DOCTYPE html><html lang='{doc.language}'{direction}><head>{head}</head><body>{''.join(body)}</body></html>"

    def endnotes(self) -> str:
        """The notes at the end."""
        lines = [f"<p class='small' id='note{n}'>{n}. {note}</p>" for n, note in enumerate(self.notes, 1)]
        return "".join(["<hr>", *lines]) if lines else ""

    def blocks(self, blocks: Sequence[Block]) -> str:
        """Blocks, one after the other."""
        return "".join(self.block(block) for block in blocks)

    def block(self, block: Block) -> str:
        """A block."""
        match block:
            case Heading(level, text, anchor):
                anchor = f" id='{anchor}'" if anchor else ""
                return f"<h{level}{anchor}>{self.inline(text)}</h{level}>"
            case Para(text, style):
                return f"<p class='{style}'>{self.inline(text)}</p>"
            case Listing(items, ordered):
                tag = "ol" if ordered else "ul"
                return f"<{tag}>{''.join(self.item(item) for item in items)}</{tag}>"
            case Table():
                return self.table(block)
            case Figure(kind, caption):
                source = assets.svg_uri() if kind == "vector" else assets.png_uri()
                words = f"<figcaption>{self.inline(caption)}</figcaption>" if caption else ""
                return f"<figure><img alt='A drawing' width='240' src='{source}'>{words}</figure>"
            case Code(lines):
                return f"<pre>{escape(chr(10).join(lines))}</pre>"
            case Box(blocks):
                return f"<div class='box'>{self.blocks(blocks)}</div>"
            case Columns(number, blocks, fill):
                kind = "column-fill: auto; height: 150mm; " if fill else ""
                return f"<div style='columns: {number}; column-gap: 7mm; {kind}'>{self.blocks(blocks)}</div>"
            case Contents(lines):
                return "".join(self.contents_line(*line) for line in lines)
            case Rule():
                return "<hr>"
            case Formula(mathml):
                return f"<p class='centre'><math display='block'>{mathml}</math></p>"
            case _:
                return ""

    def contents_line(self, level: int, text: str, page: int, anchor: str) -> str:
        """A line of a table of contents: the text, dots, the page."""
        name = f"<a href='#{anchor}'>{text}</a>" if anchor else f"<span class='name'>{text}</span>"
        indent = f"padding-left: {(level - 1) * 1.5}em"
        if self.leaders:
            return f"<div class='leader' style='{indent}' data-page='{page}'>{name}</div>"
        return f"<div class='line' style='{indent}'>{name}<span class='dots'>{' .' * 90}</span><span>&#160;{page}</span></div>"

    def item(self, item: str | tuple[str, Listing]) -> str:
        """An item of a list."""
        text, below = item if isinstance(item, tuple) else (item, None)
        return f"<li>{self.inline(text)}{self.block(below) if below else ''}</li>"

    def table(self, table: Table) -> str:
        """A table."""
        rows = [self.row(row, y < table.head, table) for y, row in enumerate(table.grid())]
        shares = "".join(f"<col style='width: {share}%'>" for share in table.widths)
        head = f"<thead>{''.join(rows[: table.head])}</thead>" if table.head else ""
        return f"<table class='{table.rules}'>{shares}{head}<tbody>{''.join(rows[table.head :])}</tbody></table>"

    def row(self, row: Sequence[Cell | None], head: bool, table: Table) -> str:
        """A row of a table."""
        cells = []
        for x, cell in enumerate(row):
            if cell is None:
                continue
            spans = f" rowspan='{cell.rows}'" if cell.rows > 1 else ""
            spans += f" colspan='{cell.columns}'" if cell.columns > 1 else ""
            kind = " class='turned'" if cell.turned else " class='number'" if x in table.numbers and not head else ""
            text = self.inline(cell.text)
            text = f"<span>{text}</span>" if cell.turned else text
            tag = "th" if head else "td"
            cells.append(f"<{tag}{spans}{kind}>{text}</{tag}>")
        return f"<tr{' class=head' if head else ''}>{''.join(cells)}</tr>"

    def inline(self, text: str) -> str:
        """Inline text."""
        return self.spans(tree(text))

    def spans(self, element: ElementTree.Element) -> str:
        """What an inline element holds."""
        return spans(element, self.span)

    def span(self, element: ElementTree.Element) -> str:
        """An inline element."""
        inside = self.spans(element) if element.tag != "note" else self.inline(inner(element))
        match element.tag:
            case "br":
                return "<br>"
            case "sc":
                return f"<span class='sc'>{inside}</span>"
            case "c":
                return f"<span style='color: {element.get('v')}'>{inside}</span>"
            case "bg":
                return f"<span style='background: {element.get('v')}'>{inside}</span>"
            case "a":
                return f"<a href='{escape(element.get('href', ''))}'>{inside}</a>"
            case "note" if self.doc.endnotes:
                self.notes.append(inside)
                return f"<sup><a href='#note{len(self.notes)}'>{len(self.notes)}</a></sup>"
            case "note":
                return f"<span class='note'>{inside}</span>"
            case tag:
                return f"<{tag}>{inside}</{tag}>"
