"""Changes of one place in a program's text, each of a kind that a slip in homework is: faults in reverse.

>>> from pydecl.rules.reader import read_rules
>>> text = read_rules("better(X, Y) :- max_to_move(X), Y >= 1, !.")
>>> for edit in edits(OwnClauses(text, [("better", 2)])).slips:
...     if edit.cause in (Cause.EQUALITY, Cause.DIRECTION, Cause.MOVER):
...         print(edit.cause.value, edit.after)
equality better(X, Y) :- max_to_move(X), Y > 1, !.
direction better(X, Y) :- max_to_move(X), Y =< 1, !.
mover better(X, Y) :- min_to_move(X), Y >= 1, !.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice, pairwise
from typing import Protocol

from pydecl.errors.nearest import nearest
from pydecl.grading.causes import Cause
from pydecl.grading.clauses import (
    Indicator,
    OwnClauses,
    Splice,
    calls,
    goals,
    read_clause,
    shape,
    shapes_of,
    spliced,
)
from pydecl.grading.templates import PLAYERS, TURNED, Place, bounds, missing_clauses, textbook_clauses
from pydecl.rules.syntax import Clause, Constant, Named, Node, Structure, walk

EQUAL = {">": ">=", ">=": ">", "<": "=<", "=<": "<", "@>": "@>=", "@>=": "@>", "@<": "@=<", "@=<": "@<"}

UNBOUNDED = ("-inf", "inf", "-1000000", "1000000")
"""What an end of the first window may be, for no value lies beyond it."""

CONTROL = (",", ";", "->", "*->", ":-", "\\+", "|")

PAIRED = (
    *(Cause.EQUALITY, Cause.DIRECTION, Cause.MOVER, Cause.BOUNDS, Cause.EXCHANGED, Cause.CUT),
    *(Cause.NEGATION, Cause.SIGN, Cause.WINDOW),
)
"""The kinds of slips that are also tried at two places of one predicate."""

MOST_PAIRS = 60
"""No more pairs of one kind are tried in one predicate than these."""


@dataclass(frozen=True)
class Edit:
    """A change of the `number`th clause of a predicate, from 0, or a new clause before it.

    `before` is the clause as it stands, empty if it is new; `after` as it is then, None if it is left out.
    """

    cause: Cause
    predicate: Indicator
    number: int
    before: str
    after: str | None
    splices: tuple[Splice, ...] = ()


Change = tuple[Edit, ...]
"""Edits that are made together."""


class _Make(Protocol):
    """Makes an edit of a clause; the splices are in offsets of the file."""

    def __call__(self, cause: Cause, *splices: Splice) -> Edit: ...


@dataclass(frozen=True)
class Edits:
    """All changes of one place, in the order in which they are tried, in groups.

    A slip comes before a wrong clause, that before a missing one, and what is nearly always possible, such as
    another variable, last. Within a group those come first that make a clause of the textbook's, then those
    in the innermost predicate, for what is mended there may be mended further out as well.
    """

    slips: Sequence[Edit]
    clauses: Sequence[Edit]
    others: Sequence[Edit]


SLIPS = (
    Cause.MISPRINT,
    *(Cause.EQUALITY, Cause.DIRECTION, Cause.MOVER, Cause.BOUNDS, Cause.SIGN, Cause.NEGATION, Cause.CUT),
    *(Cause.EXCHANGED, Cause.WINDOW, Cause.ORDER),
)


def edits(program: OwnClauses) -> Edits:
    """The changes of a program."""
    places, inside, order = bounds(program), _reach(program), list(Cause)
    found: list[Edit] = []
    for predicate, clauses in program.by_predicate.items():
        for number, clause in enumerate(clauses):
            found += _of_clause(program, predicate, number, clause, places)
        found += _of_predicate(program, predicate)

    def group(edit: Edit) -> int:
        if edit.cause in SLIPS or (edit.cause is Cause.VARIABLE and _is_textbook(edit)):
            return 0
        return 1 if edit.cause in (Cause.CLAUSE, Cause.MISSING_CLAUSE) and _fits(edit) else 2

    def rank(edit: Edit) -> tuple[bool, bool, int, int]:
        late = edit.cause is Cause.MISSING_CLAUSE
        return late, not _is_textbook(edit), order.index(edit.cause), inside[edit.predicate]

    groups: list[list[Edit]] = [[], [], []]
    for edit in sorted(dict.fromkeys(found), key=rank):
        groups[group(edit)].append(edit)
    return Edits(*groups)


def _fits(edit: Edit) -> bool:
    """Whether a clause takes the place of one with the same head, or is new."""
    return not edit.before or _head_shape(edit.before) == _head_shape(edit.after or "")


@cache
def _head_shape(text: str) -> str:
    """The shape of a clause's head; its variables have their names."""
    clause = read_clause(text)
    if clause is None or clause.head is None:
        return text
    head = read_clause(f"{text[clause.head.span.start : clause.head.span.end]}.")
    return text if head is None else shape(head)


def _is_textbook(edit: Edit) -> bool:
    """Whether the clause is one of the textbook's then, whatever its variables are called."""
    right = _textbook_shapes(edit.predicate)
    return bool(right) and edit.after is not None and bool(right & shapes_of([edit.after]))


@cache
def _textbook_shapes(predicate: Indicator) -> frozenset[str]:
    return shapes_of(textbook_clauses().get(predicate, ()))


def _reach(program: OwnClauses) -> dict[Indicator, int]:
    """How many predicates each one leads to: where one is enough, the innermost is looked at first."""
    called = {
        predicate: {
            (goal.name, len(goal.args)) for clause in clauses for goal in calls(clause, program.predicates)
        }
        for predicate, clauses in program.by_predicate.items()
    }
    found: dict[Indicator, int] = {}
    for predicate in called:
        met, todo = {predicate}, [predicate]
        while todo:
            new = called.get(todo.pop(), set()) - met
            met |= new
            todo += new
        found[predicate] = len(met)
    return found


def pairs(single: Sequence[Edit], causes: Sequence[Cause]) -> list[Change]:
    """Two changes of one of these kinds in one predicate."""
    found: list[Change] = []
    for cause in causes:
        for predicate in dict.fromkeys(edit.predicate for edit in single):
            some = [edit for edit in single if edit.cause is cause and edit.predicate == predicate]
            both = (_together(one, other) for one, other in combinations(some, 2))
            found += islice((change for change in both if change is not None), MOST_PAIRS)
    return found


def textbook_first(found: Sequence[Change]) -> list[Change]:
    """The changes, those first that make clauses of the textbook's only."""
    return sorted(found, key=lambda change: not all(map(_is_textbook, change)))


def clauses_moved(program: OwnClauses) -> list[Change]:
    """Two neighbouring clauses of a predicate, the other way round."""
    return [
        (
            Edit(Cause.ORDER, predicate, number, program.written(one), program.written(other)),
            Edit(Cause.ORDER, predicate, number + 1, program.written(other), program.written(one)),
        )
        for predicate, clauses in program.by_predicate.items()
        for number, (one, other) in enumerate(pairwise(clauses))
    ]


def bodies_exchanged(program: OwnClauses) -> list[Change]:
    """The bodies of two neighbouring clauses exchanged: what follows stands with the wrong condition."""
    places = bounds(program)
    found: list[Change] = []
    for predicate, clauses in program.by_predicate.items():
        for number, (one, other) in enumerate(pairwise(clauses)):
            if one.body is None or other.body is None:
                continue
            differ = {at for at, pair in enumerate(_arguments(program, one, other)) if pair[0] != pair[1]}
            cause = Cause.BOUNDS if any((predicate, at) in places for at in differ) else Cause.EXCHANGED
            first, second = _with_body(program, one, other), _with_body(program, other, one)
            found.append(
                (
                    Edit(cause, predicate, number, program.written(one), first),
                    Edit(cause, predicate, number + 1, program.written(other), second),
                )
            )
    return found


def _arguments(program: OwnClauses, one: Clause, other: Clause) -> list[tuple[str, str]]:
    """The arguments of both heads, pair by pair."""
    heads = [clause.head for clause in (one, other)]
    lists = [list(map(program.part, head.args)) if isinstance(head, Structure) else [] for head in heads]
    return list(zip(*lists, strict=True))


def _with_body(program: OwnClauses, clause: Clause, other: Clause) -> str:
    assert clause.head is not None
    assert other.body is not None
    return f"{program.part(clause.head)} :-\n    {program.part(other.body)}."


def predicates(program: OwnClauses) -> Iterator[Change]:
    """All clauses of a predicate of the textbook's exchanged for the textbook's."""
    for predicate, clauses in program.by_predicate.items():
        right = textbook_clauses().get(predicate)
        if right is None or not clauses:
            continue
        gone = [
            Edit(Cause.PREDICATE, predicate, number, program.written(clause), None)
            for number, clause in enumerate(clauses)
        ]
        yield (*gone, *(Edit(Cause.PREDICATE, predicate, 0, "", clause) for clause in right))


def _together(one: Edit, other: Edit) -> Change | None:
    """Both changes; None if they are in each other's way."""
    if not one.before or not other.before or one.number != other.number:
        return one, other
    if not one.splices or not other.splices:
        return None
    both = sorted((*one.splices, *other.splices))
    if any(end > start for (_, end, _), (start, _, _) in pairwise(both)):
        return None
    return (Edit(one.cause, one.predicate, one.number, one.before, spliced(one.before, both), tuple(both)),)


def _of_clause(
    program: OwnClauses, predicate: Indicator, number: int, clause: Clause, places: frozenset[Place]
) -> Iterator[Edit]:
    written, at = program.written(clause), clause.span.start

    def edit(cause: Cause, *splices: Splice) -> Edit:
        own = tuple((start - at, end - at, new) for start, end, new in splices)
        return Edit(cause, predicate, number, written, spliced(written, own), own)

    for node in walk(clause.term):
        if isinstance(node, Structure):
            functor = node.functor.start, node.functor.end
            if len(node.args) == 2 and node.name in EQUAL:
                yield edit(Cause.EQUALITY, (*functor, EQUAL[node.name]))
                yield edit(Cause.DIRECTION, (*functor, TURNED[node.name]))
            elif len(node.args) == 1 and node.name in PLAYERS:
                yield edit(Cause.MOVER, (*functor, PLAYERS[node.name]))
            elif len(node.args) == 1 and node.name == "-":
                yield edit(Cause.SIGN, (node.span.start, node.span.end, program.part(node.args[0])))
            elif len(node.args) == 1 and node.name == "\\+":
                inner = program.part(node.args[0])
                yield edit(Cause.NEGATION, (node.span.start, node.span.end, f"( {inner} )"))
            elif len(node.args) == 2 and node.name == "is" and isinstance(node.args[1], Named):
                value = node.args[1].span
                yield edit(Cause.SIGN, (value.start, value.end, f"-({node.args[1].name})"))
            if node.name not in CONTROL and 1 < len(node.args) <= 10:
                yield from _exchanged(program, edit, node, places)
            if node.name == "," and len(node.args) == 2:
                yield from _neighbours(program, edit, node)
    yield from _cuts(program, edit, clause)
    yield from _numbers(edit, clause, places)
    yield from _variables(edit, clause)


def _exchanged(program: OwnClauses, edit: _Make, node: Structure, places: frozenset[Place]) -> Iterator[Edit]:
    """Two arguments of a head or goal, if they are variables or numbers."""
    indicator = node.name, len(node.args)
    plain = [at for at, argument in enumerate(node.args) if _is_plain(argument)]
    for one, other in combinations(plain, 2):
        first, second = node.args[one], node.args[other]
        if program.part(first) == program.part(second):
            continue
        is_window = (indicator, one) in places and (indicator, other) in places
        yield edit(
            Cause.BOUNDS if is_window else Cause.EXCHANGED,
            (first.span.start, first.span.end, program.part(second)),
            (second.span.start, second.span.end, program.part(first)),
        )


def _is_plain(node: Node) -> bool:
    negative = isinstance(node, Structure) and node.name == "-" and len(node.args) == 1
    return negative or isinstance(node, Named) or (isinstance(node, Constant) and _is_number(node))


def _is_number(node: Constant) -> bool:
    return isinstance(node.value, int | float)


def _neighbours(program: OwnClauses, edit: _Make, node: Structure) -> Iterator[Edit]:
    """Two goals the other way round, and a negation of more of them, or of fewer."""
    listed = goals(node)
    first, second = listed[0], listed[1]
    whole = (first.span.start, second.span.end)
    yield edit(Cause.ORDER, (*whole, f"{program.part(second)}, {program.part(first)}"))
    yield edit(Cause.NEGATION, (node.span.start, node.span.end, f"\\+ ( {program.part(node)} )"))
    for goal in (first, second):
        if isinstance(goal, Structure) and goal.name not in CONTROL:
            yield edit(Cause.NEGATION, (goal.span.start, goal.span.end, f"\\+ {program.part(goal)}"))
    if isinstance(first, Structure) and first.name == "\\+":
        inner, rest = program.part(first.args[0]), program.part(node.args[1])
        yield edit(Cause.NEGATION, (first.span.start, node.span.end, f"\\+ ( {inner}, {rest} )"))
    for goal in (first, second):
        if isinstance(goal, Structure) and goal.name == "\\+":
            inside = goals(goal.args[0])
            if len(inside) > 1:
                head, rest = program.part(inside[0]), ", ".join(map(program.part, inside[1:]))
                yield edit(Cause.NEGATION, (goal.span.start, goal.span.end, f"\\+ ( {head} ), {rest}"))
                yield edit(Cause.NEGATION, (goal.span.start, goal.span.end, f"{head}, \\+ ( {rest} )"))


def _cuts(program: OwnClauses, edit: _Make, clause: Clause) -> Iterator[Edit]:
    """A cut behind each goal, and behind a fact; or one less."""
    if clause.body is None:
        assert clause.head is not None
        yield edit(Cause.CUT, (clause.head.span.end, clause.head.span.end, " :- !"))
        return
    yield edit(Cause.CUT, (clause.body.span.start, clause.body.span.start, "!, "))
    for body in _branches(clause.body):
        yield from _cuts_of(program, edit, goals(body))


def _branches(body: Node) -> Iterator[Node]:
    """The branches of a body that begins with a disjunction; else the body."""
    if isinstance(body, Structure) and body.name == ";":
        for branch in body.args:
            yield from _branches(branch)
    else:
        yield body


def _cuts_of(program: OwnClauses, edit: _Make, listed: Sequence[Node]) -> Iterator[Edit]:
    for at, goal in enumerate(listed):
        if isinstance(goal, Constant) and program.part(goal) == "!":
            if len(listed) == 1:
                yield edit(Cause.CUT, (goal.span.start, goal.span.end, "true"))
            elif at:
                yield edit(Cause.CUT, (listed[at - 1].span.end, goal.span.end, ""))
            else:
                yield edit(Cause.CUT, (goal.span.start, listed[1].span.start, ""))
        else:
            yield edit(Cause.CUT, (goal.span.end, goal.span.end, ", !"))


def _numbers(edit: _Make, clause: Clause, places: frozenset[Place]) -> Iterator[Edit]:
    """A number that is a bound, exchanged for one beyond all values."""
    for node in () if clause.body is None else walk(clause.body):
        if not isinstance(node, Structure):
            continue
        for at, argument in enumerate(node.args):
            if ((node.name, len(node.args)), at) in places and not isinstance(argument, Named):
                for value in UNBOUNDED:
                    yield edit(Cause.WINDOW, (argument.span.start, argument.span.end, value))


def _variables(edit: _Make, clause: Clause) -> Iterator[Edit]:
    """One occurrence of a variable exchanged for another variable of the clause.

    One that stands once, and is spelled nearly as another one, is a misprint.
    """
    names = list(clause.variables)
    for name, spans in clause.variables.items():
        for span in spans:
            for other in names:
                if other != name:
                    is_alone = len(spans) == 1 and nearest(name, [other]) is not None
                    cause = Cause.MISPRINT if is_alone else Cause.VARIABLE
                    yield edit(cause, (span.start, span.end, other))


def _of_predicate(program: OwnClauses, predicate: Indicator) -> Iterator[Edit]:
    """Clauses that come in or are left out, stand elsewhere, or are the textbook's."""
    clauses = program.by_predicate[predicate]
    written = [program.written(clause) for clause in clauses]
    for new in dict.fromkeys(missing_clauses(program, predicate)):
        for number in range(len(clauses) + 1):
            yield Edit(Cause.MISSING_CLAUSE, predicate, number, "", new)
    for number in range(len(clauses) if len(clauses) > 1 else 0):
        yield Edit(Cause.EXTRA_CLAUSE, predicate, number, written[number], None)
    for number, text in enumerate(written):
        for right in textbook_clauses().get(predicate, ()):
            yield Edit(Cause.CLAUSE, predicate, number, text, right)
