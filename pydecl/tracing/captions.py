"""One line of words for each event, such as why a branch was cut, with names for the positions."""

from __future__ import annotations

from collections.abc import Callable

from pydecl.model.game import Outcome
from pydecl.model.number import INFINITY, Number, brief_text, number_text
from pydecl.tracing.events import Event, Kind, Naming, Turn, Value, named

WIDEST_INDENT = 60


Position = Callable[[int], str]

Name = Callable[[int, int | None], str | None]
"""Names a position by its number and that of its parent, which the root has not."""


class Captions:
    """The lines about one stream, to be made in the order of its events."""

    def __init__(self, naming: Naming, names: Name) -> None:
        self._naming = naming
        self._names = names
        self._path: list[tuple[Event, str | None]] = []  # how each node was entered, and what it is called
        self._words = _lecture003 if naming is Naming.LECTURE003 else _textbook

    def line(self, event: Event) -> str:
        """What happened, where, and the numbers; indented by the ply."""
        event = named(event, self._naming)
        parent = None
        if event.node is not None:
            is_entered = event.kind in (Kind.ENTER, Kind.AGAIN)
            del self._path[event.ply + (not is_entered) :]
            if is_entered:
                self._path.append((event, self._name(event.ply, event.node)))
            parent = self._path[event.ply - 1][0] if event.ply else None
        position = self._namer(event)
        where = "" if event.node is None else f"  {position(event.node)}"
        indent = " " * min(2 * event.ply, WIDEST_INDENT)
        said = self._words(event, parent, position)
        return f"{indent}{event.kind.value}{where}  {said}".rstrip()

    def _namer(self, event: Event) -> Position:
        """What names the positions that an event is about: those on the path to its node, and its children.

        If a name stands on the path elsewhere, too, it is told with its ply.
        """
        children = (*event.skipped, event.by) if event.kind is Kind.WINDOW else event.skipped
        end = len(self._path)

        def position(number: int) -> str:
            at = end
            if number not in children:
                at = next((at for at in reversed(range(end)) if self._path[at][0].node == number), end)
            name = self._name(at, number)
            if name is None:
                return "a variable, no position"
            is_repeated = any(one == name and ply != at for ply, (_, one) in enumerate(self._path))
            return f"{name} (ply {at})" if is_repeated else name

        return position

    def _name(self, ply: int, number: int) -> str | None:
        return self._names(number, self._path[ply - 1][0].node if ply else None)


MOVERS = {Turn.MAX: "MAX to move", Turn.MIN: "MIN to move", Turn.CHANCE: "chance to move"}


def _textbook(event: Event, _: Event | None, position: Position) -> str:
    """The words of lecture 19; and for negamax, whose numbers differ only."""
    kind = event.kind
    if kind is Kind.ENTER:
        mover = [MOVERS[event.mover]] if event.mover else []
        if event.alpha is None or event.beta is None:
            return "".join(mover)
        bounds = f"alpha {brief_text(event.alpha)}", f"beta {brief_text(event.beta)}{_tie(event)}"
        return ", ".join((*mover, *bounds))
    if kind is Kind.WINDOW:
        assert event.bound is not None
        by = "before any child" if event.by is None else f"by {position(event.by)}"
        return f"{event.bound.value} {_number(event.old)} to {brief_value(event.value)}, {by}"
    if kind is Kind.CUT:
        if event.bound is None:
            return f"skipped {_all(event, position)}: {_without_bound(event)}"
        bound = f"{event.bound.value} {brief_value(event.value)}"
        return f"skipped {_all(event, position)}: {bound} {_source(event, position)}"
    if kind is Kind.LEAF:
        return _leaf(event.value, brief_value)
    if kind is Kind.HIT:
        return "known from the table"
    if kind is Kind.FAIL:
        return "the program fails"
    if kind is Kind.AGAIN:
        return "the program is asked for another answer"
    if kind is Kind.ITERATION:
        return f"to depth {_number(event.depth)}"
    if kind is Kind.TRUNCATED:
        return f"the search went on: no more than {brief_value(event.value)} events are kept"
    return brief_value(event.value)


COLOURS = {Turn.MAX: "black", Turn.MIN: "white"}


def _lecture003(event: Event, parent: Event | None, position: Position) -> str:
    """The words of the lecture on Othello."""
    kind = event.kind
    if kind is Kind.ENTER:
        colour = COLOURS.get(event.mover) if event.mover else None
        mover = f"{colour} to move" if colour else _textbook(event, parent, position)
        if colour is None or event.alpha is None or event.beta is None:
            return mover
        return f"{mover}, alpha = {signed(event.alpha)}, beta = {signed(event.beta)}{_tie(event)}"
    if kind is Kind.WINDOW:
        assert event.bound is not None
        assert event.old is not None
        if event.by is None:
            return _textbook(event, parent, position)
        change = f"{event.bound.value} = {_signed(event.value)}, was {signed(event.old)}"
        return f"found a better move, {position(event.by)}: {change}"
    if kind is Kind.CUT:
        if event.bound is None:
            return f"{_all(event, position)} not examined: {_without_bound(event)}"
        assert event.mover is not None
        other = "black" if event.mover is Turn.MIN else "white"
        where = (
            ""
            if event.by is None or event.reach is None
            else f" at {position(event.by)} ({event.reach.value})"
        )
        skipped = _all(event, position)
        return f"{skipped} not examined: beta >= alpha, {other} has a better move before this{where}"
    if kind is Kind.LEAF:
        return _leaf(event.value, _signed).replace("static value", "score")
    if kind is Kind.VALUE:
        returned = f"returns {_signed(event.value)}"
        if parent is None or parent.node is None or parent.mover not in COLOURS:
            return returned
        return f"{returned}: {COLOURS[parent.mover]}'s try at {position(parent.node)}"
    return _textbook(event, parent, position)


def _tie(event: Event) -> str:
    return "; alpha = beta before this: ab_procedure, which is not strict, would cut" if event.tie else ""


def _leaf(value: Value | None, written: Callable[[Value | None], str]) -> str:
    if isinstance(value, Outcome):
        return f"{value.value} for MAX"
    return f"static value {written(value)}"


def _all(event: Event, position: Position) -> str:
    return ", ".join(map(position, event.skipped))


def _source(event: Event, position: Position) -> str:
    if event.by is None or event.reach is None:
        return "was given"
    return f"is from {position(event.by)} ({event.reach.value})"


def _without_bound(event: Event) -> str:
    return "no window is known" if event.alpha is None else "no bound was met"


def _number(value: Number | None) -> str:
    assert value is not None
    return brief_text(value)


def value_text(value: Value | None, written: Callable[[Number], str] = number_text) -> str:
    """A value in a word or a number.

    >>> value_text(True), value_text(Outcome.DRAWN), value_text(-2), value_text(None)
    ('won', 'drawn', '-2', 'no number')
    """
    if value is None:
        return "no number"
    if isinstance(value, bool):
        return "won" if value else "not won"
    return value.value if isinstance(value, Outcome) else written(value)


def brief_value(value: Value | None) -> str:
    """The same with no more digits than people read."""
    return value_text(value, brief_text)


def _signed(value: Value | None) -> str:
    if value is None or isinstance(value, bool | Outcome):
        return brief_value(value)
    return signed(value)


def signed(value: Number) -> str:
    """A number as the lecture on Othello writes it.

    >>> signed(INFINITY), signed(-INFINITY), signed(10), signed(0), signed(-0.5)
    ('+∞', '-∞', '+10', '0', '-0.5')
    """
    if value in (INFINITY, -INFINITY):
        return "+∞" if value == INFINITY else "-∞"
    return ("+" if value > 0 else "") + brief_text(value)
