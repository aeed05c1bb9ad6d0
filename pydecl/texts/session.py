"""The process that reads, checks and compiles texts, as its parent sees it.

>>> with TextSession() as texts:
...     texts.named(":- include(board).")
['board']
"""

from __future__ import annotations

import json
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydecl.engines.prolog.session import Session
from pydecl.errors import ContractError, Diagnostic, PydeclError, SourceError
from pydecl.model.deadline import NEVER, Deadline
from pydecl.model.reader import read_term
from pydecl.paths import current_folder
from pydecl.rules.finding import Code, Finding
from pydecl.sandbox.faults import contract_error, out_of_memory
from pydecl.sandbox.process import NotStartedError, Process, bare_environment
from pydecl.sandbox.replies import MOST_SHOWN, Shape, malformed, read_reply
from pydecl.sandbox.session import MEMORY, Client
from pydecl.texts import WORKS

MOST_TOLD = 4 << 20
"""The longest reply by default, in bytes."""

DIAGNOSTIC = {
    "code": str,
    "file": str,
    "line": int,
    "column": int,
    "message": str,
    "source_line": str,
}
"""The shape of a diagnostic: see `sandbox/replies.py`."""

FINDING = {**DIAGNOSTIC, "length": int, "remedy": str}

WORKER = "pydecl.texts.worker"
"""The module that is run."""

ENVIRONMENT = {"MALLOC_ARENA_MAX": "1", "PYTHONHASHSEED": "0"}


class TextSession(Client[Process]):
    """A confined process that works on texts; it starts when it is first asked, and again after a death."""

    died = "texts_died"

    def __init__(
        self, prolog: Session | None = None, *, memory: int = MEMORY, until: Deadline = NEVER
    ) -> None:
        """Memory, in MiB, time, and files that may be read are those of `prolog`, where it is given.

        Without it, `readable` are the files.
        """
        super().__init__(memory if prolog is None else prolog.memory)
        self._prolog = prolog
        self._until = until
        self.readable: Sequence[Path] = ()
        self._started_with: Sequence[Path] = ()

    def ask(
        self,
        job: str,
        text: bytes,
        shape: Shape,
        most: int = MOST_TOLD,
        seconds: float | None = None,
        **about: object,
    ) -> Any:
        """What a job of `worker.py` makes of a text, of this shape; `about` is what else it is told.

        It may take so many seconds, if the session has them; None is no further limit.

        Raises LimitError where time or memory are over, ContractError where the process ends, or where its
        reply is longer than `most` bytes or of another shape, and what the job raises: SourceError,
        InputError, NotCompiledError.
        """
        return read_reply(self.ask_bytes(job, text, most, seconds, **about), shape)

    def ask_bytes(
        self,
        job: str,
        text: bytes,
        most: int = MOST_TOLD,
        seconds: float | None = None,
        **about: object,
    ) -> bytes:
        """As `ask`; the reply is a text itself, in UTF-8."""
        deadline = self._deadline().or_after(seconds)
        process = self._started(deadline.left())
        left = deadline.left()
        head = json.dumps({"job": job, "folder": current_folder(), **about}).encode()
        with self._answered(process, lambda: f"{WORKS[job]} takes more than {deadline.said:.3g} s", most):
            reply = process.exchange_bytes((head, b"\0", text), left, most=most, grace=0)
        kind, _, payload = reply.partition(b"\0")
        if kind == b"error":
            raise self._error(payload)
        if kind == b"faults":
            raise SourceError([Diagnostic(**told) for told in read_reply(payload, [DIAGNOSTIC])])
        return payload

    def named(self, text: str) -> Sequence[str]:
        """The files that the directives of a rules file's text name."""
        names: list[str] = self.ask("named", text.encode(), [str])
        return names

    def left(self) -> float | None:
        """The time for a request. Raises LimitError where it is over."""
        return self._deadline().left()

    def _deadline(self) -> Deadline:
        return self._until if self._prolog is None else self._until.or_at(self._prolog.deadline())

    def _started(self, seconds: float | None) -> Process:
        readable = self.readable if self._prolog is None else self._prolog.readable
        if self._child is not None and readable != self._started_with:
            self.close()
        if self._child is None:
            self._started_with = readable
            try:
                self._child = Process(
                    WORKER,
                    [str(self.memory << 20), *map(str, readable)],
                    folder=Path(__file__).parent,  # the current folder may be gone
                    environment={**bare_environment(), **ENVIRONMENT},
                    seconds=seconds,
                )
            except NotStartedError as error:
                raise ContractError(self.died, f"it does not start: {error.last}") from None
        return self._child

    def _error(self, payload: bytes) -> PydeclError:
        try:
            return contract_error(read_term(payload.decode()), self.memory)
        except (PydeclError, UnicodeDecodeError, AssertionError, RecursionError):
            return malformed("an error", payload[:MOST_SHOWN].decode(errors="replace"))

    def _ended_by(self, code: int, biggest: float, complaint: str) -> PydeclError | None:  # noqa: ARG002
        is_deep = code in (-signal.SIGSEGV, -signal.SIGBUS)  # the stack of the interpreter
        return out_of_memory(self.memory, "stack") if is_deep else None

    def _meant(self, complaint: str) -> str:
        return f": {complaint.rpartition(chr(10))[2]}"


def texts_of(session: Session) -> TextSession:
    """What works on the texts of a session's game, within its limits; it ends with the session."""
    return session.companions.of(TextSession, lambda: TextSession(session))


def finding_of(fields: Mapping[str, Any], codes: Mapping[str, Code]) -> Finding:
    """The finding of these fields; raises ContractError if there is no such code."""
    try:
        code = codes[fields["code"]]
    except KeyError:
        raise malformed("the code of a finding", fields["code"]) from None
    return Finding(**{**fields, "code": code})
