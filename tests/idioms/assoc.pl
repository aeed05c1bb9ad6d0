% Balanced trees of library(assoc), as boards and tables.

:- use_module(library(assoc)).

%? board([a-1,c-3,b-2], _)
%? board([], _)
%? board([a-1,a-2], _)
%? board([5-a,3-b,9-c,1-d,4-e,7-f,8-g,2-h,6-i,0-j], _)
board(Pairs, Assoc) :- list_to_assoc(Pairs, Assoc).

%? ordered([a-1,b-2,c-3,d-4,e-5], _)
%? ordered([b-1,a-2], _)
ordered(Pairs, Assoc) :- ord_list_to_assoc(Pairs, Assoc).

%? filled([5,3,9,1,4,7,8,2,6,0], _)
%? filled([1,2,3,4,5,6,7,8,9,10,11,12], _)
%? filled([12,11,10,9,8,7,6,5,4,3,2,1], _)
%? filled([3,1,2], _)
%? filled([1,3,2,1,3], _)
filled(Keys, Assoc) :- empty_assoc(Empty), fill(Keys, Empty, Assoc).
fill([], A, A).
fill([K|Ks], A0, A) :- V is K * K, put_assoc(K, A0, V, A1), fill(Ks, A1, A).

%? emptied([1,2,3,4,5,6,7,8,9,10,11,12], [8,4,12,1,2,3,5,6], _)
%? emptied([5,3,9,1,4,7,8,2,6,0], [5,9,0], _)
%? emptied([12,11,10,9,8,7,6,5,4,3,2,1], [12,10,11,9,1,2,3], _)
%? emptied([4,2,6,1,3,5,7,8,9], [4,2,1,3,5,6,7,8,9], _)
%? emptied([1,2], [3], _)
emptied(Keys, Gone, Left-Values) :- filled(Keys, A), empty(Gone, A, Left, Values).
empty([], A, A, []).
empty([K|Ks], A0, A, [V|Vs]) :- del_assoc(K, A0, V, A1), empty(Ks, A1, A, Vs).

%? shorter([4,2,6,1,3,5,7,8,9,0], _)
%? shorter([1], _)
%? shorter([], _)
shorter(Keys, [K-V,L-W,A2,A4]) :-
    filled(Keys, A), del_min_assoc(A, K, V, A2), del_max_assoc(A, L, W, A4).

%? looked_up(b, _)
%? looked_up(z, _)
looked_up(K, V) :- list_to_assoc([a-1,b-2,c-3], A), get_assoc(K, A, V).

%? holds(b, 2)
%? holds(b, 3)
holds(K, V) :- list_to_assoc([a-1,b-2,c-3], A), get_assoc(K, A, V).

%? cell(_, e)
%? cell(1/2, _)
%? cell(_, _)
cell(K, V) :- list_to_assoc([2/1-e,1/1-x,1/2-o,2/2-e], A), gen_assoc(K, A, V).

%? played(_, _)
played(K, B) :- list_to_assoc([1-e,2-x,3-e], A), gen_assoc(K, A, e), put_assoc(K, A, o, B).

%? all_of([3,1,2], _)
all_of(Ks, [L,K,V,Max-X,Min-N]) :-
    filled(Ks, A), assoc_to_list(A, L), assoc_to_keys(A, K), assoc_to_values(A, V),
    max_assoc(A, Max, X), min_assoc(A, Min, N).

%? mapped([3,1,2], _)
mapped(Ks, B) :- filled(Ks, A), map_assoc(integer, A), map_assoc(succ, A, B).

%? wrong(_)
wrong(V) :- get_assoc(a, x, V).

%? without_any(_, _)
without_any(K, V) :- del_min_assoc(_, K, V, _).

%? mapped_unbound(_)
mapped_unbound(N) :- ( map_assoc(integer, _) -> N = 1 ; N = 2 ).
