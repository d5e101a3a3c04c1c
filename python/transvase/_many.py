"""Many files, converted side by side.

Threads are enough: a conversion runs without the interpreter's lock. The stream holds a window of
twice as many files as there are threads, so memory does not grow with their number, and gives
results in the order of the sources.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Literal, Protocol, overload

from transvase._native import CancelToken, Error, Output, convert

if TYPE_CHECKING:
    from typing import Unpack

    from transvase._types import ManySettings, Sources

Result = Output | Error | OSError
"""What becomes of one file: the result, or the exception in its place."""


class _Job(Protocol):
    def __call__(self, source: Sources, /) -> Result: ...


@overload
def convert_many(
    sources: Iterable[Sources],
    to: str,
    *,
    threads: int | None = None,
    on_error: Literal["raise"],
    **settings: Unpack[ManySettings],
) -> Generator[Output, None, None]: ...
@overload
def convert_many(
    sources: Iterable[Sources],
    to: str,
    *,
    threads: int | None = None,
    on_error: Literal["return"] = "return",
    **settings: Unpack[ManySettings],
) -> Generator[Result, None, None]: ...
def convert_many(
    sources: Iterable[Sources],
    to: str,
    *,
    threads: int | None = None,
    on_error: Literal["return", "raise"] = "return",
    **settings: Unpack[ManySettings],
) -> Generator[Result, None, None]:
    """Converts every one of ``sources``; gives results in their order, as they are asked for.

    Each of ``threads`` (all cores, unless said otherwise) works on one file at a time. With
    ``on_error="return"`` a file that fails gives its exception in place of a result, an ``Error`` or,
    where it cannot be read, an ``OSError``, and the others go on; with ``"raise"`` the first failure
    ends the stream. The other keywords are those of ``convert``; ``progress`` is called on the
    threads, and ``cancel`` makes every file that is not done an error ``Cancelled``. Each file is
    converted on one thread, unless ``options={"threads": ...}`` says otherwise.

    Closing the stream, or Ctrl-C, ends what is under way.

    >>> for result in transvase.convert_many(["photo.jpg", "missing.jpg"], "png", threads=2):
    ...     print(type(result).__name__)
    Output
    FileNotFoundError
    """
    if on_error not in ("return", "raise"):
        raise ValueError(f"on_error must be 'return' or 'raise', not {on_error!r}")
    workers = threads if threads is not None else _cores()
    if workers < 1:
        raise ValueError(f"threads must be at least 1, not {workers}")
    # A token of our own, so that closing the stream ends nothing else the caller's token is used for.
    token = CancelToken(settings.get("cancel"))
    settings["cancel"] = token
    job = partial(_convert, to, settings)
    stream = _in_order(sources, job, workers, token)
    return _raising(stream) if on_error == "raise" else stream


def _in_order(sources: Iterable[Sources], job: _Job, workers: int, token: CancelToken) -> Generator[Result, None, None]:
    pending: deque[Future[Result]] = deque()
    with ThreadPoolExecutor(workers, thread_name_prefix="transvase-many") as pool:
        try:
            for source in sources:
                pending.append(pool.submit(job, source))
                if len(pending) >= 2 * workers:
                    yield pending.popleft().result()
            while pending:
                yield pending.popleft().result()
        finally:
            # Nothing is left to end unless the stream was closed or interrupted early.
            token.cancel()
            for future in pending:
                future.cancel()


def _raising(stream: Generator[Result, None, None]) -> Generator[Output, None, None]:
    with closing(stream):
        for result in stream:
            if isinstance(result, Exception):
                raise result
            yield result


def _convert(to: str, settings: ManySettings, source: Sources) -> Result:
    try:
        return convert(source, to, **settings)
    except (Error, OSError) as error:
        # The traceback would keep this frame, and with it the source, alive.
        return error.with_traceback(None)


def _cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
