/*  Library predicates that are written in Prolog, over the primitives of `library.py`: lists, pairs, orders and others.

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
foldl(_, [], [], [], [], V, V).
foldl(G, [A|As], [B|Bs], [C|Cs], [D|Ds], V0, V) :-
    call(G, A, B, C, D, V0, V1), foldl(G, As, Bs, Cs, Ds, V1, V).
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
%   '$only_answer'(+Answers, -Answer): the one answer of a tabled predicate, of a sorted list.

'$only_answer'([Answer0|Others], Answer) :-
    (   Others == []
    ->  Answer = Answer0
    ;   '$uncovered'('several answers of a tabled predicate, whose order is not promised')
    ).
%   '$best'(+Mode, +Sorted, -Best): of the pairs with one key, in standard order, the one that a table by min or
%   max keeps.

'$best'(_, [], []).
'$best'(Mode, [Key-Value0|Pairs0], [Key-Value|Best]) :-
    '$best_value'(Pairs0, Mode, Key, Value0, Value, Pairs),
    '$best'(Mode, Pairs, Best).
'$best_value'(Pairs0, Mode, Key, Value0, Value, Pairs) :-
    (   Pairs0 = [Key1-Value1|Pairs1], Key1 == Key
    ->  (   Mode == min -> Value2 = Value0 ; Value2 = Value1 ),
        '$best_value'(Pairs1, Mode, Key, Value2, Value, Pairs)
    ;   Value = Value0, Pairs = Pairs0
    ).
%   Terms whose arguments are filled in one by one (`partial_terms.py`).

'$functor'(Name, Arity, Term) :-
    (   compound(Name), Name \== []
    ->  type_error(atomic, Name)
    ;   true
    ),
    '$filled'(Arity, '$unfilled', Args),
    (   ( Args == [] ; Name == [] )
    ->  '$uncovered'('a term without arguments, or with [] for a name')
    ;   atom(Name)
    ->  Term =.. [Name|Args]
    ;   type_error(atom, Name)
    ).
'$fill'(N, Term0, Arg, Term) :-
    arg(N, Term0, Arg0),
    (   Arg0 == '$unfilled'
    ->  '$setarg'(N, Term0, Arg, Term)
    ;   Arg0 = Arg, Term = Term0
    ).
%   Lists. What is given must be a proper list: of others SWI-Prolog's rules tell more than compiled rules can.

append(As, Bs, Cs) :-
    (   ground(As)
    ->  length(As, N), '$split'(N, Cs, As, Bs)
    ;   '$proper'(Cs), length(Cs, N),
        (   ground(Bs)
        ->  '$proper'(Bs), length(Bs, M), I is N - M, '$split'(I, Cs, As, Bs)
        ;   between(0, N, I), '$split'(I, Cs, As, Bs)
        )
    ).
append(Lists, List) :- '$list'(Lists), '$joined'(Lists, List0), List = List0.
'$joined'([], []).
'$joined'([As|Lists], List) :- '$joined'(Lists, Bs), append(As, Bs, List).
select(A, As, Bs) :- '$select'(A, As, Bs, _).
'$select'(A, As, Bs, Front) :-
    (   ground(As)
    ->  append(Front, [A|Back], As), append(Front, Back, Bs)
    ;   append(Front, Back, Bs), append(Front, [A|Back], As)
    ).
select(A, As, B, Bs) :-
    (   ground(As)
    ->  append(Front, [A|Back], As), append(Front, [B|Back], Bs)
    ;   append(Front, [B|Back], Bs), append(Front, [A|Back], As)
    ).
selectchk(A, As, Bs) :- once(select(A, As, Cs)), Bs = Cs.
selectchk(A, As, B, Bs) :- once(select(A, As, B, Bs)).
subtract(As, Bs, Cs) :- '$proper'(As), '$subtract'(As, Bs, Cs).
'$subtract'([], _, []).
'$subtract'([A|As], Bs, Cs) :-
    ( memberchk(A, Bs) -> Cs = Cs1 ; Cs = [A|Cs1] ), '$subtract'(As, Bs, Cs1).
intersection(As, Bs, Cs) :- '$proper'(As), '$intersection'(As, Bs, Cs).
'$intersection'([], _, []).
'$intersection'([A|As], Bs, Cs) :-
    ( memberchk(A, Bs) -> Cs = [A|Cs1] ; Cs = Cs1 ), '$intersection'(As, Bs, Cs1).
union(As, Bs, Cs) :- '$proper'(As), '$union'(As, Bs, Cs).
'$union'([], Bs, Bs).
'$union'([A|As], Bs, Cs) :- ( memberchk(A, Bs) -> Cs = Cs1 ; Cs = [A|Cs1] ), '$union'(As, Bs, Cs1).
subset(As, Bs) :- '$proper'(As), '$subset'(As, Bs).
'$subset'([], _).
'$subset'([A|As], Bs) :- memberchk(A, Bs), '$subset'(As, Bs).
delete([], _, []).
delete([A|As], B, Cs) :- ( \+ A \= B -> Cs = Cs1 ; Cs = [A|Cs1] ), delete(As, B, Cs1).
nth0(I, As, A) :- '$nth'(I, 0, As, A).
nth1(I, As, A) :- '$nth'(I, 1, As, A).
'$nth'(I, First, As, A) :-
    (   integer(I)
    ->  N is I - First, '$split'(N, As, _, [A|_])
    ;   var(I)
    ->  append(Front, [A|_], As), length(Front, N), I is N + First
    ;   throw(error(type_error(integer, I), _))
    ).
nth0(I, As, A, Bs) :- '$nth'(I, 0, nonneg, As, A, Bs).
nth1(I, As, A, Bs) :- '$nth'(I, 1, positive_integer, As, A, Bs).
'$nth'(I, First, Kind, As, A, Bs) :-
    (   var(I)
    ->  '$select'(A, As, Bs, Front), length(Front, N), I is N + First
    ;   integer(I), I >= First
    ->  N is I - First,
        (   ground(As)
        ->  '$split'(N, As, Front, [A|Back]), append(Front, Back, Bs)
        ;   '$split'(N, Bs, Front, Back), append(Front, [A|Back], As)
        )
    ;   throw(error(type_error(Kind, I), _))
    ).
reverse(As, Bs) :- '$proper'(As), '$reverse'(As, [], Bs0), Bs = Bs0.
'$reverse'([], Bs, Bs).
'$reverse'([A|As], Bs0, Bs) :- '$reverse'(As, [A|Bs0], Bs).
last([A|As], Last) :- '$last'(As, A, Last0), Last = Last0.
'$last'([], Last, Last).
'$last'([A|As], _, Last) :- '$last'(As, A, Last).
list_to_set(As, Set) :- '$list'(As), '$distinct'(As, [], Set0), Set = Set0.
'$distinct'([], _, []).
'$distinct'([A|As], Seen, Set) :-
    ( '$seen'(Seen, A) -> Set = Set1 ; Set = [A|Set1] ), '$distinct'(As, [A|Seen], Set1).
'$seen'([B|Bs], A) :- ( A == B -> true ; '$seen'(Bs, A) ).
sum_list(Ns, Sum) :- '$proper'(Ns), '$sum'(Ns, 0, Sum0), Sum = Sum0.
'$sum'([], Sum, Sum).
'$sum'([N|Ns], Sum0, Sum) :- Sum1 is Sum0 + N, '$sum'(Ns, Sum1, Sum).
max_list(Ns, Max) :- '$proper'(Ns), Ns = [N|Ms], '$max'(Ms, N, Max0), Max = Max0.
'$max'([], Max, Max).
'$max'([N|Ns], Max0, Max) :- Max1 is max(N, Max0), '$max'(Ns, Max1, Max).
min_list(Ns, Min) :- '$proper'(Ns), Ns = [N|Ms], '$min'(Ms, N, Min0), Min = Min0.
'$min'([], Min, Min).
'$min'([N|Ns], Min0, Min) :- Min1 is min(N, Min0), '$min'(Ns, Min1, Min).

%   Extremes of aggregate_all/3: of the first number and itself to begin with.

'$max_of'([N|Ns], Max) :- Max0 is max(N, N), '$max'(Ns, Max0, Max).
'$min_of'([N|Ns], Min) :- Min0 is min(N, N), '$min'(Ns, Min0, Min).
'$first_best'(Kind, [N-W|Pairs], Best, Witness) :- '$first_best'(Pairs, Kind, N, W, Best, Witness).
'$first_best'([], _, Best, Witness, Best, Witness).
'$first_best'([N-W|Pairs], Kind, Best0, Witness0, Best, Witness) :-
    (   ( Kind == max -> N > Best0 ; N < Best0 )
    ->  '$first_best'(Pairs, Kind, N, W, Best, Witness)
    ;   '$first_best'(Pairs, Kind, Best0, Witness0, Best, Witness)
    ).
max_member(Max, As) :- max_member(@=<, Max, As).
min_member(Min, As) :- min_member(@=<, Min, As).
numlist(Low, High, Ns) :-
    '$must_be_integer'(Low), '$must_be_integer'(High), Low =< High, '$numlist'(Low, High, [], Ns).
'$numlist'(Low, High, Ns0, Ns) :-
    ( High < Low -> Ns = Ns0 ; High1 is High - 1, '$numlist'(Low, High1, [High|Ns0], Ns) ).
'$must_be_integer'(N) :- ( integer(N) -> true ; throw(error(type_error(integer, N), _)) ).
succ(M, N) :-
    (   var(M)
    ->  '$counting'(N), N > 0, M is N - 1
    ;   '$counting'(M), ( var(N) -> true ; '$counting'(N) ), N is M + 1
    ).
'$counting'(N) :-
    '$must_be_integer'(N), ( N >= 0 -> true ; throw(error(domain_error(not_less_than_zero, N), _)) ).
plus(A, B, C) :-
    (   var(A)
    ->  '$must_be_integer'(B), '$must_be_integer'(C), A is C - B
    ;   var(B)
    ->  '$must_be_integer'(A), '$must_be_integer'(C), B is C - A
    ;   '$must_be_integer'(A), '$must_be_integer'(B), ( var(C) -> true ; '$must_be_integer'(C) ), C is A + B
    ).

%   Pairs.

pairs_keys_values(Pairs, Ks, Vs) :- ( nonvar(Pairs) -> '$unzip'(Pairs, Ks, Vs) ; '$zip'(Ks, Vs, Pairs) ).
'$unzip'([], [], []).
'$unzip'([K-V|Pairs], [K|Ks], [V|Vs]) :- '$unzip'(Pairs, Ks, Vs).
'$zip'([], [], []).
'$zip'([K|Ks], [V|Vs], [K-V|Pairs]) :- '$zip'(Ks, Vs, Pairs).
pairs_keys([], []).
pairs_keys([K-_|Pairs], [K|Ks]) :- pairs_keys(Pairs, Ks).
pairs_values([], []).
pairs_values([_-V|Pairs], [V|Vs]) :- pairs_values(Pairs, Vs).
group_pairs_by_key([], []).
group_pairs_by_key([K-V|Pairs], [K-[V|Vs]|Groups]) :-
    '$same_key'(Pairs, K, Vs, Rest), group_pairs_by_key(Rest, Groups).
'$same_key'([], _, [], []).
'$same_key'([K0-V|Pairs], K, Vs, Rest) :-
    ( K == K0 -> Vs = [V|Vs1], '$same_key'(Pairs, K, Vs1, Rest) ; Vs = [], Rest = [K0-V|Pairs] ).
sumlist(List, Sum) :- sum_list(List, Sum).
convlist(_, [], []).
convlist(G, [A|As], Bs) :- ( call(G, A, B) -> Bs = [B|Cs] ; Bs = Cs ), convlist(G, As, Cs).
max_member(G, Max, List) :- '$proper'(List), List = [A|As], '$max_member'(G, As, A, Max0), Max = Max0.
'$max_member'(_, [], Max, Max).
'$max_member'(G, [A|As], Max0, Max) :-
    ( call(G, A, Max0) -> '$max_member'(G, As, Max0, Max) ; '$max_member'(G, As, A, Max) ).
min_member(G, Min, List) :- '$proper'(List), List = [A|As], '$min_member'(G, As, A, Min0), Min = Min0.
'$min_member'(_, [], Min, Min).
'$min_member'(G, [A|As], Min0, Min) :-
    ( call(G, Min0, A) -> '$min_member'(G, As, Min0, Min) ; '$min_member'(G, As, A, Min) ).
map_list_to_pairs(_, [], []).
map_list_to_pairs(G, [A|As], [K-A|Pairs]) :- call(G, A, K), map_list_to_pairs(G, As, Pairs).
flatten(List, Flat) :- '$flatten'(List, [], Turned), reverse(Turned, Flat0), Flat = Flat0.
'$flatten'(Term, Found, Flat) :-
    (   var(Term)
    ->  '$uncovered'('a list to flatten that holds a variable')
    ;   Term = []
    ->  Flat = Found
    ;   Term = [A|As]
    ->  '$flatten'(A, Found, Found1), '$flatten'(As, Found1, Flat)
    ;   Flat = [Term|Found]
    ).
permutation(List, Permutation) :-
    '$list'(List), ( var(Permutation) -> true ; '$list'(Permutation) ),
    '$permutation'(List, Permutation0), Permutation = Permutation0.
'$permutation'([], []).
'$permutation'([A|As], [B|Bs]) :- select(B, [A|As], Rest), '$permutation'(Rest, Bs).
is_set(Set) :- is_list(Set), sort(Set, Sorted), length(Set, N), length(Sorted, N).
proper_length(List, Length) :- is_list(List), length(List, Length0), Length = Length0.
transpose_pairs(Pairs, Transposed) :- '$flip_pairs'(Pairs, Flipped), keysort(Flipped, Transposed).
'$flip_pairs'([], []).
'$flip_pairs'([K-V|Pairs], [V-K|Flipped]) :- '$flip_pairs'(Pairs, Flipped).
clumped([], []).
clumped([A|As], [A-N|Pairs]) :- '$clump'(As, A, 1, N, Rest), clumped(Rest, Pairs).
'$clump'([], _, N, N, []).
'$clump'([B|Bs], A, N0, N, Rest) :-
    ( A == B -> N1 is N0 + 1, '$clump'(Bs, A, N1, N, Rest) ; N = N0, Rest = [B|Bs] ).
list_to_ord_set(List, Set) :- sort(List, Set).
ord_empty([]).
ord_seteq(As, Bs) :- As == Bs.
ord_union(Sets, Set) :-
    '$proper'(Sets), length(Sets, N), ( N =:= 0 -> Set = [] ; '$ord_union_all'(N, Sets, Set0, _), Set = Set0 ).
'$ord_union_all'(N, Sets, Set, Rest) :-
    (   N =:= 1
    ->  Sets = [Set|Rest]
    ;   A is N >> 1, Z is N - A,
        '$ord_union_all'(A, Sets, As, Sets1), '$ord_union_all'(Z, Sets1, Bs, Rest), ord_union(As, Bs, Set)
    ).
ord_selectchk(A, Set, Rest) :- '$proper'(Set), '$ord_selectchk'(Set, A, Rest).
'$ord_selectchk'([B|Bs], A, Rest) :-
    (   B @< A
    ->  Rest = [B|Rest1], '$ord_selectchk'(Bs, A, Rest1)
    ;   B == A, ( Bs = [C|_] -> A @< C ; true ), Rest = Bs
    ).
ord_union(As, Bs, Set) :- '$proper'(As), '$proper'(Bs), '$ord_union'(As, Bs, Set).
ord_subtract(As, Bs, Set) :- '$proper'(As), '$proper'(Bs), '$ord_subtract'(As, Bs, Set).
ord_intersection(As, Bs, Set) :- '$proper'(As), '$proper'(Bs), '$ord_merge'(As, Bs, no, yes, no, Set).
ord_symdiff(As, Bs, Set) :- '$proper'(As), '$proper'(Bs), '$ord_merge'(As, Bs, yes, no, yes, Set).
'$ord_union'(As, Bs, Set) :- '$ord_merge'(As, Bs, yes, yes, yes, Set).
'$ord_subtract'(As, Bs, Set) :- '$ord_merge'(As, Bs, yes, no, no, Set).

%   '$ord_merge'(+As, +Bs, +Left, +Both, +Right, -Set): whether Set has what is in As alone, in both, in Bs alone.

'$ord_merge'([], Bs, _, _, Right, Set) :- ( Right = yes -> Set = Bs ; Set = [] ).
'$ord_merge'([A|As], Bs, Left, Both, Right, Set) :-
    (   Bs = [B|Bs1]
    ->  compare(Order, A, B),
        (   Order = (<)
        ->  ( Left = yes -> Set = [A|Set1] ; Set = Set1 ), '$ord_merge'(As, Bs, Left, Both, Right, Set1)
        ;   Order = (=)
        ->  ( Both = yes -> Set = [A|Set1] ; Set = Set1 ), '$ord_merge'(As, Bs1, Left, Both, Right, Set1)
        ;   ( Right = yes -> Set = [B|Set1] ; Set = Set1 ), '$ord_merge'([A|As], Bs1, Left, Both, Right, Set1)
        )
    ;   ( Left = yes -> Set = [A|As] ; Set = [] )
    ).
ord_intersect(As, Bs) :- '$proper'(As), '$proper'(Bs), '$ord_intersect'(As, Bs).
'$ord_intersect'([A|As], [B|Bs]) :-
    compare(Order, A, B),
    ( Order = (<) -> '$ord_intersect'(As, [B|Bs]) ; Order = (=) -> true ; '$ord_intersect'([A|As], Bs) ).
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
'$proper'(List) :- ( is_list(List) -> true ; '$uncovered'('no list, where a library expects one') ).
ord_add_element(Set, A, New) :- ord_union(Set, [A], New).
ord_del_element(Set, A, New) :- ord_subtract(Set, [A], New).
nextto(X, Y, [X,Y|_]).
nextto(X, Y, [_|List]) :- nextto(X, Y, List).
'$same_length'([], []).
'$same_length'([_|As], [_|Bs]) :- '$same_length'(As, Bs).
prefix([], _).
prefix([A|As], [A|Bs]) :- prefix(As, Bs).

%   Results that are given: if one is of another kind, Prolog may say so, or compare it as text.

'$order'(O) :- ( memberchk(O, [<,=,>]) -> true ; '$uncovered'('a given order that is none') ).
'$list'(L) :- ( is_list(L) -> true ; throw(error(type_error(list, L), _)) ).

%   '$each_once'(+Pairs, ?Witness, ?Given): a pair of each witness, the first one.

'$each_once'(Pairs, Witness, Given) :- '$each_once'(Pairs, [], Witness, Given).
'$each_once'([W-G|Pairs], Seen, Witness, Given) :-
    (   '$seen'(Seen, W)
    ->  '$each_once'(Pairs, Seen, Witness, Given)
    ;   Witness-Given = W-G
    ;   '$each_once'(Pairs, [W|Seen], Witness, Given)
    ).
