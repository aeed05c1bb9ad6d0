"""Side to move: who is to move, as one procedure, which a search asks at every node.

It is no pass of a pipeline: a back end that runs searches adds the entry. max_to_move/1 and min_to_move/1
are both asked, as a search does, so that an error in either is one here.

>>> from pydecl.compiler.compile import compile_rules
>>> from pydecl.rules.reader import read_rules
>>> program = compile_rules(read_rules("max_to_move(p(x)). min_to_move(p(o)).", "g.pl"))
>>> with_mover(program).procedures[MOVER].determinism.value
'exactly one'
"""

from __future__ import annotations

from pydecl.compiler.ir import (
    Bind,
    Call,
    Clause,
    Const,
    Determinism,
    Fail,
    Goal,
    IfThenElse,
    Key,
    Match,
    Procedure,
    Program,
    Var,
)
from pydecl.model.term import Atom
from pydecl.rules.syntax import Span

MOVER = Key("\0mover", "+-")

HERE = Span(0, 0)
"""It stands nowhere in the rules."""


def with_mover(program: Program) -> Program:
    """The program with one more entry: who is to move, `max`, `min`, `both` or `neither`; both are asked."""
    lowest = _asked(program, "min_to_move")
    goals = _chosen(
        _asked(program, "max_to_move"),
        _chosen(lowest, _told("both"), _told("max")),
        _chosen(lowest, _told("min"), _told("neither")),
    )
    clause = Clause(goals, (Var("Mover"),), HERE)
    made = Procedure(MOVER, ("Pos",), (clause,), Determinism.DET, HERE)
    return Program({**program.procedures, MOVER: made}, (*program.entries, MOVER), program.refusals)


def _asked(program: Program, name: str) -> tuple[Goal, ...]:
    key = Key(name, "+")
    return (Call(key, (Var("Pos"),), (), HERE) if key in program.procedures else Fail(HERE),)


def _told(name: str) -> tuple[Goal, ...]:
    return (Match(Const(Atom(name)), Bind("Mover"), HERE),)


def _chosen(
    condition: tuple[Goal, ...], then: tuple[Goal, ...], otherwise: tuple[Goal, ...]
) -> tuple[Goal, ...]:
    return (IfThenElse(condition, then, otherwise, HERE),)
