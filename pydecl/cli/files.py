"""Files that a command writes."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from pydecl.cli.terminal import echo
from pydecl.errors import InputError
from pydecl.errors.escaping import escaped


def format_of(file: Path, formats: Collection[str]) -> str:
    """The kind of picture that a file's name asks for; raises InputError if it is none of these."""
    kind = file.suffix.removeprefix(".").lower()
    if kind not in formats:
        raise InputError(f"{file}: the name must end in one of .{', .'.join(formats)}")
    return kind


def save(file: Path, content: bytes | str) -> None:
    """Write a file; raises InputError if that cannot be done."""
    try:
        file.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    except OSError as error:
        raise InputError(f"{file}: cannot be written: {error.strerror}") from None


def refuse_existing(file: Path, *, force: bool) -> None:
    """Raise InputError if a file is there that must not be overwritten: before what takes long."""
    if file.exists() and not force:
        raise _existing(file)


def create(file: Path, text: str, *, force: bool) -> None:
    """Write a new file, or, with `force`, over an old one; raises InputError if that cannot be done."""
    try:
        with file.open("w" if force else "x", encoding="utf-8") as opened:
            opened.write(text)
    except FileExistsError:
        raise _existing(file) from None
    except OSError as error:
        raise InputError(f"{file} cannot be written: {(error.strerror or str(error)).lower()}") from None


def _existing(file: Path) -> InputError:
    return InputError(f"{file} already exists", remedy="use --force to overwrite it")


def store_file(given: Path | None, usual: Path) -> Path:
    """The store that was asked for, or the usual one; a note says so if that can keep nothing.

    A home that cannot be written, or is not there, does not stand in the way of what needs no store.
    """
    from pydecl.store import IN_MEMORY, why_unusable  # late: few commands keep anything

    if given is not None:
        return given
    why = why_unusable(usual)
    if not why:
        return usual
    text = f"note: the results of this run are not kept, for {usual} cannot be used ({why}); try --store FILE"
    echo(escaped(text), stderr=True)
    return IN_MEMORY
