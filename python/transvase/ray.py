"""Convert a column of files in Ray Data.

    import ray
    import transvase.ray

    files = ray.data.read_binary_files("s3://bucket/pdf/", include_paths=True)
    results = transvase.ray.convert(files, "docx", workers=64)
    results.write_parquet("s3://bucket/docx/")

Install with `pip install transvase[ray]`, on every node.

Each worker is an actor that holds one CPU and converts on one thread, so Ray's own accounting of
cores is right. A file that cannot be converted is a row with a `code` and a `message`: the job goes
on, and you can read later which files failed and why. What may be different the next time, such as
a lost node or a worker that the system killed for its memory, is retried by Ray.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from transvase._columns import ColumnSettings, OnError, pyarrow, result_type
from transvase._native import convert_column

if TYPE_CHECKING:
    from typing import Unpack

    import ray.data


def convert(
    dataset: ray.data.Dataset,
    to: str,
    *,
    column: str = "bytes",
    into: str = "converted",
    workers: int | tuple[int, int] = 1,
    batch_size: int = 16,
    on_error: OnError = "struct",
    **settings: Unpack[ColumnSettings],
) -> ray.data.Dataset:
    """A dataset with the column `into` in place of `column`.

    `into` is of the type that `transvase.convert_column` gives for `on_error`. `workers` is the
    number of actors, or the least and the most of them. `batch_size` is how many files a worker is
    given at a time: small, since it is also how many are done again when a worker is lost.
    `settings` are the keywords of `transvase.convert_column`.
    """
    from ray.data import ActorPoolStrategy

    result_type(to, on_error, settings)
    least, most = (workers, workers) if isinstance(workers, int) else workers
    return dataset.map_batches(
        _Worker,
        fn_constructor_kwargs={
            "to": to,
            "column": column,
            "into": into,
            "on_error": on_error,
            "settings": settings,
        },
        batch_format="pyarrow",
        batch_size=batch_size,
        compute=ActorPoolStrategy(min_size=least, max_size=most),
        num_cpus=1,
        udf_modifying_row_count=False,
    )


class _Worker:
    """What an actor runs."""

    def __init__(self, to: str, column: str, into: str, on_error: OnError, settings: ColumnSettings) -> None:
        self.to = to
        self.column = column
        self.into = into
        self.on_error: OnError = on_error
        self.settings = settings

    def __call__(self, batch: Any) -> Any:
        place = batch.column_names.index(self.column)
        converted = convert_column(batch.column(place), self.to, on_error=self.on_error, **self.settings)
        return batch.set_column(place, self.into, pyarrow().chunked_array(converted))
