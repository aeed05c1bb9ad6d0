:- module(pydecl_alphabeta_tt_unadjusted,
          [ alphabeta_tt_unadjusted/5   % +Pos, +Alpha, +Beta, -Best, -Val
          ]).
:- use_module('../support/attached').
:- include('../support/mutant').

/*  alphabeta_tt that keeps the scores of won and lost positions as they come, relative to the root. Where a
    position is met again at another ply its win seems nearer, or further, than it is.
*/

replaced(adjusted/3).
:- include('../refined/alphabeta_tt').

alphabeta_tt_unadjusted(Pos, Alpha, Beta, Best, Val) :-
    alphabeta_tt(Pos, Alpha, Beta, Best, Val).

adjusted(Score, _, Score).
