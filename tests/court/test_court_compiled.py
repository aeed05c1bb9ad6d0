"""The rules' side in machine code shows what it shows in SWI-Prolog, which has the last word."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from bundled_files import PLIES
from folders import rules_file

from pydecl.court import sides
from pydecl.court.sides import CompiledSide, Look, Node, RulesSide, rules_side
from pydecl.court.trial import against, held
from pydecl.errors import NotCompiledError
from pydecl.games import BUNDLED
from pydecl.loading.consulting import consult

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


class Fewer(CompiledSide):
    """Rules that end where three moves are left."""

    @property
    def in_prolog(self) -> Fewer:
        return self

    def _node(self, *told: Any) -> Node:
        node = super()._node(*told)
        return Node(node.state, Look(None, (), 0)) if len(node.look.moves) == 3 else node


def test_a_difference_is_shown_with_the_board_of_swi_prolog() -> None:
    with consult("connect4:width=4,height=3") as game, closing(Fewer(game)) as system:
        (found,) = held(game, system, "connect4", positions=2000).differences
        board = game.picture(RulesSide(game).root().state)
    assert found.kind == "end"
    assert board is not None
    assert (found.boards[0] or "").count("\n") == board.count("\n")


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
