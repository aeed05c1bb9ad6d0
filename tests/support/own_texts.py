"""Rules files that bring programs of their own, for tests."""

from __future__ import annotations

from folders import ROOT

NIM = """
initial(h(max,4)).
moves(h(M,N), L) :-
    findall(h(O,K), ( other(M,O), member(T,[1,2]), T =< N, K is N-T ), L),
    L = [_|_].
move(P, Q) :- moves(P, L), member(Q, L).
other(max,min).
other(min,max).
max_to_move(h(max,_)).
min_to_move(h(min,_)).
staticval(h(max,0), -1) :- !.
staticval(h(min,0), 1) :- !.
staticval(_, 0).
terminalwon(h(min,0)).
terminallost(h(max,0)).
"""
"""Take one or two; who takes the last one wins."""


def textbook(*names: str) -> str:
    """The texts of programs of the textbook; `alphabeta` needs `minimax`, too."""
    texts = [(ROOT / "prolog" / "textbook" / f"{name}.pl").read_text("utf-8") for name in names]
    return "".join(text if text.endswith("\n") else text + "\n" for text in texts)


BARE = """
minimax(P, B, V) :- P = h(_,N), N > 0, !, moves(P, L), best(P, L, B, V).
minimax(P, _, V) :- staticval(P, V).
best(_, [X], X, V) :- !, minimax(X, _, V).
best(P, [X|Xs], B, V) :-
    minimax(X, _, V1),
    best(P, Xs, B2, V2),
    (   P = h(max,_), V1 > V2 -> B = X, V = V1
    ;   P = h(min,_), V1 < V2 -> B = X, V = V1
    ;   B = B2, V = V2
    ).
"""
"""It looks into positions."""

BY_HELPERS = """
minimax(P, B, V) :- max_to_move(P), !, maximum(P, B, V).
minimax(P, B, V) :- minimum(P, B, V).
maximum(P, B, V) :-
    moves(P, L), !, findall(X-Y, ( member(Y, L), minimum(Y, _, X) ), Pairs), keysort(Pairs, S), last(S, V-B).
maximum(P, _, V) :- staticval(P, V).
minimum(P, B, V) :-
    moves(P, L), !, findall(X-Y, ( member(Y, L), maximum(Y, _, X) ), Pairs), keysort(Pairs, [V-B|_]).
minimum(P, _, V) :- staticval(P, V).
"""
"""Two predicates take turns; neither has the program's name."""

LEAVES_EVALUATED_ABOVE = """
minimax(P, B, V) :- moves(P, L), best(L, B, V).
best([P], P, V) :- !, valued(P, V).
best([P|Ps], B, V) :-
    valued(P, V1), best(Ps, B2, V2),
    (   min_to_move(P), V1 > V2 -> B = P, V = V1
    ;   max_to_move(P), V1 < V2 -> B = P, V = V1
    ;   B = B2, V = V2
    ).
valued(P, V) :- ( moves(P, _) -> minimax(P, _, V) ; staticval(P, V) ).
"""
"""It is called for no end: those are evaluated where they are met."""

FAILS = "minimax(P, P1, V) :- moves(P, [P1|_]), minimax(P1, _, V).\n"
THROWS = "minimax(P, B, V) :- moves(P, [B|_]), !, minimax(B, _, W), V is W + foo.\n"
THROWS += "minimax(P, _, V) :- staticval(P, V).\n"
RECURS = (
    "minimax(P, B, V) :- moves(P, L), !, minimax(P, B, V), L = [_|_].\nminimax(P, _, V) :- staticval(P, V).\n"
)
SPINS = "minimax(P, _, V) :- moves(P, [B|_]), !, minimax(B, _, V).\n"
SPINS += "minimax(P, _, V) :- staticval(P, V), spin.\nspin :- spin.\n"
LOOPS = "minimax(P, _, V) :- moves(P, [B|_]), !, minimax(B, _, V).\n"
LOOPS += "minimax(P, _, V) :- staticval(P, V), repeat, fail.\n"
