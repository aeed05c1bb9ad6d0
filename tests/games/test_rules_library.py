"""The games of examples/rules: their lines counted by a bare SWI-Prolog, and held against other programs."""

from __future__ import annotations

import re
import runpy
import subprocess
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

import pydecl

ROOT = Path(__file__).parents[2]
RULES = ROOT / "examples" / "rules"
HELD = runpy.run_path(str(ROOT / "benchmarks" / "court.py"))["HELD"]
PACKAGES = {
    "court_variants": ("chess", "pyffish"),
    "court_systems": ("pyspiel",),
    "open_spiel": ("pyspiel",),
    "BoaiAbalone": ("abalone",),
    "Fetlar": ("hnefatafl",),
    "SantorinAI": ("santorinai",),
}
"""What a system needs, by a word of its name."""

PERFT: dict[str, tuple[int, ...]] = {
    # Fairy-Stockfish (pyffish 0.0.90) counts the same.
    "amazons": (2176,),
    "ataxx": (16, 256),
    "breakthrough": (22, 484),
    "dobutsu": (4, 17),
    "fox_and_hounds": (2, 14, 56),
    "isolation": (225,),
    "jeson_mor": (30, 900),
    "joust": (8, 62),
    "minichess": (7, 53),
    "minishogi": (14, 181),
    "xiangqi": (44,),
    # python-chess 1.11.2 does.
    "antichess": (20, 400),
    "racing_kings": (21, 421),
    # OpenSpiel 2.0.2 does.
    "clobber": (49, 2116),
    "havannah": (19, 342),
    "hex": (25, 600),
    "lines_of_action": (36,),
    "mnk": (16, 240),
    "oware": (6, 36, 190),
    "pentago": (288,),
    "quoridor": (35,),
    "twixt": (15, 225),
    "ultimate_tic_tac_toe": (81, 720),
    "y": (10, 90, 720),
    # Rein Halbersma, 'Perft for all recognized draughts variants', damforum.nl, 2010.
    "draughts": (9, 81, 658),
    # By hand: on an empty board Right, too, may paint 11 squares in Col; only one toad can move at first.
    "chomp": (12, 84),
    "col_and_snort": (12, 132),
    "konane": (4, 12),
    "notakto": (9, 72, 504),
    "order_and_chaos": (72, 5040),
    "teeko": (25, 600),
    # Two players place two workers each on 25 squares; all 40 moves are rooks'; 21 places cover the start.
    "blokus": (21, 441),
    "santorini": (300,),
    "tafl": (40,),
    # abalone-boai 1.0.0 does.
    "abalone": (44, 1936),
    # The die is cast first.
    "einstein": (0,),
    "toads_and_frogs": (1, 1, 2),
}
"""How many lines of one, two and three moves there are from the start."""

COUNT = """
count(_, _, 0, 1) :- !.
count(Game, Pos, Depth, Sum) :-
    Less is Depth - 1,
    findall(One, ( Game:move(Pos, _, Next), count(Game, Next, Less, One) ), All),
    sum_list(All, Sum).

wins(Game, Pos) :- \\+ Game:move(Pos, _, _).
wins(Game, Pos) :- Game:move(Pos, _, Next), \\+ wins(Game, Next).
"""

PROVED = ("chomp", "notakto")
"""Who has no move wins, and the first player wins: Gale, 1974; Plambeck and Whitehead, 2013."""


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """What one bare SWI-Prolog counts, a module for each file; and what it has said besides, by ''."""
    program = tmp_path_factory.mktemp("bare") / "count.pl"
    goals = [
        f"{game}:load_files('{RULES / game}.pl', []), "
        f"forall(between(1, {len(numbers)}, D), ( once({game}:initial(P)), count({game}, P, D, N), "
        f'format("{game} ~d~n", [N]) )).'
        for game, numbers in PERFT.items()
    ]
    goals += [f"( {game}:initial(P), wins({game}, P) -> writeln('{game}-won yes') )." for game in PROVED]
    program.write_text(COUNT + "".join(f":- {goal}\n" for goal in goals))
    done = subprocess.run(
        ["swipl", "-q", "-g", "halt", str(program)], capture_output=True, text=True, check=False
    )
    found = {"": done.stderr}
    for line in done.stdout.splitlines():
        game, number = line.split()
        found[game] = f"{found.get(game, '')} {number}".strip()
    return found


@pytest.mark.parametrize("game", PERFT)
def test_there_are_as_many_lines_as_others_count(counted: Mapping[str, str], game: str) -> None:
    assert counted[game] == " ".join(map(str, PERFT[game]))


@pytest.mark.parametrize("game", PROVED)
def test_the_first_player_wins_as_was_proved(counted: Mapping[str, str], game: str) -> None:
    assert counted[f"{game}-won"] == "yes"


def test_bare_swi_prolog_has_nothing_to_say_about_the_files(counted: Mapping[str, str]) -> None:
    assert counted[""] == ""


def test_every_file_is_counted_and_names_its_source() -> None:
    files = {path.stem: path.read_text() for path in RULES.glob("*.pl")}
    assert files.keys() == PERFT.keys()
    assert [game for game, text in files.items() if "\n    Rules: " not in text.partition("*/")[0]] == []


@pytest.mark.thorough("thousands of positions of other programs")
@pytest.mark.parametrize("game", HELD)
def test_another_program_plays_by_the_same_rules(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    options, system, depth = HELD[game]
    for package in {package for word, needed in PACKAGES.items() if word in system for package in needed}:
        pytest.importorskip(package)
    monkeypatch.chdir(ROOT)
    rules = f"{RULES / game}.pl" + (f":{options}" if options else "")
    verdict = pydecl.against(rules, system, positions=200, depth=depth, seconds=None)
    assert verdict.differences == []
    assert verdict.agree


@pytest.mark.thorough("thousands of positions of another program")
def test_einstein_is_openspiels() -> None:
    """The moves lead to the same boards, roll by roll, in random games."""
    pyspiel = pytest.importorskip("pyspiel")
    random = Random(1)
    start = pyspiel.load_game("einstein_wurfelt_nicht").new_initial_state()
    for _ in "bw":  # the cubes in their order
        start.apply_action(0)
    with pydecl.stepper(RULES / "einstein.pl") as game:
        for _ in range(30):
            position, state = game.start, start.clone()
            while not state.is_terminal():
                roll = random.randrange(6)
                state.apply_action(roll)
                _, position = game.chances(position)[roll]
                following = {}
                for action in state.legal_actions():
                    after = state.child(action)
                    following[squares(str(after)), after.is_terminal()] = after
                ours = {}
                for after in game.after(position):
                    text = game.text(after)
                    both = text.partition("],[")[:: 2 if text.startswith("einstein(b") else -2]
                    board = frozenset(
                        (color + number, int(x), int(y))
                        for color, cubes in zip("bw", both, strict=True)
                        for number, x, y in re.findall(r"(\d)-(\d)/(\d)", cubes)
                    )
                    ours[board, game.result(after) is not None] = after
                assert ours.keys() == following.keys()
                chosen = random.choice(list(following))
                position, state = ours[chosen], following[chosen]
            winner = pydecl.Outcome.WON if state.returns()[1] > 0 else pydecl.Outcome.LOST
            assert game.result(position) is winner


def squares(board: str) -> frozenset[tuple[str, int, int]]:
    """The cubes on a board of OpenSpiel's, with their columns and rows."""
    rows = [row.strip("|").split("||") for row in board.split()]
    return frozenset(
        (cube, x, y) for y, row in enumerate(rows, 1) for x, cube in enumerate(row, 1) if cube != "__"
    )


def test_who_cannot_move_in_ataxx_passes_once() -> None:
    stuck = "ataxx(x,[1/1],[1/2,1/3,2/1,2/2,2/3,3/1,3/2,3/3])"
    with pydecl.consult(RULES / "ataxx.pl") as game:
        assert [str(move) for move in game.position(stuck).moves()] == ["pass"]


@pytest.mark.parametrize(("mover", "won"), [("w", True), ("b", False)])
def test_a_dobutsu_lion_that_is_left_on_the_last_row_has_won(mover: str, won: bool) -> None:
    """`doubutsushogi.jp`: who brings the lion there wins, unless it is captured in the next turn."""
    lions = {"w": "[1/4-l],[],[2/4-l],[]", "b": "[2/4-l],[],[1/4-l],[]"}
    with pydecl.consult(RULES / "dobutsu.pl") as game:
        assert (not game.position(f"dobutsu({mover},{lions[mover]})").moves()) is won
