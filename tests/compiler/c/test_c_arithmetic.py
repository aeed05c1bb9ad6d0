"""Arithmetic, comparison and order in C against SWI-Prolog's, function by function.

C holds numbers in three ways: integers, floats, and either. Each function is asked with arguments of each.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from c_back_end import LoadedC
from differential import PrologError
from rings import sample
from swi_solutions import formal

from pydecl.compiler import ir
from pydecl.engines.prolog.session import Session
from pydecl.errors import LimitError
from pydecl.model.term import PrologList, atom_text, term_text
from pydecl.rules.reader import read_rules

INTEGERS = (0, 1, -1, 2, -7, 63, 2**53 + 1, 2**63 - 1, -(2**63))
FLOATS = (0.0, -0.0, 1.0, 2.0, -1.5, -3.0, 1e22, 5e-324, 2.0**53, math.inf, -math.inf)
NUMBERS: dict[str, tuple[int | float, ...]] = {"i": INTEGERS, "f": FLOATS, "n": INTEGERS + FLOATS}

OF_ONE = (
    *("-", "+", "abs", "sign", "sqrt", "sin", "cos", "tan", "atan", "exp", "log", "ceiling", "floor"),
    *("truncate", "round", "integer", "float", "float_integer_part", "float_fractional_part", "rational"),
    *("rationalize", "numerator", "denominator", "\\", "msb", "popcount"),
)
OF_TWO = (
    *("+", "-", "*", "/", "//", "mod", "rem", "div", "rdiv", "min", "max", "**", "^", ">>", "<<"),
    *("/\\", "\\/", "xor", "gcd", "lcm", "getbit", "atan2", "atan"),
)
RELATIONS = ("<", ">", "=<", ">=", "=:=", "=\\=", "@<", "@>", "@=<", "@>=", "==", "\\==", "=", "\\=")
OF_PAIRS = (
    *("compare(Z, X, Y)", "msort([X, Y], Z)", "sort([X, Y], Z)", "sort(0, @>=, [X, Y], Z)"),
    *("max_list([X, Y], Z)", "min_list([X, Y], Z)", "sum_list([X, Y], Z)"),
    *("max_member(Z, [X, Y])", "min_member(Z, [X, Y])", "subtract([X], [Y], Z)", "plus(X, Y, Z)"),
    *(f"aggregate_all({kind}(E), member(E, [X, Y]), Z)" for kind in ("max", "min", "sum", "set")),
    *(f"aggregate_all({kind}(E, E), member(E, [X, Y]), Z)" for kind in ("max", "min")),
)

GROWING = ("**", "^", "<<", ">>")
"""Functions whose results can be larger than any memory, at which SWI-Prolog ends."""


@dataclass(frozen=True)
class Asked:
    """A predicate of one or two numbers, X and Y; `kinds` says of which."""

    name: str
    kinds: str
    goal: str
    grows: bool = False

    @property
    def inputs(self) -> str:
        return ", ".join("XY"[: len(self.kinds)])

    @property
    def clause(self) -> str:
        return f"{self.name}({self.inputs}, Z) :- {self.goal}.\n"

    @property
    def key(self) -> ir.Key:
        return ir.Key(self.name, "+" * len(self.kinds) + "-")

    @cached_property
    def arguments(self) -> list[tuple[int | float, ...]]:
        return [numbers for numbers in product(*(NUMBERS[kind] for kind in self.kinds)) if self.safe(numbers)]

    def safe(self, numbers: tuple[int | float, ...]) -> bool:
        """Whether SWI-Prolog survives: it ends where -2**63 is divided by -1, too."""
        one, other = numbers[0], numbers[-1]
        large = isinstance(one, int) and isinstance(other, int) and abs(other) > 100 and one != 0
        return (one, other) != (-(2**63), -1) and not (self.grows and large)


def predicates() -> Iterator[Asked]:
    """All that is asked."""
    goals = [(f"Z is {atom_text(name)}(X)", 1, False) for name in OF_ONE]
    goals += [(f"Z is {atom_text(name)}(X, Y)", 2, name in GROWING) for name in OF_TWO]
    goals += [(f"( X {relation} Y -> Z = yes ; Z = no )", 2, False) for relation in RELATIONS]
    goals += [(goal, 2, False) for goal in OF_PAIRS]
    for number, (goal, arity, grows) in enumerate(goals):
        for kinds in ("i", "f", "n") if arity == 1 else ("ii", "ff", "if", "fi", "nn"):
            yield Asked(f"q{number}_{kinds}", kinds, goal, grows)


ASKED = sample(list(predicates()), 68)


def theirs(session: Session, asked: Asked) -> list[str]:
    """SWI-Prolog's answers: all solutions, or the error."""
    numbers = ", ".join(term_text(PrologList(one)) for one in asked.arguments)
    answer = f"catch(findall(Z, ({asked.goal}), A), error(A, _), true)"
    (row,) = session.query(f"findall(A, (member([{asked.inputs}], [{numbers}]), {answer}), As)")
    answers = row["As"]
    assert isinstance(answers, PrologList)
    return list(map(term_text, answers.items))


def ours(loaded: LoadedC, asked: Asked, numbers: tuple[int | float, ...]) -> str:
    """The answer of the rules in C; a number that C does not hold ends it, and is none."""
    try:
        return term_text(PrologList(tuple(value for (value,) in loaded.solutions(asked.key, numbers))))
    except PrologError as error:
        return term_text(formal(error.ball))
    except LimitError:
        return "refused"


def test_numbers_in_c_are_those_of_swi_prolog() -> None:
    rules = read_rules("".join(one.clause for one in ASKED), "numbers.pl")
    loaded = LoadedC(rules, [one.key for one in ASKED])
    for one in ASKED:
        for index, kind in enumerate(one.kinds):
            loaded.examples[one.key, index] = [*NUMBERS[kind]]
    assert not loaded.refusals
    wrong, refused, count = [], 0, 0
    with Session(None) as session:
        for one in ASKED:
            for numbers, expected in zip(one.arguments, theirs(session, one), strict=True):
                found = ours(loaded, one, numbers)
                count += 1
                refused += found == "refused"
                if found not in (expected, "refused"):
                    wrong.append(f"{one.goal}, {numbers}: {found}, SWI-Prolog {expected}")
    assert not wrong, "\n".join(wrong)
    assert refused < count / 4
