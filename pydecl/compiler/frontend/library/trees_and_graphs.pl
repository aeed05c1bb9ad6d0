/*  Library predicates that are written in Prolog, over the primitives of `library.py`: library(assoc) and library(ugraphs).
*/

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
'$put_assoc'(t, K, V, t(K,V,-,t,t), no).
'$put_assoc'(t(K0,V0,B,L,R), K, V, New, Same) :-
    compare(Order, K, K0),
    (   Order = (=)
    ->  New = t(K0,V,B,L,R), Same = yes
    ;   Order = (<)
    ->  '$put_assoc'(L, K, V, NewL, Same0), '$left_heavier'(Same0, yes, K0, V0, B, NewL, R, New, Same)
    ;   '$put_assoc'(R, K, V, NewR, Same0), '$right_heavier'(Same0, yes, K0, V0, B, L, NewR, New, Same)
    ).

%   '$left_heavier'(+Told, +Nothing, +Key, +Value, +Balance, +Left, +Right, -New, -Low): New is the tree of these parts.
%   If Told is Nothing, they are as before. If not, Left is deeper by one, and Low tells whether New is as deep as before;
%   or Right is less deep by one, and Low tells whether New is less deep, too.

'$left_heavier'(Told, Nothing, K, V, B, L, R, New, Low) :-
    (   Told == Nothing
    ->  New = t(K,V,B,L,R), Low = Nothing
    ;   B = (-)
    ->  New = t(K,V,<,L,R), Low = no
    ;   B = (>)
    ->  New = t(K,V,-,L,R), Low = yes
    ;   '$rotated_right'(K, V, L, R, New, Low)
    ).
'$right_heavier'(Told, Nothing, K, V, B, L, R, New, Low) :-
    (   Told == Nothing
    ->  New = t(K,V,B,L,R), Low = Nothing
    ;   B = (-)
    ->  New = t(K,V,>,L,R), Low = no
    ;   B = (<)
    ->  New = t(K,V,-,L,R), Low = yes
    ;   '$rotated_left'(K, V, L, R, New, Low)
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
    ->  '$del_assoc'(L, K, V, NewL, Shrunk), '$right_heavier'(Shrunk, no, K0, V0, B, NewL, R, New, Shallower)
    ;   Order = (>)
    ->  '$del_assoc'(R, K, V, NewR, Shrunk), '$left_heavier'(Shrunk, no, K0, V0, B, L, NewR, New, Shallower)
    ;   L = t
    ->  V = V0, New = R, Shallower = yes
    ;   R = t
    ->  V = V0, New = L, Shallower = yes
    ;   B = (>)
    ->  V = V0, '$del_first'(R, K1, V1, NewR, Shrunk),
        '$left_heavier'(Shrunk, no, K1, V1, B, L, NewR, New, Shallower)
    ;   V = V0, '$del_last'(L, K1, V1, NewL, Shrunk),
        '$right_heavier'(Shrunk, no, K1, V1, B, NewL, R, New, Shallower)
    ).
del_min_assoc(Assoc, K, V, New) :-
    '$assoc'(Assoc), Assoc \= t, '$del_first'(Assoc, K0, V0, New0, _), K = K0, V = V0, New = New0.
'$del_first'(t(K0,V0,B,L,R), K, V, New, Shallower) :-
    (   L = t
    ->  K = K0, V = V0, New = R, Shallower = yes
    ;   '$del_first'(L, K, V, NewL, Shrunk), '$right_heavier'(Shrunk, no, K0, V0, B, NewL, R, New, Shallower)
    ).
del_max_assoc(Assoc, K, V, New) :-
    '$assoc'(Assoc), Assoc \= t, '$del_last'(Assoc, K0, V0, New0, _), K = K0, V = V0, New = New0.
'$del_last'(t(K0,V0,B,L,R), K, V, New, Shallower) :-
    (   R = t
    ->  K = K0, V = V0, New = L, Shallower = yes
    ;   '$del_last'(R, K, V, NewR, Shrunk), '$left_heavier'(Shrunk, no, K0, V0, B, L, NewR, New, Shallower)
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
    (   is_list(Graph), '$unique_keys'(Graph), '$rows'(Graph), '$closed'(Graph) -> true
    ;   '$uncovered'('a graph that is not as library(ugraphs) makes them')
    ).
'$rows'([]).
'$rows'([_-Ns|Rows]) :- is_list(Ns), sort(Ns, Sorted), Ns == Sorted, '$rows'(Rows).
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
    '$ugraph'(Graph), pairs_keys(Graph, Vs), '$edges'(Graph, Es), '$flip_pairs'(Es, Turned),
    vertices_edges_to_ugraph(Vs, Turned, New).
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
