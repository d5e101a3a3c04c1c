"""Exceptions: one class for each row of the core's table, with the row's builtin as a base."""

from __future__ import annotations

import builtins
import inspect
import pickle
from pathlib import Path
from typing import Any

import pytest

import transvase
from transvase import _native

from .inputs import fail_point

ROWS = _native._errors()


def test_the_classes_are_the_rows_of_the_table() -> None:
    classes = {
        name
        for name, value in vars(transvase).items()
        if inspect.isclass(value) and issubclass(value, transvase.Error)
    }
    assert classes - {"Error", "UnknownFormat"} == {row[0] for row in ROWS}
    assert classes <= set(transvase.__all__)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_class_is_what_its_row_says(row: tuple[str, int, str | None, bool, str | None]) -> None:
    name, number, problem, retryable, builtin = row
    kind = getattr(transvase, name)
    assert (kind.code, kind.number, kind.problem, kind.retryable) == (name, number, problem, retryable)
    assert kind.__module__ == "transvase" and kind.__doc__
    bases = {base for base in kind.__mro__ if base.__module__ == "builtins"}
    expected = {Exception, BaseException, object}
    if builtin is not None:
        expected |= set(getattr(builtins, builtin).__mro__)
    assert bases == expected


def test_both_unknown_formats_have_one_name() -> None:
    assert issubclass(transvase.UnknownTarget, transvase.UnknownFormat)
    assert issubclass(transvase.UnknownSource, transvase.UnknownFormat)
    assert issubclass(transvase.UnknownFormat, ValueError)


def cases(picture: bytes, report: Path) -> list[tuple[type[transvase.Error], bytes, str, dict[str, Any]]]:
    """A conversion for each error that needs no file made for it."""
    pdf = report.read_bytes()
    return [
        (transvase.InvalidOption, picture, "jpeg", {"quality": 0}),
        (transvase.UnknownTarget, picture, "xyz", {}),
        (transvase.UnknownSource, b"\x13\x37\x00\x01", "pdf", {}),
        (transvase.UnknownSource, picture, "jpeg", {"from_": "xyz"}),
        (transvase.UnsupportedRoute, picture, "zip", {}),
        (transvase.FormatMismatch, picture, "jpeg", {"from_": "pdf"}),
        (transvase.EmptyInput, b"", "pdf", {}),
        (transvase.TargetUnreachable, picture, "jpeg", {"max_bytes": 20}),
        (transvase.LimitExceeded, pdf, "docx", {"limits": {"pages": 1}}),
        (transvase.TimedOut, pdf, "docx", {"timeout": 0}),
        (transvase.MissingResource, picture, "jpeg", {"options": fail_point("missing-resource")}),
        (transvase.OutOfMemory, picture, "jpeg", {"options": fail_point("out-of-memory")}),
        (transvase.Internal, picture, "jpeg", {"options": fail_point("panic")}),
    ]


def test_each_failure_has_its_class(picture: bytes, report: Path) -> None:
    for kind, data, to, settings in cases(picture, report):
        with pytest.raises(transvase.Error) as caught:
            transvase.convert(data, to, **settings)
        assert type(caught.value) is kind, settings
        assert str(caught.value).strip()


@pytest.mark.parametrize("cut", [100, 2_000])
def test_damage_is_malformed_or_truncated(picture: bytes, cut: int) -> None:
    with pytest.raises((transvase.Malformed, transvase.Truncated)) as caught:
        transvase.convert(picture[:cut] if cut < len(picture) else picture[:-300], "jpeg")
    assert (caught.value.format, caught.value.stage) == ("png", "read")


def test_errors_pickle_with_all_they_say(picture: bytes, report: Path) -> None:
    for kind, data, to, settings in cases(picture, report):
        with pytest.raises(kind) as caught:
            transvase.convert(data, to, **settings)
        again = pickle.loads(pickle.dumps(caught.value))
        assert type(again) is kind
        assert str(again) == str(caught.value)
        assert vars(again) == vars(caught.value)


def test_the_text_is_the_sentence_and_what_would_work(picture: bytes) -> None:
    with pytest.raises(transvase.UnknownTarget) as caught:
        transvase.convert(picture, "xyz")
    error = caught.value
    assert '"xyz"' in str(error)
    assert error.hint and str(error).endswith(f"; {error.hint}")
    targets = error.details["supported_targets"]
    assert isinstance(targets, list) and "jpeg" in targets


def test_details_hold_what_is_set_and_nothing_else(picture: bytes) -> None:
    with pytest.raises(transvase.LimitExceeded) as caught:
        transvase.convert(picture, "jpeg", limits={"input_bytes": 10})
    assert caught.value.details == {"which": "input_bytes", "limit": 10, "seen": len(picture)}
    with pytest.raises(transvase.EmptyInput) as empty:
        transvase.convert(b"", "jpeg")
    assert empty.value.details == {}


def test_an_error_made_by_hand_has_nothing_to_say_but_its_code() -> None:
    error = transvase.Malformed("by hand")
    assert (str(error), error.code, error.hint, error.stage, error.format) == ("by hand", "Malformed", None, None, None)
    assert dict(error.details) == {}
    assert dict(transvase.TargetUnreachable("by hand").details) == {}


def test_a_panic_of_the_core_is_internal_and_silent(picture: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(transvase.Internal) as caught:
        transvase.convert(picture, "jpeg", options=fail_point("panic"))
    assert isinstance(caught.value, RuntimeError)
    assert any("a panic on request" in note for note in caught.value.__notes__)
    assert capfd.readouterr().err == ""


def test_a_panic_of_the_binding_is_internal_too() -> None:
    with pytest.raises(transvase.Internal) as caught:
        _native._panic()  # type: ignore[attr-defined]  # test builds only
    assert any("a panic on request" in note for note in caught.value.__notes__)
