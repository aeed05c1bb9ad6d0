"""What templates are given: pictures as addresses."""

from __future__ import annotations

from urllib.parse import quote


def image(svg: str) -> str:
    """The address of an SVG, for an image: what it says of style stays its own.

    >>> image("<svg/>")
    'data:image/svg+xml,%3Csvg/%3E'
    """
    return "data:image/svg+xml," + quote(svg)
