"""The first step of a program that contradicts what it has found itself, in words.

A node's value must be that of its best child for the player to move, or beyond the window on the same side; a
child's window must leave room for every value that could still count; a node may be left early only if a
child's value has met a bound. These hold of every minimax and alpha-beta, however it is written.

>>> from pydecl.loading.consulting import consult
>>> from pydecl.tracing.recording import record
>>> with consult("lecture19") as game:
...     first_inconsistency(Track(record(game, "alphabeta", engine="python"), game.format_position)) is None
True
"""

from __future__ import annotations

from functools import reduce

from pydecl.crosschecking.reference import greater, lesser
from pydecl.model.game import Outcome
from pydecl.model.number import INFINITY, Number, equal, is_number, less, number_text
from pydecl.tracing.captions import value_text
from pydecl.tracing.events import Event, Kind, Turn, Value
from pydecl.workbench.drawing.search_tree import Visit
from pydecl.workbench.stepping.track import Track

NAMES = {Turn.MAX: "MAX", Turn.MIN: "MIN", Turn.CHANCE: "chance", None: "the player to move"}


def first_inconsistency(track: Track) -> str | None:
    """The sentence about the first event that does not follow from those before; None if all do."""
    for event, visit in zip(track.events, track.focus, strict=True):
        if visit is None:
            continue
        said = _Node(track, visit).fault(event)
        if said is not None:
            return said
    return None


class _Node:
    """A visit, and what its children gave back before an event."""

    def __init__(self, track: Track, visit: Visit) -> None:
        self.track = track
        self.visit = visit
        self.name = track.position(self.visit.number)
        self.mover = NAMES[self.visit.mover]

    def fault(self, event: Event) -> str | None:
        if event.kind is Kind.ENTER:
            return self.entered(event)
        if event.kind is Kind.CUT:
            return self.cut(event)
        if event.kind is Kind.VALUE:
            return self.valued(event)
        if event.kind is Kind.FAIL:
            return None if self.is_won() else f"The program fails at {self.name}: it gives no answer there."
        if event.kind is Kind.AGAIN:
            return f"Asked for another answer, the program goes back into {self.name} and finds one."
        return None

    def is_won(self) -> bool:
        """Whether the program says whether MAX wins: then failing is an answer."""
        return self.track.recording.program.value.startswith(("won", "file:won"))

    # The window

    def entered(self, event: Event) -> str | None:
        if event.alpha is None or event.beta is None:
            return None
        if self.visit.parent is None:
            if not less(event.beta, event.alpha):
                return None
            window = f"({number_text(event.alpha)}, {number_text(event.beta)})"
            return (
                f"The search begins with the window {window}: alpha is above beta, so no value lies inside."
            )
        parent = _Node(self.track, self.visit.parent)
        given = self.track.events[parent.visit.entered - 1]
        if given.alpha is None or given.beta is None or parent.visit.mover not in (Turn.MAX, Turn.MIN):
            return None
        best, by = parent.best(event.seq)
        alpha, beta = given.alpha, given.beta
        if best is not None and parent.visit.mover is Turn.MAX and less(alpha, best):
            alpha = best
        if best is not None and parent.visit.mover is Turn.MIN and less(best, beta):
            beta = best
        for name, owner, right, found, wrong in (
            ("alpha", "MAX", alpha, event.alpha, less(alpha, event.alpha)),
            ("beta", "MIN", beta, event.beta, less(event.beta, beta)),
        ):
            if wrong and (less(alpha, beta) or equal(alpha, beta)):
                known = (
                    f"{owner} is sure of {number_text(right)}"
                    if abs(right) != INFINITY
                    else f"{owner} is sure of nothing"
                )
                after = "" if by is None else f", after {by} gave {value_text(best)}"
                return (
                    f"At {parent.name}{after}, the program looks at {self.name} with {name} "
                    f"{number_text(found)}; but {known} there, so {name} should be {number_text(right)}."
                )
        return None

    # Leaving early

    def cut(self, event: Event) -> str | None:
        skipped = ", ".join(map(self.track.position, event.skipped))
        if not self.numbers(event.seq) or self.visit.mover not in (Turn.MAX, Turn.MIN) or self.is_won():
            return None
        best, _ = self.best(event.seq)
        assert best is not None
        is_max = self.visit.mover is Turn.MAX
        given = self.track.events[self.visit.entered - 1]
        limit = given.beta if is_max else given.alpha
        is_met = limit is not None and not (less(best, limit) if is_max else less(limit, best))
        if is_met:
            return None
        has = f"{self.mover} stops at {self.name} and leaves out {skipped}, with {number_text(best)} so far"
        if limit is None:
            return f"{has}; nothing says that {skipped} cannot be better."
        bound, needed = ("beta", "at least") if is_max else ("alpha", "at most")
        return f"{has}; {bound} is {number_text(limit)}, and only {needed} that would be reason enough."

    # Values

    def valued(self, event: Event) -> str | None:
        if (self.visit.static is not None or self.visit.is_hit) and not self.visit.children:
            return self.leaf(self.visit.static, event.value)
        if isinstance(event.value, bool):
            return self.won(event.value, event.seq)
        values = self.numbers(event.seq)
        if not values or self.visit.mover not in (Turn.MAX, Turn.MIN):
            return None
        found = event.value
        if not is_number(found):
            return f"{self.name} gets no number for its value."
        best, by = self.best(event.seq)
        assert best is not None
        given = self.track.events[self.visit.entered - 1]
        if equal(found, best) or _beyond(given, found, best):
            return None
        if len(self.visit.children) < len(set(self.track.successors.get(self.visit, ()))):
            return None  # `cut` has said so, or nothing is known of the others
        is_max = self.visit.mover is Turn.MAX
        worst = reduce(lesser if is_max else greater, values.values())
        taken = next((name for name, value in values.items() if equal(value, found)), None)
        right = f"{number_text(best)} ({by})"
        if taken is None:
            extreme = "largest" if is_max else "smallest"
            return (
                f"{self.name} gets the value {number_text(found)}, which none of its successors has; "
                f"{self.mover} takes the {extreme}: {right}."
            )
        how = "smaller" if is_max else "larger"
        if equal(worst, found):
            chosen = f"{number_text(found)} ({taken}), not {right}"
            return f"{self.mover} chose the {how} value at {self.name}: {chosen}."
        return (
            f"{self.mover} chose {number_text(found)} ({taken}) at {self.name}, although {right} was there."
        )

    def leaf(self, static: Value | None, found: Value | None) -> str | None:
        if self.track.successors.get(self.visit) and self.track.recording.limits.depth is None:
            return f"{self.name} has successors, but the program evaluates it as if the game were over."
        if isinstance(static, Outcome) or static is None or found is None or _same(static, found):
            return None
        said = f"{self.name} is an end worth {value_text(static)}, and the program says {value_text(found)}"
        opposite = is_number(static) and is_number(found) and equal(-static, found)
        return f"{said}: the sign is turned round." if opposite else f"{said}."

    def won(self, found: bool, seq: int) -> str | None:
        values = [value for value in self.values(seq).values() if isinstance(value, bool)]
        if not values or self.visit.mover not in (Turn.MAX, Turn.MIN):
            return None
        if self.visit.mover is Turn.MAX:
            if found and not any(values):
                return f"{self.name} is called won, though none of MAX's moves there is."
            if not found and any(values):
                return f"{self.name} is called not won, though one of MAX's moves there is."
        elif found and not all(values):
            return f"{self.name} is called won, though MIN has a reply that is not won for MAX."
        return None

    # The children

    def values(self, seq: int) -> dict[str, Value]:
        """What the children gave back before an event, by their names; the last time, if several."""
        found: dict[str, Value] = {}
        for child in self.visit.children:
            left = [at for at in child.left if at < seq]
            value = self.track.events[left[-1] - 1].value if left else None
            if value is not None:
                found[self.track.position(child.number)] = value
        return found

    def numbers(self, seq: int) -> dict[str, Number]:
        return {name: value for name, value in self.values(seq).items() if is_number(value)}

    def best(self, seq: int) -> tuple[Number | None, str | None]:
        """The best value so far for the player to move, and the first child that gave it."""
        values = self.numbers(seq)
        if not values:
            return None, None
        best = reduce(greater if self.visit.mover is Turn.MAX else lesser, values.values())
        return best, next(name for name, value in values.items() if equal(value, best))


def _same(one: Value, other: Value) -> bool:
    return equal(one, other) if is_number(one) and is_number(other) else one == other


def _beyond(given: Event, found: Number, best: Number) -> bool:
    """Whether both values say the same to the window that was given: too high, or too low."""
    if given.alpha is None or given.beta is None:
        return False
    high = not less(found, given.beta) and not less(best, given.beta)
    return high or (not less(given.alpha, found) and not less(given.alpha, best))
