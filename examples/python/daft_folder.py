"""Convert a folder of files with Daft.

    pip install daft pyarrow      # and transvase, as python/README.md says
    python daft_folder.py examples docx results

writes Parquet files to `results`, with the columns `path` and `converted`.
"""

import sys

import daft
import transvase.daft


def main(folder: str, to: str, results: str) -> None:
    files = daft.from_glob_path(f"{folder}/*")
    converted = transvase.daft.convert(files["path"].download(), to)
    files.select("path", converted.alias("converted")).write_parquet(results, write_mode="overwrite")
    written = daft.read_parquet(f"{results}/*.parquet")
    outcome = written["converted"]
    rows = written.select("path", outcome["code"], outcome["message"]).to_pylist()
    failed = [row for row in rows if row["code"]]
    for row in failed:
        print(f"{row['path']}: {row['code']}: {row['message']}")
    print(f"{len(rows) - len(failed)} files converted, {len(failed)} failed")


if __name__ == "__main__":
    main(*sys.argv[1:])
