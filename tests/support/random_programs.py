"""Random programs that bind each variable before they read it, and that end: food for compilers.

A program is a few predicates, each of which calls those before it, and itself on what is smaller; most are
well typed, some are not, on purpose. The same number gives the same program.

>>> program = random_program(7)
>>> program == random_program(7), len(program.clauses) > 2, len(program.goals) > 2
(True, True, True)
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from prolog_text import clause_text
from random_goals import goals
from random_scope import ATOM, INT, NUM, TREE, Scope, Signature, Type, list_of, random_type, value
from random_simple import conjunction
from swi_solutions import Goal

from pydecl.model.term import Atom, Compound, PrologList, Term, Variable


@dataclass(frozen=True)
class RandomProgram:
    """Clauses, and what is asked of them."""

    clauses: tuple[Term, ...]
    goals: tuple[Goal, ...]

    @property
    def defined(self) -> set[tuple[str, int]]:
        """Names and arities of its predicates."""
        found = set()
        for clause in self.clauses:
            if isinstance(clause, Compound) and clause.name == ":-" and len(clause.args) == 1:
                continue
            rule = isinstance(clause, Compound) and clause.name in (":-", "-->", "=>")
            head = clause.args[0] if isinstance(clause, Compound) and rule else clause
            more = 2 if isinstance(clause, Compound) and clause.name == "-->" else 0
            if rule and isinstance(head, Compound) and head.name == ",":
                head = head.args[0]  # behind the comma: what a grammar rule pushes back, a guard
            if isinstance(head, Compound | Atom):
                found.add((head.name, more + (len(head.args) if isinstance(head, Compound) else 0)))
        return found

    @property
    def asked(self) -> str:
        """Its goals as comments, as in a file of idioms."""
        return "".join(f"%? {goal}\n" for goal in self.goals)

    @property
    def text(self) -> str:
        return "".join(clause_text(clause) for clause in self.clauses)


def random_program(number: int) -> RandomProgram:
    """The program of a number; its predicates are called `p<number>_<index>`."""
    rng = Random(number)
    clauses: list[Term] = []
    signatures: list[Signature] = []
    for index in range(rng.randint(2, 5)):
        name = f"p{number}_{index}"
        kind = rng.choices(KINDS, WEIGHTS)[0]
        signature, made = kind(rng, name, tuple(signatures))
        signatures.append(signature)
        clauses += made
    asked = [question(rng, signature) for signature in signatures[-3:] for _ in range(3)]
    return RandomProgram(tuple(clauses), tuple(dict.fromkeys(asked)))


def question(rng: Random, signature: Signature) -> Goal:
    given = [value(rng, kind) for kind in signature.inputs]
    return Goal(signature.name, (*given, *(None for _ in signature.outputs)))


Made = tuple[Signature, list[Term]]


def facts(rng: Random, name: str, callable_: tuple[Signature, ...]) -> Made:  # noqa: ARG001
    """A table; some of its columns are asked for."""
    columns = [rng.choice((ATOM, INT, ATOM, NUM, list_of(INT))) for _ in range(rng.randint(1, 3))]
    split = rng.randint(0, len(columns) - 1)
    rows = [tuple(value(rng, kind, 1) for kind in columns) for _ in range(rng.randint(2, 6))]
    signature = Signature(name, tuple(columns[:split]), tuple(columns[split:]))
    return signature, [Compound(name, row) for row in rows]


def some_types(rng: Random, least: int, most: int) -> tuple[Type, ...]:
    return tuple(random_type(rng) for _ in range(rng.randint(least, most)))


def plain(rng: Random, name: str, callable_: tuple[Signature, ...]) -> Made:
    """One to four clauses with patterns."""
    signature = Signature(name, some_types(rng, 0, 3), some_types(rng, 0, 2))
    made = []
    for _ in range(rng.choice((1, 1, 2, 2, 3, 4))):
        scope = Scope(rng, [], callable_)
        heads = [scope.pattern(kind) for kind in signature.inputs]
        made.append(clause(scope, signature, heads, rng.randint(0, 4)))
    return signature, made


def clause(scope: Scope, signature: Signature, heads: list[Term], count: int) -> Term:
    """A clause with so many goals, which ends with the results of what is bound then."""
    body = goals(scope, count, 2)
    outputs: list[Term] = []
    for kind in signature.outputs:
        if scope.chance(0.3):
            outputs.append(_late(scope, body, kind))
        else:
            outputs.append(scope.make(kind))
    arguments = (*heads, *outputs)
    head: Term = Compound(signature.name, arguments) if arguments else Atom(signature.name)
    return Compound(":-", (head, conjunction(body))) if body else head


def _late(scope: Scope, body: list[Term], kind: Type) -> Variable:
    """A variable that the last goals bind."""
    term = scope.make(kind)
    variable = scope.fresh()
    body.append(Compound("=", (variable, term)))
    return variable


def over_list(rng: Random, name: str, callable_: tuple[Signature, ...]) -> Made:
    """Recursion over a list."""
    item = random_type(rng, 1)
    signature = Signature(name, (list_of(item), *some_types(rng, 0, 2)), some_types(rng, 0, 2))
    made = [_base(rng, signature, PrologList(()), callable_)]
    for _ in range(rng.choice((1, 1, 2, 2))):
        scope = Scope(rng, [], callable_)
        first = scope.pattern(item, 1)
        tail = scope.new(list_of(item))
        heads = [PrologList((first,), tail), *(scope.pattern(kind, 1) for kind in signature.inputs[1:])]
        scope.again = [lambda place, tail=tail: _again(place, signature, tail)] * rng.choice((1, 1, 1, 2))  # type: ignore[misc]
        made.append(_recursive(scope, signature, heads))
    return signature, made


def _base(rng: Random, signature: Signature, first: Term, callable_: tuple[Signature, ...]) -> Term:
    """The clause that ends a recursion."""
    scope = Scope(rng, [], callable_)
    heads = [first, *(scope.pattern(kind, 1) for kind in signature.inputs[1:])]
    return clause(scope, signature, heads, rng.choice((0, 0, 1)))


def _again(scope: Scope, signature: Signature, smaller: Term) -> list[Term]:
    """A call of the predicate itself on what is smaller."""
    others = tuple(scope.make(kind) for kind in signature.inputs[1:])
    outputs = tuple(scope.new(kind) for kind in signature.outputs)
    return [Compound(signature.name, (smaller, *others, *outputs))]


def _recursive(scope: Scope, signature: Signature, heads: list[Term], before: tuple[Term, ...] = ()) -> Term:
    """A clause that calls itself, as a rule, early or late among its goals."""
    body = [*before, *goals(scope, scope.rng.randint(0, 2), 2)]
    if scope.again and scope.chance(0.85):
        body += scope.again.pop()(scope)
    body += goals(scope, scope.rng.randint(0, 2), 1)
    outputs = tuple(scope.make(kind) for kind in signature.outputs)
    return Compound(":-", (Compound(signature.name, (*heads, *outputs)), conjunction(body)))


def over_tree(rng: Random, name: str, callable_: tuple[Signature, ...]) -> Made:
    """Recursion over trees `nil`, `leaf(I)`, `node(L, R)`."""
    signature = Signature(name, (TREE, *some_types(rng, 0, 1)), some_types(rng, 0, 2))
    made = [_base(rng, signature, Atom("nil"), callable_)]
    scope = Scope(rng, [], callable_)
    leaf = Compound("leaf", (scope.pattern(INT, 1),))
    made.append(clause(scope, signature, [leaf, *(scope.pattern(k, 1) for k in signature.inputs[1:])], 1))
    scope = Scope(rng, [], callable_)
    left, right = scope.new(TREE), scope.new(TREE)
    heads = [Compound("node", (left, right)), *(scope.pattern(kind, 1) for kind in signature.inputs[1:])]
    scope.again = [lambda place, part=part: _again(place, signature, part) for part in (right, left)]  # type: ignore[misc]
    made.append(_recursive(scope, signature, heads))
    return signature, made


def counting(rng: Random, name: str, callable_: tuple[Signature, ...]) -> Made:
    """Recursion that counts down to 0."""
    signature = Signature(name, (INT, *some_types(rng, 0, 2)), some_types(rng, 0, 2))
    base = _base(rng, signature, 0, callable_)
    if rng.random() < 0.5:
        base = _with_cut(base)
    scope = Scope(rng, [], callable_)
    count, less = scope.new(INT), scope.fresh()
    heads = [count, *(scope.pattern(kind, 1) for kind in signature.inputs[1:])]
    guard = (
        Compound(">", (count, 0)),
        Compound("<", (count, 12)),
        Compound("is", (less, Compound("-", (count, 1)))),
    )
    scope.bind(less, INT)
    scope.again = [lambda place: _again(place, signature, less)]
    return signature, [base, _recursive(scope, signature, heads, guard)]


def _with_cut(base: Term) -> Term:
    """The clause with a cut as its first goal."""
    if isinstance(base, Compound) and base.name == ":-":
        return Compound(":-", (base.args[0], Compound(",", (Atom("!"), base.args[1]))))
    return Compound(":-", (base, Atom("!")))


def mutual(rng: Random, name: str, callable_: tuple[Signature, ...]) -> Made:
    """Two predicates over a list that call each other."""
    item = random_type(rng, 1)
    inputs, outputs = (list_of(item), *some_types(rng, 0, 1)), some_types(rng, 0, 2)
    pair = [Signature(name, inputs, outputs), Signature(f"{name}_other", inputs, outputs)]
    made: list[Term] = []
    for signature, other in zip(pair, reversed(pair), strict=True):
        made.append(_base(rng, signature, PrologList(()), callable_))
        scope = Scope(rng, [], callable_)
        first, tail = scope.pattern(item, 1), scope.new(list_of(item))
        heads = [PrologList((first,), tail), *(scope.pattern(kind, 1) for kind in inputs[1:])]
        scope.again = [lambda place, tail=tail, other=other: _again(place, other, tail)]  # type: ignore[misc]
        made.append(_recursive(scope, signature, heads))
    return pair[0], made


def deep(rng: Random, name: str, callable_: tuple[Signature, ...]) -> Made:  # noqa: ARG001
    """Recursion thousands of calls deep, with an accumulator or with work after each call."""
    depth = rng.randint(500, 2500)
    inner = f"{name}_deep"
    count, less, state, next_, whole = (Variable(one) for one in ("N", "M", "S", "T", "R"))
    step = Compound(rng.choice(("+", "-", "max", "xor")), (state, rng.choice((count, 1, 7, 2**60))))
    down = Compound("is", (less, Compound("-", (count, 1))))
    guard: Term = Compound(">", (count, 0))
    if rng.random() < 0.5:
        base: Term = Compound(inner, (0, state, state))
        work: list[Term] = [guard, down, Compound("is", (next_, step)), Compound(inner, (less, next_, whole))]
        head = Compound(inner, (count, state, whole))
        ask = Compound(inner, (depth, 0, whole))
    elif rng.random() < 0.5:
        base = Compound(inner, (0, 0))
        work = [guard, down, Compound(inner, (less, state)), Compound("is", (whole, step))]
        head, ask = Compound(inner, (count, whole)), Compound(inner, (depth, whole))
    else:
        tail = Variable("Ts")
        base = Compound(inner, (0, PrologList(())))
        work = [guard, down, Compound(inner, (less, tail))]
        head = Compound(inner, (count, PrologList((count,), tail)))
        items = Variable("L")
        ask = Compound(",", (Compound(inner, (depth, items)), Compound("sum_list", (items, whole))))
    rule = Compound(":-", (head, conjunction(work)))
    if rng.random() < 0.3:
        base = _with_cut(base)
    wrapper = Compound(":-", (Compound(name, (whole,)), ask))
    return Signature(name, (), (INT,)), [wrapper, base, rule]


def grammar(rng: Random, name: str, callable_: tuple[Signature, ...]) -> Made:
    """A grammar over a list of atoms, which gives a value; it is asked by phrase/2 or phrase/3."""
    kind = rng.choice((INT, INT, ATOM, list_of(ATOM)))
    inner = f"{name}_grammar"
    made: list[Term] = []
    for last in (False, *([False] if rng.random() < 0.5 else []), True):
        scope = Scope(rng, [], callable_)
        body = [_terminal(scope)] if not last or rng.random() < 0.2 else []
        body += [_grammar_goal(scope) for _ in range(rng.randint(0, 2))]
        if not last and rng.random() < 0.8:
            body.append(Compound(inner, (scope.new(kind),)))
        body += [_grammar_goal(scope) for _ in range(rng.randint(0, 1))]
        head = Compound(inner, (scope.make(kind),))
        made.append(Compound("-->", (head, conjunction(body) if body else PrologList(()))))
    text, value_, rest = Variable("L"), Variable("X"), Variable("R")
    if rng.random() < 0.5:
        head = Compound(name, (text, value_))
        asked = Compound("phrase", (Compound(inner, (value_,)), text))
        signature = Signature(name, (list_of(ATOM),), (kind,))
    else:
        head = Compound(name, (text, value_, rest))
        asked = Compound("phrase", (Compound(inner, (value_,)), text, rest))
        signature = Signature(name, (list_of(ATOM),), (kind, list_of(ATOM)))
    return signature, [Compound(":-", (head, asked)), *made]


def _terminal(scope: Scope) -> Term:
    """A list of one item or two."""
    items = [scope.new(ATOM) if scope.chance(0.5) else scope.make(ATOM)]
    if scope.chance(0.2):
        items.append(scope.make(ATOM))
    return PrologList(tuple(items))


def _grammar_goal(scope: Scope) -> Term:
    """What stands in the body of a grammar rule."""
    if scope.chance(0.4):
        return Compound("{}", (conjunction(goals(scope, 1, 1)),))
    if scope.chance(0.3):
        return scope.rng.choice((Atom("!"), Compound("\\+", (_terminal(scope.inner()),)), PrologList(())))
    if scope.chance(0.5):
        test, other = _terminal(scope.inner()), _terminal(scope.inner())
        if scope.chance(0.5):
            return Compound(";", (test, other))
        arrow = scope.rng.choice(("->", "*->"))
        return Compound(";", (Compound(arrow, (test, PrologList(()))), other))
    return _terminal(scope)


KINDS = (facts, plain, over_list, over_tree, counting, mutual, deep, grammar)
WEIGHTS = (8, 16, 16, 4, 8, 3, 1, 3)
"""The kinds of predicates, and how often each is made."""
