"""Sheets of general game playing: random ones of two styles, and an obvious interpreter of any.

The interpreter works out what holds from the bottom up, rule by rule, as long as anything new does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random

from pydecl.model.term import Atom, Compound, Term, Variable
from pydecl.rules.gdl.kif import read_kif
from pydecl.rules.gdl.rules import Literal, Rule, Sheet

Binding = Mapping[str, Term]

TURNS = """
(role a) (role b) (init (control a))
(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (next (control b)) (true (control a)))
(<= (next (control a)) (true (control b)))
"""


class Interpreter:
    """The rules of a sheet, asked about one state after another."""

    def __init__(self, sheet: Sheet) -> None:
        self.rules = sheet.rules
        self.strata = strata(sheet.rules)
        self.start = first_arguments(self.holding([]), "init")

    def holding(self, given: Iterable[Term]) -> set[Term]:
        """All that holds if this does."""
        found = set(given)
        for number in range(max(self.strata.values(), default=0) + 1):
            rules = [rule for rule in self.rules if self.strata[name_of(rule.head)] == number]
            size = -1
            while size != len(found):
                size = len(found)
                found |= {
                    filled(rule.head, binding)
                    for rule in rules
                    for binding in list(solutions(rule.body, {}, found))
                }
        return found

    def view(self, state: frozenset[Term]) -> tuple[bool, Mapping[str, set[Term]], Mapping[str, set[Term]]]:
        """Whether the game is over; the legal moves and the goals of each role."""
        holding = self.holding(Compound("true", (fact,)) for fact in state)
        told: dict[str, dict[str, set[Term]]] = {
            "legal": {"a": set(), "b": set()},
            "goal": {"a": set(), "b": set()},
        }
        for atom in holding:
            if isinstance(atom, Compound) and atom.name in told:
                told[atom.name][str(atom.args[0])].add(atom.args[1])
        return Atom("terminal") in holding, told["legal"], told["goal"]

    def after(self, state: frozenset[Term], moves: Mapping[str, Term]) -> frozenset[Term]:
        """What holds after these moves."""
        given = [Compound("true", (fact,)) for fact in state]
        given += [Compound("does", (Atom(role), move)) for role, move in moves.items()]
        return first_arguments(self.holding(given), "next")


def first_arguments(atoms: Iterable[Term], name: str) -> frozenset[Term]:
    """What the atoms of this name are about."""
    return frozenset(atom.args[0] for atom in atoms if isinstance(atom, Compound) and atom.name == name)


def is_named(atom: Term, name: str) -> bool:
    return isinstance(atom, Compound) and atom.name == name


def name_of(atom: Term) -> str:
    assert isinstance(atom, Compound | Atom)
    return atom.name


def strata(rules: Sequence[Rule]) -> dict[str, int]:
    """The number of each relation: not below those that its rules ask, above those that they negate."""
    found: dict[str, int] = {name_of(rule.head): 0 for rule in rules}
    changed = True
    while changed:
        changed = False
        for rule in rules:
            head = name_of(rule.head)
            least = max(
                (found.get(name_of(one.atom), 0) + one.is_negated for one in rule.body if not is_test(one)),
                default=0,
            )
            if found[head] < least:
                found[head], changed = least, True
                assert least <= len(found), "the rules recur through not"
    return found


def is_test(literal: Literal) -> bool:
    return is_named(literal.atom, "distinct")


def filled(term: Term, binding: Binding) -> Term:
    if isinstance(term, Variable):
        return binding[term.name]
    if isinstance(term, Compound):
        return Compound(term.name, tuple(filled(arg, binding) for arg in term.args))
    return term


def solutions(body: Sequence[Literal], binding: Binding, facts: set[Term]) -> Iterator[Binding]:
    """The bindings under which all conditions hold: those that bind variables first."""
    asking = [one for one in body if not one.is_negated and not is_test(one)]
    if asking:
        rest = [one for one in body if one is not asking[0]]
        for fact in facts:
            met = matched(asking[0].atom, fact, binding)
            if met is not None:
                yield from solutions(rest, met, facts)
    elif all(holds(one, binding, facts) for one in body):
        yield binding


def holds(test: Literal, binding: Binding, facts: set[Term]) -> bool:
    atom = filled(test.atom, binding)
    if is_test(test):
        assert isinstance(atom, Compound)
        return (atom.args[0] != atom.args[1]) != test.is_negated
    return (atom in facts) != test.is_negated


def matched(pattern: Term, term: Term, binding: Binding) -> Binding | None:
    """The binding under which a pattern is a term, or None."""
    if isinstance(pattern, Variable):
        known = binding.get(pattern.name, term)
        return {**binding, pattern.name: term} if known == term else None
    if not isinstance(pattern, Compound):
        return binding if pattern == term else None
    if not isinstance(term, Compound) or term.name != pattern.name or len(term.args) != len(pattern.args):
        return None
    found: Binding | None = binding
    for one, other in zip(pattern.args, term.args, strict=True):
        if found is not None:
            found = matched(one, other, found)
    return found


# Random sheets


def random_board(draw: Random) -> Sheet:
    """A sheet as people write them: stones on points, lines between points, helpers that ask others."""
    size = draw.randint(2, 4)
    points = range(1, size + 1)
    lines = {(draw.choice(points), draw.choice(points)) for _ in range(draw.randint(1, 2 * size))}
    text = [TURNS, *(f"(line {one} {other})" for one, other in sorted(lines))]
    text += [f"(init (at {point} {draw.choice(['a', 'b', 'none', 'none'])}))" for point in points]
    text.append("(<= (way ?x ?y) (line ?x ?y)) (<= (way ?x ?y) (line ?y ?x))")
    text.append("(<= (joined ?r ?x) (true (at ?x ?r)) (role ?r))")
    text.append("(<= (joined ?r ?y) (joined ?r ?x) (way ?x ?y) (not (true (at ?y none))))")
    moves = [
        "(<= (legal ?r (put ?x)) (true (control ?r)) (true (at ?x none)))",
        "(<= (legal ?r (go ?x ?y)) (true (control ?r)) (true (at ?x ?r)) (way ?x ?y) (true (at ?y none)))",
        "(<= (legal ?r (take ?x)) (true (control ?r)) (true (at ?x ?s)) (role ?s) (distinct ?r ?s)"
        " (joined ?s ?x) (way ?x ?y) (joined ?r ?y))",
        "(<= (legal ?r pass) (true (control ?r)) (not (joined ?r 1)))",
    ]
    text += draw.sample(moves, draw.randint(1, len(moves)))
    text.append("(<= (filled ?x ?r) (does ?r (put ?x))) (<= (filled ?y ?r) (does ?r (go ?x ?y)))")
    text.append("(<= (emptied ?x) (does ?r (go ?x ?y))) (<= (emptied ?x) (does ?r (take ?x)))")
    text.append("(<= (touched ?x) (filled ?x ?r)) (<= (touched ?x) (emptied ?x))")
    text.append(
        "(<= (next (at ?x ?r)) (filled ?x ?r)) (<= (next (at ?x none)) (emptied ?x) (not (put_back ?x)))"
    )
    text.append(
        f"(<= (put_back ?x) (emptied ?x) (true (at ?x b)) (distinct ?x {draw.choice(points)}) (line ?x ?x))"
    )
    text.append("(<= (next (at ?x b)) (put_back ?x))")
    text.append("(<= (next (at ?x ?w)) (true (at ?x ?w)) (not (touched ?x)))")
    text.append(draw.choice(["(<= open (true (at ?x none)))", "(<= open (true (at ?x a)) (true (at ?y b)))"]))
    text.append(draw.choice(["(<= terminal (not open))", f"(<= terminal (joined a {draw.choice(points)}))"]))
    text.append("(<= (goal ?r 100) (joined ?r 1)) (<= (goal ?r 0) (role ?r) (not (joined ?r 1)))")
    text.append(draw.choice(["", "(<= (goal a 7) open)", "(<= (next (seen ?f)) (true (at ?f a)))"]))
    return read_kif("\n".join(text), "board.kif")


def random_rules(draw: Random) -> Sheet:
    """A sheet of small rules that mean nothing: layers of relations without arguments, and with one."""
    values: list[Term] = [Atom(name) for name in "uvw"[: draw.randint(1, 3)]]
    x = Variable("X")
    facts: list[Term] = [Atom("p"), Atom("q"), *(Compound("f", (value,)) for value in values)]
    rules = list(read_kif(TURNS, "rules.kif").rules)
    rules += [Rule(Compound("of", (value,))) for value in values if draw.random() < 0.8]
    rules += [Rule(Compound("init", (fact,))) for fact in facts if draw.random() < 0.5]
    known: list[Term] = [Compound("of", (x,)), Compound("true", (Compound("f", (x,)),))]
    known += [Compound("true", (fact,)) for fact in facts]
    asked = list(known)

    def body(names: Sequence[Term], binding: bool) -> tuple[Literal, ...]:
        found = []
        if binding:
            found.append(Literal(draw.choice([one for one in names if x in arguments(one)])))
        known = [one for one in names if binding or x not in arguments(one)]
        for _ in range(draw.randint(0 if binding else 1, 2)):
            found.append(Literal(draw.choice(known), draw.random() < 0.4))
        if binding and draw.random() < 0.2:
            found.append(Literal(Compound("distinct", (x, draw.choice(values)))))
        return tuple(found)

    def layer(name: str, names: list[Term]) -> None:
        one: Term = Compound(name, (x,)) if draw.random() < 0.5 else Atom(name)
        has_argument = isinstance(one, Compound)
        for _ in range(draw.randint(1, 3)):
            binding = has_argument or draw.random() < 0.3
            made = body(names, binding)
            if has_argument and draw.random() < 0.2:
                made = (*made, Literal(one))
            rules.append(Rule(one, made))
        names.append(one)

    for number in range(draw.randint(0, 3)):
        layer(f"h{number}", asked)
    mover = Literal(Compound("true", (Compound("control", (Variable("R"),)),)))
    rules.append(Rule(Compound("legal", (Variable("R"), Compound("m", (x,)))), (mover, *body(asked, True))))
    for move in ("n", "o")[: draw.randint(0, 2)]:
        rules.append(Rule(Compound("legal", (Variable("R"), Atom(move))), (mover, *body(asked, False))))
    for _ in range(draw.randint(0, 1)):
        rules.append(Rule(Atom("terminal"), body(asked, False)))
    for role in "ab":
        for value in draw.sample([0, 50, 100], draw.randint(1, 2)):
            rules.append(Rule(Compound("goal", (Atom(role), value)), body(asked, draw.random() < 0.3)))
    done = [
        *asked,
        Compound("does", (Atom("a"), Compound("m", (x,)))),
        Compound("does", (Atom("b"), Atom("n"))),
    ]
    for number in range(draw.randint(0, 2)):
        layer(f"k{number}", done)
    after: list[Term] = [*facts, Compound("f", (x,))]
    for fact in after:
        for _ in range(draw.randint(0, 2)):
            rules.append(Rule(Compound("next", (fact,)), body(done, fact == Compound("f", (x,)))))
    return Sheet("rules.kif", rules)


def arguments(term: Term) -> list[Term]:
    """All variables of a term."""
    if isinstance(term, Variable):
        return [term]
    return [one for arg in term.args for one in arguments(arg)] if isinstance(term, Compound) else []
