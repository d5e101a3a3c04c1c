"""Makes tests/data/small.heic and small.jp2, for formats that nothing in the repository writes: a gradient of 64 by 48
pixels, by heif-enc (libheif) and opj_compress (OpenJPEG).

    python3 small_pictures.py ../../tests/data
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image


def picture() -> Image.Image:
    image = Image.new("RGB", (64, 48))
    for y in range(image.height):
        for x in range(image.width):
            image.putpixel((x, y), (x * 4, y * 5, (x + y) % 32 * 8))
    return image


def main() -> None:
    folder = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as scratch:
        png, ppm = Path(scratch, "s.png"), Path(scratch, "s.ppm")
        picture().save(png)
        picture().save(ppm)
        subprocess.run(["heif-enc", "-q", "60", png, "-o", folder / "small.heic"], check=True)
        subprocess.run(["opj_compress", "-i", ppm, "-o", folder / "small.jp2", "-r", "8"], check=True)


if __name__ == "__main__":
    main()
