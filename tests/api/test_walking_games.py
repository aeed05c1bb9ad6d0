"""A stepper says what SWI-Prolog says, whatever it steps in; what is no position or move is refused."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from bundled_files import PLIES
from folders import rules_file
from module_fixtures import for_module

import pydecl
from pydecl.api.stepping import Stepper
from pydecl.engines.native.shared_memory import WalkedGame
from pydecl.engines.numbered import numbered
from pydecl.engines.python.facts import NumberedGame
from pydecl.errors import ContractError, InputError, LimitError
from pydecl.games import BUNDLED
from pydecl.model.game import MOVES_AGAIN, Outcome, Player
from pydecl.model.passing import WithoutPasses
from pydecl.model.term import term_text

RANDOM = """
:- dynamic seen/1.
initial(n(max, 3)).
max_to_move(n(max, _)).
min_to_move(n(min, _)).
move(n(max, N), M, n(min, K)) :- N > 0, member(M, [1, 2]), K is N - M, K >= 0, retractall(seen(_)).
move(n(min, N), M, n(max, K)) :- N > 0, member(M, [1, 2]), K is N - M, K >= 0.
staticval(n(max, _), -1).
staticval(n(min, _), 1).
"""

BROKEN = """
initial(a).
move(a, ok, b).
move(b, go, c).
max_to_move(a).
min_to_move(b).
max_to_move(c).
min_to_move(c).
staticval(_, 0).
"""

ODD = r"""
initial(at(start)).
max_to_move(_).
min_to_move(_) :- fail.
move(at(start), Name, at(Name)) :-
    member(Name, ['Max', 'two words', '', 'it''s', '[]x', [], {}, é, //, -, 'a\nb', p([q(-7)|[r]], 0), 1.5]).
staticval(_, 0).
"""

WIDE = """
initial(n(1)).
max_to_move(_).
min_to_move(_) :- fail.
move(n(N), M) :- N < 5, K is (N + 1 + 2 ** (N * 30)) mod (2 ** (N * 30)), M = n(K).
staticval(n(N), N).
"""

GROWS = """
initial(at(0, [])).
max_to_move(_).
min_to_move(_) :- fail.
move(at(N, Past), at(M, [N|Past])) :- N < 200, ( M is N + 1 ; M is N * 1000 mod 997 + 201 ).
staticval(_, 0).
"""

SLOW = """
initial(n(0)).
max_to_move(_).
min_to_move(_) :- fail.
move(n(0), n(1)).
move(n(1), n(2)) :- slow(0).
slow(N) :- N < 0.
slow(N) :- M is (N + 1) mod 7, slow(M).
staticval(_, 0).
"""


def same_walks(name: str, plays: int, plies: int) -> None:
    random = Random(1)
    with pydecl.consult(name) as game:
        rules = WithoutPasses(game) if MOVES_AGAIN in game.defined else game
        slow, fast = NumberedGame(rules), numbered(game, game.start)
        assert not isinstance(fast, NumberedGame), "it compiles"
        for _ in range(plays):
            here, there = slow.root, fast.root
            for _ in range(plies):
                assert slow.to_term(here) == fast.to_term(there)
                assert fast.format_position(there) == term_text(fast.to_term(there))
                assert slow.movers[here] == fast.movers[there]
                assert list(slow.names(here)) == list(fast.names(there))
                chances = slow.chance(here)
                assert [odds for odds, _ in chances] == [odds for odds, _ in fast.chance(there)]
                ways = [(a, b) for (_, a), (_, b) in zip(chances, fast.chance(there), strict=True)]
                ways += zip(slow.nexts[here], fast.nexts[there], strict=True)
                if not chances:
                    assert slow.won[here] == fast.won[there]
                    assert slow.lost[here] == fast.lost[there]
                    known, found = slow.static_value(here), fast.static_value(there)
                    assert (found, type(found)) == (known, type(known))
                if not ways:
                    break
                here, there = random.choice(ways)
        fast.close()


GAMES = ("dots_and_boxes:width=1,height=2", *(name for name in BUNDLED if name != "tree"))


@pytest.mark.sampled(2, "each game is compiled and walked; in the first one a player moves again")
@pytest.mark.parametrize("name", GAMES)
def test_machine_code_steps_as_swi_prolog_does(name: str) -> None:
    same_walks(name, 3 if name == GAMES[0] else 1, PLIES.get(name, 20))


ttt = for_module(lambda: pydecl.stepper("tictactoe", position="xx./oo./..."))


def test_it_plays_to_an_end_by_numbers_and_by_names(ttt: Stepper) -> None:
    assert ttt.compiled
    won = ttt.play(ttt.start, 0)
    assert ttt.result(won) is Outcome.WON
    assert ttt.moves(won) == range(0)
    assert ttt.play(ttt.start, ttt.names(ttt.start)[0]) == won == ttt.position("xxx/oo./...")
    assert ttt.text(won) == "xxx/oo./..."
    assert ttt.mover(ttt.start) is Player.MAX
    assert ttt.result(ttt.start) is None


def test_what_is_forgotten_is_met_again(ttt: Stepper) -> None:
    before = [ttt.text(one) for one in ttt.after(ttt.start)]
    ttt.forget()
    assert [ttt.text(one) for one in ttt.after(ttt.start)] == before


@pytest.mark.parametrize(
    ("wrong", "said"),
    [(9, "no move 9: its moves are the numbers below 5"), ("z", "no move 'z': its moves are 3")],
)
def test_what_is_no_move_is_refused(ttt: Stepper, wrong: int | str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        ttt.play(ttt.start, wrong)


@pytest.mark.parametrize(
    ("wrong", "said"), [(-1, "-1 is no position"), (1 << 30, "forgotten"), ("a", "'a' is no position")]
)
def test_what_is_no_position_is_refused(ttt: Stepper, wrong: int, said: str) -> None:
    with pytest.raises(pydecl.PydeclError, match=said):
        ttt.moves(wrong)
    assert len(ttt.moves(ttt.start)) == 5


def test_a_game_that_breaks_its_contract_is_told_and_stepped_on(tmp_path: Path) -> None:
    file = rules_file(tmp_path, BROKEN, "broken.pl")
    with pydecl.stepper(file) as made:
        last = made.play(made.play(made.start, 0), "go")
        for _ in range(2):
            with pytest.raises(ContractError, match="both"):
                made.mover(last)
        assert len(made.moves(made.start)) == 1


def test_rules_that_do_not_compile_are_stepped_in_swi_prolog(tmp_path: Path) -> None:
    file = rules_file(tmp_path, RANDOM, "random.pl")
    with pydecl.consult(file) as game, pydecl.stepper(game) as made:
        assert not made.compiled
        end = made.play(made.play(made.start, "2"), "1")
        assert (made.mover(end), made.result(end)) == (Player.MAX, Outcome.LOST)


def test_texts_of_positions_are_canonical(tmp_path: Path) -> None:
    file = rules_file(tmp_path, ODD, "odd.pl")
    with pydecl.consult(file) as game:
        fast = numbered(game, game.start)
        assert isinstance(fast, WalkedGame)
        for after in fast.nexts[fast.root]:
            assert fast.format_position(after) == term_text(fast.to_term(after))
        fast.close()


def test_what_is_too_wide_for_machine_code_is_asked_of_swi_prolog(tmp_path: Path) -> None:
    file = rules_file(tmp_path, WIDE, "wide.pl")
    with pydecl.stepper(file) as made:
        assert made.compiled
        texts, position = [], made.start
        while made.moves(position):
            position = made.play(position, 0)
            texts.append(made.text(position))
    assert texts == ["n(2)", "n(3)", "n(4)", "n(5)"]


def test_a_position_keeps_its_number_when_others_are_much_longer(tmp_path: Path) -> None:
    file = rules_file(tmp_path, GROWS, "grows.pl")
    with pydecl.stepper(file) as made:
        assert made.compiled
        position, met = made.start, {}
        while after := made.after(position):
            met.update({one: made.text(one) for one in after})
            position = after[0]
        assert len(met) == len(set(met.values())) == 400
        assert all(made.position(text) == one for one, text in met.items())


@pytest.mark.thorough("waits ten seconds, in which the rules must also be compiled")
def test_an_answer_has_so_many_seconds(tmp_path: Path) -> None:
    file = rules_file(tmp_path, SLOW, "slow.pl")
    with pydecl.stepper(file, seconds=10) as made:
        assert made.compiled
        with pytest.raises(LimitError, match="within 10 s"):
            made.moves(made.play(made.start, 0))


def test_closed_twice_it_says_so() -> None:
    made = pydecl.stepper("tictactoe")
    assert isinstance(made._facts, WalkedGame)
    pid = made._facts.pid
    made.close()
    made.close()
    assert pid is not None
    with pytest.raises(InputError, match="the stepper of tictactoe is closed"):
        made.moves(made.start)
