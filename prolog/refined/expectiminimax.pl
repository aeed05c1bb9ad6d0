:- module(pydecl_expectiminimax,
          [ expectiminimax/3            % +Pos, -BestSucc, -Val
          ]).
:- use_module('../support/attached').

/*  expectiminimax: minimax for games with chance.

    Source: lecture 20, 'Games': 'minimax is easily extendible to games of chance'. The game supplies
    chance(Pos, Prob, Next): in Pos chance is to move, and goes to Next with the probability Prob, an exact
    number above 0; they add up to 1. Each position is asked who is to move there, max, min or chance: players
    need not alternate.

    Contract: an expectation; Val is the mean of the values below a chance node, weighted by their
    probabilities, and the best of them where a player is to move. BestSucc is free at a chance node.
    Ties: the last of the best, as minimax.
*/

:- set_prolog_flag(optimise, true).

about(own_movers).

expectiminimax(Pos, BestSucc, Val) :-
    (   followers(Pos, Turn, Nexts)
    ->  (   Turn == chance
        ->  expectation(Nexts, Pos, 0, Val)
        ;   Nexts = [First|PosList],
            expectiminimax(First, _, Val0),
            each(PosList, Turn, First, Val0, BestSucc, Val)
        )
    ;   staticval(Pos, Val)
    ).

%   expectation(+Outcomes, +Pos, +Val0, -Val): Pos is the chance node.

expectation([], _, Val, Val).
expectation([Prob-Next|Outcomes], Pos, Val0, Val) :-
    expectiminimax(Next, _, Val1),
    (   catch(Val2 is Val0 + Prob * Val1, error(evaluation_error(_), _), fail)
    ->  expectation(Outcomes, Pos, Val2, Val)
    ;   broken(no_expectation, Pos)     % as with inf and -inf
    ).

%   each(+PosList, +Mover, +Best0, +Val0, -Best, -Val): Best0 is the best so far.

each([], _, Best, Val, Best, Val).
each([Pos|PosList], Mover, Best0, Val0, Best, Val) :-
    expectiminimax(Pos, _, Val1),
    (   worse(Mover, Val1, Val0)
    ->  each(PosList, Mover, Best0, Val0, Best, Val)
    ;   each(PosList, Mover, Pos, Val1, Best, Val)
    ).

worse(max, Val1, Val0) :- Val1 < Val0.
worse(min, Val1, Val0) :- Val1 > Val0.
