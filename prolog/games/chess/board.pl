/*  The chess board: its squares, the lines along which pieces move, how a FEN
    is read, and the picture. A part of ../chess.pl, which says what a position is.

    From each square a piece looks along some lines, and reaches the squares up to
    the first that is not empty: a rook has up to four lines, a knight up to eight
    of one square each. A pawn advances along one line and takes along others.
*/

:- use_module(library(apply)).
:- use_module(library(dcg/basics)).
:- use_module(library(lists)).

%   directions(?Kind, -Longest, -Directions): a direction is Down/Right, and Longest
%   is how many squares a line has at the most.

directions(rook,         7, [-1/0, 0/1, 1/0, 0/ -1]).
directions(bishop,       7, [-1/ -1, -1/1, 1/1, 1/ -1]).
directions(queen,        7, Directions) :-
    directions(rook, _, Straight),
    directions(bishop, _, Diagonal),
    append(Straight, Diagonal, Directions).
directions(king,         1, Directions) :-
    directions(queen, _, Directions).
directions(knight,       1, [-2/ -1, -2/1, -1/ -2, -1/2, 1/ -2, 1/2, 2/ -1, 2/1]).
directions(takes(w),     1, [-1/ -1, -1/1]).
directions(takes(b),     1, [1/ -1, 1/1]).
directions(advances(w),  2, [-1/0]).
directions(advances(b),  2, [1/0]).

line(Square, Longest, Down/Right, Line) :-
    Row is (Square - 1) // 8,
    Column is (Square - 1) mod 8,
    findall(To,
            ( between(1, Longest, Steps),
              Row1 is Row + Steps * Down,
              Column1 is Column + Steps * Right,
              between(0, 7, Row1),
              between(0, 7, Column1),
              To is Row1 * 8 + Column1 + 1
            ),
            Line),
    Line = [_|_].

%   The two tables, made while this file is loaded: lines(Kind, Square, Lines),
%   and square(Square, Name).

term_expansion(lines, Facts) :-
    findall(lines(Kind, Square, Lines),
            ( directions(Kind, Longest, Directions),
              between(1, 64, Square),
              findall(Line, ( member(D, Directions), line(Square, Longest, D, Line) ), Lines)
            ),
            Facts).
term_expansion(square, Facts) :-
    findall(square(Square, Name),
            ( nth0(Row, [8,7,6,5,4,3,2,1], Rank),
              nth1(Column, [a,b,c,d,e,f,g,h], File),
              Square is Row * 8 + Column,
              atom_concat(File, Rank, Name)
            ),
            Facts).

lines.

square.

%   fen_position(+FEN, -Pos)

fen_position(FEN, chess(Mover, Board, Castling, EnPassant, Clock, Number)) :-
    atomic_list_concat([Rows,Mover,Letters,EnPassant,ClockAtom,NumberAtom], ' ', FEN),
    opponent(Mover, _),
    atom_chars(Rows, Chars),
    fen_cells(Chars, Cells),
    length(Cells, 64),
    Board =.. [board|Cells],
    findall(Castle,
            ( member(Letter-Castle, ['K'-g1,'Q'-c1,k-g8,q-c8]), sub_atom(Letters, _, _, _, Letter) ),
            Castling),
    atom_number(ClockAtom, Clock),
    atom_number(NumberAtom, Number).

fen_cells([], []).
fen_cells([Char|Chars], Cells) :-
    fen_cells(Chars, Cells1),
    (   Char == /
    ->  Cells = Cells1
    ;   letter_piece(Char, Piece)
    ->  Cells = [Piece|Cells1]
    ;   atom_number(Char, Count),
        length(Empty, Count),
        maplist(=(e), Empty),
        append(Empty, Cells1, Cells)
    ).

%   letter_piece(?Letter, ?Piece): white pieces have capital letters.

letter_piece(Letter, Piece) :-
    piece(Piece, Player, _),
    sub_atom(Piece, 1, 1, _, Small),
    (   Player == w
    ->  upcase_atom(Small, Letter)
    ;   Letter = Small
    ).

%   The picture: the board as a FEN writes the pieces.
%
%       8  r n b q k b n r
%       7  p p p p p p p p
%       6  . . . . . . . .
%       5  . . . . . . . .
%       4  . . . . P . . .
%       3  . . . . . . . .
%       2  P P P P . P P P
%       1  R N B Q K B N R
%          a b c d e f g h
%       b to move

position_text(chess(Mover, Board, _, _, _, _)) -->
    { Board =.. [_|Cells] },
    ranks_text(8, Cells),
    "   a b c d e f g h\n",
    atom(Mover), " to move".

ranks_text(0, []) -->
    !.                                  % drops the next clause, for more ranks
ranks_text(Rank, Cells) -->
    { length(Row, 8),
      append(Row, Cells1, Cells),
      Rank1 is Rank - 1
    },
    integer(Rank), " ", cells_text(Row), "\n",
    ranks_text(Rank1, Cells1).

cells_text([]) -->
    [].
cells_text([Cell|Cells]) -->
    { letter_piece(Letter, Cell) -> true ; Letter = '.' },
    " ", atom(Letter),
    cells_text(Cells).

%   The same as a picture.

position_picture(chess(_, Board, _, _, _, _)) -->
    { findall(Part, part(Board, Part), Parts) },
    Parts.

part(Board, Part) :-
    arg(Square, Board, Piece),
    X is (Square - 1) mod 8 + 1,
    Y is (Square - 1) // 8 + 1,
    (   shaded(X, Y, Part)
    ;   piece(Piece, Player, Kind),
        player_colour(Player, Colour),
        Part = piece(X, Y, Colour, Kind)
    ).
part(_, text(0.2, Y, Rank)) :-
    between(1, 8, Rank),
    Y is 9 - Rank.
part(_, text(X, 8.8, File)) :-
    nth1(X, [a,b,c,d,e,f,g,h], File).

shaded(X, Y, cell(X, Y, Colour)) :-
    (   (X + Y) mod 2 =:= 0
    ->  Colour = light
    ;   Colour = dark
    ).

player_colour(w, white).
player_colour(b, black).
