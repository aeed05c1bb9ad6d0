"""The marking key: for each blank the entries that are right, and what is said of those that are not.

Whoever has the key needs no search to mark: `marking` looks entries up in it, and a page in a browser does
the same.

>>> from pydecl.workbench.practice.exercise import Level
>>> from pydecl.workbench.practice.making import exercise
>>> from pydecl.workbench.practice.solution import solved
>>> found = marking_key(solved(exercise(Level.MINIMAX, 1)))["c", Field.VALUE]
>>> found.right, found.text
(('4',), 'MIN takes the least of 4 (d) and 6 (e): 4.')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from math import isfinite
from typing import Any

from pydecl.model.number import Number, counted, equal, exact
from pydecl.tracing.events import Bound, Turn
from pydecl.workbench.drawing.search_tree import Visit
from pydecl.workbench.drawing.words import MOVERS
from pydecl.workbench.practice.exercise import CHOICES, WINDOW, Field, Node
from pydecl.workbench.practice.numerals import number_entry, number_shown, read_number
from pydecl.workbench.practice.solution import Solution, bound_of


class Cause(Enum):
    """The kinds of wrong entry; what each means stands in docs/practice.md."""

    MISSING = "missing"
    NO_NUMBER = "no_number"
    NOT_VISITED = "not_visited"
    OTHER_PLAYER = "other_player"
    WITH_CUT = "with_cut"
    SIGN = "sign"
    UNWEIGHTED = "unweighted"
    PLAYER = "player"
    ROUNDED = "rounded"
    SWAPPED = "swapped"
    NOT_INHERITED = "not_inherited"
    NOT_NARROWED = "not_narrowed"
    TOO_LATE = "too_late"
    TOO_EARLY = "too_early"
    FIRST_CHILD = "first_child"
    TIE = "tie"
    ALL_LEAVES = "all_leaves"
    INNER_NODES = "inner_nodes"
    SKIPPED = "skipped"
    OTHER_ORDER = "other_order"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an entry is wrong: its kind, and the sentences that a student reads."""

    cause: Cause
    text: str


PLACES = (2, 3, 4)
"""A number may be rounded to so many decimals."""

TOO_FEW = (0, 1)
"""And not to so few."""

EXTREMES = {Turn.MAX: "greatest", Turn.MIN: "least"}

BOUNDS = {Field.ALPHA: Bound.ALPHA, Field.BETA: Bound.BETA}

OWNERS = {Bound.ALPHA: "MAX", Bound.BETA: "MIN"}
"""Who is sure of a bound."""


@dataclass(frozen=True)
class Blank:
    """The key to one blank.

    `right` are the entries that are right, none if it stays empty: a cut's is True, a child's its id, numbers
    are written as `number_entry` does. `text` says what is right and why, `cause` is that of a wrong entry;
    certain ones are `known` for theirs, and for what is said before the text.
    """

    right: tuple[str | bool, ...]
    text: str
    cause: Cause = Cause.OTHER
    known: Mapping[str, Reason] = field(default_factory=dict)

    @property
    def missing(self) -> Reason:
        """What is said if it is empty, and should not be."""
        return Reason(Cause.MISSING, self.text)

    def reason(self, entry: str | bool) -> Reason:
        """What is said of a wrong entry."""
        known = self.known.get(entry) if isinstance(entry, str) else None
        return (
            Reason(self.cause, self.text)
            if known is None
            else Reason(known.cause, f"{known.text} {self.text}")
        )

    def to_json(self) -> list[Any]:
        """What a page in a browser marks with: the fields, whose names would be sent thousands of times."""
        known = {entry: [reason.cause.value, reason.text] for entry, reason in self.known.items()}
        return [list(self.right), self.text, self.cause.value, known]


Key = Mapping[tuple[str, Field], Blank]
"""The blanks of an exercise by node and field, in the order of its nodes."""


def marking_key(solution: Solution) -> Key:
    """The key to an exercise. A cut below another one is not in it: whether it is entered does not matter."""
    exercise = solution.exercise
    found: dict[tuple[str, Field], Blank] = {}
    for node in exercise.nodes:
        for one in exercise.fields(node):
            if one is Field.CUT and node.id in _deeper(solution):
                continue
            found[node.id, one] = _blank(solution, node, one)
    return found


def key_json(key: Key) -> dict[str, dict[str, Any]]:
    """A key by node and field, as a page in a browser marks with it."""
    found: dict[str, dict[str, Any]] = {}
    for (node, one), blank in key.items():
        found.setdefault(node, {})[one.value] = blank.to_json()
    return found


def _deeper(solution: Solution) -> set[str]:
    """The nodes below those to which a cut branch leads."""
    exercise = solution.exercise
    return {below for top in solution.skipped for below in exercise.below(top)[1:]}


def _blank(solution: Solution, node: Node, one: Field) -> Blank:
    if one is Field.CUT:
        return _cut(solution, node)
    if one in CHOICES:
        return _choice(solution, node, one)
    if one in (Field.LEAVES, Field.LEAVES_ORDERED):
        return _leaves(solution, one)
    visit = solution.visits.get(node.id)
    if visit is None:
        top = next(top for top in solution.skipped if node.id in solution.exercise.below(top))
        last = solution.skipped[top].children[-1].name
        where = "" if top == node.id else f", on the way to {node.id},"
        text = f"{node.id} is never entered: the branch to {top}{where} is cut after {last}."
        return Blank((), text, Cause.NOT_VISITED)
    return _value(solution, node, visit) if one is Field.VALUE else _bound(solution, node, visit, BOUNDS[one])


def _numbers(right: Number, text: str, known: Sequence[tuple[Number, Cause, str]]) -> Blank:
    """The key to a number; of the entries that are known to be wrong, the first that has one counts."""
    entries = accepted(number_entry(right))
    reasons: dict[str, Reason] = {}
    for entry, cause, said in known:
        written = number_entry(entry)
        if written not in entries:
            reasons.setdefault(written, Reason(cause, said))
    return Blank(entries, text, known=reasons)


def accepted(entry: str | bool) -> tuple[str | bool, ...]:
    """A right entry, and what it may be rounded to if it is a fraction.

    >>> accepted("7/3"), accepted("3"), accepted(True)
    (('7/3', '233/100', '2333/1000', '23333/10000'), ('3',), (True,))
    """
    number = read_number(entry) if isinstance(entry, str) else None
    if not isinstance(number, Fraction):
        return (entry,)
    rounded = (number_entry(near) for places in PLACES for near in _rounded(number, places))
    return tuple(dict.fromkeys((entry, *rounded)))


def _rounded(value: Fraction, places: int) -> tuple[Number, ...]:
    """The nearest numbers with so many decimals: a half has two.

    >>> _rounded(Fraction(-5, 2), 0), _rounded(Fraction(7, 3), 2)
    ((-3, -2), (Fraction(233, 100),))
    """
    unit = 10**places
    twice = value * unit * 2
    half = twice.denominator == 1 and twice.numerator % 2
    down = (twice.numerator // twice.denominator + (0 if half else 1)) // 2
    return tuple(exact(Fraction(near, unit)) for near in ((down, down + 1) if half else (down,)))


# Values


def _value(solution: Solution, node: Node, visit: Visit) -> Blank:
    value = solution.values[node.id]
    if node.mover is Turn.CHANCE:
        return _mean(solution, node, value)
    children = [child for child in node.children if child in solution.visits]
    numbers = [solution.values[child] for child in children]
    listed = _listed([f"{number_shown(solution.values[child])} ({child})" for child in children])
    right = number_shown(value)
    mover = MOVERS[node.mover]
    if len(numbers) == 1:
        text = f"{mover} knows {listed} alone: {right}."
    else:
        text = f"{mover} takes the {EXTREMES[node.mover]} of {listed}: {right}."
    if visit.cut is not None:
        text += f" What is cut, {_listed(visit.cut.names)}, has no value."
    worst = (min if node.mover is Turn.MAX else max)(numbers)
    other = Turn.MIN if node.mover is Turn.MAX else Turn.MAX
    known: list[tuple[Number, Cause, str]] = [
        (worst, Cause.OTHER_PLAYER, f"That is what {MOVERS[other]} would take, and {mover} is to move."),
        (solution.full[node.id], Cause.WITH_CUT, "That is the value with all branches, cut or not."),
        (-value, Cause.SIGN, "The sign is wrong: all values are MAX's."),
    ]
    return _numbers(value, text, known)


def _mean(solution: Solution, node: Node, right: Number) -> Blank:
    values = [solution.full[child] for child in node.children]
    pairs = list(zip(node.probabilities, values, strict=True))
    products = " + ".join(f"{number_shown(odds)} · {_in_sum(value)}" for odds, value in pairs)
    text = f"Chance gives the mean: {products} = {number_shown(right)}."
    plain = exact(sum((Fraction(value) for value in values), Fraction(0)) / len(values))
    known: list[tuple[Number, Cause, str]] = [
        (plain, Cause.UNWEIGHTED, "That is the mean without the probabilities."),
        (max(values), Cause.PLAYER, "That is what MAX would take, and chance moves here."),
        (min(values), Cause.PLAYER, "That is what MIN would take, and chance moves here."),
        (-right, Cause.SIGN, "The sign is wrong: all values are MAX's."),
    ]
    if isinstance(right, Fraction):
        about = "That is rounded too much: write a fraction, or two decimals."
        known[:0] = [(near, Cause.ROUNDED, about) for places in TOO_FEW for near in _rounded(right, places)]
    return _numbers(right, text, known)


def _in_sum(value: Number) -> str:
    shown = number_shown(value)
    return f"({shown})" if shown.startswith("-") else shown


# Windows


def _bound(solution: Solution, node: Node, visit: Visit, bound: Bound) -> Blank:
    parent, right = solution.visits[solution.exercise.parents[node.id]], bound_of(visit, bound)
    name, owner, by = bound.value, OWNERS[bound], _setter(solution, visit, bound)
    if isfinite(right):
        text = f"{owner} is sure of {number_shown(right)}, from {by}: {name} is {number_shown(right)}."
    else:
        text = f"{owner} is sure of nothing yet: {name} is {number_shown(right)}."
    given = WINDOW[bound is Bound.BETA]
    later = [
        (
            new,
            Cause.TOO_LATE,
            f"That is {name} once {child.name} is searched, not as {node.id} is entered.",
        )
        for changed, new, child in visit.changes
        if changed is bound
    ]
    known = [
        (bound_of(visit, bound.other), Cause.SWAPPED, f"That is {bound.other.value}."),
        (
            bound_of(parent, bound),
            Cause.NOT_NARROWED,
            f"That is {name} as {parent.name} was entered; a child of it has improved it.",
        ),
        (given, Cause.NOT_INHERITED, f"{name.capitalize()} comes from further up."),
        *later,
    ]
    return _numbers(right, text, known)


def _setter(solution: Solution, visit: Visit, bound: Bound) -> str | None:
    """The ancestor at which a bound got the value that it has as a node is entered; None if it is open."""
    while (above := solution.exercise.parents.get(visit.name or "")) is not None:
        parent = solution.visits[above]
        if any(changed is bound and by.order < visit.order for changed, _, by in parent.changes):
            return above
        visit = parent
    return None


# Cuts


def _cut(solution: Solution, node: Node) -> Blank:
    parent = solution.exercise[solution.exercise.parents[node.id]]
    if node.id in solution.skipped:
        return Blank((True,), _why_cut(solution, parent))
    cause, text = _why_not_cut(solution, parent, node.id)
    return Blank((), text, cause)


def _why_cut(solution: Solution, parent: Node) -> str:
    visit = solution.visits[parent.id]
    cut, last = visit.cut, visit.children[-1].name
    assert cut is not None
    assert cut.bound is not None
    assert isinstance(cut.value, int | float | Fraction)
    assert last is not None
    best, bound = _best(solution, parent, last), cut.value
    owner, name = OWNERS[cut.bound], cut.bound.value
    source = "" if cut.by is None else f", from {cut.by.name}"
    relation = "just as good" if equal(best, bound) else "better for it"
    return (
        f"The branch is cut after {last}: {MOVERS[parent.mover]} has {number_shown(best)} at {parent.id}"
        f" already, and {owner} is sure of {number_shown(bound)}{source}, {relation}: {name} is met."
    )


def _why_not_cut(solution: Solution, parent: Node, node: str) -> tuple[Cause, str]:
    place = parent.children.index(node)
    if not place:
        text = f"{node} is searched: it is the first at {parent.id}, and nothing is known there yet."
        return Cause.FIRST_CHILD, text
    bound, side = (Bound.BETA, "below") if parent.mover is Turn.MAX else (Bound.ALPHA, "above")
    best, limit = (
        _best(solution, parent, parent.children[place - 1]),
        bound_of(solution.visits[parent.id], bound),
    )
    assert limit is not None
    has = f"{node} is searched: {MOVERS[parent.mover]} has {number_shown(best)} at {parent.id} by then"
    if equal(best, limit):
        text = f"{has}, and {bound.value} is {number_shown(limit)}: an equal value is not enough."
        return Cause.TIE, text
    return Cause.TOO_EARLY, f"{has}, which is {side} {bound.value}, {number_shown(limit)}."


def _best(solution: Solution, parent: Node, last: str) -> Number:
    """What the mover has once a child is searched."""
    known = parent.children[: parent.children.index(last) + 1]
    return (max if parent.mover is Turn.MAX else min)(solution.values[child] for child in known)


# Moves, and counts


def _choice(solution: Solution, node: Node, one: Field) -> Blank:
    best = solution.best_children(node.id)
    worst = (min if node.mover is Turn.MAX else max)(solution.full[child] for child in node.children)
    mover, extreme = MOVERS[node.mover], EXTREMES[node.mover]
    worth = number_shown(solution.full[node.id])
    if one is Field.BEST:
        text = f"The best move of {mover} leads to {_listed(best, 'or')}, worth {worth}."
    else:
        text = f"{mover} wants the {extreme} value first: {_listed(best, 'or')}, worth {worth}."
    known = {
        child: Reason(Cause.OTHER_PLAYER, f"That is the worst for {mover}.")
        for child in node.children
        if equal(solution.full[child], worst) and child not in best
    }
    return Blank(tuple(best), text, known=known)


def _leaves(solution: Solution, one: Field) -> Blank:
    exercise = solution.exercise
    given, ordered = solution.leaves(), solution.leaves(solution.ordered)
    is_given = one is Field.LEAVES
    visited, found = (solution.visits, given) if is_given else (solution.ordered, ordered)
    other = ordered if is_given else given
    text = f"The search evaluates {counted(len(found), 'leaf', 'leaves')}: {_listed(found)}."
    whole = len(exercise.leaves())
    known: list[tuple[Number, Cause, str]] = [
        (whole, Cause.ALL_LEAVES, "That is all leaves: some are cut."),
        (len(visited), Cause.INNER_NODES, "That counts the inner nodes, too."),
        (len(other), Cause.OTHER_ORDER, "That is the number in the other order."),
        (whole - len(found), Cause.SKIPPED, "That is the number of leaves that are cut."),
    ]
    return _numbers(len(found), text, known)


def _listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a row.

    >>> _listed("a"), _listed("abc"), _listed("ab", "or")
    ('a', 'a, b and c', 'a or b')
    """
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), words[-1])))
