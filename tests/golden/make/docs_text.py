"""Documents of running text: paragraphs, columns, headings, character styles."""

from __future__ import annotations

from .model import Block, Box, Break, Code, Columns, Contents, Doc, Formula, Heading, Para, Rule
from .prose import prose, sentences

_HYPHENS = (
    "The ad\u00admin\u00adis\u00adtra\u00adtor of the wa\u00adter\u00adworks re\u00adquest\u00aded an ex\u00adtra\u00ador\u00addi\u00adnar\u00adi\u00adly "
    "de\u00adtailed doc\u00adu\u00admen\u00adta\u00adtion of ev\u00ader\u00ady con\u00adnec\u00adtion be\u00adneath the mar\u00adket\u00adplace, "
    "in\u00adclud\u00ading mea\u00adsure\u00adments, ma\u00adte\u00adri\u00adals and an\u00adtic\u00adi\u00adpat\u00aded main\u00adte\u00adnance in\u00adter\u00advals. "
    "Un\u00adfor\u00adtu\u00adnate\u00adly the car\u00adtog\u00adra\u00adpher mis\u00adun\u00adder\u00adstood the in\u00adstruc\u00adtions com\u00adplete\u00adly."
)
_LONG = (
    "Administrative responsibilities notwithstanding, the superintendent personally investigated extraordinary circumstances "
    "surrounding unaccounted refrigeration equipment. Neighbouring municipalities subsequently acknowledged considerable "
    "misunderstandings regarding transportation arrangements, storage temperatures and accompanying documentation."
)
_SECTIONS: list[Block] = [
    Heading(1, "A Guide to Small Harbours"),
    Para(prose("harbour", 3)),
    Heading(2, "Finding the Entrance"),
    Para(prose("entrance", 3)),
    Heading(3, "By Day"),
    Para(prose("day", 2)),
    Heading(3, "By Night"),
    Para(prose("night", 2)),
    Heading(2, "Mooring"),
    Para(prose("mooring", 3)),
    Heading(3, "Bollards and Rings"),
    Para(prose("rings", 2)),
]
_NUMBERED: list[Block] = [
    Heading(1, "1 Soil"),
    Para(prose("soil", 3)),
    Heading(2, "1.1 Clay"),
    Para(prose("clay", 3)),
    Heading(2, "1.2 Sand"),
    Para(prose("sand", 2)),
    Heading(3, "1.2.1 River sand"),
    Para(prose("river sand", 2)),
    Heading(1, "2 Water"),
    Para(prose("water", 3)),
    Heading(2, "2.1 Rain"),
    Para(prose("rain", 3)),
]
_CHAPTERS = [("Beginnings", "one", 2), ("The Long Winter", "two", 3), ("A Bridge of Reeds", "three", 4)]
_LINES: list[tuple[int, str, int, str]] = [
    line
    for text, anchor, page in _CHAPTERS
    for line in ((1, text, page, anchor), (2, f"Notes on {text}", page, f"{anchor}-notes"))
]
_CONTENTS: list[Block] = [
    Heading(1, "Contents"),
    Contents(_LINES),
    *[
        block
        for text, anchor, _ in _CHAPTERS
        for block in (
            Break(),
            Heading(1, text, anchor),
            Para(prose(anchor, 4)),
            Heading(2, f"Notes on {text}", f"{anchor}-notes"),
            Para(prose(anchor + "n", 3)),
        )
    ],
]
_LINKLESS: list[Block] = [
    Heading(1, "Contents"),
    Contents([(level, text, page, "") for level, text, page, _ in _LINES]),
    *_CONTENTS[2:],
]
POEM: list[Block] = [
    Heading(1, "Four Oars"),
    Para("by Ida Holm", "verse"),
    Para(
        "The tide goes out by lantern light,<br/>the stones lie bare and grey,<br/>and one who rowed the whole long night<br/>now sleeps the morning away.",
        "verse",
    ),
    Para(
        "No bell is rung, no rope is cast,<br/>the gulls have had their fill;<br/>four oars lean up against the mast<br/>and drip, and then are still.",
        "verse",
    ),
    Para(
        "So let the kettle sing its tune,<br/>so let the bread turn brown:<br/>the tide comes in this afternoon<br/>and takes us back to town.",
        "verse",
    ),
]
_TERMS = [
    ("Bollard", "a short post to which a ship is made fast."),
    ("Ebb", "the flow of water away from the land."),
    ("Fender", "a cushion hung over the side of a boat."),
    ("Leat", "a channel that leads water to a mill."),
    ("Painter", "the rope at the bow of a small boat."),
    ("Sluice", "a gate that holds water back or lets it through."),
]
_INDEX = [
    "anchors, 4, 17",
    "ballast, 9",
    "barges, 12–15",
    "bollards, 3",
    "buoys, 22",
    "canvas, 31",
    "capstan, 8",
    "chains, 6, 40",
    "deck, 2",
    "dredging, 28",
    "ebb, 11",
    "eels, 35",
    "fenders, 3, 19",
    "ferries, 44",
    "fog, 20",
    "gangway, 7",
    "gulls, 36",
    "hawsers, 5",
    "hull, 1, 2",
    "ice, 29",
    "jetty, 3, 4",
    "keel, 1",
    "knots, 16",
    "lanterns, 21",
    "locks, 13",
    "mast, 10",
    "mud, 27",
    "nets, 34",
    "oars, 18",
    "pilots, 23",
]
STYLES: list[Block] = [
    Para("This word is <b>bold</b>, this one <i>italic</i>, and these two are <b><i>both at once</i></b>."),
    Para("Here is an <u>underlined phrase</u> and a <s>struck phrase</s> in one line."),
    Para('A <c v="#bb2222">red</c>, a <c v="#2244bb">blue</c> and a <bg v="#ffee88">marked</bg> word stand here.'),
    Para("Some words are in <sc>Small Capitals</sc> and some in <code>a fixed face</code>."),
]
LEVELS: list[Block] = [
    Para("Water is H<sub>2</sub>O and its area is given in m<sup>2</sup>."),
    Para("The 1<sup>st</sup> and the 22<sup>nd</sup> barrel hold CO<sub>2</sub> at 10<sup>3</sup> pascals."),
    Para("Let x<sub>1</sub> and x<sub>2</sub> be roots; then x<sub>1</sub><sup>2</sup> is not negative."),
]
_CODE: list[Block] = [
    Heading(1, "Counting Crates"),
    Para("The following lines count the crates that are still open."),
    Code(
        [
            "fn open_crates(crates: &[Crate]) -> usize {",
            "    let mut open = 0;",
            "    for crate_ in crates {",
            "        if !crate_.sealed {",
            "            open += 1;",
            "        }",
            "    }",
            "    open",
            "}",
        ]
    ),
    Para("Call <code>open_crates</code> once a day."),
]
_BOX: list[Block] = [
    Para(prose("before box", 3)),
    Box(
        [Para("<b>Mind the step.</b> The quay is slippery after rain, and the rail ends two paces before the ladder.")]
    ),
    Para(prose("after box", 3)),
]
_NEWS: list[Block] = [
    Heading(1, "The Weir Gazette"),
    Para("Number 12 · Spring · Free to all", "centre"),
    Rule(),
    Columns(
        2,
        [
            Heading(2, "Lamp Relit After Forty Years"),
            Para(prose("lamp", 4)),
            Para(prose("lamp two", 3)),
            Heading(2, "Bakers Agree on a Price"),
            Para(prose("bakers", 4)),
            Heading(2, "Lost and Found"),
            Para(prose("lost", 3)),
            Heading(2, "The Dog Returns"),
            Para(prose("dog", 4)),
            Para(prose("dog two", 3)),
        ],
    ),
]
_FORMULA: list[Block] = [
    Para("The mean depth of the channel is found thus:"),
    Formula(
        "<mrow><mi>d</mi><mo>=</mo><mfrac><mrow><msub><mi>a</mi><mn>1</mn></msub><mo>+</mo><msub><mi>a</mi><mn>2</mn></msub></mrow><mrow><mn>2</mn><mi>w</mi></mrow></mfrac></mrow>"
    ),
    Para("Here the two areas are measured at the ends and the width in the middle."),
    Formula(
        "<mrow><msup><mi>v</mi><mn>2</mn></msup><mo>=</mo><mfrac><mrow><mi>g</mi><mi>h</mi></mrow><msup><mi>k</mi><mn>3</mn></msup></mfrac><mo>+</mo><msqrt><mi>x</mi></msqrt></mrow>"
    ),
    Para("The second rule gives the speed below the weir."),
]

DOCS: list[Doc] = [
    Doc("formula", _FORMULA, ["libreoffice-untagged", "chromium-untagged"], page="A5"),
    Doc(
        "paragraphs-two-pages",
        [Para(prose(f"two pages {n}", 6)) for n in range(9)],
        ["libreoffice-untagged", "weasyprint", "reportlab-embedded"],
        page="A5",
    ),
    Doc(
        "justified",
        [Para(prose(f"justified {n}", 6)) for n in range(3)],
        ["libreoffice", "weasyprint", "chromium-untagged"],
        page="A5",
        justify=True,
    ),
    Doc(
        "columns-two",
        [Columns(2, [Para(prose(f"two columns {n}", 5)) for n in range(5)])],
        ["libreoffice-untagged", "weasyprint", "reportlab"],
        size=10,
    ),
    Doc(
        "columns-three",
        [Columns(3, [Para(prose(f"three columns {n}", 4)) for n in range(6)])],
        ["libreoffice", "chromium"],
        size=9,
        wide=True,
    ),
    Doc(
        "columns-title",
        [
            Heading(1, "What the River Carried Past the Old Custom House"),
            Para("by Ida Holm and Jonas Brekke", "centre"),
            Columns(2, [Para(prose(f"title {n}", 5)) for n in range(4)]),
        ],
        ["libreoffice-untagged", "chromium-untagged", "reportlab"],
        size=10,
    ),
    Doc("headings-plain", _SECTIONS, ["libreoffice", "libreoffice-untagged", "weasyprint", "reportlab"]),
    Doc("headings-numbered", _NUMBERED, ["libreoffice-untagged", "chromium", "reportlab"]),
    Doc("contents-links", _CONTENTS, ["libreoffice", "weasyprint", "chromium"], page="A5"),
    Doc("contents-no-links", _LINKLESS, ["libreoffice-untagged"], page="A5"),
    Doc("poem", POEM, ["libreoffice-untagged", "weasyprint"], page="A5"),
    Doc(
        "glossary",
        [Heading(1, "Words of the Water"), *[Para(f"<b>{word}</b> {meaning}") for word, meaning in _TERMS]],
        ["libreoffice", "chromium-untagged"],
        page="A5",
    ),
    Doc(
        "index-two-columns",
        [Heading(1, "Index"), Columns(2, [Para(line) for line in _INDEX])],
        ["libreoffice-untagged", "weasyprint"],
        page="A5",
        size=10,
    ),
    Doc("character-styles", STYLES, ["libreoffice", "weasyprint", "chromium", "reportlab-embedded"], page="A5"),
    Doc("super-subscript", LEVELS, ["libreoffice-untagged", "weasyprint", "reportlab"], page="A5"),
    Doc("code", _CODE, ["libreoffice", "chromium-untagged", "reportlab-embedded"], page="A5"),
    Doc("callout", _BOX, ["libreoffice", "weasyprint", "reportlab"], page="A5"),
    Doc(
        "drop-cap",
        [Para(prose("drop cap", 6), "drop"), Para(prose("after drop", 4))],
        ["libreoffice-untagged", "chromium"],
        page="A5",
    ),
    Doc(
        "pull-quote",
        [
            Para(prose("pull one", 3)),
            Para("Nobody thought to ask the lamp keeper.", "pull"),
            Para(prose("pull two", 8)),
            Para(prose("pull three", 3)),
        ],
        ["libreoffice-untagged", "weasyprint"],
        page="A5",
    ),
    Doc(
        "hyphens-soft",
        [Para(_HYPHENS)],
        ["chromium", "weasyprint"],
        page="A5",
        justify=True,
        css="body { width: 46mm; }",
    ),
    Doc(
        "hyphens-automatic",
        [Columns(3, [Para(_LONG), Para(_LONG.replace("superintendent", "headmistress"))])],
        ["libreoffice-untagged", "weasyprint"],
        page="A5",
        justify=True,
        hyphens=True,
    ),
    Doc("newsletter", _NEWS, ["libreoffice", "chromium-untagged"], page="A5", size=9),
    Doc(
        "quotation",
        [
            Para(prose("quote before", 3)),
            Para(sentences("quoted", 3)[0] + " " + sentences("quoted", 3)[2], "quote"),
            Para(prose("quote after", 3)),
        ],
        ["libreoffice", "chromium"],
        page="A5",
    ),
]
