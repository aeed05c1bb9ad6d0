"""Clauses with a change made at random, as a student, a typist or an adversary might make it.

>>> from random import Random
>>> from prolog_text import clause_text
>>> from pydecl.rules.reader import read_rules, term_of
>>> clauses = [term_of(one.term) for one in read_rules("p(X, Y) :- X > 1, Y is X - 1. q(a).").clauses]
>>> mutated(Random(3), clauses, 1) == mutated(Random(3), clauses, 1) != clauses
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from folders import SUPPORT
from prolog_text import conjunction, parts, variables, with_part, with_parts

from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term, Variable
from pydecl.rules.checks.goals import GOALS
from pydecl.rules.reader import read_rules, term_of

Path = tuple[int, ...]

GROUPS = (
    ("<", "=<", ">", ">=", "=:=", "=\\="),
    ("@<", "@=<", "@>", "@>=", "==", "\\==", "=", "\\=", "=@="),
    ("=", "==", "is", "=:="),
    ("+", "-", "*", "//", "mod", "rem", "min", "max", "/", "div", "**", "^", ">>", "<<", "/\\", "\\/", "xor"),
    ("abs", "sign", "-", "truncate", "integer", "float", "round", "\\"),
    (";", ",", "->", "*->"),
    ("once", "ignore", "\\+", "call", "findall"),
    ("findall", "bagof", "setof"),
    ("member", "memberchk"),
    ("select", "append", "nth0", "nth1", "delete", "subtract", "union", "intersection"),
    ("sort", "msort", "list_to_set", "reverse", "length", "last", "sum_list", "max_list", "permutation"),
    ("atom", "atomic", "integer", "number", "var", "nonvar", "ground", "is_list", "compound", "callable"),
    ("between", "numlist", "plus"),
    ("maplist", "include", "exclude", "foldl"),
    ("forall", "member"),
    ("atom_chars", "atom_codes", "atom_length", "number_codes"),
)
"""Names that may stand for each other, if the number of arguments is the same."""

CONSTANTS: tuple[Term, ...] = (
    *(0, 1, -1, 2, 3, 10, 0.0, -0.0, 1.0, 1.5, -2.0, 2**31, 2**62, 2**63 - 1, 2**64),
    *(Atom("a"), Atom("[]x"), Atom(""), Atom("x"), Atom("max"), PrologList(()), PrologString("a")),
)


@dataclass(frozen=True)
class Place:
    """A part of a clause: how it is reached, and what stands there."""

    path: Path
    term: Term


def mutated(rng: Random, clauses: Sequence[Term], steps: int) -> list[Term]:
    """The clauses after so many changes; directives stay."""
    found = list(clauses)
    for _ in range(steps):
        for _ in range(30):
            after = rng.choices(CHANGES, WEIGHTS)[0](rng, found)
            if after is not None and after != found:
                found = after
                break
    return found


Change = Callable[[Random, list[Term]], list[Term] | None]


def is_directive(clause: Term) -> bool:
    return isinstance(clause, Compound) and clause.name in (":-", "?-") and len(clause.args) == 1


def is_rule(clause: Term) -> bool:
    return isinstance(clause, Compound) and clause.name in (":-", "-->", "=>") and len(clause.args) == 2


def chosen(rng: Random, clauses: Sequence[Term]) -> int:
    """The number of a clause; rules come more often than facts."""
    weights = [0 if is_directive(one) else 3 if is_rule(one) else 1 for one in clauses]
    return rng.choices(range(len(clauses)), weights)[0]


# Parts of terms


def replaced(term: Term, path: Path, new: Term) -> Term:
    """The term with another part at the end of a path."""
    if not path:
        return new
    return with_part(term, path[0], replaced(parts(term)[path[0]], path[1:], new))


def all_places(term: Term, path: Path = ()) -> Iterator[Place]:
    yield Place(path, term)
    for index, part in enumerate(parts(term)):
        yield from all_places(part, (*path, index))


def goal_places(clause: Term) -> list[Place]:
    """The goals of a rule, also those within control structures, and these themselves."""
    if not is_rule(clause):
        return []
    assert isinstance(clause, Compound)
    return list(_goals(clause.args[1], (1,)))


def _goals(goal: Term, path: Path) -> Iterator[Place]:
    yield Place(path, goal)
    if isinstance(goal, Compound):
        for index, lacks in GOALS.get((goal.name, len(goal.args)), {}).items():
            if not lacks:
                yield from _goals(goal.args[index], (*path, index))


def data_places(clause: Term) -> list[Place]:
    """What is no goal: the arguments of heads and goals, and what is within."""
    goals = {place.path for place in goal_places(clause)}
    head = (0,) if is_rule(clause) else ()
    return [place for place in all_places(clause) if place.path not in goals and place.path not in ((), head)]


def one_of(rng: Random, places: Sequence[Place]) -> Place | None:
    return rng.choice(places) if places else None


def in_clause(change: Callable[[Random, Term, Sequence[Term]], Term | None]) -> Change:
    """A change of one clause as a change of the program."""

    def changed(rng: Random, clauses: list[Term]) -> list[Term] | None:
        at = chosen(rng, clauses)
        after = change(rng, clauses[at], clauses)
        return None if after is None else [*clauses[:at], after, *clauses[at + 1 :]]

    return changed


def name_of(clause: Term) -> tuple[str, int] | None:
    head = clause.args[0] if isinstance(clause, Compound) and is_rule(clause) else clause
    if isinstance(head, Compound) and head.name == "," and is_rule(clause):
        head = head.args[0]  # behind the comma: what a grammar rule pushes back, a guard
    if isinstance(head, Compound):
        return head.name, len(head.args)
    return (head.name, 0) if isinstance(head, Atom) else None


# Changes of clauses as wholes


def drop_clause(rng: Random, clauses: list[Term]) -> list[Term] | None:
    """Not the last one of its predicate."""
    at = chosen(rng, clauses)
    if sum(1 for one in clauses if name_of(one) == name_of(clauses[at])) < 2:
        return None
    return [*clauses[:at], *clauses[at + 1 :]]


def swap_clauses(rng: Random, clauses: list[Term]) -> list[Term] | None:
    at = chosen(rng, clauses)
    same = [
        index for index, one in enumerate(clauses) if index != at and name_of(one) == name_of(clauses[at])
    ]
    if not same or is_directive(clauses[at]):
        return None
    other, found = rng.choice(same), list(clauses)
    found[at], found[other] = found[other], found[at]
    return found


def repeat_clause(rng: Random, clauses: list[Term]) -> list[Term] | None:
    at = chosen(rng, clauses)
    return [*clauses[:at], clauses[at], *clauses[at:]]


def near_clause(rng: Random, clauses: list[Term]) -> list[Term] | None:
    """A clause once more with another constant, variable or term: 1.0 beside 1."""
    at = chosen(rng, clauses)
    change = rng.choice((change_data, change_data, change_data, change_name))
    after = change(rng, clauses[at], clauses)
    return None if after is None else [*clauses[: at + 1], after, *clauses[at + 1 :]]


def general_clause(rng: Random, clauses: list[Term]) -> list[Term] | None:
    """A clause that joins those of its predicate, with other variables in the place of some arguments."""
    at = chosen(rng, clauses)
    head = clauses[at]
    if is_rule(head):
        assert isinstance(head, Compound)
        head = head.args[0]
    if not isinstance(head, Compound):
        return None
    args = tuple(Variable(f"G{index}") if rng.random() < 0.6 else arg for index, arg in enumerate(head.args))
    made: Term = Compound(head.name, args)
    if rng.random() < 0.3:
        made = Compound(":-", (made, Atom("!")))
    where = rng.choice((at, at + 1))
    return [*clauses[:where], made, *clauses[where:]]


def borrow_goal(rng: Random, clauses: list[Term]) -> list[Term] | None:
    """A goal of another clause, with variables of this one."""
    at = chosen(rng, clauses)
    clause = clauses[at]
    if not is_rule(clause) or clause.name == "-->":  # type: ignore[union-attr]
        return None
    other = one_of(rng, goal_places(clauses[chosen(rng, clauses)]))
    here = one_of(rng, goal_places(clause))
    names = sorted(set(variables(clause)) - {"_"})
    if other is None or here is None or not names:
        return None
    renamed = {name: Variable(rng.choice(names)) for name in variables(other.term)}
    goal = with_variables(other.term, renamed)
    pair = (here.term, goal) if rng.random() < 0.5 else (goal, here.term)
    return [*clauses[:at], replaced(clause, here.path, Compound(",", pair)), *clauses[at + 1 :]]


def with_variables(term: Term, terms: Mapping[str, Term]) -> Term:
    """The term with these in the place of variables."""
    if isinstance(term, Variable):
        return terms.get(term.name, term)
    return with_parts(term, lambda part: with_variables(part, terms))


# Changes of goals


def swap_goals(rng: Random, clause: Term, clauses: Sequence[Term]) -> Term | None:  # noqa: ARG001
    """Two neighbours in a conjunction, a disjunction or a conditional."""
    place = one_of(rng, [one for one in goal_places(clause) if _is_pair(one.term)])
    if place is None:
        return None
    term = place.term
    assert isinstance(term, Compound)
    left, right = term.args
    if term.name == "," and isinstance(right, Compound) and right.name == "," and len(right.args) == 2:
        second, rest = right.args
        return replaced(clause, place.path, Compound(",", (second, Compound(",", (left, rest)))))
    return replaced(clause, place.path, Compound(term.name, (right, left)))


def _is_pair(term: Term) -> bool:
    return isinstance(term, Compound) and len(term.args) == 2 and term.name in (",", ";", "->", "*->")


def drop_goal(rng: Random, clause: Term, clauses: Sequence[Term]) -> Term | None:  # noqa: ARG001
    place = one_of(rng, [one for one in goal_places(clause) if _is_pair(one.term)])
    if place is None:
        return None
    assert isinstance(place.term, Compound)
    return replaced(clause, place.path, rng.choice(place.term.args))


def unwrap_goal(rng: Random, clause: Term, clauses: Sequence[Term]) -> Term | None:  # noqa: ARG001
    """What a negation, a collection or a conditional asks, in its place."""
    found = [
        Place(one.path, part.term)
        for one in goal_places(clause)
        for part in _goals(one.term, ())
        if len(part.path) == 1 and not (isinstance(one.term, Compound) and one.term.name == ",")
    ]
    place = one_of(rng, found)
    return None if place is None else replaced(clause, place.path, place.term)


def wrap_goal(rng: Random, clause: Term, clauses: Sequence[Term]) -> Term | None:  # noqa: ARG001
    place = one_of(rng, goal_places(clause))
    if place is None or not isinstance(place.term, Compound | Atom | Variable):
        return None
    is_grammar = isinstance(clause, Compound) and clause.name == "-->"
    if not is_grammar and rng.random() < 0.15:
        return replaced(clause, place.path, in_parts(rng, place.term, fresh(clause)))
    names = [Variable(name) for name in dict.fromkeys(variables(place.term)) if name != "_"]
    filled = {"G": place.term, "N": next(fresh(clause)), "Vs": PrologList(tuple(names))}
    wrapped = rng.choice(GRAMMAR_WRAPS if is_grammar else WRAPS)
    return replaced(clause, place.path, with_variables(wrapped, filled))


def fresh(clause: Term) -> Iterator[Variable]:
    """Variables that the clause does not have."""
    used = set(variables(clause))
    return (Variable(f"N{number}") for number in range(1000) if f"N{number}" not in used)


def in_parts(rng: Random, goal: Term, new: Iterator[Variable]) -> Term:
    """A goal by call/N, or with one of its arguments bound by a goal before or behind."""
    if not isinstance(goal, Compound) or (goal.name, len(goal.args)) in GOALS:
        return Compound("call", (goal,))
    index = rng.randrange(len(goal.args))
    if rng.random() < 0.3:
        closure: Term = Compound(goal.name, goal.args[:index]) if index else Atom(goal.name)
        return Compound("call", (closure, *goal.args[index:]))
    held = next(new)
    made = with_part(goal, index, held)
    binding = Compound("=", (held, goal.args[index]))
    return Compound(",", (binding, made) if rng.random() < 0.4 else (made, binding))


def patterns(text: str) -> tuple[Term, ...]:
    """Goals, a line each."""
    lines = (line.strip() for line in text.strip().splitlines())
    return tuple(parts(term_of(read_rules(f"p({line}).").clauses[0].term))[0] for line in lines)


WRAPS = patterns(r"""
    \+ G
    \+ G
    \+ \+ G
    once(G)
    ignore(G)
    call(G)
    forall(G, true)
    forall(true, G)
    ( findall(Vs, G, N), member(Vs, N) )
    ( findall(Vs, G, N), member(Vs, N) )
    ( bagof(Vs, G, N), member(Vs, N) )
    ( setof(Vs, G, N), member(Vs, N) )
    findall(Vs, G, N)
    findall(x, ( G, ! ), N)
    ( aggregate_all(count, G, N), N > 0 )
    ( aggregate_all(count, G, N), N =:= 1.0 )
    ( N = G, N )
    ( N = G, call(N) )
    ( N = G, \+ N )
    call(( G, ! ))
    ( G ; true )
    ( true ; G )
    ( G ; G )
    ( G ; fail )
    ( G, fail ; true )
    ( G, !, fail ; true )
    ( G, ! ; true )
    ( G, ! )
    ( !, G )
    ( G, G )
    ( G, fail )
    ( G -> true )
    ( G -> fail ; true )
    ( G -> true ; true )
    ( G *-> true ; true )
    ( true -> G ; true )
""")
"""What becomes of a goal G; Vs are its variables, N is another one."""

GRAMMAR_WRAPS = patterns(r"""
    \+ G
    ( G, ! )
    ( !, G )
    ( G, G )
    ( G ; [] )
    ( G -> [] ; [] )
""")


def insert_goal(rng: Random, clause: Term, clauses: Sequence[Term]) -> Term | None:  # noqa: ARG001
    """A test or a library goal on variables of the clause; half of them with another one behind."""
    names = sorted(set(variables(clause)) - {"_"})
    where = one_of(rng, goal_places(clause))
    if not names or where is None or clause.name == "-->":  # type: ignore[union-attr]
        return None
    made: list[Term] = []
    new = fresh(clause)
    for _ in range(rng.choice((1, 1, 2))):
        results = {name: next(new) for name in ("N", "M")}
        given = {name: Variable(rng.choice(names)) for name in ("X", "Y")}
        made.append(with_variables(rng.choice(INSERTED), {**given, **results}))
        names += [one.name for one in results.values() if one.name in set(variables(made[-1]))] * 3
    goals = (*made, where.term) if rng.random() < 0.4 else (where.term, *made)
    return replaced(clause, where.path, conjunction(goals))


INSERTED = [
    parts(term_of(one.term))[0]
    for one in read_rules((SUPPORT / "inserted_goals.pl").read_text(encoding="utf-8")).clauses
]
"""Goals on X and Y, which a clause has, that bind N and M, which it does not have."""


# Changes of terms


def change_name(rng: Random, clause: Term, clauses: Sequence[Term]) -> Term | None:  # noqa: ARG001
    """Another operator or library predicate, with as many arguments."""
    found = [
        (place, other)
        for place in all_places(clause)
        if isinstance(place.term, Compound) and place.path
        for group in GROUPS
        if place.term.name in group
        for other in group
        if other != place.term.name
    ]
    if not found:
        return None
    place, other = rng.choice(found)
    assert isinstance(place.term, Compound)
    return replaced(clause, place.path, Compound(other, place.term.args))


def change_data(rng: Random, clause: Term, clauses: Sequence[Term]) -> Term | None:
    """Another constant, variable or term; a variable is seldom left where one was."""
    place = one_of(rng, data_places(clause))
    if place is None:
        return None
    return replaced(clause, place.path, other_term(rng, place.term, clause, clauses))


def other_constant(rng: Random, term: Term, clauses: Sequence[Term]) -> Term:
    """A number near it or of the other type, a constant of the program, or any."""
    if isinstance(term, int) and rng.random() < 0.6:
        return rng.choice((term + 1, term - 1, -term, float(term) if abs(term) < 2**53 else 0.0, 0, term * 2))
    if isinstance(term, float) and rng.random() < 0.6:
        return rng.choice((int(term) if abs(term) < 2**53 else 0, -term, term + 0.5, 0.0))
    if rng.random() < 0.8:
        known = [one.term for clause in clauses for one in data_places(clause)]
        constants = [one for one in known if isinstance(one, int | float | Atom)]
        if constants:
            return rng.choice(constants)
    return rng.choice(CONSTANTS)


def other_term(rng: Random, term: Term, clause: Term, clauses: Sequence[Term]) -> Term:
    names = ["_", *sorted(set(variables(clause)) - {"_"})] if isinstance(clause, Compound) else []
    if names and rng.random() < (0.8 if isinstance(term, Variable) else 0.15):
        return Variable(rng.choice(names))
    if isinstance(term, Compound) and len(term.args) > 1 and rng.random() < 0.7:
        return Compound(term.name, _exchanged(rng, term.args))
    if isinstance(term, PrologList) and term.items:
        return other_list(rng, term)
    if parts(term) and rng.random() < 0.5:
        return rng.choice(parts(term))
    if rng.random() < 0.3:
        return rng.choice((PrologList((term,)), Compound("f", (term,)), PrologList((term,), Variable("_"))))
    return other_constant(rng, term, clauses)


def _exchanged(rng: Random, items: tuple[Term, ...]) -> tuple[Term, ...]:
    one, other = rng.sample(range(len(items)), 2)
    found = list(items)
    found[one], found[other] = found[other], found[one]
    return tuple(found)


def other_list(rng: Random, term: PrologList) -> Term:
    items, index = term.items, rng.randrange(len(term.items))
    options: list[Term] = [
        PrologList(items[:index] + items[index + 1 :], term.tail) if len(items) > 1 else PrologList(()),
        PrologList((*items[: index + 1], *items[index:]), term.tail),
        PrologList(items[::-1], term.tail),
        PrologList(items, Variable("_")) if term.tail is None else PrologList(items),
    ]
    if len(items) > 1:
        options += [PrologList(_exchanged(rng, items), term.tail)] * 2
    if term.tail is not None:
        options.append(term.tail)
    return rng.choice(options)


def argument_later(rng: Random, clause: Term, clauses: Sequence[Term]) -> Term | None:  # noqa: ARG001
    """An argument of the head, or a part of one, that a goal unifies: first, last, or in between."""
    if isinstance(clause, Compound) and clause.name == "-->":
        return None
    head = (0,) if is_rule(clause) else ()
    place = one_of(
        rng,
        [one for one in data_places(clause) if one.path[: len(head)] == head and len(one.path) > len(head)],
    )
    if place is None:
        return None
    held = next(fresh(clause))
    changed = replaced(clause, place.path, held)
    goal = Compound("=", (held, place.term))
    if not is_rule(changed):
        return Compound(":-", (changed, goal))
    where = rng.choice(goal_places(changed))
    pair = (goal, where.term) if rng.random() < 0.5 else (where.term, goal)
    return replaced(changed, where.path, Compound(",", pair))


CHANGES: tuple[Change, ...] = (
    *(drop_clause, swap_clauses, repeat_clause, general_clause, borrow_goal, in_clause(swap_goals)),
    *(in_clause(drop_goal), in_clause(unwrap_goal), in_clause(wrap_goal), in_clause(change_name)),
    *(in_clause(change_data), in_clause(argument_later), in_clause(insert_goal), near_clause),
)


WEIGHTS = (4, 5, 2, 4, 4, 8, 5, 4, 22, 12, 34, 8, 24, 6)
"""How often each change is made."""
