"""The twins on facts that machine code supplies: the same answers, the law of facts, limits, faults."""

from __future__ import annotations

import os
import re
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import psutil
import pytest
from command_line import no_child_is_left
from folders import rules_file
from killing import once_it_computes

from pydecl.engines.native.game import MachineGame
from pydecl.engines.prolog import searching as prolog
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.python.facts import FactsGame
from pydecl.engines.python.runner import PythonRunner
from pydecl.engines.registry import runner
from pydecl.engines.searching import kind_of_rules, run, search
from pydecl.errors import ContractError, LimitError, PydeclError, UnfitError
from pydecl.loading.consulting import consult
from pydecl.loading.turns import obstacles
from pydecl.model.game import Game, Player
from pydecl.model.number import Number
from pydecl.model.program import Program
from pydecl.model.result import Answer, Limits, Preferred, Rules, Status
from pydecl.model.term import Atom, Term
from pydecl.programs.registry import complete
from pydecl.programs.run import run as run_twin

PILE = """
initial(p(6)).
move(p(N), q(M)) :- between(1, 2, T), N >= T, M is N - T.
move(q(N), p(M)) :- between(1, 2, T), N >= T, M is N - T.
max_to_move(p(_)).
min_to_move(q(_)).
"""
VALUES = "staticval(p(0), -1).\nstaticval(q(0), 1).\n"


@contextmanager
def consulted(folder: Path, text: str, *, memory: int = 256) -> Iterator[SessionGame]:
    """A game of this text; no process of its is left."""
    file = folder / "game.pl"
    file.write_text(text)
    with no_child_is_left(), consult(file, memory=memory) as game:
        yield game


def in_python(
    game: SessionGame, position: str = "p(6)", *, seconds: float | None = None, depth: int | None = None
) -> Answer[Term]:
    """A search by minimax's twin; of a pile of 60, whoever waits for it."""
    limits = Limits(depth, seconds=seconds)
    return run(game, Program.MINIMAX, "python", game.parse_position(position), limits)


def machine_of(game: SessionGame) -> MachineGame:
    """What supplies the facts."""
    rules = runner(game, "python").told_by(Program.MINIMAX)
    assert isinstance(rules, MachineGame)
    return rules


def without_time(answer: Answer[Term]) -> Answer[Term]:
    return replace(answer, seconds=0.0)


SMALL = {
    "backgammon": 1,
    "bearoff": 1,
    "atari_go": 2,
    "checkers": 3,
    "chess": 1,
    "connect4:width=4,height=4": 4,
    "domineering:height=3": 2,
    "dots_and_boxes:height=1": 3,
    "go": 2,
    "graph": 6,
    "hexapawn": 5,
    "kalah:pits=3,seeds=2": 3,
    "kqk": 2,
    "krk": 2,
    "kuhn": None,
    "nim": None,
    "nine_mens_morris:points=9,men=3": 2,
    "othello:size=4": 4,
    "pig": 2,
    "tictactoe": 3,
}


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.sampled(2, "each case runs every program twice")
def test_each_program_answers_as_in_swi_prolog_on_facts_that_are_told_no_sooner_than_they_are_needed(
    name: str,
) -> None:
    with consult(name, rules=Preferred.COMPILED) as game, MachineGame(game, hastily=True) as machine:
        for program, why in obstacles(game).items():
            if why is None and machine.hindrance(program) is None:
                with suppress(UnfitError):  # values of a kind that this program does not compute with
                    check(program, game, machine, complete(program, Limits(SMALL[name])))


def check(program: Program, game: SessionGame, machine: MachineGame, limits: Limits) -> None:
    """The twin on facts answers as SWI-Prolog does, and nothing is told that it does not ask about."""
    start = game.initial()[0]
    told = machine.supplied(program.value, start, limits)
    visited = Visited(told)
    expected = answer(lambda: prolog.run(game, program, start, limits, record_leaves=True))
    found = answer(lambda: run_twin(program, visited, told.root, limits, record_leaves=True))
    if isinstance(found, Answer):
        found = found.map(told.to_term)
    assert found == expected, program
    assert len(told.movers) <= 2 * len(visited.visited), program


class Visited(Game[int]):
    """Facts, and about which positions somebody asked."""

    def __init__(self, told: FactsGame) -> None:
        self._told = told
        self.visited = {told.root}

    def __getattribute__(self, name: str) -> Any:
        if name not in ASKED:
            return object.__getattribute__(self, name)
        ask = getattr(self._told, name)

        def asked(position: int, *more: Any) -> Any:
            self.visited.add(position)
            return ask(position, *more)

        return asked

    def initial(self) -> Sequence[int]:
        return self._told.initial()

    def player(self, position: int) -> Player:
        raise NotImplementedError

    def static_value(self, position: int) -> Number:
        raise NotImplementedError


ASKED = {
    *("afters", "successors", "player", "player_if_any", "player_or", "all_movers", "static_value"),
    *("terminal_won", "terminal_lost", "turbulent", "plausible", "chance", "following", "text", "to_term"),
}


def answer(ask: Callable[[], Answer[Any]]) -> Answer[Any] | PydeclError:
    """The answer, without its time, or the error."""
    try:
        return without_time(ask())
    except ContractError as error:
        return error


def test_machine_code_supplies_the_facts_where_nobody_wrote_others(tmp_path: Path) -> None:
    with consulted(tmp_path, PILE + VALUES) as game:
        assert kind_of_rules(game) is Rules.COMPILED
    with consult("nim") as game:
        assert kind_of_rules(game) is Rules.INDEPENDENT


def test_a_search_needs_no_swi_prolog_once_the_file_is_known(tmp_path: Path) -> None:
    file = rules_file(tmp_path, PILE + VALUES)
    for _ in range(2):
        with consult(file, late=True) as game:
            result = search(game, "minimax", engine="python")
            assert (result.answer.value, str(result.best_move)) == (-1, "None")
    assert game.session.starts == 0


ENDLESS = {
    "move(p(6), q(X)) :- again(X).\nagain(X) :- again(X).": "in the moves",
    "staticval(q(0), V) :- between(1, inf, V), V < 0.": "in a value",
    "max_to_move(q(5)) :- again.\nagain :- again.": "in the mover",
    "move(p(6), q(X)) :- between(1, inf, X).": "without end in the number of moves",
}


GREEDY = {
    "move(p(6), q(0)) :- numlist(1, 100000000, L), length(L, 3).": "a list",
    "move(p(6), q(N)) :- grow(7, N).\ngrow(N, R) :- M is N * N, grow(M, R).": "a number",
    "move(p(6), q(N)) :- findall(X, between(1, inf, X), L), length(L, N).": "answers",
    "move(p(6), q(N)) :- deep(0, N).\ndeep(N, R) :- M is N + 1, deep(M, S), R is S + 1.": "a recursion",
}


@pytest.mark.parametrize("more", [*ENDLESS, *GREEDY], ids=(ENDLESS | GREEDY).get)
@pytest.mark.sampled(4, "each waits for a limit")
def test_rules_without_end_are_stopped_and_the_next_question_works(tmp_path: Path, more: str) -> None:
    with consulted(tmp_path, PILE + more + "\n" + VALUES, memory=128) as game:
        machine_of(game)
        used = psutil.Process().memory_info().rss
        answer = in_python(game, seconds=0.1 if more in ENDLESS else 2.0)
        assert answer.status in (Status.TIME, Status.MEMORY)
        assert answer.value is None
        assert psutil.Process().memory_info().rss - used < 50 << 20
        assert machine_of(game).player(game.parse_position("p(1)")) is Player.MAX


def test_a_long_search_says_how_far_it_came(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # it is not killed if it is slow to stop
    monkeypatch.setattr("pydecl.engines.prolog.session.GRACE", 600.0)
    with consulted(tmp_path, PILE + VALUES) as game:
        machine_of(game)
        answers = (in_python(game, "p(60)", seconds=seconds) for seconds in (0.3, 3.0, 30.0, 300.0))
        assert next(answer for answer in answers if answer.nodes).status is Status.TIME  # it goes on for ever


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_ends_the_search_and_the_next_one_works(tmp_path: Path) -> None:
    with consulted(tmp_path, PILE + VALUES) as game:
        kind_of_rules(game)
        pid = os.getpid()
        interrupts = partial(os.kill, os.getpid(), signal.SIGINT)
        other = threading.Thread(target=once_it_computes, args=(pid, interrupts))
        other.start()
        answer = in_python(game, "p(60)")
        other.join()
        assert answer.status is Status.INTERRUPTED
        assert in_python(game).complete


def test_rules_that_include_files_are_compiled_from_whatever_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "values.pl").write_text(VALUES)
    (tmp_path / "game.pl").write_text(PILE + ":- include(values).\n")
    monkeypatch.chdir(tmp_path)
    for name in ("game.pl", tmp_path / "game.pl"):
        with consult(name) as game:
            assert kind_of_rules(game) is Rules.COMPILED


def test_rules_that_raise_are_asked_of_swi_prolog_which_says_where(tmp_path: Path) -> None:
    with consulted(tmp_path, PILE + "staticval(p(0), V) :- V is foo + 1.\nstaticval(q(0), 1).\n") as game:
        with pytest.raises(ContractError, match=r"foo/0.*game.pl:7") as here:
            in_python(game)
        with pytest.raises(ContractError) as there:
            search(game, "minimax")
        assert here.value == there.value


def test_one_entry_that_is_refused_is_asked_of_swi_prolog(tmp_path: Path) -> None:
    text = PILE + "staticval(P, V) :- flag(v, _, 1), value(P, V).\n"
    with consulted(tmp_path, text + "value(p(0), -1).\nvalue(q(0), 1).\n") as game:
        answer = in_python(game)
        assert kind_of_rules(game) is Rules.COMPILED
        assert without_time(answer) == without_time(search(game, "minimax", position="p(6)").answer)
        start = game.parse_position("p(6)")
        assert machine_of(game).successors(start) == game.successors(start)


def test_moves_that_cannot_be_compiled_are_searched_on_swi_prologs_answers(tmp_path: Path) -> None:
    text = PILE.replace("move(p(N), q(M)) :- ", "move(p(N), q(M)) :- flag(v, _, 1), ")
    with consulted(tmp_path, text + VALUES) as game:
        assert in_python(game).value == -1
        assert kind_of_rules(game) is Rules.SHARED
        assert re.search(r"game\.pl:3:21: move\(\+,-\) is not compiled", runner(game, "python").not_compiled)


DEEP = """
move(p(6), q(0)) :- count(100000, 0).
count(0, 0).
count(N, X) :- N > 0, M is N - 1, count(M, Y), X is Y + 0.
"""


def test_a_deep_recursion_of_the_rules_is_no_fault(tmp_path: Path) -> None:
    with consulted(tmp_path, PILE + DEEP + VALUES, memory=1024) as game:
        assert without_time(in_python(game)) == without_time(search(game, position="p(6)").answer)


def test_facts_are_told_until_another_search_begins(tmp_path: Path) -> None:
    with consulted(tmp_path, PILE + VALUES) as game, MachineGame(game, only=["minimax"]) as machine:
        first, second = (
            machine.supplied("minimax", game.parse_position(text), Limits()) for text in ("p(6)", "q(3)")
        )
        assert second.text(second.root) == "q(3)"
        with pytest.raises(LimitError, match="another search"):
            first.text(first.root)


def test_a_search_that_meets_too_many_positions_asks_for_the_others(tmp_path: Path) -> None:
    text = PILE + "staticval(_, 0).\n"
    with consulted(tmp_path, text) as game, MachineGame(game, only=["minimax"]) as machine:
        told = machine.supplied("minimax", game.parse_position("p(6)"), Limits(1))
        after = told.afters(told.root)[0]
        assert [told.text(one) for one in told.afters(after)] == ["p(4)", "p(3)"]


FAULTY = """
initial(p(0)).
move(p(N), p(M)) :- N < 3, M is N + 1.
max_to_move(p(N)) :- 0 is N mod 2.
min_to_move(p(N)) :- 1 is N mod 2.
min_to_move(p(6)).
staticval(p(1), 1).
staticval(p(1), 1.0).
staticval(p(3), x).
staticval(p(2), V) :- V is foo + 1.
staticval(p(6), 0).
staticval(p(7), V) :- V is 2 ** 80.
staticval(p(8), V) :- V is 1 rdiv 3.
"""


@pytest.mark.parametrize("number", range(10))
def test_faults_and_numbers_of_any_size_are_those_of_swi_prolog(tmp_path: Path, number: int) -> None:
    with consulted(tmp_path, FAULTY) as game:
        start = game.parse_position(f"p({number})")
        for depth in range(3):
            ours, theirs = (
                answer(partial(run, game, Program.MINIMAX, engine, start, Limits(depth)))
                for engine in ("python", "prolog")
            )
            assert ours == theirs
        assert kind_of_rules(game) is Rules.COMPILED


@pytest.mark.parametrize("gives_up", [True, False])
def test_a_supplier_that_takes_all_the_time_leaves_a_search_that_stopped(
    monkeypatch: pytest.MonkeyPatch, *, gives_up: bool
) -> None:
    clock = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: clock[0])

    @contextmanager
    def slow(limits: Limits) -> Iterator[FactsGame]:
        assert limits.seconds == 0.5
        clock[0] = 0.5
        if gives_up:
            raise UnfitError("these rules are not for me")
        yield Mock(FactsGame, root=1)

    def is_not_asked(limits: Limits) -> AbstractContextManager[FactsGame]:
        raise AssertionError(limits)

    monkeypatch.setattr(PythonRunner, "_suppliers", lambda *_: [slow, is_not_asked])
    runner = PythonRunner(Mock(SessionGame))
    answer = runner.ask(Program.MINIMAX, Atom("a"), Limits(seconds=0.5), leaves=False)
    assert (answer.status, answer.value, answer.seconds) == (Status.TIME, None, 0.5)
