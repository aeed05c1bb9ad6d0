%   alphabeta(Pos, Alpha, Beta, GoodPos, Val), exactly as printed: Jong C. Park, CS370 Symbolic
%   Programming, KAIST, Lecture 19 'Game Playing', 'The alpha-beta algorithm (Figure 22.5)'.
%
%   Errors and all: docs/errata.md names each, tests/programs/test_errata.py shows each. Only line ends and the
%   blank lines between the predicates are ours. ../textbook/alphabeta.pl is the program to use.

alphabeta(Pos, Alpha, Beta, GoodPos, Val) :-
    moves(Pos, PosList), !,
    boundedbest(Poslist, Alpha, Beta, GoodPos, Val)
    ;
    staticval(Pos, Val).

boundedbest([Pos|PosList], Alpha, Beta, GoodPos,
    GoodVal) :-
    alphabeta(Pos, Alpha, Beta, _, Val),
    goodenough(PosList, Alpha, Beta, Pos, Val, GoodPos,
    GoodVal).

goodenough([ ], _, _, Pos, Val, Pos, Val) :- !.
goodenough(_, Alpha, Beta, Pos, Val, Pos, Val) :-
    min_to_move(Pos), Val > Beta, !;
    max_to_move(Pos), Val < Alpha, !.
