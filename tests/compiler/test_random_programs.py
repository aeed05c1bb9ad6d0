"""Random programs: SWI-Prolog and the reader take them; back ends answer as SWI-Prolog does, or refuse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from differential import PrologError, key_of
from module_fixtures import for_module
from oracle import INFERENCES, MOST, Oracle
from random_generators import PROGRAMS
from random_runs import Tally, answered, examine, smallest
from random_templates import RandomProgram
from rings import sample_size
from swi_reading import SwiReader, our_reading
from swi_solutions import End, Goal, Outcome, SwiSolver, goals_of

from pydecl.compiler import ir
from pydecl.model.term import Atom, Compound, Term
from pydecl.rules.reader import read_rules, term_of
from pydecl.rules.syntax import RulesText

PROGRAM = PROGRAMS.random_program
"""Those in the other styles are as good: `test_random_styles.py` runs them all."""


oracle = for_module(Oracle)


def test_random_programs_bind_what_they_read(oracle: Oracle) -> None:
    programs = [PROGRAM(number) for number in range(sample_size(10, 300))]
    found = str([outcome for one in answered(oracle, programs) for outcome in one.outcomes])
    assert "instantiation_error" not in found


def test_the_reader_reads_random_programs_as_swi_prolog_does(tmp_path: Path) -> None:
    text = "".join(PROGRAM(number).text for number in range(sample_size(15, 100)))
    with SwiReader(tmp_path) as swi:
        assert our_reading(text) == swi.read(text)


# The runs themselves, on a back end that is SWI-Prolog with a fault


class Faulty:
    """SWI-Prolog, but the solutions of predicates that call between/3 come out backwards."""

    name = "faulty"

    def __init__(self, folder: Path, solver: SwiSolver) -> None:
        self.folder = folder
        self.solver = solver
        self.loads = 0

    def load(self, rules: RulesText, entries: Sequence[ir.Key]) -> LoadedFaulty:  # noqa: ARG002
        if "unloadable" in rules.text:
            raise ValueError("this does not load")
        self.loads += 1
        file = self.folder / f"faulty_{self.loads}.pl"
        file.write_text(rules.text)
        self.solver.load(file.stem, file)
        return LoadedFaulty(self.solver, file.stem, "between" in rules.text)


class LoadedFaulty:
    """A file of the faulty back end."""

    def __init__(self, solver: SwiSolver, module: str, backwards: bool) -> None:
        self.solver = solver
        self.module = module
        self.backwards = backwards
        self.refusals: dict[ir.Key, ir.Refusal] = {}

    def solutions(
        self, key: ir.Key, arguments: Sequence[Term], most: int = MOST
    ) -> Iterator[tuple[Term, ...]]:
        given = iter(arguments)
        goal = Goal(key.name, tuple(next(given) if mode == "+" else None for mode in key.mode))
        outcome = self.solver.solve(self.module, goal, most, INFERENCES)
        yield from reversed(outcome.solutions) if self.backwards else outcome.solutions
        if outcome.error is not None:
            raise PrologError(outcome.error)


@pytest.fixture
def faulty(tmp_path: Path) -> Iterator[Faulty]:
    with SwiSolver() as solver:
        yield Faulty(tmp_path, solver)


def program_of(text: str, *questions: str) -> RandomProgram:
    clauses = tuple(term_of(clause.term) for clause in read_rules(text).clauses)
    return RandomProgram(clauses, tuple(goals_of(questions)))


def test_a_difference_is_found_and_made_small(oracle: Oracle, faulty: Faulty) -> None:
    program = program_of(
        "q(A, B) :- ( A > 0 -> B = A ; B = 0 ).\np(N, X) :- q(N, M), between(1, N, Y), X is Y + M.\n",
        "q(3, _)",
        "p(3, _)",
    )
    tally = Tally()
    examine(faulty, answered(oracle, [program]), tally)
    assert len(tally.different) == 1
    text, found = smallest(oracle, faulty, program, tally.different[0][1].goal)
    assert text == "p(N, X) :-\n    between(0, N, Y),\n    X is Y.\n"
    assert "SWI-Prolog:" in str(found)


def test_a_batch_that_does_not_load_is_halved_until_its_program_is_found(
    oracle: Oracle, faulty: Faulty
) -> None:
    fine = [program_of(f"p{number}({number}).\n", f"p{number}(_)") for number in range(4)]
    broken = program_of("unloadable(1).\n", "unloadable(_)")
    tally = Tally()
    examine(faulty, answered(oracle, [*fine[:3], broken, fine[3]]), tally)
    assert [program for program, _ in tally.different] == [broken]
    assert "this does not load" in tally.different[0][1].detail
    assert sum(tally.verdicts.values()) == 5


def test_outcomes_are_equal_only_with_their_types() -> None:
    assert Outcome(((1,),), End.NO_MORE) != Outcome(((1.0,),), End.NO_MORE)
    assert key_of(Goal("p", (None, Compound("f", (Atom("a"),))))) == ir.Key("p", "-+")
