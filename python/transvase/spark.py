"""Convert a column of files in Spark.

    import transvase.spark

    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", 16)
    files = spark.read.format("binaryFile").load("s3://bucket/pdf/")
    results = transvase.spark.convert(files, "docx")
    results.write.parquet("s3://bucket/docx/")

Install with `pip install transvase[spark]` on the driver and on every executor, and set
`PYSPARK_PYTHON` to the Python it was installed for.

Spark hands each task its rows in batches of `spark.sql.execution.arrow.maxRecordsPerBatch` rows:
10,000 unless it is set, which is 10 GB where a file has a megabyte. Set it to a few files, as above.
A task converts on one thread, so `spark.task.cpus` stays 1. A file that cannot be converted is a row
with a `code` and a `message`: the job goes on. Lost executors are Spark's own business.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from transvase._columns import ColumnSettings, OnError, pyarrow, result_type
from transvase._native import convert_column

if TYPE_CHECKING:
    from typing import Unpack

    from pyspark.sql import DataFrame

#: Bytes of a batch that goes back to Spark, as far as files can be parted.
_BATCH_BYTES = 64 << 20


def convert(
    frame: DataFrame,
    /,
    to: str,
    *,
    column: str = "content",
    into: str = "converted",
    on_error: OnError = "struct",
    **settings: Unpack[ColumnSettings],
) -> DataFrame:
    """A frame with the column `into` in place of `column`.

    `into` is of the type that `transvase.convert_column` gives for `on_error`, with Spark's `binary`.
    `settings` are the keywords of `transvase.convert_column`.
    """
    from pyspark.sql.pandas.types import from_arrow_type
    from pyspark.sql.types import StructField, StructType

    settings.setdefault("chunk_bytes", _BATCH_BYTES)
    type_ = _with_binary(result_type(to, on_error, settings))
    place = frame.columns.index(column)
    fields = list(frame.schema.fields)
    fields[place] = StructField(into, from_arrow_type(type_))

    def convert_batch(batch: Any) -> Iterator[Any]:
        converted = convert_column(batch.column(place), to, on_error=on_error, **settings)
        narrow = pyarrow().chunked_array(converted).cast(type_)
        table = pyarrow().Table.from_batches([batch]).set_column(place, into, narrow)
        # One batch for each chunk, so that none is copied together.
        yield from table.to_batches()

    def convert_batches(batches: Iterable[Any]) -> Iterator[Any]:
        for batch in batches:
            yield from convert_batch(batch)

    return frame.mapInArrow(convert_batches, StructType(fields))


def _with_binary(type_: Any) -> Any:
    """A result's type, with the `binary` that Spark knows for `large_binary`."""
    arrow = pyarrow()
    if arrow.types.is_large_binary(type_):
        return arrow.binary()
    if arrow.types.is_struct(type_):
        return arrow.struct([field.with_type(_with_binary(field.type)) for field in type_])
    return type_
