"""Other programs, such as a C compiler, that end when this process does, with all that they start.

>>> with guarded(["sh", "-c", "echo here; exit 3"], stdout=subprocess.PIPE, text=True) as process:
...     said, _ = process.communicate(timeout=10)
>>> said, process.returncode
('here\\n', 3)
"""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

GUARD = """
exec 3<&0 </dev/null
(read -r nothing <&3; kill -s KILL -- -$$) >/dev/null 2>&1 &
input=$1; shift
"$@" 3<&- <"$input"
"""
"""The shell leads a group. A part of it waits until the pipe that this process holds ends, and kills all."""


@contextmanager
def guarded(
    command: Sequence[str], *, reads: int | None = None, **options: Any
) -> Iterator[subprocess.Popen[Any]]:
    """A program in a session of its own; `options` are those of Popen, but for its input.

    That is empty, or else the pipe of which `reads` is the end.

    At the end of the block, and when this process ends in whatever way, it is killed with all that it has
    started. Raises OSError if it cannot be started. Without a shell it is not guarded.
    """
    shell = shutil.which("sh")
    lifeline, ours = os.pipe()
    passed = () if reads is None else (fcntl.fcntl(reads, fcntl.F_DUPFD, 10),)  # the shell's own are below
    source = f"/dev/fd/{passed[0]}" if passed else os.devnull
    words = list(command) if shell is None else [shell, "-c", GUARD, "sh", source, *command]
    stdin = passed[0] if shell is None and passed else lifeline
    try:
        process = subprocess.Popen(words, stdin=stdin, pass_fds=passed, start_new_session=True, **options)
    except BaseException:
        os.close(ours)
        raise
    finally:
        for end in (lifeline, *passed):
            os.close(end)
    try:
        with process:
            try:
                yield process
            finally:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(process.pid, signal.SIGKILL)
    finally:
        os.close(ours)
