"""Other programs, such as a C compiler, that end when this process does, with all that they start.

>>> with guarded(["sh", "-c", "echo here; exit 3"], stdout=subprocess.PIPE, text=True) as process:
...     said, _ = process.communicate(timeout=10)
>>> said, process.returncode
('here\\n', 3)
"""

from __future__ import annotations

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
"$@" 3<&-
"""
"""The shell leads a group. A part of it waits until the pipe that this process holds ends, and kills all."""


@contextmanager
def guarded(command: Sequence[str], **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """A program in a session of its own; `options` are those of Popen, but for its input, which is empty.

    At the end of the block, and when this process ends in whatever way, it is killed with all that it has
    started. Raises OSError if it cannot be started. Without a shell it is not guarded.
    """
    shell = shutil.which("sh")
    lifeline, ours = os.pipe()
    words = list(command) if shell is None else [shell, "-c", GUARD, "sh", *command]
    try:
        process = subprocess.Popen(words, stdin=lifeline, start_new_session=True, **options)
    except BaseException:
        os.close(ours)
        raise
    finally:
        os.close(lifeline)
    try:
        with process:
            try:
                yield process
            finally:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(process.pid, signal.SIGKILL)
    finally:
        os.close(ours)
