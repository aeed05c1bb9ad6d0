"""The text of a source file, or one clear message why there is none."""

from __future__ import annotations

from pathlib import Path

from pydecl.errors import InputError

LARGEST = 8 << 20
"""The longest source file, in bytes."""


def read_source(path: Path) -> str:
    """The text of a UTF-8 file.

    Raises InputError where it is missing, no file, unreadable, too long, or no text.
    """
    try:
        str(path).encode()
    except UnicodeEncodeError:
        raise InputError(f"{path}: the file's name is not in UTF-8") from None
    try:
        if path.is_dir():
            raise InputError(f"{path}: a folder, not a file")
        if not path.exists() and not path.is_symlink():
            raise InputError(f"{path}: no such file")
        if path.stat().st_size > LARGEST:
            raise InputError(f"{path}: longer than {LARGEST >> 20} MiB")
        if not path.is_file():
            raise InputError(f"{path}: not a regular file")
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError(f"{path}: the file is UTF-16, expected UTF-8")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not a text file in UTF-8 (byte {error.start + 1})") from None
    if "\0" in text:
        raise InputError(f"{path}: not a text file (it has a NUL character)")
    return text


def open_comment(text: str) -> tuple[int, int]:
    """The line and column, from 1, where a comment is opened that is never closed; (0, 0) if none is seen.

    SWI-Prolog does not say. A `/*` within quotes counts as well: it is only asked where a comment is open.

    >>> open_comment("a. /* b */\\n  /* c.\\nd. /* e.")
    (2, 3)
    """
    at = text.find("/*", text.rfind("*/") + 1)
    return (0, 0) if at < 0 else (text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
