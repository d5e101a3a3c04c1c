#!/usr/bin/env python3
"""Holds a running service to its own description: /openapi.json, by schemathesis.

Lets schemathesis send what the description allows and what it forbids. Short by default;
TRANSVASE_SOAK=1 sends ten thousand cases. Ends with 0 where nothing was found.
"""

import os
import pathlib
import subprocess
import sys

import service

# Cases that are made up for each operation, besides those that cover its description.
EXAMPLES = 2600 if os.environ.get("TRANSVASE_SOAK") else 35

# Left out, each for its reason:
# - positive_data_acceptance: a file of random bytes is described well and is no file all the same;
# - negative_data_rejection: an empty part counts as none, and an unknown header is nobody's business.
LEFT_OUT = "positive_data_acceptance,negative_data_rejection"


def main():
    binary = service.program()
    if binary is None:
        return 0
    with service.running(binary) as (url, key, folder):
        words = [sys.executable, "-m", "schemathesis.cli", "run", f"{url}/openapi.json"]
        words += ["--header", f"Authorization: Bearer {key}", "--checks", "all"]
        words += ["--exclude-checks", LEFT_OUT, "--phases", "examples,coverage,fuzzing"]
        words += ["--max-examples", str(EXAMPLES), "--continue-on-failure", "--seed", "1"]
        words += ["--suppress-health-check", "all", "--request-timeout", "60", "--no-color"]
        here = pathlib.Path(__file__).resolve().parent
        environment = {**os.environ, "SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": str(here)}
        status = subprocess.run([*words, *sys.argv[1:]], cwd=folder, env=environment, check=False).returncode
        log = (folder / "log").read_text()
    print("\n".join(line for line in log.splitlines() if "ERROR" in line))
    served = log.count('path="/api/convert" status=200')
    print(f"conversions that were answered with a file: {served}")
    return status


if __name__ == "__main__":
    sys.exit(main())
