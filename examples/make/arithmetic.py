"""Draws one small picture and codes it four times: with Huffman and with arithmetic codes, in one scan and
progressive. The coefficients of all are the same, so a reader must get the same pixels from each."""

import pathlib
import subprocess

WIDTH, HEIGHT = 48, 40
FOLDER = pathlib.Path(__file__).parent / "../../tests/data"


def picture() -> bytes:
    pixels = bytearray()
    for y in range(HEIGHT):
        for x in range(WIDTH):
            pixels += bytes((x * 5 % 256, y * 6 % 256, x * y // 3 % 256))
    return b"P6 %d %d 255\n" % (WIDTH, HEIGHT) + pixels


def main() -> None:
    for coding, words in {"huffman": [], "arithmetic": ["-arithmetic"]}.items():
        for order, more in {"baseline": [], "progressive": ["-progressive"]}.items():
            command = ["cjpeg", "-quality", "85", *words, *more]
            coded = subprocess.run(command, input=picture(), stdout=subprocess.PIPE, check=True).stdout
            (FOLDER / f"{coding}-{order}.jpg").write_bytes(coded)


main()
