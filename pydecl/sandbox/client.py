"""The parent's end of a child process, which starts when it is first asked, and again after a death."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Generic, Self, TypeVar

from pydecl.errors import ContractError, LimitError, PydeclError
from pydecl.sandbox.frames import BIGGEST_REPLY, ClosedError, DeadlineError, TooLongError
from pydecl.sandbox.process import Process

C = TypeVar("C", bound=Process)


class Client(ABC, Generic[C]):
    """Who asks a child process; a context manager.

    A child that gives no answer has ended, or is ended: it may be in the middle of anything.
    """

    def __init__(self) -> None:
        self._child: C | None = None
        self._interrupted: C | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the child; a later request starts another."""
        self._end()

    def _end(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child = None

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
            self._end()

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
                self._end()

    @abstractmethod
    def _how_it_ended(self, child: C) -> PydeclError:
        """Why there will be no answer."""
