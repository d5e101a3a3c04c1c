"""Makes ../../docs/pictures/formats.svg: which format converts to which, as a grid of dots.

python3 examples/make/readme_formats.py

Needs Python 3 and this project's program, which is asked for its routes: `target/release/transvase`, or what the variable
TRANSVASE_BIN names.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent.parent
OUT = ROOT / "docs/pictures/formats.svg"
PROGRAM = os.environ.get("TRANSVASE_BIN", ROOT / "target/release/transvase")

FAMILIES = {
    "documents": ["pdf", "docx", "odt", "doc", "rtf"],
    "e-books": ["epub", "mobi", "fb2", "cbz"],
    "web and text": ["html", "md", "txt", "json", "ipynb"],
    "pictures": [
        "jpeg", "png", "webp", "gif", "tiff", "avif", "jxl", "heic", "jp2", "bmp", "ico", "tga", "psd", "exr", "hdr", "dds",
        "pnm", "qoi", "farbfeld",
    ],
    "drawings": ["svg"],
    "sheets and slides": ["xlsx", "ods", "pptx", "odp"],
}
# A row and a column for each family would be as long as that of a format; half of one tells them apart.
CELL, GAP, MARGIN, LEFT, TOP, KEY = 19, 9, 20, 260, 110, 40
OURS, INK, FAINT, BAND = "#0b6bcb", "#1f2328", "#59636e", "#f3f5f8"
FACES = "-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif"


def asked(what):
    """The answer of the program's command of this name."""
    return json.loads(subprocess.run([PROGRAM, what, "--json"], check=True, capture_output=True).stdout)[what]


def places(ids, start):
    """Where each of these formats lies, family by family, and where the last one ends."""
    found, at = {}, start
    for members in FAMILIES.values():
        present = [id for id in members if id in ids]
        found |= {id: at + CELL * place for place, id in enumerate(present)}
        at += CELL * len(present) + (GAP if present else 0)
    return found, at - GAP


def dots(places):
    """A dot for each place: one path of points, whose round ends are all that is seen of them."""
    points = "".join(f"M{x + CELL / 2} {y + CELL / 2}h0" for x, y in places)
    return f'<path d="{points}" stroke="{OURS}" stroke-width="9.2" stroke-linecap="round"/>'


def rings(places):
    """A ring for each place."""
    circles = "".join(f'<circle cx="{x + CELL / 2}" cy="{y + CELL / 2}" r="4.2"/>' for x, y in places)
    return f'<g fill="none" stroke="{OURS}" stroke-width="1.6">{circles}</g>'


def labels(rows, columns, names, right):
    """A band and a name for every row, with the family beside its first one; the names of the columns stand on end."""
    out = []
    for family, members in FAMILIES.items():
        present = [id for id in members if id in rows]
        out.append(f'<text x="{MARGIN}" y="{rows[present[0]] + 14}" fill="{FAINT}">{escape(family)}</text>')
        for id in present[::2]:
            width = right - LEFT + 122
            out.append(f'<rect x="{LEFT - 118}" y="{rows[id]}" width="{width}" height="{CELL}" rx="3" fill="{BAND}"/>')
    for id, y in rows.items():
        out.append(f'<text x="{LEFT - 8}" y="{y + 14}" text-anchor="end" fill="{INK}">{escape(names[id])}</text>')
    for id, x in columns.items():
        out.append(f'<text transform="translate({x + 14} {TOP - 8}) rotate(-90)" fill="{INK}">{escape(names[id])}</text>')
    return out


def key(y):
    """What the marks mean."""
    return [
        dots([(LEFT, y)]), f'<text x="{LEFT + 24}" y="{y + 14}" fill="{INK}">converts</text>',
        rings([(LEFT + 104, y)]),
        f'<text x="{LEFT + 128}" y="{y + 14}" fill="{INK}">is made smaller in its own format</text>',
        f'<text x="{LEFT - 8}" y="{TOP - 8}" text-anchor="end" fill="{FAINT}">from ↓ &#160;to →</text>',
    ]


def drawing(routes, names):
    """The grid as SVG. Its ground is white, since it is looked at on dark pages too."""
    rows, bottom = places({route["from"] for route in routes}, TOP)
    columns, right = places({route["to"] for route in routes}, LEFT)
    width, height = right + MARGIN, bottom + KEY + 4
    place = lambda route: (columns[route["to"]], rows[route["from"]])
    marks = [
        dots([place(route) for route in routes if not route["compression"]]),
        rings([place(route) for route in routes if route["compression"]]),
    ]
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="{FACES}" font-size="12.5" role="img">',
        "<title>Which format converts to which</title>",
        f'<rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="10" fill="#fff" stroke="#d1d9e0"/>',
    ]
    return "\n".join(head + labels(rows, columns, names, right) + marks + key(bottom + 12) + ["</svg>", ""])


def main():
    routes, names = asked("routes"), {format["id"]: format["name"] for format in asked("formats")}
    homeless = {id for route in routes for id in (route["from"], route["to"])}.difference(*FAMILIES.values())
    if homeless:
        sys.exit(f"formats of no family: {', '.join(sorted(homeless))}")
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(drawing(routes, names), "utf-8")
    print(OUT.name, OUT.stat().st_size, f"{len(routes)} routes")


if __name__ == "__main__":
    main()
