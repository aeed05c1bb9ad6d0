/*  King and rook against king: White wins by mate.

    A position is krk(Mover, King, Rook, Black): Mover is w or b, and the others
    are squares File/Rank: White's king and rook, and Black's king. Rook is none
    when it has been taken. From the start White needs 16 moves to mate, the most
    that there is (kirill-kryukov.com/chess/discussion-board, topic 920):

        krk(w, 1/1, 2/2, 3/3)       White: Ka1, Rb2; Black: Kc3

    Where start/1 does not fit on the board, the start is the first of position/1.

    A move is the piece and the square that it reaches: 'Rb7'. White is MAX. The
    king's moves come before the rook's; directions go clockwise from straight up,
    and nearer squares come first.
*/

:- use_module(library(apply)).
:- use_module(library(dcg/basics)).
:- use_module(library(lists)).

:- dynamic board/1, start/1.

board(8).

start([a1,b2,c3]).

default_depth(2).
default_plies(1).

initial(Pos) :-
    start(Names),
    maplist(named, Squares, Names),
    Pos0 =.. [krk,w|Squares],
    (   position(Pos0)
    ->  Pos = Pos0
    ;   Pos = krk(w, _, _, _),
        once(position(Pos))
    ).

%   position(?Pos): any position with the rook on the board. Who is not to move is
%   not in check.

position(krk(Mover, King, Rook, Black)) :-
    square(King),
    square(Rook),
    Rook \== King,
    square(Black),
    Black \== Rook,
    \+ near(Black, King),
    (   Mover = w,
        \+ attacks(Rook, Black, King)
    ;   Mover = b
    ).

max_to_move(krk(w, _, _, _)).

min_to_move(krk(b, _, _, _)).

move(krk(w, King0, Rook, Black), Move, krk(b, King, Rook, Black)) :-
    Rook \== none,
    step(King0, _, King),
    King \== Rook,
    \+ near(King, Black),
    move_name('K', King, Move).
move(krk(w, King, Rook0, Black), Move, krk(b, King, Rook, Black)) :-
    Rook0 \== none,
    straight(Direction),
    along(Rook0, Direction, [King,Black], Rook),
    move_name('R', Rook, Move).
move(krk(b, King, Rook0, Black0), Move, krk(w, King, Rook, Black)) :-
    step(Black0, _, Black),
    \+ near(Black, King),
    (   Black == Rook0
    ->  Rook = none
    ;   \+ attacks(Rook0, Black, King),
        Rook = Rook0
    ),
    move_name('K', Black, Move).

%   The value: mate is 1. Stalemate is drawn, and so are two kings alone.

staticval(Pos, Val) :-
    (   mate(Pos)
    ->  Val = 1
    ;   Val = 0
    ).

mate(krk(b, King, Rook, Black)) :-
    attacks(Rook, Black, King),
    \+ move(krk(b, King, Rook, Black), _, _).

terminalwon(Pos) :-
    mate(Pos).

terminallost(_) :-
    fail.

%   attacks(+Rook, +Square, +King): only King can be in the rook's way, for
%   Black's own king is on Square, or was next to it.

attacks(Rook, Square, King) :-
    line(Rook, Square, Direction, Distance),
    straight(Direction),
    \+ ( line(Rook, King, Direction, Nearer), Nearer < Distance ).

near(Square1, Square2) :-
    line(Square1, Square2, _, Distance),
    Distance =< 1.

%   line(+Square1, +Square2, ?Direction, -Distance): Distance steps in Direction
%   lead from Square1 to Square2. A direction is Right/Up.

line(X1/Y1, X2/Y2, Right/Up, Distance) :-
    Right is sign(X2 - X1),
    Up is sign(Y2 - Y1),
    (X2 - X1) * Up =:= (Y2 - Y1) * Right,
    Distance is max(abs(X2 - X1), abs(Y2 - Y1)).

%   along(+Square0, ?Direction, +Others, -Square): the rook can go from Square0 to
%   Square. Others, the kings, are in the way.

along(Square0, Direction, Others, Square) :-
    step(Square0, Direction, Square1),
    \+ memberchk(Square1, Others),
    (   Square = Square1
    ;   along(Square1, Direction, Others, Square)
    ).

step(X0/Y0, Right/Up, X/Y) :-
    direction(Right/Up),
    X is X0 + Right,
    Y is Y0 + Up,
    square(X/Y).

square(X/Y) :-
    board(Size),
    between(1, Size, X),
    between(1, Size, Y).

direction(0/1).
direction(1/1).
direction(1/0).
direction(1/ -1).
direction(0/ -1).
direction(-1/ -1).
direction(-1/0).
direction(-1/1).

straight(0/1).
straight(1/0).
straight(0/ -1).
straight(-1/0).

%   Names: 4/6 is d6.

named(X/Y, Name) :-
    atom_chars(Name, [File,Rank]),
    file(X, File),
    atom_number(Rank, Y).

move_name(Piece, X/Y, Move) :-
    file(X, File),
    atomic_list_concat([Piece,File,Y], Move).

file(X, File) :-
    arg(X, files(a,b,c,d,e,f,g,h), File).

%   The picture: White's pieces have capital letters.
%
%       8  . . . . . . . .
%       7  . . . . . . . .
%       6  . . . . . . . .
%       5  . . . . . . . .
%       4  . . . . . . . .
%       3  . . k . . . . .
%       2  . R . . . . . .
%       1  K . . . . . . .
%          a b c d e f g h
%       w to move

position_text(krk(Mover, King, Rook, Black)) -->
    { board(Size),
      numlist(1, Size, Xs),
      maplist(file, Xs, Files)
    },
    ranks_text(Size, Xs, [King-'K',Rook-'R',Black-k]),
    "  ", cells_text(Files), "\n",
    atom(Mover), " to move".

ranks_text(0, _, _) -->
    !.                                  % drops the next clause, for more ranks
ranks_text(Y, Xs, Pieces) -->
    { maplist(cell(Y, Pieces), Xs, Cells),
      Y1 is Y - 1
    },
    integer(Y), " ", cells_text(Cells), "\n",
    ranks_text(Y1, Xs, Pieces).

cell(Y, Pieces, X, Cell) :-
    (   memberchk(X/Y-Piece, Pieces)
    ->  Cell = Piece
    ;   Cell = '.'
    ).

cells_text([]) -->
    [].
cells_text([Cell|Cells]) -->
    " ", atom(Cell),
    cells_text(Cells).

%   The same as a picture.

position_picture(krk(_, King, Rook, Black)) -->
    { findall(Part, part([King-white-king,Rook-white-rook,Black-black-king], Part), Parts) },
    Parts.

part(Pieces, Part) :-
    board(Size),
    square(X/Rank),
    Y is Size + 1 - Rank,
    (   shaded(X, Rank, Colour),
        Part = cell(X, Y, Colour)
    ;   member(X/Rank-Colour-Kind, Pieces),
        Part = piece(X, Y, Colour, Kind)
    ).
part(_, Part) :-
    board(Size),
    between(1, Size, N),
    (   Y is Size + 1 - N,
        Part = text(0.2, Y, N)
    ;   Below is Size + 0.8,
        file(N, File),
        Part = text(N, Below, File)
    ).

%   shaded(+X, +Rank, -Colour): a1 is dark.

shaded(X, Rank, Colour) :-
    (   (X + Rank) mod 2 =:= 0
    ->  Colour = dark
    ;   Colour = light
    ).
