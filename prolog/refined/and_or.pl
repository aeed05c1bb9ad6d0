:- module(pydecl_and_or,
          [ and_or/3,                   % +Pos, -Best, -Val
            proof/4                     % +Claim, +Pos, -Found, -Entries
          ]).
:- use_module('../support/attached').

/*  and_or: a game tree searched as an AND/OR tree.

    Source: lecture 19, 'Concepts in games and AND/OR trees'. A position is a problem; a terminal won position
    is a goal node, a terminal lost one an unsolvable problem, a won position a solved problem; where we are to
    move is an OR node, where they are to move an AND node. Each position is asked who is to move there.

    Contract: Val is true where MAX wins whatever MIN does, false where not, and unknown where it is not true
    and the depth limit was met. A drawn end is no goal, nor is a position where MIN cannot move and has not
    lost (won/1 takes it for one). Each end is a leaf.
    Ties: the first successor that is solved.
*/

:- set_prolog_flag(optimise, true).

about(own_movers).
about(once_a_node(solved(At, _), At, none, succeeds)).

and_or(Pos, Best, Val) :-
    (   solved(Pos, Best)
    ->  Val = true
    ;   horizon_seen
    ->  Val = unknown
    ;   Val = false
    ).

%   solved(+Pos, -Best): Best stays free where MAX does not choose.

solved(Pos, Best) :-
    (   followers(Pos, Turn, Nexts)
    ->  solved(Turn, Pos, Nexts, Best)
    ;   end(Pos, _, over),
        ended(Pos, won)
    ).

solved(max, _, Nexts, Best) :-          % OR
    member(Best, Nexts),
    solved(Best, _), !.                 % drops: the other solutions
solved(min, _, Nexts, _) :-             % AND
    forall(member(Next, Nexts), solved(Next, _)).
solved(chance, Pos, _, _) :-
    broken(neither_to_move, Pos).

%   ended(+Pos, ?Outcome): the game is over in Pos, won, lost or drawn for MAX.

ended(Pos, Outcome) :-
    (   decided(Pos, Outcome0)
    ->  Outcome = Outcome0
    ;   leaf(Pos),
        Outcome = drawn
    ).

/*  A solution tree. It proves a claim about a position: won, lost, at_least(Bound) or at_most(Bound). The
    problem is the same, with another goal at the leaves; for lost and at_most(Bound) MIN is to solve it.
    The bounds are about V(Pos), in which positions at the horizon count by their static values.

    A table holds for each problem, the position with the plies that remain: line(Mover, Kind, Val, Nexts),
    how it was solved, where Kind is or, and, or leaf; refuted; or open, while it is being searched. A problem
    that is met again below itself does not count as solved; the key `cycle` in the table says that there was
    one. So no solution tree has a cycle.
*/

%!  proof(+Claim, +Pos, -Found, -Entries) is det.
%
%   Found is proved, refuted, or why it is not known: horizon or cycle. Entries is the solution tree, without
%   the problems that it does not need: entry(Pos, Depth, Mover, Kind, Val, Numbers), each after those that it
%   refers to by their numbers, from 1; Pos, to Depth, is the last one. Val is a leaf's static value, or none.

proof(Claim, Pos, Found, Entries) :-
    trie_new(Table),
    (   proved(Pos, Claim, Table)
    ->  Found = proved,
        trie_new(Numbers),
        phrase(entries(Pos, Table, Numbers), Entries)
    ;   unproved(Claim, Table, Found),
        Entries = []
    ).

unproved(Claim, Table, Found) :-
    (   trie_lookup(Table, cycle, _)
    ->  Found = cycle
    ;   horizon_seen,
        about_ends(Claim)
    ->  Found = horizon
    ;   Found = refuted
    ).

about_ends(won).
about_ends(lost).

proved(Pos, _, Table) :-
    problem(Pos, Problem),
    trie_lookup(Table, Problem, Known), !,  % drops: the search
    (   Known == open
    ->  trie_update(Table, cycle, met),
        fail
    ;   Known \== refuted
    ).
proved(Pos, Claim, Table) :-
    problem(Pos, Problem),
    trie_insert(Table, Problem, open),
    (   line(Pos, Claim, Table, Line)
    ->  trie_update(Table, Problem, Line)
    ;   trie_update(Table, Problem, refuted),
        fail
    ).

%   problem(+Pos, -Problem): what the table knows Pos by, whoever moved before it.

problem(Pos, problem(Key, Depth)) :-
    position(Pos, Key),
    remaining(Pos, Depth).

line(Pos, Claim, Table, line(Mover, Kind, Val, Nexts)) :-
    (   followers(Pos, Mover, Nexts0)
    ->  kind(Mover, Pos, Claim, Kind),
        proved(Kind, Nexts0, Claim, Table, Nexts),
        Val = none
    ;   end(Pos, Mover, End),
        goal(Claim, End, Pos, Val),
        Kind = leaf,
        Nexts = []
    ).

kind(chance, Pos, _, _) :-
    !,                                  % drops: the kinds
    broken(neither_to_move, Pos).
kind(Mover, _, Claim, Kind) :-
    (   solver(Claim, Mover)
    ->  Kind = or
    ;   Kind = and
    ).

solver(won, max).
solver(at_least(_), max).
solver(lost, min).
solver(at_most(_), min).

proved(or, Nexts, Claim, Table, [Next]) :-
    member(Next, Nexts),
    proved(Next, Claim, Table), !.      % drops: the other solutions
proved(and, Nexts, Claim, Table, Nexts) :-
    forall(member(Next, Nexts), proved(Next, Claim, Table)).

goal(won, over, Pos, none) :-
    ended(Pos, won).
goal(lost, over, Pos, none) :-
    ended(Pos, lost).
goal(at_least(Bound), _, Pos, Val) :-
    staticval(Pos, Val),
    Val >= Bound.
goal(at_most(Bound), _, Pos, Val) :-
    staticval(Pos, Val),
    Val =< Bound.

%   entries(+Pos, +Table, +Numbers)//: Numbers holds the number of each problem that is an entry already.

entries(Pos, _, Numbers) -->
    { problem(Pos, Problem),
      trie_lookup(Numbers, Problem, _) }, !.    % drops: a second entry
entries(Pos, Table, Numbers) -->
    { problem(Pos, Problem),
      trie_lookup(Table, Problem, line(Mover, Kind, Val, Nexts)) },
    entries_of(Nexts, Table, Numbers),
    { trie_property(Numbers, value_count(Count)),
      Number is Count + 1,
      trie_insert(Numbers, Problem, Number),
      maplist(problem, Nexts, Problems),
      maplist(trie_lookup(Numbers), Problems, Below),
      Problem = problem(Key, Depth) },
    [entry(Key, Depth, Mover, Kind, Val, Below)].

entries_of([], _, _) --> [].
entries_of([Pos|Nexts], Table, Numbers) -->
    entries(Pos, Table, Numbers),
    entries_of(Nexts, Table, Numbers).
