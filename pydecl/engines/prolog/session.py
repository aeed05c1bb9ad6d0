"""A session with SWI-Prolog: one game in one child process, under a deadline that the parent keeps."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydecl.engines.prolog.child import Child
from pydecl.engines.prolog.remembering import Remembered
from pydecl.model.deadline import NEVER, Deadline
from pydecl.model.term import Compound, PrologString, Term
from pydecl.sandbox.frames import First
from pydecl.sandbox.process import TextProcess
from pydecl.sandbox.replies import arguments, atom, items
from pydecl.sandbox.session import MEMORY, ChildSession, TextRequest, payload

MOST_PRINTED = 64 << 10
"""How much is kept of what the rules print, in bytes."""


class Session(ChildSession):
    """SWI-Prolog in a child process; its requests are those of `prolog/support/worker.pl`.

    >>> with Session() as session:
    ...     for answer in session.query("append(X, [c], [a, b, c])"):
    ...         print(answer["X"])
    [a,b]
    """

    whose = "SWI-Prolog"

    def __init__(
        self,
        seconds: float | None = 60.0,
        *,
        memory: int = MEMORY,
        readable: Sequence[Path] = (),
        remembered: Remembered | None = None,
        until: Deadline = NEVER,
    ) -> None:
        """As any session; the child may read SWI-Prolog's own files and pydecl's programs besides.

        Where `remembered` knows the replies to `set_up`, the child starts at the first other request.
        """
        super().__init__(seconds, memory=memory, readable=readable, until=until)
        self._remembered = remembered
        self.printed = First(MOST_PRINTED)
        """What the rules printed, the first of it."""

    def started(self) -> TextProcess:
        """A new child. Raises PrologUnavailableError."""
        return Child(self.memory, self.readable, self.printed, self.until.left())

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
        return [_bindings(answer) for answer in items(answers)]

    def _set_up(self, request: str | TextRequest, seconds: float | None) -> str:
        requests = [payload(each) for each in (*(earlier for earlier, _ in self._setup), request)]
        reply = None
        if self._remembered is not None and self._child is None:
            reply = self._remembered.reply(requests, self.readable)
        if reply is None:
            reply = self._exchange(request, seconds)
            if self._remembered is not None and not self.printed.text:
                self._remembered.remember(requests, self.readable, reply)
        return reply


def _bindings(answer: Term) -> dict[str, Term]:
    found: dict[str, Term] = {}
    for pair in items(answer):
        name, value = arguments(pair, "=", 2)
        found[atom(name)] = value
    return found
