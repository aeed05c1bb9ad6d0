/*  Pawns on the dark squares of a board with four rows of four; a pawn goes a step slantwise, up or down the board, and
    a light square is never entered. Who cannot go has lost, and it is asked of a player whether that is so. */

set_out(p(#, w, #, w,
          -, #, -, #,
          #, -, #, -,
          b, #, b, #)).

then(white, black).
then(black, white).

colour(white, w).
colour(black, b).

go :- set_out(Board), go(Board, white).

go(Board, Who) :- game_over(Board, Who), !, then(Who, Winner), writeln(Winner).
go(Board, Who) :-
    read(Way),
    goings(Board, Who, Goings),
    memberchk(to(Board1, Way), Goings),
    then(Who, Other),
    go(Board1, Other).

game_over(Board, Who) :- goings(Board, Who, []).

goings(Board, Who, Goings) :-
    findall(to(Board1, From-To), going(Board, Who, From, To, Board1), Goings).

going(Board, Who, From, To, Board1) :-
    colour(Who, Pawn),
    arg(From, Board, Pawn),
    Column is (From - 1) mod 4,
    ahead(Who, Row),
    ( Column > 0, To is From + 4 * Row - 1 ; Column < 3, To is From + 4 * Row + 1 ),
    To > 0,
    arg(To, Board, -),
    Board =.. [p|Squares],
    put(From, -, Squares, Squares0),
    put(To, Pawn, Squares0, Squares1),
    Board1 =.. [p|Squares1].

ahead(white, 1).
ahead(black, -1).

put(At, Square, Squares, Squares1) :-
    nth1(At, Squares, _, Others),
    nth1(At, Squares1, Square, Others).
