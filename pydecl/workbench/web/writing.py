"""What templates are given: pictures as addresses."""

from __future__ import annotations

import re
from urllib.parse import quote


def image(svg: str) -> str:
    """The address of an SVG, for an image: what it says of style stays its own.

    >>> image("<svg/>")
    'data:image/svg+xml,%3Csvg/%3E'
    """
    return "data:image/svg+xml," + quote(svg)


def size(svg: str, scale: float = 1.0) -> tuple[int, int]:
    """How wide and how high an SVG is, so many times as large.

    >>> size('<svg width="100" height="50.5">', 2)
    (200, 101)
    """
    found = re.search(r'<svg[^>]* width="([\d.]+)"[^>]* height="([\d.]+)"', svg)
    assert found is not None, "the drawing writes both"
    return round(float(found[1]) * scale), round(float(found[2]) * scale)
