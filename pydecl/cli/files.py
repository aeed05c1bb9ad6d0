"""Files that a command writes."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from pydecl.errors import InputError


def format_of(file: Path, formats: Collection[str]) -> str:
    """The kind of picture that a file's name asks for; raises InputError if it is none of these."""
    kind = file.suffix.removeprefix(".").lower()
    if kind not in formats:
        raise InputError(f"{file}: the name must end in one of .{', .'.join(formats)}")
    return kind


def save(file: Path, content: bytes) -> None:
    """Write a file; raises InputError if that cannot be done."""
    try:
        file.write_bytes(content)
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
