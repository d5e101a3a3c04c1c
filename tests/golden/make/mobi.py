"""Writes MOBI6 and KF8 books, after the public descriptions of these formats."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

RECORD = 4096
NONE = 0xFFFFFFFF

# Title, place (position, or fragment and offset), depth, number of the entry above.
Entry = tuple[str, list[int], int, int | None]
Row = tuple[bytes, dict[int, list[int]]]


@dataclass
class Book:
    """A book, ready to be written."""

    name: str
    text: bytes
    version: int
    contents: list[Entry] = field(default_factory=list)
    pictures: list[bytes] = field(default_factory=list)
    skeletons: list[tuple[int, int, int]] = field(default_factory=list)
    fragments: list[tuple[int, int]] = field(default_factory=list)
    flows: list[tuple[int, int]] = field(default_factory=list)
    codepage: int = 65001
    language: str = "en"
    packed: bool = True

    def file(self) -> bytes:
        """The file."""
        records = self.records()
        name = self.name.encode("ascii")[:31]
        head = name.ljust(32, b"\0") + bytes(28) + b"BOOKMOBI" + bytes(8) + len(records).to_bytes(2, "big")
        table, offset = b"", 78 + 8 * len(records)
        for number, record in enumerate(records):
            table += offset.to_bytes(4, "big") + (2 * number).to_bytes(4, "big")
            offset += len(record)
        return head + table + b"".join(records)

    def records(self) -> list[bytes]:
        """All records: header, text, indexes, pictures."""
        parts = [palmdoc(part) if self.packed else part for part in pieces(self.text, self.codepage)]
        # One byte follows each: no byte of a split character.
        records = [b"", *[part + b"\0" for part in parts]]
        places = {
            "contents": self.index(records, *self.contents_rows()),
            "skeletons": self.index(
                records,
                [(b"SKEL%010d" % n, {1: [count], 6: [at, size]}) for n, (at, size, count) in enumerate(self.skeletons)],
            ),
            "fragments": self.index(records, *self.fragment_rows()),
            "flows": NONE,
            "pictures": NONE,
        }
        if self.flows:
            places["flows"] = len(records)
            rows = b"".join(start.to_bytes(4, "big") + end.to_bytes(4, "big") for start, end in self.flows)
            records.append(b"FDST" + (12).to_bytes(4, "big") + len(self.flows).to_bytes(4, "big") + rows)
        if self.pictures:
            places["pictures"] = len(records)
            records += self.pictures
        records.append(b"\xe9\x8e\r\n")
        records[0] = self.header(len(parts), places)
        return records

    def header(self, texts: int, places: dict[str, int]) -> bytes:
        """Record 0."""
        record = bytearray(16 + 264)

        def put(at: int, value: int, size: int = 4) -> None:
            record[at : at + size] = value.to_bytes(size, "big")

        put(0, 2 if self.packed else 1, 2)
        put(4, len(self.text))
        put(8, texts, 2)
        put(10, RECORD, 2)
        record[16:20] = b"MOBI"
        exth = self.exth()
        fields = {
            20: 264,
            24: 2,
            28: self.codepage,
            36: self.version,
            80: texts + 1,
            84: 16 + 264 + len(exth),
            88: len(self.name),
            92: {"en": 0x0809, "he": 0x0D, "zh": 0x04, "ja": 0x11, "de": 0x07}[self.language],
            104: self.version,
            108: places["pictures"],
            112: NONE,
            128: 0x40,
            192: places["flows"],
            240: 1,
            244: places["contents"],
            248: places["fragments"],
            252: places["skeletons"],
        }
        for at in (*range(40, 80, 4), 256, 260):
            put(at, NONE)
        for at, value in fields.items():
            put(at, value)
        return bytes(record) + exth + self.name.encode("ascii") + bytes(4)

    def exth(self) -> bytes:
        """Author, title and language."""
        data = {100: b"Ida Holm", 503: self.name.encode(), 524: self.language.encode()}
        rows = b"".join(
            kind.to_bytes(4, "big") + (len(value) + 8).to_bytes(4, "big") + value for kind, value in data.items()
        )
        size = 12 + len(rows)
        return b"EXTH" + size.to_bytes(4, "big") + len(data).to_bytes(4, "big") + rows + bytes(-size % 4)

    def contents_rows(self) -> tuple[list[Row], bytes]:
        """The entries of the contents, and their titles."""
        rows: list[Row] = []
        strings = b""
        for number, (title, place, depth, above) in enumerate(self.contents):
            tags = {6 if len(place) == 2 else 1: place, 3: [len(strings)], 4: [depth]}
            if above is not None:
                tags[21] = [above]
            rows.append((b"%03d" % number, tags))
            label = title.encode()
            strings += varint(len(label)) + label
        return rows, strings

    def fragment_rows(self) -> tuple[list[Row], bytes]:
        """The fragments, and selectors of the elements they go into."""
        rows: list[Row] = []
        strings = b""
        for number, (at, size) in enumerate(self.fragments):
            rows.append((b"%010d" % at, {2: [len(strings)], 3: [number], 4: [0], 6: [0, size]}))
            selector = b"P-//*[@aid='%d']" % number
            strings += varint(len(selector)) + selector
        return rows, strings

    def index(self, records: list[bytes], rows: Sequence[Row], strings: bytes = b"") -> int:
        """Adds an index of a header, a record of entries and its strings, and tells where it is."""
        if not rows:
            return NONE
        at = len(records)
        kinds = [(1, 1), (2, 1), (3, 1), (4, 1), (6, 2), (21, 1)]
        header = bytearray(b"INDX".ljust(192, b"\0"))
        header[4:8] = (192).to_bytes(4, "big")
        header[24:28] = (1).to_bytes(4, "big")
        header[28:32] = (65001).to_bytes(4, "big")
        header[52:56] = int(bool(strings)).to_bytes(4, "big")
        header += b"TAGX" + (12 + 4 * (len(kinds) + 1)).to_bytes(4, "big") + (1).to_bytes(4, "big")
        for bit, (tag, count) in enumerate(kinds):
            header += bytes([tag, count, 1 << bit, 0])
        header += bytes([0, 0, 0, 1])
        data, offsets = bytearray(b"INDX".ljust(192, b"\0")), b""
        data[4:8] = (192).to_bytes(4, "big")
        for label, tags in rows:
            offsets += len(data).to_bytes(2, "big")
            control = sum(1 << bit for bit, (tag, _) in enumerate(kinds) if tag in tags)
            values = b"".join(varint(value) for tag, _ in kinds for value in tags.get(tag, []))
            data += bytes([len(label)]) + label + bytes([control]) + values
        data[20:24] = len(data).to_bytes(4, "big")
        data[24:28] = len(rows).to_bytes(4, "big")
        records += [bytes(header), bytes(data) + b"IDXT" + offsets]
        records += [strings] if strings else []
        return at


def varint(value: int) -> bytes:
    """Seven bits a byte, the high bit on the last."""
    made = [value & 0x7F | 0x80]
    while value := value >> 7:
        made.insert(0, value & 0x7F)
    return bytes(made)


def pieces(text: bytes, codepage: int) -> list[bytes]:
    """The text in records; no character is split."""
    made, at = [], 0
    while at < len(text):
        end = min(at + RECORD, len(text))
        while codepage == 65001 and end < len(text) and text[end] & 0xC0 == 0x80:
            end -= 1
        made.append(text[at:end])
        at = end
    return made


def palmdoc(text: bytes) -> bytes:
    """The text in PalmDOC's compression."""
    made, at = bytearray(), 0
    while at < len(text):
        size, start = 0, -1
        for length in range(10, 2, -1):
            if at + length <= len(text):
                start = text.rfind(text[at : at + length], max(0, at - 2047), at + length - 1)
                if start >= 0:
                    size = length
                    break
        byte = text[at]
        if size:
            made += (0x8000 | (at - start) << 3 | (size - 3)).to_bytes(2, "big")
            at += size
        elif byte == 0x20 and at + 1 < len(text) and 0x40 <= text[at + 1] < 0x80:
            made.append(text[at + 1] ^ 0x80)
            at += 2
        elif byte == 0 or 9 <= byte < 0x80:
            made.append(byte)
            at += 1
        else:
            run = 1
            while run < 8 and at + run < len(text) and text[at + run] >= 0x80:
                run += 1
            made += bytes([run]) + text[at : at + run]
            at += run
    return bytes(made)


def base32(value: int, width: int) -> str:
    """A number in digits and the letters A to V."""
    letters = ""
    while value or not letters:
        letters, value = "0123456789ABCDEFGHIJKLMNOPQRSTUV"[value % 32] + letters, value // 32
    return letters.rjust(width, "0")


def places(text: bytes) -> dict[str, int]:
    """Where each element with an `id` begins."""
    return {match[1].decode(): match.start() for match in re.finditer(rb"<\w+[^<>]*? id='([\w-]+)'", text)}


def mobi6(
    name: str, pages: Sequence[str], contents: Sequence[tuple[str, str, int, int | None]], **options: Any
) -> Book:
    """A MOBI6 book. Links are by byte: `href='#x'` becomes the place of what has the `id` x."""
    coding = "utf-8" if options.get("codepage", 65001) == 65001 else "cp1252"
    text = f"<html><head><guide></guide></head><body>{'<mbp:pagebreak/>'.join(pages)}</body></html>".encode(coding)
    text = re.sub(rb"href='#([\w-]+)'", rb"filepos=\1@0000000000", text)
    # The names of the targets go, which moves the places: all have gone before the places are read.
    wanted = [match[1].decode() for match in re.finditer(rb"filepos=([\w-]+)@", text)]
    text = re.sub(rb"filepos=[\w-]+@", b"filepos=", text)
    known = places(text)
    values = iter(wanted)
    text = re.sub(rb"filepos=0{10}", lambda _: b"filepos=%010d" % known[next(values)], text)
    entries = [(title, [known[anchor]], depth, above) for title, anchor, depth, above in contents]
    return Book(name, text, 6, entries, **options)


def kf8(
    name: str,
    pages: Sequence[str],
    contents: Sequence[tuple[str, str, int, int | None]],
    sheet: str = "",
    attributes: str = "",
    **options: Any,
) -> Book:
    """A KF8 book: each page is a file of a skeleton and one fragment; the sheet is a flow."""
    link = '<link rel="stylesheet" type="text/css" href="kindle:flow:0001?mime=text/css"/>' if sheet else ""
    start = f'<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml"{attributes}><head><title>{name}</title>{link}</head><body>'
    skeleton = f"{start}</body></html>".encode()
    blank = b"kindle:pos:fid:0000:off:0000000000"
    bodies = [page.encode() for page in pages]
    wanted = [[match[1].decode() for match in re.finditer(rb"href='#([\w-]+)'", body)] for body in bodies]
    bodies = [re.sub(rb"href='#[\w-]+'", b"href='" + blank + b"'", body) for body in bodies]
    known = {anchor: (number, at) for number, body in enumerate(bodies) for anchor, at in places(body).items()}
    text, skeletons, fragments = b"", [], []
    for body, names in zip(bodies, wanted, strict=True):
        values = iter(names)

        def target(_: re.Match[bytes], values: Iterator[str] = values) -> bytes:
            number, at = known[next(values)]
            return f"kindle:pos:fid:{base32(number, 4)}:off:{base32(at, 10)}".encode()

        body = re.sub(re.escape(blank), target, body)
        skeletons.append((len(text), len(skeleton), 1))
        fragments.append((len(text) + len(start.encode()), len(body)))
        text += skeleton + body
    flows = [(0, len(text))]
    if sheet:
        flows.append((len(text), len(text) + len(sheet.encode())))
        text += sheet.encode()
    entries = [(title, list(known[anchor]), depth, above) for title, anchor, depth, above in contents]
    return Book(name, text, 8, entries, skeletons=skeletons, fragments=fragments, flows=flows, **options)
