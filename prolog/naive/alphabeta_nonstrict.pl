:- module(pydecl_alphabeta_nonstrict,
          [ alphabeta_nonstrict/5       % +Pos, +Alpha, +Beta, -GoodPos, -Val
          ]).
:- use_module('../support/attached').
:- include('../support/mutant').

/*  alphabeta with `>=` for `>` in its cut-offs, and still the last of equal moves. The value on a bound may
    then be a bound itself, and a tie with it gives the wrong move.
*/

:- set_prolog_flag(optimise, true).

about(once_a_node(alphabeta(At, Alpha, Beta, _, Val), At, Alpha-Beta, Val)).

replaced(goodenough/7).
:- include('../textbook/alphabeta').
:- include('../textbook/minimax').

alphabeta_nonstrict(Pos, Alpha, Beta, GoodPos, Val) :-
    alphabeta(Pos, Alpha, Beta, GoodPos, Val).

goodenough([], _, _, Pos, Val, Pos, Val) :- !.          % drops: the search of no siblings
goodenough(_, Alpha, Beta, Pos, Val, Pos, Val) :-
    min_to_move(Pos), Val >= Beta, !    % drops: the siblings
    ;
    max_to_move(Pos), Val =< Alpha, !.  % drops: the siblings
goodenough(PosList, Alpha, Beta, Pos, Val, GoodPos, GoodVal) :-
    newbounds(Alpha, Beta, Pos, Val, NewAlpha, NewBeta),
    boundedbest(PosList, NewAlpha, NewBeta, Pos1, Val1),
    betterof(Pos, Val, Pos1, Val1, GoodPos, GoodVal).
