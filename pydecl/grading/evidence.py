"""A wrong program at work on its counterexample: drawn, and step by step beside the textbook's.

All of it is plain data, which is kept with the grade: a page can be written from it at any time.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial, reduce
from typing import Any

from pydecl.crosschecking.laws import Law
from pydecl.crosschecking.own_judging import OwnFinding
from pydecl.crosschecking.reference import greater, lesser
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.protocol import AnyProgram
from pydecl.errors import InputError, PydeclError
from pydecl.model.game import Outcome
from pydecl.model.number import INFINITY, Number, equal, is_number, less, number_text
from pydecl.model.program import OwnProgram
from pydecl.model.result import Limits, Solution
from pydecl.tracing.captions import value_text
from pydecl.tracing.comparing import compared, recorded_beside
from pydecl.tracing.events import Event, Kind, Turn, Value
from pydecl.tracing.recording import Recording, on_tree, record
from pydecl.workbench.drawing.formats import recorded_picture
from pydecl.workbench.drawing.position import position_picture
from pydecl.workbench.drawing.search_tree import Visit
from pydecl.workbench.stepping.marks import marks_of
from pydecl.workbench.stepping.track import Track

EVENTS = 600
"""No more primitive events are looked at: a counterexample is small, and an endless search is not."""

SHOWN = 40
"""Steps that are shown before the first that differs."""

NODES = 60
"""Nodes that are drawn."""

PATIENCE = 1.5
"""Seconds for one search."""


@dataclass(frozen=True)
class Step:
    """An event as a trace has it; `ply` counts from the root.

    `line` of the program's file has the goal that brought it about, `goal`, if that is known.
    """

    ply: int
    event: str
    line: int | None = None
    goal: str = ""


@dataclass(frozen=True)
class Clause:
    """A clause of the program's file from `line` on, in lines, and the part of it that is marked."""

    line: int
    lines: tuple[str, ...]
    start: tuple[int, int]
    end: tuple[int, int]


@dataclass(frozen=True)
class Evidence:
    """What a page shows of a counterexample.

    `pictures` are SVG, each with a title: the position, if it is one of the file's own game, the tree as the
    program searched it, and as the textbook's does. `steps` are the last ones that both programs do alike,
    `before` counts those left out; `own` and `right` are the first that differs, None at the end. `why` says
    where the program first does what does not follow from what it has found.
    """

    why: str
    pictures: tuple[tuple[str, str], ...]
    before: int
    steps: tuple[Step, ...]
    own: Step | None
    right: Step | None
    clause: Clause | None

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> Evidence:
        """What `asdict` made plain values of; raises KeyError or TypeError for anything else."""
        own, right, clause = fields["own"], fields["right"], fields["clause"]
        made = {
            "pictures": tuple((title, svg) for title, svg in fields["pictures"]),
            "steps": tuple(Step(**step) for step in fields["steps"]),
            "own": own and Step(**own),
            "right": right and Step(**right),
            "clause": clause
            and Clause(clause["line"], *(tuple(clause[name]) for name in ("lines", "start", "end"))),
        }
        return cls(**fields | made)


def evidence(
    game: SessionGame, program: OwnProgram, found: OwnFinding, seconds: float | None
) -> Evidence | None:
    """What the program of the game's file does on what was found; None if nothing can be shown.

    Nothing can where the rules are at fault, or no one place is.
    """
    if found.fault.law is Law.RULES or (found.position is None and found.tree is None):
        return None
    patience = PATIENCE if seconds is None else max(0.1, min(PATIENCE, seconds / 4))
    try:
        where = nullcontext((game, program)) if found.tree is None else on_tree(game, program, found.tree)
        with where as (there, asked):
            assert isinstance(asked, OwnProgram)
            return _shown(game, there, asked, found, patience)
    except PydeclError:
        return None


def of_position(game: SessionGame, position: str) -> Evidence | None:
    """A position of the game's, drawn; None if it cannot be."""
    try:
        drawn = position_picture(game, game.parse_position(position))
    except PydeclError:
        return None
    return Evidence("", ((f"The position: {position}", drawn.svg),), 0, (), None, None, None)


def _shown(
    home: SessionGame, game: SessionGame, program: OwnProgram, found: OwnFinding, seconds: float
) -> Evidence:
    limits = found.limits or Limits()

    asked = partial(record, game, position=found.position, depth=limits.depth, seconds=seconds, most=EVENTS)

    def recorded(chosen: AnyProgram, alpha: Number, beta: Number) -> Recording:
        return asked(chosen, alpha=alpha, beta=beta)

    window = limits.alpha, limits.beta
    own = recorded(program, *window)
    right = recorded_beside(own, window, program.like, recorded)
    found_beside = compared(own, right)
    track = Track(own, game.format_position, marks=marks_of(own, game, home))
    other = Track(right, game.format_position)
    shown = [_step(track, event.seq) for event in found_beside.equal]
    mine, theirs = found_beside.different or (None, None)
    first = mine.seq if mine is not None else len(track.events)
    return Evidence(
        why=_why(track, found),
        pictures=tuple(_pictures(game, own, right, found)),
        before=max(0, len(shown) - SHOWN),
        steps=tuple(shown[-SHOWN:]),
        own=None if mine is None else _step(track, mine.seq),
        right=None if theirs is None else _step(other, theirs.seq),
        clause=_clause(track, first) if track.events else None,
    )


def _step(track: Track, seq: int) -> Step:
    step = Step(track.events[seq - 1].ply, track.lines[seq - 1].strip())
    source = track.source(seq)
    if source is None:
        return step
    return replace(step, line=source.spot.line, goal=" ".join(source.marked.split()))


def _clause(track: Track, seq: int) -> Clause | None:
    source = track.source(seq)
    if source is None:
        return None
    spot = source.spot
    first, last = spot.line - spot.top, spot.end_line - spot.top
    return Clause(spot.top, source.lines, (first, spot.column), (last, spot.end_column))


def _why(track: Track, found: OwnFinding) -> str:
    """In words: what does not follow, or else what was expected and found."""
    law, expected, said = found.fault.law, found.fault.expected, found.fault.found
    if law is Law.END:
        if "memory" in said:
            return "The program uses up the memory before it has an answer."
        return "The program does not come to an end."
    if law is Law.PRUNING:
        ours, theirs = said.split()[0], expected.split()[0]
        return f"It evaluates {ours} leaves of this tree; the textbook's alphabeta evaluates {theirs}."
    first = first_inconsistency(track)
    if first is not None:
        return first
    if law is Law.MOVE:
        cut = _chosen_by_a_bound(track, said)
        return cut or f"The value is right, but the move to {said} does not have it: {expected} does."
    if law is Law.AGAIN:
        return f"On backtracking the program gives {said.removesuffix(' on backtracking')}, too."
    if law is Law.ANSWER:
        return f"The program gives no answer: {said}."
    return f"The answer is {said}; right is {expected}."


def _chosen_by_a_bound(track: Track, chosen: str) -> str | None:
    """Whether the move that was chosen has a value that is only a bound: it was left early."""
    for visit in track.visits:
        if visit.ply == 1 and visit.cut is not None and track.position(visit.number) == chosen:
            return (
                f"{chosen} was left before all its successors were known: its value is only a bound. "
                "The program takes it for the exact value, prefers it to one that is as good, and so "
                "chooses the wrong move."
            )
    return None


def _pictures(
    game: SessionGame, own: Recording, right: Recording, found: OwnFinding
) -> Iterator[tuple[str, str]]:
    if found.position is not None:
        drawn = position_picture(game, game.parse_position(found.position))
        yield f"The position: {found.position}", drawn.svg
    for title, recording in (("As your program searches it", own), ("As the textbook's does", right)):
        try:
            picture = recorded_picture(recording, game, "svg", nodes=NODES)
        except InputError:
            continue
        yield f"{title}: {_answer(game, recording)}", picture.content.decode()


def _answer(game: SessionGame, recording: Recording) -> str:
    """What a search answers, in words."""
    answer = recording.answer
    if isinstance(answer, PydeclError) or not answer.complete:
        return "it gives no answer"
    best = "" if answer.best is None else f", best is {game.format_position(answer.best)}"
    value = answer.value
    if value is None or isinstance(value, Solution):
        return f"it ends{best}"
    return f"the value is {value_text(value)}{best}"


# Where a program first does what does not follow from what it has found itself, in words

NAMES = {Turn.MAX: "MAX", Turn.MIN: "MIN", Turn.CHANCE: "chance", None: "the player to move"}


def first_inconsistency(track: Track) -> str | None:
    """The sentence about the first event that does not follow from those before; None if all do.

    A node's value must be that of its best child for the player to move, or beyond the window on the same
    side; a child's window must leave room for every value that could still count; a node may be left early
    only if a child's value has met a bound. These hold of every minimax and alpha-beta, however written.

    >>> from pydecl.loading.consulting import consult
    >>> with consult("lecture19") as game:
    ...     recording = record(game, "alphabeta", engine="python")
    ...     first_inconsistency(Track(recording, game.format_position)) is None
    True
    """
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
                known = f"{owner} is sure of {'nothing' if abs(right) == INFINITY else number_text(right)}"
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
