"""Games of every kind to be played, for tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from folders import rules_file

from pydecl.engines.prolog.game import SessionGame
from pydecl.loading.consulting import consult
from pydecl.playing.situation import Situation, look

NAMELESS = """
initial(p("a b")).
moves(p("a b"), ['X  y', q(1r3), 'X  y', '100 % sure\\n']). max_to_move(p(_)).
min_to_move('X  y'). min_to_move(q(_)). min_to_move('100 % sure\\n').
staticval(P, 0) :- P \\= q(_).
staticval(q(_), -1).
"""

NAMED = """
initial(a).
move(a, 'Go left', b). move(a, 'Go right', c). move(a, stay, d). move(a, two, d). move(a, two, e).
move(a, go, f).
max_to_move(a). min_to_move(P) :- member(P, [b, c, d, e, f]).
staticval(P, V) :- nth0(V, [a, b, c, d, e, f], P).
"""

DICE = """
a max (
    die chance ( 1r6: b min ( c 1 d 3 )  5r6: e max ( f 5 g -2 ) )
    h 2
)
"""

TWICE = """
initial(p(max, 4)).
max_to_move(p(max, _)). min_to_move(p(min, _)).
move(p(P, N), take, p(Q, M)) :- N > 0, M is N - 1, ( N =:= 3 -> Q = P ; other(P, Q) ).
other(max, min). other(min, max).
staticval(p(max, _), 1). staticval(p(min, _), -1).
"""


def opened(folder: Path, name: str, text: str) -> SessionGame:
    return consult(rules_file(folder, text, name))


@contextmanager
def games_of_every_kind(folder: Path) -> Iterator[dict[str, SessionGame]]:
    """By a name; rules files are written to the folder."""
    with ExitStack() as stack:
        found = {
            "nim": consult("nim:heaps=[1,2]"),
            "tictactoe": consult("tictactoe"),
            "othello": consult("othello:size=4"),
            "graph": consult("graph"),
            "nameless": opened(folder, "nameless.pl", NAMELESS),
            "named": opened(folder, "named.pl", NAMED),
            "dice": opened(folder, "dice.tree", DICE),
            "twice": opened(folder, "twice.pl", TWICE),
        }
        for game in found.values():
            stack.enter_context(game)
        yield found


def at_start(game: SessionGame) -> Situation:
    return look(game, game.initial()[0])
