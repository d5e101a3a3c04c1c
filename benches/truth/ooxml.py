"""A DOCX as plain facts: what the scores compare. Read straight from the XML, so that every writer is read alike."""
import posixpath
import re
import zipfile
from dataclasses import dataclass, field

from lxml import etree

NAMES = {
    "w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
}
W = "{%s}" % NAMES["w"]
R = "{%s}" % NAMES["r"]
STRICT = b"http://purl.oclc.org/ooxml/wordprocessingml/main", NAMES["w"].encode()
FALLBACK = "{%s}Fallback" % NAMES["mc"]
PAGE_FIELDS = ("PAGE", "NUMPAGES", "SECTIONPAGES")


@dataclass
class Paragraph:
    """A paragraph of the body: words, heading level (0 is the first), list place, and marks inside it."""
    text: str
    style: str
    level: int | None
    list: tuple | None  # (numbering id, level)
    label: str | None
    table: bool
    notes: list = field(default_factory=list)  # (kind, id, words before it)
    links: list = field(default_factory=list)  # (anchor, words)


@dataclass
class Document:
    """Everything the scores look at."""
    paragraphs: list
    tables: list  # each a list of (text, columns, rows) of its cells
    running: dict  # (kind, slot) -> list of words, fields as {PAGE}
    notes: dict  # (kind, id) -> text
    comments: list
    controls: int
    bookmarks: set


def words(text):
    """Letters and digits in lower case; marks and punctuation do not count."""
    return re.findall(r"[^\W_]+", text.lower())


def value(element, path):
    """`w:val` of a descendant, None without it."""
    found = element.find(path, NAMES) if element is not None else None
    return None if found is None else found.get(W + "val")


def is_on(element, path):
    """A toggle: there, and not switched off."""
    found = element.find(path, NAMES) if element is not None else None
    return found is not None and found.get(W + "val") not in ("0", "false", "off")


class Package:
    """The parts of a DOCX and how they hang together."""

    def __init__(self, path):
        self.zip = zipfile.ZipFile(path)
        self.names = set(self.zip.namelist())
        start = self.relations("").values()
        self.main = next((t for t, kind in start if kind == "officeDocument"), "word/document.xml")

    def xml(self, name):
        """The root of a part; None where there is none."""
        if name not in self.names:
            return None
        data = self.zip.read(name).replace(*STRICT)
        return etree.fromstring(data, etree.XMLParser(huge_tree=True, resolve_entities=False, recover=True))

    def relations(self, part):
        """Target part and kind by id."""
        folder, base = posixpath.split(part)
        root = self.xml(posixpath.join(folder, "_rels", base + ".rels").lstrip("/"))
        found = {}
        for entry in root if root is not None else ():
            target = entry.get("Target") or ""
            full = target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
            found[entry.get("Id")] = (full, (entry.get("Type") or "").rsplit("/", 1)[-1])
        return found

    def of_kind(self, kind):
        """The root of the main part's only relation of a kind."""
        targets = (t for t, k in self.relations(self.main).values() if k == kind)
        return self.xml(next(targets, "-"))


class Styles:
    """Paragraph styles, with what they inherit."""

    def __init__(self, root):
        self.by_id = {s.get(W + "styleId"): s for s in root.iterfind("w:style", NAMES)} if root is not None else {}

    def name(self, style):
        return (value(self.by_id.get(style), "w:name") or style or "").lower()

    def chain(self, style):
        for _ in range(12):
            if style not in self.by_id:
                return
            yield self.by_id[style]
            style = value(self.by_id[style], "w:basedOn")

    def level(self, style):
        """Heading level from 0; a title has none."""
        for entry in self.chain(style):
            named = re.fullmatch(r"heading (\d)", (value(entry, "w:name") or "").lower())
            if named:
                return int(named[1]) - 1
            outline = value(entry, "w:pPr/w:outlineLvl")
            if outline is not None:
                return int(outline) if int(outline) < 9 else None
        return None

    def numbering(self, style):
        """Numbering id and level; the id may stand in one style and the level in another."""
        number, level = None, None
        for entry in self.chain(style):
            number = number or value(entry, "w:pPr/w:numPr/w:numId")
            level = level or value(entry, "w:pPr/w:numPr/w:ilvl")
        return number, level


def roman(number):
    """Lower-case roman number."""
    out = ""
    for figure, letters in zip((1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1),
                               "m cm d cd c xc l xl x ix v iv i".split()):
        out, number = out + letters * (number // figure), number % figure
    return out


def letters(number):
    """a to z, then aa, bb (ECMA-376, 17.18.59, lowerLetter)."""
    return chr(97 + (number - 1) % 26) * ((number - 1) // 26 + 1) if number > 0 else ""


def figure(number, kind):
    """A number as one of the usual number formats writes it."""
    make = {"lowerRoman": roman, "upperRoman": lambda n: roman(n).upper(), "lowerLetter": letters,
            "upperLetter": lambda n: letters(n).upper(), "decimalZero": lambda n: f"{n:02}", "none": lambda n: ""}
    return make.get(kind, str)(number)


class Numbering:
    """Computes the label that each list paragraph shows (ECMA-376, 17.9)."""

    def __init__(self, root):
        find = (lambda path: root.iterfind(path, NAMES)) if root is not None else (lambda path: ())
        self.abstract = {a.get(W + "abstractNumId"): a for a in find("w:abstractNum")}
        self.num = {n.get(W + "numId"): n for n in find("w:num")}
        self.count = {}
        self.begun = set()

    def levels(self, number):
        """Level elements by index, overrides applied, and the key of the list whose count goes on."""
        num = self.num.get(number)
        key = value(num, "w:abstractNumId")
        abstract = self.abstract.get(key)
        found = {e.get(W + "ilvl"): e for e in abstract.iterfind("w:lvl", NAMES)} if abstract is not None else {}
        for override in num.iterfind("w:lvlOverride", NAMES) if num is not None else ():
            own = override.find("w:lvl", NAMES)
            if own is not None:
                found[override.get(W + "ilvl")] = own
        return found, key

    def restart(self, number, key, levels):
        """The first paragraph of a numbering starts the levels that its overrides name."""
        if number in self.begun:
            return
        self.begun.add(number)
        for override in self.num[number].iterfind("w:lvlOverride", NAMES):
            start = value(override, "w:startOverride")
            if start is not None:
                self.count[key, int(override.get(W + "ilvl"))] = int(start) - 1

    def next(self, number, level):
        """The label of the next paragraph at a level; a bullet is "•"."""
        levels, key = self.levels(number)
        here = levels.get(str(level))
        if here is None:
            return None
        self.restart(number, key, levels)
        start = lambda at: int(value(levels.get(str(at)), "w:start") or 1)
        self.count[key, level] = self.count.get((key, level), start(level) - 1) + 1
        for deeper in [k for k in self.count if k[0] == key and k[1] > level]:
            del self.count[deeper]
        if value(here, "w:numFmt") == "bullet":
            return "•"
        legal = is_on(here, "w:isLgl")

        def shown(match):
            at = int(match[1]) - 1
            kind = "decimal" if legal else value(levels.get(str(at)), "w:numFmt") or "decimal"
            return figure(self.count.get((key, at), start(at)), kind)
        return re.sub(r"%(\d)", shown, value(here, "w:lvlText") or "").strip()


def flat(element, top=None):
    """What a paragraph shows, in order: ("text", words), ("field", name), ("note", kind, id), ("link", anchor, element)."""
    depth, code, hide = [], [], 0
    top = element if top is None else top
    for child in element.iter():
        if not isinstance(child.tag, str) or next((a for a in child.iterancestors(W + "p")), top) is not top:
            continue
        if any(a.tag == FALLBACK for a in child.iterancestors()):
            continue
        name = child.tag.rsplit("}", 1)[-1]
        if name == "fldChar":
            kind = child.get(W + "fldCharType")
            if kind == "begin":
                depth.append("code")
                code.append("")
            elif depth and kind == "separate":
                depth[-1] = "result"
            elif depth and kind == "end":
                depth.pop()
                yield ("field", code.pop().split()[0].upper() if code and code[-1].split() else "")
        elif name == "instrText" and code:
            code[-1] += child.text or ""
        elif name == "fldSimple":
            yield ("field", ((child.get(W + "instr") or "").split() or [""])[0].upper())
        elif name in ("footnoteReference", "endnoteReference"):
            yield ("note", name[:-len("Reference")], child.get(W + "id"))
        elif name == "hyperlink" and child.get(W + "anchor"):
            yield ("link", child.get(W + "anchor"), child)
        elif name == "t":
            simple = next((a.get(W + "instr") or "" for a in child.iterancestors(W + "fldSimple")), "")
            running = [c.split()[0].upper() for c, d in zip(code, depth) if d == "result" and c.split()]
            if not set(running + simple.upper().split()[:1]) & set(PAGE_FIELDS):
                yield ("text", child.text or "")
        elif name in ("tab", "ptab", "br", "cr") and child.getparent().tag == W + "r":
            yield ("text", " ")
        elif name == "noBreakHyphen":
            yield ("text", "-")


def shown_words(root):
    """The words of a header or footer, page fields as {PAGE}."""
    out = []
    for paragraph in root.iter(W + "p") if root is not None else ():
        text = "".join(e[1] if e[0] == "text" else f" {{{e[1]}}} " if e[0] == "field" else "" for e in flat(paragraph))
        for word in text.split():
            out += [word] if re.fullmatch(r"\{\w+\}", word) else words(word)
    return [w for w in out if not w.startswith("{") or w.strip("{}") in PAGE_FIELDS]


def running(package, root):
    """Header and footer words as the first, an odd and an even page of each section show them, together."""
    relations = package.relations(package.main)
    alternate = is_on(package.of_kind("settings"), "w:evenAndOddHeaders")
    found, before = {}, {}
    for section in root.iter(W + "sectPr"):
        if section.getparent().tag == W + "sectPrChange":
            continue
        for entry in section:
            kind = entry.tag.rsplit("}", 1)[-1] if isinstance(entry.tag, str) else ""
            if kind in ("headerReference", "footerReference") and entry.get(R + "id") in relations:
                part = package.xml(relations[entry.get(R + "id")][0])
                before[kind[:6], entry.get(W + "type") or "default"] = shown_words(part)
        first = "first" if is_on(section, "w:titlePg") else "default"
        even = "even" if alternate else "default"
        for kind in ("header", "footer"):
            for slot, source in (("first", first), ("odd", "default"), ("even", even)):
                here = before.get((kind, source), [])
                so_far = found.setdefault((kind, slot), [])
                if here not in so_far and here:
                    so_far.append(here)
    return {slot: [w for part in parts for w in part] for slot, parts in found.items()}


def cells(table):
    """(text, columns, rows) of each cell. Grid lines that no cell starts at are no columns."""
    placed, open_spans = [], {}
    for at, row in enumerate(r for r in table.iter(W + "tr") if next(r.iterancestors(W + "tbl")) is table):
        column = int(value(row, "w:trPr/w:gridBefore") or 0)
        for cell in (c for c in row.iter(W + "tc") if next(c.iterancestors(W + "tbl")) is table):
            span = int(value(cell, "w:tcPr/w:gridSpan") or 1)
            merge = cell.find("w:tcPr/w:vMerge", NAMES)
            if merge is not None and merge.get(W + "val") != "restart" and column in open_spans:
                open_spans[column][3] += 1
            else:
                text = " ".join(words(" ".join(e[1] for p in cell.iter(W + "p") for e in flat(p) if e[0] == "text")))
                placed.append([text, column, span, 1])
                open_spans[column] = placed[-1]
            column += span
    starts = sorted({c for _, c, _, _ in placed})
    width = lambda column, span: sum(column <= s < column + span for s in starts)
    return [(text, width(column, span), rows) for text, column, span, rows in placed]


def paragraph(element, styles, numbering):
    """One paragraph of the body."""
    style = value(element, "w:pPr/w:pStyle") or "Normal"
    text, notes, links = "", [], []
    for entry in flat(element):
        if entry[0] == "text":
            text += entry[1]
        elif entry[0] == "note":
            notes.append((entry[1], entry[2], words(text)[-2:]))
        elif entry[0] == "link":
            links.append((entry[1], " ".join(words("".join(t.text or "" for t in entry[2].iter(W + "t"))))))
    outline = value(element, "w:pPr/w:outlineLvl")
    level = styles.level(style) if outline is None else int(outline) if int(outline) < 9 else None
    number, depth = styles.numbering(style)
    number, depth = value(element, "w:pPr/w:numPr/w:numId") or number, value(element, "w:pPr/w:numPr/w:ilvl") or depth
    place = (number, int(depth or 0)) if number and number != "0" and text.strip() else None
    label = numbering.next(*place) if place else None
    table = any(a.tag == W + "tc" for a in element.iterancestors())
    return Paragraph(text, styles.name(style), level, place, label, table, notes, links)


def note_texts(package):
    """Texts of notes; the separators are none."""
    found = {}
    for kind in ("footnote", "endnote"):
        root = package.of_kind(kind + "s")
        for note in root.iterfind("w:" + kind, NAMES) if root is not None else ():
            if note.get(W + "type") in (None, "normal"):
                text = " ".join(e[1] for p in note.iter(W + "p") for e in flat(p) if e[0] == "text")
                found[kind, note.get(W + "id")] = text
    return found


def read(path):
    """The facts of a DOCX."""
    package = Package(path)
    root = package.xml(package.main)
    styles, numbering = Styles(package.of_kind("styles")), Numbering(package.of_kind("numbering"))
    body = [p for p in root.iter(W + "p") if not any(a.tag == FALLBACK for a in p.iterancestors())]
    comments = package.of_kind("comments")
    remarks = comments.iterfind("w:comment", NAMES) if comments is not None else ()
    return Document(
        paragraphs=[paragraph(p, styles, numbering) for p in body],
        tables=[cells(t) for t in root.iter(W + "tbl")],
        running=running(package, root),
        notes=note_texts(package),
        comments=[" ".join(words(" ".join(t.text or "" for t in c.iter(W + "t")))) for c in remarks],
        controls=sum(not value(s, "w:sdtPr/w:docPartObj/w:docPartGallery") and s.find("w:sdtPr/w:docPartObj", NAMES) is None
                     for s in root.iter(W + "sdt")),
        bookmarks={b.get(W + "name") for b in root.iter(W + "bookmarkStart")},
    )
