"""The clauses that a program of a file is made of, as they stand in its text, and those that it may lack.

A predicate may lack a clause of the textbook's, its own one for the other player, or one for the empty list.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations

from pydecl.model.term import Atom
from pydecl.paths import prolog_file
from pydecl.rules.reader import read_rules
from pydecl.rules.syntax import Clause, Constant, Items, Kind, Named, Node, RulesText, Structure, walk

Indicator = tuple[str, int]

Splice = tuple[int, int, str]
"""From one offset in a clause's text to another, and what comes there."""


@dataclass(frozen=True)
class OwnClauses:
    """The clauses of some predicates of a file, in their order."""

    text: RulesText
    predicates: Sequence[Indicator]

    @cached_property
    def by_predicate(self) -> dict[Indicator, list[Clause]]:
        """The clauses of each predicate; grammar rules are left out."""
        found: dict[Indicator, list[Clause]] = {one: [] for one in self.predicates}
        for clause in self.text.clauses:
            if clause.kind is Kind.CLAUSE and clause.indicator in found:
                found[clause.indicator].append(clause)
        return found

    def written(self, clause: Clause) -> str:
        """A clause as it stands in the file, its full stop included."""
        return self.text.text[clause.span.start : clause.span.end]

    def part(self, node: Node) -> str:
        return self.text.text[node.span.start : node.span.end]

    def line(self, clause: Clause) -> int:
        return self.text.place(clause.span.start)[0]


@lru_cache(20_000)
def read_clause(text: str, before: str = "") -> Clause | None:
    """The one clause of a text, None if it is none; `before` has the directives that say how to read it."""
    read = read_rules(before + text)
    if read.faults or not read.clauses or read.clauses[-1].kind is not Kind.CLAUSE:
        return None
    return read.clauses[-1]


def spliced(text: str, splices: Sequence[Splice]) -> str:
    """A text with some of its parts replaced; they must not overlap.

    >>> spliced("a, b, c", [(3, 4, "B"), (0, 1, "A")])
    'A, B, c'
    """
    for start, end, new in sorted(splices, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def goals(body: Node | None, operator: str = ",") -> list[Node]:
    """The goals of a conjunction, in order, or what another operator joins."""
    found: list[Node] = []
    while isinstance(body, Structure) and body.name == operator and len(body.args) == 2:
        found.append(body.args[0])
        body = body.args[1]
    return found if body is None else [*found, body]


def calls(clause: Clause, predicates: Sequence[Indicator]) -> Iterator[Structure]:
    """The parts of a clause's body that look like calls of these predicates."""
    for node in () if clause.body is None else walk(clause.body):
        if isinstance(node, Structure) and (node.name, len(node.args)) in predicates:
            yield node


OWN = "·"
"""What stands for the name of a file's own predicate."""


def shape(clause: Clause, own: Collection[tuple[str, int]] = ()) -> str:
    """The shape of a clause; predicates of `own` have no names in it."""
    numbers: dict[str, int] = {}
    spans = clause.variables

    def written(node: Node) -> str:
        if isinstance(node, Named):
            if len(spans.get(node.name, ())) < 2:
                return "_"
            return str(numbers.setdefault(node.name, len(numbers) + 1))
        if isinstance(node, Constant):
            is_own = isinstance(node.value, Atom) and (node.value.name, 0) in own
            return OWN if is_own else f"'{node.value}'" if isinstance(node.value, int) else str(node.value)
        if isinstance(node, Items):
            tail = "" if node.tail is None else f"|{written(node.tail)}"
            return f"[{','.join(map(written, node.items))}{tail}]"
        name = OWN if (node.name, len(node.args)) in own else node.name
        return f"{name}({','.join(map(written, node.args))})"

    try:
        return written(clause.term)
    except RecursionError:  # deeper than anything that a person writes
        return f"a clause of {clause.span.end - clause.span.start} characters"


def shapes_of(texts: Iterable[str]) -> frozenset[str]:
    """The shapes of the clauses that these texts are, with names."""
    clauses = map(read_clause, texts)
    return frozenset(shape(clause) for clause in clauses if clause is not None)


# Clauses that may be missing

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
