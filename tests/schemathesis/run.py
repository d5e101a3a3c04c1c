#!/usr/bin/env python3
"""Holds a running service to its own description: /openapi.json, by schemathesis.

Starts the program that TRANSVASE_BIN names (or the build of this checkout) over a database of its own,
makes a key, and lets schemathesis send what the description allows and what it forbids. Short by
default; TRANSVASE_SOAK=1 sends ten thousand cases. Ends with 0 where nothing was found.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Cases that are made up for each operation, besides those that cover its description.
EXAMPLES = 2600 if os.environ.get("TRANSVASE_SOAK") else 35

# Left out, each for its reason:
# - positive_data_acceptance: a file of random bytes is described well and is no file all the same;
# - negative_data_rejection: an empty part counts as none, and an unknown header is nobody's business.
LEFT_OUT = "positive_data_acceptance,negative_data_rejection"


def program():
    named = os.environ.get("TRANSVASE_BIN")
    return pathlib.Path(named) if named else ROOT / "target" / "debug" / "transvase"


def start(binary, folder):
    """Starts the service; returns its process and its URL."""
    words = ["serve", "--listen", "127.0.0.1:0", "--database", f"sqlite:{folder}/transvase.db"]
    words += ["--rate-per-key", "0", "--rate-per-account", "0"]
    service = subprocess.Popen([binary, *words], stdout=subprocess.PIPE, stderr=open(folder / "log", "w"), text=True)
    url = service.stdout.readline().removeprefix("listening on ").strip()
    return service, url


def key(binary, folder):
    words = ["keys", "create", "--name", "schemathesis", "--database", f"sqlite:{folder}/transvase.db"]
    return subprocess.run([binary, *words], capture_output=True, text=True, check=True).stdout.strip()


def main():
    binary = program()
    if not binary.is_file():
        print("skipped: schemathesis: the command line is not built")
        return 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        service, url = start(binary, folder)
        try:
            words = [sys.executable, "-m", "schemathesis.cli", "run", f"{url}/openapi.json"]
            words += ["--header", f"Authorization: Bearer {key(binary, folder)}", "--checks", "all"]
            words += ["--exclude-checks", LEFT_OUT, "--phases", "examples,coverage,fuzzing"]
            words += ["--max-examples", str(EXAMPLES), "--continue-on-failure", "--seed", "1"]
            words += ["--suppress-health-check", "all", "--request-timeout", "60", "--no-color"]
            here = pathlib.Path(__file__).resolve().parent
            environment = {**os.environ, "SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": str(here)}
            return subprocess.run([*words, *sys.argv[1:]], cwd=folder, env=environment, check=False).returncode
        finally:
            service.terminate()
            service.wait()
            errors = [line for line in (folder / "log").read_text().splitlines() if "ERROR" in line]
            print("\n".join(errors))
            served = (folder / "log").read_text().count('path="/api/convert" status=200')
            print(f"conversions that were answered with a file: {served}")


if __name__ == "__main__":
    sys.exit(main())
