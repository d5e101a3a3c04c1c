"""The service under test: the program that TRANSVASE_BIN names (or the build of this checkout), over a
database of its own, with a key of the operator."""

import contextlib
import os
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def program():
    """The program's path; None, which is said, where it is not built."""
    named = os.environ.get("TRANSVASE_BIN")
    path = pathlib.Path(named) if named else ROOT / "target" / "debug" / "transvase"
    if path.is_file():
        return path
    print("skipped: the description of the service: the command line is not built")
    return None


@contextlib.contextmanager
def running(binary):
    """Yields the service's URL, a key, and its folder with the file `log`."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        database = ["--database", f"sqlite:{folder}/transvase.db"]
        words = [binary, "serve", "--listen", "127.0.0.1:0", *database, "--rate-per-key", "0", "--rate-per-account", "0"]
        with open(folder / "log", "w") as log:
            service = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            url = service.stdout.readline().removeprefix("listening on ").strip()
            words = [binary, "keys", "create", "--name", "contract", *database]
            key = subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()
            yield url, key, folder
        finally:
            service.terminate()
            service.wait()
