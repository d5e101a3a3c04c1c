"""Documents drawn by hand with ReportLab's canvas."""

from __future__ import annotations

import io
from collections.abc import Callable

from reportlab.lib.pagesizes import A5
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from .produce import File, normal
from .prose import prose, sentences

LEFT, TOP, WIDTH = 45.0, 540.0, 330.0


def drawn(draw: Callable[[Canvas], None]) -> bytes:
    """What the function draws on pages of A5."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, A5, invariant=1)
    draw(canvas)
    canvas.save()
    return normal(buffer.getvalue())


def lines_of(text: str, width: float = WIDTH, font: str = "Times-Roman", size: float = 11) -> list[str]:
    """The text in lines of at most this width."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if stringWidth(longer, font, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def paragraph(canvas: Canvas, text: str, y: float, x: float = LEFT, width: float = WIDTH) -> float:
    """Draws a paragraph line by line and tells where the next one begins."""
    canvas.setFont("Times-Roman", 11)
    for line in lines_of(text, width):
        canvas.drawString(x, y, line)
        y -= 14
    return y - 8


_TEXTS = [prose(f"hand {n}", 4) for n in range(4)]
_CLAIMS = [f"paragraph: {text}" for text in _TEXTS]


def reversed_order() -> File:
    """The last paragraph is drawn first."""

    def draw(canvas: Canvas) -> None:
        starts, y = [], TOP
        for text in _TEXTS:
            starts.append(y)
            y -= 14 * len(lines_of(text)) + 8
        for text, start in reversed(list(zip(_TEXTS, starts, strict=True))):
            paragraph(canvas, text, start)

    return drawn(draw), _CLAIMS


def by_glyph() -> File:
    """Each glyph is placed on its own, and spaces are not drawn at all."""

    def draw(canvas: Canvas) -> None:
        canvas.setFont("Times-Roman", 11)
        y = TOP
        for text in _TEXTS[:2]:
            for line in lines_of(text):
                x = LEFT
                for letter in line:
                    if letter != " ":
                        canvas.drawString(x, y, letter)
                    x += stringWidth(letter, "Times-Roman", 11)
                y -= 14
            y -= 8

    return drawn(draw), _CLAIMS[:2]


def by_word() -> File:
    """Each word is placed on its own; the words of a line are drawn last to first."""

    def draw(canvas: Canvas) -> None:
        canvas.setFont("Times-Roman", 11)
        y = TOP
        for text in _TEXTS[:2]:
            for line in lines_of(text):
                places, x = [], LEFT
                for word in line.split():
                    places.append((x, word))
                    x += stringWidth(word + " ", "Times-Roman", 11)
                for x, word in reversed(places):
                    canvas.drawString(x, y, word)
                y -= 14
            y -= 8

    return drawn(draw), _CLAIMS[:2]


def letter_spaced() -> File:
    """A heading with wide gaps between its letters."""

    def draw(canvas: Canvas) -> None:
        canvas.saveState()
        text = canvas.beginText(LEFT, TOP)
        text.setFont("Helvetica-Bold", 18)
        text.setCharSpace(5)
        text.textLine("The Quiet Lock")
        canvas.drawText(text)
        canvas.restoreState()
        paragraph(canvas, _TEXTS[0], TOP - 40)

    return drawn(draw), ["heading 1: The Quiet Lock", _CLAIMS[0]]


def double_drawn() -> File:
    """A heading that is bold because it is drawn twice, with a small shift."""

    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 18)
        for shift in (0, 0.4):
            canvas.drawString(LEFT + shift, TOP, "Drawn Two Times")
        paragraph(canvas, _TEXTS[1], TOP - 40)

    return drawn(draw), ["heading 1: Drawn Two Times", _CLAIMS[1]]


def hyphens() -> File:
    """Lines that end in hyphens, and a word that keeps its own."""
    lines = [
        "The water-",
        "works re-",
        "quested an extraordi-",
        "nary survey of the mar-",
        "ketplace. A half-hearted at-",
        "tempt at measure-",
        "ment was made, and the cartog-",
        "rapher went home before sup-",
        "per, well pleased.",
    ]
    text = (
        "The waterworks requested an extraordinary survey of the marketplace. A half-hearted attempt at measurement "
        "was made, and the cartographer went home before supper, well pleased."
    )

    def draw(canvas: Canvas) -> None:
        canvas.setFont("Times-Roman", 11)
        for number, line in enumerate(lines):
            canvas.drawString(LEFT, TOP - 14 * number, line)

    return drawn(draw), [f"paragraph: {text}"]


def footnotes() -> File:
    """Notes at the foot of the page under a short line, in small type."""
    notes = ["The bell hangs in the boat shed now.", "Some say it was a Tuesday."]
    first, second = sentences("foot one", 3), sentences("foot two", 3)

    def draw(canvas: Canvas) -> None:
        y = TOP
        for number, words in ((1, first), (2, second)):
            lines = lines_of(" ".join(words))
            for line in lines:
                canvas.setFont("Times-Roman", 11)
                canvas.drawString(LEFT, y, line)
                y -= 14
            end = LEFT + stringWidth(lines[-1], "Times-Roman", 11)
            canvas.setFont("Times-Roman", 7)
            canvas.drawString(end, y + 18, str(number))
            y -= 8
        canvas.line(LEFT, 92, LEFT + 90, 92)
        for number, note in enumerate(notes, 1):
            canvas.setFont("Times-Roman", 6)
            canvas.drawString(LEFT, 83 - 12 * number + 3, str(number))
            canvas.setFont("Times-Roman", 9)
            canvas.drawString(LEFT + 6, 83 - 12 * number, note)

    lines = [
        f"paragraph: {' '.join(first)}",
        f"note: {notes[0]}",
        f"paragraph: {' '.join(second)}",
        f"note: {notes[1]}",
    ]
    return drawn(draw), lines


def turned_margin() -> File:
    """A line of text that runs up the outer margin."""

    def draw(canvas: Canvas) -> None:
        y = TOP
        for text in _TEXTS[:3]:
            y = paragraph(canvas, text, y)
        canvas.saveState()
        canvas.translate(405, 150)
        canvas.rotate(90)
        canvas.setFont("Helvetica", 9)
        canvas.drawString(0, 0, "Printed by the Weir Society in Dunsby")
        canvas.restoreState()

    return drawn(draw), [*_CLAIMS[:3], "paragraph: Printed by the Weir Society in Dunsby"]


def watermark() -> File:
    """A large pale word lies slanted under the text; nothing is claimed of it."""

    def draw(canvas: Canvas) -> None:
        canvas.saveState()
        canvas.setFillGray(0.85)
        canvas.setFont("Helvetica-Bold", 90)
        canvas.translate(90, 130)
        canvas.rotate(50)
        canvas.drawString(0, 0, "DRAFT")
        canvas.restoreState()
        y = TOP
        for text in _TEXTS:
            y = paragraph(canvas, text, y)

    return drawn(draw), _CLAIMS


def cropped() -> File:
    """Printer's marks and a file name lie outside the crop box, and so are not to be seen."""

    def draw(canvas: Canvas) -> None:
        canvas.setCropBox((30, 30, 390, 565))
        canvas.setFont("Courier", 7)
        canvas.drawString(40, 580, "sheet 12 front plate cyan")
        canvas.line(30, 566, 30, 590)
        paragraph(canvas, _TEXTS[0], paragraph(canvas, _TEXTS[2], TOP))

    return drawn(draw), [_CLAIMS[2], _CLAIMS[0]]


def blank_page() -> File:
    """An empty page between two pages."""

    def draw(canvas: Canvas) -> None:
        paragraph(canvas, _TEXTS[0], TOP)
        canvas.showPage()
        canvas.showPage()
        paragraph(canvas, _TEXTS[3], TOP)

    return drawn(draw), [_CLAIMS[0], _CLAIMS[3]]


def half_a_line() -> File:
    """Two columns, the second of which begins half a line lower: no line stands beside another."""
    texts = [prose(f"half a line {n}", 5) for n in range(4)]

    def draw(canvas: Canvas) -> None:
        for x, y, column in ((LEFT, TOP, texts[:2]), (LEFT + 175, TOP - 5.7, texts[2:])):
            for text in column:
                for line in lines_of(text, 155, size=10):
                    canvas.setFont("Times-Roman", 10)
                    canvas.drawString(x, y, line)
                    y -= 11.4
                y -= 11.4

    return drawn(draw), [f"paragraph: {text}" for text in texts]


def letterhead() -> File:
    """A name in large type beside the lines of an address and a date, between two rules, and the text below."""
    beside = ["Second Department", "12 March 2010", "In two languages"]

    def draw(canvas: Canvas) -> None:
        canvas.line(LEFT, TOP + 20, LEFT + WIDTH, TOP + 20)
        canvas.setFont("Times-Bold", 22)
        canvas.drawString(LEFT, TOP - 5, "Harbour Board")
        canvas.setFont("Times-Roman", 10)
        for at, line in enumerate(beside):
            canvas.drawString(LEFT + 220, TOP + 6 - 12 * at, line)
        canvas.line(LEFT, TOP - 30, LEFT + WIDTH, TOP - 30)
        y = TOP - 60
        for text in _TEXTS[:2]:
            y = paragraph(canvas, text, y)

    return drawn(draw), ["paragraph: Harbour Board", *_CLAIMS[:2]]


def typed() -> File:
    """A letter in a typewriter's face: short lines at its head and paragraphs, and no code."""
    head = ["14 High Street", "Lower Bridge", "12 May 1998"]
    texts = [prose(f"typed {n}", 3) for n in range(3)]

    def draw(canvas: Canvas) -> None:
        canvas.setFont("Courier", 10)
        y = TOP
        for line in head:
            canvas.drawString(LEFT, y, line)
            y -= 24
        for text in texts:
            for line in lines_of(text, font="Courier", size=10):
                canvas.drawString(LEFT, y, line)
                y -= 12
            y -= 12

    return drawn(draw), [f"paragraph: {text}" for text in [*head, *texts]]


FILES: dict[str, Callable[[], File]] = {
    "order-reversed-reportlab.pdf": reversed_order,
    "text-by-glyph-reportlab.pdf": by_glyph,
    "text-by-word-reportlab.pdf": by_word,
    "text-letter-spaced-reportlab.pdf": letter_spaced,
    "text-drawn-twice-reportlab.pdf": double_drawn,
    "hyphens-reportlab.pdf": hyphens,
    "footnotes-reportlab.pdf": footnotes,
    "turned-margin-reportlab.pdf": turned_margin,
    "watermark-reportlab.pdf": watermark,
    "crop-box-reportlab.pdf": cropped,
    "blank-page-reportlab.pdf": blank_page,
    "columns-half-a-line-reportlab.pdf": half_a_line,
    "letterhead-reportlab.pdf": letterhead,
    "typed-letter-reportlab.pdf": typed,
}
