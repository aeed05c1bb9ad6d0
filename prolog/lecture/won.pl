%   won(Pos), exactly as printed: Jong C. Park, CS370 Symbolic Programming, KAIST, Lecture 19 'Game
%   Playing', 'A simple Prolog program to find whether an us-to-move position is won or not'.
%
%   Errors and all: docs/errata.md names each, tests/programs/test_errata.py shows each. Only line ends and the
%   blank lines between the clauses are ours. ../textbook/won.pl is the program to use.

won(Pos) :-
    terminalwon(Pos).

won(Pos) :-
    not terminallost(Pos),
    move(Pos,Pos1),
    not (move(Pos1,Pos2),not won(Pos2)).
