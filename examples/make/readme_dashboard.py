"""Makes ../../docs/pictures/dashboard.webp: the first page of the service's dashboard, after some conversions.

python3 examples/make/readme_dashboard.py

Starts the service over a scratch database, makes the first administrator and an API key as a person would, sends it files of
`examples/` several times, and takes a screenshot. The requests are real ones of the last minutes; in the scratch database
they are dated over the last four weeks, so that the chart shows what it is for.

Needs Python 3 with playwright and Pillow, `chromium` on the path, and this project's program: `target/release/transvase`, or
what the variable TRANSVASE_BIN names.
"""

import io
import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
from contextlib import closing, contextmanager
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from random import Random

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent.parent
OUT = ROOT / "docs/pictures/dashboard.webp"
PROGRAM = Path(os.environ.get("TRANSVASE_BIN", ROOT / "target/release/transvase")).resolve()
EMAIL, PASSWORD, KEY_NAME = "ann@example.org", "correct horse battery staple", "newsletter"
SIZE = {"width": 1100, "height": 900}

ROUNDS = 7
CONVERSIONS = [
    # file, target, further parts of the request
    ("report.pdf", "docx", {}),
    ("photo.jpg", "jpeg", {"max_bytes": "200000"}),
    ("book.mobi", "pdf", {}),
    ("report.pdf", "docx", {"pages": "1"}),
    ("photo.jpg", "webp", {}),
    ("book.mobi", "epub", {}),
    ("photo.jpg", "jpeg", {"max_bytes": "100000"}),
    ("report.pdf", "md", {}),
    ("photo.jpg", "jpeg", {"max_bytes": "50000"}),
    ("report.pdf", "docx", {"pages": "2-3"}),
    ("report.pdf", "png", {"pages": "1"}),
    ("book.mobi", "pdf", {"options": '{"page_size": "a5"}'}),
    # One that cannot be done, since the page shows those too.
    ("photo.jpg", "jpeg", {"max_bytes": "100"}),
]


@contextmanager
def service(folder):
    """The service on a free port: its address, and the way to the first administrator's page, which its log names."""
    words = [PROGRAM, "serve", "--listen", "127.0.0.1:0", "--database", "sqlite:scratch.db"]
    words += ["--rate-per-key", "0", "--rate-per-account", "0"]
    log = folder / "log"
    streams = {"stdout": subprocess.PIPE, "stderr": log.open("w"), "text": True}
    with streams["stderr"], subprocess.Popen(words, cwd=folder, **streams) as child:
        try:
            base = re.search(r"http://\S+", child.stdout.readline())[0]
            yield base, re.search(r"/setup/\w+", log.read_text())[0]
        finally:
            child.terminate()


def api_key(page, setup):
    """Makes the first administrator, who is signed in then, and a key."""
    page.goto(setup)
    page.get_by_label("E-mail address").fill(EMAIL)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create the account").click()
    page.wait_for_url("**/dashboard*")
    page.goto("/dashboard/keys")
    page.get_by_label("Name").fill(KEY_NAME)
    page.get_by_role("button", name="Create key").click()
    return page.locator("#key").text_content()


def convert(request, key):
    """Sends the conversions to the service, one after the other, with a key as programs do."""
    for name, target, parts in CONVERSIONS * ROUNDS:
        data = (ROOT / "examples" / name).read_bytes()
        file = {"name": name, "mimeType": "application/octet-stream", "buffer": data}
        request.post(
            "/api/convert", headers={"Authorization": f"Bearer {key}"}, multipart={"file": file, "to": target, **parts}
        )


def spread(database):
    """Dates the requests over 28 days, fewer on days off, in the order in which they were made."""
    with closing(sqlite3.connect(database)) as scratch, scratch:
        requests = [row[0] for row in scratch.execute("SELECT request FROM history ORDER BY happened_at")]
        noon, dice = datetime.combine(date.today(), time(12), UTC), Random(7)
        days = [noon - timedelta(days=back) for back in range(28, 0, -1)]
        weights = [dice.uniform(1, 4) if day.weekday() < 5 else 0.5 for day in days]
        drawn = dice.choices(days, weights, k=len(requests))
        moments = sorted(day + timedelta(minutes=dice.uniform(-240, 300)) for day in drawn)
        dated = [(int(moment.timestamp() * 1000), request) for moment, request in zip(moments, requests)]
        scratch.executemany("UPDATE history SET happened_at = ? WHERE request = ?", dated)


def screenshot(base, setup, database):
    """The overview as pixels, two for one as on a fine screen. Chromium's sandbox does not start for root."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(base_url=base, viewport=SIZE, device_scale_factor=2, color_scheme="light")
        convert(page.request, api_key(page, setup))
        spread(database)
        page.goto("/dashboard")
        pixels = page.screenshot()
        browser.close()
    return pixels


def main():
    with tempfile.TemporaryDirectory() as folder, service(Path(folder)) as (base, setup):
        pixels = screenshot(base, setup, Path(folder) / "scratch.db")
        image = Image.open(io.BytesIO(pixels)).convert("RGB")
    OUT.parent.mkdir(exist_ok=True)
    image.save(OUT, quality=85, method=6)
    print(OUT.name, OUT.stat().st_size)


if __name__ == "__main__":
    main()
