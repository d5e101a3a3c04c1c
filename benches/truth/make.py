"""Makes PDFs with their truths from office files, by LibreOffice: TARGET/tagged/NAME.pdf and TARGET/untagged/NAME.pdf,
each with NAME.docx, the truth, beside it. Files that are not DOCX become their truth by LibreOffice too."""
import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# What a text document may be made of.
SUFFIXES = (".docx", ".odt", ".doc", ".rtf")
# A file that takes LibreOffice longer than this many seconds is left out.
TIMEOUT_S = 120


def office(profile, target, suffix, source):
    """Runs LibreOffice; false where it made nothing."""
    command = ["soffice", f"-env:UserInstallation=file://{profile}", "--headless", "--convert-to", suffix,
               "--outdir", target, source]
    try:
        subprocess.run(command, capture_output=True, timeout=TIMEOUT_S, check=False)
    except subprocess.TimeoutExpired:
        return False
    return (target / source.with_suffix("." + suffix.partition(":")[0]).name).exists()


def pdf_filter(tagged):
    """The export filter: structure tree or not, always with outline, form fields and remarks."""
    settings = {"UseTaggedPDF": tagged, "ExportBookmarks": True, "ExportFormFields": True, "ExportNotes": True}
    typed = {key: {"type": "boolean", "value": str(value).lower()} for key, value in settings.items()}
    return "pdf:writer_pdf_Export:" + json.dumps(typed)


def make(source, target, profile):
    """The truth and both PDFs of one file; what fails leaves nothing."""
    for kind in ("tagged", "untagged"):
        folder = target / kind
        folder.mkdir(parents=True, exist_ok=True)
        truth = folder / (source.stem + ".docx")
        pdf = truth.with_suffix(".pdf")
        if pdf.exists() and truth.exists():
            continue
        if source.suffix.lower() == ".docx":
            shutil.copyfile(source, truth)
        elif not office(profile, folder, "docx", source):
            print("no truth of", source)
            return
        if not office(profile, folder, pdf_filter(kind == "tagged"), source):
            truth.unlink(missing_ok=True)
            print("no PDF of", source)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path, help="folder of office files")
    parser.add_argument("target", type=Path, help="folder for the PDFs and truths")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as profile:
        for source in sorted(p for p in given.source.rglob("*") if p.suffix.lower() in SUFFIXES):
            make(source.resolve(), given.target.resolve(), profile)


if __name__ == "__main__":
    sys.exit(main())
