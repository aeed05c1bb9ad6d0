"""Random sheets of general game playing in two styles, as rules, and the text of such a sheet."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from pydecl.model.term import Atom, Compound, Term, Variable
from pydecl.rules.gdl.kif import read_kif
from pydecl.rules.gdl.rules import Literal, Rule, Sheet

TURNS = """
(role a) (role b) (init (control a))
(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (next (control b)) (true (control a)))
(<= (next (control a)) (true (control b)))
"""


def in_kif(sheet: Sheet) -> str:
    """The text of a sheet."""
    return "\n".join(
        f"(<= {' '.join(map(_shown, (rule.head, *rule.body)))})" if rule.body else _shown(rule.head)
        for rule in sheet.rules
    )


def _shown(one: Term | Literal) -> str:
    if isinstance(one, Literal):
        return f"(not {_shown(one.atom)})" if one.is_negated else _shown(one.atom)
    if isinstance(one, Compound):
        return f"({' '.join((one.name, *map(_shown, one.args)))})"
    return f"?{one}" if isinstance(one, Variable) else str(one)


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
