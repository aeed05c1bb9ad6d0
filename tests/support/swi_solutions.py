"""SWI-Prolog as the oracle: what the goals of rules files give, in a session of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from folders import SUPPORT
from prolog_text import with_parts
from swi_process import SwiProcess

from pydecl.model.reader import read_term
from pydecl.model.term import Atom, Compound, PrologList, Term, Variable, term_text
from pydecl.rules.reader import read_rules, term_of

PROGRAM = SUPPORT / "swi_solutions.pl"

MOST = 40
"""How many solutions of a goal are compared."""

INFERENCES = 200_000
"""How long a goal may run."""


class End(Enum):
    """How the solutions of a goal end."""

    NO_MORE = "end"
    CUT_OFF = "more"
    """There are more than were asked for."""
    ERROR = "error"
    LIMIT = "limit"
    """They took too long."""


class _Told:
    """Equal to what is told with the same words: 1 is not 1.0."""

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and str(other) == str(self)

    def __hash__(self) -> int:
        return hash(str(self))


@dataclass(frozen=True, eq=False)
class Outcome(_Told):
    """The solutions of a goal, each the values of its outputs, in order; `error` is the formal term."""

    solutions: tuple[tuple[Term, ...], ...]
    end: End
    error: Term | None = None

    def __str__(self) -> str:
        shown = [term_text(PrologList(values)) for values in self.solutions]
        error = "" if self.error is None else f" {term_text(self.error)}"
        return " ".join([*shown, self.end.value]) + error


@dataclass(frozen=True, eq=False)
class Goal(_Told):
    """A question to a file: a predicate with its arguments; those that are None are asked for."""

    name: str
    arguments: tuple[Term | None, ...]

    @property
    def mode(self) -> str:
        return "".join("-" if argument is None else "+" for argument in self.arguments)

    @property
    def inputs(self) -> tuple[Term, ...]:
        return tuple(argument for argument in self.arguments if argument is not None)

    def __str__(self) -> str:
        shown = ("_" if argument is None else term_text(argument) for argument in self.arguments)
        return f"{Atom(self.name)}({', '.join(shown)})" if self.arguments else str(Atom(self.name))


class SwiSolver(SwiProcess):
    """One process of SWI-Prolog that holds any number of files, each in a module; a context manager."""

    def __init__(self) -> None:
        super().__init__(PROGRAM)

    def load(self, module: str, file: Path) -> list[str]:
        """Load a file into a module; the warnings and errors."""
        return self.ask(_line(Compound("load", (Atom(module), Atom(str(file))))))

    def solve(self, module: str, goal: Goal, most: int = MOST, inferences: int = INFERENCES) -> Outcome:
        """The first solutions of a goal in a module."""
        return _outcome(self.ask(_request(module, goal, most, inferences)), module)

    def solve_all(
        self, module: str, goals: Sequence[Goal], most: int = MOST, inferences: int = INFERENCES
    ) -> list[Outcome]:
        """The same of several goals, which are sent together where they are short."""
        requests = [_request(module, goal, most, inferences) for goal in goals]
        if sum(map(len, requests)) > PIPE:
            return [_outcome(self.ask(request), module) for request in requests]
        self.send("".join(requests))
        return [_outcome(self.told(), module) for _ in requests]


PIPE = 30_000
"""Characters that may wait in the pipe to SWI-Prolog while it writes."""


def _request(module: str, goal: Goal, most: int, inferences: int) -> str:
    outputs = tuple(Variable(f"V{i}") for i, given in enumerate(goal.arguments) if given is None)
    todo = iter(outputs)
    arguments = tuple(next(todo) if given is None else given for given in goal.arguments)
    called = Compound(goal.name, arguments) if arguments else Atom(goal.name)
    return _line(Compound("solve", (Atom(module), called, PrologList(outputs), most, inferences)))


def _line(request: Term) -> str:
    return f"{term_text(request)}.\n"


def _outcome(lines: Sequence[str], module: str) -> Outcome:
    *solutions, end = lines
    kind, _, ball = end.partition(" ")
    found = tuple(_values(line) for line in solutions)
    return Outcome(found, End(kind), formal(read_term(ball), module) if ball else None)


def _values(line: str) -> tuple[Term, ...]:
    values = read_term(line.removeprefix("solution "))
    assert isinstance(values, PrologList)
    return values.items


def formal(ball: Term, module: str = "") -> Term:
    """What an exception is, without where it was raised, and without the module of the file.

    A free variable in it is the atom `_`, as compiled rules have it: they ask SWI-Prolog what was thrown.

    >>> print(formal(read_term("error(existence_error(procedure,:(m,/(p,1))),context(a,_))"), "m"))
    existence_error(procedure,/(p,1))
    """
    if isinstance(ball, Compound) and ball.name == "error" and len(ball.args) == 2:
        ball = ball.args[0]
    return _plain(ball, module)


def _plain(term: Term, module: str) -> Term:
    match term:
        case Compound(":", (Atom(name), inner)) if name == module:
            return inner
        case Compound("$VAR", (_,)):
            return Atom("_")
    return with_parts(term, lambda part: _plain(part, module))


def goals_of(questions: Sequence[str]) -> list[Goal]:
    """Questions in Prolog's notation, such as `append([a], [b], _)`; `_` is asked for."""
    rules = read_rules("".join(f"{question}.\n" for question in questions))
    assert not rules.faults, str(rules.faults[0])
    found = []
    for clause in rules.clauses:
        term = term_of(clause.term)
        if isinstance(term, Compound):
            args = tuple(None if isinstance(arg, Variable) else arg for arg in term.args)
            found.append(Goal(term.name, args))
        else:
            assert isinstance(term, Atom)
            found.append(Goal(term.name, ()))
    return found
