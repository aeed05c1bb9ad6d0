"""Rules compiled to Python: the same answers as SWI-Prolog's, position by position, and the same searches."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command_line import Run
from folders import ROOT

from pydecl.crosschecking import Agreement, crosscheck
from pydecl.crosschecking.positions import by_random_walks
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.python.game import ConfinedGame
from pydecl.engines.python.rules import compiled_game
from pydecl.engines.registry import complete, runner
from pydecl.engines.searching import run, search, the_position
from pydecl.errors import PydeclError
from pydecl.loading.consulting import consult
from pydecl.model.program import Program
from pydecl.model.result import Limits, Preferred, Rules
from pydecl.model.term import term_text
from pydecl.paths import prolog_file

GAMES = (
    *(
        "backgammon:men=[0,0,1,1,0],faces=2",
        "bearoff",
        "atari_go",
        "checkers",
        "connect4:width=5",
        "connect4:evaluation=unit",
        "go",
        "hexapawn",
        "kalah",
        "kqk",
        "krk",
    ),
    *(
        "kuhn",
        "nim",
        "nine_mens_morris:men=5",
        "othello:size=6",
        "othello:width=4,height=6",
        "pig",
        "tictactoe",
        "tictactoe:evaluation=lecture",
        "chess",
    ),
    "graph",
    *map(str, sorted((ROOT / "examples").glob("*.pl"))),
    *map(str, sorted(Path(prolog_file("games", "trees")).glob("*.tree"))),
)


def answer(ask: Callable[[], Any]) -> Any:
    """What is answered, with its type, or the error."""
    try:
        found = ask()
    except PydeclError as error:
        return error
    return type(found), found


def told(game: Any, position: Any) -> list[Any]:
    """All that a search asks of a position."""
    return [
        answer(
            lambda: [
                (None if m is None else term_text(m), game.text(s)) for m, s in game.successors(position)
            ]
        ),
        answer(lambda: [(chance, game.text(after)) for chance, after in game.chance(position)]),
        answer(lambda: game.turn(position)),
        answer(lambda: game.static_value(position)),
        answer(lambda: game.terminal_won(position)),
        answer(lambda: game.terminal_lost(position)),
        answer(lambda: game.turbulent(position)),
    ]


def compiled(game: SessionGame) -> ConfinedGame:
    """The rules that the searches in Python take; they end with the game."""
    rules = runner(game, "python").rules
    assert isinstance(rules, ConfinedGame)
    return rules


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sampled(2, "each case searches on two engines")
def test_compiled_rules_say_what_swi_prolog_says(name: str) -> None:
    with consult(name, rules=Preferred.COMPILED) as game:
        rules = compiled(game)
        assert [rules.to_term(start) for start in rules.initial()] == list(game.initial())
        positions = by_random_walks(rules, 60, seed=1)
        terms = [rules.to_term(position) for position in positions]
        game.expand(terms)
        for position, term in zip(positions, terms, strict=True):
            assert rules.from_term(term) == position
            assert told(rules, position) == told(game, term), term


FAULTY = """
initial(p(0)).
move(p(N), p(M)) :- N < 3, M is N + 1.
max_to_move(p(N)) :- 0 is N mod 2.
min_to_move(p(N)) :- 1 is N mod 2.
min_to_move(p(2)).
staticval(p(0), 0).
staticval(p(1), 1).
staticval(p(1), 1.0).
staticval(p(3), x).
staticval(p(2), V) :- V is foo + 1.
"""


def test_faults_are_those_that_swi_prolog_finds(tmp_path: Path) -> None:
    file = tmp_path / "faulty.pl"
    file.write_text(FAULTY)
    with consult(file) as game:
        rules = compiled(game)
        for number in range(5):
            term = game.parse_position(f"p({number})")
            assert told(rules, rules.from_term(term)) == told(game, term)


@pytest.mark.parametrize(
    ("name", "program", "depth", "nodes"),
    [
        ("nim", Program.MINIMAX, None, None),
        ("tictactoe", Program.ALPHABETA, None, 146120),
        ("kuhn", Program.EXPECTIMINIMAX, None, None),
        ("connect4:width=4,height=4", Program.ALPHABETA, 5, None),
        ("tictactoe", Program.WON, None, None),
        ("kqk", Program.ALPHABETA_TT, 3, None),
    ],
)
@pytest.mark.sampled(3, "each game is searched twice")
def test_searches_count_the_same_nodes(
    name: str, program: Program, depth: int | None, nodes: int | None
) -> None:
    with consult(name, rules=Preferred.COMPILED) as game:
        compiled(game)
        start, limits = the_position(game, None), Limits(depth)
        one, other = (run(game, program, engine, start, limits) for engine in complete())
        assert (one.nodes, one.leaves, one.value, one.best) == (
            other.nodes,
            other.leaves,
            other.value,
            other.best,
        )
        assert nodes is None or one.nodes == nodes


def test_a_file_is_searched_on_compiled_rules(tmp_path: Path) -> None:
    file = tmp_path / "pile.pl"
    file.write_text((ROOT / "examples" / "pile.pl").read_text())
    with consult(file) as game:
        result = search(game, "won", engine="python")
        compiled(game)
        assert search(game, "won").answer.value == result.answer.value
    verdict = crosscheck(file, plies=1, programs=[Program.WON, Program.ALPHABETA])
    assert isinstance(verdict, Agreement)
    assert verdict.rules is Rules.COMPILED


def test_a_position_that_compiled_rules_cannot_handle_is_asked_of_swi_prolog(tmp_path: Path) -> None:
    file = tmp_path / "pairs.pl"
    file.write_text("""
initial(go(1)).
move(go(N), to([N|x])).
max_to_move(go(_)).
min_to_move(to(_)).
staticval(_, 0).
""")
    with consult(file) as game:
        rules = compiled(game)
        (start,) = game.initial()
        assert rules.successors(start) == game.successors(start)
        assert [str(after) for _, after in rules.successors(start)] == ["to([1|x])"]
        assert search(game, "minimax", engine="python").answer.value == 0


def test_what_is_refused_is_said(tmp_path: Path, pydecl: Run) -> None:
    file = tmp_path / "global.pl"
    file.write_text("""
initial(p(0)).
move(p(0), p(1)).
max_to_move(p(0)).
min_to_move(p(1)).
staticval(p(_), V) :- nb_setval(a, 1), nb_getval(a, V).
""")
    done = pydecl("compile", str(file))
    assert "nb_setval" in done.out
    assert "global.pl:6:" in done.out
    assert "staticval(+,-)" in pydecl("consult", str(file)).out
    found = pydecl("search", str(file), "--engine", "python", "--program", "minimax")
    assert found.code == 0


def test_compile_explains_and_shows_its_text(pydecl: Run) -> None:
    assert "move(+,-,-): any number" in pydecl("compile", "nim", "--explain").out
    assert "def p" in pydecl("compile", "nim", "--text").out
    assert pydecl("compile", "nim", "--text", "--c").code == 2
    assert '"engine": "python"' in pydecl("compile", "nim", "--json").out


def test_terms_of_positions(tmp_path: Path) -> None:
    file = tmp_path / "floats.pl"
    file.write_text("""
initial(p(1)).
initial(p(1.0)).
move(p(N), q(N)).
max_to_move(p(_)).
min_to_move(q(_)).
staticval(_, 0).
""")
    with consult(file) as game:
        rules = compiled_game(game)
        assert list(map(rules.text, rules.initial())) == ["p(1)", "p(1.0)"]
        assert len(set(rules.initial())) == 2
