"""Truth scores of PDF -> DOCX. See README.md."""
import argparse
import functools
import json
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import compare
import ooxml

# A conversion that takes longer than this many seconds has failed.
TIMEOUT_S = 120


@dataclass
class Pdf:
    """What a PDF itself tells."""
    text: str = ""
    pages: int = 3
    fields: int = 0
    remarks: bool = False


def captured(*command):
    """Standard output of a program; it may complain."""
    return subprocess.run(command, capture_output=True, timeout=TIMEOUT_S, check=False).stdout


def read_pdf(path):
    """Text, pages, form fields and remarks of a PDF."""
    text = captured("pdftotext", "-q", path, "-").decode("utf-8", "replace")
    try:
        form = json.loads(captured("qpdf", "--json=1", "--json-key=acroform", path) or b"{}").get("acroform", {})
    except ValueError:
        form = {}
    plain = captured("qpdf", "--qdf", "--object-streams=disable", path, "-")
    kinds = [f.get("fieldtype") for f in form.get("fields", [])]
    remarks = re.search(rb"/Subtype /(Text|FreeText|Highlight|Popup)\b", plain) is not None
    return Pdf(text, max(1, text.count("\f")), sum(kind in ("/Tx", "/Ch", "/Btn") for kind in kinds), remarks)


@functools.cache
def manifest(path):
    """Office file by PDF, as a MANIFEST.tsv names them."""
    rows = (line.rstrip("\n").split("\t") for line in path.open(encoding="utf-8"))
    named = ((row[0], re.search(r"(office/\S+\.docx) \(the truth\)", row[-1])) for row in rows)
    return {pdf: match[1] for pdf, match in named if match}


def truth_of(pdf):
    """The DOCX a PDF was made from, None where none is known."""
    for beside in (pdf.with_suffix(".truth.docx"), pdf.with_suffix(".docx")):
        if beside.exists():
            return beside
    for folder in pdf.resolve().parents:
        if (folder / "MANIFEST.tsv").exists():
            named = manifest(folder / "MANIFEST.tsv").get(str(pdf.resolve().relative_to(folder)))
            return folder / named if named and (folder / named).exists() else None
    return None


def score(out, truth, pdf):
    """Scores of an output file."""
    truth = ooxml.read(truth) if truth else None
    return compare.scores(ooxml.read(out), truth, read_pdf(pdf) if pdf else Pdf())


def convert_and_score(binary, pdf, folder, words):
    """Scores of one PDF, or why there are none."""
    out = Path(folder) / f"{pdf.parent.name}__{pdf.stem}.docx"
    out.unlink(missing_ok=True)
    command = [binary, "convert", pdf, out, "--force", "--quiet", *words]
    try:
        subprocess.run(command, capture_output=True, timeout=TIMEOUT_S, check=True)
        return score(out, truth_of(pdf), pdf)
    except (subprocess.SubprocessError, OSError, ooxml.etree.Error, ooxml.zipfile.BadZipFile) as error:
        return {"failed": str(error)[:200]}


def pdfs(paths):
    """The PDFs of folders and files."""
    for path in map(Path, paths):
        yield from sorted(path.rglob("*.pdf")) if path.is_dir() else [path]


def show(name, scores, before):
    """One line, with what changed."""
    def cell(key, score):
        was = before.get(key)
        moved = isinstance(was, (int, float)) and isinstance(score, (int, float)) and abs(score - was) > 0.0005
        return f"{key}={score}" + (f" ({score - was:+.3f})" if moved else "")
    print(f"{name[:56]:56}", " ".join(cell(*entry) for entry in scores.items()), flush=True)


def show_means(results, before):
    """Mean of each score, with its change over the files that had it before."""
    print("--- means (files)")
    keys = dict.fromkeys(key for scores in results.values() for key in scores if key != "failed")
    for key in keys:
        found = [scores[key] for scores in results.values() if key in scores]
        both = [(s[key], before[n][key]) for n, s in results.items() if key in s and key in before.get(n, {})]
        change = f"  change {sum(a - b for a, b in both) / len(both):+.4f} over {len(both)}" if both else ""
        print(f"{key:16} {sum(found) / len(found):.4f} ({len(found)}){change}")
    failed = sum("failed" in scores for scores in results.values())
    print(f"failed {failed} of {len(results)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", help="PDFs or folders of them")
    parser.add_argument("--bin", help="the command line to convert with")
    parser.add_argument("--option", action="append", default=[], help="KEY=VALUE handed to the conversion")
    parser.add_argument("--pair", nargs="+", help="OUT.docx TRUTH.docx [PDF]")
    parser.add_argument("--match", default="", help="only paths with this text")
    parser.add_argument("--keep", help="folder for the outputs")
    parser.add_argument("--save", help="JSON of the scores")
    parser.add_argument("--compare", help="JSON of an earlier run")
    given = parser.parse_args()
    if given.pair:
        out, truth, *pdf = given.pair
        return show(out, score(out, truth, *(pdf or [None])), {})
    if not given.bin:
        parser.error("--bin is needed")
    before = json.loads(Path(given.compare).read_text()) if given.compare else {}
    words = [word for option in given.option for word in ("--option", option)]
    results = {}
    with tempfile.TemporaryDirectory() as scratch:
        folder = given.keep or scratch
        Path(folder).mkdir(parents=True, exist_ok=True)
        for pdf in pdfs(given.paths):
            if given.match in str(pdf) and truth_of(pdf):
                name = f"{pdf.parent.name}/{pdf.name}"
                results[name] = convert_and_score(given.bin, pdf, folder, words)
                show(name, results[name], before.get(name, {}))
    show_means(results, before)
    if given.save:
        Path(given.save).write_text(json.dumps(results))


if __name__ == "__main__":
    sys.exit(main())
