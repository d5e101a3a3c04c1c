"""Makes ../../docs/pictures/pages.webp: one page of a PDF beside the DOCX that three programs make of it.

python3 examples/make/readme_pages.py [FOLDER]

The page is `readme_page.html`, printed by Chromium. Each DOCX is laid out by LibreOffice, and everything is drawn by PDFium
at one size. FOLDER, where one is named, keeps the PDF, the DOCX and the drawings.

Needs Python 3 with pdf2docx, pypdfium2 and Pillow, `chromium`, `soffice` (Writer, with its import of PDF) and `fc-match` on
the path, the fonts Liberation Serif and Sans, and this project's program: `target/release/transvase`, or what the variable
TRANSVASE_BIN names.
"""

import os
import re
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

import pdf2docx
import pypdfium2
from PIL import Image, ImageDraw, ImageFont

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
OUT = ROOT / "docs/pictures/pages.webp"
PROGRAM = os.environ.get("TRANSVASE_BIN", ROOT / "target/release/transvase")
FONTS = ["Liberation Serif", "Liberation Sans"]

# In pixels of a picture that is shown at half its size, where a screen has many.
PAGE_WIDTH, GAP, MARGIN, CAPTION = 378, 20, 24, 62
INK, FAINT, BORDER = "#1f2328", "#59636e", "#c8ced5"


def run(*words):
    """Runs a program, and returns what it prints."""
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True).stdout


def office(folder, *words):
    """Runs LibreOffice with a profile of its own, so that one that is open does not matter."""
    return run("soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", *words)


def require_fonts():
    """Without its fonts every page would be set in others, and break its lines elsewhere."""
    missing = [name for name in FONTS if name not in run("fc-match", "--format", "%{family}", name)]
    if missing:
        sys.exit(f"fonts that are not installed: {', '.join(missing)}")


def source(folder):
    """The page as a PDF. Chromium's sandbox does not start for root, who is the user in containers."""
    target = folder / "source.pdf"
    words = ["--headless", "--no-sandbox", "--no-pdf-header-footer", f"--print-to-pdf={target}"]
    run("chromium", *words, HERE / "readme_page.html")
    return target


def by_transvase(pdf, docx, _):
    run(PROGRAM, "convert", "--force", pdf, docx)


def by_pdf2docx(pdf, docx, _):
    pdf2docx.parse(str(pdf), str(docx))


def by_libreoffice(pdf, docx, folder):
    office(folder, "--infilter=writer_pdf_import", "--convert-to", "docx", "--outdir", folder / "office", pdf)
    (folder / "office" / pdf.with_suffix(".docx").name).replace(docx)


def laid_out(pdf, name, convert, folder):
    """The PDF that LibreOffice makes of the DOCX that a converter made."""
    docx = folder / f"{name}.docx"
    convert(pdf, docx, folder)
    office(folder, "--convert-to", "pdf", "--outdir", folder, docx)
    return docx.with_suffix(".pdf")


def drawn(pdf):
    """The first page, with a note where it is not the only one. Drawn larger and reduced, so that small letters stay even."""
    pages = pypdfium2.PdfDocument(pdf)
    large = pages[0].render(scale=4 * PAGE_WIDTH / pages[0].get_width()).to_pil()
    large.save(pdf.with_suffix(".png"))
    size = (PAGE_WIDTH, round(PAGE_WIDTH * large.height / large.width))
    return large.resize(size, Image.LANCZOS), "1 page" if len(pages) == 1 else f"first of {len(pages)} pages"


def sheet(columns):
    """The pages side by side, each in a thin border above its caption and note."""
    height = max(page.height for page, _, _ in columns)
    width = 2 * MARGIN + len(columns) * (PAGE_WIDTH + GAP) - GAP
    image = Image.new("RGB", (width, MARGIN + height + CAPTION + MARGIN), "white")
    draw = ImageDraw.Draw(image)
    for place, (page, caption, note) in enumerate(columns):
        left = MARGIN + place * (PAGE_WIDTH + GAP)
        image.paste(page, (left, MARGIN))
        draw.rectangle([left - 1, MARGIN - 1, left + page.width, MARGIN + page.height], outline=BORDER)
        middle = left + PAGE_WIDTH // 2
        draw.text((middle, MARGIN + height + 26), caption, INK, ImageFont.load_default(24), "mm")
        draw.text((middle, MARGIN + height + 56), note, FAINT, ImageFont.load_default(19), "mm")
    return image


def make(folder):
    require_fonts()
    pdf = source(folder)
    release = re.search(r"\d+\.\d+", run("soffice", "--version"))[0]
    made = [
        ("page of a PDF", pdf),
        ("our DOCX", laid_out(pdf, "transvase", by_transvase, folder)),
        (f"pdf2docx {version('pdf2docx')}", laid_out(pdf, "pdf2docx", by_pdf2docx, folder)),
        (f"LibreOffice's import, {release}", laid_out(pdf, "libreoffice", by_libreoffice, folder)),
    ]
    columns = [(page, caption, note) for caption, path in made for page, note in [drawn(path)]]
    OUT.parent.mkdir(exist_ok=True)
    sheet(columns).save(OUT, quality=88, method=6)
    print(OUT.name, OUT.stat().st_size)


def main():
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(sys.argv[1] if len(sys.argv) > 1 else scratch).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        make(folder)


if __name__ == "__main__":
    main()
