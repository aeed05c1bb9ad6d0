/*  Library predicates that are written in Prolog: with closures, or so rare that no back end has them.

    Their clauses mean what those of SWI-Prolog's library do. The names that begin with a dollar are the compiler's own.
*/

maplist(_, []).
maplist(G, [A|As]) :- call(G, A), maplist(G, As).
maplist(_, [], []).
maplist(G, [A|As], [B|Bs]) :- call(G, A, B), maplist(G, As, Bs).
maplist(_, [], [], []).
maplist(G, [A|As], [B|Bs], [C|Cs]) :- call(G, A, B, C), maplist(G, As, Bs, Cs).
maplist(_, [], [], [], []).
maplist(G, [A|As], [B|Bs], [C|Cs], [D|Ds]) :- call(G, A, B, C, D), maplist(G, As, Bs, Cs, Ds).
foldl(_, [], V, V).
foldl(G, [A|As], V0, V) :- call(G, A, V0, V1), foldl(G, As, V1, V).
foldl(_, [], [], V, V).
foldl(G, [A|As], [B|Bs], V0, V) :- call(G, A, B, V0, V1), foldl(G, As, Bs, V1, V).
foldl(_, [], [], [], V, V).
foldl(G, [A|As], [B|Bs], [C|Cs], V0, V) :- call(G, A, B, C, V0, V1), foldl(G, As, Bs, Cs, V1, V).
include(_, [], []).
include(G, [A|As], Bs) :- ( call(G, A) -> Bs = [A|Cs] ; Bs = Cs ), include(G, As, Cs).
exclude(_, [], []).
exclude(G, [A|As], Bs) :- ( call(G, A) -> Bs = Cs ; Bs = [A|Cs] ), exclude(G, As, Cs).
partition(_, [], [], []).
partition(G, [A|As], Bs, Cs) :-
    ( call(G, A) -> Bs = [A|Ds], Cs = Es ; Bs = Ds, Cs = [A|Es] ), partition(G, As, Ds, Es).
partition(_, [], [], [], []).
partition(G, [A|As], Ls, Es, Gs) :-
    call(G, A, Order),
    (   Order = (<)
    ->  Ls = [A|Bs], Es = Cs, Gs = Ds
    ;   Order = (=)
    ->  Ls = Bs, Es = [A|Cs], Gs = Ds
    ;   Order = (>)
    ->  Ls = Bs, Es = Cs, Gs = [A|Ds]
    ;   throw(error(type_error(oneof([<,=,>]), Order), _))
    ),
    partition(G, As, Bs, Cs, Ds).
predsort(G, List, Sorted) :-
    '$proper'(List), length(List, Count), '$predsort'(G, Count, List, _, Sorted).
'$predsort'(G, Count, List, Rest, Sorted) :-
    (   Count =:= 0
    ->  Rest = List, Sorted = []
    ;   Count =:= 1
    ->  List = [A|Rest], Sorted = [A]
    ;   Count =:= 2
    ->  List = [A,B|Rest], call(G, Order, A, B), '$sort2'(Order, A, B, Sorted)
    ;   Half is Count // 2, Other is Count - Half,
        '$predsort'(G, Half, List, Rest1, Sorted1),
        '$predsort'(G, Other, Rest1, Rest, Sorted2),
        '$predmerge'(G, Sorted1, Sorted2, Sorted)
    ).
'$sort2'(<, A, B, [A,B]).
'$sort2'(=, A, _, [A]).
'$sort2'(>, A, B, [B,A]).
'$predmerge'(G, As, Bs, Cs) :-
    (   As = []
    ->  Cs = Bs
    ;   Bs = []
    ->  Cs = As
    ;   As = [A|As1], Bs = [B|Bs1],
        once(call(G, Order, A, B)),
        '$predmerge'(Order, G, A, B, As1, Bs1, Cs)
    ).
'$predmerge'(>, G, A, B, As, Bs, [B|Cs]) :- '$predmerge'(G, [A|As], Bs, Cs).
'$predmerge'(=, G, A, _, As, Bs, [A|Cs]) :- '$predmerge'(G, As, Bs, Cs).
'$predmerge'(<, G, A, B, As, Bs, [A|Cs]) :- '$predmerge'(G, As, [B|Bs], Cs).
sumlist(List, Sum) :- sum_list(List, Sum).
list_to_ord_set(List, Set) :- sort(List, Set).
ord_empty([]).
ord_union(As, Bs, Set) :- '$proper'(As), '$proper'(Bs), '$ord_unions'(As, Bs, Set).
'$ord_unions'([], Set, Set).
'$ord_unions'([A|As], Bs, Set) :- '$ord_union'(Bs, A, As, Set).
'$ord_union'([], A, As, [A|As]).
'$ord_union'([B|Bs], A, As, Set) :- compare(Order, A, B), '$ord_union'(Order, A, As, B, Bs, Set).
'$ord_union'(<, A, As, B, Bs, [A|Set]) :- '$ord_union'(As, B, Bs, Set).
'$ord_union'(=, A, As, _, Bs, [A|Set]) :- '$ord_unions'(As, Bs, Set).
'$ord_union'(>, A, As, B, Bs, [B|Set]) :- '$ord_union'(Bs, A, As, Set).
ord_subtract(As, Bs, Set) :- '$proper'(As), '$proper'(Bs), '$ord_subtracts'(As, Bs, Set).
'$ord_subtracts'([], _, []).
'$ord_subtracts'([A|As], Bs, Set) :- '$ord_subtract'(Bs, A, As, Set).
'$ord_subtract'([], A, As, [A|As]).
'$ord_subtract'([B|Bs], A, As, Set) :- compare(Order, A, B), '$ord_subtract'(Order, A, As, B, Bs, Set).
'$ord_subtract'(<, A, As, B, Bs, [A|Set]) :- '$ord_subtracts'(As, [B|Bs], Set).
'$ord_subtract'(=, _, As, _, Bs, Set) :- '$ord_subtracts'(As, Bs, Set).
'$ord_subtract'(>, A, As, _, Bs, Set) :- '$ord_subtract'(Bs, A, As, Set).
ord_intersection(As, Bs, Set) :- '$proper'(As), '$proper'(Bs), '$ord_intersections'(As, Bs, Set).
'$ord_intersections'([], _, []).
'$ord_intersections'([A|As], Bs, Set) :- '$ord_intersection'(Bs, A, As, Set).
'$ord_intersection'([], _, _, []).
'$ord_intersection'([B|Bs], A, As, Set) :-
    compare(Order, A, B), '$ord_intersection'(Order, A, As, B, Bs, Set).
'$ord_intersection'(<, _, As, B, Bs, Set) :- '$ord_intersections'(As, [B|Bs], Set).
'$ord_intersection'(=, A, As, _, Bs, [A|Set]) :- '$ord_intersections'(As, Bs, Set).
'$ord_intersection'(>, A, As, _, Bs, Set) :- '$ord_intersection'(Bs, A, As, Set).
ord_intersect(As, Bs) :- '$proper'(As), '$proper'(Bs), '$ord_intersect'(As, Bs).
'$ord_intersect'([A|As], [B|Bs]) :- compare(Order, A, B), '$ord_intersect'(Order, A, As, B, Bs).
'$ord_intersect'(<, _, As, B, Bs) :- '$ord_intersect'(As, [B|Bs]).
'$ord_intersect'(=, _, _, _, _).
'$ord_intersect'(>, A, As, _, Bs) :- '$ord_intersect'([A|As], Bs).
ord_disjoint(As, Bs) :- \+ ord_intersect(As, Bs).
ord_memberchk(A, Set) :- '$proper'(Set), '$ord_memberchk'(Set, A).
'$ord_memberchk'([], _) :- fail.
'$ord_memberchk'([B], A) :- A == B.
'$ord_memberchk'([B,C|Bs], A) :-
    (   Bs = [D,E|Cs]
    ->  compare(Order, A, E), '$ord_memberchk'(Order, [B,C,D], Cs, A)
    ;   compare(Order, A, C), '$ord_memberchk'(Order, [B], Bs, A)
    ).
'$ord_memberchk'(=, _, _, _).
'$ord_memberchk'(>, _, Set, A) :- '$ord_memberchk'(Set, A).
'$ord_memberchk'(<, [B|Bs], _, A) :- '$ord_memberchk'(Bs, B, A).
'$ord_memberchk'([], B, A) :- A == B.
'$ord_memberchk'([C,D], B, A) :-
    compare(Order, A, C), ( Order = (<) -> A == B ; Order = (=) -> true ; A == D ).
ord_subset([], _).
ord_subset([A|As], Bs) :- '$proper'(Bs), '$ord_subset'(Bs, A, As).
'$ord_subset'([B|Bs], A, As) :-
    compare(Order, A, B), ( Order = (=) -> ord_subset(As, Bs) ; Order = (>), '$ord_subset'(Bs, A, As) ).
'$proper'(List) :- ( is_list(List) -> true ; '$uncovered'('an ordered set that is no list') ).
ord_add_element(Set, A, New) :- ord_union(Set, [A], New).
ord_del_element(Set, A, New) :- ord_subtract(Set, [A], New).
nextto(X, Y, [X,Y|_]).
nextto(X, Y, [_|List]) :- nextto(X, Y, List).
same_length([], []).
same_length([_|As], [_|Bs]) :- same_length(As, Bs).
prefix([], _).
prefix([A|As], [A|Bs]) :- prefix(As, Bs).

%   What is given as the result of a library predicate: Prolog checks some of it, and compares other as text.

'$same_text'(_, G, F) :- atom(G), !, F == G.
'$same_text'(Kind, G, F) :- '$text'(Kind, G), atom_codes(G, Codes), atom_codes(F, Codes).
'$text'(_, T) :- atom(T), !.
'$text'(_, T) :- number(T), !.
'$text'(_, T) :- string(T), !.
'$text'(_, T) :- T == [], !, throw(error(type_error(atom, T), _)).
'$text'(Kind, T) :- throw(error(type_error(Kind, T), _)).
'$size'(N) :- integer(N), N >= 0, !, ( N =< 4611686018427387903 -> true ; '$uncovered'('so large a number') ).
'$size'(N) :- integer(N), !, throw(error(domain_error(not_less_than_zero, N), _)).
'$size'(N) :- throw(error(type_error(integer, N), _)).
'$number'(N) :- ( number(N) -> true ; throw(error(type_error(number, N), _)) ).
'$no_string'(L) :- ( string(L) -> '$uncovered'('a string as a list') ; true ).
'$list'(L) :- ( is_list(L) -> true ; throw(error(type_error(list, L), _)) ).

%   '$better'(+Which, +X, +W, +Y, +V, -Z, -U): of two extremes with their witnesses, the later one first.

'$better'(max, X, W, Y, V, Z, U) :- ( X > Y -> Z = X, U = W ; Z = Y, U = V ).
'$better'(min, X, W, Y, V, Z, U) :- ( X < Y -> Z = X, U = W ; Z = Y, U = V ).
