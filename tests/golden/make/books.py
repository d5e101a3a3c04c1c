"""The books: MOBI6 and KF8."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from . import assets, docs_lists, docs_tables, docs_text, docs_world, html
from .mobi import Book, kf8, mobi6
from .model import Block, Break, Doc, Heading, Listing, Para, claims, plain
from .produce import File
from .prose import prose

_CHAPTERS: list[Block] = [
    Heading(1, "The Lamp Keeper"),
    Para("by Ida Holm"),
    Para('<a href="#one">The Mist</a>'),
    Para('<a href="#two">The Thaw</a>'),
    Break(),
    Heading(2, "The Mist", "one"),
    Para(prose("mist", 4)),
    Heading(3, "At the Weir", "weir"),
    Para(prose("weir", 3)),
    Break(),
    Heading(2, "The Thaw", "two"),
    Para(prose("thaw", 4)),
    Para('All this was told in <a href="#one">the first part</a>.'),
]
_CONTENTS = [("The Mist", "one", 0, None), ("The Thaw", "two", 0, None), ("At the Weir", "weir", 1, 0)]
_LISTS: list[Block] = [
    Heading(1, "Stores"),
    Para("The store holds:"),
    docs_lists.NESTED,
    Para("Then, in this order:"),
    Listing(["sweep the floor", "count the sacks", "lock the door"], True),
    Para(prose("stores", 2)),
]
_TABLE: list[Block] = [
    Heading(1, "Sheep and Goats"),
    *docs_tables.around(docs_tables.Table(docs_tables.COLSPANS), "book table"),
]
_STYLES: list[Block] = [Heading(1, "Words of Many Kinds"), *docs_text.STYLES, *docs_text.LEVELS]
_LATIN: list[Block] = [
    Heading(1, "Über die Brücke"),
    Para("Der Fährmann aß süße Äpfel – „nur drei“, sagte er – und zählte die Taue."),
    Para("Das Café am Hafen schloß früh."),
]


def pages(blocks: Sequence[Block], name: str = "book") -> list[str]:
    """The blocks as pieces of XHTML, one for each page."""
    writer = html.Writer(Doc(name, blocks, []))
    parts: list[list[Block]] = [[]]
    for block in blocks:
        if isinstance(block, Break):
            parts.append([])
        else:
            parts[-1].append(block)
    return [writer.blocks(part).replace("<br>", "<br/>").replace(" class=''", "") for part in parts]


def book(
    make: Callable[..., Book], name: str, blocks: Sequence[Block], contents: Sequence = (), **options: object
) -> Callable[[], File]:
    """A book of blocks."""
    return lambda: (make(name, pages(blocks), contents, **options).file(), claims(Doc(name, blocks, [])))


def raw(
    make: Callable[..., Book],
    name: str,
    text: str | list[str],
    lines: list[str],
    contents: Sequence = (),
    **options: object,
) -> Callable[[], File]:
    """A book of markup written by hand."""
    return lambda: (make(name, [text] if isinstance(text, str) else text, contents, **options).file(), lines)


_NOTE_TEXTS = ["The bell was cast in Dunsby.", "The tide table gives another hour."]
_NOTE_PARAS = [prose("book note one", 3), prose("book note two", 3)]
_NOTES_HTML = [
    "<h1>On Bells</h1>"
    + "".join(f"<p>{text}<sup><a id='r{n}' href='#n{n}'>{n}</a></sup></p>" for n, text in enumerate(_NOTE_PARAS, 1)),
    "<h2>Notes</h2>"
    + "".join(f"<p id='n{n}'><a href='#r{n}'>{n}</a>. {text}</p>" for n, text in enumerate(_NOTE_TEXTS, 1)),
]
_NOTES_CLAIMS = [
    "heading 1: On Bells",
    *[
        line
        for text, note in zip(_NOTE_PARAS, _NOTE_TEXTS, strict=True)
        for line in (f"paragraph: {text}", f"note: {note}")
    ],
    "heading 2: Notes",
]
_ASIDE_HTML = (
    "<h1>On Bells</h1>"
    + "".join(
        f"<p>{text}<a epub:type='noteref' id='r{n}' href='#n{n}'><sup>{n}</sup></a></p>"
        for n, text in enumerate(_NOTE_PARAS, 1)
    )
    + "".join(
        f"<aside epub:type='footnote' id='n{n}'><p><a href='#r{n}'>{n}</a> {text}</p></aside>"
        for n, text in enumerate(_NOTE_TEXTS, 1)
    )
)
_STANZAS = [block.text for block in docs_text.POEM[2:] if isinstance(block, Para)]
_POEM_6 = (
    "<p align='center'><font size='5'><b>Four Oars</b></font></p><p align='center'><i>by Ida Holm</i></p>"
    + "".join(f"<p width='2em' height='1em'>{text}</p>" for text in _STANZAS)
    + "<p align='right' height='2em'>Dunsby, in spring</p>"
)
_POEM_CLAIMS = [
    "paragraph: by Ida Holm",
    *[f"paragraph: {plain(text)}" for text in _STANZAS],
    "paragraph: Dunsby, in spring",
]
_SHEET = """
h1 { text-align: center; font-variant: small-caps; page-break-before: always }
p { margin: 0; text-indent: 1.5em } .first { text-indent: 0 } .first:first-letter { font-size: 3em; float: left }
.poem { margin: 1em 0 1em 3em; text-indent: 0 } .by { text-align: center; font-style: italic } .end { text-align: right }
.em { font-weight: bold; color: #884422 } @media amzn-mobi { .em { color: #00ff00 } }
"""
_SHEET_HTML = f"<h1>The Long Night</h1><p class='first'>{prose('sheet one', 3)}</p><p>The keeper was <span class='em'>awake</span> by then. {prose('sheet two', 2)}</p>"
_RUBY_HTML = "<h1>川の町</h1><p>朝、<ruby>老人<rt>ろうじん</rt></ruby>は<ruby>灯<rt>あか</rt></ruby>りをともした。</p><p>午後には雨が降った。</p>"
_PICTURE = "<h1>The Toll House</h1><p>{0}</p><p>{1}</p><p>{2}</p>"
_PICTURE_TEXTS = [prose("book picture one", 2), prose("book picture two", 2)]
_PICTURE_CLAIMS = [
    "heading 1: The Toll House",
    f"paragraph: {_PICTURE_TEXTS[0]}",
    "picture",
    f"paragraph: {_PICTURE_TEXTS[1]}",
]
_JPEG = assets.encoded(assets.picture(120, 80), "JPEG")
_OLD_HEADINGS = (
    f"<p id='one'><font size='6'><b>The Mist</b></font></p><p>{prose('old one', 3)}</p><mbp:pagebreak/>"
    f"<p id='two'><font size='6'><b>The Thaw</b></font></p><p>{prose('old two', 3)}</p>"
)
_OLD_CLAIMS = [
    "heading 1: The Mist",
    f"paragraph: {prose('old one', 3)}",
    "heading 1: The Thaw",
    f"paragraph: {prose('old two', 3)}",
]

FILES: dict[str, Callable[[], File]] = {
    "headings-contents-mobi6.mobi": book(mobi6, "The Lamp Keeper", _CHAPTERS, _CONTENTS),
    "headings-contents-kf8.mobi": book(kf8, "The Lamp Keeper", _CHAPTERS, _CONTENTS),
    "headings-by-contents-mobi6.mobi": raw(mobi6, "Old Headings", _OLD_HEADINGS, _OLD_CLAIMS, _CONTENTS[:2]),
    "lists-nested-mobi6.mobi": book(mobi6, "Stores", _LISTS),
    "lists-nested-kf8.mobi": book(kf8, "Stores", _LISTS),
    "table-mobi6.mobi": book(mobi6, "Sheep and Goats", _TABLE),
    "table-kf8.mobi": book(kf8, "Sheep and Goats", _TABLE),
    "footnote-links-mobi6.mobi": raw(mobi6, "On Bells", _NOTES_HTML, _NOTES_CLAIMS),
    "footnote-links-kf8.mobi": raw(kf8, "On Bells", _NOTES_HTML, _NOTES_CLAIMS),
    "footnote-asides-kf8.mobi": raw(
        kf8, "On Bells", _ASIDE_HTML, _NOTES_CLAIMS[:-1], attributes=' xmlns:epub="http://www.idpf.org/2007/ops"'
    ),
    "poem-mobi6.mobi": raw(mobi6, "Four Oars", _POEM_6, ["paragraph: Four Oars", *_POEM_CLAIMS]),
    "poem-kf8.mobi": raw(
        kf8,
        "Four Oars",
        "<h1>Four Oars</h1><p class='by'>by Ida Holm</p>"
        + "".join(f"<p class='poem'>{text}</p>" for text in _STANZAS)
        + "<p class='end'>Dunsby, in spring</p>",
        ["heading 1: Four Oars", *_POEM_CLAIMS],
        sheet=_SHEET,
    ),
    "hebrew-mobi6.mobi": book(mobi6, "Small Harbour", docs_world.HEBREW, language="he"),
    "hebrew-kf8.mobi": book(
        kf8,
        "Small Harbour",
        [*docs_world.HEBREW, docs_world.HEBREW_TABLE[1]],
        language="he",
        attributes=' dir="rtl" lang="he"',
    ),
    "chinese-mobi6.mobi": book(mobi6, "River Town", docs_world.CHINESE, language="zh"),
    "chinese-kf8.mobi": book(kf8, "River Town", docs_world.CHINESE, language="zh", packed=False),
    "picture-mobi6.mobi": raw(
        mobi6,
        "The Toll House",
        _PICTURE.format(_PICTURE_TEXTS[0], "<img recindex='00001' alt='A house'/>", _PICTURE_TEXTS[1]),
        _PICTURE_CLAIMS,
        pictures=[_JPEG],
    ),
    "picture-kf8.mobi": raw(
        kf8,
        "The Toll House",
        _PICTURE.format(
            _PICTURE_TEXTS[0], "<img src='kindle:embed:0001?mime=image/jpg' alt='A house'/>", _PICTURE_TEXTS[1]
        ),
        _PICTURE_CLAIMS,
        pictures=[_JPEG],
    ),
    "style-sheet-kf8.mobi": raw(
        kf8,
        "The Long Night",
        _SHEET_HTML,
        [
            "heading 1: The Long Night",
            f"paragraph: {prose('sheet one', 3)}",
            f"paragraph: The keeper was awake by then. {prose('sheet two', 2)}",
        ],
        sheet=_SHEET,
    ),
    "character-styles-kf8.mobi": book(kf8, "Words", _STYLES, sheet=".sc { font-variant: small-caps }"),
    "character-styles-mobi6.mobi": book(mobi6, "Words", _STYLES),
    "ruby-kf8.mobi": raw(
        kf8,
        "River Town",
        _RUBY_HTML,
        ["heading 1: 川の町", "paragraph: 朝、老人は灯りをともした。", "paragraph: 午後には雨が降った。"],
        language="ja",
    ),
    "windows-1252-mobi6.mobi": book(mobi6, "Bridge", _LATIN, codepage=1252, language="de", packed=False),
}
