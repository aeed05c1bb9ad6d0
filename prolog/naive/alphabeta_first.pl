:- module(pydecl_alphabeta_first,
          [ alphabeta_first/5           % +Pos, +Alpha, +Beta, -GoodPos, -Val
          ]).
:- use_module('../support/attached').
:- include('../support/mutant').

/*  alphabeta that takes the first of equal moves: right, but not the textbook's rule for ties. */

:- set_prolog_flag(optimise, true).

about(once_a_node(alphabeta(At, Alpha, Beta, _, Val), At, Alpha-Beta, Val)).

:- include('../textbook/alphabeta').
replaced(betterof/6).
:- include('../textbook/minimax').

alphabeta_first(Pos, Alpha, Beta, GoodPos, Val) :-
    alphabeta(Pos, Alpha, Beta, GoodPos, Val).

betterof(Pos0, Val0, _Pos1, Val1, Pos0, Val0) :-
    min_to_move(Pos0), Val0 >= Val1, !  % drops: Pos1, which MAX likes no more
    ;
    max_to_move(Pos0), Val0 =< Val1, !. % drops: Pos1, which MIN likes no more
betterof(_Pos0, _Val0, Pos1, Val1, Pos1, Val1).
