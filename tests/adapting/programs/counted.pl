/*  Noughts and crosses on a list of nine squares, which are counted from the first one: a turn asks for the number. */

empty_board([-, -, -, -, -, -, -, -, -]).

rival(x, o).
rival(o, x).

play :-
    empty_board(Board),
    turn(Board, x).

turn(Board, Mark) :-
    write(Board),
    make_move(Board, Mark, Next),
    (   has_won(Mark, Next)
    ->  writeln(Mark)
    ;   rival(Mark, Rival),
        turn(Next, Rival)
    ).

make_move(Board, Mark, Next) :-
    read(Square),
    taken(Square, Board, Mark, Next).

taken(1, [-|Rest], Mark, [Mark|Rest]).
taken(N, [Square|Rest], Mark, [Square|Next]) :-
    N > 1,
    N1 is N - 1,
    taken(N1, Rest, Mark, Next).

has_won(Mark, Board) :-
    triple(I, J, K),
    maplist([N]>>nth1(N, Board, Mark), [I, J, K]).

triple(1, 2, 3).
triple(4, 5, 6).
triple(7, 8, 9).
triple(1, 4, 7).
triple(2, 5, 8).
triple(3, 6, 9).
triple(1, 5, 9).
triple(3, 5, 7).
