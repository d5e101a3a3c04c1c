"""The examples of every docstring and of the README run, in a folder that holds the example files."""

from __future__ import annotations

import doctest
import inspect
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import transvase

from .inputs import EXAMPLES

README = Path(__file__).parents[1] / "README.md"


def documented() -> Iterator[tuple[str, str]]:
    yield "transvase", inspect.getdoc(transvase) or ""
    for name in transvase.__all__:
        value: Any = getattr(transvase, name)
        if callable(value):
            yield name, inspect.getdoc(value) or ""
        members = vars(value).items() if inspect.isclass(value) else ()
        yield from ((f"{name}.{member}", inspect.getdoc(one) or "") for member, one in members if callable(one))
    yield "README", README.read_text(encoding="utf-8").replace("```", "")


TEXTS = {name: text for name, text in documented() if ">>>" in text}


@pytest.mark.parametrize("name", TEXTS)
def test_examples_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for file in EXAMPLES.iterdir():
        if file.is_file():
            shutil.copy(file, tmp_path)
    monkeypatch.chdir(tmp_path)
    example = doctest.DocTestParser().get_doctest(TEXTS[name], {"transvase": transvase}, name, name, 0)
    said: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=said.append)
    assert not said, "".join(said)


def test_the_headline_functions_have_examples() -> None:
    assert {"transvase", "README", "convert", "convert_file", "convert_many", "inspect", "detect"} <= set(TEXTS)


@pytest.mark.parametrize("name", [name for name in transvase.__all__ if callable(getattr(transvase, name))])
def test_everything_public_is_documented(name: str) -> None:
    assert inspect.getdoc(getattr(transvase, name))
