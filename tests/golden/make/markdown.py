"""Documents as Markdown: CommonMark with the tables, notes and struck text of GitHub."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

from . import assets
from .model import Block, Code, Contents, Doc, Figure, Heading, Listing, Para, Rule, Table, inner, plain, tree

_AROUND = {"b": "**", "i": "*", "s": "~~"}


class Writer:
    """Writes one document."""

    def __init__(self, doc: Doc) -> None:
        self.doc = doc
        self.notes: list[str] = []
        headings = [block for block in doc.blocks if isinstance(block, Heading) and block.anchor]
        self.slugs = {heading.anchor: slug(plain(heading.text)) for heading in headings}

    def page(self) -> str:
        """The whole document."""
        blocks = [self.block(block) for block in self.doc.blocks]
        notes = [f"[^{number}]: {text}" for number, text in enumerate(self.notes, 1)]
        return "\n\n".join([*blocks, *notes]) + "\n"

    def block(self, block: Block) -> str:
        """A block."""
        match block:
            case Heading(level, text):
                return f"{'#' * level} {self.inline(text)}"
            case Para(text, "quote"):
                return f"> {self.inline(text)}"
            case Para(text):
                return self.inline(text)
            case Listing():
                return "\n".join(self.listing(block, ""))
            case Table():
                return self.table(block)
            case Figure(_, caption):
                return f"![{plain(caption)}]({assets.png_uri()})"
            case Code(lines):
                return "\n".join(["```", *lines, "```"])
            case Contents(lines):
                return "  \n".join(f"[{text}](#{self.slugs[anchor]}) {page}" for _, text, page, anchor in lines)
            case Rule():
                return "---"
            case _:
                raise ValueError(f"Markdown has no {type(block).__name__}")

    def listing(self, listing: Listing, indent: str) -> Sequence[str]:
        """The lines of a list."""
        lines = []
        for number, item in enumerate(listing.items, 1):
            text, below = item if isinstance(item, tuple) else (item, None)
            mark = f"{number}. " if listing.ordered else "- "
            lines.append(f"{indent}{mark}{self.inline(text)}")
            lines += self.listing(below, indent + " " * len(mark)) if below else []
        return lines

    def table(self, table: Table) -> str:
        """A table without spans."""
        rows = ["| " + " | ".join(self.inline(cell.text) for cell in row) + " |" for row in table.cells()]
        columns = ["---:" if x in table.numbers else "---" for x in range(table.columns())]
        return "\n".join([rows[0], f"| {' | '.join(columns)} |", *rows[1:]])

    def inline(self, text: str) -> str:
        """Inline text."""
        return self.spans(tree(text))

    def spans(self, element: ElementTree.Element) -> str:
        """What an inline element holds."""
        parts = [element.text or ""]
        for child in element:
            parts += [self.span(child), child.tail or ""]
        return "".join(parts)

    def span(self, element: ElementTree.Element) -> str:
        """An inline element; what Markdown has no sign for is HTML."""
        inside = self.spans(element)
        match element.tag:
            case tag if tag in _AROUND:
                return f"{_AROUND[tag]}{inside}{_AROUND[tag]}"
            case "br":
                return "\\\n"
            case "code":
                return f"`{inside}`"
            case "a":
                href = element.get("href", "")
                return f"[{inside}]({'#' + self.slugs[href[1:]] if href.startswith('#') else href})"
            case "note":
                self.notes.append(self.inline(inner(element)))
                return f"[^{len(self.notes)}]"
            case "c" | "bg":
                what = "color" if element.tag == "c" else "background"
                return f'<span style="{what}: {element.get("v")}">{inside}</span>'
            case "sc":
                return f'<span style="font-variant: small-caps">{inside}</span>'
            case tag:
                return f"<{tag}>{inside}</{tag}>"


def slug(title: str) -> str:
    """The name that a heading has for links, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
