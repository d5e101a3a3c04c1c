"""Pictures for the documents."""

from __future__ import annotations

import base64
import io

from PIL import Image, ImageDraw

SVG = """<svg xmlns="http://www.w3.org/2000/svg" width="240" height="120" viewBox="0 0 240 120">
<rect x="1" y="1" width="238" height="118" fill="#eef3f8" stroke="#345" stroke-width="1"/>
<line x1="30" y1="100" x2="225" y2="100" stroke="#222" stroke-width="1.5"/>
<line x1="30" y1="100" x2="30" y2="12" stroke="#222" stroke-width="1.5"/>
<rect x="45" y="60" width="24" height="40" fill="#3a7"/><rect x="85" y="35" width="24" height="65" fill="#c63"/>
<rect x="125" y="48" width="24" height="52" fill="#36a"/><circle cx="190" cy="52" r="24" fill="#ca3" stroke="#642"/>
<polyline points="45,58 97,33 137,46 190,28" fill="none" stroke="#a22" stroke-width="2"/>
</svg>"""


def svg_uri() -> str:
    """The drawing as a data address."""
    return "data:image/svg+xml;base64," + base64.b64encode(SVG.encode()).decode()


def picture(width: int = 180, height: int = 110, tone: int = 0) -> Image.Image:
    """A landscape of flat colours: hills, a sun and a house."""
    image = Image.new("RGB", (width, height), (150 + tone, 200, 235))
    draw = ImageDraw.Draw(image)
    draw.ellipse((width * 0.72, height * 0.08, width * 0.9, height * 0.37), fill=(250, 215, 90))
    draw.ellipse((-width * 0.3, height * 0.5, width * 0.75, height * 1.6), fill=(90, 150, 80 + tone))
    draw.ellipse((width * 0.4, height * 0.6, width * 1.3, height * 1.7), fill=(60, 120, 70))
    draw.rectangle((width * 0.3, height * 0.45, width * 0.48, height * 0.68), fill=(170, 70, 50))
    roof = [(width * 0.27, height * 0.45), (width * 0.39, height * 0.28), (width * 0.51, height * 0.45)]
    draw.polygon(roof, fill=(80, 50, 40))
    return image


def encoded(image: Image.Image, kind: str = "PNG") -> bytes:
    """The picture as a file."""
    buffer = io.BytesIO()
    options = {"quality": 70} if kind == "JPEG" else {"optimize": True}
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def png_uri() -> str:
    """The landscape as a data address."""
    return "data:image/png;base64," + base64.b64encode(encoded(picture())).decode()
