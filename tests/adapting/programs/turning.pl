/*  Reversi on four rows of four squares. A piece goes beside a run of the other player's that ends in one's own, and
    turns all such runs. Who cannot move passes; if nobody can, the board is shown, and everybody can count. */

board([[n, n, n, n],
       [n, l, d, n],
       [n, d, l, n],
       [n, n, n, n]]).

against(d, l).
against(l, d).

begin :- board(Board), turns(Board, d).

turns(Board, Piece) :-
    print(Board),
    (   place(Board, Piece, _, _)
    ->  read(At),
        place(Board, Piece, At, Board1),
        against(Piece, Next),
        turns(Board1, Next)
    ;   against(Piece, Next),
        (   place(Board, Next, _, _) -> turns(Board, Next) ; print(Board) )
    ).

place(Board, Piece, R/C, Board1) :-
    square(Board, R, C, n),
    findall(At, turned(Board, Piece, R, C, At), Turned),
    Turned = [_|_],
    mark([R/C|Turned], Piece, Board, Board1).

square(Board, R, C, Square) :-
    nth1(R, Board, Row),
    nth1(C, Row, Square).

turned(Board, Piece, R, C, At) :-
    member(DR, [-1, 0, 1]),
    member(DC, [-1, 0, 1]),
    run(Board, Piece, R, C, DR, DC, Run),
    member(At, Run).

run(Board, Piece, R, C, DR, DC, Run) :-
    R1 is R + DR,
    C1 is C + DC,
    square(Board, R1, C1, Square),
    Square \== n,
    (   Square == Piece
    ->  Run = []
    ;   Run = [R1/C1|Rest],
        run(Board, Piece, R1, C1, DR, DC, Rest)
    ).

mark([], _, Board, Board).
mark([R/C|Ats], Piece, Board, Board2) :-
    nth1(R, Board, Row, Rows),
    nth1(C, Row, _, Rest),
    nth1(C, Row1, Piece, Rest),
    nth1(R, Board1, Row1, Rows),
    mark(Ats, Piece, Board1, Board2).
