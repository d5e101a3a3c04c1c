"""Documents whose tags are right, and documents whose tags contradict the page."""

from __future__ import annotations

import functools
import io
from collections.abc import Callable, Iterator
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name

from . import fodt, html
from .model import Doc, Heading, Listing, Para, Table, claims
from .produce import File, chromium, libreoffice, normal, saved
from .prose import prose

_DOC = Doc(
    "tags",
    [
        Heading(1, "The Ferry Book"),
        Para(prose("tags one", 3)),
        Heading(2, "Crew"),
        Listing(["one ferryman", "one boy for the rope", "a dog"]),
        Para(prose("tags two", 3)),
        Heading(2, "Fares"),
        Table([["Who", "Fare"], ["Walker", "1"], ["Rider", "3"], ["Cart", "8"]]),
        Para(prose("tags three", 2)),
    ],
    [],
    page="A5",
    header="The Ferry Book, Second Printing",
    footer="Page #",
)


@functools.cache
def _sane() -> bytes:
    """The document with the tags LibreOffice gives it."""
    return normal(libreoffice([("tags", fodt.Writer(_DOC).page())], tagged=True)["tags"])


@functools.cache
def _chromium() -> bytes:
    """The document with the tags Chromium gives it."""
    return normal(chromium(html.Writer(_DOC).page()))


def elements(node: pikepdf.Object) -> Iterator[pikepdf.Object]:
    """All structure elements below a node."""
    kids = node.get("/K", Array())
    for kid in kids if isinstance(kids, Array) else [kids]:
        if isinstance(kid, Dictionary) and "/S" in kid:
            yield kid
            yield from elements(kid)


def body(file: pikepdf.Pdf) -> pikepdf.Object:
    """The element that holds the most elements: the document."""
    root = file.Root.StructTreeRoot
    return max([root, *elements(root)], key=lambda node: len(node.K) if isinstance(node.get("/K"), Array) else 0)


def backwards(file: pikepdf.Pdf) -> None:
    """The elements of the document stand in the reverse order."""
    node = body(file)
    node.K = Array(list(node.K)[::-1])


def one_paragraph(file: pikepdf.Pdf) -> None:
    """Everything is in one P."""
    root = file.Root.StructTreeRoot
    content = []
    whole = file.make_indirect(Dictionary(Type=Name.StructElem, S=Name.P, P=root))
    for element in list(elements(root)):
        kids = element.get("/K", Array())
        for kid in kids if isinstance(kids, Array) else [kids]:
            if isinstance(kid, Dictionary) and "/S" in kid:
                continue
            if isinstance(kid, Dictionary):
                content.append(kid)
            else:
                content.append(Dictionary(Type=Name.MCR, Pg=element.get("/Pg") or file.pages[0].obj, MCID=int(kid)))
    whole.K = Array(content)
    root.K = Array([whole])
    parents = file.make_indirect(Array([whole] * len(content)))
    root.ParentTree = file.make_indirect(Dictionary(Nums=Array([0, parents])))


def all_paragraphs(file: pikepdf.Pdf) -> None:
    """Every element is a P, those of tables and lists too."""
    for element in elements(file.Root.StructTreeRoot):
        element.S = Name.P


def swapped(file: pikepdf.Pdf) -> None:
    """Headings are tagged as paragraphs and paragraphs as headings."""
    roles = role_map(file)
    for element in elements(file.Root.StructTreeRoot):
        role = roles.get(str(element.S), str(element.S))
        if role == "/P":
            element.S = Name.H1
        elif role.startswith("/H"):
            element.S = Name.P


def role_map(file: pikepdf.Pdf) -> dict[str, str]:
    """Which standard role each named role is."""
    return {str(key): str(value) for key, value in file.Root.StructTreeRoot.get("/RoleMap", Dictionary()).items()}


def own_names(file: pikepdf.Pdf) -> None:
    """Every role has a name of its own that the role map explains."""
    roles = role_map(file)
    names = Dictionary()
    for element in elements(file.Root.StructTreeRoot):
        role = roles.get(str(element.S), str(element.S))
        own = "/Weir-" + role[1:]
        names[own] = Name(role)
        element.S = Name(own)
    file.Root.StructTreeRoot.RoleMap = names


def empty(file: pikepdf.Pdf) -> None:
    """The tree has no elements."""
    root = file.Root.StructTreeRoot
    for key in ("/K", "/ParentTree"):
        if key in root:
            del root[key]


def half(file: pikepdf.Pdf) -> None:
    """Only the first half of the document is in the tree."""
    node = body(file)
    node.K = Array(list(node.K)[: len(node.K) // 2])


def loose_artifacts(file: pikepdf.Pdf) -> None:
    """The running head and foot are not marked as such: what marked them is gone."""
    for page in file.pages:
        kept: list[Any] = []
        open_marks: list[bool] = []
        for instruction in pikepdf.parse_content_stream(page):
            operator = str(instruction.operator)
            if operator in ("BMC", "BDC"):
                artifact = str(instruction.operands[0]) == "/Artifact"
                open_marks.append(artifact)
                if artifact:
                    continue
            elif operator == "EMC" and open_marks.pop():
                continue
            kept.append(instruction)
        page.Contents = file.make_stream(pikepdf.unparse_content_stream(kept))


def changed(source: Callable[[], bytes], change: Callable[[pikepdf.Pdf], None] | None) -> Callable[[], File]:
    """The document with its tags changed; what is claimed is what the page shows."""

    def make() -> File:
        if not change:
            return source(), claims(_DOC)
        with pikepdf.open(io.BytesIO(source())) as file:
            change(file)
            return saved(file), claims(_DOC)

    return make


FILES: dict[str, Callable[[], File]] = {
    "tags-sane-libreoffice.pdf": changed(_sane, None),
    "tags-sane-chromium.pdf": changed(_chromium, None),
    "tags-backwards-libreoffice.pdf": changed(_sane, backwards),
    "tags-backwards-chromium.pdf": changed(_chromium, backwards),
    "tags-one-paragraph-libreoffice.pdf": changed(_sane, one_paragraph),
    "tags-all-paragraphs-libreoffice.pdf": changed(_sane, all_paragraphs),
    "tags-all-paragraphs-chromium.pdf": changed(_chromium, all_paragraphs),
    "tags-swapped-libreoffice.pdf": changed(_sane, swapped),
    "tags-own-names-libreoffice.pdf": changed(_sane, own_names),
    "tags-empty-libreoffice.pdf": changed(_sane, empty),
    "tags-half-libreoffice.pdf": changed(_sane, half),
    "tags-loose-artifacts-libreoffice.pdf": changed(_sane, loose_artifacts),
}
