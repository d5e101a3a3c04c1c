"""What can be told of a file before it is read."""

from __future__ import annotations

import io
import os
import stat
from typing import Any


def bytes_ahead(file: Any) -> int:
    """How many bytes an open file has left, where that is known without reading them; else 0.

    Types are looked at exactly: a file that gives something else than the system's file below it, as
    `gzip.GzipFile` does and a class derived from these may, is as long as it turns out to be.
    """
    if type(file) is io.BytesIO:
        return max(file.getbuffer().nbytes - file.tell(), 0)
    raw = file.raw if type(file) in (io.BufferedReader, io.BufferedRandom) else file
    if type(raw) is not io.FileIO:
        return 0
    status = os.fstat(raw.fileno())
    return max(status.st_size - file.tell(), 0) if stat.S_ISREG(status.st_mode) else 0
