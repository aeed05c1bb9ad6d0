"""An event explained: what it means for the players, in the words of a naming."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pydecl.model.game import Outcome
from pydecl.model.number import INFINITY, Number, equal, less
from pydecl.tracing.captions import brief_value, signed
from pydecl.tracing.events import Bound, Event, Kind, Naming, Turn, Value, negated


@dataclass(frozen=True, slots=True)
class Seen:
    """A node as a caption names it."""

    position: str
    mover: Turn | None


@dataclass(frozen=True, slots=True)
class Lesson:
    """An event, and what must be known to explain it; the event has MAX's numbers.

    `by` and `skipped` are the positions that the event names. The window `is_own` if a child of this very
    node has narrowed it for the player to move; the node `was_cut` if it has had its cut. `setters` are the
    positions at which alpha and beta got their values, `values` the positions and values that it chose from.
    """

    event: Event
    position: str
    parent: Seen | None
    by: str | None
    skipped: tuple[str, ...]
    is_own: bool
    was_cut: bool = False
    setters: tuple[str | None, str | None] = (None, None)
    values: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True)
class _Voice:
    """The words of a naming: the players, how a number is written, what the bounds are called."""

    players: dict[Turn | None, str]
    number: Callable[[Value | None], str]
    mirrored: bool = False

    def name(self, mover: Turn | None) -> str:
        return self.players.get(mover, "the program")

    def value(self, value: Value | None, mover: Turn | None) -> str:
        """A value as it is said at a node where `mover` is to move."""
        return self.number(negated(value) if self.mirrored and mover is Turn.MIN else value)


def _signed(value: Value | None) -> str:
    return brief_value(value) if value is None or isinstance(value, bool | Outcome) else signed(value)


_PLAYERS: dict[Turn | None, str] = {Turn.MAX: "MAX", Turn.MIN: "MIN", Turn.CHANCE: "chance"}

VOICES = {
    Naming.TEXTBOOK: _Voice(_PLAYERS, brief_value),
    Naming.NEGAMAX: _Voice(_PLAYERS, brief_value, mirrored=True),
    Naming.LECTURE003: _Voice({Turn.MAX: "black", Turn.MIN: "white", Turn.CHANCE: "chance"}, _signed),
}


LISTED = 6
"""How many skipped positions a caption lists at the most."""


def taught(lesson: Lesson, naming: Naming) -> str:
    """The event in a sentence or two.

    >>> from pydecl.tracing.events import Reach
    >>> cut = Event(9, Kind.CUT, 1, 2, Turn.MIN, alpha=4, beta=2, value=4, bound=Bound.ALPHA, by=0,
    ...             reach=Reach.SHALLOW, skipped=(6,))
    >>> for naming in Naming:
    ...     print(taught(Lesson(cut, "c", None, "a", ("g",), is_own=True), naming))
    MIN has 2 at c; MAX is sure of 4 at a: the rest of c (g) cannot matter.
    MIN has -2 at c; MAX lets MIN have no more than -4, because of a: the rest of c (g) cannot matter.
    White has alpha = +2 at c; black has beta = +4 at a: beta >= alpha, so the rest of c (g) cannot matter.
    >>> value = Event(9, Kind.VALUE, 1, 1, Turn.MIN, value=4)
    >>> print(taught(Lesson(value, "b", None, None, (), False, values=(("d", 4), ("e", 5))), Naming.TEXTBOOK))
    b gives 4 back: MIN takes the least of 4 (d) and 5 (e).
    """
    said = _SAID[lesson.event.kind](lesson, VOICES[naming], naming)
    starts_with_position = lesson.event.kind in (Kind.LEAF, Kind.VALUE)  # whose name stays as it is
    return said if starts_with_position else said[:1].upper() + said[1:]


def _enter(lesson: Lesson, voice: _Voice, naming: Naming) -> str:
    event = lesson.event
    who = f"{voice.name(event.mover)} is to move at {lesson.position}"
    if event.alpha is None or event.beta is None:
        return f"{who}."
    if naming is Naming.LECTURE003:
        bounds = f"alpha = {signed(event.beta)} is white's best, beta = {signed(event.alpha)} black's."
        return f"{who}: {bounds}{_tie(event)}"
    known = []
    if event.alpha != -INFINITY:
        known.append(f"MAX is sure of {_at(voice, event.alpha, event.mover, lesson.setters[0])}")
    if event.beta != INFINITY:
        known.append(f"MIN can hold MAX to {_at(voice, event.beta, event.mover, lesson.setters[1])}")
    if voice.mirrored and event.mover is Turn.MIN:
        known = [
            one.replace("is sure of", "allows at most").replace("can hold MAX to", "is sure of")
            for one in known
        ]
    return f"{who}; {' and '.join(known) if known else 'nobody is sure of anything yet'}.{_tie(event)}"


def _at(voice: _Voice, bound: Number, mover: Turn | None, setter: str | None) -> str:
    return f"{voice.value(bound, mover)} {f'at {setter}' if setter else 'by the window that was given'}"


def _tie(event: Event) -> str:
    return (
        " Alpha and beta were equal before this: a program that is not strict would cut here."
        if event.tie
        else ""
    )


def _window(lesson: Lesson, voice: _Voice, naming: Naming) -> str:
    event = lesson.event
    who, value = voice.name(event.mover), voice.value(event.value, event.mover)
    if lesson.by is None:
        assert event.bound is not None
        side = event.bound.other if voice.mirrored and event.mover is Turn.MIN else event.bound
        return f"the program sets {side.value} to {value} at {lesson.position} before it looks at any child."
    if naming is Naming.LECTURE003:
        bound = "beta" if event.bound is Bound.ALPHA else "alpha"
        old = _signed(event.old) if event.old is not None else ""
        return (
            f"{who} found a better move at {lesson.position}, {lesson.by}: {bound} = {value}, it was {old}."
        )
    old = (
        "so far " + voice.value(event.old, event.mover)
        if event.old not in (INFINITY, -INFINITY)
        else "nothing before"
    )
    return f"{who} has {value} at {lesson.position} now, by {lesson.by}; {old}."


def _leaf(lesson: Lesson, voice: _Voice, naming: Naming) -> str:
    event = lesson.event
    if isinstance(event.value, Outcome):
        how = {Outcome.WON: "MAX has won", Outcome.LOST: "MAX has lost", Outcome.DRAWN: "nobody has won"}
        return f"{lesson.position} is a leaf: {how[event.value]} there."
    word = "score" if naming is Naming.LECTURE003 else "static value"
    return f"{lesson.position} is a leaf: its {word} is {voice.value(event.value, event.mover)}."


def _cut(lesson: Lesson, voice: _Voice, naming: Naming) -> str:
    event = lesson.event
    listed = ", ".join(lesson.skipped[:LISTED])
    if len(lesson.skipped) > LISTED:
        listed += f" and {len(lesson.skipped) - LISTED} more"
    if event.bound is None:
        why = "no window is known" if event.alpha is None else "no bound was met"
        return f"the program leaves out the rest of {lesson.position} ({listed}), although {why}."
    assert event.alpha is not None
    assert event.beta is not None
    rest = f"the rest of {lesson.position} ({listed}) cannot matter."
    mover, other = event.mover, Turn.MAX if event.mover is Turn.MIN else Turn.MIN
    own, met = (event.alpha, event.beta) if event.mover is Turn.MAX else (event.beta, event.alpha)
    if naming is Naming.LECTURE003:
        names = ("beta", "alpha") if event.mover is Turn.MAX else ("alpha", "beta")
        where = f" at {lesson.by}" if lesson.by else " from the start"
        own_at = f" at {lesson.position}" if lesson.is_own else " already"
        return (
            f"{voice.name(mover)} has {names[0]} = {signed(own)}{own_at}; {voice.name(other)} has"
            f" {names[1]} = {signed(met)}{where}: beta >= alpha, so {rest}"
        )
    theirs = voice.value(met, mover)
    if lesson.is_own:
        has = f"{voice.name(mover)} has {voice.value(own, mover)} at {lesson.position}"
    else:
        low, high = event.alpha, event.beta
        if voice.mirrored and mover is Turn.MIN:
            low, high = -high, -low
        has = f"alpha {voice.number(low)} is not below beta {voice.number(high)} at {lesson.position}"
    if voice.mirrored:
        cause = f"because of {lesson.by}" if lesson.by else "by the window that was given"
        return (
            f"{has}; {voice.name(other)} lets {voice.name(mover)} have no more than {theirs}, {cause}: {rest}"
        )
    where = f"at {lesson.by}" if lesson.by else "by the window that was given"
    limit = f"MAX is sure of {theirs}" if mover is Turn.MIN else f"MIN can hold MAX to {theirs}"
    return f"{has}; {limit} {where}: {rest}"


def _value(lesson: Lesson, voice: _Voice, naming: Naming) -> str:
    event = lesson.event
    if isinstance(event.value, bool):
        return f"{lesson.position} is {'won' if event.value else 'not won'}."
    if event.value is None:
        return f"{lesson.position} gives no number back."
    value = voice.value(event.value, event.mover)
    bound = ", a bound only, for it was cut" if lesson.was_cut else ""
    if naming is Naming.LECTURE003:
        back = (
            ""
            if lesson.parent is None
            else f": it is {voice.name(lesson.parent.mover)}'s try at {lesson.parent.position}"
        )
        return f"{lesson.position} returns {value}{bound}{back}."
    back = "" if lesson.parent is None else f" to {lesson.parent.position}"
    return f"{lesson.position} gives {value} back{back}{bound or _choice(lesson, voice)}."


def _choice(lesson: Lesson, voice: _Voice) -> str:
    """From which values a player took the one that goes back; nothing where there was no choice."""
    mover, taken = lesson.event.mover, lesson.event.value
    values = [(where, value) for where, value in lesson.values if not isinstance(value, bool | Outcome)]
    if len(values) < 2 or mover not in (Turn.MAX, Turn.MIN) or taken is None or isinstance(taken, Outcome):
        return ""
    same = [where for where, value in values if equal(value, taken)]
    if not same or any(less(*((taken, one) if mover is Turn.MAX else (one, taken))) for _, one in values):
        return ""
    most = "greatest" if mover is Turn.MAX or voice.mirrored else "least"
    if len(values) > LISTED:
        return f": {voice.name(mover)} takes the {most} of {len(values)} values, that of {same[0]}"
    *listed, last = [f"{voice.value(value, mover)} ({where})" for where, value in values]
    return f": {voice.name(mover)} takes the {most} of {', '.join(listed)} and {last}"


def _iteration(lesson: Lesson, _voice: _Voice, _naming: Naming) -> str:
    depth = "any" if lesson.event.depth is None else brief_value(lesson.event.depth)
    return f"the search starts again from the root, to depth {depth}."


def _truncated(lesson: Lesson, _voice: _Voice, _naming: Naming) -> str:
    most = brief_value(lesson.event.value)
    return f"truncated after {most}: the search went on, but no more events were kept."


_SAID: dict[Kind, Callable[[Lesson, _Voice, Naming], str]] = {
    Kind.ENTER: _enter,
    Kind.WINDOW: _window,
    Kind.LEAF: _leaf,
    Kind.HIT: lambda one, *_: (
        f"what {one.position} is worth stands in the table already: it is not searched again."
    ),
    Kind.CUT: _cut,
    Kind.VALUE: _value,
    Kind.FAIL: lambda one, *_: f"the program fails at {one.position}: it has no answer there.",
    Kind.AGAIN: lambda one, *_: f"the program goes back into {one.position}, for another answer.",
    Kind.ITERATION: _iteration,
    Kind.TRUNCATED: _truncated,
}
