/*  Noughts and crosses on a list of nine squares. A turn asks for a square by its name, a1 to c3. */

empty_board([-, -, -, -, -, -, -, -, -]).

rival(x, o).
rival(o, x).

play :-
    empty_board(Board),
    turn(Board, x).

turn(Board, Mark) :-
    write(Board),
    make_move(Board, Mark, Name, Next),
    (   has_won(Name, Mark, Next)
    ->  writeln(Mark)
    ;   rival(Mark, Rival),
        turn(Next, Rival)
    ).

make_move(Board, Mark, Name, Next) :-
    read(Name),
    taken(Name, Board, Mark, Next).

taken(Name, Board, Mark, Next) :-
    place(Name, N),
    nth1(N, Board, -, Rest),
    nth1(N, Next, Mark, Rest).

place(Name, N) :-
    atom_codes(Name, [Column, Row]),
    N is 3 * (Row - 0'1) + Column - 0'a + 1.

%   has_won(+Name, +Mark, +Board): a line goes through the square.

has_won(Name, Mark, Board) :-
    place(Name, N),
    triple(I, J, K),
    member(N, [I, J, K]),
    maplist([At]>>nth1(At, Board, Mark), [I, J, K]).

triple(1, 2, 3).
triple(4, 5, 6).
triple(7, 8, 9).
triple(1, 4, 7).
triple(2, 5, 8).
triple(3, 6, 9).
triple(1, 5, 9).
triple(3, 5, 7).
