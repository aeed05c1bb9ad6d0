"""A grounded sheet says what an obvious interpreter of its rules does, state by state; some are refused."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from random import Random

import pytest
from c_back_end import ProgramC
from folders import ROOT
from gdl_interpreter import Interpreter
from gdl_interpreter import Term as Written
from gdl_playouts import as_written, facts_of
from hypothesis import given, settings
from hypothesis import strategies as st
from native_code import tcc
from random_sheets import TURNS, in_kif, random_board, random_rules
from rings import sample_size

from pydecl.compiler.c.primitives import PRIMITIVES
from pydecl.compiler.c.program import CText, compile_c
from pydecl.compiler.compile import ENTRIES, compile_normal
from pydecl.compiler.frontend.normal import normal
from pydecl.compiler.ir import Key
from pydecl.grounding.flattening import NotGroundedError
from pydecl.grounding.grounding import grounded
from pydecl.grounding.interface import grounded_rules
from pydecl.grounding.propositional import propositional
from pydecl.grounding.sheets import sheet_of
from pydecl.model.term import Compound, Term
from pydecl.rules.gdl.kif import read_kif
from pydecl.rules.gdl.rules import Sheet
from pydecl.rules.reader import read_rules

MOST = sample_size(8, 25)
"""How many states of one sheet are compared."""


class GroundedC(ProgramC):
    """A grounded sheet in C."""

    def __init__(self, sheet: Sheet) -> None:
        self.grounded = grounded_rules(propositional(sheet))
        super().__init__(compile_normal(self.grounded.rules, ENTRIES), tcc())

    @cached_property
    def compiled(self) -> CText:
        primitives = {**PRIMITIVES, **self.grounded.primitives}
        return compile_c(self.program, game=True, counted=primitives, called=self.grounded.text)

    def ask(self, name: str, mode: str, *arguments: Term) -> list[tuple[Term, ...]]:
        return list(self.solutions(Key(name, mode), arguments, most=10_000))


def state_of(game: GroundedC, position: Term) -> tuple[str, frozenset[Written]]:
    """Who is to move, and what holds."""
    state = game.grounded.coding.told(position)
    assert isinstance(state, Compound)
    return str(state.args[0]), facts_of(state)


def compare(sheet: Sheet, most: int = MOST) -> int:
    """Hold the states that can be reached against the second interpreter; how many there were."""
    game, plain = GroundedC(sheet), Interpreter(in_kif(sheet))
    todo = [position for (position,) in game.ask("initial", "-")]
    assert [state_of(game, position)[1] for position in todo] == [plain.start]
    seen = set(todo)
    while todo:
        position = todo.pop()
        mover, facts = state_of(game, position)
        other = "ab"[mover == "a"]
        view = plain.view(facts)
        goals = view.goals
        if len(goals["a"]) == len(goals["b"]) == 1:
            first, second = (int(str(*goals[role])) for role in "ab")
            assert game.ask("staticval", "+-", position) == [(first - second,)]
        elif not goals["a"]:
            assert game.ask("staticval", "+-", position) == []
        moves = game.ask("move", "+--", position)
        if view.is_terminal:
            assert moves == []
            continue
        assert view.legal[other] == {"noop"}
        found = {as_written(game.grounded.coding.move(position, move)): after for move, after in moves}
        assert len(found) == len(moves)
        assert found.keys() == view.legal[mover]
        for move, after in found.items():
            assert state_of(game, after)[1] == plain.after(facts, {mover: move, other: "noop"})
            if after not in seen and len(seen) < most:
                seen.add(after)
                todo.append(after)
    return len(seen)


@pytest.mark.parametrize("style", [random_board, random_rules])
@settings(deadline=None, max_examples=sample_size(6, 60))
@given(seed=st.integers(0, 1 << 32))
def test_random_sheets(style: Callable[[Random], Sheet], seed: int) -> None:
    compare(style(Random(seed)))


def test_a_sheet_of_the_examples() -> None:
    text = (ROOT / "examples" / "pile.kif").read_text().replace("max", "a").replace("min", "b")
    assert compare(read_kif(text, "pile.kif"), 100) == 14


def test_relations_that_do_not_depend_on_the_state_are_worked_out() -> None:
    sheet = read_kif(
        f"{TURNS} (init (at 1)) (way 1 2) (way 2 3) (<= (far ?x ?y) (way ?x ?y))"
        "(<= (far ?x ?z) (far ?x ?y) (way ?y ?z)) (<= (legal ?r (go ?y)) (true (at ?x)) (far ?x ?y)"
        "(true (control ?r)) (not (way ?x ?y))) (<= (next (at ?x)) (does ?r (go ?x)))",
        "g.kif",
    )
    ground = grounded(sheet)
    legal = [rule for rule in ground.rules if str(ground.term(rule[0])).startswith("legal(a,go")]
    assert [(str(ground.term(head)), len(asked), no) for head, asked, no in legal] == [
        ("legal(a,go(3))", 2, ())
    ]


IN_PROLOG = """
role(a). role(b). init(control(a)).
legal(R, noop) :- role(R), \\+ true(control(R)).
next(control(b)) :- true(control(a)).
next(control(a)) :- true(control(b)).
"""

MANY = "d(1). d(2). d(3). d(4). d(5). d(6). d(7). d(8). d(9)."


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ("init(n(z)). next(n(s(X))) :- true(n(X)).", "nested without an end"),
        (
            f"{MANY} next(x(A, B)) :- d(A), d(B), d(C), d(D), d(E), d(F), d(G), C \\== G, E \\== F.",
            "too large to ground: ",
        ),
        ("next(x) :- \\+ p. p :- true(x), \\+ q. q :- p.", "recur through not"),
        ("role(c).", "3 roles"),
        ("goal(a, 1) :- does(a, noop).", "depends on what is done"),
    ],
)
def test_what_is_not_grounded_says_why(rules: str, why: str) -> None:
    with pytest.raises(NotGroundedError, match=why):
        propositional(sheet_in(IN_PROLOG + rules), most=200_000)


def sheet_in(text: str) -> Sheet:
    return sheet_of(normal(read_rules(text, "g.pl")))


def test_rules_in_prolog_are_read_as_a_sheet() -> None:
    text = """
    :- table far/1.
    :- dynamic never/1.
    far(X) :- true(at(X)) ; far(Y), or(next(Y, X), next(X, Y)), \\+ (Y == X, never(X)), Y \\== X.
    """
    rules = [str(rule) for rule in sheet_in(text + "next(1, 2).").rules]
    assert rules == [
        "far(X) <= true(at(X))",
        *(
            f"far(X) <= far(Y) & next({asked}) & {denied} & distinct(Y,X)"
            for asked in ("Y,X", "X,Y")
            for denied in ("distinct(Y,X)", "not never(X)")
        ),
        "next(1,2)",
    ]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("p(X) :- true(X), !.", "p/1: it asks !/0"),
        ("p(X) :- true(f(Y)), X is Y + 1.", "it asks is/2"),
        ("p(X) :- \\+ true(X).", "a variable is not bound"),
        ("p(X) :- true(X), Y.", "a goal is a variable"),
        ("p([a]).", "a list"),
        ("true(f).", "true/1: the rules define it"),
    ],
)
def test_rules_that_are_no_sheet_say_why(text: str, why: str) -> None:
    with pytest.raises(NotGroundedError, match=why):
        sheet_in(text)
