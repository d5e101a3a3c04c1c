import builtins
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal, Protocol, final

from transvase._records import Format, Inspection, LimitSpec, OptionSpec, Route, Warning
from transvase._types import OptionValue, Progress, Source, Sources, Stage

__version__: str

@final
class Output:
    @property
    def bytes(self) -> builtins.bytes: ...
    @property
    def format(self) -> str: ...
    @property
    def route(self) -> str: ...
    @property
    def warnings(self) -> list[Warning]: ...
    @property
    def document(self) -> Any: ...
    def save(self, path: str | os.PathLike[str]) -> None: ...
    def __len__(self) -> int: ...
    def __bytes__(self) -> builtins.bytes: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...
    def _repr_png_(self) -> builtins.bytes | None: ...
    def _repr_jpeg_(self) -> builtins.bytes | None: ...
    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]: ...

@final
class CancelToken:
    def __new__(cls, parent: CancelToken | None = None) -> CancelToken: ...
    def cancel(self) -> None: ...
    @property
    def cancelled(self) -> bool: ...

class _ArrowArray(Protocol):
    def __arrow_c_array__(self) -> tuple[object, object]: ...

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self) -> object: ...

@final
class Column:
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

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
    pages: str | None = None,
    dpi: float | None = None,
    rotate: Literal["0", "90", "180", "270"] | None = None,
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
) -> Column: ...
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
    pages: str | None = None,
    dpi: float | None = None,
    rotate: Literal["0", "90", "180", "270"] | None = None,
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
) -> Output: ...
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
    pages: str | None = None,
    dpi: float | None = None,
    rotate: Literal["0", "90", "180", "270"] | None = None,
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
) -> Output: ...
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
    pages: str | None = None,
    dpi: float | None = None,
    rotate: Literal["0", "90", "180", "270"] | None = None,
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
) -> Output: ...
def detect(src: Source) -> str | None: ...
def inspect(src: Source, *, password: str | None = None) -> Inspection: ...
def formats() -> list[Format]: ...
def routes() -> list[Route]: ...
def options() -> list[OptionSpec]: ...
def limits() -> list[LimitSpec]: ...
def _errors() -> list[tuple[str, int, str | None, bool, str | None]]: ...

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
class InvalidOption(Error, ValueError): ...
class UnknownTarget(UnknownFormat): ...
class UnknownSource(UnknownFormat): ...
class UnsupportedRoute(Error, ValueError): ...
class FormatMismatch(Error, ValueError): ...
class EmptyInput(Error, ValueError): ...
class Malformed(Error, ValueError): ...
class Truncated(Error, EOFError): ...
class PasswordRequired(Error, PermissionError): ...
class PasswordIncorrect(Error, PermissionError): ...
class DrmProtected(Error, PermissionError): ...

class TargetUnreachable(Error):
    smallest_bytes: int | None
    smallest_with_resize: int | None

class LimitExceeded(Error): ...
class MissingResource(Error, LookupError): ...
class TimedOut(Error, TimeoutError): ...
class Cancelled(Error): ...
class OutOfMemory(Error, MemoryError): ...
class Internal(Error, RuntimeError): ...
