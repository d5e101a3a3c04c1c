"""A small model of documents, from which the files and their claims are both made.

Inline text is a string of well-formed XML with these elements: `b`, `i`, `u`, `s`, `sup`, `sub`,
`sc` (small capitals), `code`, `a` (with `href`), `c` (with `v`, a colour), `bg` (with `v`, a
background), `br`, and `note` (a foot- or endnote stands here). A soft hyphen may stand in words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from xml.etree import ElementTree

SOFT_HYPHEN = "\u00ad"


def tree(text: str) -> ElementTree.Element:
    """The inline text as an element."""
    return ElementTree.fromstring(f"<x>{text}</x>")


def spans(element: ElementTree.Element, span: Callable[[ElementTree.Element], str]) -> str:
    """What an inline element holds, as markup: text escaped, elements by `span`."""
    made = [escape(element.text or "")]
    for child in element:
        made += [span(child), escape(child.tail or "")]
    return "".join(made)


def plain(text: str) -> str:
    """The inline text without its elements, notes and soft hyphens, in single spaces."""

    def walk(element: ElementTree.Element) -> Iterator[str]:
        yield element.text or ""
        for child in element:
            if child.tag == "br":
                yield " "
            elif child.tag != "note":
                yield from walk(child)
            yield child.tail or ""

    return " ".join("".join(walk(tree(text))).replace(SOFT_HYPHEN, "").split())


def bare(element: ElementTree.Element) -> str:
    """The element as text, without what follows it."""
    return ElementTree.tostring(untailed(element), encoding="unicode")


def inner(element: ElementTree.Element) -> str:
    """What an element holds, as inline text."""
    whole = bare(element)
    return whole[whole.index(">") + 1 : whole.rindex("</")] if "</" in whole else ""


def untailed(element: ElementTree.Element) -> ElementTree.Element:
    """A copy of the element without the text that follows it."""
    copy = ElementTree.Element(element.tag, element.attrib)
    copy.text = element.text
    copy.extend(list(element))
    return copy


def inline_claims(text: str, titles: dict[str, str]) -> list[str]:
    """Claims about the links and notes of an inline text."""
    claims = []
    for element in tree(text).iter():
        content = bare(element)
        if element.tag == "a":
            href = element.get("href", "")
            target = "#" + titles.get(href[1:], href[1:]) if href.startswith("#") else href
            claims.append(f"link: {plain(content)} -> {target}")
        elif element.tag == "note":
            claims.append(f"note: {plain(inner(element))}")
    return claims


@dataclass(frozen=True)
class Heading:
    """A heading; `anchor` is what links lead to."""

    level: int
    text: str
    anchor: str = ""


@dataclass(frozen=True)
class Para:
    """A paragraph. `style` names how it looks: centre, right, quote, pull, drop, verse, small, lead."""

    text: str
    style: str = ""


@dataclass(frozen=True)
class Listing:
    """A list; an item is its text, or its text and the list below it."""

    items: Sequence[str | tuple[str, Listing]]
    ordered: bool = False


@dataclass(frozen=True)
class Cell:
    """A cell of a table; `turned` text runs upwards."""

    text: str
    rows: int = 1
    columns: int = 1
    turned: bool = False


@dataclass(frozen=True)
class Table:
    """A table. `rules` is full, partly (only level lines) or none; `widths` are shares."""

    rows: Sequence[Sequence[str | Cell]]
    rules: str = "full"
    head: int = 1
    widths: Sequence[int] = ()
    numbers: Sequence[int] = ()

    def cells(self) -> list[list[Cell]]:
        """The cells, row by row, covered ones left out."""
        return [[cell if isinstance(cell, Cell) else Cell(cell) for cell in row] for row in self.rows]

    def columns(self) -> int:
        """How many columns there are: the first row is never covered from above."""
        return sum(cell.columns for cell in self.cells()[0])

    def grid(self) -> list[list[Cell | None]]:
        """The cells in all places; `None` where a span covers one."""
        width = self.columns()
        taken: set[tuple[int, int]] = set()
        lines: list[list[Cell | None]] = []
        for y, row in enumerate(self.cells()):
            line: list[Cell | None] = [None] * width
            rest = iter(row)
            for x in range(width):
                if (y, x) in taken:
                    continue
                cell = next(rest)
                line[x] = cell
                taken |= {(y + dy, x + dx) for dy in range(cell.rows) for dx in range(cell.columns)}
            lines.append(line)
        return lines


@dataclass(frozen=True)
class Figure:
    """A picture, `raster` or `vector`, and what is said under it."""

    kind: str
    caption: str = ""


@dataclass(frozen=True)
class Code:
    """Lines in a fixed-pitch face."""

    lines: Sequence[str]


@dataclass(frozen=True)
class Box:
    """Blocks in a frame with a coloured ground."""

    blocks: Sequence[Block]


@dataclass(frozen=True)
class Columns:
    """Blocks in columns of equal width."""

    count: int
    blocks: Sequence[Block]
    fill: bool = False


@dataclass(frozen=True)
class Contents:
    """Lines of a table of contents: level, text, page, anchor (empty: no link)."""

    lines: Sequence[tuple[int, str, int, str]]


@dataclass(frozen=True)
class Break:
    """A new page; `wide` says that it lies on its side."""

    wide: bool = False


@dataclass(frozen=True)
class Rule:
    """A line across the text."""


@dataclass(frozen=True)
class Formula:
    """A formula in MathML, on a line of its own; nothing is claimed of it."""

    mathml: str


Block = Heading | Para | Listing | Table | Figure | Code | Box | Columns | Contents | Break | Rule | Formula


@dataclass
class Doc:
    """A document and how it is set."""

    name: str
    blocks: Sequence[Block]
    producers: Sequence[str]
    page: str = "A4"
    wide: bool = False
    font: str = "Liberation Serif"
    size: float = 11
    language: str = "en"
    rtl: bool = False
    justify: bool = False
    hyphens: bool = False
    header: str = ""
    footer: str = ""
    first_header: str | None = None
    first_footer: str | None = None
    endnotes: bool = False
    ground: str = ""
    ink: str = ""
    css: str = ""
    claims: list[str] | None = field(default=None)


def claims(doc: Doc) -> list[str]:
    """What is claimed of a document: running heads first, running feet last."""
    if doc.claims is not None:
        return doc.claims
    titles = {block.anchor: plain(block.text) for block in flat(doc.blocks) if isinstance(block, Heading)}
    heads = [f"header: {text}" for text in (doc.first_header, doc.header) if text]
    feet = [f"footer: {text}" for text in (doc.first_footer, doc.footer) if text]
    return heads + [line for block in doc.blocks for line in block_claims(block, titles)] + feet


def flat(blocks: Sequence[Block]) -> Iterator[Block]:
    """All blocks, those in boxes and columns too."""
    for block in blocks:
        yield block
        if isinstance(block, Box | Columns):
            yield from flat(block.blocks)


def block_claims(block: Block, titles: dict[str, str]) -> list[str]:
    """What is claimed of a block."""
    match block:
        case Heading():
            return [f"heading {block.level}: {plain(block.text)}", *inline_claims(block.text, titles)]
        case Para():
            return [f"paragraph: {plain(block.text)}", *inline_claims(block.text, titles)]
        case Listing():
            return list(list_claims(block, 1, titles))
        case Table():
            rows = ["row: " + " | ".join(plain(cell.text) for cell in row) for row in block.cells()]
            links = [line for row in block.cells() for cell in row for line in inline_claims(cell.text, titles)]
            return [f"table: {len(rows)} x {block.columns()}", *rows, *links]
        case Figure():
            return ["picture"] + ([f"caption: {plain(block.caption)}"] if block.caption else [])
        case Code():
            return [f"code: {line}" for line in block.lines]
        case Box() | Columns():
            return [line for inside in block.blocks for line in block_claims(inside, titles)]
        case Contents():
            lines = []
            for _, text, page, anchor in block.lines:
                lines.append(f"paragraph: {plain(text)} {page}")
                lines += [f"link: {plain(text)} -> #{titles.get(anchor, anchor)}"] if anchor else []
            return lines
        case _:
            return []


def list_claims(listing: Listing, level: int, titles: dict[str, str]) -> Iterator[str]:
    """What is claimed of a list and the lists in it."""
    for item in listing.items:
        text, below = item if isinstance(item, tuple) else (item, None)
        yield f"item {level}: {plain(text)}"
        yield from inline_claims(text, titles)
        if below:
            yield from list_claims(below, level + 1, titles)
