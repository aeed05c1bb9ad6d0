"""Long work in independent pieces: what a process opens once, and then does for each piece.

@contextmanager
def playing(rules: Rules) -> Iterator[Task]:
    with Arena(rules) as arena:
        yield lambda fixture, progress: arena.play(fixture)

Work("pydecl.tournaments.arena:playing", rules)
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from contextlib import ExitStack
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from pydecl.errors import Exit, PydeclError
from pydecl.model.closing import Closeable

Arguments = ParamSpec("Arguments")

Result = TypeVar("Result")

Progress = Callable[..., None]
"""Told how much of a piece is done, and of how much; some pieces tell more than that."""

Task = Callable[[Any, Progress], Any]
"""Does a piece, given the piece and whom to tell of its progress; gives the result."""


def nobody(*_: object) -> None:
    """Whom to tell of progress if nobody listens."""


@dataclass(frozen=True)
class Work:
    """`opened` names a function, as module:function, that makes of a `setup` a context manager of a `Task`.

    `here` does pieces in this process, with what is open already. `files` are those that a piece reads: other
    machines need them. Called, it opens the setup for one piece; an executor of `executing.py` keeps it open.
    What a piece is called in messages is its text, `str(piece)`.
    """

    opened: str
    setup: object
    here: Task | None = field(default=None, compare=False, repr=False)
    files: Callable[[Any], Iterable[Path]] = field(default=lambda _: (), compare=False, repr=False)

    def __call__(self, piece: object, *, progress: Progress = nobody) -> Any:
        with Workplace() as place:
            return place.do(Call(self, (piece,)), progress)

    def __reduce__(self) -> tuple[Any, ...]:
        return Work, (self.opened, self.setup)


@dataclass(frozen=True)
class Call:
    """A function, or a `Work`, with its arguments; `is_told` says that it takes a `progress`, too."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    named: dict[str, Any] = field(default_factory=dict)
    is_told: bool = False

    def __str__(self) -> str:
        if isinstance(self.function, Work):
            return ", ".join(map(str, self.arguments))
        return getattr(self.function, "__name__", str(self.function))


class Workplace(Closeable):
    """Where pieces are done, one after the other; what the last work has opened stays open for the next."""

    def __init__(self) -> None:
        self._work: Work | None = None
        self._open = ExitStack()
        self._task: Task | None = None

    def do(self, call: Call, progress: Progress) -> Any:
        if isinstance(call.function, Work):
            (piece,) = call.arguments
            return (call.function.here or self._opened(call.function))(piece, progress)
        told = {"progress": progress} if call.is_told else {}
        return call.function(*call.arguments, **call.named, **told)

    def _opened(self, work: Work) -> Task:
        if self._task is None or self._work != work:
            self.close()
            module, _, function = work.opened.partition(":")
            self._task = self._open.enter_context(getattr(import_module(module), function)(work.setup))
            self._work = work
        return self._task

    def close(self) -> None:
        """Close what is open; another work may follow."""
        self._work = self._task = None
        self._open.close()


class PieceExecutor(Executor):
    """An executor for pieces of long work. As a context manager, it ends what still runs when it is left.

    `submit` calls a `progress` that is given here, and gives the function one of its own.
    """

    def submit(
        self, fn: Callable[Arguments, Result], /, *args: Arguments.args, **named: Arguments.kwargs
    ) -> Future[Result]:
        told: dict[str, Any] = dict(named)
        progress = told.pop("progress", None)
        return self.begun(Call(fn, args, told, progress is not None), progress or nobody)

    @abstractmethod
    def begun(self, call: Call, progress: Progress) -> Future[Any]:
        """What will come of a call."""

    @property
    @abstractmethod
    def ahead(self) -> int:
        """As many pieces, submitted and not yet finished, keep it busy."""

    def interrupt(self) -> None:
        """End all, soon: what does not run is cancelled, what runs may say what it has."""
        self.shutdown(cancel_futures=True)

    def __exit__(self, *_: object) -> None:
        self.interrupt()
        self.shutdown()


class ExecutorError(PydeclError):
    """No piece can be done: what was to do them refuses, or is gone."""

    code = "executor"

    def __init__(self, message: str, exit_code: Exit = Exit.BAD_INPUT, *, remedy: str = "") -> None:
        super().__init__(message, remedy=remedy)
        self.exit_code = exit_code
