"""The inputs of the tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from .inputs import EXAMPLES, png


@pytest.fixture(scope="session")
def picture() -> bytes:
    """A PNG of 48 x 32 pixels."""
    return png(48, 32)


@pytest.fixture(scope="session")
def photo() -> Path:
    """A JPEG of 300 KB."""
    return EXAMPLES / "photo.jpg"


@pytest.fixture(scope="session")
def report() -> Path:
    """A PDF with text, tables and pictures."""
    return EXAMPLES / "report.pdf"


@pytest.fixture(scope="session")
def book() -> Path:
    """A MOBI."""
    return EXAMPLES / "book.mobi"
