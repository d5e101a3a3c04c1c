"""Fonts for the scripts that the bundled fonts of transvase lack."""

from pathlib import Path

FOLDER: Path = Path(__file__).parent / "data"
"""The folder with the font files; their licences lie beside them."""
