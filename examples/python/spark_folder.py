"""Convert a folder of files with Spark.

    pip install pyspark pyarrow pandas      # and transvase, as python/README.md says
    python spark_folder.py examples docx results

writes Parquet files to `results`, with the columns `path` and `converted`. It runs on the cores of this
machine unless `spark-submit` says otherwise.
"""

import os
import sys

from pyspark.sql import SparkSession
from pyspark.sql.functions import col

import transvase.spark


def main(folder: str, to: str, results: str) -> None:
    # The workers must run the Python that has this package.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    spark = SparkSession.builder.appName("transvase").getOrCreate()
    # A batch is held in memory whole: a few files, not the 10,000 rows that are the default.
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", 16)
    files = spark.read.format("binaryFile").load(folder).select("path", "content")
    transvase.spark.convert(files, to).write.mode("overwrite").parquet(results)
    rows = spark.read.parquet(results)
    failed = rows.where(col("converted.code").isNotNull())
    for row in failed.select("path", "converted.code", "converted.message").toLocalIterator():
        print(f"{row['path']}: {row['code']}: {row['message']}")
    print(f"{rows.count() - failed.count()} files converted, {failed.count()} failed")
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
