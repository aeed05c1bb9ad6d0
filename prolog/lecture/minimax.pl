%   minimax(Pos, BestSucc, Val), exactly as printed: Jong C. Park, CS370 Symbolic Programming, KAIST,
%   Lecture 19 'Game Playing', 'The minimax principle'.
%
%   Errors and all: docs/errata.md names each, tests/programs/test_errata.py shows each. Only line ends and the
%   blank lines between the predicates are ours. ../textbook/minimax.pl is the program to use.

minimax(Pos, BestSucc, Val) :- moves(Pos, PosList), !,
    best(PosList, BestSucc, Val) ; staticval(Pos, Val).

best([Pos], Pos, Val) :- minimax(Pos, _, Val), !.
best([Pos1 | PosList], BestPos, BestVal) :-
    minimax(Pos1, _, Val1), best(PosList, Pos2, Val2),
    betterof(Pos1, Val1, Pos2, Val2, BestPos, BestVal).

betterof(Pos0, Val0, Pos1, Val1, Pos0, Val0) :-
    min_to_move(Pos0), Val0 > Val1, ! ;
    max_to_move(Pos0), Val0 < Val1, !.
betterof(Pos0, Val0, Pos1, Val1, Pos1, Val1).
