"""A session with rules compiled to Python: one game in one child process, as with SWI-Prolog."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from pathlib import Path

from pydecl.errors import ContractError, LimitError, NotCompiledError, PydeclError
from pydecl.model.deadline import Deadline
from pydecl.sandbox.faults import fault_in, out_of_memory
from pydecl.sandbox.frames import Aside, Sink
from pydecl.sandbox.process import NotStartedError, TextProcess, bare_environment, killed_by
from pydecl.sandbox.session import ChildSession

ENVIRONMENT = {"MALLOC_ARENA_MAX": "1", "PYTHONHASHSEED": "0"}


class CompiledSession(ChildSession):
    """A process that compiles rules, and searches them; within the time of the session with SWI-Prolog."""

    whose = "the compiled rules"

    def __init__(self, prolog: ChildSession) -> None:
        """Memory, files that may be read, and the time for a request are those of the session `prolog`."""
        super().__init__(prolog.seconds, memory=prolog.memory, readable=prolog.readable, until=prolog.until)
        self._prolog = prolog

    def deadline(self, seconds: float | None = None) -> Deadline:
        return self._prolog.deadline(seconds) if self._within is None else super().deadline(seconds)

    def most(self, seconds: float | None) -> float | None:
        return self._prolog.most(super().most(seconds))

    def started(self) -> TextProcess:
        """A new child. Raises NotCompiledError where Python does not start a second time."""
        return CompiledChild(self.memory, self.readable, self.until.left())


class CompiledChild(TextProcess):
    """A worker process with compiled rules; raises NotCompiledError where it does not start."""

    def __init__(self, memory: int, readable: Sequence[Path], seconds: float | None = None) -> None:
        """`memory` is in MiB; `readable` as `sandbox/walls.py` says; `seconds` are for the start."""
        self._memory = memory
        try:
            super().__init__(
                "pydecl.engines.python.worker",
                [str(memory << 20), *map(str, readable)],
                folder=Path(__file__).parent,  # the current folder may be gone
                environment={**bare_environment(), **ENVIRONMENT},
                seconds=seconds,
            )
        except NotStartedError as error:
            last = str(error).splitlines()[-1] if str(error) else "it said nothing"
            raise NotCompiledError(f"Python could not start a process for compiled rules: {last}") from None

    def asides(self, events: Sink | None) -> Sequence[Aside]:
        assert events is None
        return ()

    def how_it_ended(self) -> PydeclError:
        code, _ = self.reap()
        if code is None:
            return ContractError("compiled_died", "its pipe was closed")
        if code in (-signal.SIGSEGV, -signal.SIGBUS):  # the stack of the interpreter
            return out_of_memory(self._memory, "stack")
        if code == -signal.SIGXCPU:
            return LimitError("the rules used more CPU time than all cores have until the deadline")
        if code < 0:
            return ContractError("compiled_died", killed_by(code))
        fault = fault_in(self.complaint(), self._memory)
        return fault or ContractError("compiled_died", f"exit code {code}")
