"""Programs in the styles of strangers become games: what adapt writes is consulted, counted and searched."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from command_line import Run
from folders import TESTS, rules_file
from rings import sample_size

from pydecl.checking.report import Report
from pydecl.cli import adapting
from pydecl.errors import InputError, LimitError
from pydecl.loading.consulting import consult
from pydecl.loading.glue import adapting as glue_adapting
from pydecl.loading.glue.adapting import Adapted, adapt
from pydecl.loading.glue.names import words
from pydecl.loading.glue.shapes import is_step
from pydecl.loading.glue.writing import glue
from pydecl.model.reader import read_term
from pydecl.sandbox.session import MEMORY

PROGRAMS = TESTS / "adapting" / "programs"

STRANGERS = TESTS / "strangers"

COUNTS = {
    "flat.pl": (9, 72, 504),  # noughts and crosses: 9 * 8 * 7 ways to play three plies
    "drop.pl": (4, 16, 64),  # four columns, none full after two discs
    "rows": (9, 72, 504),
    "facts.pl": (9, 72, 504),
    "counted.pl": (9, 72, 504),
    "turning.pl": (4, 12, 44, 128),  # those of othello:size=4
    "lines.pl": (9, 72, 504, 3024, 15120, 54720),  # 1,440 games end at the fifth ply
    "taking.pl": (6, 26, 76, 138, 140, 60),  # those of nim:heaps=[1,2,3]
    "runners.pl": (3, 9, 28, 88, 256, 678, 1558),
    "ranked.pl": (6, 30, 120, 360, 720, 576),  # 144 games end at the fifth ply
    "pawns.pl": (3, 9, 13, 15, 14, 29),
}

MOST = sample_size(800, 60_000)
"""How many of these are counted."""

ENDS = {
    "taking.pl": (5, 80, 0),  # who has taken the last stick has won
    "runners.pl": (7, 122, 0),
    "ranked.pl": (6, 0, 72),
    "pawns.pl": (4, 0, 5),
}
"""After how many plies so many games have ended, won and lost for who begins."""


ASKED = {
    "turning.pl": 1,  # nothing names a winner
    "runners.pl": 1,  # nor here
}
"""How many questions about a game remain open: what nothing in the program confirms."""


GlueOf = Callable[[str], tuple[Path, Adapted]]


@pytest.fixture(scope="module")
def glue_of(tmp_path_factory: pytest.TempPathFactory) -> GlueOf:
    """The glue for a program, in a copy of it that nobody changes."""

    @cache
    def made(name: str) -> tuple[Path, Adapted]:
        source = PROGRAMS / name
        folder = tmp_path_factory.mktemp("adapted")
        program = folder / name
        if source.is_dir():
            shutil.copytree(source, program)
        else:
            shutil.copy(source, program)
        glue = (program if program.is_dir() else folder) / "glue.pl"
        adapted = adapt(program, glue, None)
        assert adapted.text is not None, adapted.why
        glue.write_text(adapted.text, encoding="utf-8")
        return glue, adapted

    return made


@pytest.mark.parametrize("name", COUNTS)
@pytest.mark.sampled(2, "each case plays a program to its ends")
def test_a_program_is_a_game_by_its_glue_with_its_ends(name: str, glue_of: GlueOf) -> None:
    glue, adapted = glue_of(name)
    assert len(adapted.questions) == ASKED.get(name, 0)
    plies, *ends = ENDS.get(name, (0,))
    with consult(str(glue)) as game:
        positions = list(game.initial())
        for ply, count in enumerate(COUNTS[name], 1):
            if count > MOST:
                break
            positions = [after for position in positions for _, after in game.successors(position)]
            assert len(positions) == count
            if ply == plies:
                values = [game.static_value(one) for one in positions if not game.successors(one)]
                assert [sum(value > 0 for value in values), sum(value < 0 for value in values)] == ends


def test_the_winner_is_whom_the_program_names(glue_of: GlueOf) -> None:
    glue, _ = glue_of("flat.pl")
    with consult(str(glue)) as game:
        won = "state([cross,cross,cross,nought,nought,b,b,b,b],nought)"
        drawn = "state([cross,nought,cross,cross,nought,nought,nought,cross,cross],nought)"
        assert game.static_value(game.parse_position(won)) == 1
        assert game.static_value(game.parse_position(drawn)) == 0
        assert not game.successors(game.parse_position(won))


QUESTIONS = {
    "claims.pl": "Which squares are free?",  # a turn does not look whether a square is taken
    "dialogue.pl": "no predicate gives a board",  # its first board is put together in the middle of a clause
    "fails.pl": "no predicate makes another board",  # the facts that a query leaves behind when it fails
    "hedge.pl": "won(Board, Player)",  # how many win is asserted before the first board
    "holes.pl": "no predicate gives a board",  # empty squares are free variables
    "posts.pl": "won(Player)",  # the winner is asked of the post that was painted last
    "scored.pl": "won(Board, Player)",  # the referee looks at the sign of a value
    "snails.pl": "won(Board, Player)",  # at random nobody ever wins
    "sowing.pl": "next(Board, Player, Move, Next)",  # holes have names that no text lists
    "twins.pl": "next(Player, Move)",  # who has a peg is said by a predicate for each player
    "wrapped.pl": "won(Board, Player)",  # the winner is told in a compound
}
"""What is open, or why there is no game, where finding it took a rule of thumb that few programs need."""


@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.sampled(2, "each case calls all predicates of a program")
def test_an_odd_way_to_write_a_game_is_a_question(name: str, tmp_path: Path) -> None:
    adapted = adapted_text(tmp_path, (PROGRAMS / name).read_text())
    assert not adapted.is_sure
    lines = (adapted.text or "").splitlines()
    filled_in = [line for line in lines if line.endswith(" :- fill_in.")]
    assert any(one.startswith(QUESTIONS[name]) for one in (*filled_in, *adapted.questions, adapted.why))


UNEXCHANGED = """
start([e, e, e, e]).
set(Board, Place, Mark, Next) :- nth1(Place, Board, e, Rest), nth1(Place, Next, Mark, Rest).
play :- start(Board), turn(Board, white).
turn(Board, white) :- set(Board, _, white, Next), turn(Next, black).
turn(Board, black) :- set(Board, _, black, Next), turn(Next, white).
"""


def test_players_may_be_told_by_constants_alone_and_the_winner_is_asked_for(tmp_path: Path) -> None:
    adapted = adapted_text(tmp_path, UNEXCHANGED)
    assert adapted.text is not None
    assert "max_to_move(state(_, white))" in adapted.text
    assert adapted.questions[0].startswith("Who has won, and when is the game over?")


FILLED = {
    "next": "next(Board, Player, Move, Next) :- named(Move), taken(Move, Board, Player, Next).",
    "won": "won(Board, Player) :- named(Name), has_won(Name, Player, Board).",
}
"""What a person writes in the places of `fill_in` in the glue for asks.pl."""


def test_what_was_not_found_is_a_line_to_fill_in(pydecl: Run, tmp_path: Path) -> None:
    shutil.copy(PROGRAMS / "asks.pl", tmp_path)
    done = pydecl("adapt", str(tmp_path / "asks.pl"))
    assert done.code == 3
    assert "2 lines to fill in" in done.out
    glue = tmp_path / "glue.pl"
    text = glue.read_text(encoding="utf-8")
    assert "Candidates: taken(X, Board, Player, Next);" in text
    assert "Candidates: has_won(X, Player, Board)" in text
    refused = pydecl("check", "--about", str(glue))
    assert refused.code == 2
    assert "next/4 is to be filled in: write a goal in the place of fill_in [P414]" in refused.err
    assert "won/2 is to be filled in" in refused.err
    lines = [FILLED.get(line.split("(")[0], line) for line in text.splitlines()]
    names = "\nnamed(Name) :- member(Name, [a1, b1, c1, a2, b2, c2, a3, b3, c3]).\n"
    glue.write_text("\n".join(lines) + names, encoding="utf-8")
    with consult(str(glue)) as game:
        counts = []
        positions = list(game.initial())
        for ply in range(5):
            positions = [after for position in positions for _, after in game.successors(position)]
            counts.append(len(positions))
            if ply == 1:
                positions = positions[:1]  # a1 is taken, and b1
        assert counts == [9, 72, 7, 42, 210]
        # two lines through a1 are left, in two orders, and the other takes one of five squares
        assert sum(game.static_value(position) == 1 for position in positions) == 2 * 2 * 5


def test_a_file_that_does_not_load_is_left_out_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "server.pl").write_text(":- use_module(library(http/thread_httpd)).\n")
    shutil.copy(PROGRAMS / "flat.pl", tmp_path / "flat.pl")
    (tmp_path / "main.pl").write_text(":- consult(server).\n:- consult(flat).\n")
    adapted = adapt(tmp_path, tmp_path / "glue.pl", None)
    assert (adapted.files, adapted.is_sure) == (("flat.pl",), True)


def test_blanks_that_are_no_blanks_for_prolog_are_blanks_in_files_of_a_program(tmp_path: Path) -> None:
    text = UNEXCHANGED.replace("play :- ", "\u00a0play :- ") + "% d\u00e9but\n"
    (tmp_path / "four.pl").write_bytes(text.encode("latin-1"))
    assert first_moves(tmp_path / "four.pl", tmp_path) == [4]


def first_moves(program: Path, folder: Path) -> list[int]:
    """How many moves each start has by the glue for a program, which is written."""
    adapted = adapt(program, folder / "glue.pl", None)
    assert adapted.text is not None, adapted.why
    (folder / "glue.pl").write_text(adapted.text)
    with consult(str(folder / "glue.pl")) as game:
        return [len(game.successors(position)) for position in game.initial()]


TURNS = """
initial_board([e, e, e, e]).
next_player(x, o).
next_player(o, x).
set_square(Board, Place, Mark, Next) :- nth1(Place, Board, _, Rest), nth1(Place, Next, Mark, Rest).
wins([M, M|_], M) :- M \\== e.
wins([_, _, M, M], M) :- M \\== e.
over(Board) :- wins(Board, _).
over(Board) :- \\+ member(e, Board).
play :- initial_board(Board), turn(Board, x).
turn(Board, _) :- over(Board), !.
"""

LOOKS = {
    "beside": """
turn(B, Mark) :- read(N), free(B, N), set_square(B, N, Mark, Next), next_player(Mark, O), turn(Next, O).
free(Board, N) :- nth1(N, Board, e).
""",
    "elsewhere, by its name": """
turn(Board, Mark) :- ask(Board, N), set_square(Board, N, Mark, Next), next_player(Mark, O), turn(Next, O).
ask(Board, N) :- repeat, read(N), valid_move(Board, N), !.
valid_move(Board, N) :- nth1(N, Board, e).
""",
    "in a dialogue": """
turn(B, Mark) :- asked(B, N), set_square(B, N, Mark, Next), next_player(Mark, O), turn(Next, O).
asked(B, N) :- repeat, read(N), content(B, N, _), !.
content(B, N, M) :- nth1(N, B, M), M = e.
""",
    "before what is done otherwise": """
turn(Board, Mark) :-
    read(N),
    (   taken(Board, N)
    ->  turn(Board, Mark)
    ;   set_square(Board, N, Mark, Next), next_player(Mark, O), turn(Next, O)
    ).
taken(Board, N) :- nth1(N, Board, M), M \\== e.
""",
}
"""Where a program looks whether a square is free before it puts a mark there."""

CHOOSES = """
turn(B, x) :- x_could_win(B), set_square(B, 2, x, Next), turn(Next, o).
turn(B, x) :- ( pick(B, N) ; best(B, N) ), set_square(B, N, x, Next), turn(Next, o).
x_could_win([x, e|_]).
pick(Board, N) :- nth1(Free, Board, e), !, N = Free.
best(Board, N) :- nth1(N, Board, e).
"""
"""How the machine plays in the same program: what chooses a move tests none, what looks ahead is no end."""


def adapted_text(folder: Path, text: str) -> Adapted:
    """What adapt makes of a program; its glue is written."""
    (folder / "game.pl").write_text(text)
    adapted = adapt(folder / "game.pl", folder / "glue.pl", None)
    (folder / "glue.pl").write_text(adapted.text or "")
    return adapted


@pytest.mark.parametrize("where", LOOKS)
def test_what_the_program_tests_before_a_move_is_tested_in_the_glue(where: str, tmp_path: Path) -> None:
    chooses = CHOOSES if where == "beside" else ""
    assert adapted_text(tmp_path, TURNS + chooses + LOOKS[where]).is_sure
    with consult(str(tmp_path / "glue.pl")) as game:
        position = game.parse_position("state([x,e,e,o],x)")
        assert len(game.successors(position)) == 2


LISTED = """
turn(B, Mark) :- legal_moves(B, L), read(N), member(N, L), put(B, Mark, C), next_player(Mark, O), turn(C, O).
put([e|Squares], Mark, [Mark|Squares]).
put([Square|Squares], Mark, [Square|Next]) :- put(Squares, Mark, Next).
legal_moves(Board, Places) :- findall(Place, nth1(Place, Board, e), Places).
"""


def test_a_list_of_legal_moves_is_held_against_the_moves(tmp_path: Path) -> None:
    assert adapted_text(tmp_path, TURNS + LISTED).is_sure
    fewer = LISTED.replace("Board, e)", "Board, e), Place < 4")
    (question,) = adapted_text(tmp_path, TURNS + fewer).questions
    assert question.startswith("Are all of these moves legal? legal_moves/2 is not asked")


SNORT = """
row(0, []).
row(N, [e|Squares]) :- N > 0, M is N - 1, row(M, Squares).
create_row(Size, Row) :- row(Size, Row).
initial_state(Size, Level, [Level, Row]) :- create_row(Size, Row).
next_player(x, o).
next_player(o, x).
valid_moves(Mark, [_, Row], Places) :-
    next_player(Mark, Other), findall(Place, free(Row, Other, Place), Places), member(_, [to, be, sure]).
free(Row, Other, Place) :- nth1(Place, Row, e), \\+ ( nth1(Near, Row, Other), abs(Near - Place) =:= 1 ).
move([Level, Row], Mark, Place, [Level, Next]) :- nth1(Place, Row, _, Rest), nth1(Place, Next, Mark, Rest).
game_over(State, Mark, Winner) :- valid_moves(Mark, State, []), next_player(Mark, Winner).
play :- read(Size), read(Level), initial_state(Size, Level, State), turn(State, x).
turn(State, Mark) :- game_over(State, Mark, Winner), !, write(Winner).
turn(State, Mark) :-
    valid_moves(Mark, State, Places), read(Place), member(Place, Places),
    move(State, Mark, Place, Next), next_player(Mark, Other), turn(Next, Other).
"""
"""The start is not a row, which is a part of it; the legal moves are listed three times over."""


def test_a_start_is_whole_and_an_end_is_asked_of_who_is_to_move(tmp_path: Path) -> None:
    assert adapted_text(tmp_path, SNORT).is_sure
    with consult(str(tmp_path / "glue.pl")) as game:
        (start,) = game.initial()
        assert len(game.successors(start)) == 8  # the size is a guess
        stuck = game.parse_position("state([1,[x,e,o,e,x]],o)")
        assert (len(game.successors(stuck)), game.static_value(stuck)) == (0, 1)
        assert not game.static_value(game.parse_position("state([1,[e,e,x,e,x]],x)"))


TRIED = "try :- over([e, e, e, e, e, e, e, e, o]).\n"

IN_A_TEST = "Is that the first board? Nothing in the program calls try/0 and then set_square/4"


LOOKS_BESIDE = LOOKS["beside"]

UNUSED = TURNS.replace("play :- initial_board(Board),", "play(Board) :-")


@pytest.mark.parametrize(
    ("program", "question"),
    [
        (
            TURNS + LOOKS_BESIDE.replace(" free(B, N),", ""),
            "Which squares are free? set_square/4 puts one piece",
        ),
        (
            UNUSED + LOOKS_BESIDE,
            "Is that the first board? Nothing in the program calls initial_board/1 and then",
        ),
        (UNUSED + LOOKS_BESIDE + "go(N) :- play([e, e, e, N]).\n", "Is that the first board? Nothing"),
        (TURNS.split("play :-")[0] + LOOKS_BESIDE.split("turn")[0], "Is that how a game goes on? Nothing in"),
        (TRIED + TURNS.replace("initial_board(Board),", "").split("\n", 2)[2] + LOOKS_BESIDE, IN_A_TEST),
    ],
)
@pytest.mark.sampled(2, "each case reads, writes and plays a program")
def test_what_nothing_in_the_program_confirms_is_a_question(
    program: str, question: str, tmp_path: Path
) -> None:
    assert any(one.startswith(question) for one in adapted_text(tmp_path, program).questions)


def test_who_begins_is_what_the_program_calls(tmp_path: Path) -> None:
    begun = UNUSED.replace("play(Board) :- turn(Board, x)", "play(Board, Mark) :- turn(Board, Mark)")
    written = adapted_text(tmp_path, begun + LOOKS_BESIDE + "go :- play([e, e, e, e], o).\n")
    assert (written.is_sure, "? o begins: go/0 begins so" in (written.text or "")) == (True, True)


def test_glue_that_plays_another_game_than_the_program_raises_a_question(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    written = glue
    for right, wrong, question in (
        ("\\+ over_(Board)", "true", "Is the game over at"),
        ("over_(Board) :-", "over_(Board) :- fail,", "Is the game over at"),
        ("set_square(Board, X,", "set_square(Board, 1,", "Are these the moves? The glue has others at"),
        ("set_square(Board,", "set_square(board,", "Is there a game?"),
        ("next_player(P", "next_person(P", "Is it a game? Played at random, the glue ends so:"),
        ("initial(", "initial(_) :- fail.\ninitially(", "Is there a game?"),
    ):
        monkeypatch.setattr(
            glue_adapting, "glue", lambda *given, r=right, w=wrong: written(*given).replace(r, w)
        )
        adapted = adapted_text(tmp_path, TURNS + LOOKS["beside"])
        assert {one[: len(question)] for one in adapted.questions} == {question}


@pytest.mark.parametrize("name", ["ttt_feup", "nim_feup", "ttt_openspiel", "ttt_gdl", "ttt_sterling_shapiro"])
def test_a_program_that_follows_a_convention_is_a_game_as_it_is(name: str, tmp_path: Path) -> None:
    adapted = adapted_text(tmp_path, (STRANGERS / f"{name}.pl").read_text())
    assert adapted.is_sure
    assert ":- include('game.pl').\n" in (adapted.text or "")
    with consult(str(tmp_path / "glue.pl")) as game, consult(str(STRANGERS / f"{name}.pl")) as theirs:
        assert (game.convention, list(game.initial())) == (theirs.convention, list(theirs.initial()))


def test_the_size_of_a_board_that_a_menu_would_ask_for_is_in_the_glue(tmp_path: Path) -> None:
    text = (STRANGERS / "nim_feup.pl").read_text().replace("default_config([1,3,5]).\n", "")
    sized = text.replace(
        "initial_state(Heaps,", "initial_state(Size, S) :- Size < 8, start([1,2,Size], S).\nstart(Heaps,"
    )
    adapted = adapted_text(tmp_path, sized)
    assert adapted.is_sure
    assert "\ndefault_config(5).    % one that the program takes\n" in (adapted.text or "")
    with consult(str(tmp_path / "glue.pl")) as game:
        assert [len(game.successors(position)) for position in game.initial()] == [8]
    assert not adapted_text(
        tmp_path, text.replace("initial_state(Heaps,", "initial_state([H|Heaps],")
    ).is_sure


def test_a_script_may_be_included_by_a_game_and_by_glue(tmp_path: Path) -> None:
    program = rules_file(tmp_path, "#!/usr/bin/env swipl\n" + UNEXCHANGED, "four.pl")
    assert first_moves(program, tmp_path) == [4]


ASSERTED = """
line(1, 2). line(2, 3).
empty(N) :- \\+ x(N), \\+ o(N).
make_move :- read(N), empty(N), assertz(x(N)).
reply :- empty(N), assertz(o(N)).
start :- make_move, reply, start.
"""


def test_facts_that_are_only_asserted_hold_the_state(tmp_path: Path) -> None:
    adapted = adapted_text(tmp_path, ASSERTED)
    assert adapted.text is not None, adapted.why
    assert adapted.slots == 3
    lines = {
        "first": "first.",
        "next": "next(P, N) :- between(1, 3, N), empty(N), ( P == max -> assertz(x(N)) ; assertz(o(N)) ).",
        "won": "won(P) :- line(A, B), ( P == max -> x(A), x(B) ; o(A), o(B) ).",
    }
    text = adapted.text.splitlines()
    filled = [lines.get(re.split(r"\W", line)[0], line) if "fill_in." in line else line for line in text]
    (tmp_path / "glue.pl").write_text("\n".join(filled))
    with consult(str(tmp_path / "glue.pl")) as game:
        positions = list(game.initial())
        for count in (3, 6, 6, 0):
            positions = [after for position in positions for _, after in game.successors(position)]
            assert len(positions) == count


def test_brackets_without_arguments_and_files_that_are_consulted_again_are_read(tmp_path: Path) -> None:
    (tmp_path / "squares.pl").write_text(UNEXCHANGED.replace("play :- ", "play() :- show(), "))
    (tmp_path / "main.pl").write_text(":- reconsult('squares.pl').\nshow() :- true.\n")
    assert adapt(tmp_path, tmp_path / "glue.pl", 30).files == ("main.pl",)
    assert first_moves(tmp_path, tmp_path) == [4]


EXERCISES = """
empty_grid([o, o, o, o, o, o]).
insert(X, [_|T], [X|T]).
insert(X, [H|T], [H|T1]) :- insert(X, T, T1).
try :- empty_grid(G), insert(1, G, _).
"""
"""Lists that nobody takes turns on."""


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "parent(ann, bob).\nparent(bob, cid).\nolder(X, Y) :- parent(X, Y).\n",
            "no predicate gives a board, and none stands in the text",
        ),
        (EXERCISES, "nothing takes turns by insert/3, and nothing says how a game ends"),
    ],
)
def test_what_holds_no_game_is_told_in_a_sentence(tmp_path: Path, text: str, why: str) -> None:
    adapted = adapted_text(tmp_path, text)
    assert (adapted.text, adapted.why) == (None, why)


def test_a_size_that_is_a_guess_is_said_to_be_and_an_empty_board_is_not_the_first_one(tmp_path: Path) -> None:
    start = "initial_board(Size, [x, x|Board]) :- Size > 3, length(Board, Size), maplist(=(e), Board).\n"
    start += "empty_board([e, e, e, e]).\n"
    rest = TURNS.partition("next_player")[2].replace(
        "play :- initial_board(", "play(Size) :- initial_board(Size, "
    )
    adapted = adapted_text(tmp_path, f"{start}next_player{rest}{LOOKS['beside']}")
    assert adapted.text is not None
    assert "initial_board/2 gives it" in adapted.text
    assert "with 8 as its argument 1: that is a guess" in " ".join(adapted.text.replace("%", "").split())


def test_a_folder_without_programs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no file in this folder ends in \.pl"):
        adapt(tmp_path, tmp_path / "glue.pl", None)


def test_the_command_writes_and_checks_the_glue(pydecl: Run, tmp_path: Path) -> None:
    shutil.copy(PROGRAMS / "drop.pl", tmp_path)
    done = pydecl("adapt", str(tmp_path / "drop.pl"))
    assert done.code == 0, done.err
    assert f"{tmp_path / 'glue.pl'}: glue for drop.pl" in done.out
    assert (tmp_path / "glue.pl").read_text(encoding="utf-8").count("move(") > 1


def test_a_check_that_takes_too_long_is_told_and_is_no_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    shutil.copy(PROGRAMS / "drop.pl", tmp_path)
    late = Report("glue.pl", refused=LimitError("time is up"))
    monkeypatch.setattr(adapting, "printed_report", lambda *_: late)
    asked = {"to": None, "force": False, "time": 30.0, "memory": MEMORY, "as_json": False}
    adapting.adapt_program(program=str(tmp_path / "drop.pl"), **asked)
    out = capsys.readouterr().out
    assert f"{tmp_path / 'glue.pl'}: the check takes more than 20 s: try 'pydecl check" in out


def test_a_step_changes_little_of_a_board() -> None:
    board, moved = read_term("[[a,b,e],[e,e,e]]"), read_term("[[a,e,b],[e,e,e]]")
    assert is_step(board, moved)
    assert not is_step(board, board)
    assert not is_step(board, read_term("[[a,b,e]]"))
    assert not is_step(board, read_term("[[a,b,e],a]"))  # a row is no square
    assert list(words("next_playerTurn")) == ["next", "player", "turn"]


def test_glue_that_is_there_is_kept_unless_it_may_be_overwritten(pydecl: Run, tmp_path: Path) -> None:
    shutil.copy(PROGRAMS / "drop.pl", tmp_path)
    glue = rules_file(tmp_path, "% filled in by hand\n", "glue.pl")
    for options in ([], ["-o", str(glue)]):
        done = pydecl("adapt", str(tmp_path / "drop.pl"), *options)
        assert (done.code, "use --force to overwrite it" in done.err) == (2, True)
        assert glue.read_text() == "% filled in by hand\n"
    assert pydecl("adapt", str(tmp_path / "drop.pl"), "--force").code == 0
    assert "Glue by" in glue.read_text()
