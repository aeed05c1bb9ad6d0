"""A process of SWI-Prolog that answers requests, a line each, with lines and then a dot."""

from __future__ import annotations

import subprocess
from pathlib import Path
from types import TracebackType
from typing import Self

from pydecl.engines.prolog.installation import swipl_program


class SwiProcess:
    """One process that runs `answer_requests` of a program's module; a context manager."""

    def __init__(self, program: Path) -> None:
        goal = f"{program.stem}:answer_requests"
        self.process = subprocess.Popen(
            [swipl_program(), "-q", "-f", "none", "-g", goal, "-t", "halt", str(program)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.communicate()

    def ask(self, request: str) -> list[str]:
        """The lines that answer a request, which ends with a newline."""
        self.send(request)
        return self.told()

    def send(self, requests: str) -> None:
        """Send requests; each is answered in its turn, by `told`."""
        assert self.process.stdin is not None
        self.process.stdin.write(requests)
        self.process.stdin.flush()

    def told(self) -> list[str]:
        """The lines of the next answer."""
        assert self.process.stdout is not None
        lines: list[str] = []
        for line in self.process.stdout:
            if line == ".\n":
                return lines
            lines.append(line.rstrip("\n"))
        raise AssertionError("SWI-Prolog ended")
