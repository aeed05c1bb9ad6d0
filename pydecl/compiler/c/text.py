"""Text of C."""

from __future__ import annotations


def c_string(text: str) -> str:
    """A string in C, byte by byte where it is not plain.

    >>> print(c_string('a"b'))
    "a\\042b"
    """
    plain = (chr(b) if 32 <= b < 127 and chr(b) not in '"\\?' else f"\\{b:03o}" for b in text.encode())
    return '"' + "".join(plain) + '"'
