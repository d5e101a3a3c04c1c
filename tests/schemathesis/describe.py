#!/usr/bin/env python3
"""Holds the description of the service to what others make of it: two linters, which must have nothing to
say, and a client that a generator makes from it, which must be able to convert a file.

Prints one line for each, beginning with passed, failed or skipped.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import urllib.request

import service

HERE = pathlib.Path(__file__).resolve().parent

# Each with the words that make it as strict as it can be.
LINTERS = {
    "redocly": ["@redocly/cli@2.77.0", "redocly", "lint", "--extends", "recommended-strict"],
    "spectral": ["@stoplight/spectral-cli@6.16.3", "spectral", "lint", "--fail-severity", "hint", "--ruleset",
                 str(HERE / "spectral.yaml")],
}

# What a user of the generated client would write.
USE = """
import sys
from pathlib import Path
from client import AuthenticatedClient
from client.api.account import account
from client.api.conversion import convert
from client.models import ConvertBody
from client.types import File

url, key, report = sys.argv[1:]
service = AuthenticatedClient(base_url=url, token=key)
file = lambda: File(payload=Path(report).open("rb"), file_name="report.pdf", mime_type="application/pdf")
result = convert.sync(client=service, body=ConvertBody(file=[file()], to="docx"))
assert result.payload.read()[:4] == b"PK\\x03\\x04", result
refused = convert.sync(client=service, body=ConvertBody(file=[file()], to="nothing"))
assert refused.code == "unknown_format", refused
assert account.sync(client=service).plan == "paid"
"""


def outcome(word, name, output=""):
    print(output.strip(), f"{word}: {name}", sep="\n" if output.strip() else "")
    return word != "failed"


def lint(name, words, document, folder):
    if shutil.which("npx") is None:
        return outcome("skipped", f"{name} on the description of the service: npm is not installed")
    package, *command = words
    environment = {**os.environ, "REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
    words = ["npx", "--yes", "--package", package, *command, str(document)]
    run = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    is_clean = run.returncode == 0
    return outcome("passed" if is_clean else "failed", name, "" if is_clean else run.stdout + run.stderr)


def use(url, key, document, folder):
    generator = shutil.which("openapi-python-client", path=str(pathlib.Path(sys.executable).parent))
    if generator is None:
        return outcome("skipped", "a generated client: openapi-python-client is not installed")
    words = [generator, "generate", "--path", str(document), "--meta", "none", "--output-path", "client"]
    made = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    # It would have the code formatted, by a program that need not be there.
    complaints = [line for line in made.stdout.splitlines() if line.startswith(("WARNING", "ERROR"))]
    words = [sys.executable, "-c", USE, url, key, str(service.ROOT / "examples" / "report.pdf")]
    used = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    is_good = used.returncode == 0 and not complaints
    return outcome("passed" if is_good else "failed", "a generated client", "" if is_good else made.stdout + used.stderr)


def main():
    binary = service.program()
    if binary is None:
        return 0
    with service.running(binary) as (url, key, folder):
        document = folder / "openapi.json"
        document.write_bytes(urllib.request.urlopen(f"{url}/openapi.json").read())
        outcomes = [lint(name, words, document, folder) for name, words in LINTERS.items()]
        outcomes.append(use(url, key, document, folder))
    return 0 if all(outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
