/*  Clauses that one constant chooses, facts for any arguments, text that nobody reads, and order among terms
    that look alike.
*/

%? named_step(1, _)
%? named_step(a, _)
%? named_step([], _)
%? named_step(f(x), _)
%? named_step("s", _)
%? named_step(1.5, _)
named_step(X, Y) :- named(X, _, Y).

named(X, Name, Y) :- atom_concat(step, X, Name), Y = X.

%? joined_step(1, _)
%? joined_step(f(x), _)
%? joined_step([], _)
joined_step(X, Y) :- atomic_list_concat([a, X, 7], '-', _), Y = X.

%? lettered(0, _)
%? lettered(500, _)
%? lettered(-200, _)
%? lettered(2000000, _)
%? lettered(x, _)
lettered(N, M) :- Code is N + 97, char_code(Letter, Code), atom_concat(Letter, N, _), M is N * 2.

%? one_of_two(a, _)
%? one_of_two(b, _)
one_of_two(X, Y) :- ( X = a, Name = f(x) ; X = b, Name is 1 + 1 ), atom_concat(Name, x, _), Y = X.

%? leads([x, o, x, e], _)
%? leads([x, z], _)
%? leads([o, 1, x], _)
%? leads([1.0, 1], _)
leads([], 0).
leads([X|Xs], N) :- leads(Xs, N0), lead(X, N0, N).

lead(e, N, N).
lead(x, N0, N) :- N is N0 + 1.
lead(o, N0, N) :- N0 > -1, N is N0 - 1.
lead(1, N, N).
lead(1.0, N0, N) :- N is N0 * 10.

%? signed_worth(w, 3, _)
%? signed_worth(b, 3, _)
%? signed_worth(b, x, _)
%? signed_worth(r, 3, _)
signed_worth(Side, N, V) :- worth(Side, N, V0), V is V0 * 2.

worth(w, N, N).
worth(b, N, V) :- V is -N.

%? steps_of(man, w, _)
%? steps_of(man, b, _)
%? steps_of(king, w, _)
%? steps_of(king, z, _)
%? steps_of(tower, w, _)
%? steps_of(1.0, w, _)
steps_of(Rank, Mover, Steps) :- findall(S, step(Rank, Mover, S), Steps).

step(man, b, 4).
step(man, b, 5).
step(man, w, -5).
step(king, _, -5).
step(king, _, 4).
step(1, _, 0).

%? in_order([p(2, a), p(1, b), p(1, a)], _)
%? in_order([p(b, 1), p(1, b), p(a, 1)], _)
%? in_order([p(1), p(1, 2), q(1), [1], [], [1, 2], [a]], _)
%? in_order([p(1.0), p(1), p(0.5), p(0)], _)
%? in_order([[2, 1], [1, 2, 3], [1], []], _)
%? in_order([p([]), p([1]), p(q(1)), p(a), p(1)], _)
%? in_order([f("b"), f("a"), f(c)], _)
in_order(Terms, Sorted) :- msort(Terms, Sorted).

%? in_place(1, [a, b], _)
%? in_place(3, [a, b], _)
%? in_place(-1, [a, b], _)
%? in_place(x, [a, b], _)
%? in_place(1, f(a, b), _)
%? in_place(1, 7, _)
%? in_place(1.0, [a, b], _)
in_place(N, Xs, at(A, B)) :- ( nth1(N, Xs, A) -> true ; A = none ), ( nth0(N, Xs, B) -> true ; B = none ).

%? put_together([a], [b], _)
%? put_together(f(a), [b], _)
%? put_together([], f(b), _)
%? put_together([a], f(b), _)
put_together(Xs, Ys, Zs) :- append(Xs, Ys, Zs).

%? listed([a, b], _)
%? listed(f(a, b), _)
%? listed([], _)
listed(Xs, Ys) :- findall(g(X), member(X, Xs), Ys).
