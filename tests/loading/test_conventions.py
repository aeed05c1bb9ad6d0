"""Files of other schools: recognised, read, and worth the same as the bundled games."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from command_line import Run
from folders import ROOT, rules_file
from rings import sample, sample_size
from stranger_files import STRANGERS, WON, corresponding, variation

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import runner
from pydecl.engines.searching import search
from pydecl.errors import InputError
from pydecl.loading.consulting import consult
from pydecl.model.result import Rules
from pydecl.rules.conventions import CONVENTIONS, convention_of, nearest, recognised

READ_AS = {
    "ttt_utility": "moves by backtracking, with utility/2",
    "ttt_sterling_shapiro": "Sterling & Shapiro",
    "nim_sterling_shapiro": "Sterling & Shapiro",
    "ttt_feup": "the FEUP course's",
    "nim_feup": "the FEUP course's",
    "nim_and_or": "AND/OR",
    "ttt_and_or": "AND/OR",
    "ttt_gdl": "GDL in Prolog",
    "nim_gdl": "GDL in Prolog",
    "ttt_openspiel": "OpenSpiel-like",
    "nim_openspiel": "OpenSpiel-like",
}
"""The complete games in the folder, each tic-tac-toe or nim as bundled, with the moves in the same order."""


SCHOOL_BY_SCHOOL = sorted(READ_AS, key=lambda name: name.partition("_")[2], reverse=True)
"""A sample has one game of each."""


@pytest.fixture(scope="module")
def bundled() -> Iterator[Mapping[str, SessionGame]]:
    with consult("tictactoe") as tictactoe, consult("nim") as nim:
        yield {"tictactoe": tictactoe, "nim": nim}


@pytest.fixture(scope="module", params=sample(SCHOOL_BY_SCHOOL, 6))
def pair(
    request: pytest.FixtureRequest, bundled: Mapping[str, SessionGame]
) -> Iterator[tuple[SessionGame, SessionGame]]:
    """A stranger's game and the bundled one."""
    name = request.param
    with consult(STRANGERS / f"{name}.pl") as stranger:
        assert runner(stranger, "native").rules  # with all programs at once
        yield stranger, bundled[{"ttt": "tictactoe", "nim": "nim"}[name.split("_")[0]]]


@pytest.mark.parametrize(
    "changes",
    [
        [],
        [("findall(Square, nth1(Square, Board, e), Squares).", "nth1(Squares, Board, e).")],
        [("is_terminal", "terminal_test"), ("initial_state(", "initial(")],
        [("is_terminal", "ends"), ("Squares) :-", "Squares) :- \\+ ends(s(x, Board)),")],
    ],
    ids=["a list", "one by one", "other names", "no test of the end"],
)
def test_aimas_functions_tell_a_game(
    changes: list[tuple[str, str]], bundled: Mapping[str, SessionGame], tmp_path: Path
) -> None:
    with consult(variation(tmp_path, "ttt_aima", *changes)) as game:
        assert game.read_as == "AIMA's"
        for seed in range(3):
            position, ours = corresponding(game, bundled["tictactoe"], plies=5, seed=seed)
            value = search(bundled["tictactoe"], "minimax", position=ours).value
            assert search(game, "minimax", position=position).value == value


def test_a_strangers_game_is_read_as_what_it_is(pair: tuple[SessionGame, SessionGame]) -> None:
    stranger, bundled = pair
    assert stranger.read_as == READ_AS[Path(stranger.source).stem]
    assert (bundled.convention, bundled.read_as) == ("textbook", "the textbook's")


def test_the_rules_are_the_bundled_games(pair: tuple[SessionGame, SessionGame]) -> None:
    for seed in range(sample_size(3, 15)):
        corresponding(*pair, plies=10, seed=seed)


@pytest.mark.parametrize("engine", ["prolog", "python", "native"])
@pytest.mark.parametrize("program", ["minimax", "alphabeta", "outcome"])
@pytest.mark.sampled(9, "each school by some engine and program shows the law")
def test_values_and_nodes_are_the_bundled_games(
    pair: tuple[SessionGame, SessionGame], program: str, engine: str
) -> None:
    stranger, bundled = pair
    scale = WON.get(stranger.convention, 1)
    for seed in range(sample_size(1, 3)):
        theirs, ours = corresponding(stranger, bundled, 4, seed)
        found = search(stranger, program, engine=engine, position=theirs).answer
        expected = search(bundled, program, engine="python", position=ours).answer
        value = expected.value
        assert found.value == (scale * value if isinstance(value, int | float) else value)
        assert (found.nodes, found.leaves) == (expected.nodes, expected.leaves)


def test_the_rules_are_compiled(pair: tuple[SessionGame, SessionGame]) -> None:
    stranger, bundled = pair
    assert runner(stranger, "python").kind is Rules.COMPILED
    start, position = corresponding(stranger, bundled, 2, seed=0)
    expected = runner(bundled, "python").perft(position, 2, None)
    assert {runner(stranger, engine).perft(start, 2, None) for engine in ("python", "native")} == {expected}


# Recognition


def test_every_strangers_file_is_recognised() -> None:
    interpreted = {"ttt_aima"}  # actions one by one may be of another type than those in a list
    assert {path.stem for path in STRANGERS.glob("*.pl")} == {*READ_AS, *interpreted}


def test_every_adapter_has_its_convention() -> None:
    folder = ROOT / "prolog" / "support" / "conventions"
    names = {convention.name for convention in CONVENTIONS} - {"textbook"}
    assert {path.stem for path in folder.glob("*.pl")} - names == {"sterling_shapiro"}
    assert names <= {path.stem for path in folder.glob("*.pl")}


NATIVE = {"moves/2", "max_to_move/1", "min_to_move/1", "staticval/2"}
AND_OR = {"tomove/2", "terminal/2", "moves/3"}
FEUP = {"initial_state/2", "move/3", "valid_moves/2", "game_over/2", "value/3"}
STERLING_SHAPIRO = {"initialize/3", "move/2", "move/3", "game_over/3", "next_player/2", "value/2"}


@pytest.mark.parametrize(
    ("defined", "names"),
    [
        (NATIVE, ["textbook"]),
        (NATIVE | {"utility/2"}, ["textbook"]),
        (NATIVE - {"staticval/2"} | {"utility/2"}, ["utility"]),
        (NATIVE - {"staticval/2"} | {"utility/2", "terminalwon/1", "terminallost/1"}, ["utility"]),
        (NATIVE - {"staticval/2"} | {"terminalwon/1", "terminallost/1"}, ["textbook"]),
        (NATIVE - {"staticval/2"}, []),
        (AND_OR, ["and-or"]),
        (AND_OR | {"moves/2", "minimax/3", "staticval/2"}, ["and-or"]),
        (FEUP, ["feup"]),
        (FEUP - {"value/3", "valid_moves/2"} | {"valid_moves/3"}, ["feup"]),
        (FEUP - {"game_over/2"}, []),
        (STERLING_SHAPIRO, ["sterling-shapiro"]),
        (STERLING_SHAPIRO - {"value/2"}, ["sterling-shapiro"]),
        (NATIVE | AND_OR, ["textbook", "and-or"]),
        (FEUP | STERLING_SHAPIRO, ["sterling-shapiro", "feup"]),
    ],
)
def test_a_convention_is_recognised_by_its_predicates(defined: set[str], names: list[str]) -> None:
    assert [convention.name for convention in recognised(defined)] == names


def test_what_cannot_be_told_apart_asks() -> None:
    message = (
        r"x can be read in 2 ways, as the textbook's \(textbook\) and AND/OR \(and-or\): say --convention"
    )
    with pytest.raises(InputError, match=message):
        convention_of("x", NATIVE | AND_OR)
    for name in ("textbook", "and-or"):
        found = convention_of("x", NATIVE | AND_OR, name)
        assert found is not None
        assert found.name == name


def test_what_is_nearly_recognised_is_said() -> None:
    found = nearest(FEUP - {"game_over/2"})
    assert found is not None
    assert (found.name, found.lacks(FEUP - {"game_over/2"})) == ("feup", ["game_over/2"])
    assert nearest({"move/3", "append/3"}) is None


# The command line


def test_consult_says_how_a_file_is_read(pydecl: Run) -> None:
    done = pydecl("check", "--about", STRANGERS / "nim_openspiel.pl")
    assert (done.code, done.err) == (0, "")
    assert "read as              OpenSpiel-like\n" in done.out
    assert "read as              the textbook's\n" in pydecl("check", "--about", "nim:heaps=[1]").out
    assert pydecl("check", "--about", "nim:heaps=[1]", "--json").json()["convention"] == "textbook"


BOTH_WAYS = """\
initial(p(us, 2)).
tomove(p(Player, _), Player).
other(us, them).
other(them, us).
moves(p(Player, N), take, p(Other, N1)) :- N > 0, N1 is N - 1, other(Player, Other).
terminal(p(Player, 0), Player).
moves(p(Player, N), [p(Other, N1)]) :- N > 0, N1 is N - 1, other(Player, Other).
max_to_move(p(us, _)).
min_to_move(p(them, _)).
staticval(_, 7).
"""
"""One game told twice, with different values: 7 for the textbook's programs; a win for AND/OR's."""


@pytest.mark.parametrize(("convention", "value"), [("textbook", 7), ("and-or", 1)])
def test_the_convention_that_is_named_is_taken(
    pydecl: Run, tmp_path: Path, convention: str, value: int
) -> None:
    path, option = rules_file(tmp_path, BOTH_WAYS), ("--convention", convention)
    assert pydecl("search", path, *option, "--json").json()["value"] == value
    assert pydecl("check", "--about", path, *option, "--json").json()["convention"] == convention
    for command in ("board", "prove", "solve", "trace"):
        done = pydecl(command, path, *option)
        assert done.code == 0, done.err
    done = pydecl("crosscheck", path, *option, "--program", "minimax")
    assert "agrees" in done.out, done.err
    done = pydecl("play", path, *option, "--as", "none")
    assert done.code == 0, done.err


def test_a_file_that_lacks_little_of_a_convention_is_told_what(pydecl: Run, tmp_path: Path) -> None:
    text = (STRANGERS / "ttt_feup.pl").read_text().replace("game_over(", "gameover(")
    done = pydecl("check", "--about", rules_file(tmp_path, text))
    assert done.code == 2
    assert "to be read as the FEUP course's it needs game_over/2" in done.err


# What is wrong is said in the author's words

FAULTS = [
    (
        "ttt_gdl",
        [("\\+ true(control(Role))", "true(control(_))"), ("true(control(Role)), true", "role(Role), true")],
        "legal/2 lets white and black both choose, and moves at once cannot be searched",
    ),
    (
        "ttt_gdl",
        [("role(black).", "role(black).\nrole(grey).")],
        r"the game is for 3 \(role/1 gives \[white,black,grey\]\), and a search here is",
    ),
    ("ttt_gdl", [("legal(Role, noop) :-", "legal(Role, noop) :- fail,")], "gives black no move, not even"),
    ("ttt_gdl", [("goal(black, 0) :-", "goal(black, 0) :- fail,")], "goal/2 gives no value for state"),
    ("ttt_gdl", [("goal(black, 0)", "goal(black, 5) :- line(white).\ngoal(black, 0)")], "goal/2 gives two"),
    ("ttt_gdl", [("open :-", "open :- nosuch,")], "unknown procedure nosuch/0"),
    ("ttt_feup", [("Row/Column, NewBoard", "Row-Column, NewBoard")], "valid_moves/2 gives the move 1/1 in"),
    ("ttt_feup", [("ListOfMoves).", "_), ListOfMoves = all.")], "valid_moves/2 gives no proper list"),
    ("ttt_feup", [("]-red)", "]-red) :- Size > 2"), ("state(3", "state(Size")], "add default_config"),
    ("ttt_feup", [("next_player(red, blue)", "next_player(red, red)")], r"add current_player\(State, Pl"),
    ("ttt_feup", [("game_over(Board-_, draw)", "game_over(Board-_, nil)")], "game_over/2 gives the winner"),
    ("ttt_feup", [("Value = 0", "Value = zero")], "the static value of .* is zero, which is not a number"),
    ("ttt_sterling_shapiro", [("_, draw)", "_, full)")], "game_over/3 gives full in"),
    (
        "ttt_sterling_shapiro",
        [("[b|Back], P", "[none|Back], P")],
        "move/2 gives the move 1 in .*, which move",
    ),
    ("ttt_sterling_shapiro", [("cross).\n\nnext", "_).\n\nnext")], "initialize/3 does not say which player"),
    ("nim_and_or", [("    other(Player, Winner).", "    Winner = lost(Player).")], "terminal/2 gives lost"),
    ("ttt_openspiel", [("Points = 0.0", "fail")], "returns/3 gives no value for"),
    ("ttt_openspiel", [("Actions).", "_), Actions = none.")], "legal_actions/2 gives no proper list"),
    ("ttt_utility", [("utility(_, 0).", "utility(_, 0) :- fail.")], "utility/2 gives no value for"),
    ("ttt_utility", [("utility(_, 0).", "utility(_, 0).\nutility(_, 1).")], "utility/2 gives two values for"),
]


@pytest.mark.parametrize(("name", "changes", "message"), FAULTS)
@pytest.mark.sampled(3, "each case loads rules and searches")
def test_a_fault_is_said_in_the_authors_words(
    pydecl: Run, tmp_path: Path, name: str, changes: list[tuple[str, str]], message: str
) -> None:
    path = variation(tmp_path, name, *changes)
    done = [pydecl("search", path, "--engine", engine) for engine in ("prolog", "python")]
    assert [(one.code, one.out) for one in done] == [(3, ""), (3, "")]
    for one in done:
        assert re.search(message, one.err), one.err
        assert "staticval" not in one.err
