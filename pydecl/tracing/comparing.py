"""Two programs on one question: the first thing that one does and the other does not.

>>> from pydecl.loading.consulting import consult
>>> from pydecl.model.program import Program
>>> from pydecl.tracing.recording import record
>>> with consult("lecture19") as game:
...     right, wrong = (record(game, name, engine="python") for name in ("alphabeta", "alphabeta_first"))
>>> found = compared(wrong, right)
>>> found.agree, len(found.equal)
(True, 35)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from pydecl.engines.protocol import AnyProgram
from pydecl.errors import PydeclError
from pydecl.model.number import INFINITY, Number, equal, is_number
from pydecl.model.result import Answer, Value
from pydecl.model.term import Term
from pydecl.programs.registry import contract_of
from pydecl.tracing.events import Event, Kind
from pydecl.tracing.recording import Recording

Pair = tuple[Event | None, Event | None]
"""An event of each of two programs; None if one has come to its end."""


@dataclass(frozen=True)
class Comparison:
    """The events up to the first that differs, as the first program's, and that event of each, if any.

    `answers_differ` says that all events are the same, but not the value or the move in the end; `truncated`,
    that they were compared as far as they were kept.
    """

    equal: Sequence[Event]
    different: Pair | None
    answers_differ: bool = False
    truncated: bool = False

    @property
    def agree(self) -> bool:
        return self.different is None and not self.answers_differ


def compared(one: Recording, other: Recording) -> Comparison:
    """Compare what two programs did, event by event.

    Numbers are compared as numbers. If one of the programs has no window, windows and cuts are not looked at;
    nor is the player to move where one does not say it.
    """
    windowed = _first_window(one) is not None and _first_window(other) is not None
    same: list[Event] = []
    for mine, theirs in zip_longest(_looked_at(one, windowed), _looked_at(other, windowed)):
        if Kind.TRUNCATED in (mine and mine.kind, theirs and theirs.kind):
            return Comparison(same, None, _answers_differ(one.answer, other.answer), truncated=True)
        if mine is None or theirs is None or not _alike(mine, one, theirs, other, windowed):
            return Comparison(same, (mine, theirs))
        same.append(mine)
    return Comparison(same, None, _answers_differ(one.answer, other.answer))


def recorded_beside(
    one: Recording,
    window: tuple[Number, Number],
    beside: AnyProgram,
    ask: Callable[[AnyProgram, Number, Number], Recording],
) -> Recording:
    """What `ask` gives of the program `beside`, in the window in which `one` searched; `window` was asked.

    A program without a window, such as an alphabeta/3, begins with one of its own choice, for it may know the
    least and the greatest value. So this is the other program's, too; but if nothing differs, both must give
    the same as in the whole window.
    """
    own = _first_window(one)
    chose = own is not None and own[0] < own[1] and window == (-INFINITY, INFINITY)
    if own is None or not chose or not contract_of(beside).window:
        return ask(beside, *window)
    other = ask(beside, *own)
    if compared(one, other).agree:
        whole = ask(beside, *window)
        if _answers_differ(one.answer, whole.answer):
            return whole
    return other


def _first_window(recording: Recording) -> tuple[Number, Number] | None:
    for event in recording.events():
        if event.kind is Kind.ENTER:
            return None if event.alpha is None or event.beta is None else (event.alpha, event.beta)
    return None


def _looked_at(recording: Recording, windowed: bool) -> Iterator[Event]:
    for event in recording.events():
        if windowed or event.kind not in (Kind.WINDOW, Kind.CUT):
            yield event


def _alike(one: Event, first: Recording, other: Event, second: Recording, windowed: bool) -> bool:
    if (one.kind, one.ply, one.reach) != (other.kind, other.ply, other.reach):
        return False
    if None not in (one.mover, other.mover) and one.mover is not other.mover:
        return False
    numbers = [(one.value, other.value), (one.old, other.old)]
    if windowed:
        numbers += [(one.alpha, other.alpha), (one.beta, other.beta)]
    places = [
        [None if number is None else recording.positions[number] for number in (event.node, event.by)]
        + [recording.positions[number] for number in event.skipped]
        for event, recording in ((one, first), (other, second))
    ]
    return one.bound is other.bound and places[0] == places[1] and all(_same(*pair) for pair in numbers)


def _same(one: object, other: object) -> bool:
    if is_number(one) and is_number(other):
        return equal(one, other)
    return type(one) is type(other) and one == other


def _answers_differ(one: Answer[Term] | PydeclError, other: Answer[Term] | PydeclError) -> bool:
    if isinstance(one, PydeclError) or isinstance(other, PydeclError):
        return type(one) is not type(other)
    return not (_agree(one.value, other.value) and _agree(one.best, other.best))


def _agree(one: Value | Term | None, other: Value | Term | None) -> bool:
    """Whether two answers are the same, or one of them is not given."""
    return one is None or other is None or _same(one, other)
