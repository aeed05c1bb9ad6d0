/*  Copies of variables: another name for a value, before and behind branches, collections and cuts.
*/

%? renamed(3, _)
renamed(X, Y) :- A = X, B = A, Y = B.

%? next_of_next(3, _)
%? next_of_next(a, _)
next_of_next(X, Y) :- next(X, A), next(A, B), Y = B.

next(X, Y) :- Y is X + 1.

%? either_name(1, _)
%? either_name(2, _)
%? either_name(3, _)
either_name(X, Y) :- ( X =:= 1 -> A = one, B = A ; X =:= 2 -> B = two ; B = X ), Y = B.

%? name_in_branches([1, 2], _)
name_in_branches(L, Y) :- member(X, L), ( A = X ; A is X * 10 ), B = A, Y = B.

%? copied_in_negation(3, _)
%? copied_in_negation(0, _)
copied_in_negation(X, Y) :- \+ ( A = X, A =:= 0 ), A = X, Y = A.

%? copied_in_findall([1, 2, 3], _)
copied_in_findall(L, Ys) :- findall(B, ( member(A, L), B = A ), Bs), Ys = Bs.

%? copied_before_cut([1, 2, 3], _)
copied_before_cut(L, Y) :- member(A, L), A > 1, B = A, !, Y = B.
copied_before_cut(_, none).

%? copied_and_compared(f(1), f(1), _)
%? copied_and_compared(f(1), f(1.0), _)
copied_and_compared(X, Y, R) :- A = X, B = Y, ( A == B -> C = same ; C = other ), R = C.

%? copied_part(p(q(1), 2), _)
copied_part(T, R) :- T = p(A, B), C = A, C = q(D), E = D, R = [E, B, C].

%? copied_in_once([4, 5], _)
copied_in_once(L, Y) :- once(( member(A, L), B = A )), C = B, Y = C.

%? copied_in_ignore(5, _)
copied_in_ignore(X, Y) :- ignore(( X > 10, A = X, A > 20 )), B = X, Y = B.

%? total([1, 2, 3], _)
total(L, S) :- total(L, 0, T), S = T.

total([], S, T) :- A = S, T = A.
total([X|Xs], S0, T) :- S is S0 + X, S1 = S, total(Xs, S1, T1), T = T1.

%? swapped(1, 2, _, _)
swapped(X, Y, A, B) :- A = Y, B = X.

%? collected_copies([3, 1, 2], _)
collected_copies(L, S) :- aggregate_all(max(B), ( member(A, L), B = A ), M), S = M.
