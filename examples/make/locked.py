"""Makes ../../tests/data/locked.pdf: one page that opens with the password "open"."""

import json
import subprocess
import tempfile
from pathlib import Path

OUT = Path(__file__).resolve().parents[2] / "tests" / "data"
PAGE = "<html><body><h1>Locked</h1><p>This page opens with a password.</p></body></html>"
OPTIONS = {
    "EncryptFile": {"type": "boolean", "value": "true"},
    "DocumentOpenPassword": {"type": "string", "value": "open"},
}


def main():
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "locked.html"
        source.write_text(PAGE, "utf-8")
        target = f"pdf:writer_web_pdf_Export:{json.dumps(OPTIONS)}"
        words = ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to", target]
        subprocess.run([*words, "--outdir", OUT, source], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
