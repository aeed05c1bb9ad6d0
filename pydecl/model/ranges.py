"""Numbers that people give, held to what makes sense."""

from __future__ import annotations

from pydecl.errors import InputError

LEAST_MEMORY = 64
"""What rules may use at the least, in MiB: SWI-Prolog alone takes most of it."""

MOST_JOBS = 1024
"""How many processes a command can be told to start."""


def whole(least: int, **given: int | None) -> None:
    """Raise InputError for what is no whole number, or is below `least`; None says nothing.

    >>> whole(1, positions=5, jobs=None)
    >>> whole(1, positions=0)
    Traceback (most recent call last):
    pydecl.errors.InputError: positions must be a whole number of 1 or more, not 0
    """
    for name, number in given.items():
        if number is not None and (not isinstance(number, int) or isinstance(number, bool) or number < least):
            raise InputError(f"{name} must be a whole number of {least} or more, not {number!r}")


def limits(seconds: float | None, memory: int | None) -> None:
    """Raise InputError for a time that is not above 0, or for memory that no rules can run in.

    >>> limits(None, 2048)
    >>> limits(-1, 2048)
    Traceback (most recent call last):
    pydecl.errors.InputError: seconds must be a number above 0, or None for no limit, not -1
    """
    if seconds is not None and (not isinstance(seconds, int | float) or not seconds > 0):
        raise InputError(f"seconds must be a number above 0, or None for no limit, not {seconds!r}")
    whole(LEAST_MEMORY, memory=memory)
