"""The types that functions of the package share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, TypedDict

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from transvase._native import CancelToken

Stage: TypeAlias = Literal["options", "detect", "read", "transform", "write", "fit"]
"""The step of a conversion that an error or a report of progress belongs to."""

OptionValue: TypeAlias = str | int | float | bool | None
"""The value of an option; ``None`` is not set."""

Progress: TypeAlias = Callable[[Stage, int, int], object]
"""Takes ``(stage, done, total)``; the total is 0 where it is not known yet."""


class Reader(Protocol):
    """A file that is open in binary mode."""

    def read(self, size: int, /) -> bytes:
        """Gives at most ``size`` bytes; none at the end."""
        ...


Source: TypeAlias = "Buffer | str | os.PathLike[str] | Reader"
"""An input: bytes, any other buffer, a path (a ``str`` is always a path), or a binary file."""

Sources: TypeAlias = "Source | Sequence[Source]"
"""One input, or several that become one file, each behind the one before."""


class Options(TypedDict, total=False):
    """The options of every conversion. Where many files are converted, ``threads`` is another matter."""

    # Options: made by `cargo xtask docs`.
    max_bytes: int | str | None
    """Largest allowed size of the result, metadata included. The result is never larger."""
    resize: Literal["never", "auto"] | None
    """Whether pictures may get fewer pixels under max_bytes: auto does it where the result looks better that way."""
    best_effort: bool | None
    """Return what is possible instead of failing: the smallest result where max_bytes cannot be met, boxes for characters that no font has, and even an empty result. A warning says so."""
    quality: int | None
    """Quality of lossy encodings; higher is better and larger."""
    effort: int | None
    """How much time to spend on a smaller result."""
    lossless: bool | None
    """Compress without changing a pixel or a character."""
    pages: str | int | Sequence[int] | None
    """Pages to convert, counted from 1, as in 1-3,7,9-."""
    dpi: float | None
    """Resolution at which pages become pictures, 150 unless it is set; and at which pictures become pages, whatever their files say."""
    rotate: Literal["0", "90", "180", "270", 0, 90, 180, 270] | None
    """Clockwise rotation of pages and pictures in degrees, after they have been turned upright."""
    signatures: Literal["keep", "drop"] | None
    """What happens to a signed file that is to be made smaller or changed: keep leaves it as it is, drop removes the signatures."""
    password: str | None
    """Password of an encrypted input."""
    template: str | None
    """Name of a DOCX file, handed in as a resource, whose styles, numbering, page setup, headers and footers the result uses."""
    hidden: Literal["drop", "keep"] | None
    """What happens to text that is not visible on the page, such as white letters on white paper, letters smaller than a point, or text off the page: left out with a warning, or kept as text. JSON keeps and marks it by default, unless it is cut into chunks."""
    pdf_standard: Literal["none", "a-2b", "ua-1"] | None
    """Standard the PDF must meet: a-2b (PDF/A-2b, ISO 19005-2, for archives) or ua-1 (PDF/UA-1, ISO 14289-1, for accessibility)."""
    embed_fonts: bool | None
    """Embed the fonts of the PDF in the result instead of naming similar common ones, where a font is complete and its licence allows it."""
    width_px: int | None
    """Width of the pictures that pages and drawings become, instead of a resolution."""
    transparent: bool | None
    """Draw pages on a transparent background instead of white."""
    split: str | None
    """Split a PDF into several files: 10 for ten pages each, bookmarks for one file per top-level bookmark, bytes:1000000 for files of at most that many bytes."""
    encrypt: str | None
    """Encrypt the PDF (AES-256) so that this password is needed to open it."""
    owner_password: str | None
    """Owner password of the PDF, which is encrypted with AES-256. Without the option encrypt the PDF opens without a password. By default it is the password of encrypt."""
    decrypt: bool | None
    """Remove the encryption of a PDF that was opened with a password."""
    running_heads: Literal["none", "once"] | None
    """What happens to page headers and footers: left out (unless there is no other text), or written once, at the beginning and end of the text. JSON keeps them by default, unless it is cut into chunks."""
    images: Literal["zip", "embed", "none"] | None
    """Where the pictures of a document go: into a zip archive beside the text, into the text itself as data URIs, or nowhere (only their descriptions are kept). By default HTML embeds them, and Markdown and JSON leave them out."""
    page_breaks: bool | None
    """Mark in the text where each page of the source begins."""
    page_size: Literal["a3", "a4", "a5", "a6", "b4", "b5", "b6", "jis-b5", "letter", "legal", "tabloid", "executive"] | None
    """Paper size of laid-out pages. Pictures are scaled to fit it where it is set, and get pages of their own size where it is not."""
    margin: float | None
    """Margin on every side of laid-out pages. Where it is not set, pictures have none."""
    pretty: bool | None
    """Write indented JSON on many lines instead of one. Chunks stay one per line."""
    lines: bool | None
    """Write to JSON the position of each line of a paragraph, not only that of the paragraph."""
    chunks: int | None
    """Write JSON as chunks of at most so many characters, one object to the line (JSON Lines, application/jsonl), each with the headings above it and where it stood."""
    math: Literal["tex", "text"] | None
    """How formulas are written: as TeX between dollar signs, or as text in one line."""
    front_matter: bool | None
    """Begin with the document's metadata as YAML front matter, between lines of hyphens."""
    encoding: str | None
    """Encoding of a text file, such as utf-8 or windows-1252 (a name of the WHATWG Encoding Standard). Without it the encoding is detected."""
    wrap: int | None
    """Width that lines of text are broken at; 0 gives each paragraph one line."""
    font_size: float | None
    """Font size of body text on laid-out pages; other sizes change in proportion."""
    line_height: float | None
    """Distance between base lines as a multiple of the font size, where the source does not say."""
    font_family: str | None
    """Font family of running text on laid-out pages, where the source does not say."""
    justify: bool | None
    """Justify running text on laid-out pages, where the source does not say otherwise."""
    hyphenate: bool | None
    """Hyphenate words on laid-out pages, by the rules of their language."""
    page_numbers: bool | None
    """Print page numbers at the foot of laid-out pages."""
    changes: Literal["accepted", "shown"] | None
    """Tracked changes on laid-out pages: settled as if all had been accepted, or shown in colour, new text underlined and deleted text struck through."""
    comments: Literal["drop", "margin"] | None
    """Comments on the text of laid-out pages: left out with a warning, or set in the right margin."""
    update_fields: bool | None
    """Make the entries of a table of contents on laid-out pages anew from the headings. Page numbers in fields are always those of the result."""
    layout: Literal["flow", "exact"] | None
    """Layout of text from pages: flowing text that is easy to edit, or frames at the exact places of the source."""
    max_dimensions: str | None
    """Largest width and height of pictures, as in 1920x1080, 1920 (both sides), 1920x or x1080. Larger pictures are scaled down to fit; smaller ones stay as they are."""
    resize_filter: Literal["lanczos3", "catmull-rom", "bilinear", "box", "nearest"] | None
    """Filter that pictures are scaled with, from the sharpest to the simplest."""
    crop: str | None
    """Area that pictures are cropped to, as in 800x600+10+20: width, height, and the position of the upper left corner."""
    background: str | None
    """Background colour for transparent parts of pictures, as in #ffffff or white. Without it they stay transparent where the target can hold that, and become white where it cannot."""
    frame: int | None
    """The one frame of an animation, or page of a picture, that is kept, counted from 1."""
    strip: Literal["none", "private", "all"] | None
    """Which metadata is removed from pictures: none; Exif, XMP, IPTC and comments; or also the colour profile (colours become sRGB) and the resolution. A file that keeps its format keeps its pixels, except for colours that become sRGB; where a format cannot do this, the conversion fails."""
    # End of options.


class PortableSettings(Options, total=False):
    """The keywords of every conversion that can travel to another machine."""

    from_: str | None
    options: Mapping[str, OptionValue] | None
    limits: Mapping[str, int | str] | None
    fonts: Iterable[Source] | None
    """Fonts to set text in where the bundled ones do not have it: paths of files or folders, bytes, files."""
    system_fonts: bool | None
    """Look for fonts of this system where text has no glyphs; ``None`` is ``True``."""
    timeout: float | None


class ManySettings(PortableSettings, total=False):
    """The keywords of every conversion, of one file or of many."""

    resources: Mapping[str, Source] | None
    """Files that the document names, by these names: relative paths with slashes."""
    progress: Progress | None
    cancel: CancelToken | None


class Settings(ManySettings, total=False):
    """The keywords of a conversion of one file."""

    threads: int | None
