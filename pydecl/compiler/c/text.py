"""Text of C.

Strings of Prolog are held as atoms are, under a name that begins with a byte that is no UTF-8: so they are
equal, hashed and packed as atoms are.
"""

from __future__ import annotations

STRING_MARK = "\udcff"
"""Before the text of a string, among the names of atoms: it is written as the byte 255."""


def utf8(name: str) -> bytes:
    """The bytes of a name."""
    return name.encode("utf-8", "surrogateescape")


def c_string(text: str) -> str:
    """A string in C, byte by byte where it is not plain.

    >>> print(c_string('a"b'))
    "a\\042b"
    """
    plain = (chr(b) if 32 <= b < 127 and chr(b) not in '"\\?' else f"\\{b:03o}" for b in utf8(text))
    return '"' + "".join(plain) + '"'
