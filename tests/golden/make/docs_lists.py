"""Documents of lists, notes and links."""

from __future__ import annotations

from .model import Block, Columns, Doc, Heading, Listing, Para
from .prose import prose, sentences

_SHORT = ["a tin of nails", "two planks of larch", "one pot of pitch", "a ball of twine"]
_STEPS = ["Drain the basin.", "Scrape the gate from the top down.", "Oil both hinges.", "Let the water in slowly."]
_MIXED = [f"{text} {more}" for text, more in zip(_STEPS, sentences("steps", 4), strict=True)]
NESTED = Listing(
    [
        ("Boats", Listing([("Rowing boats", Listing(["two oars", "four oars"])), "Sailing boats"])),
        "Ropes",
        ("Lamps", Listing(["Deck lamps", "Masthead lamps"])),
    ]
)
_NESTED_NUMBERS = Listing(
    [
        ("Prepare the yard", Listing(["Sweep the slip", "Grease the rails"], True)),
        ("Haul the boat", Listing(["Fasten the cable", "Wind the capstan"], True)),
        "Chock the keel",
    ],
    True,
)
_OVER = Listing([f"{text} {prose(f'over {n}', 3)}" for n, text in enumerate(sentences("over", 9))], True)
_OVER_BULLETS = Listing([f"{text} {prose(f'dots {n}', 3)}" for n, text in enumerate(sentences("dots", 9))])
_FOOTNOTES: list[Block] = [
    Heading(1, "On Weights"),
    Para(
        "The copper weights came from Dunsby<note>The foundry there closed in a hard winter.</note> and were checked once a year. "
        + prose("notes one", 3)
    ),
    Para("A false weight was rare.<note>Two cases are known, both in the fish market.</note> " + prose("notes two", 3)),
    Para(
        prose("notes three", 2)
        + " The last check was made by daylight.<note>See the ledger of that year, third page.</note>"
    ),
]
_LINKS: list[Block] = [
    Heading(1, "Where to Look"),
    Para(
        'The tide table is at <a href="https://tides.example/dunsby">the harbour page</a>, and the <a href="https://maps.example/valley?layer=2">valley map</a> shows the paths.'
    ),
    Para(
        'Write to <a href="mailto:office@harbour.example">the office</a> or read <a href="#last">the last part</a> first.'
    ),
    Heading(2, "The First Part"),
    Para(prose("first part", 3)),
    Heading(2, "The Last Part", "last"),
    Para(prose("last part", 3)),
]
_TASKS: list[Block] = [
    Heading(1, "Packing List"),
    Para("Before leaving, pack these things:"),
    Listing(_SHORT),
    Para("Leave the key with the lamp keeper."),
]
_NUMBERS: list[Block] = [
    Heading(1, "Opening the Lock"),
    Para("Follow these steps:"),
    Listing(_MIXED, True),
    Para(prose("after steps", 2)),
]

DOCS: list[Doc] = [
    Doc("list-bullets", _TASKS, ["libreoffice", "libreoffice-untagged", "weasyprint", "reportlab"], page="A5"),
    Doc("list-numbers", _NUMBERS, ["libreoffice-untagged", "weasyprint", "chromium", "reportlab"], page="A5"),
    Doc(
        "list-nested",
        [Para("The store holds:"), NESTED, Para(prose("after nested", 2))],
        ["libreoffice", "libreoffice-untagged", "chromium-untagged", "reportlab-embedded"],
        page="A5",
    ),
    Doc(
        "list-nested-numbers",
        [Para("In this order:"), _NESTED_NUMBERS],
        ["libreoffice-untagged", "weasyprint"],
        page="A5",
    ),
    Doc("list-over-pages", [_OVER], ["libreoffice-untagged", "weasyprint"], page="A5"),
    Doc("list-bullets-over-pages", [_OVER_BULLETS], ["libreoffice", "reportlab"], page="A5"),
    Doc(
        "list-in-columns",
        [Columns(2, [Listing(_MIXED + sentences("more steps", 6), True)])],
        ["libreoffice-untagged", "chromium-untagged"],
        page="A5",
        size=10,
    ),
    Doc("footnotes", _FOOTNOTES, ["libreoffice", "libreoffice-untagged", "weasyprint"], page="A5"),
    Doc("endnotes", _FOOTNOTES, ["libreoffice-untagged", "chromium", "weasyprint"], page="A5", endnotes=True),
    Doc("links", _LINKS, ["libreoffice", "weasyprint", "chromium-untagged", "reportlab"], page="A5"),
]
