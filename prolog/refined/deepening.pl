:- module(pydecl_deepening,
          [ deepening/3                 % +Pos, -Best, -Val
          ]).
:- use_module('../support/attached').
:- use_module(order, [by_value/3]).

/*  deepening: alpha-beta to depth 1, then to depth 2, and so on, until the time is over or the depth limit is
    reached, or nothing is left beyond the horizon.

    Source: lecture 19, Refinements [3], progressive deepening. The values of one iteration order the moves of
    the next, best first; a position that it did not value comes after those that it did.

    Contract: exact; Val is V(Pos) to the depth of the last iteration that was finished.
    Ties: any of the best, for the order changes: the first in the order of the last iteration.
*/

:- set_prolog_flag(optimise, true).

about(once_a_node(search(At, Alpha, Beta, _, _, _, Val), At, Alpha-Beta, Val)).

deepening(Pos, Best, Val) :-
    remaining(Pos, Most),
    Depth is min(1, Most),
    trie_new(Values),
    iterations(Depth, Pos, Values, Best, Val).

%   iterations(+Depth, +Pos, +Values0, -Best, -Val): from this Depth on; Values0 holds the value of each
%   position in the iteration before.

iterations(Depth, Pos, Values0, Best, Val) :-
    iteration(Pos, Depth, LimitedPos),
    trie_new(Values),
    Alpha is -inf,
    Beta is inf,
    search(LimitedPos, Alpha, Beta, Values0, Values, Best1, Val1),
    finished(Depth, Best1, Val1),
    (   horizon_seen,
        remaining(Pos, Most),
        Depth < Most
    ->  Depth1 is Depth + 1,
        iterations(Depth1, Pos, Values, Best, Val)
    ;   Best = Best1,
        Val = Val1
    ).

search(Pos, Alpha, Beta, Values0, Values, Best, Val) :-
    (   moves(Pos, PosList0)
    ->  mover(Pos, Mover),
        in_order(Mover, Values0, PosList0, [First|PosList]),
        search(First, Alpha, Beta, Values0, Values, _, Val0),
        each(Mover, PosList, Alpha, Beta, Values0, Values, First, Val0, Best, Val)
    ;   staticval(Pos, Val)
    ),
    position(Pos, Key),
    trie_update(Values, Key, Val).

mover(Pos, Mover) :-
    (   max_to_move(Pos)
    ->  Mover = max
    ;   Mover = min
    ).

%   each(+Mover, +PosList, …, +Best0, +Val0, -Best, -Val): Best0 is the best so far, and worth Val0.

each(Mover, [Pos|PosList], Alpha0, Beta0, Values0, Values, Best0, Val0, Best, Val) :-
    narrowed(Mover, Val0, Alpha0, Beta0, Alpha, Beta),
    Alpha < Beta, !,                    % drops: the value so far
    search(Pos, Alpha, Beta, Values0, Values, _, Val1),
    (   better(Mover, Val1, Val0)
    ->  each(Mover, PosList, Alpha, Beta, Values0, Values, Pos, Val1, Best, Val)
    ;   each(Mover, PosList, Alpha, Beta, Values0, Values, Best0, Val0, Best, Val)
    ).
each(_, _, _, _, _, _, Best, Val, Best, Val).

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

better(max, Val1, Val0) :- Val1 > Val0.
better(min, Val1, Val0) :- Val1 < Val0.

in_order(Mover, Values, PosList0, PosList) :-
    known(PosList0, Values, Pairs, Unknown),
    by_value(Mover, Pairs, Known),
    append(Known, Unknown, PosList).

known([], _, [], []).
known([Pos|PosList], Values, Pairs, Unknown) :-
    position(Pos, Key),
    (   trie_lookup(Values, Key, Val)
    ->  Pairs = [Val-Pos|Pairs1],
        Unknown = Unknown1
    ;   Pairs = Pairs1,
        Unknown = [Pos|Unknown1]
    ),
    known(PosList, Values, Pairs1, Unknown1).
