"""Makes ../../tests/data/locked.pdf, one page that opens with the password "open", and locked-*.pdf beside it, the same
page in the encryptions that PDF has had, which open with "käse" and, for their owner, with "öwner"."""

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
LOCKS = {
    "rc4-40": ["40", "--"],
    "rc4-128": ["128", "--use-aes=n", "--"],
    "aes-128": ["128", "--use-aes=y", "--"],
    "aes-256": ["256", "--"],
}


def main():
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "locked.html"
        source.write_text(PAGE, "utf-8")
        target = f"pdf:writer_web_pdf_Export:{json.dumps(OPTIONS)}"
        words = ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to", target]
        subprocess.run([*words, "--outdir", OUT, source], check=True, stdout=subprocess.DEVNULL)
    for name, lock in LOCKS.items():
        words = ["qpdf", "--allow-weak-crypto", "--password=open", "--password-mode=unicode"]
        keys = ["--encrypt", "käse", "öwner", *lock]
        subprocess.run([*words, OUT / "locked.pdf", *keys, OUT / f"locked-{name}.pdf"], check=True)


if __name__ == "__main__":
    main()
