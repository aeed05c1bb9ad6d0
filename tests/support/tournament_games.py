"""What the tests of tournaments share."""

from __future__ import annotations

PERFECT = "alphabeta,depth=unlimited,engine=python"

# Who wins is decided by the first move, and what a program sees at depth 1 by weight/1: whether it knows.
WEIGHED = """
:- dynamic weight/1, extra/1.
weight(0).
extra(0).
initial(start).
max_to_move(start).
max_to_move(end(_, max)).
min_to_move(end(_, min)).
max_to_move(at(_, max)).
min_to_move(at(_, min)).
move(start, Move, at(Move, min)) :- member(Move, [a, b, c]).
move(at(Move, min), on, end(Move, max)).
move(at(b, min), off, end(b, max)) :- extra(1).
staticval(end(b, _), 1) :- !.
staticval(end(_, _), -1) :- !.
staticval(at(b, _), V) :- !, weight(V).
staticval(_, 0).
"""
