"""Makes the documents and their claims again: `python make.py [BEGINNING OF A NAME ...]`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from make import altered, books, docs_lists, docs_pages, docs_tables, docs_text, docs_world, flowing, forms, hand, scans, tagged
from make.model import claims
from make.produce import produce

FOLDER = Path(__file__).resolve().parent / "documents"


def made(wanted: list[str]) -> Iterator[tuple[str, list[str], bytes]]:
    """All files: name, claims and content."""
    modules = (docs_text, docs_tables, docs_lists, docs_pages, docs_world)
    docs = [doc for module in modules for doc in module.DOCS]
    for name, doc, content in produce(docs, wanted):
        yield f"{name}.pdf", claims(doc), content
    for name, doc, content in flowing.produce(docs, wanted):
        yield name, claims(doc), content
    for module in (hand, altered, forms, scans, tagged, books):
        for name, make in module.FILES.items():
            if not wanted or any(name.startswith(start) for start in wanted):
                content, lines = make()
                yield name, lines, content


def same(name: str, old: bytes, new: bytes) -> bool:
    """Whether there is no need to write a file again."""
    if name.endswith(".rtf"):
        return flowing.same_letters(old, new)
    return old == new or (name in altered.RANDOM and altered.same_pages(old, new))


def main() -> None:
    """Writes each file that has changed."""
    FOLDER.mkdir(exist_ok=True)
    for name, lines, content in made(sys.argv[1:]):
        path = FOLDER / name
        if not path.exists() or not same(name, path.read_bytes(), content):
            path.write_bytes(content)
            print(f"{name}: {len(content)} bytes")
        path.with_suffix(".truth").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
