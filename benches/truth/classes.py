"""Means of scores for each kind of PDF, by the words of a corpus's MANIFEST.tsv ("by:word", "script:CJK").
RESULTS is a results.jsonl of a benchmark run (rows with "converter", "file", "status", "scores") or one JSON object of
scores by file, as score.py saves."""
import argparse
import json
import sys
from pathlib import Path

# A kind and the manifest words of which a file must have one, or the folders it lies in.
CLASSES = {
    "LaTeX": ("by:latex",), "Word": ("by:word",), "LibreOffice": ("by:libreoffice", "lo-export/"),
    "Google Docs": ("by:gdocs", "by:browser"), "forms": ("form:AcroForm", "form:XFA"),
    "Arabic/Hebrew": ("script:Arabic", "script:Hebrew"), "CJK": ("script:CJK", "script:Hangul"),
    "magazines": ("by:dtp", "by:distiller", "by:quartz"), "scans": ("pdf/scan/", "img:jbig2", "img:ccitt"),
    "tagged": ("tagged",), "all": ("",),
}
# What is shown unless --scores names others.
SCORES = ("text_f1", "order_rel", "heading_f1", "list_ratio", "para_f1", "cell_f1", "links_recall", "images_ratio",
          "box_share", "font_known", "pages_match", "ssim", "layout")


def traits(manifest):
    """Path and words of each PDF by "folder/name"."""
    found = {}
    for line in manifest.open(encoding="utf-8"):
        path, *_, words = line.rstrip("\n").split("\t")
        if path.endswith(".pdf"):
            maker = " by:libreoffice" if "LibreOffice" in words else " by:word" if "Office Word" in words else ""
            maker += " by:latex" if "TeX" in words else " by:quartz" if "Quartz" in words else ""
            found["/".join(path.split("/")[-2:])] = path + " " + words.replace(",", " ").replace(";", " ") + maker
    return found


def results(path, converter):
    """Scores by file; the status of a failure is kept as "failed"."""
    text = path.read_text()
    if not path.name.endswith(".jsonl"):
        return json.loads(text)
    rows = [json.loads(line) for line in text.splitlines()]
    chosen = converter or rows[0]["converter"]
    return {row["file"]: row.get("scores") or {"failed": row["status"]} for row in rows if row["converter"] == chosen}


def belongs(trait, words):
    """Whether a file is of a kind: a word of its own, or part of its path."""
    path, *own = trait.split(" ")
    return any(word in own or word in path for word in words)


def mean(scored, key):
    values = [float(s[key]) for s in scored if s.get(key) is not None]
    return f"{sum(values) / len(values):.3f}" if values else "-"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path)
    parser.add_argument("manifest", type=Path)
    parser.add_argument("--converter", help="of a results.jsonl; the first without")
    parser.add_argument("--scores", help="comma-separated names")
    given = parser.parse_args()
    known, scored = traits(given.manifest), results(given.results, given.converter)
    keys = given.scores.split(",") if given.scores else SCORES
    print("| class | files | failed |", " | ".join(keys), "|")
    print("|---" * (len(keys) + 3) + "|")
    for name, words in CLASSES.items():
        mine = [s for file, s in scored.items() if belongs(known.get("/".join(file.split("/")[-2:]), "- "), words)]
        failed = sum("failed" in s for s in mine)
        print(f"| {name} | {len(mine)} | {failed} |", " | ".join(mean(mine, key) for key in keys), "|")


if __name__ == "__main__":
    sys.exit(main())
