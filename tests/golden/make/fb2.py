"""Documents as FictionBook 2."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from html import escape
from xml.etree import ElementTree

from . import assets
from .model import Block, Cell, Code, Doc, Figure, Heading, Para, Rule, Table, inner, spans, tree

_HEAD = (
    '<?xml version="1.0" encoding="utf-8"?>\n'
    '<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink">\n'
    "<description><title-info><genre>prose</genre><author><first-name>Ida</first-name><last-name>Holm</last-name></author>"
    "<book-title>{name}</book-title><lang>{language}</lang></title-info>"
    "<document-info><author><nickname>ida</nickname></author><date>2024-01-01</date><id>{name}</id>"
    "<version>1.0</version></document-info></description>\n"
)
_NAMES = {"b": "strong", "i": "emphasis", "s": "strikethrough", "sup": "sup", "sub": "sub", "code": "code"}


class Writer:
    """Writes one document."""

    def __init__(self, doc: Doc) -> None:
        self.doc = doc
        self.notes: list[str] = []
        self.pictures: list[bytes] = []

    def page(self) -> str:
        """The whole document."""
        body = f"<body>\n{self.sections(list(self.doc.blocks), 1)}</body>\n"
        notes = "".join(
            f"<section id='n{n}'><title><p>{n}</p></title><p>{text}</p></section>\n"
            for n, text in enumerate(self.notes, 1)
        )
        body += f"<body name='notes'>\n{notes}</body>\n" if notes else ""
        for number, data in enumerate(self.pictures, 1):
            text = base64.b64encode(data).decode()
            body += f"<binary id='p{number}' content-type='image/png'>{text}</binary>\n"
        return _HEAD.format(name=self.doc.name, language=self.doc.language) + body + "</FictionBook>\n"

    def sections(self, blocks: Sequence[Block], level: int) -> str:
        """Blocks in sections, one for each heading of a level; what comes before the first is one too."""
        parts: list[list[Block]] = [[]]
        for block in blocks:
            if isinstance(block, Heading) and block.level == level:
                parts.append([])
            parts[-1].append(block)
        return "".join(self.section(part, level) for part in parts if part)

    def section(self, blocks: Sequence[Block], level: int) -> str:
        """A section: its title, its text and what lies below it."""
        anchor, title = "", ""
        if isinstance(blocks[0], Heading) and blocks[0].level == level:
            anchor = f" id='{blocks[0].anchor}'" if blocks[0].anchor else ""
            title = f"<title><p>{self.inline(blocks[0].text)}</p></title>\n"
            blocks = blocks[1:]
        deeper = next((at for at, block in enumerate(blocks) if isinstance(block, Heading)), len(blocks))
        text = "".join(self.block(block) for block in blocks[:deeper])
        # A section holds text or sections: text before the first section is one of its own.
        text = f"<section>\n{text}</section>\n" if text and deeper < len(blocks) else text
        below = self.sections(blocks[deeper:], level + 1) if deeper < len(blocks) else ""
        return f"<section{anchor}>\n{title}{text}{below}</section>\n"

    def block(self, block: Block) -> str:
        """A block."""
        match block:
            case Para(text, "quote"):
                return f"<cite><p>{self.inline(text)}</p></cite>\n"
            case Para(text, "verse") if "<br/>" in text:
                lines = "".join(f"<v>{self.inline(line)}</v>" for line in text.split("<br/>"))
                return f"<poem><stanza>{lines}</stanza></poem>\n"
            case Para(text):
                return f"<p>{self.inline(text)}</p>\n"
            case Table():
                rows = "".join(self.row(row, y < block.head) for y, row in enumerate(block.cells()))
                return f"<table>{rows}</table>\n"
            case Figure(_, caption):
                self.pictures.append(assets.encoded(assets.picture()))
                words = f" title='{escape(caption)}'" if caption else ""
                return f"<image l:href='#p{len(self.pictures)}'{words}/>\n"
            case Code(lines):
                return "".join(f"<p><code>{escape(line)}</code></p>\n" for line in lines)
            case Rule():
                return "<empty-line/>\n"
            case _:
                raise ValueError(f"FB2 has no {type(block).__name__}")

    def row(self, row: Sequence[Cell], head: bool) -> str:
        """A row of a table."""
        tag = "th" if head else "td"

        def cell(cell: Cell) -> str:
            size = f" rowspan='{cell.rows}'" if cell.rows > 1 else ""
            size += f" colspan='{cell.columns}'" if cell.columns > 1 else ""
            return f"<{tag}{size}>{self.inline(cell.text)}</{tag}>"

        return f"<tr>{''.join(map(cell, row))}</tr>"

    def inline(self, text: str) -> str:
        """Inline text."""
        return spans(tree(text), self.span)

    def span(self, element: ElementTree.Element) -> str:
        """An inline element; the others are not in FB2."""
        match element.tag:
            case "note":
                self.notes.append(self.inline(inner(element)))
                return f"<a l:href='#n{len(self.notes)}' type='note'>{len(self.notes)}</a>"
            case "a":
                return f"<a l:href='{escape(element.get('href', ''))}'>{spans(element, self.span)}</a>"
            case tag if tag in _NAMES:
                return f"<{_NAMES[tag]}>{spans(element, self.span)}</{_NAMES[tag]}>"
            case _:
                return spans(element, self.span)
