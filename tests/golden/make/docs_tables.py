"""Documents of tables."""

from __future__ import annotations

from .model import Block, Break, Cell, Doc, Heading, Para, Table
from .prose import prose

_CATCH: list[list[str | Cell]] = [
    ["Boat", "Crew", "Catch", "Landed at"],
    ["Petrel", "3", "410 kg", "North quay"],
    ["Old Annie", "2", "275 kg", "North quay"],
    ["Sandpiper", "4", "630 kg", "Salt steps"],
    ["Grey Wave", "3", "388 kg", "Salt steps"],
]
_WORDS: list[list[str | Cell]] = [
    ["Tool", "What it is for", "Kept"],
    ["Adze", "Shaping planks where a plane cannot reach, with short strokes towards the feet.", "Rack by the door"],
    [
        "Caulking iron",
        "Driving oakum between planks; never use it without the mallet that hangs beside it.",
        "Second drawer",
    ],
    ["Spokeshave", "Rounding oars and handles along the grain.", "Rack by the door"],
]
_ROWSPANS: list[list[str | Cell]] = [
    ["District", "Village", "Houses"],
    [Cell("Upper valley", rows=3), "Aldmoor", "41"],
    ["Birkholt", "17"],
    ["Crossley", "66"],
    [Cell("Lower valley", rows=2), "Dunsby", "102"],
    ["Eastfold", "58"],
]
COLSPANS: list[list[str | Cell]] = [
    ["Item", Cell("Spring", columns=2), Cell("Autumn", columns=2)],
    ["Sheep", "120", "118", "131", "127"],
    ["Goats", "34", "30", "41", "40"],
    [Cell("Counted on the first day of the month", columns=5)],
]
_BOTH: list[list[str | Cell]] = [
    [Cell("Stall", rows=2), Cell("Morning", columns=2), Cell("Evening", columns=2)],
    ["Open", "Close", "Open", "Close"],
    ["Bread", "6:00", "9:30", "16:00", "18:00"],
    ["Fish", "7:15", "10:00", "15:30", "17:00"],
    [Cell("Flowers", rows=2), "8:00", "11:00", "14:00", "19:00"],
    [Cell("closed on rainy days", columns=4)],
]
_TURNED: list[list[str | Cell]] = [
    ["Lock", Cell("Keeper", turned=True), Cell("Gauge", turned=True), Cell("Sluice", turned=True)],
    ["Mill lock", "yes", "no", "yes"],
    ["Park lock", "no", "no", "yes"],
    ["Sea lock", "yes", "yes", "yes"],
]
_NAMES = ["Amber", "Birch", "Cedar", "Dogwood", "Elder", "Fir", "Gorse", "Hazel", "Ivy", "Juniper", "Larch", "Maple"]
_ROADS = ["Mill Road", "Weir Lane", "Chapel Row", "Salt Steps", "High Street"]
_PARCELS: list[list[str | Cell]] = [
    [str(n), f"{_NAMES[n % 12]} {n // 12 + 1}", _ROADS[(n * 3) % 5], str(4 + (n * 7) % 23)] for n in range(1, 49)
]
_LONG: list[list[str | Cell]] = [["No.", "Parcel", "Street", "Trees"], *_PARCELS]
_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]


def _sheet(name: str, week: int, shift: int) -> list[Block]:
    hours: list[list[str | Cell]] = [
        [day, f"{7 + (n + shift) % 3}:00", f"{15 + (n * shift) % 3}:30", f"{7 + (n * shift + n) % 3}.5"]
        for n, day in enumerate(_DAYS)
    ]
    return [
        Heading(2, f"Timesheet, week {week}"),
        Para(f"Name: {name}"),
        Table([["Day", "From", "To", "Hours"], *hours], numbers=(3,)),
        Para("Signed at the gate office."),
    ]


_SHEETS: list[Block] = [
    *_sheet("Ida Holm", 14, 1),
    Break(),
    *_sheet("Jonas Brekke", 14, 2),
    Break(),
    *_sheet("Petra Lind", 14, 3),
]
_INVOICE: list[Block] = [
    Para("<b>Weir and Daughters, Chandlers</b><br/>4 Salt Steps<br/>Dunsby"),
    Para("Jonas Brekke<br/>12 Mill Road<br/>Aldmoor"),
    Heading(1, "Invoice 2041"),
    Para("Dunsby, 3 March"),
    Table(
        [
            ["Article", "Number", "Each", "Sum"],
            ["Hemp rope, 20 m", "2", "14.50", "29.00"],
            ["Brass cleat", "6", "3.20", "19.20"],
            ["Lamp oil, litre", "5", "2.10", "10.50"],
            [Cell("Total", columns=3), "58.70"],
        ],
        "partly",
        widths=(50, 15, 15, 20),
        numbers=(1, 2, 3),
    ),
    Para("Please pay within thirty days to the account you know. Goods stay ours until paid for."),
]
_LETTER: list[Block] = [
    Para("Petra Lind<br/>7 Chapel Row<br/>Eastfold", "right"),
    Para("The Harbour Office<br/>North Quay<br/>Dunsby"),
    Para("Eastfold, 9 May", "right"),
    Para("<b>Mooring for the summer</b>"),
    Para("Dear harbour master,"),
    Para(prose("letter one", 4)),
    Para(prose("letter two", 3)),
    Para("Yours faithfully,"),
    Para("Petra Lind"),
]


def around(table: Table, seed: str) -> list[Block]:
    return [Para(prose(f"{seed} before", 2)), table, Para(prose(f"{seed} after", 2))]


DOCS: list[Doc] = [
    Doc(
        "table-ruled",
        around(Table(_CATCH), "ruled"),
        ["libreoffice", "libreoffice-untagged", "weasyprint", "reportlab"],
        page="A5",
    ),
    Doc(
        "table-partly-ruled",
        around(Table(_CATCH, "partly", numbers=(1, 2)), "partly"),
        ["libreoffice-untagged", "chromium-untagged", "reportlab"],
        page="A5",
    ),
    Doc(
        "table-unruled",
        around(Table(_CATCH, "none"), "unruled"),
        ["libreoffice-untagged", "weasyprint", "reportlab"],
        page="A5",
    ),
    Doc(
        "table-long-cells",
        around(Table(_WORDS, widths=(22, 53, 25)), "words"),
        ["libreoffice-untagged", "weasyprint"],
        page="A5",
    ),
    Doc(
        "table-long-cells-unruled",
        around(Table(_WORDS, "none", widths=(22, 53, 25)), "words two"),
        ["libreoffice-untagged", "reportlab"],
        page="A5",
    ),
    Doc("table-rowspans", around(Table(_ROWSPANS), "rows"), ["libreoffice", "weasyprint", "reportlab"], page="A5"),
    Doc(
        "table-colspans",
        around(Table(COLSPANS), "columns"),
        ["libreoffice-untagged", "chromium", "reportlab"],
        page="A5",
    ),
    Doc("table-both-spans", around(Table(_BOTH, head=2), "both"), ["libreoffice", "chromium-untagged"], page="A5"),
    Doc(
        "table-two-pages",
        [Heading(1, "Trees by Parcel"), Table(_LONG, widths=(12, 30, 36, 22), numbers=(0, 3))],
        ["libreoffice", "libreoffice-untagged", "chromium", "reportlab-embedded"],
        page="A5",
        size=10,
    ),
    Doc(
        "table-turned-head",
        around(Table(_TURNED, widths=(40, 20, 20, 20)), "turned"),
        ["libreoffice-untagged", "chromium", "reportlab"],
        page="A5",
    ),
    Doc("timesheets", _SHEETS, ["libreoffice-untagged", "weasyprint", "reportlab"], page="A5"),
    Doc("invoice", _INVOICE, ["libreoffice-untagged", "weasyprint"], font="Liberation Sans", size=10),
    Doc("letter", _LETTER, ["libreoffice-untagged", "chromium", "reportlab"]),
]
