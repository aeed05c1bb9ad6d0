"""The rules' side in machine code shows what it shows in SWI-Prolog, which has the last word."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from bundled_files import PLIES
from folders import rules_file

from pydecl.court import sides
from pydecl.court.sides import CompiledSide, Node, RulesSide, rules_side
from pydecl.court.trial import against, held
from pydecl.court.walking import RestartError, Walk
from pydecl.errors import ContractError, NotCompiledError
from pydecl.games import BUNDLED
from pydecl.loading.consulting import consult
from pydecl.model.deadline import Deadline

LIBRARY = Path("examples/rules")

GAMES = (
    *("dots_and_boxes:width=1,height=2", *(name for name in BUNDLED if name != "tree")),
    *map(str, sorted(LIBRARY.glob("*.pl"))),
)


def seen(side: RulesSide, node: Node) -> tuple[Any, ...]:
    return *node.look.sight, list(node.look.moves), node.names, sorted(side.texts(node))


@pytest.mark.sampled(3, "each game is compiled and walked; in the first one a player moves again")
@pytest.mark.parametrize("name", GAMES)
def test_machine_code_shows_what_swi_prolog_shows(name: str) -> None:
    random = Random(1)
    with consult(name) as game, rules_side(game) as fast:
        slow = RulesSide(game)
        assert isinstance(fast, CompiledSide), "it compiles"
        here, there = slow.root(), fast.root()
        for _ in range(PLIES.get(name, 20)):
            assert seen(slow, here) == seen(fast, there)
            if not here.kids:
                break
            move = random.randrange(len(here.kids))
            slow.step([(here, move)])
            fast.step([(there, move)])
            here, there = here.kids[move] or here, there.kids[move] or there


PILE = """
initial(pile(5, max)).
max_to_move(pile(_, max)).
min_to_move(pile(_, min)).
min_to_move(pile(0, max)).  % the game is over: nobody asks
move(pile(N, max), Take, pile(M, min)) :- take(N, Take, M).
move(pile(N, min), Take, pile(M, max)) :- take(N, Take, M).
take(N, Take, M) :- member(Take, [1, 2]), M is N - Take, M >= 0.
"""

VALUE = "staticval(pile(_, max), -1).\nstaticval(pile(_, min), 0.5).\n"

ENDS = "terminalwon(pile(0, max)).\nterminallost(pile(1, max)).\n"
"""A faulty end, and one that is none: the value tells more."""


@pytest.mark.parametrize(
    ("ends", "results"),
    [(VALUE, {-1, 1}), (VALUE + ENDS, {-1, 1}), (ENDS, {1, 0})],
    ids=("value", "both", "ends"),
)
def test_the_result_is_the_static_value_s_if_there_is_one(
    tmp_path: Path, ends: str, results: set[int]
) -> None:
    file = rules_file(tmp_path, PILE + ends, "pile.pl")
    with consult(file) as game, rules_side(game) as fast:
        found = []
        for side in (fast, RulesSide(game)):
            nodes = [side.root()]
            for node in nodes:
                side.open([node])
                nodes += [kid for kid in node.kids if kid is not None]
            found.append([(*node.look.sight, *node.look.moves) for node in nodes])
    assert found[0] == found[1]
    assert {one[1] for one in found[0] if one[0] == "over"} == results


TOSS = "initial(s).\nmax_to_move(s).\nmove(s, toss).\nstaticval(_, 0).\n"


@pytest.mark.parametrize("more", ["chance(toss, 0.5, x).", "chance(toss, 1r3, x).", "min_to_move(toss)."])
def test_where_chance_breaks_the_contract_is_no_end(tmp_path: Path, more: str) -> None:
    text = f"{TOSS}min_to_move(y).\n{more}\nchance(toss, 1r2, y).\n"
    file = rules_file(tmp_path, text, "toss.pl")
    with consult(file) as game:
        side = RulesSide(game)
        with pytest.raises(ContractError):
            side.open([side.root()])


NAMES = r"""
initial(at(start)).
max_to_move(_).
min_to_move(_) :- fail.
move(at(start), Name, at(Name)) :-
    member(Name, ['Max', 'two words', '', 'a2-a3', 'e4!', x(-1), 'a/b'(c), f([1,[]]), [], 'é']).
staticval(_, 0).
"""

UNWRITTEN = NAMES.replace("'é'", "'it''s', 'a\\\\nb', 1.5")


@pytest.mark.parametrize(("text", "is_compiled"), [(NAMES.replace(", 'é'", ""), True), (UNWRITTEN, False)])
def test_names_that_machine_code_does_not_write_swi_prolog_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, is_compiled: bool
) -> None:
    began: list[type] = []
    begin = RulesSide._begin

    def noted(side: RulesSide, *args: Any) -> None:
        began.append(type(side))
        begin(side, *args)

    monkeypatch.setattr(RulesSide, "_begin", noted)
    file = rules_file(tmp_path, text, "names.pl")
    with consult(file) as game:
        root = RulesSide(game).root()
        verdict = against(game, f"rules:{file}", positions=100)
        assert verdict.agree
        assert verdict.positions > len(root.kids)
    assert set(began[1:]) == ({CompiledSide} if is_compiled else {CompiledSide, RulesSide})


class Wrong(CompiledSide):
    """Machine code that loses a move where there are seven."""

    def _node(self, *told: Any) -> Node:
        node = super()._node(*told)
        if len(node.look.moves) == 7:
            node.look = replace(node.look, moves=node.look.moves[1:])
        return node


def test_what_swi_prolog_does_not_show_is_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    with consult("tictactoe") as game:
        right = RulesSide(game)
        monkeypatch.setattr(sides, "CompiledSide", Wrong)
        verdict = held(game, right, "tictactoe", positions=200)
    assert verdict.agree
    assert verdict.positions >= 200


@pytest.mark.parametrize("compiled", [False, True])
def test_rules_that_forget_their_positions_are_compared_all_the_same(
    monkeypatch: pytest.MonkeyPatch, *, compiled: bool
) -> None:
    forgotten: list[bool] = []
    has_forgotten = CompiledSide._has_forgotten

    def noted(side: CompiledSide) -> bool:
        forgotten.append(has_forgotten(side))
        return forgotten[-1]

    monkeypatch.setattr(CompiledSide, "_has_forgotten", noted)
    monkeypatch.setattr(sides, "MOST_BYTES", 1)
    monkeypatch.setattr(sides, "MOST_NODES", 1)
    monkeypatch.setattr("pydecl.engines.prolog.game.BYTES", 1 << 30)  # each question is one too many

    def refused(*_: object, **__: object) -> None:
        raise NotCompiledError("not here")

    if not compiled:
        monkeypatch.setattr(sides, "PackedGame", refused)
    with consult("connect4:width=4,height=3") as game:
        verdict = against(game, "rules:connect4:width=4,height=3", positions=200)
        assert verdict.agree
        assert (game.times_forgotten > 20, any(forgotten)) == (not compiled, compiled)


def test_a_side_is_as_it_was_where_there_is_no_time_to_make_it_quicker(tmp_path: Path) -> None:
    file = rules_file(tmp_path, PILE + VALUE + "% in no cache", "pile.pl")
    with consult(file) as game, rules_side(game) as side:
        before = side.root()
        side.optimise(Deadline.after(0))
        assert side.root() is before
        side.open([before])


def test_games_that_are_begun_anew_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    advanced = Walk._advanced

    def torn(walk: Walk, *args: Any) -> Any:
        found = advanced(walk, *args)
        if len(args) == 4 and walk.restarts < 9:  # in random games
            walk.restarts += 1
            raise RestartError
        return found

    monkeypatch.setattr(Walk, "_advanced", torn)
    with consult("tictactoe") as game:
        verdict = against(game, "rules:tictactoe", positions=50)
    assert verdict.agree
    assert verdict.plies >= 5, "no game is shorter"
