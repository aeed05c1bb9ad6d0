/*  Order and Chaos (Stephen Sniderman, 1981): both players put either x or o on an empty
    square. Order, who begins, wants five of a kind in a line; Chaos wins if the board is full
    without. Six in a line count as five.
    Rules: en.wikipedia.org/wiki/Order_and_Chaos. No second opinion is known.

    A position is order_and_chaos(Mover, Xs, Os): the squares of the marks, sorted lists of
    Column/Row. A move is Mark-Square. MAX is Order. `size` is the board's, `run` the line's.
*/

:- use_module(library(lists)).

:- dynamic size/1, run/1.

size(6).
run(5).

initial(order_and_chaos(order, [], [])).

max_to_move(order_and_chaos(order, _, _)).

min_to_move(order_and_chaos(chaos, _, _)).

opponent(order, chaos).
opponent(chaos, order).

move(order_and_chaos(Mover, Xs0, Os0), Mark-X/Y, order_and_chaos(Opponent, Xs, Os)) :-
    opponent(Mover, Opponent),
    \+ has_line(Xs0),
    \+ has_line(Os0),
    size(Size),
    between(1, Size, Y),
    between(1, Size, X),
    \+ memberchk(X/Y, Xs0),
    \+ memberchk(X/Y, Os0),
    put(Mark, X/Y, Xs0, Os0, Xs, Os).

put(x, Square, Xs0, Os, Xs, Os) :-
    sort([Square|Xs0], Xs).
put(o, Square, Xs, Os0, Xs, Os) :-
    sort([Square|Os0], Os).

has_line(Squares) :-
    run(Length),
    member(Square, Squares),
    member(Step, [1/0, 1/1, 0/1, 1/(-1)]),
    goes_on(Length, Square, Step, Squares),
    !.                                  % drops: other lines

goes_on(1, _, _, _) :-
    !.                                  % drops the next clause, for longer lines
goes_on(Length, X0/Y0, DX/DY, Squares) :-
    X is X0 + DX,
    Y is Y0 + DY,
    memberchk(X/Y, Squares),
    Length1 is Length - 1,
    goes_on(Length1, X/Y, DX/DY, Squares).

staticval(order_and_chaos(_, Xs, Os), Val) :-
    (   has_line(Xs)
    ->  Val = 1
    ;   has_line(Os)
    ->  Val = 1
    ;   length(Xs, Some),
        length(Os, Others),
        size(Size),
        Some + Others =:= Size * Size
    ->  Val = -1
    ;   Val = 0
    ).
