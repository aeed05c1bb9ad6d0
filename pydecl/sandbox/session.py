"""The parent's end of a child process, which starts when it is first asked, and again after a death.

What a session asks its child, what the child may use, and what ends with the session, such as the process
that reads its texts.
"""

from __future__ import annotations

import signal
from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from pydecl.errors import ContractError, LimitError, PydeclError
from pydecl.model.closing import Closeable
from pydecl.model.term import Term, term_text
from pydecl.sandbox.faults import fault_in
from pydecl.sandbox.frames import BIGGEST_REPLY, ClosedError, DeadlineError, TooLongError
from pydecl.sandbox.process import Process, killed_by

MEMORY = 2048
"""What the rules may use where nothing else is said, in MiB."""

C = TypeVar("C", bound=Process)


class Client(Closeable, Generic[C]):
    """Who asks a child process; a context manager.

    A child that gives no answer has ended, or is ended: it may be in the middle of anything.
    """

    died: str
    """The fault that there is no child any more."""

    whose = "the rules"
    """What it runs, for messages."""

    def __init__(self, memory: int) -> None:
        """`memory` is what the child may use, in MiB."""
        self.memory = memory
        self._child: C | None = None
        self._interrupted: C | None = None

    def close(self) -> None:
        """End the child, and all that belongs to it; a later request starts another."""
        self.end()

    def end(self) -> None:
        """End the child; a later request starts another."""
        child, self._child = self._child, None  # its pipes are closed once, whoever asks for its end
        if child is not None:
            child.kill()

    def interrupt(self) -> None:
        """End the child from another thread than the one that waits for it, which learns that it died.

        If nobody waits, the next request starts another.
        """
        child = self._child
        if child is not None:
            self._interrupted = child
            child.process.kill()

    def _forget_interrupted(self) -> None:
        """Let a child go that was ended while nobody waited for it."""
        if self._child is not None and self._child is self._interrupted:
            self.end()

    @property
    def pid(self) -> int | None:
        """The child's process, or None where none runs."""
        return None if self._child is None else self._child.process.pid

    @property
    def protections(self) -> tuple[str, ...]:
        """What keeps the child in its place on this machine, once it runs: see `walls.py`."""
        return () if self._child is None else self._child.protections

    @contextmanager
    def _answered(self, child: C, late: Callable[[], str], most: int = BIGGEST_REPLY) -> Iterator[None]:
        """What is done inside asks the child, and it must answer.

        Raises LimitError, with the text that `late` gives, if it is not in time; ContractError if it says
        more than `most` bytes; and what `_how_it_ended` gives if it ends.
        """
        done = False
        try:
            yield
            done = True
        except ClosedError:
            raise self._how_it_ended(child) from None
        except DeadlineError:
            raise LimitError(late()) from None
        except TooLongError:
            raise ContractError("answer_too_large", str(most)) from None
        finally:
            if not done:
                self.end()

    def _how_it_ended(self, child: C) -> PydeclError:
        """Why there will be no answer."""
        code, biggest = child.reap()
        if code is None:
            return ContractError(self.died, "its pipe was closed")
        complaint = child.complaint()
        if (told := self._ended_by(code, biggest, complaint)) is not None:
            return told
        if code == -signal.SIGXCPU:
            return LimitError(f"{self.whose} used more CPU time than all cores have until the deadline")
        if code < 0:
            return ContractError(self.died, killed_by(code))
        fault = fault_in(complaint, self.memory)
        return fault or ContractError(self.died, f"exit code {code}{self._meant(complaint)}")

    @abstractmethod
    def _ended_by(self, code: int, biggest: float, complaint: str) -> PydeclError | None:
        """What the child's exit code means that others' do not, if it is known.

        `biggest` is the most memory that it had, in MiB, `complaint` what it said on its standard error.
        """

    def _meant(self, complaint: str) -> str:  # noqa: ARG002
        """What is told behind an exit code."""
        return ""


Kind = TypeVar("Kind", bound=Closeable)


class Companions:
    """What works for something and ends with it: one companion of each type, made when it is first asked for.

    >>> class Reader(Closeable):
    ...     def close(self) -> None:
    ...         print("closed")
    >>> companions = Companions()
    >>> companions.of(Reader, Reader) is companions.of(Reader, Reader)
    True
    >>> companions.close()
    closed
    """

    def __init__(self) -> None:
        self._all: dict[type[Closeable], Closeable] = {}

    def of(self, kind: type[Kind], make: Callable[[], Kind]) -> Kind:
        if kind not in self._all:
            self._all[kind] = make()
        found = self._all[kind]
        assert isinstance(found, kind)
        return found

    def close(self) -> None:
        """Close them all; they stay, and start again when they are asked."""
        for companion in self._all.values():
            companion.close()


Payload = tuple[bytes, ...]
"""A request as it is sent, in parts."""

Request = Term | str | Payload
"""A term, its canonical text, or what is sent."""


def with_text(before: str, text: bytes, after: str) -> Payload:
    """A request with a long text among its arguments, which crosses as it is: a text has no NUL.

    The child makes a string of it (`serving.request_text`); here that would take several times its length.
    """
    return _utf8(before), b"\0", text, b"\0", _utf8(after)


def payload(request: Request) -> Payload:
    """What is sent."""
    if isinstance(request, tuple):
        return request
    return (_utf8(request if isinstance(request, str) else term_text(request)),)


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
