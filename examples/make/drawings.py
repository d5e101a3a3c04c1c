"""Line drawings for the book and the chart of the report."""

import io
import math

from PIL import Image, ImageDraw, ImageFont

PAPER, INK, WASH, SEA = (247, 243, 232), (52, 46, 40), (196, 178, 146), (120, 150, 160)
SIZE = (640, 420)
# Drawn larger and reduced, so that edges are smooth.
SCALE = 2


class Sheet:
    """A sheet of paper with the few strokes that the drawings need."""

    def __init__(self, size=SIZE):
        self.size = size
        self.image = Image.new("RGB", (size[0] * SCALE, size[1] * SCALE), PAPER)
        self.draw = ImageDraw.Draw(self.image)

    @staticmethod
    def _scaled(points):
        return [(x * SCALE, y * SCALE) for x, y in points]

    def line(self, *points, width=3, fill=INK):
        self.draw.line(self._scaled(points), fill=fill, width=width * SCALE, joint="curve")

    def shape(self, *points, fill=WASH):
        self.draw.polygon(self._scaled(points), fill=fill)
        self.line(*points, points[0])

    def disc(self, x, y, radius, fill=WASH):
        box = self._scaled([(x - radius, y - radius), (x + radius, y + radius)])
        self.draw.ellipse(box, fill=fill, outline=INK, width=3 * SCALE)

    def waves(self, top, rows):
        for row in range(rows):
            y = top + row * 22
            points = [(x, y + 5 * math.sin(x / 21 + row)) for x in range(0, self.size[0] + 8, 8)]
            self.line(*points, width=2, fill=SEA)

    def jpeg(self):
        buffer = io.BytesIO()
        self.image.resize(self.size, Image.LANCZOS).save(buffer, "JPEG", quality=72, optimize=True)
        return buffer.getvalue()


def bell():
    sheet = Sheet()
    sheet.waves(300, 5)
    left = [(230, 300), (250, 270), (262, 200), (280, 140), (320, 120)]
    sheet.shape(*left, *[(640 - x, y) for x, y in reversed(left)])
    sheet.line((262, 200), (378, 200))
    sheet.disc(320, 312, 14, fill=INK)
    return sheet.jpeg()


def parish_map():
    sheet = Sheet()
    sheet.line((40, 380), (160, 300), (260, 310), (380, 220), (600, 190), width=6, fill=SEA)
    sheet.line((60, 60), (180, 140), (330, 150), (470, 330), (610, 370), width=2)
    for x, y in [(120, 180), (420, 90), (520, 280), (250, 240)]:
        sheet.shape((x, y), (x + 40, y), (x + 40, y - 28), (x + 20, y - 46), (x, y - 28))
    for x, y in [(80, 260), (330, 330), (560, 110), (480, 160)]:
        sheet.line((x, y), (x, y - 30))
        sheet.disc(x, y - 42, 16, fill=(168, 176, 130))
    return sheet.jpeg()


def station():
    sheet = Sheet()
    sheet.shape((120, 300), (520, 300), (520, 170), (120, 170))
    sheet.shape((100, 172), (540, 172), (480, 110), (160, 110), fill=(160, 120, 96))
    for x in (150, 250, 430):
        sheet.shape((x, 260), (x + 50, 260), (x + 50, 200), (x, 200), fill=(238, 214, 140))
    sheet.shape((340, 300), (395, 300), (395, 200), (340, 200), fill=(120, 96, 80))
    sheet.line((40, 330), (600, 330))
    for x in range(40, 600, 28):
        sheet.line((x, 350), (x + 14, 350), width=5)
    sheet.line((40, 344), (600, 344), width=2)
    return sheet.jpeg()


def lighthouse():
    sheet = Sheet()
    sheet.shape((336, 100), (620, 40), (620, 150), fill=(250, 236, 176))
    sheet.shape((280, 330), (360, 330), (342, 120), (298, 120))
    for y in (170, 220, 270):
        half = 22 + (y - 120) * 18 / 210
        sheet.line((320 - half, y), (320 + half, y), width=12, fill=(150, 70, 60))
    sheet.shape((300, 118), (340, 118), (340, 84), (300, 84), fill=(250, 226, 130))
    sheet.shape((292, 84), (348, 84), (320, 58), fill=INK)
    sheet.waves(340, 4)
    return sheet.jpeg()


def scale():
    sheet = Sheet()
    sheet.line((320, 90), (320, 330), width=6)
    sheet.shape((240, 346), (400, 346), (380, 326), (260, 326))
    sheet.line((170, 140), (470, 120), width=5)
    for x, y in [(170, 140), (470, 120)]:
        sheet.line((x, y), (x - 50, y + 110), width=2)
        sheet.line((x, y), (x + 50, y + 110), width=2)
        sheet.shape((x - 60, y + 110), (x + 60, y + 110), (x + 34, y + 132), (x - 34, y + 132))
    sheet.shape((145, 248), (200, 248), (200, 224), (145, 224), fill=(240, 232, 210))
    return sheet.jpeg()


def cover():
    sheet = Sheet((600, 800))
    sheet.waves(430, 15)
    sheet.disc(300, 350, 110, fill=(236, 196, 120))
    sheet.line((60, 430), (540, 430), width=4)
    font = ImageFont.load_default(size=52 * SCALE)
    for row, words in enumerate(["The Tide Bell", "and Other Measures"]):
        sheet.draw.text((300 * SCALE, (90 + row * 70) * SCALE), words, fill=INK, font=font, anchor="mm")
    return sheet.jpeg()


def chart(values):
    """Bars for (label, number) pairs, as PNG: flat colour is what PNG is for."""
    image = Image.new("RGB", (900, 420), "white")
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(size=20)
    highest = max(number for _, number in values)
    step = 860 / len(values)
    for index, (label, number) in enumerate(values):
        left = 30 + index * step
        top = 370 - 320 * number / highest
        draw.rectangle([left, top, left + step * 0.6, 370], fill=(70, 110, 150))
        draw.text((left, 380), label, fill=(40, 40, 40), font=font)
        draw.text((left, top - 26), f"{number:.1f}", fill=(40, 40, 40), font=font)
    draw.line([(20, 370), (890, 370)], fill=(40, 40, 40), width=2)
    buffer = io.BytesIO()
    image.quantize(32).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()
