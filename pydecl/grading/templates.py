"""Clauses that a predicate may lack: the textbook's, its own for the other player, one for the empty list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from pydecl.grading.clauses import Indicator, OwnClauses, Splice, calls, goals, spliced
from pydecl.paths import prolog_file
from pydecl.rules.reader import read_rules
from pydecl.rules.syntax import Clause, Items, Named, Structure, walk

Place = tuple[Indicator, int]
"""An argument of a predicate, from 0."""

WINDOW: frozenset[Place] = frozenset({(("alphabeta", 5), 1), (("alphabeta", 5), 2)})


def bounds(program: OwnClauses) -> frozenset[Place]:
    """The places to which a variable leads that stands for a bound somewhere."""
    found = set(WINDOW)
    while True:
        before = len(found)
        for predicate, clauses in program.by_predicate.items():
            for clause in clauses:
                places = list(_variables(clause, predicate, program))
                held = {name for name, place in places if place in found}
                found |= {place for name, place in places if name in held}
        if len(found) == before:
            return frozenset(found)


def _variables(clause: Clause, predicate: Indicator, program: OwnClauses) -> Iterator[tuple[str, Place]]:
    """The variables that are arguments of the head, or of a goal, and where."""
    heads = [(predicate, clause.head)] if isinstance(clause.head, Structure) else []
    called = [((goal.name, len(goal.args)), goal) for goal in calls(clause, list(program.by_predicate))]
    for indicator, term in (*heads, *called):
        for at, argument in enumerate(term.args):
            if isinstance(argument, Named) and argument.name != "_":
                yield argument.name, (indicator, at)


TEXTBOOK = ("won", "minimax", "alphabeta")

TURNED = {">": "<", "<": ">", ">=": "=<", "=<": ">=", "@>": "@<", "@<": "@>", "@>=": "@=<", "@=<": "@>="}

PLAYERS = {"max_to_move": "min_to_move", "min_to_move": "max_to_move"}


@cache
def textbook_clauses() -> dict[Indicator, tuple[str, ...]]:
    """The clauses of the textbook's programs, each alternative of a disjunction as one.

    >>> for clause in textbook_clauses()["betterof", 6]:
    ...     print(clause)
    betterof(Pos0, Val0, _Pos1, Val1, Pos0, Val0) :- min_to_move(Pos0), Val0 > Val1, !.
    betterof(Pos0, Val0, _Pos1, Val1, Pos0, Val0) :- max_to_move(Pos0), Val0 < Val1, !.
    betterof(_Pos0, _Val0, Pos1, Val1, Pos1, Val1).
    """
    found: dict[Indicator, tuple[str, ...]] = {}
    for name in TEXTBOOK:
        text = read_rules(prolog_file("textbook", f"{name}.pl").read_text("utf-8"))
        for clause in text.clauses:
            assert clause.head is not None
            assert clause.indicator is not None
            head = text.text[clause.head.span.start : clause.head.span.end]
            bodies = [text.text[one.span.start : one.span.end] for one in goals(clause.body, ";")]
            plain = [_plain(body) for body in bodies]
            written = tuple(f"{head} :- {body}." for body in plain) or (f"{head}.",)
            found[clause.indicator] = found.get(clause.indicator, ()) + written
    return found


def _plain(text: str) -> str:
    """A text of the textbook's in one line, without comments."""
    lines = (line.partition("%")[0].strip() for line in text.splitlines())
    return " ".join(line for line in lines if line)


def missing_clauses(program: OwnClauses, predicate: Indicator) -> Iterator[str]:
    """Texts of clauses that might be missing in a predicate."""
    yield from textbook_clauses().get(predicate, ())
    for clause in program.by_predicate[predicate]:
        yield from mirrored(program, clause)
    yield from _for_no_positions(program, predicate)


def mirrored(program: OwnClauses, clause: Clause) -> Iterator[str]:
    """A clause with the players exchanged, and its arguments as the bounds may need it.

    >>> text = read_rules("new(A, B, P, V, V, B) :- min_to_move(P), V > A, !.")
    >>> program = OwnClauses(text, [("new", 6)])
    >>> "new(B, A, P, V, B, V) :- max_to_move(P), V < A, !." in mirrored(program, text.clauses[0])
    True
    """
    swaps = [
        (node.functor, new)
        for node in walk(clause.term)
        if isinstance(node, Structure)
        for new in [(TURNED if len(node.args) == 2 else PLAYERS).get(node.name)]
        if new is not None
    ]
    at = clause.span.start
    turned: list[Splice] = [(span.start - at, span.end - at, new) for span, new in swaps]
    if not any(new in PLAYERS for _, _, new in turned) or not isinstance(clause.head, Structure):
        return
    arguments = clause.head.args
    nearby = [(one, one + 1) for one in range(len(arguments) - 1)]
    both = [pair for pair in combinations(nearby, 2) if pair[0][1] < pair[1][0]]
    for exchanged in ((), *((one,) for one in nearby), *both):
        moved: list[Splice] = []
        for one, other in exchanged:
            first, second = arguments[one], arguments[other]
            moved.append((first.span.start - at, first.span.end - at, program.part(second)))
            moved.append((second.span.start - at, second.span.end - at, program.part(first)))
        yield spliced(program.written(clause), [*turned, *moved])


def _for_no_positions(program: OwnClauses, predicate: Indicator) -> Iterator[str]:
    """Where each clause takes a list apart, clauses for the empty list, which give what was found so far."""
    name, arity = predicate
    heads = [clause.head for clause in program.by_predicate[predicate]]
    for at in range(arity):
        taken = [head.args[at] if isinstance(head, Structure) else None for head in heads]
        if not taken or not all(isinstance(one, Items) and one.tail is not None for one in taken):
            continue
        others = [one for one in range(arity) if one != at]
        given = list(combinations(others, 2))
        for same in ((), *((one,) for one in given), *(pair for pair in combinations(given, 2))):
            if len({one for pair in same for one in pair}) < 2 * len(same):
                continue
            yield f"{name}({', '.join(_arguments(arity, at, same))})."


def _arguments(arity: int, empty: int, same: Sequence[tuple[int, int]]) -> list[str]:
    names = {at: f"A{at}" for at in range(arity)}
    for one, other in same:
        names[other] = names[one]
    used = [name for at, name in names.items() if at != empty]
    return ["[]" if at == empty else "_" if used.count(name) == 1 else name for at, name in names.items()]
