"""While a conversion runs: cancel, deadline, progress, Ctrl-C, and other threads."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import transvase

from .inputs import HANG_GUARD_S, fail_point, png

ENDLESS = fail_point("endless")


def test_a_deadline_ends_it(picture: bytes) -> None:
    with pytest.raises(transvase.TimedOut):
        transvase.convert(picture, "jpeg", options=ENDLESS, timeout=0.2)


def test_a_token_ends_it_from_another_thread(picture: bytes) -> None:
    token = transvase.CancelToken()
    assert not token.cancelled
    timer = threading.Timer(0.2, token.cancel)
    timer.start()
    with pytest.raises(transvase.Cancelled):
        transvase.convert(picture, "jpeg", options=ENDLESS, timeout=HANG_GUARD_S, cancel=token)
    assert token.cancelled
    with pytest.raises(transvase.Cancelled):
        transvase.convert(picture, "jpeg", cancel=token)


def test_a_token_follows_its_parents(picture: bytes) -> None:
    first = transvase.CancelToken()
    last = transvase.CancelToken(transvase.CancelToken(first))
    timer = threading.Timer(0.2, first.cancel)
    timer.start()
    with pytest.raises(transvase.Cancelled):
        transvase.convert(picture, "jpeg", options=ENDLESS, timeout=HANG_GUARD_S, cancel=last)
    assert last.cancelled
    late = transvase.CancelToken(first)
    with pytest.raises(transvase.Cancelled):
        transvase.convert(picture, "jpeg", cancel=late)


def test_a_child_leaves_its_parent_alone() -> None:
    parent = transvase.CancelToken()
    child = transvase.CancelToken(parent)
    child.cancel()
    assert child.cancelled and not parent.cancelled


def test_progress_comes_on_the_callers_thread(report: Path) -> None:
    reports: list[tuple[str, int, int, int]] = []

    def progress(stage: str, done: int, total: int) -> None:
        reports.append((stage, done, total, threading.get_ident()))

    transvase.convert(report, "docx", progress=progress)
    assert reports, "even a short conversion reports once"
    for stage, done, total, thread in reports:
        assert stage in ("read", "transform", "write", "fit")
        assert 0 <= done <= total
        assert thread == threading.get_ident()


def test_progress_is_told_again_and_again(picture: bytes) -> None:
    reports: list[tuple[str, int, int]] = []
    with pytest.raises(transvase.TimedOut):
        transvase.convert(
            picture, "jpeg", options=ENDLESS, timeout=1, progress=lambda *report: reports.append(report)
        )
    assert len(reports) > 1
    assert set(reports) == {("read", 1, 2)}


def test_what_progress_raises_ends_the_conversion(picture: bytes) -> None:
    class Enough(Exception):
        pass

    def progress(stage: str, done: int, total: int) -> None:
        raise Enough

    with pytest.raises(Enough):
        transvase.convert(picture, "jpeg", options=ENDLESS, timeout=HANG_GUARD_S, progress=progress)


def test_what_progress_raises_at_the_end_is_seen_too(report: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        transvase.convert(report, "docx", progress=lambda stage, done, total: 1 // 0)


def test_a_signal_handler_that_raises_is_what_the_caller_sees(picture: bytes) -> None:
    class Alarm(Exception):
        pass

    def ring(number: int, frame: object) -> None:
        raise Alarm

    old = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(Alarm):
            transvase.convert(picture, "jpeg", options=ENDLESS, timeout=HANG_GUARD_S)
    finally:
        signal.signal(signal.SIGALRM, old)


def test_a_signal_handler_that_returns_lets_it_go_on(picture: bytes) -> None:
    calls: list[int] = []
    old = signal.signal(signal.SIGALRM, lambda number, frame: calls.append(number))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(transvase.TimedOut):
            transvase.convert(picture, "jpeg", options=ENDLESS, timeout=1)
    finally:
        signal.signal(signal.SIGALRM, old)
    assert calls == [signal.SIGALRM]


def run(script: str, *, interrupt: bool) -> subprocess.CompletedProcess[str]:
    """Runs a script that prints `running` once a conversion is under way."""
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdin and process.stdout
            process.stdin.write(png(16, 16).hex() + "\n")
            process.stdin.flush()
            if interrupt:
                assert process.stdout.readline() == "running\n"
                process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=HANG_GUARD_S)
        finally:
            process.kill()
    return subprocess.CompletedProcess(script, process.returncode, out, err)


PRELUDE = """
import sys, threading, transvase
picture = bytes.fromhex(sys.stdin.readline())
said = []
def progress(stage, done, total):
    if not said:
        said.append(stage)
        print("running", flush=True)
endless = dict(options={"fail_point": "endless"}, progress=progress)
"""


def test_ctrl_c_ends_a_conversion() -> None:
    script = PRELUDE + """
try:
    transvase.convert(picture, "jpeg", **endless)
except KeyboardInterrupt:
    print("interrupted")
"""
    done = run(script, interrupt=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "interrupted\n", "")


def test_ctrl_c_ends_a_stream() -> None:
    script = PRELUDE + """
try:
    for result in transvase.convert_many([picture] * 5, "jpeg", threads=2, **endless):
        print(result)
except KeyboardInterrupt:
    print("interrupted")
"""
    done = run(script, interrupt=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "interrupted\n", "")


def test_other_threads_run_meanwhile() -> None:
    # In a process of its own: with the interpreter's lock held, nothing here could end the test.
    script = PRELUDE + """
token, begun = transvase.CancelToken(), threading.Event()
def convert():
    try:
        transvase.convert(picture, "jpeg", options={"fail_point": "endless"}, cancel=token,
                          progress=lambda *report: begun.set())
    except transvase.Cancelled:
        print("cancelled")
thread = threading.Thread(target=convert)
thread.start()
begun.wait()
count = 0
while count < 1_000_000:
    count += 1
token.cancel()
thread.join()
print(count)
"""
    done = run(script, interrupt=False)
    assert (done.stdout, done.stderr) == ("cancelled\n1000000\n", "")


def test_two_conversions_run_at_once(picture: bytes) -> None:
    """Each ends only when both have begun."""
    both = threading.Barrier(2)

    def progress(stage: str, done: int, total: int) -> None:
        both.wait(HANG_GUARD_S)
        raise InterruptedError

    def convert() -> None:
        try:
            transvase.convert(picture, "jpeg", options=ENDLESS, timeout=HANG_GUARD_S, progress=progress)
        except InterruptedError:
            ended.append(time.monotonic())

    ended: list[float] = []
    threads = [threading.Thread(target=convert) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(ended) == 2


def test_asyncio_goes_on_meanwhile(picture: bytes) -> None:
    async def main() -> transvase.Output:
        token = transvase.CancelToken()
        endless = asyncio.create_task(
            asyncio.to_thread(
                transvase.convert, picture, "jpeg", options=ENDLESS, timeout=HANG_GUARD_S, cancel=token
            )
        )
        jpeg = await asyncio.to_thread(transvase.convert, picture, "jpeg", quality=50)
        assert not endless.done()
        token.cancel()
        with pytest.raises(transvase.Cancelled):
            await endless
        return jpeg

    assert asyncio.run(main()).bytes == transvase.convert(picture, "jpeg", quality=50).bytes
