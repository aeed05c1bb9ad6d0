/*  Library predicates that are written in Prolog, over the primitives of `library.py`.

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
'$proper'(List) :- ( is_list(List) -> true ; '$uncovered'('no list, where a library expects one') ).
ord_add_element(Set, A, New) :- ord_union(Set, [A], New).
ord_del_element(Set, A, New) :- ord_subtract(Set, [A], New).
nextto(X, Y, [X,Y|_]).
nextto(X, Y, [_|List]) :- nextto(X, Y, List).
same_length([], []).
same_length([_|As], [_|Bs]) :- same_length(As, Bs).
prefix([], _).
prefix([A|As], [A|Bs]) :- prefix(As, Bs).

%   Results that are given: if one is of another kind, Prolog may say so, or compare it as text.

'$order'(O) :- ( memberchk(O, [<,=,>]) -> true ; '$uncovered'('a given order that is none') ).
'$list'(L) :- ( is_list(L) -> true ; throw(error(type_error(list, L), _)) ).

%   Text. Its primitives are $codes/2, $atom_of/2 and $string_of/2: a text is its list of codes, and made of one.
%   A given result must be of the kind that is made: SWI-Prolog compares some others as texts, and rejects some.

'$text'(Text, Codes) :- '$known'(Text), '$codes'(Text, Codes).
'$words'(Text, Codes) :- ( number(Text) -> throw(error(type_error(text, Text), _)) ; '$text'(Text, Codes) ).
'$known'(Term) :- ( var(Term) -> throw(error(instantiation_error, _)) ; true ).
'$to_atom'(Codes, Atom) :-
    ( var(Atom) -> true ; atom(Atom) -> true ; '$uncovered'('a given result that is no atom') ),
    '$atom_of'(Codes, Atom0), Atom = Atom0.
'$to_string'(Codes, String) :-
    ( var(String) -> true ; string(String) -> true ; '$uncovered'('a given result that is no string') ),
    '$string_of'(Codes, String0), String = String0.
'$to_codes'(Codes, List) :- '$given_list'(List, '$code'), List = Codes.
'$to_chars'(Codes, List) :- '$given_list'(List, '$char'), '$chars'(Codes, List).
'$chars'([], []).
'$chars'([Code|Codes], [Char|Chars]) :- '$atom_of'([Code], Char), '$chars'(Codes, Chars).
'$given_list'(List, Kind) :-
    ( var(List) -> true ; is_list(List) -> '$given_items'(List, Kind) ; '$uncovered'('a result that is no list') ).
'$given_items'([], _).
'$given_items'([A|As], Kind) :- '$given_item'(A, Kind), '$given_items'(As, Kind).
'$given_item'(A, Kind) :- ( call(Kind, A, _) -> true ; '$uncovered'('a given item that is no such text') ).
'$any'(_, any).
'$name'(Atom, Atom) :- atom(Atom).
'$char'(Char, Code) :- atom(Char), '$codes'(Char, [Code]).
'$code'(Code0, Code) :-
    integer(Code0), ( Code0 < 0xd800 -> Code0 > 0 ; Code0 > 0xdfff, Code0 =< 0x10ffff ), Code is Code0.
'$size'(N) :- ( var(N) -> true ; '$must_be_integer'(N), ( N >= 0 -> true ; '$uncovered'('a given size below 0') ) ).

%   '$listed'(+List, -Codes): of a list of codes, or of characters, the codes.

'$listed'(List, Codes) :-
    '$known'(List),
    (   List = [A|_], atom(A)
    ->  '$listed'(List, '$char', Codes)
    ;   string(List)
    ->  '$codes'(List, Codes)
    ;   is_list(List)
    ->  '$listed'(List, '$code', Codes)
    ;   throw(error(type_error(list, List), _))
    ).
'$listed'([], _, []).
'$listed'([A|As], Kind, [Code|Codes]) :-
    ( call(Kind, A, Code0) -> Code = Code0 ; '$uncovered'('a text with what is no character') ),
    '$listed'(As, Kind, Codes).
atom_codes(Text, Codes) :- '$text_list'(Text, Codes, '$to_codes', '$to_atom').
atom_chars(Text, Chars) :- '$text_list'(Text, Chars, '$to_chars', '$to_atom').
string_codes(Text, Codes) :- '$text_list'(Text, Codes, '$to_codes', '$to_string').
string_chars(Text, Chars) :- '$text_list'(Text, Chars, '$to_chars', '$to_string').
'$text_list'(Text, List, To, Back) :-
    (   var(Text)
    ->  '$listed'(List, Codes), call(Back, Codes, Text)
    ;   '$codes'(Text, Codes), call(To, Codes, List)
    ).
char_code(Char, Code) :-
    (   var(Char)
    ->  '$known'(Code), '$must_be_integer'(Code),
        ( '$code'(Code, Code0) -> '$atom_of'([Code0], Char) ; '$uncovered'('an unusual character code') )
    ;   '$char'(Char, Code0)
    ->  ( var(Code) -> true ; '$code'(Code, _) -> true ; '$uncovered'('a given code that is none') ), Code = Code0
    ;   throw(error(type_error(character, Char), _))
    ).
number_codes(Number, Codes) :-
    (   nonvar(Number), \+ number(Number)
    ->  throw(error(type_error(number, Number), _))
    ;   nonvar(Number), \+ ground(Codes)
    ->  '$codes'(Number, Codes0), '$to_codes'(Codes0, Codes)
    ;   '$listed'(Codes, Codes0),
        ( '$number'(Codes0, Number0) -> Number = Number0 ; throw(error(syntax_error(illegal_number), _)) )
    ).
number_string(Number, String) :-
    (   nonvar(Number), \+ number(Number)
    ->  throw(error(type_error(number, Number), _))
    ;   ground(String)
    ->  ( string(String) -> true ; '$uncovered'('a number in what is no string') ),
        '$codes'(String, Codes), '$number'(Codes, Number0), Number = Number0
    ;   '$text'(Number, Codes), '$to_string'(Codes, String)
    ).
atom_number(Atom, Number) :-
    (   var(Atom)
    ->  '$known'(Number),
        ( number(Number) -> true ; throw(error(type_error(number, Number), _)) ),
        '$codes'(Number, Codes), '$atom_of'(Codes, Atom)
    ;   ( atom(Atom) ; string(Atom) )
    ->  '$codes'(Atom, Codes), '$number'(Codes, Number0), Number = Number0
    ;   var(Number)
    ->  throw(error(type_error(atom, Atom), _))
    ;   '$uncovered'('the number of what is no atom')
    ).

%   '$number'(+Codes, -Number): the integer that a text writes; fails if it is plainly no number.

'$number'(Codes, Number) :-
    (   '$digits'(Codes, 0, Number0)
    ->  Number = Number0
    ;   Codes = [0'-|Digits], '$digits'(Digits, 0, Number0)
    ->  Number is -Number0
    ;   '$no_number'(Codes)
    ->  fail
    ;   '$uncovered'('a text that may be a number')
    ).
'$digits'([Code|Codes], N0, N) :-
    Code >= 0'0, Code =< 0'9, N1 is N0 * 10 + Code - 0'0,
    ( Codes = [] -> N = N1 ; '$digits'(Codes, N1, N) ).
'$no_number'([]).
'$no_number'([Code|Codes]) :-
    (   Codes = []
    ->  Code < 128
    ;   '$letters'([Code|Codes]), Code > 0'9,
        \+ ( member(Name, [inf,infinite,nan,epsilon]), '$codes'(Name, [Code|Codes]) )
    ).
'$letters'([]).
'$letters'([Code|Codes]) :-
    ( Code >= 0'a -> Code =< 0'z ; Code >= 0'A -> ( Code =< 0'Z -> true ; Code =:= 0'_ ) ; Code >= 0'0, Code =< 0'9 ),
    '$letters'(Codes).

%   Kinds of characters, in ASCII. Of alpha, to_lower and to_upper SWI-Prolog's versions think differently.

char_type(Char, Type) :-
    (   ground(Char), '$char'(Char, Code), Code < 128
    ->  '$type'(Type, Code, '$to_char')
    ;   '$uncovered'('no character of ASCII')
    ).
code_type(Code0, Type) :-
    ( ground(Code0), '$code'(Code0, Code), Code < 128 -> '$type'(Type, Code, =) ; '$uncovered'('no code of ASCII') ).
'$to_char'(Code, Char) :- '$to_atom'([Code], Char).
'$type'(Type, Code, To) :-
    (   var(Type)
    ->  '$uncovered'('all kinds of a character')
    ;   Type = digit(Weight)
    ->  '$size'(Weight), Code >= 0'0, Code =< 0'9, Weight is Code - 0'0
    ;   Type = upper(Lower)
    ->  Code >= 0'A, Code =< 0'Z, Code1 is Code + 32, call(To, Code1, Lower)
    ;   Type = lower(Upper)
    ->  Code >= 0'a, Code =< 0'z, Code1 is Code - 32, call(To, Code1, Upper)
    ;   atom(Type), '$ranges'(Type, Ranges)
    ->  once(( member(Low-High, Ranges), Code >= Low, Code =< High ))
    ;   '$uncovered'('such a kind of a character')
    ).
'$ranges'(alnum, [0'a-0'z,0'A-0'Z,0'0-0'9]).
'$ranges'(csym, [0'a-0'z,0'A-0'Z,0'0-0'9,0'_-0'_]).
'$ranges'(csymf, [0'a-0'z,0'A-0'Z,0'_-0'_]).
'$ranges'(digit, [0'0-0'9]).
'$ranges'(upper, [0'A-0'Z]).
'$ranges'(lower, [0'a-0'z]).
'$ranges'(space, [9-13,32-32]).
'$ranges'(white, [9-9,32-32]).
'$ranges'(punct, [33-47,58-64,91-96,123-126]).

%   One text as another

atom_length(Text, Length) :- '$text'(Text, Codes), '$size'(Length), length(Codes, Length0), Length = Length0.
string_length(Text, Length) :- atom_length(Text, Length).
atom_string(Atom, String) :-
    (   var(Atom)
    ->  '$text'(String, Codes), '$atom_of'(Codes, Atom)
    ;   '$codes'(Atom, Codes), '$to_string'(Codes, String)
    ).
string_to_atom(String, Atom) :-
    (   var(String)
    ->  '$text'(Atom, Codes), '$string_of'(Codes, String)
    ;   '$codes'(String, Codes), '$to_atom'(Codes, Atom)
    ).
text_to_string(Text, String) :- '$words'(Text, Codes), '$to_string'(Codes, String).
upcase_atom(Text, Atom) :- '$text'(Text, Codes), '$recased'(Codes, 0'a, -32, Codes1), '$to_atom'(Codes1, Atom).
downcase_atom(Text, Atom) :- '$text'(Text, Codes), '$recased'(Codes, 0'A, 32, Codes1), '$to_atom'(Codes1, Atom).
string_upper(Text, String) :- '$text'(Text, Codes), '$recased'(Codes, 0'a, -32, Codes1), '$to_string'(Codes1, String).
string_lower(Text, String) :- '$text'(Text, Codes), '$recased'(Codes, 0'A, 32, Codes1), '$to_string'(Codes1, String).
'$recased'([], _, _, []).
'$recased'([Code0|Codes0], First, Step, [Code|Codes]) :-
    ( Code0 < 128 -> true ; '$uncovered'('capital or small letters beyond ASCII') ),
    ( Code0 >= First, Code0 < First + 26 -> Code is Code0 + Step ; Code = Code0 ),
    '$recased'(Codes0, First, Step, Codes).

%   Texts put together

atom_concat(A, B, C) :- '$concat'(A, B, C, '$to_atom').
string_concat(A, B, C) :- '$concat'(A, B, C, '$to_string').
'$concat'(A, B, C, To) :-
    (   nonvar(A), nonvar(B)
    ->  '$codes'(A, As), '$codes'(B, Bs), append(As, Bs, Cs), call(To, Cs, C)
    ;   '$text'(C, Cs),
        (   nonvar(A)
        ->  '$codes'(A, As), append(As, Bs, Cs), call(To, Bs, B)
        ;   nonvar(B)
        ->  '$codes'(B, Bs), length(Cs, N), length(Bs, M), I is N - M, '$split'(I, Cs, As, Bs), call(To, As, A)
        ;   append(As, Bs, Cs), call(To, As, A), call(To, Bs, B)
        )
    ).
atomic_list_concat(Texts, Text) :- '$joined'(Texts, [], Codes), '$to_atom'(Codes, Text).
atomics_to_string(Texts, Text) :- '$joined'(Texts, [], Codes), '$to_string'(Codes, Text).
atomic_list_concat(Texts, Between, Text) :-
    '$text'(Between, Bs),
    (   ground(Texts)
    ->  '$joined'(Texts, Bs, Codes), '$to_atom'(Codes, Text)
    ;   ( Bs = [] -> '$uncovered'('an empty separator') ; true ),
        '$given_list'(Texts, '$name'), '$text'(Text, Codes), '$pieces'(Codes, Bs, Texts0), Texts = Texts0
    ).
'$joined'(Texts, Between, Codes) :-
    '$known'(Texts), '$proper'(Texts),
    (   Texts = [Text|Others]
    ->  '$text'(Text, As), '$rest_joined'(Others, Between, Bs), append(As, Bs, Codes)
    ;   Codes = []
    ).
'$rest_joined'([], _, []).
'$rest_joined'([Text|Texts], Between, Codes) :-
    '$text'(Text, As), '$rest_joined'(Texts, Between, Bs), append(As, Bs, Cs), append(Between, Cs, Codes).
'$pieces'(Codes, Between, [Text|Texts]) :-
    (   append(Front, Rest, Codes), append(Between, Back, Rest)
    ->  '$atom_of'(Front, Text), '$pieces'(Back, Between, Texts)
    ;   '$atom_of'(Codes, Text), Texts = []
    ).

%   Texts taken apart

sub_atom(Text, Before, Length, After, Part) :- '$part'(Text, Before, Length, After, Part, '$to_atom').
sub_string(Text, Before, Length, After, Part) :- '$part'(Text, Before, Length, After, Part, '$to_string').
'$part'(Text, Before, Length, After, Part, To) :-
    '$text'(Text, Codes), '$size'(Before), '$size'(Length), '$size'(After), length(Codes, N),
    (   nonvar(Part)
    ->  '$different'(Before, Length), '$different'(Length, After), '$different'(After, Before),
        '$codes'(Part, Ps), length(Ps, Length0), Length = Length0,
        (   var(Before), nonvar(After)
        ->  Before0 is N - After - Length0, '$split'(Before0, Codes, _, Rest), '$split'(Length0, Rest, Ps, _),
            Before = Before0
        ;   '$front'(Before, Codes, Rest), '$split'(Length0, Rest, Ps, Back), length(Back, After0), After = After0
        )
    ;   nonvar(After)
    ->  End is N - After, '$split'(End, Codes, Inner, _),
        (   nonvar(Length)
        ->  Before0 is End - Length, '$split'(Before0, Inner, _, Ps), Before = Before0
        ;   '$front'(Before, Inner, Ps), length(Ps, Length)
        ),
        call(To, Ps, Part)
    ;   '$front'(Before, Codes, Rest),
        ( nonvar(Length) -> '$split'(Length, Rest, Ps, Back) ; append(Ps, Back, Rest), length(Ps, Length) ),
        length(Back, After), call(To, Ps, Part)
    ).
'$front'(N, List, Rest) :- ( nonvar(N) -> '$split'(N, List, _, Rest) ; append(Front, Rest, List), length(Front, N) ).
'$different'(A, B) :-
    ( var(A), A == B -> '$uncovered'('one variable for two results, of which SWI-Prolog 9.0.4 loses one') ; true ).
string_code(Index, Text, Code) :-
    '$words'(Text, Codes), '$size'(Index),
    ( nonvar(Code), \+ '$code'(Code, _) -> '$uncovered'('a given code that is none') ; true ),
    (   nonvar(Index)
    ->  Before is Index - 1, '$split'(Before, Codes, _, [Code|_])
    ;   append(Front, [Code|_], Codes), length(Front, Before), Index is Before + 1
    ).

%   As SWI-Prolog 9.0.4 does it: a field that ends at once, behind a separator that is no padding, is empty, and the
%   character 0 is in each set.

split_string(Text, Ends, Pad, Fields) :-
    '$words'(Text, Codes), '$words'(Ends, Es), '$words'(Pad, Ps), '$given_list'(Fields, '$any'),
    '$stripped'(Codes, [0|Ps], Codes1),
    '$fields'(Codes1, -1, [0|Es], [0|Ps], Fields0), Fields = Fields0.
'$fields'(Codes, Last, Ends, Pad, [Field|Fields]) :-
    (   Codes = [Code|_], ( memberchk(Last, Pad) -> true ; \+ memberchk(Code, Ends) )
    ->  '$skipped'(Codes, Pad, Codes1)
    ;   Codes1 = Codes
    ),
    '$field'(Codes1, Ends, Turned, Rest), '$skipped'(Turned, Pad, Turned1), reverse(Turned1, Codes2),
    '$string_of'(Codes2, Field),
    ( Rest = [End|Others] -> '$fields'(Others, End, Ends, Pad, Fields) ; Fields = [] ).
'$field'(Codes, Ends, Turned, Rest) :- '$field'(Codes, Ends, [], Turned, Rest).
'$field'([], _, Turned, Turned, []).
'$field'([Code|Codes], Ends, Turned0, Turned, Rest) :-
    (   memberchk(Code, Ends)
    ->  Turned = Turned0, Rest = [Code|Codes]
    ;   '$field'(Codes, Ends, [Code|Turned0], Turned, Rest)
    ).
'$stripped'(Codes, Pad, Stripped) :-
    '$skipped'(Codes, Pad, Codes1), reverse(Codes1, Turned), '$skipped'(Turned, Pad, Turned1),
    reverse(Turned1, Stripped).
'$skipped'([], _, []).
'$skipped'([Code|Codes], Pad, Rest) :- ( memberchk(Code, Pad) -> '$skipped'(Codes, Pad, Rest) ; Rest = [Code|Codes] ).

%   '$better'(+Which, +X, +W, +Y, +V, -Z, -U): of two extremes with their witnesses, the later one first.

'$better'(max, X, W, Y, V, Z, U) :- ( X > Y -> Z = X, U = W ; Z = Y, U = V ).
'$better'(min, X, W, Y, V, Z, U) :- ( X < Y -> Z = X, U = W ; Z = Y, U = V ).

%   Balanced trees of library(assoc): t, or t(Key, Value, Balance, Left, Right), whose Balance says which side is deeper.

empty_assoc(t).
get_assoc(K, Assoc, V) :- '$assoc'(Assoc), '$get_assoc'(Assoc, K, V0), V = V0.
'$get_assoc'(t(K0,V0,_,L,R), K, V) :-
    compare(Order, K, K0),
    (   Order = (=)
    ->  V = V0
    ;   Order = (<)
    ->  '$get_assoc'(L, K, V)
    ;   '$get_assoc'(R, K, V)
    ).
put_assoc(K, Assoc, V, New) :- '$assoc'(Assoc), '$put_assoc'(Assoc, K, V, New0, _), New = New0.
'$put_assoc'(t, K, V, t(K,V,-,t,t), yes).
'$put_assoc'(t(K0,V0,B,L,R), K, V, New, Deeper) :-
    compare(Order, K, K0),
    (   Order = (=)
    ->  New = t(K0,V,B,L,R), Deeper = no
    ;   Order = (<)
    ->  '$put_assoc'(L, K, V, NewL, Grown), '$grown_left'(Grown, K0, V0, B, NewL, R, New, Deeper)
    ;   '$put_assoc'(R, K, V, NewR, Grown), '$grown_right'(Grown, K0, V0, B, L, NewR, New, Deeper)
    ).
'$grown_left'(no, K, V, B, L, R, t(K,V,B,L,R), no).
'$grown_left'(yes, K, V, B, L, R, New, Deeper) :-
    (   B = (-)
    ->  New = t(K,V,<,L,R), Deeper = yes
    ;   B = (>)
    ->  New = t(K,V,-,L,R), Deeper = no
    ;   '$rotated_right'(K, V, L, R, New, _), Deeper = no
    ).
'$grown_right'(no, K, V, B, L, R, t(K,V,B,L,R), no).
'$grown_right'(yes, K, V, B, L, R, New, Deeper) :-
    (   B = (-)
    ->  New = t(K,V,>,L,R), Deeper = yes
    ;   B = (<)
    ->  New = t(K,V,-,L,R), Deeper = no
    ;   '$rotated_left'(K, V, L, R, New, _), Deeper = no
    ).
'$rotated_right'(K, V, t(A,VA,<,Low,Mid), High, t(A,VA,-,Low,t(K,V,-,Mid,High)), yes).
'$rotated_right'(K, V, t(A,VA,-,Low,Mid), High, t(A,VA,>,Low,t(K,V,<,Mid,High)), no).
'$rotated_right'(K, V, t(A,VA,>,Low,t(X,VX,B,M,N)), High, t(X,VX,-,t(A,VA,B1,Low,M),t(K,V,B2,N,High)), yes) :-
    '$halves'(B, B1, B2).
'$rotated_left'(K, V, Low, t(A,VA,>,Mid,High), t(A,VA,-,t(K,V,-,Low,Mid),High), yes).
'$rotated_left'(K, V, Low, t(A,VA,-,Mid,High), t(A,VA,<,t(K,V,>,Low,Mid),High), no).
'$rotated_left'(K, V, Low, t(A,VA,<,t(X,VX,B,M,N),High), t(X,VX,-,t(K,V,B1,Low,M),t(A,VA,B2,N,High)), yes) :-
    '$halves'(B, B1, B2).
'$halves'(<, -, >).
'$halves'(>, <, -).
'$halves'(-, -, -).
list_to_assoc(List, Assoc) :-
    '$proper'(List),
    keysort(List, Sorted),
    (   '$unique_keys'(Sorted)
    ->  '$tree_of'(Sorted, Assoc0), Assoc = Assoc0
    ;   throw(error(domain_error(unique_key_pairs, List), _))
    ).
ord_list_to_assoc(List, Assoc) :-
    '$proper'(List),
    (   '$unique_keys'(List)
    ->  '$tree_of'(List, Assoc0), Assoc = Assoc0
    ;   throw(error(domain_error(key_ordered_pairs, List), _))
    ).
'$unique_keys'([]).
'$unique_keys'([K-_|Rest]) :- '$unique_keys'(Rest, K).
'$unique_keys'([], _).
'$unique_keys'([K-_|Rest], K0) :- K0 @< K, '$unique_keys'(Rest, K).
'$tree_of'([], t).
'$tree_of'([Pair|Pairs], Assoc) :- length([Pair|Pairs], N), '$tree_of'(N, [Pair|Pairs], _, _, Assoc).
'$tree_of'(N, List, Rest, Depth, Assoc) :-
    (   N =:= 1
    ->  List = [K-V|Rest], Depth = 1, Assoc = t(K,V,-,t,t)
    ;   N =:= 2
    ->  List = [K1-V1,K-V|Rest], Depth = 2, Assoc = t(K,V,<,t(K1,V1,-,t,t),t)
    ;   Right is (N - 1) div 2, Left is N - 1 - Right,
        '$tree_of'(Left, List, [K-V|Upper], DepthL, L),
        '$tree_of'(Right, Upper, Rest, DepthR, R),
        Depth is DepthL + 1,
        ( DepthR < DepthL -> B = (<) ; B = (-) ),
        Assoc = t(K,V,B,L,R)
    ).
assoc_to_list(Assoc, List) :- '$assoc'(Assoc), '$pairs_of'(Assoc, [], List0), List = List0.
'$pairs_of'(t, Rest, Rest).
'$pairs_of'(t(K,V,_,L,R), Rest, List) :- '$pairs_of'(R, Rest, More), '$pairs_of'(L, [K-V|More], List).
assoc_to_keys(Assoc, Keys) :- assoc_to_list(Assoc, List), pairs_keys(List, Keys).
assoc_to_values(Assoc, Values) :- assoc_to_list(Assoc, List), pairs_values(List, Values).
gen_assoc(K, Assoc, V) :- assoc_to_list(Assoc, List), member(K-V, List).
max_assoc(Assoc, K, V) :- '$assoc'(Assoc), '$last_of'(Assoc, K, V).
'$last_of'(t(K0,V0,_,_,R), K, V) :- ( R = t -> K = K0, V = V0 ; '$last_of'(R, K, V) ).
min_assoc(Assoc, K, V) :- '$assoc'(Assoc), '$first_of'(Assoc, K, V).
'$first_of'(t(K0,V0,_,L,_), K, V) :- ( L = t -> K = K0, V = V0 ; '$first_of'(L, K, V) ).
map_assoc(G, Assoc) :- '$assoc'(Assoc), '$map_assoc'(Assoc, G).
'$map_assoc'(t, _).
'$map_assoc'(t(_,V,_,L,R), G) :- '$map_assoc'(L, G), call(G, V), '$map_assoc'(R, G).
map_assoc(G, Assoc, New) :- '$assoc'(Assoc), '$map_assoc'(Assoc, G, New).
'$map_assoc'(t, _, t).
'$map_assoc'(t(K,V,B,L,R), G, t(K,W,B,L1,R1)) :-
    '$map_assoc'(L, G, L1), call(G, V, W), '$map_assoc'(R, G, R1).
del_assoc(K, Assoc, V, New) :- '$assoc'(Assoc), '$del_assoc'(Assoc, K, V0, New0, _), V = V0, New = New0.
'$del_assoc'(t(K0,V0,B,L,R), K, V, New, Shallower) :-
    compare(Order, K, K0),
    (   Order = (<)
    ->  '$del_assoc'(L, K, V, NewL, Shrunk), '$shrunk_left'(Shrunk, K0, V0, B, NewL, R, New, Shallower)
    ;   Order = (>)
    ->  '$del_assoc'(R, K, V, NewR, Shrunk), '$shrunk_right'(Shrunk, K0, V0, B, L, NewR, New, Shallower)
    ;   L = t
    ->  V = V0, New = R, Shallower = yes
    ;   R = t
    ->  V = V0, New = L, Shallower = yes
    ;   B = (>)
    ->  V = V0, '$del_first'(R, K1, V1, NewR, Shrunk),
        '$shrunk_right'(Shrunk, K1, V1, B, L, NewR, New, Shallower)
    ;   V = V0, '$del_last'(L, K1, V1, NewL, Shrunk),
        '$shrunk_left'(Shrunk, K1, V1, B, NewL, R, New, Shallower)
    ).
del_min_assoc(Assoc, K, V, New) :-
    '$assoc'(Assoc), Assoc \= t, '$del_first'(Assoc, K0, V0, New0, _), K = K0, V = V0, New = New0.
'$del_first'(t(K0,V0,B,L,R), K, V, New, Shallower) :-
    (   L = t
    ->  K = K0, V = V0, New = R, Shallower = yes
    ;   '$del_first'(L, K, V, NewL, Shrunk), '$shrunk_left'(Shrunk, K0, V0, B, NewL, R, New, Shallower)
    ).
del_max_assoc(Assoc, K, V, New) :-
    '$assoc'(Assoc), Assoc \= t, '$del_last'(Assoc, K0, V0, New0, _), K = K0, V = V0, New = New0.
'$del_last'(t(K0,V0,B,L,R), K, V, New, Shallower) :-
    (   R = t
    ->  K = K0, V = V0, New = L, Shallower = yes
    ;   '$del_last'(R, K, V, NewR, Shrunk), '$shrunk_right'(Shrunk, K0, V0, B, L, NewR, New, Shallower)
    ).
'$shrunk_left'(no, K, V, B, L, R, t(K,V,B,L,R), no).
'$shrunk_left'(yes, K, V, B, L, R, New, Shallower) :-
    (   B = (-)
    ->  New = t(K,V,>,L,R), Shallower = no
    ;   B = (<)
    ->  New = t(K,V,-,L,R), Shallower = yes
    ;   '$rotated_left'(K, V, L, R, New, Shallower)
    ).
'$shrunk_right'(no, K, V, B, L, R, t(K,V,B,L,R), no).
'$shrunk_right'(yes, K, V, B, L, R, New, Shallower) :-
    (   B = (-)
    ->  New = t(K,V,<,L,R), Shallower = no
    ;   B = (>)
    ->  New = t(K,V,-,L,R), Shallower = yes
    ;   '$rotated_right'(K, V, L, R, New, Shallower)
    ).
'$assoc'(Assoc) :-
    (   var(Assoc)
    ->  '$uncovered'('an unbound tree of library(assoc)')
    ;   Assoc = t
    ->  true
    ;   Assoc = t(_,_,_,_,_)
    ->  true
    ;   '$uncovered'('no tree of library(assoc)')
    ).
'$ugraph'(Graph) :-
    (   is_list(Graph), '$rows'(Graph), '$closed'(Graph) -> true
    ;   '$uncovered'('a graph that is not as library(ugraphs) makes them')
    ).
'$rows'([]).
'$rows'([V-Ns|Rows]) :- is_list(Ns), sort(Ns, Sorted), Ns == Sorted, '$rows'(Rows, V).
'$rows'([], _).
'$rows'([V-Ns|Rows], U) :- U @< V, is_list(Ns), sort(Ns, Sorted), Ns == Sorted, '$rows'(Rows, V).
'$closed'(Graph) :-
    pairs_keys(Graph, Vs), '$edges'(Graph, Edges), pairs_values(Edges, Ns), sort(Ns, Sorted),
    '$ord_subtract'(Sorted, Vs, Others), Others == [].
vertices_edges_to_ugraph(Vertices, Edges, Graph) :-
    '$proper'(Vertices), '$proper'(Edges), '$ends'(Edges, Ends), append(Vertices, Ends, All), sort(All, Vs),
    sort(Edges, Es), '$rows_of'(Vs, Es, Graph0), Graph = Graph0.
'$ends'([], []).
'$ends'([V-W|Edges], [V,W|Ends]) :- '$ends'(Edges, Ends).
'$rows_of'([], _, []).
'$rows_of'([V|Vs], Edges, [V-Ns|Rows]) :- '$from'(Edges, V, Ns, Rest), '$rows_of'(Vs, Rest, Rows).
'$from'([], _, [], []).
'$from'([U-W|Edges], V, Ns, Rest) :-
    ( U == V -> Ns = [W|Ns1], '$from'(Edges, V, Ns1, Rest) ; Ns = [], Rest = [U-W|Edges] ).
vertices(Graph, Vertices) :- '$ugraph'(Graph), pairs_keys(Graph, Vertices0), Vertices = Vertices0.
edges(Graph, Edges) :- '$ugraph'(Graph), '$edges'(Graph, Edges0), Edges = Edges0.
'$edges'([], []).
'$edges'([V-Ns|Rows], Edges) :- '$edges'(Ns, V, Rows, Edges).
'$edges'([], _, Rows, Edges) :- '$edges'(Rows, Edges).
'$edges'([N|Ns], V, Rows, [V-N|Edges]) :- '$edges'(Ns, V, Rows, Edges).
neighbours(V, Graph, Ns) :- '$ugraph'(Graph), '$neighbours'(Graph, V, Ns0), Ns = Ns0.
neighbors(V, Graph, Ns) :- neighbours(V, Graph, Ns).
'$neighbours'([U-Ms|Rows], V, Ns) :- ( U == V -> Ns = Ms ; '$neighbours'(Rows, V, Ns) ).
add_vertices(Graph, Vertices, New) :-
    '$ugraph'(Graph), '$proper'(Vertices), ( is_set(Vertices) -> true ; '$uncovered'('a vertex added twice') ),
    pairs_keys(Graph, Vs), append(Vertices, Vs, All),
    '$edges'(Graph, Edges), vertices_edges_to_ugraph(All, Edges, New).
add_edges(Graph, Edges, New) :-
    '$ugraph'(Graph), '$proper'(Edges), pairs_keys(Graph, Vs), '$edges'(Graph, Es), append(Edges, Es, All),
    vertices_edges_to_ugraph(Vs, All, New).
del_edges(Graph, Edges, New) :-
    '$ugraph'(Graph), '$proper'(Edges), '$ends'(Edges, _), sort(Edges, Sorted), pairs_keys(Graph, Vs),
    '$edges'(Graph, Es), '$ord_subtract'(Es, Sorted, Left), vertices_edges_to_ugraph(Vs, Left, New).
del_vertices(Graph, Vertices, New) :-
    '$ugraph'(Graph), '$proper'(Vertices), sort(Vertices, Sorted), '$without'(Graph, Sorted, New0), New = New0.
'$without'([], _, []).
'$without'([V-Ns|Rows], Vs, New) :-
    (   memberchk(V, Vs) -> New = New1
    ;   '$ord_subtract'(Ns, Vs, Left), New = [V-Left|New1]
    ),
    '$without'(Rows, Vs, New1).
transpose_ugraph(Graph, New) :-
    '$ugraph'(Graph), pairs_keys(Graph, Vs), '$edges'(Graph, Es), '$turned'(Es, Turned),
    vertices_edges_to_ugraph(Vs, Turned, New).
'$turned'([], []).
'$turned'([V-W|Edges], [W-V|Turned]) :- '$turned'(Edges, Turned).
reachable(V, Graph, Reached) :- '$ugraph'(Graph), '$reach'([V], Graph, [V], Reached0), Reached = Reached0.
'$reach'([], _, Reached, Reached).
'$reach'([V|Vs], Graph, Reached0, Reached) :-
    '$neighbours'(Graph, V, Ns), '$ord_subtract'(Ns, Reached0, New), '$ord_union'(Reached0, New, Reached1),
    append(Vs, New, Next), '$reach'(Next, Graph, Reached1, Reached).
transitive_closure(Graph, Closure) :-
    '$ugraph'(Graph), pairs_keys(Graph, Vs), '$closure'(Vs, Graph, Closure0), Closure = Closure0.
'$closure'([], Graph, Graph).
'$closure'([V|Vs], Graph0, Graph) :-
    '$neighbours'(Graph0, V, Ns), '$through'(Graph0, V, Ns, Graph1), '$closure'(Vs, Graph1, Graph).
'$through'([], _, _, []).
'$through'([U-Ms|Rows], V, Ns, [U-Ls|New]) :-
    ( memberchk(V, Ms) -> '$ord_union'(Ms, Ns, Ls) ; Ls = Ms ),
    '$through'(Rows, V, Ns, New).
compose(Left, Right, Graph) :-
    '$ugraph'(Left), '$ugraph'(Right), pairs_keys(Left, Us), pairs_keys(Right, Ws), '$ord_union'(Us, Ws, Vs),
    '$composed'(Vs, Left, Right, Graph0), Graph = Graph0.
'$composed'([], _, _, []).
'$composed'([V|Vs], Left, Right, [V-Ls|Rows]) :-
    ( '$neighbours'(Left, V, Ns) -> '$two_steps'(Ns, Right, [], Ls) ; Ls = [] ),
    '$composed'(Vs, Left, Right, Rows).
'$two_steps'([], _, Ls, Ls).
'$two_steps'([N|Ns], Right, Ls0, Ls) :-
    ( '$neighbours'(Right, N, Ms) -> '$ord_union'(Ls0, Ms, Ls1) ; Ls1 = Ls0 ),
    '$two_steps'(Ns, Right, Ls1, Ls).
