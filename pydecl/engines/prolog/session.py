"""A session with SWI-Prolog: one game in one child process, under deadlines that the parent keeps."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pydecl.engines.prolog.installation import OVERRIDES, Remembered, quick_load, variables
from pydecl.errors import InputError, PrologUnavailableError, PydeclError
from pydecl.model.deadline import NEVER, Deadline
from pydecl.model.reader import TermSyntaxError, read_term
from pydecl.model.term import Compound, PrologString, Term
from pydecl.paths import prolog_file
from pydecl.sandbox.faults import contract_error, out_of_memory
from pydecl.sandbox.frames import Aside, First, Limited, Sink
from pydecl.sandbox.process import GRACE, NotStartedError, Pipes, Process, bare_environment
from pydecl.sandbox.replies import arguments, atom, items, malformed, unreadable
from pydecl.sandbox.session import MEMORY, Client, Companions, Payload, Request, payload

MOST_PRINTED = 64 << 10
"""How much is kept of what the rules print, in bytes."""

NO_MEMORY = {-signal.SIGABRT: "Could not allocate memory", 127: "cannot allocate memory"}
"""The last words of SWI-Prolog, and of the C library (for a thread's data), where they can only give up.

By their exit codes. The rules do not write where they say them.
"""

BIGGEST_ASIDE = 1 << 30
"""The longest that all that comes aside of one answer may be, in bytes; it goes into a file."""

CHANGED = "the rules have changed since they were consulted: consult them again"


class Child(Process):
    """A worker process with SWI-Prolog; raises PrologUnavailableError where it does not start."""

    def __init__(
        self, memory: int, readable: Sequence[Path], printed: First, seconds: float | None = None
    ) -> None:
        """`memory` is in MiB; `readable` what it may read, see `sandbox/walls.py`; rules print to `printed`.

        `seconds` are for the start.
        """
        with Pipes() as pipes:
            self._events, events = pipes.incoming()
            self._output, output = pipes.incoming()
            for end in (self._events, self._output):
                os.set_blocking(end, False)
            self._printed = Aside(self._output, printed)
            try:
                super().__init__(
                    "pydecl.engines.prolog.worker",
                    [str(memory << 20), *map(str, readable)],
                    folder=prolog_file("support"),  # the current folder may be gone
                    environment={**variables(), **bare_environment(*OVERRIDES)},
                    hastened=quick_load,
                    passed=[events, output],
                    seconds=seconds,
                )
            except NotStartedError as error:
                last, advice = error.last.strip(" \t]"), "see 'pydecl doctor'"
                if "SWI_HOME_DIR" in os.environ:
                    advice += f" (SWI_HOME_DIR is set to {os.environ['SWI_HOME_DIR']}: try without it)"
                raise PrologUnavailableError(f"SWI-Prolog does not start: {last}\n{advice}") from None

    def exchange(
        self, request: Sequence[bytes], seconds: float | None, events: Sink | None, grace: float = GRACE
    ) -> str:
        """The reply to a request, in parts, whose time is limited; what comes aside goes into `events`.

        Raises what `exchange_bytes` raises.
        """
        asides = [self._printed] if events is None else [self._printed, self._aside(events)]
        return self.exchange_bytes(request, seconds, asides, grace=grace).decode("utf-8", "surrogatepass")

    def _aside(self, events: Sink) -> Aside:
        """Where what comes aside is to go; what is there from before is dropped."""
        before = Aside(self._events, First(0))
        while before.take():
            pass
        return Aside(self._events, Limited(events, BIGGEST_ASIDE))

    def kill(self) -> None:
        super().kill()
        os.close(self._events)
        os.close(self._output)


class Session(Client[Child]):
    """SWI-Prolog in a child process; its requests are those of `prolog/support/worker.pl`.

    The child is started at the first request, and again after a death, when `setup` is repeated: the
    requests that made the session what it is.

    >>> with Session() as session:
    ...     for answer in session.query("append(X, [c], [a, b, c])"):
    ...         print(answer["X"])
    [a,b]
    """

    died = "died"

    def __init__(
        self,
        seconds: float | None = 60.0,
        *,
        memory: int = MEMORY,
        readable: Sequence[Path] = (),
        remembered: Remembered | None = None,
        until: Deadline = NEVER,
    ) -> None:
        """`seconds` is the time that a request may take where it says nothing else; None is no limit.

        At `until` all must be done, the start of a child included.
        `memory` is what the rules may use, in MiB. `readable` are the files, and the folders with all that
        is in them, that the child may read, beside SWI-Prolog's own files and pydecl's programs.
        Where `remembered` knows the replies to `set_up`, the child starts at the first other request.
        """
        super().__init__(memory)
        self.seconds = seconds
        self.readable = tuple(readable)
        self.starts = 0
        """How many children there have been."""
        self.until = until
        self.companions = Companions()
        self.printed = First(MOST_PRINTED)
        """What the rules printed, the first of it."""
        self._remembered = remembered
        self._setup: list[tuple[Payload, str]] = []
        self._within: Deadline | None = None

    def close(self) -> None:
        """End the child, and its companions; a later request starts another."""
        super().close()
        self.companions.close()

    def started(self) -> Child:
        """A new child. Raises PrologUnavailableError."""
        return Child(self.memory, self.readable, self.printed, self.until.left())

    @contextmanager
    def within(self, seconds: float | None) -> Iterator[None]:
        """All requests inside together may take this long; None is no further limit."""
        with self.before(Deadline.after(seconds)):
            yield

    @contextmanager
    def before(self, deadline: Deadline) -> Iterator[None]:
        """All requests inside together must be answered by then."""
        before = self._within
        self._within = (before or NEVER).or_at(deadline)
        try:
            yield
        finally:
            self._within = before

    @contextmanager
    def with_half(self) -> Iterator[None]:
        """All requests inside together may take half of the time that is left: others will be asked, too."""
        left = self.most(None)
        with self.within(None if left is None else left / 2):
            yield

    def deadline(self, seconds: float | None = None) -> Deadline:
        """When a request must be answered; `seconds` are its own, by default the session's."""
        if self._within is not None:
            return self.until.or_at(self._within).or_after(seconds)
        return self.until.or_after(self.seconds if seconds is None else seconds)

    def left(self) -> float | None:
        """The time for a request that says nothing else. Raises LimitError where it is over."""
        return self.deadline().left()

    def most(self, seconds: float | None) -> float | None:
        """The lesser one of `seconds` and the time that all requests have together, 0 where it is over."""
        return self.until.or_at(self._within or NEVER).most(seconds)

    def set_up(self, request: Request, *, seconds: float | None = None) -> Term:
        """As `ask`, and again whenever a new child starts."""
        asked = payload(request)
        reply = self._set_up(asked, seconds)
        self._setup.append((asked, reply))
        return _term(reply)

    def _set_up(self, request: Payload, seconds: float | None) -> str:
        """The reply to a request that will be repeated."""
        requests = [*(earlier for earlier, _ in self._setup), request]
        reply = None
        if self._remembered is not None and self._child is None:
            reply = self._remembered.reply(requests, self.readable)
        if reply is None:
            reply = self._exchange(request, seconds)
            if self._remembered is not None and not self.printed.text:
                self._remembered.remember(requests, self.readable, reply)
        return reply

    def set_up_as(self, other: Session, *, but: str = "") -> None:
        """Do what has set another session up, all but the requests of a name.

        Raises InputError where a file that the rules are in is another one now.
        """
        for request, reply in other._setup:
            if but and request[0].startswith(f"{but}(".encode()):
                continue
            if self._set_up(request, None) != reply:
                raise InputError(CHANGED)
            self._setup.append((request, reply))

    def setup_texts(self) -> list[str]:
        """The requests that made the session what it is, as canonical text."""
        from pydecl.sandbox.serving import request_text  # late: few look at them

        return [request_text(b"".join(request)) for request, _ in self._setup]

    def ask(self, request: Request, *, seconds: float | None = None, events: Sink | None = None) -> Term:
        """The term that answers a request, a term or its canonical text.

        `events` is a file for what comes aside of the answer, if the child has a pipe for it.
        """
        return _term(self._exchange(payload(request), seconds, events))

    def ask_text(self, request: Term | str) -> str:
        """The text that answers a request for bulk data."""
        kind, _, text = self._exchange(payload(request), None).partition(" ")
        if kind != "text":
            raise malformed("a text", kind)
        return text

    def query(
        self, goal: str, *, solutions: int = 1000, seconds: float | None = None
    ) -> list[dict[str, Term]]:
        """The answers to one Prolog goal, each a value for every named variable.

        The goal sees the textbook programs, the game's whole interface and its own predicates. At most
        `solutions` answers are asked for. Raises InputError where the goal is no Prolog, ContractError
        where it raises an exception, LimitError where `seconds` are not enough.
        """
        request = Compound("query", (PrologString(goal), solutions))
        answers = self.ask(request, seconds=seconds)
        pairs = ((arguments(pair, "=", 2) for pair in items(answer)) for answer in items(answers))
        return [{atom(name): value for name, value in answer} for answer in pairs]

    def _exchange(self, request: Payload, seconds: float | None, events: Sink | None = None) -> str:
        self._forget_interrupted()
        if self._child is None:
            self._child = self.started()
            self.starts += 1
            for earlier, reply in self._setup:
                if self._reply(earlier, self.until.or_after(self.seconds)) != reply:
                    self.end()
                    raise InputError(CHANGED)
        return self._reply(request, self.deadline(seconds), events)

    def _reply(self, request: Payload, deadline: Deadline, events: Sink | None = None) -> str:
        assert self._child is not None
        seconds = deadline.left()
        grace = 0.0 if deadline.grace else GRACE
        with self._answered(self._child, lambda: f"no answer from SWI-Prolog within {deadline.said:.3g} s"):
            reply = self._child.exchange(request, seconds, events, grace)
        if reply.startswith("error "):
            raise contract_error(_term(reply), self.memory)
        return reply

    def _ended_by(self, code: int, biggest: float, complaint: str) -> PydeclError | None:
        is_full = code in NO_MEMORY and NO_MEMORY[code] in complaint
        if is_full or (code == -signal.SIGSEGV and biggest > self.memory / 2):
            return out_of_memory(self.memory)
        return None

    def _meant(self, complaint: str) -> str:  # noqa: ARG002
        return ": do the rules call halt/0?"


def _term(reply: str) -> Term:
    text = reply.partition(" ")[2]
    try:
        return read_term(text)
    except TermSyntaxError as error:
        raise unreadable(text, error) from None
