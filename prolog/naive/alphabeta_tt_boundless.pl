:- module(pydecl_alphabeta_tt_boundless,
          [ alphabeta_tt_boundless/5    % +Pos, +Alpha, +Beta, -Best, -Val
          ]).
:- use_module('../support/attached').
:- include('../support/mutant').

/*  alphabeta_tt that takes every stored score for the value: 'before we evaluate any node we check whether it
    is already in our hashtable' (lecture 20). With alpha-beta, what is stored may be only a bound.
*/

replaced(serves/4).
:- include('../refined/alphabeta_tt').

alphabeta_tt_boundless(Pos, Alpha, Beta, Best, Val) :-
    alphabeta_tt(Pos, Alpha, Beta, Best, Val).

serves(_, _, _, _).
