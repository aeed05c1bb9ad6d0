"""What a name that is not known may have been meant to be.

>>> meant("serch", ["search", "solve", "trace"])
"did you mean 'search'?"
>>> meant("xyz", ["search"])
''
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

CLOSE = 0.6
"""How close a name has to be, from 0 to 1."""


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that is nearest to a name; None if none is near."""
    return next(iter(get_close_matches(name.lower(), list(known), 1, CLOSE)), None)


def meant(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """A question that names the nearest, as the remedy of an error; or else another remedy."""
    near = nearest(name, known)
    return otherwise if near is None else f"did you mean {near!r}?"
