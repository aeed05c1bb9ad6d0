:- module(pydecl_quiescence,
          [ quiescence/5                % +Pos, +Alpha, +Beta, -GoodPos, -Val
          ]).
:- use_module('../support/attached', except([moves/2])).

/*  quiescence: alphabeta that evaluates no turbulent position at the depth limit, but searches on.

    Source: lecture 19, Refinements [1]: 'extend the search in turbulent positions beyond the depth limit until
    a quiescent position is reached'. The game supplies turbulent(Pos). The search goes at most so many plies
    further as the setting `extension` says.

    Contract: lecture 19's V(P, Alpha, Beta), on the tree so extended.
    Ties: the last of the best, as alphabeta.
*/

:- set_prolog_flag(optimise, true).

about(once_a_node(alphabeta(At, Alpha, Beta, _, Val), At, Alpha-Beta, Val)).

:- include('../textbook/alphabeta').
:- include('../textbook/minimax').

quiescence(Pos, Alpha, Beta, GoodPos, Val) :-
    alphabeta(Pos, Alpha, Beta, GoodPos, Val).

moves(Pos, PosList) :-
    enter(Pos),
    remaining(Pos, Depth),
    (   Depth > 0
    ->  true
    ;   setting(extension, Most),
        Depth > -Most,
        turbulent(Pos)
    ->  true
    ;   at_horizon(Pos),
        fail
    ),
    successors(Pos, PosList).
