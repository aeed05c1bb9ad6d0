"""Every bundled game through the compiler's front end: what it says of positions is what SWI-Prolog says."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from bundled_files import GAMES, NEED_FACTS, PLIES, rules_asked
from ir_interpreter import Interpreted

from pydecl.compiler import ir
from pydecl.compiler.compile import ENTRIES, compile_normal
from pydecl.loading.consulting import consult
from pydecl.model.game import Player
from pydecl.paths import prolog_file
from pydecl.rules.reader import read_rules


def compiled(name: str) -> ir.Program:
    path = Path(prolog_file("games", f"{name}.pl"))
    return compile_normal(rules_asked(read_rules(path.read_text(encoding="utf-8"), str(path))), ENTRIES)


@pytest.mark.sampled(8, "all bundled games are compiled in other tests, too")
@pytest.mark.parametrize("name", GAMES)
def test_a_bundled_game_compiles_for_all_that_is_asked_of_it(name: str) -> None:
    program = compiled(name)
    assert not program.refusals
    asked = {(key.name, key.arity) for key in program.entries}
    assert {("max_to_move", 1), ("min_to_move", 1), ("staticval", 2), ("terminalwon", 1)} <= asked
    assert ("move", 3) in asked


@pytest.mark.parametrize("name", [game for game in GAMES if game not in NEED_FACTS])
@pytest.mark.sampled(2, "each asks SWI-Prolog about every position of a walk; the walks in C do so, too")
def test_random_walks_are_those_of_swi_prolog(name: str) -> None:
    program = compiled(name)
    interpreted = Interpreted(program)
    chooser = random.Random(name)
    with consult(name) as game:
        starts = [pos for (pos,) in interpreted.solutions(ir.Key("initial", "-"), [])]
        assert [game.to_term(pos) for pos in game.initial()] == starts
        position = game.initial()[0]
        for _ in range(PLIES.get(name, 20)):
            term = game.to_term(position)
            values = [value for (value,) in interpreted.solutions(ir.Key("staticval", "+-"), [term])]
            assert values == [game.static_value(position)]
            assert [type(value) for value in values] == [type(game.static_value(position))]
            moves = list(interpreted.solutions(ir.Key("move", "+--"), [term]))
            assert moves == [(move, game.to_term(after)) for move, after in game.successors(position)]
            for player, asked in ((Player.MAX, "max_to_move"), (Player.MIN, "min_to_move")):
                holds = any(True for _ in interpreted.solutions(ir.Key(asked, "+"), [term]))
                assert holds == (game.turn(position) is player)
            won = any(True for _ in interpreted.solutions(ir.Key("terminalwon", "+"), [term]))
            assert not won or moves == []
            following = game.following(position)
            if not following:
                break
            position = chooser.choice(list(following))
