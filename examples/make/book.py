"""Makes ../book.mobi from book.txt: HTML with pictures, notes and links, turned into a book by Calibre."""

import html
import re
import subprocess
import tempfile
from pathlib import Path

import drawings

HERE = Path(__file__).resolve().parent
OUT = HERE.parent / "book.mobi"
PICTURES = {
    "bell": (drawings.bell, "A bell on the shingle, with the tide coming in"),
    "map": (drawings.parish_map, "A map of a parish with a stream, a road, houses and trees"),
    "station": (drawings.station, "A small railway station with lighted windows"),
    "lighthouse": (drawings.lighthouse, "A lighthouse with its lamp lit"),
    "scale": (drawings.scale, "A balance with a letter in one pan"),
}
LIST_MARK = r"^(\*|[0-9]+\.) "
STYLE = """
body { text-align: justify }
p { margin: 0; text-indent: 1.2em }
h1 { text-align: center; page-break-before: always; margin: 2em 0 1.5em }
h2 { text-align: left; margin: 1.2em 0 0.6em }
blockquote { margin: 1em 2em; font-style: italic }
blockquote p, .note, .picture { text-indent: 0 }
.picture { text-align: center; margin: 1em 0 }
.note { font-size: 0.85em; margin-top: 0.5em }
td, th { padding: 0.2em 0.8em; text-align: left }
"""


def inline(text):
    """Emphasis and note marks of one piece of text."""
    text = html.escape(text, quote=False)
    text = re.sub(r"\*([^*]+)\*", r"<em>\1</em>", text)
    return re.sub(r"\[\^(\d+)\]", r'<sup><a id="mark\1" href="#note\1">\1</a></sup>', text)


def listed(tag, lines):
    items = "".join(f"<li>{inline(re.sub(LIST_MARK, '', line))}</li>" for line in lines)
    return f"<{tag}>{items}</{tag}>"


def table(lines):
    rows = [[inline(cell.strip()) for cell in line.strip("|").split("|")] for line in lines]
    head = "".join(f"<th>{cell}</th>" for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows[1:])
    return f'<table border="1"><tr>{head}</tr>{body}</table>'


def block(text):
    """One block of book.txt as HTML."""
    lines = text.split("\n")
    if note := re.match(r"\[\^(\d+)\]: (.*)", text, re.S):
        number, words = note.groups()
        return f'<p class="note" id="note{number}"><a href="#mark{number}">{number}.</a> {inline(words)}</p>'
    if picture := re.match(r"!\[(\w+)\]$", text):
        name = picture.group(1)
        return f'<p class="picture"><img src="{name}.jpg" alt="{PICTURES[name][1]}"/></p>'
    if text.startswith("# "):
        return f"<h1>{inline(text[2:])}</h1>"
    if text.startswith("## "):
        return f"<h2>{inline(text[3:])}</h2>"
    if text.startswith("> "):
        return f"<blockquote><p>{inline(text[2:])}</p></blockquote>"
    if text.startswith("|"):
        return table(lines)
    if text.startswith("* "):
        return listed("ul", lines)
    if text.startswith("1. "):
        return listed("ol", lines)
    return f"<p>{inline(text)}</p>"


def main():
    blocks = re.split(r"\n\s*\n", (HERE / "book.txt").read_text("utf-8").strip())
    body = "\n".join(block(text) for text in blocks)
    page = f'<html lang="en-GB"><head><title>The Tide Bell</title><style>{STYLE}</style></head><body>{body}</body></html>'
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "book.html").write_text(page, "utf-8")
        (folder / "cover.jpg").write_bytes(drawings.cover())
        for name, (draw, _) in PICTURES.items():
            (folder / f"{name}.jpg").write_bytes(draw())
        words = ["ebook-convert", folder / "book.html", OUT, "--title", "The Tide Bell and Other Measures"]
        words += ["--authors", "The Transvase Contributors", "--publisher", "Transvase Examples", "--language", "en-GB"]
        words += ["--pubdate", "2026-01-01", "--cover", folder / "cover.jpg", "--chapter", "//h:h1", "--level1-toc", "//h:h1"]
        words += ["--level2-toc", "//h:h2", "--page-breaks-before", "//h:h1"]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    print(OUT.name, OUT.stat().st_size)


if __name__ == "__main__":
    main()
