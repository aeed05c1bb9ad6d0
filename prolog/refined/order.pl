:- module(pydecl_order,
          [ ordered/5,                  % +Order, +Mover, +Count, +Succs0, -Succs
            by_value/3,                 % +Mover, +Pairs, -Succs
            forget_values/0
          ]).

/*  The order in which a search looks at the successors, by which the effect of alpha-beta is measured.
    Lecture 20 ('Games'): 'If you always examine the moves from the best to the worst, the number of
    cutoffs will be maximized.'

        game        as the game gives them
        best        the best first, for the player who chooses; equal ones as the game gives them
        worst       the worst first
        random      shuffled, each node anew, by the seed
        static      by the static values, the best first; at the horizon as the game gives them

    Best and worst are known by backing up the values of the whole subtree, which is not counted; each
    position is valued once, and so it is for static. A refinement of no program but of what it is given: the values stay the same.
*/

:- set_prolog_flag(optimise, true).

%!  ordered(+Order, +Mover, +Count, +Succs0, -Succs) is det.
%
%   Succs are the successors Succs0 in the Order best, worst, random or static, for Mover, who chooses. Count holds
%   the state of the random numbers in its 7th argument.

ordered(random, _, Count, Succs0, Succs) :-
    drawn(Succs0, Count, Pairs0),
    keysort(Pairs0, Pairs),
    pairs_values(Pairs, Succs).
ordered(best, Mover, _, Succs0, Succs) :-
    valued(Succs0, Pairs),
    by_value(Mover, Pairs, Succs).
ordered(worst, Mover, _, Succs0, Succs) :-
    opponent(Mover, Other),
    valued(Succs0, Pairs),
    by_value(Other, Pairs, Succs).

ordered(static, Mover, _, Succs0, Succs) :-
    Succs0 = [at(Depth, _, _)|_],
    (   Depth > 0
    ->  static_valued(Succs0, Pairs),
        by_value(Mover, Pairs, Succs)
    ;   Succs = Succs0
    ).

drawn([], _, []).
drawn([Succ|Succs], Count, [Key-Succ|Pairs]) :-
    arg(7, Count, State0),
    State is (State0 * 1664525 + 1013904223) /\ 0xFFFFFFFF,     % a linear congruence, Numerical Recipes
    nb_setarg(7, Count, State),
    Key is State >> 16,
    drawn(Succs, Count, Pairs).

valued([], []).
valued([Succ|Succs], [Val-Succ|Pairs]) :-
    value(Succ, Val),
    valued(Succs, Pairs).

static_valued([], []).
static_valued([Succ|Succs], [Val-Succ|Pairs]) :-
    Succ = at(_, Mover, Pos),
    value(at(0, Mover, Pos), Val),
    static_valued(Succs, Pairs).

%!  by_value(+Mover, +Pairs, -Succs) is det.
%
%   The successors of Pairs, Val-Succ, the best for Mover first; equal ones stay in their order. (It inserts:
%   numbers of all kinds are compared by size, which no sort/4 does.)

by_value(Mover, Pairs, Succs) :-
    foldl(inserted(Mover), Pairs, [], Reversed),
    reverse(Reversed, Sorted),
    pairs_values(Sorted, Succs).

%   inserted(+Mover, +Pair, +Pairs0, -Pairs): the pairs stand in reverse, the worst first.

inserted(Mover, Pair, Pairs0, Pairs) :-
    (   Pairs0 = [First|Rest],
        better(Mover, Pair, First)
    ->  Pairs = [First|Pairs1],
        inserted(Mover, Pair, Rest, Pairs1)
    ;   Pairs = [Pair|Pairs0]
    ).

better(max, Val0-_, Val1-_) :- Val0 > Val1.
better(min, Val0-_, Val1-_) :- Val0 < Val1.

opponent(max, min).
opponent(min, max).

%   value(+Pos, -Val): V(Pos) to the depth of the search, remembered.

forget_values :-
    nb_setval(pydecl_order_values, none).

value(Pos, Val) :-
    values(Values),
    (   trie_lookup(Values, Pos, Val)
    ->  true
    ;   backed_up(Pos, Val),
        trie_insert(Values, Pos, Val)
    ).

values(Values) :-
    nb_getval(pydecl_order_values, Values0),
    (   Values0 == none
    ->  trie_new(Values),
        nb_setval(pydecl_order_values, Values)
    ;   Values = Values0
    ).

backed_up(at(Depth, Mover, Pos), Val) :-
    pydecl_attached:in_time,
    (   Depth > 0,
        pydecl_contract:next_positions(Pos, Nexts)
    ->  pydecl_attached:one_less(Depth, Depth1),
        opponent(Mover, Other),
        pydecl_attached:at_each(Nexts, Depth1, Other, [Succ|Succs]),
        value(Succ, Val0),
        foldl(best_value(Mover), Succs, Val0, Val)
    ;   pydecl_contract:static_value(Pos, Val)
    ).

best_value(Mover, Succ, Val0, Val) :-
    value(Succ, Val1),
    (   better(Mover, Val1-_, Val0-_)
    ->  Val = Val1
    ;   Val = Val0
    ).
