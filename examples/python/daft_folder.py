"""Convert a folder of files with Daft.

    pip install transvase[daft]
    python daft_folder.py examples docx results

writes Parquet files to `results`, with the columns `path` and `converted`.
"""

import sys

import daft
import transvase.daft


def main(folder: str, to: str, results: str) -> None:
    files = daft.from_glob_path(f"{folder}/*")
    converted = transvase.daft.convert(files["path"].download(on_error="null"), to)
    files = files.select("path", converted.alias("converted"))
    files.write_parquet(results, write_mode="overwrite")
    rows = daft.read_parquet(f"{results}/*.parquet").to_pylist()
    failed = [row for row in rows if row["converted"]["code"]]
    for row in failed:
        print(f"{row['path']}: {row['converted']['code']}: {row['converted']['message']}")
    print(f"{len(rows) - len(failed)} files converted, {len(failed)} failed")


if __name__ == "__main__":
    main(*sys.argv[1:])
