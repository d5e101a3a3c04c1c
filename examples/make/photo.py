"""Draws ../photo.jpg: a hillside at dusk, with the noise, gradients and edges that a camera gives."""

import math
import random
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter

WIDTH, HEIGHT = 1600, 1200
OUT = Path(__file__).resolve().parent.parent / "photo.jpg"


def blend(low, high, share):
    return tuple(round(a + (b - a) * share) for a, b in zip(low, high))


def sky():
    column = Image.new("RGB", (1, HEIGHT))
    for y in range(HEIGHT):
        share = min(1.0, y / (HEIGHT * 0.62))
        column.putpixel((0, y), blend((38, 58, 110), (246, 178, 110), share**1.4))
    return column.resize((WIDTH, HEIGHT))


def noise(random_source, width, height, low, high):
    """Smooth noise: random values on a coarse grid, enlarged."""
    grid = Image.new("L", (width, height))
    grid.putdata([random_source.randint(low, high) for _ in range(width * height)])
    return grid.resize((WIDTH, HEIGHT), Image.BICUBIC)


def clouds(picture, random_source):
    layers = [noise(random_source, 6 * 2**n, 5 * 2**n, 0, 255) for n in range(5)]
    mask = layers[0]
    for depth, layer in enumerate(layers[1:], start=1):
        mask = Image.blend(mask, layer, 0.5 / depth)
    mask = mask.point(lambda value: max(0, min(200, (value - 120) * 3)))
    fade = Image.linear_gradient("L").resize((WIDTH, HEIGHT)).point(lambda value: 255 - value)
    mask = ImageChops.multiply(mask, fade)
    return Image.composite(Image.new("RGB", (WIDTH, HEIGHT), (250, 214, 196)), picture, mask)


def ridge(random_source, base, height, steps):
    """A line of hills, by halving the distance between points and moving the middle."""
    points = [(0, base), (WIDTH, base + random_source.uniform(-height, height) / 2)]
    for _ in range(steps):
        refined = [points[0]]
        for (x0, y0), (x1, y1) in zip(points, points[1:]):
            middle = ((x0 + x1) / 2, (y0 + y1) / 2 + random_source.uniform(-height, height))
            refined += [middle, (x1, y1)]
        points, height = refined, height * 0.5
    return points


def hills(picture, random_source):
    for depth in range(5):
        base = HEIGHT * (0.5 + depth * 0.1)
        line = ridge(random_source, base, 70 + depth * 12, 8)
        color = blend((150, 128, 140), (22, 34, 30), depth / 4)
        layer = Image.new("L", (WIDTH, HEIGHT))
        ImageDraw.Draw(layer).polygon([*line, (WIDTH, HEIGHT), (0, HEIGHT)], fill=255)
        texture = noise(random_source, 160 + depth * 60, 120 + depth * 50, 0, 60 + depth * 12)
        ground = Image.merge("RGB", [texture.point(lambda value, c=c: min(255, c + value // 3)) for c in color])
        picture = Image.composite(ground, picture, layer.filter(ImageFilter.GaussianBlur(1.2)))
    return picture


def trees(picture, random_source):
    draw = ImageDraw.Draw(picture)
    for _ in range(240):
        x, y = random_source.uniform(0, WIDTH), random_source.uniform(HEIGHT * 0.86, HEIGHT * 1.02)
        size = random_source.uniform(18, 60)
        dark = random_source.randint(8, 30)
        for layer in range(4):
            top, half = y - size * (2.2 - layer * 0.45), size * (0.25 + layer * 0.14)
            color = (dark, dark + 14, dark + 4)
            draw.polygon([(x, top - size * 0.3), (x - half, top + size * 0.5), (x + half, top + size * 0.5)], fill=color)
    return picture


def sun(picture):
    glow = Image.new("L", (WIDTH, HEIGHT))
    draw = ImageDraw.Draw(glow)
    for radius in range(360, 40, -6):
        share = (1 - radius / 360) ** 2.2
        draw.ellipse([1080 - radius, 560 - radius, 1080 + radius, 560 + radius], fill=round(255 * share))
    draw.ellipse([1040, 520, 1120, 600], fill=255)
    light = Image.new("RGB", (WIDTH, HEIGHT), (255, 240, 200))
    return Image.composite(light, picture, glow)


def house(picture):
    draw = ImageDraw.Draw(picture)
    draw.polygon([(380, 1010), (380, 900), (470, 850), (560, 900), (560, 1010)], fill=(92, 74, 66))
    draw.polygon([(360, 905), (470, 838), (580, 905), (566, 916), (470, 858), (374, 916)], fill=(48, 36, 36))
    for x in (405, 505):
        draw.rectangle([x, 930, x + 32, 968], fill=(255, 214, 120))
        draw.line([(x + 16, 930), (x + 16, 968)], fill=(60, 46, 40), width=3)
    for offset in range(0, 110, 10):
        draw.line([(382, 906 + offset), (558, 906 + offset)], fill=(80, 63, 57), width=1)
    return picture


def grain(picture, random_source):
    values = Image.new("L", (WIDTH, HEIGHT))
    values.putdata([128 + round(random_source.gauss(0, 5)) for _ in range(WIDTH * HEIGHT)])
    speckle = values.filter(ImageFilter.GaussianBlur(0.5))
    return ImageChops.add(picture, Image.merge("RGB", [speckle] * 3), scale=1, offset=-128)


def main():
    random_source = random.Random(1874)
    picture = sun(clouds(sky(), random_source))
    picture = house(hills(picture, random_source))
    picture = grain(trees(picture, random_source), random_source)
    exif = Image.Exif()
    exif[0x010F], exif[0x0110], exif[0x0112] = "Example", "Drawn by photo.py", 1
    picture.save(OUT, "JPEG", quality=86, subsampling=2, exif=exif)
    print(OUT.name, OUT.stat().st_size, math.prod(picture.size))


if __name__ == "__main__":
    main()
