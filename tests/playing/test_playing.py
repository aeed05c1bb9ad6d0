"""A match as a value: moves, undo, chance and hints; and the playing cycle, against every reply."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from module_fixtures import for_module_in
from playing_games import at_start, games_of_every_kind, opened

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import complete
from pydecl.errors import InputError, LimitError
from pydecl.loading.turns import Turns, turns_from
from pydecl.model.game import Outcome, Player
from pydecl.model.position import MoveError
from pydecl.model.program import Program
from pydecl.model.result import Order, Settings
from pydecl.model.term import Atom, Term
from pydecl.playing.choosing import chosen
from pydecl.playing.match import Match, People, Turn
from pydecl.playing.programs import (
    PLAYERS,
    Thinking,
    advice,
    check_movers,
    check_plays,
    default_program,
    reply,
)
from pydecl.playing.situation import Choice, Situation, drawn, look
from pydecl.programs.registry import DECLARED, OWN_MOVERS

games = for_module_in(games_of_every_kind)


# Undo


def turns(*movers: Player | None) -> Match:
    match = Match(Atom("p0"), "p0")
    for number, mover in enumerate(movers, 1):
        match = match.played(Turn(mover, Atom(f"p{number}"), f"to p{number}"))
    return match


MAX, MIN = Player.MAX, Player.MIN


@pytest.mark.parametrize(
    ("people", "movers", "left"),
    [
        (People.MAX, (MAX, MIN, MAX, MIN), 2),
        (People.MIN, (MAX, MIN, MAX), 1),
        (People.MIN, (MAX,), None),
        (People.BOTH, (MAX, MIN), 1),
        (People.NONE, (MAX, MIN), None),
        (People.MAX, (MAX, None, None, MIN, None), 0),
        (People.MAX, (MAX, MAX, MIN), 1),
        (People.BOTH, (None,), None),
        (People.BOTH, (), None),
    ],
)
def test_undo_takes_back_to_the_last_turn_of_a_person(
    people: People, movers: tuple[Player | None, ...], left: int | None
) -> None:
    match = turns(*movers)
    before = match.undone(people)
    assert (None if before is None else len(before.turns)) == left
    if before is not None:
        assert before == turns(*movers[:left])
        assert people.play(movers[len(before.turns)])


def test_a_match_is_a_value() -> None:
    match = turns(MAX)
    assert match.played(Turn(MIN, Atom("x"), "x")).undone(People.MIN) == match
    assert len(match.turns) == 1
    assert match.commented("so").turns[0].comments == ("so",)
    assert match.turns[0].comments == ()


def test_a_comment_is_one_line_that_a_terminal_does_not_obey() -> None:
    assert turns(MAX).commented("a\n1 max b\x1b[31m").turns[0].comments == ("a 1 max b [31m",)


# What was typed


@pytest.mark.parametrize(
    ("game", "text", "number"),
    [
        ("nim", "take(2,1)", 2),
        ("nim", " take( 2 , 1 ) ", 2),
        ("nim", "take(1", 1),
        ("nim", "TAKE(2,2)", 3),
        ("nim", "3", 3),
        ("nim", "#3", 3),
        ("nim", "1/0 min", 3),
        ("nim", "to  1/0  min", 3),
        ("nim", "nim(min,[1,0])", 3),
        ("tictactoe", "9", 9),
        ("named", "'Go left'", 1),
        ("named", "Go left", 1),
        ("named", "go r", 2),
        ("named", "stay", 3),
        ("named", "s", 3),
        ("named", "S", 3),
        ("named", "go", 6),
        ("named", "to e", 5),
        ("nameless", "1", 1),
        ("nameless", "'X  y'", 3),
        ("nameless", "to q(1r3)", 2),
        ("nameless", "'100 % sure\\n'", 4),
    ],
)
def test_a_move_is_known_by_name_beginning_number_and_position(
    games: dict[str, SessionGame], game: str, text: str, number: int
) -> None:
    assert chosen(at_start(games[game]), text).number == number


@pytest.mark.parametrize(
    ("game", "text", "message"),
    [
        ("nim", "take(2", "'take(2' may be take(2,1), take(2,2)"),
        ("nim", "take(3,1)", "no move 'take(3,1)': did you mean take(2,1), take(1,1) or take(2,2)?"),
        ("nim", "e4", "no move 'e4': expected take(1,1), take(2,1), take(2,2)"),
        ("nim", "0", "no move 0: they are numbered from 1 to 3"),
        ("nim", "#4", "no move #4: they are numbered from 1 to 3"),
        ("nim", "#" + "9" * 5000, "numbered from 1 to 3"),
        ("nim", "#x", "no move #x: they are numbered from 1 to 3"),
        ("named", "two", "'two' is the name of several moves: say #4 or #5"),
        ("named", "'Go", "\"'Go\" may be 'Go left', 'Go right'"),
        ("named", "G", "'G' may be 'Go left', 'Go right'"),
        ("nameless", "q(1)", "no move 'q(1)': did you mean q(1r3)?"),
        ("tictactoe", "10", "no move 10: 'moves' lists all 9; #10 means the move with this number"),
    ],
)
def test_what_is_no_move_is_said_with_what_is_near(
    games: dict[str, SessionGame], game: str, text: str, message: str
) -> None:
    with pytest.raises(MoveError) as raised:
        chosen(at_start(games[game]), text)
    assert message in str(raised.value)


def test_a_number_never_means_the_list_where_moves_are_named_by_numbers(
    games: dict[str, SessionGame],
) -> None:
    game = games["tictactoe"]
    seen = look(game, game.parse_position("xo./.../..."))
    assert chosen(seen, "3").number == 1
    assert chosen(seen, "#3").name == "5"
    with pytest.raises(MoveError, match=r"^no move 1: expected 3, 4, 5, 6, 7, 8, 9; #1 means the move"):
        chosen(seen, "1")


# Chance


def test_chance_is_drawn_by_its_probabilities_and_the_seed(games: dict[str, SessionGame]) -> None:
    game = games["dice"]
    seen = look(game, Atom("die"))
    assert (seen.mover, [choice.probability for choice in seen.choices]) == (
        None,
        [Fraction(1, 6), Fraction(5, 6)],
    )
    drawings = [drawn(seen.choices, 7, draw).number for draw in range(600)]
    assert drawings == [drawn(seen.choices, 7, draw).number for draw in range(600)]
    assert drawings != [drawn(seen.choices, 8, draw).number for draw in range(600)]
    # A hundred of 600 are expected, and the standard deviation is about 9.
    assert 60 < Counter(drawings)[1] < 140


def test_chance_never_draws_what_is_impossible() -> None:
    sure = (Choice(1, None, Atom("a"), "a", 1),)
    assert {drawn(sure, 1, draw).number for draw in range(20)} == {1}


# The program


def test_a_program_that_gives_no_move_cannot_play(games: dict[str, SessionGame]) -> None:
    for program in (Program.WON, Program.WIN):
        assert program not in PLAYERS
        with pytest.raises(InputError, match=f"{program.value} gives no move: those that do are minimax, "):
            check_plays(games["nim"], Thinking(program))
    with pytest.raises(InputError, match="at least 1 ply"):
        check_plays(games["nim"], Thinking(depth=0))
    with pytest.raises(InputError, match="turbulent/1 is not defined"):
        check_plays(games["nim"], Thinking(Program.QUIESCENCE))
    with pytest.raises(InputError, match="uses the game's order"):
        check_plays(games["nim"], Thinking(Program.OUTCOME, settings=Settings(Order.BEST)))


@pytest.mark.parametrize(
    ("game", "expected"),
    [("nim", Turns.ALTERNATE), ("graph", Turns.ALTERNATE), ("dice", Turns.CHANCE), ("twice", Turns.TWICE)],
)
def test_how_the_turns_go_round_is_seen_and_decides_who_can_play(
    games: dict[str, SessionGame], game: str, expected: Turns
) -> None:
    opened, seen = games[game], at_start(games[game])
    assert turns_from(opened, [seen.position]) is expected
    fit = {
        Turns.ALTERNATE: set(PLAYERS),
        Turns.TWICE: set(OWN_MOVERS),
        Turns.CHANCE: {Program.EXPECTIMINIMAX},
    }
    assert default_program(opened, seen) in fit[expected]
    for program in (Program.ALPHABETA, Program.OUTCOME, Program.EXPECTIMINIMAX):
        if program in fit[expected]:
            check_movers(opened, seen, Thinking(program))
        else:
            with pytest.raises(InputError, match="programs that can play are expectiminimax"):
                check_movers(opened, seen, Thinking(program))


def test_the_default_program_is_one_that_can_run(tmp_path: Path) -> None:
    text = "initial(a). moves(a, [b]). max_to_move(a). min_to_move(b). terminalwon(b). terminallost(c).\n"
    with opened(tmp_path, "valueless.pl", text) as game:
        assert default_program(game, at_start(game)) == Program.OUTCOME
        assert look(game, Atom("b")).outcome is Outcome.WON


@pytest.mark.thorough("it waits until its time is over")
def test_rules_that_never_answer_do_not_stop_the_first_look(tmp_path: Path) -> None:
    text = "initial(a). move(a, b). move(b, c) :- repeat, fail. staticval(_, 0).\n"
    text += "max_to_move(a). min_to_move(b).\n"
    with opened(tmp_path, "endless.pl", text) as game:
        assert turns_from(game, [at_start(game).position]) is Turns.ALTERNATE


@pytest.mark.parametrize("engine", complete())
@pytest.mark.parametrize("program", [program for program in PLAYERS if not DECLARED[program].needs])
def test_every_program_plays_the_winning_move(
    games: dict[str, SessionGame], program: Program, engine: str
) -> None:
    # Bouton 1901: only 1/1 wins.
    advised = reply(games["nim"], at_start(games["nim"]), Thinking(program, engine))
    assert (str(advised.choice), advised.best) == ("take(2,1)", True)


def test_a_hint_says_the_move_the_value_and_best_play(games: dict[str, SessionGame]) -> None:
    game = games["tictactoe"]
    seen = look(game, game.parse_position("xo./x../.o."))
    advised = advice(game, seen, Thinking(Program.MINIMAX))
    assert str(advised) == "7, value 1"
    assert advised.line == ("7",)
    cut = advice(game, seen, Thinking(Program.NEGAMAX_PLY, depth=1))
    assert str(cut) == "7, value 999, an estimate at the horizon"
    guess = advice(game, at_start(game), Thinking(depth=1))
    assert str(guess) == "9, value 0, an estimate at the horizon"
    deeper = advice(game, seen, Thinking(Program.DEEPENING, depth=2))
    assert str(deeper).startswith("7, value 1 to depth 2")


def test_a_program_without_a_move_plays_the_first_and_says_so(games: dict[str, SessionGame]) -> None:
    game = games["nim"]
    advised = reply(game, look(game, game.parse_position("1/1 max")), Thinking(Program.AND_OR))
    assert (advised.choice.number, advised.best) == (1, False)
    assert advised.why == "the first move: the program gives none (value false)"


def test_a_program_without_a_move_in_time_is_an_error(games: dict[str, SessionGame]) -> None:
    game = games["othello"]
    with pytest.raises(LimitError, match="minimax found no move: time is up"):
        reply(game, at_start(game), Thinking(Program.MINIMAX, seconds=0.05))


def played_out(
    game: SessionGame, program: Player, seen: Situation, replies: dict[Term, Choice]
) -> set[Outcome]:
    """How the game can end where a program plays one side, whatever the other one does."""
    if seen.outcome is not None:
        return {seen.outcome}
    if seen.mover is program:
        if seen.position not in replies:
            replies[seen.position] = reply(game, seen, Thinking()).choice
        return played_out(game, program, look(game, replies[seen.position].position), replies)
    ends = [played_out(game, program, look(game, choice.position), replies) for choice in seen.choices]
    return set().union(*ends)


from_the_start = pytest.mark.thorough(
    "replies to all openings take a minute; those after two moves show the law"
)


@pytest.mark.parametrize(
    ("program", "start"),
    [
        (MAX, "x../.o./..."),
        (MIN, "x../.o./..x"),
        pytest.param(MAX, ".../.../...", marks=from_the_start),
        pytest.param(MIN, ".../.../...", marks=from_the_start),
    ],
)
def test_the_program_never_loses_tic_tac_toe(
    games: dict[str, SessionGame], program: Player, start: str
) -> None:
    game = games["tictactoe"]
    ends = played_out(game, program, look(game, game.parse_position(start)), {})
    lost = Outcome.LOST if program is Player.MAX else Outcome.WON
    assert lost not in ends
    assert len(ends) == 2  # it wins where the other errs
