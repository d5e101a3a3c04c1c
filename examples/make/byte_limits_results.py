"""Results for the plots of docs/byte-limits: a peer at several settings, and transvase under the bytes that each gave.

python3 examples/make/byte_limits_results.py png|webp|gif|avif OUT.jsonl FILE...

TRANSVASE names the program, SSIMULACRA2 the one that compares two PNGs (its last word is the score). The peers are pngquant,
cwebp, gifsicle and avifenc (with avifdec), found on the path; Pillow draws first frames on white. Each line has what
byte_limits.py reads.
"""

import json
import os
import subprocess
import sys
import tempfile

from PIL import Image

OURS = os.environ.get("TRANSVASE", "transvase")
SCORE = os.environ.get("SSIMULACRA2", "ssimulacra2_rs image").split()

# The peer's name, its settings from the finest on, and its command.
PEERS = {
    "png": ("pngquant", [256, 96, 32, 12, 6], lambda n, a, b: ["pngquant", "--force", "-o", b, str(n), a]),
    "webp": ("cwebp -m 4", [95, 85, 70, 45, 15], lambda q, a, b: ["cwebp", "-quiet", "-m", "4", "-q", str(q), a, "-o", b]),
    "gif": ("gifsicle -O3", [128, 64, 24, 10, 5], lambda n, a, b: ["gifsicle", "-O3", "--colors", str(n), a, "-o", b]),
    "avif": ("avifenc -s 6", [16, 26, 36, 46], lambda q, a, b: ["avifenc", "-s", "6", "--min", str(q), "--max", str(q), a, b]),
}


def run(command):
    """Whether a command ends well."""
    return subprocess.run(command, capture_output=True, timeout=600).returncode == 0


def drawn(source, target):
    """The first frame on white, as PNG."""
    if source.endswith(".avif"):
        if not run(["avifdec", source, target]):
            raise OSError("avifdec failed")
        source = target
    with Image.open(source) as picture:
        frame = picture.convert("RGBA")
    ground = Image.new("RGBA", frame.size, (255, 255, 255, 255))
    ground.alpha_composite(frame)
    ground.convert("RGB").save(target)


def score(reference, result, folder):
    """How like the reference a result looks."""
    picture = os.path.join(folder, "result.png")
    drawn(result, picture)
    done = subprocess.run([*SCORE, reference, picture], capture_output=True, text=True, timeout=600)
    return float(done.stdout.split()[-1])


def compared(kind, setting, source, folder):
    """The lines of one file at one setting of the peer."""
    name, _, command = PEERS[kind]
    theirs, ours, reference = (os.path.join(folder, part) for part in (f"peer.{kind}", f"ours.{kind}", "source.png"))
    for path in (theirs, ours):
        if os.path.exists(path):
            os.remove(path)
    if not run(command(setting, source, theirs)) or os.path.getsize(theirs) >= os.path.getsize(source):
        return
    limit = os.path.getsize(theirs)
    run([OURS, "convert", "--force", "--quiet", "--max-bytes", str(limit), source, ours])
    drawn(source, reference)
    for converter, path in ((name, theirs), ("transvase", ours)):
        fits = os.path.exists(path) and os.path.getsize(path) <= limit
        yield {
            "converter": converter,
            "file": os.path.basename(source),
            "tag": str(setting),
            "status": "ok" if fits else "exit",
            "in_bytes": os.path.getsize(source),
            "out_bytes": os.path.getsize(path) if fits else 0,
            "scores": {"fits": fits, "ssimulacra2": score(reference, path, folder)} if fits else {},
        }


def main():
    kind, target, *sources = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder, open(target, "w") as out:
        for source in sources:
            for setting in PEERS[kind][1]:
                for line in compared(kind, setting, source, folder):
                    print(json.dumps(line), file=out, flush=True)


if __name__ == "__main__":
    main()
