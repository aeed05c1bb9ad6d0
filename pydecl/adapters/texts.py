"""Positions as texts of a fixed length, which different positions do not share."""

from __future__ import annotations

from typing import Any

from pydecl.adapters.opening import Opened
from pydecl.errors import InputError


class FixedText:
    """The text of a position, as bytes of UTF-8, with zeros behind it.

    It is the notation of the bundled games, the canonical term of other rules. In a notation in which each
    square has its place, so it has among the bytes.

    >>> from pydecl.adapters.opening import open_game
    >>> with open_game("tictactoe") as opened:
    ...     FixedText(opened, 12)(opened.start.state)
    b'.../.../...\\x00'
    """

    def __init__(self, opened: Opened, length: int) -> None:
        if length < 1:
            raise InputError(f"an observation must have at least 1 byte, not {length}")
        self._format = opened.rules.format_position
        self.length = length

    def __call__(self, state: Any) -> bytes:
        """Raises InputError for a text that is too long."""
        text = self._format(state).encode()
        if len(text) > self.length:
            raise InputError(
                f"a position's text has {len(text)} bytes, and observations have {self.length}:"
                f" give observation={len(text)} or more"
            )
        return text.ljust(self.length, b"\0")
