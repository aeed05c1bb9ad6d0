"""The idioms of `tests/idioms/`: machine code answers as SWI-Prolog does, or refuses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count

import pytest
from c_back_end import CBackEnd
from differential import (
    SOLUTIONS,
    Comparison,
    IdiomFile,
    PrologError,
    Verdict,
    compare,
    compare_file,
    expected_outcomes,
    idiom_files,
    key_of,
)
from native_code import quick
from swi_solutions import End, Goal, Outcome, SwiSolver, goals_of

from pydecl.compiler import ir
from pydecl.errors import LimitError
from pydecl.model.reader import read_term
from pydecl.model.term import Atom, Term
from pydecl.rules.reader import read_rules
from pydecl.rules.syntax import Span

FILES = idiom_files()

QUICK = CBackEnd(quick())
"""What takes all files but each sixteenth: tcc, if it is there."""


_NUMBERS = """
    bound_behind=3 catching=15 closures=5 collecting=5 comparison=7 control=3 destructive_update=6 errors=36
    floats=2 games=1 given=14 grammars=1 graphs=1 integers=3 lists=5 local_cuts=6 loops=3 membership=1
    changed_facts=1 partial_lists=14 partial_terms=13 single_sided=2 strings=6 terms=30 textbook=1
"""
REFUSED = {theme: int(number) for theme, number in re.findall(r"(\w+)=(\d+)", _NUMBERS)}
"""How many questions of a file are refused: no more than there were."""


@pytest.fixture(scope="module")
def expected() -> Iterator[Mapping[str, Mapping[Goal, Outcome]]]:
    with SwiSolver() as solver:
        yield {file.theme: expected_outcomes(solver, file) for file in FILES}


def test_there_are_enough_idioms() -> None:
    assert sum(len({(goal.name, len(goal.arguments)) for goal in file.goals}) for file in FILES) >= 250


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.theme)
def test_idioms_are_read_without_fault_and_asked_of_what_they_define(file: IdiomFile) -> None:
    assert not file.rules.faults
    defined = {clause.indicator for clause in file.rules.clauses}
    assert {(goal.name, len(goal.arguments)) for goal in file.goals} <= defined
    assert len(set(file.goals)) == len(file.goals)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.theme)
def test_swi_prolog_answers_each_goal_in_time(
    file: IdiomFile, expected: Mapping[str, Mapping[Goal, Outcome]]
) -> None:
    for goal, outcome in expected[file.theme].items():
        assert outcome.end is not End.LIMIT or outcome.solutions, goal


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.theme)
def test_machine_code_answers_as_swi_prolog_or_refuses(
    file: IdiomFile, expected: Mapping[str, Mapping[Goal, Outcome]]
) -> None:
    chosen = QUICK if FILES.index(file) % 16 else CBackEnd()
    found = compare_file(file, chosen, expected[file.theme])
    wrong = [str(one) for one in found if one.verdict is Verdict.DIFFERENT]
    assert not wrong, "\n".join(wrong)
    refused = [str(one) for one in found if one.verdict is Verdict.REFUSED]
    assert len(refused) <= REFUSED.get(file.theme, 0), "\n".join(refused)


# The comparison itself


class Canned:
    """A compiled file that gives what it is told to."""

    def __init__(
        self, solutions: Iterable[Term] = (), end: Exception | None = None, refusal: ir.Refusal | None = None
    ) -> None:
        self.given = solutions
        self.end = end
        self.refusals = {} if refusal is None else {refusal.key: refusal}

    def solutions(
        self,
        key: ir.Key,  # noqa: ARG002
        arguments: Sequence[Term],  # noqa: ARG002
        most: int = SOLUTIONS,  # noqa: ARG002
    ) -> Iterator[tuple[Term, ...]]:
        for value in self.given:
            yield (value,)
        if self.end is not None:
            raise self.end


RULES = read_rules("p(X) :- member(X, [1, 2]).\n", "p.pl")
(GOAL,) = goals_of(["p(_)"])
TWO = Outcome(((1,), (2,)), End.NO_MORE)
ERROR = Outcome(((1,),), End.ERROR, Atom("ball"))
MANY = Outcome(((1,), (2,)), End.CUT_OFF)
LONG = Outcome(((1,), (2,)), End.LIMIT)
NOTHING_IN_TIME = Outcome((), End.LIMIT)


def refusal(start: int, end: int, reason: str) -> ir.Refusal:
    return ir.Refusal(key_of(GOAL), Span(start, end), reason)


@pytest.mark.parametrize(
    ("expected_outcome", "loaded", "verdict"),
    [
        (TWO, Canned([1, 2]), Verdict.EQUAL),
        (TWO, Canned([2, 1]), Verdict.DIFFERENT),
        (TWO, Canned([1]), Verdict.DIFFERENT),
        (TWO, Canned([1, 2, 3]), Verdict.DIFFERENT),
        (TWO, Canned([1, 2.0]), Verdict.DIFFERENT),
        (TWO, Canned([1, 2], PrologError(Atom("ball"))), Verdict.DIFFERENT),
        (TWO, Canned([1], ZeroDivisionError()), Verdict.DIFFERENT),
        (TWO, Canned([1], LimitError("too deep")), Verdict.GAVE_UP),
        (ERROR, Canned([1], PrologError(Atom("ball"))), Verdict.EQUAL),
        (ERROR, Canned([1], PrologError(read_term("error(ball,here)"))), Verdict.EQUAL),
        (ERROR, Canned([1], PrologError(Atom("other"))), Verdict.DIFFERENT),
        (ERROR, Canned([1]), Verdict.DIFFERENT),
        (ERROR, Canned([], PrologError(Atom("ball"))), Verdict.DIFFERENT),
        (MANY, Canned([1, 2, 3, 4]), Verdict.EQUAL),
        (MANY, Canned([1, 2]), Verdict.DIFFERENT),
        (LONG, Canned([1, 2]), Verdict.EQUAL),
        (LONG, Canned([1, 3]), Verdict.DIFFERENT),
        (NOTHING_IN_TIME, Canned([1, 3]), Verdict.LONG),
        (TWO, Canned(refusal=refusal(8, 25, "no member/2")), Verdict.REFUSED),
        (TWO, Canned(refusal=refusal(8, 99, "no member/2")), Verdict.DIFFERENT),
        (TWO, Canned(refusal=refusal(8, 8, "no member/2")), Verdict.DIFFERENT),
        (TWO, Canned(refusal=refusal(8, 25, " ")), Verdict.DIFFERENT),
    ],
)
def test_a_comparison_sees_every_difference(
    expected_outcome: Outcome, loaded: Canned, verdict: Verdict
) -> None:
    assert compare(GOAL, RULES, loaded, expected_outcome).verdict is verdict


def test_a_back_end_that_does_not_end_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("differential.SECONDS", 0.05)
    found: Comparison = compare(GOAL, RULES, Canned(one for one in count() if one < 0), TWO)
    assert found.verdict is Verdict.DIFFERENT
    assert "no end within" in found.detail


def test_what_differs_is_told_with_both_answers() -> None:
    found = compare(GOAL, RULES, Canned([1, 3]), TWO)
    assert str(found) == "p.pl: ?- p(_).\n  SWI-Prolog: [1] [2] end\n  back end:   [1] [3] end"


def test_warnings_of_swi_prolog_are_seen(tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.mktemp("warned") / "w.pl"
    file.write_text("p(X) :- q(Y).\n")
    with SwiSolver() as solver:
        (message,) = solver.load("warned", file)
    assert "Singleton variables: [X,Y]" in message
