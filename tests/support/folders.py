"""Where the tests, what they read, and the checkout are; and rules files that they write."""

from __future__ import annotations

from pathlib import Path

SUPPORT = Path(__file__).resolve().parent
TESTS = SUPPORT.parent
ROOT = TESTS.parent


def rules_file(folder: Path, text: str, name: str = "game.pl") -> Path:
    """A rules file in a folder, with this text."""
    path = folder / name
    path.write_text(text, "utf-8")
    return path
