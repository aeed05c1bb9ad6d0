"""The file in which a command keeps what it found."""

from __future__ import annotations

from pathlib import Path

from pydecl.cli.terminal import echo
from pydecl.errors.escaping import escaped
from pydecl.store import IN_MEMORY, why_unusable


def store_file(given: Path | None, usual: Path) -> Path:
    """The store that was asked for, or the usual one; a note says so if that can keep nothing.

    A home that cannot be written, or is not there, does not stand in the way of what needs no store.
    """
    if given is not None:
        return given
    why = why_unusable(usual)
    if not why:
        return usual
    text = f"note: the results of this run are not kept, for {usual} cannot be used ({why}); try --store FILE"
    echo(escaped(text), stderr=True)
    return IN_MEMORY
