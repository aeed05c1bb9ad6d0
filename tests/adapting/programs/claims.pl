/*  Three rows of three squares. Player 1 begins; who has a row or a column has won. A turn does not look whether the
    square that is named is taken. */

go :- go(b(q(0, 0, 0), q(0, 0, 0), q(0, 0, 0)), 1).

go(Board, _) :- owns(Board, Who), !, print(Who), nl.
go(Board, 1) :- read(R/C), claim(R, C, Board, 1, Next), go(Next, 2).
go(Board, 2) :- read(R/C), claim(R, C, Board, 2, Next), go(Next, 1).

claim(1, C, b(X, Y, Z), Who, b(X1, Y, Z)) :- within(C, X, Who, X1).
claim(2, C, b(X, Y, Z), Who, b(X, Y1, Z)) :- within(C, Y, Who, Y1).
claim(3, C, b(X, Y, Z), Who, b(X, Y, Z1)) :- within(C, Z, Who, Z1).

within(1, q(_, B, C), Who, q(Who, B, C)).
within(2, q(A, _, C), Who, q(A, Who, C)).
within(3, q(A, B, _), Who, q(A, B, Who)).

owns(b(X, Y, Z), W) :-
    (   member(q(W, W, W), [X, Y, Z])
    ;   arg(N, X, W), arg(N, Y, W), arg(N, Z, W)
    ),
    W > 0.
