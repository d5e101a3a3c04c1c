"""Converts documents, e-books and images in process, and compresses PDF, JPEG, PNG and WebP under a byte limit.

>>> small = transvase.compress("photo.jpg", max_bytes="200KB")
>>> len(small) <= 200_000
True
>>> transvase.convert_file("report.pdf", "report.docx").route
'pdf -> pages -> reflow -> flow -> docx'

A source is ``bytes``, any other buffer, a path or an open binary file; a ``str`` is always a path.
A list of sources becomes one file. Every option is a keyword; numbers of bytes may have a unit. The
result is an ``Output``: bytes-like, with the losses in ``warnings``. A failure is an ``Error``, of the
subclass named after its code. Conversions run without the interpreter's lock: threads scale.
"""

from transvase._many import Result, convert_many
from transvase._native import (
    CancelToken,
    Cancelled,
    Column,
    DrmProtected,
    EmptyInput,
    Error,
    FormatMismatch,
    Internal,
    InvalidOption,
    LimitExceeded,
    Malformed,
    MissingResource,
    OutOfMemory,
    Output,
    PasswordIncorrect,
    PasswordRequired,
    TargetUnreachable,
    TimedOut,
    Truncated,
    UnknownFormat,
    UnknownSource,
    UnknownTarget,
    UnsupportedRoute,
    __version__,
    compress,
    convert,
    convert_column,
    convert_file,
    detect,
    formats,
    inspect,
    limits,
    options,
    routes,
)
from transvase._records import Format, Inspection, LimitSpec, Metadata, OptionSpec, Route, Warning

__all__ = [
    "CancelToken",
    "Cancelled",
    "Column",
    "DrmProtected",
    "EmptyInput",
    "Error",
    "Format",
    "FormatMismatch",
    "Inspection",
    "Internal",
    "InvalidOption",
    "LimitExceeded",
    "LimitSpec",
    "Malformed",
    "Metadata",
    "MissingResource",
    "OptionSpec",
    "OutOfMemory",
    "Output",
    "PasswordIncorrect",
    "PasswordRequired",
    "Result",
    "Route",
    "TargetUnreachable",
    "TimedOut",
    "Truncated",
    "UnknownFormat",
    "UnknownSource",
    "UnknownTarget",
    "UnsupportedRoute",
    "Warning",
    "__version__",
    "compress",
    "convert",
    "convert_column",
    "convert_file",
    "convert_many",
    "detect",
    "formats",
    "inspect",
    "limits",
    "options",
    "routes",
]
