"""What the engines' modules share: the keywords of a column, and the type of its result."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict

from transvase._native import convert_column

if TYPE_CHECKING:
    from transvase._types import OptionValue

OnError: TypeAlias = Literal["raise", "null", "struct"]
"""What becomes of a row that cannot be converted."""


class ColumnSettings(TypedDict, total=False):
    """The keywords of ``convert_column`` that can travel to another machine."""

    chunk_bytes: int
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


def pyarrow() -> Any:
    """The module `pyarrow`, imported when it is needed. It says nothing of its types, hence `Any`."""
    return import_module("pyarrow")


def result_type(to: str, on_error: OnError, settings: ColumnSettings) -> Any:
    """The Arrow type of a result, taken from an empty one.

    Settings that are wrong for every row raise here, on the driver, before a job begins.
    """
    arrow = pyarrow()
    nothing = arrow.array([], arrow.binary())
    return arrow.array(convert_column(nothing, to, on_error=on_error, **settings)).type
