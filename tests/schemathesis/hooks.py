"""Gives half of the made-up conversions a real file and a target it has, so that they get further than
the first look at the bytes."""

import pathlib
import zlib

import schemathesis

PHOTO = (pathlib.Path(__file__).resolve().parents[2] / "examples" / "photo.jpg").read_bytes()
TARGETS = ["jpeg", "png", "webp", ".JPG", "image/png", "docx"]


@schemathesis.hook
def map_body(context, body):
    if not isinstance(body, dict) or "file" not in body:
        return body
    # The choice goes by the made-up body itself: the same case is the same again.
    choice = zlib.crc32(repr(sorted(body.items(), key=str)).encode("utf-8", "surrogatepass"))
    if choice % 2:
        kept = {name: body[name] for name in ("max_bytes", "quality", "best_effort") if name in body}
        body = {**kept, "file": [PHOTO], "to": TARGETS[choice // 2 % len(TARGETS)]}
    return body
