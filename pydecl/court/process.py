"""A system's process, which answers each line of JSON with one: under limits, and ended with all it started.

>>> with SystemProcess(["sh", "-c", "while read -r line; do echo '{\\"state\\": 1}'; done"]) as process:
...     process.ask([("new",), ("play", 1, 0)])
[{'state': 1}, {'state': 1}]
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from secrets import token_hex
from shutil import which
from types import TracebackType
from typing import Any, Self

from pydecl.errors import Exit, InputError, LimitError, PydeclError
from pydecl.sandbox.frames import Aside, First
from pydecl.sandbox.guarding import guarded
from pydecl.sandbox.process import Pipes, bare_environment

ANSWER_SECONDS = 10.0
"""The time that a system has for each answer."""

MEMORY = 4096
"""What a system may use, in MiB: it has its own libraries, too."""

LONGEST_ANSWER = 1 << 24
"""The most bytes of an answer."""

COMPLAINT = 1 << 16
"""So many bytes are kept of what a system says on its standard error."""

MARK = "PYDECL_COURT"
"""A variable in the environment of all that a system starts, by which it is found in the end."""

LIMITED = 'ulimit -d "$0" 2>/dev/null; ulimit -f 1048576 2>/dev/null; exec "$@"'
"""What limits the memory that can be written to, and each file: 512 MiB, in blocks of 512 bytes.

Not the addresses: some programs reserve more of them than they ever use.
"""


class SystemFaultError(PydeclError):
    """A system stopped, or gave an answer that makes no sense."""

    exit_code = Exit.BROKEN_CONTRACT
    code = "system"


class SystemProcess:
    """A system's process; a context manager that ends it."""

    def __init__(
        self, command: Sequence[str], *, seconds: float = ANSWER_SECONDS, memory: int = MEMORY
    ) -> None:
        """`seconds` are for each answer, `memory` is in MiB.

        Raises InputError if the command cannot be started.
        """
        if which(command[0]) is None:
            raise InputError(f"{command[0]} cannot be started: there is no such program")
        self.answers: list[Mapping[str, Any]] = []
        self._seconds = seconds
        self._answered = False
        self._fault: BaseException | None = None
        self._mark = token_hex(16)
        self._rest = b""
        self._complaint = First(COMPLAINT)
        self._open = ExitStack()
        words = ["sh", "-c", LIMITED, str(memory << 10), *command]
        with Pipes() as pipes:
            self._requests, theirs = pipes.outgoing()
            self._answers, answers = pipes.incoming()
            complaints, said = pipes.incoming()
            environment = {**bare_environment(), MARK: self._mark}
            process = guarded(words, reads=theirs, stdout=answers, stderr=said, env=environment)
            try:
                self._process = self._open.enter_context(process)
            except OSError as error:
                raise InputError(f"{command[0]} cannot be started: {error}") from None
        for end in (self._requests, complaints):
            os.set_blocking(end, False)
        for end in (self._requests, self._answers, complaints):
            self._open.callback(os.close, end)
        self._open.callback(end_marked, self._mark)
        self._aside = Aside(complaints, self._complaint)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End it, with all that it has started."""
        self._open.close()

    def ask(self, requests: Sequence[Sequence[object]]) -> list[Mapping[str, Any]]:
        """The answers to some requests, in order, which are sent without waiting for each answer.

        Raises LimitError if one takes too long, InputError if the system does not start, and
        SystemFaultError if it stops, or says what is no answer. Then it is ended, `answers` are those that
        came before, and whatever is asked later raises the same.
        """
        if self._fault is not None:
            raise self._fault
        self.answers = []
        try:
            self._exchange(requests)
        except BaseException as error:
            self._fault = error
            self.close()
            raise
        return self.answers

    def _exchange(self, requests: Sequence[Sequence[object]]) -> None:
        unsent = memoryview(b"".join(json.dumps(request).encode() + b"\n" for request in requests))
        until = time.monotonic() + self._seconds
        aside = [self._aside.fd]
        while len(self.answers) < len(requests):
            left = until - time.monotonic()
            readable, writable, _ = select.select(
                [self._answers, *aside], [self._requests] if unsent else [], [], max(0, left)
            )
            if self._aside.fd in readable and not self._aside.take():
                aside = []
            if writable:
                with suppress(BlockingIOError, BrokenPipeError):  # its end is seen where it answers
                    unsent = unsent[os.write(self._requests, unsent[: 1 << 16]) :]
            if self._answers in readable:
                chunk = os.read(self._answers, 1 << 20)
                if not chunk:
                    raise self._ended()
                *whole, self._rest = (self._rest + chunk).split(b"\n")
                if whole:
                    self._answered = True
                    until = time.monotonic() + self._seconds
                for line in whole:
                    if len(self.answers) == len(requests):
                        raise SystemFaultError(f"the system says what nobody asked: {_shown(line)}")
                    self.answers.append(_read(line, requests[len(self.answers)]))
                if len(self._rest) > LONGEST_ANSWER:
                    raise SystemFaultError(f"the system's answer has more than {LONGEST_ANSWER:,} bytes")
            elif left <= 0:
                raise LimitError(f"the system gave no answer within {self._seconds:.3g} s")
        if self._rest:
            raise SystemFaultError(f"the system says what nobody asked: {_shown(self._rest)}")

    def _ended(self) -> PydeclError:
        """Why there will be no more answers."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        while self._aside.take():
            pass
        said = self._complaint.text.strip().splitlines()
        code = self._process.returncode
        how = f"exit code {code}" if code is not None else "it closed its output"
        if code is not None and code > 128:
            with suppress(ValueError):
                how = signal.Signals(code - 128).name
        last = f": {said[-1][:500]}" if said else ""
        if self._answered:
            return SystemFaultError(f"the system stopped unexpectedly ({how}){last}")
        return InputError(f"the system does not start ({how}){last}")


def printed(command: Sequence[str], seconds: float = ANSWER_SECONDS, most: int = COMPLAINT) -> str:
    """What a program prints, as much as `most` bytes of it, in so many seconds; then it is ended.

    It finds Python's modules in the current folder, too.
    """
    mark = token_hex(16)
    environment = {**bare_environment(), MARK: mark}
    environment["PYTHONPATH"] = os.pathsep.join((".", environment["PYTHONPATH"]))
    words = ["sh", "-c", LIMITED, str(MEMORY << 10), *command]
    until = time.monotonic() + seconds
    said = b""
    try:
        with guarded(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment) as process:
            assert process.stdout is not None
            while len(said) < most:
                ready, _, _ = select.select([process.stdout], [], [], max(0, until - time.monotonic()))
                chunk = os.read(process.stdout.fileno(), most) if ready else b""
                if not chunk:
                    break
                said += chunk
    except OSError as error:
        return str(error)
    finally:
        end_marked(mark)
    return said.decode(errors="replace")


def _read(line: bytes, request: Sequence[object]) -> Mapping[str, Any]:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise SystemFaultError(
            f"the system answers {json.dumps(request)} with what is no object of JSON: {_shown(line)}"
        )
    return answer


def _shown(line: bytes) -> str:
    return repr(line[:200].decode(errors="replace"))


def end_marked(mark: str) -> None:
    """Kill the processes that have a mark in their environment, until there are none."""
    wanted = f"{MARK}={mark}".encode()
    for _ in range(100):
        found = [pid for pid in _pids() if wanted in _environment(pid)]
        if not found:
            return
        for pid in found:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)


def _pids() -> list[int]:
    with suppress(OSError):
        return [int(name) for name in os.listdir("/proc") if name.isdigit()]
    return []


def _environment(pid: int) -> list[bytes]:
    with suppress(OSError):
        return Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    return []
