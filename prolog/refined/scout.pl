:- module(pydecl_scout,
          [ scout/5                     % +Pos, +Alpha, +Beta, -Best, -Val
          ]).
:- use_module('../support/attached').

/*  scout: the first move is searched, the others are first asked whether they are better, and searched only
    if so.

    Source: J. Pearl, 'SCOUT: a simple game-searching algorithm with proven optimal properties', AAAI 1980: EVAL
    and TEST. With a window, and a second search that begins where TEST ended, it is NegaScout: A. Reinefeld, 'An
    improvement to the Scout tree search algorithm', ICCA Journal 6:4, 1983. There TEST is a search in the window
    (Val, Val + 1); here the question is put as it is, whether a position is worth more than Val, so that values
    need not be whole numbers.

    Contract: between Alpha and Beta, both exclusive, Val is V(Pos). Where V(Pos) =< Alpha, V(Pos) =< Val =< Alpha;
    where V(Pos) >= Beta, Beta =< Val =< V(Pos).
    Ties: the first of the best.
*/

:- set_prolog_flag(optimise, true).

about(once_a_node(scout(At, Alpha, Beta, _, Val), At, Alpha-Beta, Val)).
about(once_a_node(test(At, _, Bound, Val), At, Bound-Bound, Val)).

scout(Pos, Alpha, Beta, Best, Val) :-
    (   moves(Pos, [First|PosList])
    ->  scout(First, Alpha, Beta, _, Val0),
        mover(Pos, Mover),
        each(Mover, PosList, Alpha, Beta, First, Val0, Best, Val)
    ;   staticval(Pos, Val)
    ).

mover(Pos, Mover) :-
    (   max_to_move(Pos)
    ->  Mover = max
    ;   Mover = min
    ).

%   each(+Mover, +PosList, +Alpha, +Beta, +Best0, +Val0, -Best, -Val): Best0 is the best so far, and worth Val0.

each(_, [], _, _, Best, Val, Best, Val).
each(Mover, [Pos|PosList], Alpha0, Beta0, Best0, Val0, Best, Val) :-
    (   enough(Mover, Val0, Alpha0, Beta0)
    ->  Best = Best0,
        Val = Val0
    ;   narrowed(Mover, Val0, Alpha0, Beta0, Alpha, Beta),
        better_than(Mover, Alpha, Beta, Question, Bound),
        test(Pos, Question, Bound, Val1),
        (   holds(Question, Val1, Bound)
        ->  again(Mover, Pos, Val1, Alpha, Beta, Val2),
            each(Mover, PosList, Alpha, Beta, Pos, Val2, Best, Val)
        ;   better(Mover, Val1, Val0)   % both are outside the window
        ->  each(Mover, PosList, Alpha, Beta, Pos, Val1, Best, Val)
        ;   each(Mover, PosList, Alpha, Beta, Best0, Val0, Best, Val)
        )
    ).

enough(max, Val, _, Beta) :- Val >= Beta.
enough(min, Val, Alpha, _) :- Val =< Alpha.

narrowed(max, Val, Alpha0, Beta, Alpha, Beta) :-
    (   Val > Alpha0
    ->  Alpha = Val
    ;   Alpha = Alpha0
    ).
narrowed(min, Val, Alpha, Beta0, Alpha, Beta) :-
    (   Val < Beta0
    ->  Beta = Val
    ;   Beta = Beta0
    ).

better_than(max, Alpha, _, more, Alpha).
better_than(min, _, Beta, less, Beta).

better(max, Val1, Val0) :- Val1 > Val0.
better(min, Val1, Val0) :- Val1 < Val0.

best_of(Mover, Val0, Val1, Val) :-
    (   better(Mover, Val1, Val0)
    ->  Val = Val1
    ;   Val = Val0
    ).

%   again(+Mover, +Pos, +Val1, +Alpha, +Beta, -Val): the test has shown that Pos is worth Val1 or, for Mover, more.

again(max, Pos, Val1, _, Beta, Val) :-
    (   Val1 >= Beta
    ->  Val = Val1
    ;   scout(Pos, Val1, Beta, _, Val2),
        best_of(max, Val1, Val2, Val)
    ).
again(min, Pos, Val1, Alpha, _, Val) :-
    (   Val1 =< Alpha
    ->  Val = Val1
    ;   scout(Pos, Alpha, Val1, _, Val2),
        best_of(min, Val1, Val2, Val)
    ).

%   test(+Pos, +Question, +Bound, -Val): is Pos worth more, or less, than Bound? Val says it, and V(Pos) is on the
%   same side of Bound, not nearer to it than Val.

test(Pos, Question, Bound, Val) :-
    (   moves(Pos, [First|PosList])
    ->  test(First, Question, Bound, Val0),
        mover(Pos, Mover),
        test_each(Mover, PosList, Question, Bound, Val0, Val)
    ;   staticval(Pos, Val)
    ).

test_each(Mover, PosList, Question, Bound, Val0, Val) :-
    (   PosList = [Pos|PosList1],
        \+ decides(Mover, Question, Val0, Bound)
    ->  test(Pos, Question, Bound, Val1),
        (   better(Mover, Val1, Val0)
        ->  test_each(Mover, PosList1, Question, Bound, Val1, Val)
        ;   test_each(Mover, PosList1, Question, Bound, Val0, Val)
        )
    ;   Val = Val0
    ).

holds(more, Val, Bound) :- Val > Bound.
holds(less, Val, Bound) :- Val < Bound.

%   decides(+Mover, +Question, +Val, +Bound): a successor worth Val answers the question for the whole position.

decides(max, more, Val, Bound) :- Val > Bound.
decides(max, less, Val, Bound) :- Val >= Bound.
decides(min, more, Val, Bound) :- Val =< Bound.
decides(min, less, Val, Bound) :- Val < Bound.
