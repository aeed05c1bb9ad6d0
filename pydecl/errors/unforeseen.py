"""Exceptions that nobody foresaw, as errors with a message: what a row of a report, or a command, ends with.

>>> print(named(InternalFault("as it is")))
as it is
"""

from __future__ import annotations

import errno
import os
import sys
import tempfile
import traceback
from contextlib import suppress
from pathlib import Path

from pydecl.errors import InputError, InternalFault, LimitError, Place, PydeclError, SystemLimitError
from pydecl.errors.escaping import escaped

PACKAGE = Path(__file__).parents[1]

INTERNAL_FAULT = "internal fault"
"""What a report says instead of a verdict."""

REPORT = "please report it with this line and the command"

LONGEST = 300
"""The longest message of an exception that is told, in characters; the rest is in the file."""

USED_UP = {
    errno.EMFILE: ("open files", "raise the limit with ulimit -n"),
    errno.ENFILE: ("open files", ""),
    errno.ENOMEM: ("memory", ""),
    errno.EAGAIN: ("processes", "raise the limit with ulimit -u"),
    errno.ENOSPC: ("disk space", ""),
    errno.EDQUOT: ("disk space", ""),
    errno.EFBIG: ("space in a file", "raise the limit with ulimit -f"),
}
"""What the system refuses more of, by the number of its error, and what to do."""


def named(error: Exception) -> PydeclError:
    """The error that a user is told: it itself, or a limit of the system, or else an internal fault."""
    if isinstance(error, PydeclError):
        return error
    if isinstance(error, MemoryError):
        return LimitError("pydecl itself has used up the memory that the system gives it")
    if isinstance(error, OSError) and error.errno in USED_UP:
        what, remedy = USED_UP[error.errno]
        return SystemLimitError(f"the system gives pydecl no more {what} ({_place(error)})", remedy=remedy)
    if isinstance(error, OSError) and error.filename is not None:
        name = os.fsdecode(error.filename)
        return InputError(f"{name}: {error.strerror}", place=Place(name))
    return InternalFault(f"{INTERNAL_FAULT}: {fault_line(error)}", remedy=_where_to_report(error))


def fault_of(line: str) -> InternalFault:
    """The internal fault of another process, which says in a line what happened; see `fault_line`."""
    return InternalFault(f"{INTERNAL_FAULT}: {line}", remedy=REPORT)


def last_words(complaint: str) -> str | None:
    """The line that ends a traceback, in what a process has said on its standard error; None for another end.

    >>> last_words("Traceback (most recent call last):\\n  File ...\\nKeyError: 1")
    'KeyError: 1'
    """
    if "Traceback (most recent call last)" not in complaint:
        return None
    return escaped(complaint.strip().rpartition("\n")[2])[:LONGEST]


def fault_line(error: BaseException) -> str:
    """An exception in one line, with the place in pydecl where it was raised."""
    message = escaped(" ".join(_message(error).split()))
    if len(message) > LONGEST:
        message = message[:LONGEST] + "…"
    return f"{type(error).__name__}{message and ': '}{message} (at {_place(error)})"


def _message(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        return "its message cannot be shown"


def _place(error: BaseException) -> str:
    """The innermost line of pydecl's own on the way to an exception."""
    trace, place = error.__traceback__, "an unknown place"
    while trace is not None:
        file = Path(trace.tb_frame.f_code.co_filename)
        if file.is_relative_to(PACKAGE):
            place = f"{file.relative_to(PACKAGE.parent)}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place


def _where_to_report(error: BaseException) -> str:
    file = _kept(error)
    return REPORT if file is None else f"{REPORT}; the traceback is in {file}"


def _kept(error: BaseException) -> str | None:
    """The temporary file with the traceback, or None where none can be written."""
    with suppress(Exception):
        text = "".join(traceback.format_exception(error))
        words = " ".join(map(escaped, sys.argv))
        handle, name = tempfile.mkstemp(prefix="pydecl-fault-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{words}\n{text}")
        return name
    return None
