%   What a search does around a game: values of a subtree alone, a fault thrown where a value is due, the one
%   solution of a collection, and large positions that are read where they lie.

%? best_value([3,1,2], _)
%? best_value([7], _)
%? best_value([], _)
best_value(Xs, Val) :-
    best_of(Xs, _, 10, Val).

%   best_of(+Xs, -Best, +Unread, -Val): Best is asked for by nobody, so that better/6 has no use for the items.

best_of([X], X, _, Val) :-
    worth(X, Val), !.
best_of([X|Xs], Best, Unread, Val) :-
    worth(X, Val0),
    Less is Unread - 1,
    best_of(Xs, Best1, Less, Val1),
    better(X, Val0, Best1, Val1, Best, Val).

better(X, Val0, _, Val1, X, Val0) :- Val0 > Val1, !.
better(_, _, Y, Val1, Y, Val1).

worth(X, Val) :- Val is X * X.

%? best_item([3,1,2], _, _)
best_item(Xs, Best, Val) :-
    best_of(Xs, Best, 10, Val).

%   An argument that is not read, but may be in error on its way, stays in error.

%? unread_error(0, _)
%? unread_error(2, _)
unread_error(N, X) :-
    Y is 6 // N,
    ignored(Y, X).

ignored(_, 1).

%? passed_on(5, _)
passed_on(N, X) :- counted(N, N, X).

counted(0, _, done) :- !.
counted(N, Same, X) :- M is N - 1, counted(M, Same, X).

%   A clause that throws gives its results no type.

%? one_value(a, _)
%? one_value(b, _)
%? one_value(c, _)
%? one_value(d, _)
one_value(X, V) :- findall(Y, value_of(X, Y), [V]), !.
one_value(X, _) :- throw(no_value(X)).

value_of(a, 1).
value_of(c, 1).
value_of(c, 2).
value_of(d, 2).

%? only_throws(1, _)
only_throws(X, _) :- throw(X).

%? sign_of(3, _)
%? sign_of(0, _)
sign_of(X, S) :- ( X > 0 -> S = plus ; X < 0 -> S = minus ; throw(nothing(X)) ).

%   One solution at the most, whose list is taken apart at once.

%? single(4, _)
%? single(0, _)
single(N, X) :- findall(Y, ( N > 0, Y is N + 1 ), [X]).

%? single_atom(4, _)
%? single_atom(0, _)
single_atom(N, X) :- findall(Y, ( N > 0 -> Y = some ; Y = none ), L), L = [X].

%? single_bag(4, _)
%? single_bag(0, _)
single_bag(N, X) :- bagof(Y, ( N > 0, Y is N + 1 ), [X]).

%? read_twice(4, _, _)
read_twice(N, X, L) :- findall(Y, Y is N + 1, L), L = [X].

%? single_list(4, _)
single_list(N, X) :- findall([N,Y], Y is N + 1, [X]).

%? single_in_memory([a,b,c], _)
single_in_memory(Xs, N) :-
    findall(M, ( reverse([z|Xs], Ys), length(Ys, M) ), [N0]),
    append(Xs, Xs, Zs),
    length(Zs, N1),
    N is N0 + N1.

%   Large values: parts of parts, in several clauses and branches, given on and given back.

%? third(board(row(1,2,3), row(4,5,6), row(7,8,9)), _, _)
third(board(A, B, C), Row, Sum) :-
    sum_row(A, X), sum_row(B, Y), sum_row(C, Z),
    (   X > Z
    ->  Row = A
    ;   Y > Z
    ->  Row = B
    ;   Row = C
    ),
    Sum is X + Y + Z.

sum_row(row(A, B, C), Sum) :- Sum is A + B + C.

%? swapped(board(row(1,2,3), row(4,5,6), row(7,8,9)), _)
swapped(board(A, B, C), Board) :- mirrored(board(C, B, A), Board).

mirrored(board(A, B, C), board(C, A, B)).

%? turned(3, board(row(1,2,3), row(4,5,6), row(7,8,9)), _)
%? turned(0, board(row(1,2,3), row(4,5,6), row(7,8,9)), _)
turned(0, Board, Board) :- !.
turned(N, board(A, B, C), Board) :- M is N - 1, turned(M, board(B, C, A), Board).

%? rows([board(row(1,2,3), row(4,5,6), row(7,8,9)), board(row(0,0,0), row(1,1,1), row(2,2,2))], _)
rows([Board|Boards], Rows) :- findall(Row, ( member(B, [Board|Boards]), row_of(B, Row) ), Rows).

row_of(board(A, _, _), A).
row_of(board(_, B, C), R) :- ( sum_row(B, S), S > 5 -> R = C ; R = B ).

%? first_row([board(row(1,2,3), row(4,5,6), row(7,8,9))], _, _)
first_row([Board|Boards], Row, Boards) :- Board = board(Row, _, _), \+ Row = row(0, _, _).
