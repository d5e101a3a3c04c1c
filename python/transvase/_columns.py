"""What the engines' modules share: the keywords of a column, and the type of its result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias, TypedDict

from transvase._native import convert_column

if TYPE_CHECKING:
    from typing import Unpack

    import pyarrow

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


def result_type(to: str, on_error: OnError, settings: ColumnSettings) -> pyarrow.DataType:
    """The Arrow type of a result, taken from an empty one.

    Settings that are wrong for every row raise here, on the driver, before a job begins.
    """
    import pyarrow

    nothing = pyarrow.array([], pyarrow.binary())
    return pyarrow.array(convert_column(nothing, to, on_error=on_error, **settings)).type
