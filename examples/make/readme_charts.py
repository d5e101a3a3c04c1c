"""Makes ../../docs/pictures/cost.svg: the processor time and the memory of conversions as bars, beside other programs.

python3 examples/make/readme_charts.py

Needs Python 3 alone. Measures nothing: the figures stand below.
"""

from pathlib import Path
from xml.sax.saxutils import escape

OUT = Path(__file__).resolve().parent.parent.parent / "docs/pictures/cost.svg"

# These are the figures of README.md, section "Measured". Times are multiples of ours, memory is in MB. Bars of one unit have
# one scale, so that those of different conversions can be compared.
FIGURES = [
    # conversion, what was taken, unit, then (program, figure)
    (
        "PDF to DOCX", "CPU time, median of the files that both converted", "×",
        [("Transvase", 1), ("LibreOffice", 48), ("pdf2docx", 50)],
    ),
    ("MOBI to PDF", "CPU time, 20 books", "×", [("Transvase", 1), ("Calibre", 25)]),
    ("JPEG under a limit", "CPU time, photos of a megapixel and more", "×", [("Transvase", 1), ("jpegoptim", 4)]),
    ("PDF to DOCX", "peak memory, median", " MB", [("Transvase", 20), ("pdf2docx", 111), ("LibreOffice", 212)]),
]

WIDTH, MARGIN, LEFT, RIGHT = 760, 24, 124, 84
TITLE, BAR, STEP, GAP = 24, 14, 22, 16
OURS, THEIRS, INK, FAINT = "#0b6bcb", "#b6bec9", "#1f2328", "#59636e"
FACES = "-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif"


def bar(program, figure, unit, most, top):
    """One bar between the name of the program and its figure."""
    is_ours = program == "Transvase"
    color, weight = (OURS, "600") if is_ours else (THEIRS, "400")
    length = figure / most * (WIDTH - LEFT - RIGHT)
    line = top + BAR - 2.5
    return [
        f'<text x="{LEFT - 10}" y="{line}" text-anchor="end" fill="{INK}" font-weight="{weight}">{escape(program)}</text>',
        f'<rect x="{LEFT}" y="{top}" width="{length:.1f}" height="{BAR}" rx="2" fill="{color}"/>',
        f'<text x="{LEFT + length + 8:.1f}" y="{line}" fill="{INK}" font-weight="{weight}">{figure}{unit}</text>',
    ]


def drawing(figures):
    """The chart as SVG. Its ground is white, since it is looked at on dark pages too."""
    most = {unit: max(figure for *_, other, bars in figures if other == unit for _, figure in bars) for *_, unit, _ in figures}
    out, top = [], MARGIN
    for conversion, taken, unit, bars in figures:
        out.append(
            f'<text x="{LEFT}" y="{top + 13}" font-size="14" font-weight="600" fill="{INK}">{escape(conversion)}'
            f'<tspan dx="10" font-size="12" font-weight="400" fill="{FAINT}">{escape(taken)}</tspan></text>'
        )
        top += TITLE
        for program, figure in bars:
            out += bar(program, figure, unit, most[unit], top)
            top += STEP
        top += GAP
    height = top - GAP - (STEP - BAR) + MARGIN
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
        f'font-family="{FACES}" font-size="13" role="img">',
        "<title>CPU time and peak memory of conversions, beside other programs: less is better</title>",
        f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="10" fill="#fff" stroke="#d1d9e0"/>',
        f'<text x="{WIDTH - MARGIN}" y="{MARGIN + 13}" text-anchor="end" font-size="12" fill="{FAINT}">less is better</text>',
    ]
    return "\n".join(head + out + ["</svg>", ""])


def main():
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(drawing(FIGURES), "utf-8")
    print(OUT.name, OUT.stat().st_size)


if __name__ == "__main__":
    main()
