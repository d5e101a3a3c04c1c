"""Plain records: what the native half tells about files, formats and losses."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Warning:  # noqa: A001 - the glossary's name; `transvase.Warning` reads well
    """Something a conversion could not carry over."""

    code: str
    """Name of the kind of loss, such as ``ImageDropped``."""
    message: str
    """One plain sentence."""
    place: str
    """Where in the source: ``page 3``, the name of a part, or ``document``."""
    page: int | None
    """The page, counted from 1, where the place is a page."""

    def __str__(self) -> str:
        where = "" if self.place == "document" else f" ({self.place})"
        return f"{self.code}{where}: {self.message}"


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a document says about itself. ``None`` or an empty list: nothing."""

    title: str | None
    authors: list[str]
    subject: str | None
    keywords: list[str]
    publisher: str | None
    language: str | None
    """BCP 47 tag of the main language, such as ``en-GB``."""
    identifier: str | None
    """ISBN, DOI or another identifier."""
    date: str | None
    """As the source writes it, ISO 8601 where that could be made of it."""
    producer: str | None
    """Program that made the file."""


@dataclass(frozen=True, slots=True)
class Inspection:
    """What a file is."""

    format: str
    """Id of its format."""
    size: int
    """In bytes."""
    pages: int | None
    """Number of pages, where the format has them and the file can be opened."""
    width: int | None
    """In pixels, as an image is shown."""
    height: int | None
    """In pixels, as an image is shown."""
    encrypted: bool
    """Whether a password was used to protect it."""
    metadata: Metadata


@dataclass(frozen=True, slots=True)
class Format:
    """A format of this build."""

    id: str
    name: str
    """The name people use."""
    extensions: list[str]
    """Without the dot, the preferred one first."""
    media_types: list[str]
    """The preferred one first."""
    reads: bool
    writes: bool
    compresses: bool
    """Whether a file of it can be made smaller in the same format."""
    notes: str
    """What is kept and what is lost."""


@dataclass(frozen=True, slots=True)
class Route:
    """A conversion this build can do."""

    source: str
    target: str
    cost: int
    """What is lost on the way: 0 is nothing a user would miss."""
    steps: str
    """As in ``pdf -> pages -> reflow -> flow -> docx``."""


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """An option of conversions."""

    key: str
    kind: str
    """``integer``, ``number``, ``flag``, ``choice``, ``pages`` or ``text``."""
    unit: str
    default: str | None
    """As text; ``None`` is not set."""
    doc: str
    minimum: int | float | None = None
    maximum: int | float | None = None
    choices: list[str] = field(default_factory=list[str])


@dataclass(frozen=True, slots=True)
class LimitSpec:
    """A ceiling on what one conversion may use."""

    key: str
    unit: str
    default: int
    doc: str
