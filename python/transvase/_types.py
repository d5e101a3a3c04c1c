"""The types that functions of the package share."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
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


class PortableSettings(TypedDict, total=False):
    """The keywords of every conversion that can travel to another machine."""

    from_: str | None
    max_bytes: int | None
    best_effort: bool | None
    quality: int | None
    effort: int | None
    pages: str | None
    password: str | None
    options: Mapping[str, OptionValue] | None
    limits: Mapping[str, int] | None
    timeout: float | None


class Settings(PortableSettings, total=False):
    """The keywords that every converting function takes."""

    progress: Progress | None
    cancel: CancelToken | None
