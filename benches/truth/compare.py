"""The scores of an output against its truth; both as `ooxml.Document`. See README.md for what each means."""
import re
from collections import Counter

from ooxml import PAGE_FIELDS, words

# Two texts are the same thing where their words agree this far (F1): room for hyphens and lost marks.
SAME = 0.8


def f1(hits, found, wanted):
    """Harmonic mean of hits/found and hits/wanted; None where nothing was wanted."""
    return None if not wanted else 2 * hits / (found + wanted)


def overlap(a, b):
    """F1 of two multisets of words."""
    a, b = Counter(a), Counter(b)
    total = sum(a.values()) + sum(b.values())
    return 2 * sum((a & b).values()) / total if total else 1.0


def paired(truths, outputs, text=lambda x: x):
    """Pairs of the truths with outputs of the same text, each used once, in order; equal texts first."""
    free = {i: words(text(o)) for i, o in enumerate(outputs)}
    by_text = {}
    for i, w in free.items():
        by_text.setdefault(" ".join(w), []).append(i)
    pairs, left = [], []
    for truth in truths:
        same = by_text.get(" ".join(words(text(truth))), [])
        if same:
            pairs.append((truth, outputs[same[0]]))
            del free[same.pop(0)]
        else:
            left.append(truth)
    for truth in left:
        wanted = words(text(truth))
        best = max(free, key=lambda i: overlap(wanted, free[i]), default=None)
        if best is not None and overlap(wanted, free[best]) >= SAME:
            pairs.append((truth, outputs[best]))
            del free[best]
    return pairs


def slots(pages):
    """The kinds of page that a document of so many pages has."""
    return ("first", "even", "odd")[:max(1, min(pages, 3))]


def running_heads(out, truth, pdf):
    """Headers and footers, on the pages the PDF has, by the words it shows."""
    visible = set(words(pdf.text)) if pdf.text else None
    keys = [(kind, slot) for kind in ("header", "footer") for slot in slots(pdf.pages)]
    hits = got = wanted = field_hits = field_got = field_wanted = 0
    for key in keys:
        is_field = lambda w: w.strip("{}") in PAGE_FIELDS and w.startswith("{")
        a = Counter(w for w in truth.running.get(key, []) if is_field(w) or visible is None or w in visible)
        b = Counter(out.running.get(key, []))
        fields = Counter({w: n for w, n in a.items() if is_field(w)}), Counter({w: n for w, n in b.items() if is_field(w)})
        field_hits += sum((fields[0] & fields[1]).values())
        field_wanted, field_got = field_wanted + fields[0].total(), field_got + fields[1].total()
        hits += sum((a & b).values())
        wanted, got = wanted + a.total(), got + b.total()
    scores = {"hf_f1": f1(hits, got, wanted), "hf_fields": f1(field_hits, field_got, field_wanted)}
    if wanted:
        scores |= {"hf_r": hits / wanted, "hf_p": hits / got if got else 0.0}
    elif got:
        scores["hf_extra"] = got
    return scores


def notes(out, truth, _pdf):
    """Notes that are referred to, their kind and where the reference stands."""
    def referred(document):
        return [(document.notes.get((kind, id)) or "", kind, before)
                for p in document.paragraphs for kind, id, before in p.notes]
    a, b = referred(truth), referred(out)
    if not a:
        return {"notes_extra": len(b)} if b else {}
    pairs = paired(a, b, lambda note: note[0])
    scores = {"notes_f1": f1(len(pairs), len(b), len(a))}
    if pairs:
        scores["notes_place"] = sum(x[2][-1:] == y[2][-1:] for x, y in pairs) / len(pairs)
        scores["notes_kind"] = sum(x[1] == y[1] for x, y in pairs) / len(pairs)
    return scores


def table_pairs(truth, out):
    """Tables of the truth with the output's table that shares most words."""
    bag = lambda table: [w for text, _, _ in table for w in text.split()]
    free = [(table, bag(table)) for table in out.tables]
    for table in truth.tables:
        wanted = bag(table)
        best = max(free, key=lambda other: overlap(wanted, other[1]), default=None)
        if best and wanted and overlap(wanted, best[1]) >= 0.5:
            free.remove(best)
            yield table, best[0]


def spans(out, truth, _pdf):
    """Merged cells with text, as (text, columns, rows)."""
    hits = got = wanted = 0
    merged = lambda table: Counter((t, c, r) for t, c, r in table if t and (c > 1 or r > 1))
    for a, b in table_pairs(truth, out):
        x, y = merged(a), merged(b)
        hits, got, wanted = hits + (x & y).total(), got + y.total(), wanted + x.total()
    scores = {"spans_f1": f1(hits, got, wanted)}
    return scores | ({"spans_extra": got} if got and not wanted else {})


def levels(out, truth, _pdf):
    """Headings with their level and the number their numbering shows."""
    heads = lambda d: [p for p in d.paragraphs if p.level is not None and p.text.strip()]
    a, b = heads(truth), heads(out)
    if not a:
        return {}
    pairs = paired(a, b, lambda p: p.text)
    right = sum(x.level == y.level for x, y in pairs)
    scores = {"levels": right / len(a), "level_of_found": right / len(pairs) if pairs else None}
    numbered = [(x, y) for x, y in pairs if x.label]
    if numbered:
        scores["heading_labels"] = sum(bare_label(x) == bare_label(y) for x, y in numbered) / len(numbered)
    return scores


def bare_label(paragraph):
    """The label without blanks."""
    return re.sub(r"\s", "", paragraph.label or "")


def lists(out, truth, _pdf):
    """List items by text, label and depth; numbered headings are headings."""
    items = lambda d: [p for p in d.paragraphs if p.list and p.level is None and p.text.strip()]
    a, b = items(truth), items(out)
    if not a:
        return {"list_extra": len(b)} if b else {}
    pairs = paired(a, b, lambda p: p.text)
    scores = {"list_f1": f1(len(pairs), len(b), len(a))}
    if pairs:
        scores["list_labels"] = sum(bare_label(x) == bare_label(y) for x, y in pairs) / len(pairs)
        scores["list_depth"] = sum(x.list[1] == y.list[1] for x, y in pairs) / len(pairs)
    return scores


def contents(out, truth, _pdf):
    """Entries of tables of contents, by style."""
    entries = lambda d: [p for p in d.paragraphs if re.match(r"(toc|contents) \d", p.style) and words(p.text)]
    a, b = entries(truth), entries(out)
    return {"toc": len(paired(a, b, lambda p: p.text)) / len(a)} if a else {"toc_extra": len(b)} if b else {}


def anchors(out, truth, _pdf):
    """Links inside the document whose bookmark exists."""
    sound = lambda d: Counter(text for p in d.paragraphs for anchor, text in p.links if anchor in d.bookmarks and text)
    a, b = sound(truth), sound(out)
    return {"anchors": (a & b).total() / a.total()} if a else {}


def comments(out, truth, pdf):
    """Comments, where the PDF shows remarks at all."""
    if not truth.comments or not pdf.remarks:
        return {"comments_extra": len(out.comments)} if out.comments and not pdf.remarks else {}
    return {"comments_f1": f1(len(paired(truth.comments, out.comments)), len(out.comments), len(truth.comments))}


def controls(out, _truth, pdf):
    """Content controls for form fields; without the PDF there is nothing to say."""
    low, high = sorted((out.controls, pdf.fields))
    return {"controls": low / high} if pdf.fields else {"controls_extra": out.controls} if out.controls else {}


PARTS = (running_heads, notes, spans, levels, lists, contents, anchors, comments, controls)


def scores(out, truth, pdf):
    """All scores of one file; `truth` may be None, then only what the PDF itself tells is scored."""
    parts = PARTS if truth else (controls,)
    found = {key: score for part in parts for key, score in part(out, truth, pdf).items()}
    return {key: round(score, 4) for key, score in found.items() if score is not None}
