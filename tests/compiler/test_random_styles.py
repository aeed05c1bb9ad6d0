"""Random programs in other styles hold what they promise; back ends answer as SWI-Prolog does, or refuse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random

import pytest
from c_back_end import CBackEnd
from differential import Verdict
from module_fixtures import for_module
from native_code import quick
from oracle import Oracle
from prolog_text import clause_text, parts
from random_generators import CONTROL, LATE, MUTANTS, ODD, PROGRAMS, SHAPES, STYLES, Generator
from random_runs import Answered, batches, each_answered, none_differs
from random_templates import Place, Style, UnfitError, Writer
from rings import is_thorough, sample_size, seeds
from swi_solutions import End

from pydecl.model.term import Atom, Compound, PrologList, Term, Variable
from pydecl.rules.reader import read_rules, term_of

NUMBERS = range(sample_size(10, 60))
BATCH = 30

QUICK = CBackEnd(quick())
"""tcc, if it is there: what random programs show is seldom a matter of the compiler."""


oracle = for_module(Oracle)


@pytest.fixture(scope="module")
def programs_of_styles(oracle: Oracle) -> dict[str, list[list[Answered]]]:
    """Programs of each style."""
    return {
        style.name: [
            part
            for programs in batches(NUMBERS, BATCH, style)
            for part in each_answered(oracle, programs, style)
        ]
        for style in STYLES
    }


@pytest.mark.parametrize("style", STYLES, ids=lambda one: one.name)
def test_programs_are_asked_what_ends_and_what_errs(
    style: Generator, programs_of_styles: Mapping[str, Sequence[Sequence[Answered]]]
) -> None:
    outcomes = [
        outcome for batch in programs_of_styles[style.name] for one in batch for outcome in one.outcomes
    ]
    assert sum(1 for one in outcomes if one.solutions) > 0.4 * len(outcomes)
    assert sum(1 for one in outcomes if one.end is End.ERROR) > 0.01 * len(outcomes)
    assert sum(1 for one in outcomes if one.end is End.LIMIT and not one.solutions) < 0.02 * len(outcomes)


@pytest.mark.parametrize("style", STYLES, ids=lambda one: one.name)
def test_machine_code_answers_as_swi_prolog_or_refuses(
    style: Generator,
    oracle: Oracle,
    programs_of_styles: Mapping[str, Sequence[Sequence[Answered]]],
) -> None:
    tally = none_differs(oracle, QUICK, programs_of_styles[style.name], style)
    whole = sum(tally.verdicts.values())
    assert tally.verdicts[Verdict.EQUAL] > 0.2 * whole
    if is_thorough() and style not in (ODD, LATE):  # C has 64 bits, and refuses what is bound later
        assert tally.verdicts[Verdict.REFUSED] < whole / 3


@pytest.mark.thorough("they are new each day")
@pytest.mark.parametrize("style", [*STYLES, MUTANTS, PROGRAMS], ids=lambda one: one.name)
def test_new_programs_are_answered_alike(style: Generator, oracle: Oracle) -> None:
    for programs in batches(seeds(0, 100 if style is PROGRAMS else 60), BATCH, style):
        for batch in each_answered(oracle, programs, style):
            none_differs(oracle, QUICK, [batch], style)


@pytest.mark.parametrize("style", STYLES, ids=lambda one: one.name)
def test_a_number_gives_the_same_program_again_and_its_text_reads_back(style: Generator) -> None:
    for number in range(sample_size(8, 50)):
        program = style.random_program(number)
        assert program == style.random_program(number)
        assert {(goal.name, len(goal.arguments)) for goal in program.goals} <= program.defined
        assert all(name.startswith(f"{style.name}{number}_") for name, _ in program.defined)
        rules = read_rules(program.text)
        assert not rules.faults
        texts = [clause_text(term_of(clause.term)) for clause in rules.clauses]
        assert texts == [clause_text(clause) for clause in program.clauses]


# What the programs are made of

made_of_many = pytest.mark.thorough("it takes hundreds of programs to see what they are made of")


def places(term: Term, around: tuple[str, ...] = ()) -> Iterator[tuple[Term, tuple[str, ...]]]:
    """Each part of a term, with the names of the compounds around it, the innermost last."""
    yield term, around
    name = term.name if isinstance(term, Compound) else "[]" if isinstance(term, PrologList) else ""
    for index, part in enumerate(parts(term)):
        inner = f"{name}{index}" if name in ("->", "*->", ";") else name
        yield from places(part, (*around, inner))


def counts_of(style: Generator, count: int = 200) -> Counter[str]:
    """How often a name stands in programs of a style; `! in N` is a cut inside a term of this name."""
    found: Counter[str] = Counter()
    for number in range(count):
        for clause in style.random_program(number).clauses:
            for term, around in places(clause):
                if isinstance(term, Compound):
                    found[f"{term.name}/{len(term.args)}"] += 1
                if term == Atom("!"):
                    found.update(f"! in {name}" for name in {name for name in around if name != ","})
    return found


@made_of_many
def test_shapes_take_data_apart_and_put_it_together() -> None:
    found = counts_of(SHAPES, 300)
    goals = (
        "=../2 functor/3 arg/3 setof/3 bagof/3 ^/2 findall/3 aggregate_all/3 sort/4 sort/2 msort/2 "
        "keysort/2 predsort/3 pairs_keys_values/3 pairs_keys/2 pairs_values/2 nth0/3 nth1/3 nth0/4 "
        "select/4 select/3 subtract/3 sumlist/2 atom_length/2 atom_chars/2 atom_codes/2 "
        "atom_concat/3 atomic_list_concat/2 atomic_list_concat/3 sub_atom/5 atom_number/2 "
        "number_codes/2 upcase_atom/2 memberchk/2 group_pairs_by_key/2 foldl/4 maplist/3 include/3 "
        "string_concat/3 string_length/2 string_chars/2 split_string/4 sub_string/5 string_upper/2"
    )
    assert [goal for goal in goals.split() if found[goal] < 2] == []


@made_of_many
def test_shapes_have_tables_whose_keys_are_equal_but_for_their_types() -> None:
    mixed = 0
    for number in range(200):
        keys: dict[str, list[Term]] = {}
        for clause in SHAPES.random_program(number).clauses:
            if isinstance(clause, Compound) and clause.name != ":-":
                keys.setdefault(clause.name, []).append(clause.args[0])
        for column in keys.values():
            numbers = [key for key in column if isinstance(key, int | float)]
            mixed += len({str(key) for key in numbers}) > len(set(numbers))
    assert mixed > 1


@made_of_many
def test_control_has_cuts_everywhere() -> None:
    found = counts_of(CONTROL)
    inside = r"\+ once call findall forall bagof aggregate_all maplist include foldl = ->0 ->1 *->1 ;0 ;1"
    assert [name for name in inside.split() if found[f"! in {name}"] < 3] == []
    goals = r"->/2 *->/2 \+/1 once/1 ignore/1 forall/2 throw/1 catch/3 =:=/2 =\=/2 ==/2 \==/2 @</2 >/2 =</2"
    assert [goal for goal in goals.split() if found[goal] < 3] == []
    called = [
        goal
        for number in range(200)
        for clause in CONTROL.random_program(number).clauses
        for goal, around in places(clause)
        if isinstance(goal, Variable) and around and set(around) <= {":-", ","}
    ]
    assert len(called) > 15


@made_of_many
def test_late_looks_at_what_is_bound_later() -> None:
    found = counts_of(LATE)
    goals = (
        "var/1 nonvar/1 ground/1 is_list/1 compound/1 ==/2 @</2 length/2 same_length/2 maplist/2 "
        "foldl/4 append/3 copy_term/2 functor/3 nth0/3 phrase/2 phrase/3 -->/2 between/3 findall/4 "
        "=/2"
    )
    assert [goal for goal in goals.split() if found[goal] < 3] == []


# The templates themselves


def writer(terms: str = "int: 1 ; 2", sorts: str = "goal: 1 true", wider: str = "") -> Writer:
    return Writer(Style.of(terms, sorts, "1 int > int\n{p}(1, 2).", wider), Random(1))


def test_what_a_goal_binds_is_known_behind_it_and_not_in_it() -> None:
    made = writer()
    place = Place()
    assert made.fill("p({X:int}, {X}) , q({+int})", place, 1) == "p(V1, V1) , q(V2)"
    assert place.known == [("V2", "int")]
    assert made.fill("r({L>list})", place, 1) == "r(V3)"
    assert place.known[-1] == ("V3", "list")


def test_an_open_variable_is_bound_once() -> None:
    made = writer()
    place = Place([("X", "open")])
    assert made.fill("{-open>int} = 1", place, 1) == "X = 1"
    assert place.known == [("X", "int")]
    with pytest.raises(UnfitError):
        made.fill("{-open>int} = 1", place, 1)


def test_variables_of_an_inner_goal_are_seen_only_if_they_should_be() -> None:
    sorts = "goal: 1 q({+int})"
    place = Place()
    assert writer(sorts=sorts).fill("\\+ {:goal}", place, 1) == "\\+ q(V1)"
    assert place.known == []
    assert writer(sorts=sorts).fill("once({.goal})", place, 1) == "once(q(V1))"
    assert place.known == [("V1", "int")]
