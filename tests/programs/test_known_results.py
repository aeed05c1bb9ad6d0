"""The published results that every engine must give: the numbers are in `known_results/*.tsv`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import reduce
from itertools import combinations_with_replacement
from operator import xor

import pytest
from known_results import Question, known_results
from native_code import working

from pydecl.engines.counting import perft
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import complete
from pydecl.engines.searching import run, the_position
from pydecl.errors import ContractError
from pydecl.loading.consulting import consult
from pydecl.model.program import Program
from pydecl.model.result import Limits, value_text
from pydecl.model.term import Atom, PrologList
from pydecl.programs.registry import DECLARED

KNOWN = known_results()
SEARCHES = [question for question in KNOWN if question.program in {program.value for program in DECLARED}]
COUNTS = [question for question in KNOWN if question not in SEARCHES]

LARGE = [question for question in SEARCHES if int(KNOWN[question].get("nodes", 0)) > 15_000]
"""The searches that take seconds, but for compiled C."""

LARGEST = max(LARGE, key=lambda question: int(KNOWN[question]["nodes"]))

LARGE_COUNTS = [question for question in COUNTS if int(KNOWN[question]["positions"]) > 20_000]
"""The counts that take seconds, but for compiled C."""

FASTEST = "native"
"""The engine that runs compiled C, which does the large searches by default."""

SECONDS = 600.0
"""Enough for the slowest search on a slow machine."""

Open = Callable[[str], SessionGame]


@pytest.fixture(scope="module")
def opened() -> Iterator[Open]:
    """Consults a game by name, once."""
    games: dict[str, SessionGame] = {}
    with ExitStack() as stack:

        def open_game(name: str) -> SessionGame:
            if name not in games:
                games[name] = stack.enter_context(consult(name))
            return games[name]

        yield open_game


def facts(game: SessionGame, question: Question, engine: str, wanted: set[str]) -> dict[str, str]:
    """What a search says, for each `what` of the tables that it can say something of."""
    limits = Limits(question.plies, seconds=SECONDS)
    position = the_position(game, question.position or None)
    recorded = "evaluated" in wanted
    try:
        answer = run(game, Program(question.program), engine, position, limits, record_leaves=recorded)
    except ContractError as error:
        return {"fault": " ".join((error.fault, *error.details))}
    return {
        "value": value_text(answer.value),
        "best": "none" if answer.best is None else game.format_position(answer.best),
        "nodes": str(answer.nodes),
        "leaves": str(answer.leaves),
        "evaluated": " ".join(map(game.format_position, answer.evaluated or ())),
    }


def searched(question: Question, engine: str, opened: Open) -> None:
    """An engine says what is known."""
    known = KNOWN[question]
    found = facts(opened(question.game), question, engine, set(known))
    assert {what: found.get(what) for what in known} == known


SMALL = [question for question in SEARCHES if question not in LARGE]


@pytest.mark.parametrize("engine", complete())
@pytest.mark.parametrize("question", SMALL, ids=str)
@pytest.mark.sampled(4 * len(SMALL) // 3, "each question is asked of one engine, and every third of both")
def test_a_search_gives_what_is_known(question: Question, engine: str, opened: Open) -> None:
    searched(question, engine, opened)


@pytest.mark.sampled(4, "the searches are large")
@pytest.mark.usefixtures("quick_c")
@pytest.mark.skipif(working() == [None], reason="there is no C compiler")
@pytest.mark.parametrize(
    "question",
    [
        pytest.param(one, marks=pytest.mark.thorough("takes seconds in C, too")) if one == LARGEST else one
        for one in LARGE
    ],
    ids=str,
)
def test_a_large_search_gives_what_is_known_where_it_takes_least(question: Question, opened: Open) -> None:
    searched(question, FASTEST, opened)


@pytest.mark.parametrize("engine", [engine for engine in complete() if engine != FASTEST])
@pytest.mark.parametrize("question", LARGE, ids=str)
@pytest.mark.thorough("takes seconds; compiled C gives the same")
def test_a_large_search_gives_what_is_known(question: Question, engine: str, opened: Open) -> None:
    searched(question, engine, opened)


FARTHER = pytest.mark.thorough("takes seconds; compiled C counts the same")


@pytest.mark.parametrize(
    "question", [pytest.param(one, marks=FARTHER if one in LARGE_COUNTS else ()) for one in COUNTS], ids=str
)
def test_the_rules_in_prolog_count_as_many_positions_as_known(question: Question, opened: Open) -> None:
    # with nothing attached
    plies = question.plies
    goal = distinct_positions(10) if plies is None else plays(plies)
    (answer,) = opened(question.game).session.query(goal)
    assert {"positions": str(answer["N"])} == KNOWN[question]


@pytest.mark.sampled(4, "the plies after those show nothing else")
@pytest.mark.usefixtures("quick_c")
@pytest.mark.skipif(working() == [None], reason="there is no C compiler")
@pytest.mark.parametrize("question", [one for one in COUNTS if one.program == "perft"], ids=str)
def test_machine_code_counts_as_many_as_known(question: Question, opened: Open) -> None:
    count = perft(opened(question.game), int(question.depth), engine=FASTEST).positions
    assert {"positions": str(count)} == KNOWN[question]


def plays(plies: int) -> str:
    """A goal whose N is the number of ways to play so many plies."""
    moves = [f"move(P{ply}, P{ply + 1})" for ply in range(plies)]
    return f"aggregate_all(count, ({', '.join(['initial(P0)', *moves])}), N)"


def distinct_positions(plies: int) -> str:
    """A goal whose N is the number of positions of a game that is over by then, and repeats none later."""
    followers = "findall(Next, ( member(Pos, Level0), move(Pos, Next) ), Nexts), sort(Nexts, Level)"
    count = "length(Level, Length), N1 is N0 + Length"
    step = f"[_, Level0-N0, Level-N1]>>( {followers}, {count} )"
    return f"findall(P, initial(P), Ps), numlist(1, {plies}, Plies), foldl({step}, Plies, Ps-1, []-N)"


@pytest.mark.parametrize(("most_heaps", "largest"), [(2, 4), (3, 3), (4, 3), (3, 5)])
@pytest.mark.sampled(1, "more heaps take longer, and show the same")
def test_nim_is_won_exactly_where_the_heaps_do_not_xor_to_zero(
    most_heaps: int, largest: int, opened: Open
) -> None:
    # C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901).
    # The order of the heaps changes nothing, so that sorted ones suffice.
    positions = [
        heaps
        for count in range(1, most_heaps + 1)
        for heaps in combinations_with_replacement(range(largest + 1), count)
    ]
    expected = [reduce(xor, heaps) != 0 for heaps in positions]
    game = opened("nim")

    # won/1 of prolog/textbook, with nothing attached
    lists = ", ".join(str(list(heaps)) for heaps in positions)
    goal = f"member(Heaps, [{lists}]), ( won(nim(max, Heaps)) -> Won = true ; Won = false )"
    answers = game.session.query(goal, solutions=len(positions) + 1, seconds=SECONDS)
    assert [answer["Heaps"] for answer in answers] == [PrologList(heaps) for heaps in positions]
    assert [answer["Won"] == Atom("true") for answer in answers] == expected

    # the same, counted and limited, and its twin
    limits = Limits(seconds=SECONDS)
    for engine in complete():
        for heaps, wins in zip(positions, expected, strict=True):
            position = the_position(game, f"{'/'.join(map(str, heaps))} max")
            answer = run(game, Program.WON, engine, position, limits)
            assert (heaps, answer.value) == (heaps, wins)
