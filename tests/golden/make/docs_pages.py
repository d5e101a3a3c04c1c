"""Documents about pages: running heads, pictures, sizes, colours."""

from __future__ import annotations

from .model import Block, Box, Break, Columns, Doc, Figure, Heading, Listing, Para, Table
from .prose import prose

_LONG: list[Block] = [
    Heading(1, title) if m < 0 else Para(prose(f"{title} {m}", 6))
    for n, title in enumerate(["Upstream", "The Bend", "Downstream"])
    for m in range(-1, 3 + n % 2)
]
_FIGURES: list[Block] = [
    Para(prose("figure before", 3)),
    Figure("vector", "Figure 1: Catch of three boats and the moon"),
    Para(prose("figure after", 3)),
]
_PICTURES: list[Block] = [
    Para(prose("picture before", 3)),
    Figure("raster", "Figure 2: The toll house from the river"),
    Para(prose("picture after", 3)),
]
_SLIDES: list[Block] = [
    Heading(1, "Why Dredge at All?"),
    Listing(["Mud takes a foot of depth each year", "Barges turn back at low water", "The ferry runs at half load"]),
    Break(),
    Heading(1, "Two Ways to Pay"),
    Columns(
        2,
        [
            Heading(2, "By toll"),
            Listing(["fair to all", "slow to gather"]),
            Heading(2, "By loan"),
            Listing(["quick to raise", "dear in the end"]),
        ],
    ),
    Break(),
    Heading(1, "Next Steps"),
    Listing(["Measure the channel", "Ask the miller", "Meet again in May"], True),
]
_SIZES: list[Block] = [
    Heading(1, "Tall Page"),
    Para(prose("tall", 4)),
    Break(wide=True),
    Heading(1, "Wide Page"),
    Para(prose("wide", 4)),
    Table([["Month", "Rain", "Wind", "Fog", "Sun"], ["May", "41", "12", "3", "15"], ["June", "38", "9", "5", "17"]]),
]
_GROUND: list[Block] = [
    Heading(1, "Night Watch"),
    Para(prose("night watch", 4)),
    Listing(["one lantern", "two whistles"]),
    Para(prose("second watch", 3)),
]
_PANEL: list[Block] = [
    Heading(1, "Fares"),
    Box([Para("Foot passengers cross for a penny, and children cross free.")]),
    Para(prose("fares", 3)),
    Box([Para("Carts wait for the second bell."), Para("Horses are led, not ridden.")]),
    Para(prose("fares two", 3)),
]
_HEAD = "Notes from the River"

DOCS: list[Doc] = [
    Doc(
        "running-heads",
        _LONG,
        ["libreoffice", "libreoffice-untagged", "weasyprint", "chromium", "reportlab-embedded"],
        page="A5",
        header=_HEAD,
        footer="Page #",
    ),
    Doc(
        "running-heads-first-page",
        _LONG,
        ["libreoffice-untagged", "weasyprint", "reportlab"],
        page="A5",
        header="The Weir Society · #",
        footer="",
        first_header="Yearly Report of the Weir Society",
        first_footer="Printed in Dunsby",
    ),
    Doc(
        "figure-vector",
        _FIGURES,
        ["libreoffice", "libreoffice-untagged", "weasyprint", "chromium-untagged", "reportlab"],
        page="A5",
    ),
    Doc("figure-raster", _PICTURES, ["libreoffice", "libreoffice-untagged", "weasyprint", "reportlab"], page="A5"),
    Doc(
        "slides",
        _SLIDES,
        ["libreoffice-untagged", "chromium"],
        page="slide",
        wide=True,
        font="Liberation Sans",
        size=20,
        css="h1 { color: #247; border-bottom: 2pt solid #c63; }",
    ),
    Doc("two-page-sizes", _SIZES, ["libreoffice-untagged", "weasyprint", "reportlab"], page="A5"),
    Doc(
        "coloured-ground",
        _GROUND,
        ["libreoffice-untagged", "chromium-untagged"],
        page="A5",
        ground="#223355",
        ink="#ffffff",
        css="@page { background: #223355; }",
    ),
    Doc("coloured-panels", _PANEL, ["weasyprint", "reportlab"], page="A5"),
]
