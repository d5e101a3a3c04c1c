"""Convert a column of files in Daft.

    import daft
    import transvase.daft

    files = daft.from_glob_path("s3://bucket/pdf/**.pdf")
    data = files["path"].download(on_error="null")
    files = files.with_column("converted", transvase.daft.convert(data, "docx"))
    files.write_parquet("s3://bucket/docx/")

Install with `pip install transvase[daft]`.

Daft runs batches side by side, each on one thread; Python's lock is free while files are converted.
A file that cannot be converted is a row with a `code` and a `message`: the query goes on, and you
can read later which files failed and why. A file that could not be downloaded is null.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from transvase._columns import ColumnSettings, OnError, pyarrow, result_type
from transvase._native import convert_column

if TYPE_CHECKING:
    from typing import Unpack

    import daft


def convert(
    column: daft.Expression,
    to: str,
    *,
    batch_size: int = 16,
    on_error: OnError = "struct",
    **settings: Unpack[ColumnSettings],
) -> daft.Expression:
    """An expression that converts each file of `column`, which must be binary.

    It is of the type that `transvase.convert_column` gives for `on_error`. `batch_size` is how many
    files are converted in one go: small, so that all cores have some. `settings` are the keywords of
    `transvase.convert_column`.
    """
    import daft

    dtype = daft.DataType.from_arrow_type(result_type(to, on_error, settings))

    def convert_batch(files: daft.Series) -> daft.Series:
        converted = convert_column(files, to, on_error=on_error, **settings)
        return daft.Series.from_arrow(pyarrow().chunked_array(converted)).cast(dtype)

    return daft.func.batch(return_dtype=dtype, batch_size=batch_size)(convert_batch)(column)

