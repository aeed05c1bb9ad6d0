:- module(pydecl_uct,
          [ uct/3                       % +Pos, -Best, -Val
          ]).
:- use_module('../support/attached').

/*  uct: Monte-Carlo tree search with upper confidence bounds. A tree grows by one position with each playout: down
    the tree it goes to the successor of which most can be hoped for, from there on it plays at random, and the value
    of the end counts for all positions on its way.

    Source: L. Kocsis and C. Szepesvari, 'Bandit based Monte-Carlo planning', ECML 2006. The bound is their
    mean + sqrt(2 ln N / n), times the range of the values that were seen, in whole numbers: 65536ths, the logarithm
    to base 2 and rounded up. So it is the same everywhere.

    Contract: an estimate. Val is the mean of the playouts through the successor that was visited most; it tends to
    V(Pos) as the setting `playouts` grows. All numbers are exact, so Val is rational; values must be finite.
    Ties: any; the first that was visited most.

    A tree is new, not yet visited; leaf(Visits, Val); or inner(Mover, Visits, Sum, Children), where Children are the
    pairs Pos-Tree and Sum is that of the values of its Visits. A state is state(Random, Low, High): the state of the
    random numbers, of order.pl, and the least and the greatest value so far, inf and -inf at first.
*/

:- set_prolog_flag(optimise, true).

about(once_a_node(visit(At, _, _, _, _, Val), At, none, Val)).
about(once_a_node(playout(At, _, _, Val), At, none, Val)).

uct(Pos, Best, Val) :-
    setting(seed, Seed),
    Low is inf,
    High is -inf,
    visit(Pos, new, Tree0, state(Seed, Low, High), State, Val0),
    (   Tree0 = leaf(_, _)
    ->  Val = Val0
    ;   setting(playouts, Playouts),    % after this first one
        visits(Playouts, Pos, Tree0, State, Tree),
        Tree = inner(_, _, _, [First-Tree1|Others]),
        most_visited(Others, First, Tree1, Best, BestTree),
        played(BestTree, Visits, Sum),
        Val is Sum rdiv Visits
    ).

visits(Playouts, Pos, Tree0, State0, Tree) :-
    (   Playouts > 0
    ->  visit(Pos, Tree0, Tree1, State0, State, _),
        Playouts1 is Playouts - 1,
        visits(Playouts1, Pos, Tree1, State, Tree)
    ;   Tree = Tree0
    ).

most_visited([], Best, Tree, Best, Tree).
most_visited([Pos-Tree|Children], Best0, Tree0, Best, BestTree) :-
    played(Tree, Visits, _),
    played(Tree0, Visits0, _),
    (   Visits > Visits0
    ->  most_visited(Children, Pos, Tree, Best, BestTree)
    ;   most_visited(Children, Best0, Tree0, Best, BestTree)
    ).

played(new, 0, 0).
played(leaf(Visits, Val), Visits, Sum) :-
    Sum is Visits * Val.
played(inner(_, Visits, Sum, _), Visits, Sum).

children([], []).
children([Pos|PosList], [Pos-new|Children]) :-
    children(PosList, Children).

mover(Pos, Mover) :-
    (   max_to_move(Pos)
    ->  Mover = max
    ;   Mover = min
    ).

%   visit(+Pos, +Tree0, -Tree, +State0, -State, -Val): one playout from Pos on, of which the tree below is Tree0.

visit(Pos, new, Tree, State0, State, Val) :-
    (   moves(Pos, PosList)
    ->  random_one(PosList, Next, State0, State1),
        playout(Next, State1, State, Val),
        children(PosList, Children),
        mover(Pos, Mover),
        Tree = inner(Mover, 1, Val, Children)
    ;   evaluated(Pos, State0, State, Val),
        Tree = leaf(1, Val)
    ).
visit(Pos, leaf(Visits, Val), leaf(Visits1, Val), State, State, Val) :-
    enter(Pos),
    Visits1 is Visits + 1.
visit(Pos, inner(Mover, Visits, Sum, Children0), inner(Mover, Visits1, Sum1, Children), State0, State, Val) :-
    enter(Pos),
    State0 = state(_, Low, High),
    (   Low < High
    ->  Range is High - Low
    ;   Range = 0
    ),
    Log is msb(Visits) + 1,
    most_hopeful(Children0, Mover, Range, Log, N),
    visit_child(N, Children0, Children, State0, State, Val),
    Visits1 is Visits + 1,
    Sum1 is Sum + Val.

visit_child(N, [Pos-Tree0|Children0], Children, State0, State, Val) :-
    (   N =:= 0
    ->  visit(Pos, Tree0, Tree, State0, State, Val),
        Children = [Pos-Tree|Children0]
    ;   N1 is N - 1,
        Children = [Pos-Tree0|Children1],
        visit_child(N1, Children0, Children1, State0, State, Val)
    ).

%   most_hopeful(+Children, +Mover, +Range, +Log, -N): the first that was not visited, or else the first of those
%   with the greatest bound; N is its number, from 0.

most_hopeful(Children, Mover, Range, Log, N) :-
    (   nth0(N0, Children, _-new)
    ->  N = N0
    ;   Children = [First|Others],
        hope(First, Mover, Range, Log, Hope),
        most_hopeful(Others, 1, Mover, Range, Log, 0, Hope, N)
    ).

most_hopeful([], _, _, _, _, N, _, N).
most_hopeful([Child|Children], I, Mover, Range, Log, N0, Hope0, N) :-
    hope(Child, Mover, Range, Log, Hope),
    I1 is I + 1,
    (   Hope > Hope0
    ->  most_hopeful(Children, I1, Mover, Range, Log, I, Hope, N)
    ;   most_hopeful(Children, I1, Mover, Range, Log, N0, Hope0, N)
    ).

%   hope(+Child, +Mover, +Range, +Log, -Hope): the upper confidence bound of the mean, for Mover, in 65536ths.

hope(_-Tree, Mover, Range, Log, Hope) :-
    played(Tree, Visits, Sum),
    (   Mover == max
    ->  Mean is floor(65536 * Sum rdiv Visits)
    ;   Mean is floor(-65536 * Sum rdiv Visits)
    ),
    Square is (2 * Log << 32) // Visits,
    nth_integer_root_and_remainder(2, Square, Root, _),
    Hope is Mean + Range * Root.

%   playout(+Pos, +State0, -State, -Val): to the end of the game, or to the horizon, at random.

playout(Pos, State0, State, Val) :-
    (   moves(Pos, PosList)
    ->  random_one(PosList, Next, State0, State1),
        playout(Next, State1, State, Val)
    ;   evaluated(Pos, State0, State, Val)
    ).

evaluated(Pos, state(Random, Low0, High0), state(Random, Low, High), Val) :-
    staticval(Pos, Val0),
    (   Val0 =\= inf,
        Val0 =\= -inf
    ->  Val is rational(Val0)
    ;   broken(no_expectation, Pos)
    ),
    (   Val < Low0
    ->  Low = Val
    ;   Low = Low0
    ),
    (   Val > High0
    ->  High = Val
    ;   High = High0
    ).

random_one(PosList, Pos, state(Random0, Low, High), state(Random, Low, High)) :-
    Random is (Random0 * 1664525 + 1013904223) /\ 0xFFFFFFFF,
    length(PosList, Count),
    N is (Random >> 16) mod Count,
    nth0(N, PosList, Pos).
