:- module(pydecl_df_pn,
          [ df_pn/3                     % +Pos, -Best, -Val
          ]).
:- use_module('../support/attached').
:- use_module('../support/transpositions').

/*  df_pn: depth-first proof-number search. It develops what proof_number develops, leaf by leaf where the fewest are
    still to be proved, but keeps no tree: the numbers of positions are in a table.

    Source: A. Nagai, 'Df-pn algorithm for searching AND/OR trees and its applications', 2002. A position is searched
    until one of its numbers reaches a bound; the bounds of the most promising child say when it is no longer that.
    What a position knows of its children it remembers until it is left, so that the search comes to its end with
    a table of any size.

    Contract: as proof_number's, and and_or's.
    Ties: any successor that is proved.

    An entry of the table is Pn-Dn, the proof number and the disproof number: how many leaves must be proved at the
    least to prove that MAX wins, or to refute it. The key is the position with the plies that remain to be searched
    below it. The setting `table` says how many entries there are at the most: transpositions.pl has the rule by
    which they are given up.
*/

:- set_prolog_flag(optimise, true).

about(own_movers).

df_pn(Pos, Best, Val) :-
    table_new(Table),
    infinite(Inf),
    search(Pos, 0, Inf-Inf, Table, Pn-_, Nexts),
    (   Pn =:= 0
    ->  Val = true,
        (   proved(Nexts, Best)
        ->  true
        ;   true
        )
    ;   horizon_seen
    ->  Val = unknown
    ;   Val = false
    ).

%   infinite(-N): more than there are leaves.

infinite(N) :-
    N is 1 << 60.

proved(max-Children, Best) :-
    memberchk(Best-(0-_), Children).

%   search(+Pos, +Ply, +Most, +Table, -Numbers, -Nexts): the numbers of Pos, of which one is not less than that of Most.
%   Nexts is Turn-Children, or none: a child is Pos-Numbers.

search(Pos, _, Most, Table, Numbers, none) :-
    key(Pos, Key),
    table_lookup(Table, Key, Numbers),
    reached(Numbers, Most), !,          % drops: the search
    table_hit(Pos).
search(Pos, Ply, Most, Table, Numbers, Nexts) :-
    (   followers(Pos, Turn, Successors)
    ->  plays(Turn, Pos),
        children(Successors, Table, Children0),
        Ply1 is Ply + 1,
        developed(Children0, Turn, Ply1, Most, Table, Numbers, Children),
        Nexts = Turn-Children
    ;   infinite(Inf),
        Nexts = none,
        (   is_won(Pos)
        ->  Numbers = 0-Inf
        ;   Numbers = Inf-0
        )
    ),
    key(Pos, Key),
    table_keep(Table, Ply, Key, Numbers).

plays(max, _).
plays(min, _).
plays(chance, Pos) :-
    broken(neither_to_move, Pos).

key(Pos, problem(Key, Depth)) :-
    position(Pos, Key),
    remaining(Pos, Depth).

reached(Pn-Dn, MostPn-MostDn) :-
    (   Pn >= MostPn
    ->  true
    ;   Dn >= MostDn
    ).

is_won(Pos) :-
    end(Pos, _, over),
    (   decided(Pos, Outcome)
    ->  Outcome == won
    ;   leaf(Pos),
        fail
    ).

children([], _, []).
children([Pos|PosList], Table, [Pos-Numbers|Children]) :-
    key(Pos, Key),
    (   table_lookup(Table, Key, Numbers0)
    ->  Numbers = Numbers0
    ;   Numbers = 1-1
    ),
    children(PosList, Table, Children).

%   developed(+Children0, +Turn, +Ply, +Most, +Table, -Numbers, -Children): the most promising child again and again,
%   until the numbers of the position reach Most.

developed(Children0, Turn, Ply, Most, Table, Numbers, Children) :-
    infinite(Inf),
    summed(Children0, Turn, none, Inf, Inf, 0, Least, Second, Sum, Next),
    numbers(Turn, Least, Sum, Numbers0),
    (   reached(Numbers0, Most)
    ->  Numbers = Numbers0,
        Children = Children0
    ;   numbers(Turn, MostLeast, MostSum, Most),
        Next = Pos-Old,
        numbers(Turn, _, OldSum, Old),
        Least1 is min(MostLeast, Second + 1),
        Sum1 is min(Inf, MostSum - Sum + OldSum),
        numbers(Turn, Least1, Sum1, Most1),
        search(Pos, Ply, Most1, Table, New, _),
        replaced(Children0, Next, Pos-New, Children1),
        developed(Children1, Turn, Ply, Most, Table, Numbers, Children)
    ).

%   numbers(+Turn, ?Least, ?Sum, ?Numbers): the number that is the least of the children's, and the one that is their sum.

numbers(max, Least, Sum, Least-Sum).
numbers(min, Least, Sum, Sum-Least).

%   summed(+Children, +Turn, +Next0, +Least0, +Second0, +Sum0, -Least, -Second, -Sum, -Next): the least number of the
%   children, the least of the others, the sum of the other kind, and the first child that has the least.

summed([], _, Next, Least, Second, Sum, Least, Second, Sum, Next).
summed([Child|Children], Turn, Next0, Least0, Second0, Sum0, Least, Second, Sum, Next) :-
    Child = _-Numbers,
    numbers(Turn, Least1, Add, Numbers),
    infinite(Inf),
    Sum1 is min(Inf, Sum0 + Add),
    (   ( Next0 == none ; Least1 < Least0 )
    ->  summed(Children, Turn, Child, Least1, Least0, Sum1, Least, Second, Sum, Next)
    ;   Second1 is min(Second0, Least1),
        summed(Children, Turn, Next0, Least0, Second1, Sum1, Least, Second, Sum, Next)
    ).

%   replaced(+Children0, +Child, +New, -Children): New takes the place of Child, the first that is like that.

replaced([First|Children0], Child, New, Children) :-
    (   First == Child
    ->  Children = [New|Children0]
    ;   Children = [First|Children1],
        replaced(Children0, Child, New, Children1)
    ).
