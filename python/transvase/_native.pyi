import builtins
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal, Protocol, final

from transvase._records import Format, Inspection, LimitSpec, OptionSpec, Route, Warning
from transvase._types import OptionValue, Progress, Source, Sources, Stage

__version__: str

@final
class Output:
    """The result of a conversion. It is bytes-like: `memoryview(output)`, `file.write(output)` and
    `numpy.frombuffer(output, "uint8")` take it without a copy.
    """
    @property
    def bytes(self) -> builtins.bytes:
        """The file as a `bytes` object: a copy."""
    @property
    def format(self) -> str:
        """Id of the format: the target."""
    @property
    def route(self) -> str:
        """The steps that were taken, as in `pdf -> pages -> reflow -> flow -> docx`."""
    @property
    def warnings(self) -> list[Warning]:
        """What could not be carried over, in page order."""
    @property
    def document(self) -> Any:
        """The document as plain objects, of the format JSON: a dict, or with the option `chunks` a list of dicts."""
    def save(self, path: str | os.PathLike[str]) -> None:
        """Makes `path` a file of these bytes, in one step: it is there whole or not at all."""
    def __len__(self) -> int: ...
    def __bytes__(self) -> builtins.bytes: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...
    def _repr_png_(self) -> builtins.bytes | None: ...
    def _repr_jpeg_(self) -> builtins.bytes | None: ...
    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What a notebook shows: text, and the file in base64 where it is of a kind that can be shown."""

@final
class CancelToken:
    """Ends every conversion that was given it. It can be used from any thread, once and for all."""
    def __new__(cls, parent: CancelToken | None = None) -> CancelToken: ...
    def cancel(self) -> None:
        """Ends the conversions that hold this token, or one made from it, with `Cancelled`."""
    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called, here or on a parent."""

class _ArrowArray(Protocol):
    def __arrow_c_array__(self) -> tuple[object, object]: ...

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self) -> object: ...

@final
class Column:
    """The result of `convert_column`: a column for any library that speaks Arrow.

    Its type is `large_binary`, or with `on_error="struct"` a record of `data` (large_binary), `code`
    and `message` (text, null where the row was converted) and `warnings` (a list of records of `code`,
    `place` and `message`). `pyarrow.chunked_array(column)`, `polars.Series(column)` and their like
    take it without a copy, as often as you wish.
    """
    def __len__(self) -> int:
        """How many rows there are."""
    def __arrow_c_schema__(self) -> object:
        """A capsule with the column's Arrow type."""
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        """Capsules with the column's type and its one chunk. The schema asked for is not looked at, which
        the protocol allows.

        Raises `ValueError` where there are more chunks: take the stream then.
        """
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """A capsule with a stream of the chunks. The schema asked for is not looked at, which the protocol
        allows.
        """

def convert_column(
    array: _ArrowArray | _ArrowStream,
    to: str,
    *,
    on_error: Literal["raise", "null", "struct"] = "raise",
    threads: int = 1,
    chunk_bytes: int = 2147483647,
    from_: str | None = None,
    # Options: made by `cargo xtask docs`.
    max_bytes: int | str | None = None,
    resize: Literal["never", "auto"] | None = None,
    best_effort: bool | None = None,
    quality: int | None = None,
    effort: int | None = None,
    lossless: bool | None = None,
    pages: str | int | Sequence[int] | None = None,
    dpi: float | None = None,
    rotate: Literal["0", "90", "180", "270", 0, 90, 180, 270] | None = None,
    signatures: Literal["keep", "drop"] | None = None,
    password: str | None = None,
    template: str | None = None,
    hidden: Literal["drop", "keep"] | None = None,
    pdf_standard: Literal["none", "a-2b", "ua-1"] | None = None,
    embed_fonts: bool | None = None,
    width_px: int | None = None,
    transparent: bool | None = None,
    split: str | None = None,
    encrypt: str | None = None,
    owner_password: str | None = None,
    decrypt: bool | None = None,
    running_heads: Literal["none", "once"] | None = None,
    images: Literal["zip", "embed", "none"] | None = None,
    page_breaks: bool | None = None,
    page_size: Literal["a3", "a4", "a5", "a6", "b4", "b5", "b6", "jis-b5", "letter", "legal", "tabloid", "executive"] | None = None,
    margin: float | None = None,
    pretty: bool | None = None,
    lines: bool | None = None,
    chunks: int | None = None,
    math: Literal["tex", "text"] | None = None,
    front_matter: bool | None = None,
    encoding: str | None = None,
    wrap: int | None = None,
    font_size: float | None = None,
    line_height: float | None = None,
    font_family: str | None = None,
    justify: bool | None = None,
    hyphenate: bool | None = None,
    page_numbers: bool | None = None,
    changes: Literal["accepted", "shown"] | None = None,
    comments: Literal["drop", "margin"] | None = None,
    update_fields: bool | None = None,
    layout: Literal["flow", "exact"] | None = None,
    max_dimensions: str | None = None,
    resize_filter: Literal["lanczos3", "catmull-rom", "bilinear", "box", "nearest"] | None = None,
    crop: str | None = None,
    background: str | None = None,
    frame: int | None = None,
    strip: Literal["none", "private", "all"] | None = None,
    # End of options.
    options: Mapping[str, OptionValue] | None = None,
    limits: Mapping[str, int | str] | None = None,
    fonts: Iterable[Source] | None = None,
    system_fonts: bool | None = None,
    timeout: float | None = None,
    cancel: CancelToken | None = None,
) -> Column:
    """Converts each row of a column of files; nulls stay nulls.

    `array` is anything that exports Arrow data (pyarrow, polars, nanoarrow, Daft, DuckDB) of type binary,
    `large_binary`, `binary_view` or `fixed_size_binary`; a table of one such column will do. The result is a
    `Column`, which the same libraries take.

    `on_error` says what becomes of a row that cannot be converted: with `"raise"` the first one's exception
    ends the call, and a note on it names the row, counted from 0; with `"null"` it is null; with `"struct"`
    every row is a record of `data`, `code`, `message` and `warnings`.

    `threads` rows are converted side by side, each on one thread. No chunk of the result has more than `chunk_bytes`, unless it is
    one row. The other keywords are those of `convert`. Ctrl-C and `cancel` end the whole call.

    >>> import pyarrow
    >>> photos = pyarrow.array([open("photo.jpg", "rb").read(), None])
    >>> small = transvase.convert_column(photos, "jpeg", max_bytes=100_000)
    >>> pyarrow.array(small).is_valid().to_pylist()
    [True, False]
    """
def convert(
    src: Sources,
    to: str,
    *,
    resources: Mapping[str, Source] | None = None,
    from_: str | None = None,
    # Options: made by `cargo xtask docs`.
    max_bytes: int | str | None = None,
    resize: Literal["never", "auto"] | None = None,
    best_effort: bool | None = None,
    quality: int | None = None,
    effort: int | None = None,
    lossless: bool | None = None,
    pages: str | int | Sequence[int] | None = None,
    dpi: float | None = None,
    rotate: Literal["0", "90", "180", "270", 0, 90, 180, 270] | None = None,
    signatures: Literal["keep", "drop"] | None = None,
    password: str | None = None,
    template: str | None = None,
    hidden: Literal["drop", "keep"] | None = None,
    pdf_standard: Literal["none", "a-2b", "ua-1"] | None = None,
    embed_fonts: bool | None = None,
    width_px: int | None = None,
    transparent: bool | None = None,
    split: str | None = None,
    encrypt: str | None = None,
    owner_password: str | None = None,
    decrypt: bool | None = None,
    running_heads: Literal["none", "once"] | None = None,
    images: Literal["zip", "embed", "none"] | None = None,
    page_breaks: bool | None = None,
    page_size: Literal["a3", "a4", "a5", "a6", "b4", "b5", "b6", "jis-b5", "letter", "legal", "tabloid", "executive"] | None = None,
    margin: float | None = None,
    pretty: bool | None = None,
    lines: bool | None = None,
    chunks: int | None = None,
    math: Literal["tex", "text"] | None = None,
    front_matter: bool | None = None,
    encoding: str | None = None,
    wrap: int | None = None,
    font_size: float | None = None,
    line_height: float | None = None,
    font_family: str | None = None,
    justify: bool | None = None,
    hyphenate: bool | None = None,
    page_numbers: bool | None = None,
    changes: Literal["accepted", "shown"] | None = None,
    comments: Literal["drop", "margin"] | None = None,
    update_fields: bool | None = None,
    layout: Literal["flow", "exact"] | None = None,
    max_dimensions: str | None = None,
    resize_filter: Literal["lanczos3", "catmull-rom", "bilinear", "box", "nearest"] | None = None,
    crop: str | None = None,
    background: str | None = None,
    frame: int | None = None,
    strip: Literal["none", "private", "all"] | None = None,
    # End of options.
    threads: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    limits: Mapping[str, int | str] | None = None,
    fonts: Iterable[Source] | None = None,
    system_fonts: bool | None = None,
    timeout: float | None = None,
    progress: Progress | None = None,
    cancel: CancelToken | None = None,
) -> Output:
    """Converts a file to the format `to` names: an id, an extension or a media type. Where that is its
    own format already, the file is made smaller.

    `src` is bytes, any other buffer, a path, or an open binary file; a `str` is always a path, whose
    extension decides where the bytes leave a doubt. A sequence of these becomes one file, each behind
    the one before. `None` for a keyword means not set.

    * `resources`: files that the document names, such as its pictures, by these names: relative paths
      with slashes. What a file given by its path names in its own folder or below is found without.
    * `from_`: the source's format, instead of what its bytes look like.
    * `max_bytes`: ceiling of the result's size, as a number or as in `"200KB"` (200,000 bytes) and
      `"1MiB"` (1,048,576); it is never larger. With `best_effort` the smallest result there is, and a
      warning, takes the place of `TargetUnreachable`.
    * `quality` (1 to 100), `effort` (0 to 9), `pages` (as in `"1-3,7,9-"`), `page_size` and every other
      option by its key: `options()` lists them with their values.
    * `options`: the same as a mapping, for keys that are known at run time only.
    * `limits`: ceilings on what the conversion may use, by key; see `limits()`.
    * `timeout`: seconds until `TimedOut`.
    * `progress`: called with `(stage, done, total)` on this thread, about every 50 ms while the
      conversion runs and once after it. What it raises ends the conversion.
    * `cancel`: a `CancelToken` that ends the conversion from another thread.

    Raises an `Error`, of the subclass that says why; `OSError` for a file that cannot be read. Other
    threads run meanwhile, and Ctrl-C ends the conversion.

    >>> docx = transvase.convert("report.pdf", "docx", timeout=60)
    >>> docx.format, docx.route
    ('docx', 'pdf -> pages -> reflow -> flow -> docx')
    >>> with open("photo.jpg", "rb") as file:
    ...     small = transvase.convert(file, "jpeg", max_bytes=100_000)
    >>> len(small) <= 100_000
    True
    """
def convert_file(
    src: Sources,
    dst: str | os.PathLike[str],
    to: str | None = None,
    *,
    resources: Mapping[str, Source] | None = None,
    from_: str | None = None,
    # Options: made by `cargo xtask docs`.
    max_bytes: int | str | None = None,
    resize: Literal["never", "auto"] | None = None,
    best_effort: bool | None = None,
    quality: int | None = None,
    effort: int | None = None,
    lossless: bool | None = None,
    pages: str | int | Sequence[int] | None = None,
    dpi: float | None = None,
    rotate: Literal["0", "90", "180", "270", 0, 90, 180, 270] | None = None,
    signatures: Literal["keep", "drop"] | None = None,
    password: str | None = None,
    template: str | None = None,
    hidden: Literal["drop", "keep"] | None = None,
    pdf_standard: Literal["none", "a-2b", "ua-1"] | None = None,
    embed_fonts: bool | None = None,
    width_px: int | None = None,
    transparent: bool | None = None,
    split: str | None = None,
    encrypt: str | None = None,
    owner_password: str | None = None,
    decrypt: bool | None = None,
    running_heads: Literal["none", "once"] | None = None,
    images: Literal["zip", "embed", "none"] | None = None,
    page_breaks: bool | None = None,
    page_size: Literal["a3", "a4", "a5", "a6", "b4", "b5", "b6", "jis-b5", "letter", "legal", "tabloid", "executive"] | None = None,
    margin: float | None = None,
    pretty: bool | None = None,
    lines: bool | None = None,
    chunks: int | None = None,
    math: Literal["tex", "text"] | None = None,
    front_matter: bool | None = None,
    encoding: str | None = None,
    wrap: int | None = None,
    font_size: float | None = None,
    line_height: float | None = None,
    font_family: str | None = None,
    justify: bool | None = None,
    hyphenate: bool | None = None,
    page_numbers: bool | None = None,
    changes: Literal["accepted", "shown"] | None = None,
    comments: Literal["drop", "margin"] | None = None,
    update_fields: bool | None = None,
    layout: Literal["flow", "exact"] | None = None,
    max_dimensions: str | None = None,
    resize_filter: Literal["lanczos3", "catmull-rom", "bilinear", "box", "nearest"] | None = None,
    crop: str | None = None,
    background: str | None = None,
    frame: int | None = None,
    strip: Literal["none", "private", "all"] | None = None,
    # End of options.
    threads: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    limits: Mapping[str, int | str] | None = None,
    fonts: Iterable[Source] | None = None,
    system_fonts: bool | None = None,
    timeout: float | None = None,
    progress: Progress | None = None,
    cancel: CancelToken | None = None,
) -> Output:
    """Converts a file to the file `dst`, which is there whole or not at all; a file that is there
    already is replaced. The target is `to`, or else what the extension of `dst` names.

    Takes the keywords of `convert`, and gives the same `Output`.

    >>> transvase.convert_file("photo.jpg", "small.jpg", max_bytes=100_000).warnings
    []
    >>> transvase.detect("small.jpg")
    'jpeg'
    """
def compress(
    src: Source,
    *,
    from_: str | None = None,
    # Options: made by `cargo xtask docs`.
    max_bytes: int | str | None = None,
    resize: Literal["never", "auto"] | None = None,
    best_effort: bool | None = None,
    quality: int | None = None,
    effort: int | None = None,
    lossless: bool | None = None,
    pages: str | int | Sequence[int] | None = None,
    dpi: float | None = None,
    rotate: Literal["0", "90", "180", "270", 0, 90, 180, 270] | None = None,
    signatures: Literal["keep", "drop"] | None = None,
    password: str | None = None,
    template: str | None = None,
    hidden: Literal["drop", "keep"] | None = None,
    pdf_standard: Literal["none", "a-2b", "ua-1"] | None = None,
    embed_fonts: bool | None = None,
    width_px: int | None = None,
    transparent: bool | None = None,
    split: str | None = None,
    encrypt: str | None = None,
    owner_password: str | None = None,
    decrypt: bool | None = None,
    running_heads: Literal["none", "once"] | None = None,
    images: Literal["zip", "embed", "none"] | None = None,
    page_breaks: bool | None = None,
    page_size: Literal["a3", "a4", "a5", "a6", "b4", "b5", "b6", "jis-b5", "letter", "legal", "tabloid", "executive"] | None = None,
    margin: float | None = None,
    pretty: bool | None = None,
    lines: bool | None = None,
    chunks: int | None = None,
    math: Literal["tex", "text"] | None = None,
    front_matter: bool | None = None,
    encoding: str | None = None,
    wrap: int | None = None,
    font_size: float | None = None,
    line_height: float | None = None,
    font_family: str | None = None,
    justify: bool | None = None,
    hyphenate: bool | None = None,
    page_numbers: bool | None = None,
    changes: Literal["accepted", "shown"] | None = None,
    comments: Literal["drop", "margin"] | None = None,
    update_fields: bool | None = None,
    layout: Literal["flow", "exact"] | None = None,
    max_dimensions: str | None = None,
    resize_filter: Literal["lanczos3", "catmull-rom", "bilinear", "box", "nearest"] | None = None,
    crop: str | None = None,
    background: str | None = None,
    frame: int | None = None,
    strip: Literal["none", "private", "all"] | None = None,
    # End of options.
    threads: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    limits: Mapping[str, int | str] | None = None,
    fonts: Iterable[Source] | None = None,
    system_fonts: bool | None = None,
    timeout: float | None = None,
    progress: Progress | None = None,
    cancel: CancelToken | None = None,
) -> Output:
    """Makes a file smaller in its own format; the result is never larger than the file.

    Without `quality`, `lossless` or `max_bytes` it is the format's balanced level: see the repository's
    `docs/formats.md`. Takes the keywords of `convert` but `resources`.

    Raises an `Error` as `convert` does: `UnsupportedRoute` where there is no way to make the format
    smaller.

    >>> small = transvase.compress("photo.jpg", max_bytes="100KB")
    >>> small.format, len(small) <= 100_000
    ('jpeg', True)
    """
def detect(src: Source) -> str | None:
    r"""Id of the format a file is of, by its bytes; `None` where they are of no known format.

    >>> transvase.detect("report.pdf")
    'pdf'
    >>> transvase.detect(b"\x00\x01\x02") is None
    True
    """
def inspect(src: Source, *, password: str | None = None) -> Inspection:
    """What a file is, without converting it: format, size, and what its reader tells at a glance.

    >>> photo = transvase.inspect("photo.jpg")
    >>> photo.format, photo.encrypted, photo.width > photo.height
    ('jpeg', False, True)
    """
def formats() -> list[Format]:
    """Every format, in the registry's order."""
def routes() -> list[Route]:
    """Every conversion there is, compressions included, in the registry's order."""
def options() -> list[OptionSpec]:
    """Every option. Each is a keyword of the converting functions."""
def limits() -> list[LimitSpec]:
    """Every limit, for `limits={...}`. Those in bytes take sizes as text, too, as in `"1MiB"`."""
def _errors() -> list[tuple[str, int, str | None, bool, str | None]]:
    """Name, number, problem, whether a retry may help, and builtin base of every error: for the tests."""

class Error(Exception):
    code: ClassVar[str]
    number: ClassVar[int]
    problem: ClassVar[str | None]
    retryable: ClassVar[bool]
    hint: str | None
    stage: Stage | None
    format: str | None
    details: Mapping[str, str | int | list[str]]

class UnknownFormat(Error, ValueError): ...
class InvalidOption(Error, ValueError):
    """An option is unknown, has the wrong type or lies outside its range."""
class UnknownTarget(UnknownFormat):
    """The target is not a format that this build can write."""
class UnknownSource(UnknownFormat):
    """The input's format could not be recognised, or is not one that this build can read."""
class UnsupportedRoute(Error, ValueError):
    """Both formats are known, but there is no conversion from one to the other."""
class FormatMismatch(Error, ValueError):
    """The input is not of the format the caller said it is."""
class EmptyInput(Error, ValueError):
    """The input has no bytes."""
class Malformed(Error, ValueError):
    """The input is damaged beyond repair."""
class Truncated(Error, EOFError):
    """The input is cut off."""
class PasswordRequired(Error, PermissionError):
    """The input is encrypted and no password was given."""
class PasswordIncorrect(Error, PermissionError):
    """The input is encrypted and the password given does not open it."""
class DrmProtected(Error, PermissionError):
    """The input is protected by DRM (digital rights management)."""

class TargetUnreachable(Error):
    """No result fits into max_bytes with the given options; smallest_bytes is the smallest possible size, smallest_with_resize the smallest with fewer pixels."""
    smallest_bytes: int | None
    smallest_with_resize: int | None

class LimitExceeded(Error):
    """The input asks for more than a limit allows; which, limit and seen say how much."""
class MissingResource(Error, LookupError):
    """A file or font that the input needs is missing."""
class TimedOut(Error, TimeoutError):
    """The conversion took longer than its time limit."""
class Cancelled(Error):
    """The caller cancelled the conversion."""
class OutOfMemory(Error, MemoryError):
    """Memory ran out."""
class Internal(Error, RuntimeError):
    """The library has a bug."""
