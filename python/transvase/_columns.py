"""What the engines' modules share: the keywords of a column, and the type of its result."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Literal, TypeAlias

from transvase._native import convert_column
from transvase._types import PortableSettings

OnError: TypeAlias = Literal["raise", "null", "struct"]
"""What becomes of a row that cannot be converted."""


class ColumnSettings(PortableSettings, total=False):
    """The keywords of ``convert_column`` that can travel to another machine."""

    chunk_bytes: int


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
