"""Changes of one place in a program's text, each of a kind that a slip in homework is: faults in reverse.

>>> from pydecl.rules.reader import read_rules
>>> text = read_rules("better(X, Y) :- max_to_move(X), Y >= 1, !.")
>>> for edit in edits(OwnClauses(text, [("better", 2)]))[0]:
...     if edit.cause in (Cause.EQUALITY, Cause.DIRECTION, Cause.MOVER):
...         print(edit.cause.value, edit.after)
equality better(X, Y) :- max_to_move(X), Y > 1, !.
direction better(X, Y) :- max_to_move(X), Y =< 1, !.
mover better(X, Y) :- min_to_move(X), Y >= 1, !.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice, pairwise

from pydecl.errors import nearest
from pydecl.grading.causes import Cause
from pydecl.grading.clauses import (
    PLAYERS,
    TURNED,
    Indicator,
    OwnClauses,
    Place,
    Splice,
    bounds,
    calls,
    goals,
    missing_clauses,
    read_clause,
    shape,
    shapes_of,
    spliced,
    textbook_clauses,
)
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

SLIPS = (Cause.MISPRINT, Cause.ORDER, *PAIRED)

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

Make = Callable[..., Edit]
"""Makes an edit of a clause, of its cause and of splices with offsets of the file."""


def changes(program: OwnClauses) -> Iterator[list[Change]]:
    """The changes of a program in groups, in the order in which they are tried.

    A slip comes before a wrong clause, that before two slips or two clauses, and what is nearly always
    possible, such as another variable, last. Within a group those come first that make a clause of the
    textbook's, then those in the innermost predicate, for what is mended there may be mended further out as
    well.
    """
    slips, clauses, others = edits(program)
    moved = [pair for pair in _exchanged_clauses(program) if pair[0].cause is Cause.ORDER]
    exchanged = [pair for pair in _exchanged_clauses(program) if pair[0].cause is not Cause.ORDER]
    yield [*((edit,) for edit in slips), *moved]
    yield [(edit,) for edit in clauses]
    yield _textbook_first([*exchanged, *pairs(slips, PAIRED)])
    yield _textbook_first(pairs(clauses, [Cause.MISSING_CLAUSE]))
    yield [(edit,) for edit in others]
    yield list(_predicates(program))


def edits(program: OwnClauses) -> tuple[list[Edit], list[Edit], list[Edit]]:
    """The changes of one place: slips, wrong or missing clauses, and others."""
    places, inside, order = bounds(program), _reach(program), list(Cause)
    found: list[Edit] = []
    for predicate, clauses in program.by_predicate.items():
        for number, clause in enumerate(clauses):
            found += _of_clause(program, predicate, number, clause, places)
        found += _of_predicate(program, predicate)

    def rank(edit: Edit) -> tuple[bool, bool, int, int]:
        late = edit.cause is Cause.MISSING_CLAUSE
        return late, not _is_textbook(edit), order.index(edit.cause), inside[edit.predicate]

    slips: list[Edit] = []
    wrong: list[Edit] = []
    others: list[Edit] = []
    for edit in sorted(dict.fromkeys(found), key=rank):
        if edit.cause in SLIPS or (edit.cause is Cause.VARIABLE and _is_textbook(edit)):
            slips.append(edit)
        elif edit.cause in (Cause.CLAUSE, Cause.MISSING_CLAUSE) and _fits(edit):
            wrong.append(edit)
        else:
            others.append(edit)
    return slips, wrong, others


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
    found = {predicate: {predicate} for predicate in called}
    for _ in called:  # no way is longer
        found = {one: met.union(*(called.get(each, ()) for each in met)) for one, met in found.items()}
    return {predicate: len(met) for predicate, met in found.items()}


# Changes of two places


def pairs(single: Sequence[Edit], causes: Sequence[Cause]) -> list[Change]:
    """Two changes of one of these kinds in one predicate."""
    found: list[Change] = []
    for cause in causes:
        for predicate in dict.fromkeys(edit.predicate for edit in single):
            some = [edit for edit in single if edit.cause is cause and edit.predicate == predicate]
            both = (_together(one, other) for one, other in combinations(some, 2))
            found += islice((change for change in both if change is not None), MOST_PAIRS)
    return found


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


def _textbook_first(found: Sequence[Change]) -> list[Change]:
    """The changes, those first that make clauses of the textbook's only."""
    return sorted(found, key=lambda change: not all(map(_is_textbook, change)))


def _exchanged_clauses(program: OwnClauses) -> Iterator[Change]:
    """Two neighbouring clauses of a predicate the other way round, or their bodies only.

    If these are exchanged, what follows stands with the wrong condition.
    """
    places = bounds(program)
    for predicate, clauses in program.by_predicate.items():
        for number, (one, other) in enumerate(pairwise(clauses)):
            before = [program.written(one), program.written(other)]
            ways = [(Cause.ORDER, before[::-1])]
            if one.body is not None and other.body is not None:
                is_bound = any((predicate, at) in places for at in _differing(program, one, other))
                bodies = [_with_body(program, one, other), _with_body(program, other, one)]
                ways.append((Cause.BOUNDS if is_bound else Cause.EXCHANGED, bodies))
            for cause, after in ways:
                both = enumerate(zip(before, after, strict=True), number)
                yield tuple(Edit(cause, predicate, at, *texts) for at, texts in both)


def _differing(program: OwnClauses, one: Clause, other: Clause) -> list[int]:
    """The places of the arguments in which the heads differ."""
    heads = [clause.head for clause in (one, other)]
    lists = [list(map(program.part, head.args)) if isinstance(head, Structure) else [] for head in heads]
    return [at for at, (a, b) in enumerate(zip(*lists, strict=True)) if a != b]


def _with_body(program: OwnClauses, clause: Clause, other: Clause) -> str:
    assert clause.head is not None
    assert other.body is not None
    return f"{program.part(clause.head)} :-\n    {program.part(other.body)}."


def _predicates(program: OwnClauses) -> Iterator[Change]:
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


# Changes of one place


def _of_clause(
    program: OwnClauses, predicate: Indicator, number: int, clause: Clause, places: frozenset[Place]
) -> Iterator[Edit]:
    written, at = program.written(clause), clause.span.start

    def edit(cause: Cause, *splices: Splice) -> Edit:
        own = tuple((start - at, end - at, new) for start, end, new in splices)
        return Edit(cause, predicate, number, written, spliced(written, own), own)

    for node in walk(clause.term):
        if isinstance(node, Structure):
            yield from _of_structure(program, edit, node)
            if node.name not in CONTROL and 1 < len(node.args) <= 10:
                yield from _exchanged(program, edit, node, places)
            if node.name == "," and len(node.args) == 2:
                yield from _neighbours(program, edit, node)
    yield from _cuts(program, edit, clause)
    yield from _numbers(edit, clause, places)
    yield from _variables(edit, clause)


def _by(node: Node, new: str) -> Splice:
    """What exchanges a part of a clause for a text."""
    return node.span.start, node.span.end, new


def _of_structure(program: OwnClauses, edit: Make, node: Structure) -> Iterator[Edit]:
    """Another comparison, player, sign, or no negation."""
    functor, (first, *rest) = (node.functor.start, node.functor.end), node.args or (node,)
    if len(node.args) == 2 and node.name in EQUAL:
        yield edit(Cause.EQUALITY, (*functor, EQUAL[node.name]))
        yield edit(Cause.DIRECTION, (*functor, TURNED[node.name]))
    elif len(node.args) == 1 and node.name in PLAYERS:
        yield edit(Cause.MOVER, (*functor, PLAYERS[node.name]))
    elif len(node.args) == 1 and node.name == "-":
        yield edit(Cause.SIGN, _by(node, program.part(first)))
    elif len(node.args) == 1 and node.name == "\\+":
        yield edit(Cause.NEGATION, _by(node, f"( {program.part(first)} )"))
    elif len(node.args) == 2 and node.name == "is" and isinstance(value := rest[0], Named):
        yield edit(Cause.SIGN, _by(value, f"-({value.name})"))


def _exchanged(program: OwnClauses, edit: Make, node: Structure, places: frozenset[Place]) -> Iterator[Edit]:
    """Two arguments of a head or goal, if they are variables or numbers."""
    indicator = node.name, len(node.args)
    plain = [at for at, argument in enumerate(node.args) if _is_plain(argument)]
    for one, other in combinations(plain, 2):
        first, second = node.args[one], node.args[other]
        if program.part(first) != program.part(second):
            is_window = (indicator, one) in places and (indicator, other) in places
            both = _by(first, program.part(second)), _by(second, program.part(first))
            yield edit(Cause.BOUNDS if is_window else Cause.EXCHANGED, *both)


def _is_plain(node: Node) -> bool:
    negative = isinstance(node, Structure) and node.name == "-" and len(node.args) == 1
    number = isinstance(node, Constant) and isinstance(node.value, int | float)
    return negative or number or isinstance(node, Named)


def _neighbours(program: OwnClauses, edit: Make, node: Structure) -> Iterator[Edit]:
    """Two goals the other way round, and a negation of more of them, or of fewer."""
    first, second = goals(node)[:2]
    whole = (first.span.start, second.span.end)
    yield edit(Cause.ORDER, (*whole, f"{program.part(second)}, {program.part(first)}"))
    yield edit(Cause.NEGATION, _by(node, f"\\+ ( {program.part(node)} )"))
    for goal in (first, second):
        if isinstance(goal, Structure) and goal.name not in CONTROL:
            yield edit(Cause.NEGATION, _by(goal, f"\\+ {program.part(goal)}"))
    if isinstance(first, Structure) and first.name == "\\+":
        inner, rest = program.part(first.args[0]), program.part(node.args[1])
        yield edit(Cause.NEGATION, _by(node, f"\\+ ( {inner}, {rest} )"))
    for goal in (first, second):
        if isinstance(goal, Structure) and goal.name == "\\+":
            head, *others = map(program.part, goals(goal.args[0]))
            if others:
                rest = ", ".join(others)
                yield edit(Cause.NEGATION, _by(goal, f"\\+ ( {head} ), {rest}"))
                yield edit(Cause.NEGATION, _by(goal, f"{head}, \\+ ( {rest} )"))


def _cuts(program: OwnClauses, edit: Make, clause: Clause) -> Iterator[Edit]:
    """A cut behind each goal, and behind a fact; or one less."""
    if clause.body is None:
        assert clause.head is not None
        yield edit(Cause.CUT, (clause.head.span.end, clause.head.span.end, " :- !"))
        return
    yield edit(Cause.CUT, (clause.body.span.start, clause.body.span.start, "!, "))
    for body in _branches(clause.body):
        listed = goals(body)
        for at, goal in enumerate(listed):
            if not (isinstance(goal, Constant) and program.part(goal) == "!"):
                yield edit(Cause.CUT, (goal.span.end, goal.span.end, ", !"))
            elif len(listed) == 1:
                yield edit(Cause.CUT, _by(goal, "true"))
            elif at:
                yield edit(Cause.CUT, (listed[at - 1].span.end, goal.span.end, ""))
            else:
                yield edit(Cause.CUT, (goal.span.start, listed[1].span.start, ""))


def _branches(body: Node) -> Iterator[Node]:
    """The branches of a body that begins with a disjunction; else the body."""
    if isinstance(body, Structure) and body.name == ";":
        for branch in body.args:
            yield from _branches(branch)
    else:
        yield body


def _numbers(edit: Make, clause: Clause, places: frozenset[Place]) -> Iterator[Edit]:
    """A number that is a bound, exchanged for one beyond all values."""
    for node in () if clause.body is None else walk(clause.body):
        for at, argument in enumerate(node.args if isinstance(node, Structure) else ()):
            assert isinstance(node, Structure)
            if ((node.name, len(node.args)), at) in places and not isinstance(argument, Named):
                yield from (edit(Cause.WINDOW, _by(argument, value)) for value in UNBOUNDED)


def _variables(edit: Make, clause: Clause) -> Iterator[Edit]:
    """One occurrence of a variable exchanged for another variable of the clause.

    One that stands once, and is spelled nearly as another one, is a misprint.
    """
    for name, spans in clause.variables.items():
        for span in spans:
            for other in clause.variables:
                if other != name:
                    is_alone = len(spans) == 1 and nearest(name, [other]) is not None
                    cause = Cause.MISPRINT if is_alone else Cause.VARIABLE
                    yield edit(cause, (span.start, span.end, other))


def _of_predicate(program: OwnClauses, predicate: Indicator) -> Iterator[Edit]:
    """Clauses that come in or are left out, stand elsewhere, or are the textbook's."""
    written = [program.written(clause) for clause in program.by_predicate[predicate]]
    for new in dict.fromkeys(missing_clauses(program, predicate)):
        for number in range(len(written) + 1):
            yield Edit(Cause.MISSING_CLAUSE, predicate, number, "", new)
    for number, text in enumerate(written):
        if len(written) > 1:
            yield Edit(Cause.EXTRA_CLAUSE, predicate, number, text, None)
        for right in textbook_clauses().get(predicate, ()):
            yield Edit(Cause.CLAUSE, predicate, number, text, right)
