:- module(pydecl_negamax_ply_drawless,
          [ negamax_ply_drawless/5      % +Pos, +Alpha, +Beta, -Best, -Val
          ]).
:- use_module('../support/attached').
:- include('../support/mutant').

/*  negamax_ply as its pseudocode has it, which forgets the draw: where a position is neither won nor lost, nor
    at the horizon, and no move is left, the loop over the moves does nothing, and alpha comes back.
*/

replaced(negamax/6).
:- include('../refined/negamax_ply').

negamax_ply_drawless(Pos, Alpha, Beta, Best, Val) :-
    negamax_ply(Pos, Alpha, Beta, Best, Val).

negamax(Pos, Ply, Alpha, Beta, Best, Val) :-
    ply_allowed(Pos, Ply),
    (   moves(Pos, [First|PosList])
    ->  Ply1 is Ply + 1,
        each([First|PosList], Ply1, Alpha, Beta, First, Best, Val)
    ;   score(Pos, Ply, Val0),
        setting(win, Win),
        (   remaining(Pos, Depth),
            Depth > 0,
            abs(Val0) < Win - Ply
        ->  Val = Alpha
        ;   Val = Val0
        )
    ).
