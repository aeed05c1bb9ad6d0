"""Random calls of the library's predicates: C answers as SWI-Prolog does, errors included, or refuses."""

from __future__ import annotations

from c_back_end import CBackEnd
from differential import Verdict
from native_code import tcc
from oracle import Oracle
from random_generators import LIBRARY
from random_library import GOALS, random_program
from random_runs import batches, each_answered, none_differs
from rings import sample_size

from pydecl.compiler.frontend.prelude import is_written
from pydecl.compiler.library import MODES
from pydecl.model.term import Compound

BATCH = 40


def test_c_answers_as_swi_prolog_or_refuses() -> None:
    with Oracle() as oracle:
        made = batches(range(sample_size(len(GOALS), 12 * len(GOALS))), BATCH, LIBRARY)
        answers = (part for programs in made for part in each_answered(oracle, programs, LIBRARY))
        tally = none_differs(oracle, CBackEnd(tcc()), answers, LIBRARY)
    assert tally.verdicts[Verdict.EQUAL] > 0.4 * sum(tally.verdicts.values())


def test_the_calls_are_of_predicates_that_the_compiler_knows() -> None:
    named = {(one.name, len(one.args)) for one in GOALS if isinstance(one, Compound)}
    assert {key for key in named if not is_written(key)} <= MODES.keys()


def test_a_number_gives_the_same_program_again() -> None:
    assert [random_program(number) for number in range(20)] == [random_program(n) for n in range(20)]
