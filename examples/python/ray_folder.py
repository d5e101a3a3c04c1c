"""Convert a folder of files with Ray Data.

    pip install 'ray[data]' pyarrow pandas      # and transvase, as python/README.md says
    python ray_folder.py examples docx results 4

writes Parquet files to `results`, with the columns `path` and `converted`. The last argument is the
number of workers; each holds one CPU.
"""

import sys

import ray
import transvase.ray


def main(folder: str, to: str, results: str, workers: str = "1") -> None:
    ray.init(include_dashboard=False, num_cpus=int(workers) + 1)
    files = ray.data.read_binary_files(folder, include_paths=True)
    converted = transvase.ray.convert(files, to, workers=int(workers)).materialize()
    converted.write_parquet(results)
    failed = converted.filter(lambda row: row["converted"]["code"] is not None).take_all()
    for row in failed:
        print(f"{row['path']}: {row['converted']['code']}: {row['converted']['message']}")
    print(f"{converted.count() - len(failed)} files converted, {len(failed)} failed")
    ray.shutdown()


if __name__ == "__main__":
    main(*sys.argv[1:])
