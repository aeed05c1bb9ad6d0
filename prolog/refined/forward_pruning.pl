:- module(pydecl_forward_pruning,
          [ forward_pruning/5           % +Pos, +Alpha, +Beta, -GoodPos, -Val
          ]).
:- use_module('../support/attached', except([moves/2])).

/*  forward_pruning: alphabeta that disregards less promising continuations.

    Source: lecture 19, Refinements [2], heuristic pruning. The game supplies plausible(Pos, Next), which is
    asked of each successor Next. Where none is plausible all are searched.

    Contract: lecture 19's V(P, Alpha, Beta), on the tree so pruned.
    Ties: the last of the best, as alphabeta.
*/

:- set_prolog_flag(optimise, true).

about(once_a_node(alphabeta(At, Alpha, Beta, _, Val), At, Alpha-Beta, Val)).

:- include('../textbook/alphabeta').
:- include('../textbook/minimax').

forward_pruning(Pos, Alpha, Beta, GoodPos, Val) :-
    alphabeta(Pos, Alpha, Beta, GoodPos, Val).

moves(Pos, PosList) :-
    pydecl_attached:moves(Pos, All),
    include(plausible(Pos), All, Plausible),
    (   Plausible == []
    ->  PosList = All
    ;   PosList = Plausible
    ).
