/*  The board of Go: its stones, their groups and liberties, the names of points,
    and the picture. A part of ../go.pl and ../atari_go.pl, whose positions hold
    the rows from the top, each a list of cells x (black), o (white) or e (empty).

    The rules look at the board as board(Cell, ...), all cells in reading order;
    a point is the number of its cell. Stones of one player that are joined along
    rows and columns are a group, and the empty points next to it are its
    liberties: group(Player, Stones, Liberties), with both lists in order.
*/

:- use_module(library(apply)).
:- use_module(library(dcg/basics)).
:- use_module(library(lists)).
:- use_module(library(ordsets)).

opponent(x, o).
opponent(o, x).

empty_rows(Height, Width, Rows) :-
    length(Row, Width),
    maplist(=(e), Row),
    length(Rows, Height),
    maplist(=(Row), Rows).

rows_board(Rows, Width, Board) :-
    Rows = [Row|_],
    length(Row, Width),
    append(Rows, Cells),
    Board =.. [board|Cells].

groups(Width, Board, Groups) :-
    functor(Board, board, Count),
    numlist(1, Count, Points),
    foldl(grouped(Width, Board), Points, [], Groups).

%   grouped(+Width, +Board, +Point, +Groups0, -Groups): Groups are the groups of
%   Groups0 and of a stone on Point, if there is one: it may join several.

grouped(Width, Board, Point, Groups0, Groups) :-
    arg(Point, Board, Cell),
    (   Cell == e
    ->  Groups = Groups0
    ;   findall(Other, next_to(Width, Board, Point, Other), Others),
        include(empty(Board), Others, Liberties),
        partition(touches(Cell, Others), Groups0, Touching, Apart),
        foldl(joined, Touching, group(Cell, [Point], Liberties), Group),
        Groups = [Group|Apart]
    ).

empty(Board, Point) :-
    arg(Point, Board, e).

touches(Player, Points, group(Player, Stones, _)) :-
    ord_intersect(Points, Stones).

joined(group(Player, Stones1, Liberties1), group(Player, Stones2, Liberties2), Group) :-
    ord_union(Stones1, Stones2, Stones),
    ord_union(Liberties1, Liberties2, Liberties),
    Group = group(Player, Stones, Liberties).

%   next_to(+Width, +Board, +Point, -Other): above, left, right and below.

next_to(Width, _, Point, Other) :-
    Point > Width,
    Other is Point - Width.
next_to(Width, _, Point, Other) :-
    (Point - 1) mod Width =\= 0,
    Other is Point - 1.
next_to(Width, _, Point, Other) :-
    Point mod Width =\= 0,
    Other is Point + 1.
next_to(Width, Board, Point, Other) :-
    functor(Board, board, Count),
    Point =< Count - Width,
    Other is Point + Width.

%   rows_with(+Rows0, +Point0, +Point, +Cell, -Rows): Rows are Rows0 with Cell
%   on Point; the first cell of Rows0 is Point0.

rows_with([Row0|Rows0], Point0, Point, Cell, Rows) :-
    length(Row0, Width),
    (   Point < Point0 + Width
    ->  Index is Point - Point0,
        nth0(Index, Row0, _, Rest),
        nth0(Index, Row, Cell, Rest),
        Rows = [Row|Rows0]
    ;   Point1 is Point0 + Width,
        Rows = [Row0|Rows1],
        rows_with(Rows0, Point1, Point, Cell, Rows1)
    ).

%   point_name(+Height, +Width, +Point, -Name): a1 is bottom left; as in Go, no
%   column is called i.

point_name(Height, Width, Point, Name) :-
    Column is (Point - 1) mod Width,
    Number is Height - (Point - 1) // Width,
    letter(Column, Letter),
    atom_concat(Letter, Number, Name).

letter(Column, Letter) :-
    nth0(Column, [a,b,c,d,e,f,g,h,j], Letter).

%   The board as text:
%
%       3  .  x  .
%       2  x  o  .
%       1  .  .  .
%          a  b  c

board_text(Rows) -->
    { Rows = [Row|_],
      length(Row, Width),
      length(Rows, Height),
      findall(Letter, ( between(1, Width, N), Column is N - 1, letter(Column, Letter) ), Letters)
    },
    rows_text(Rows, Height),
    fields([' '|Letters]), "\n".

rows_text([], _) -->
    [].
rows_text([Row|Rows], Number) -->
    { maplist(cell_mark, Row, Marks) },
    fields([Number|Marks]), "\n",
    { Number1 is Number - 1 },
    rows_text(Rows, Number1).

cell_mark(e, '.').
cell_mark(x, x).
cell_mark(o, o).

fields([]) -->
    [].
fields([Field|Fields]) -->
    field(Field),
    fields(Fields).

field(Field) -->
    { format(codes(Codes), "~t~w~3|", [Field]) },
    string(Codes).

%   board_part(+Rows, -Part): the board as a picture; the stones lie where the
%   lines cross.

board_part(Rows, Part) :-
    Rows = [Row|_],
    length(Row, Width),
    length(Rows, Height),
    (   between(1, Height, Y),
        row_part(Y, Width, Height, Part)
    ;   between(1, Width, X),
        column_part(X, Height, Part)
    ).
board_part(Rows, Part) :-
    nth1(Y, Rows, Row),
    nth1(X, Row, Cell),
    (   Part = cell(X, Y, board)
    ;   stone_colour(Cell, Colour),
        Part = piece(X, Y, Colour)
    ).

row_part(Y, Width, _, line(1, Y, Width, Y)).
row_part(Y, _, Height, text(0.2, Y, Number)) :-
    Number is Height + 1 - Y.

column_part(X, Height, line(X, 1, X, Height)).
column_part(X, Height, text(X, Below, Letter)) :-
    Below is Height + 0.8,
    Column is X - 1,
    letter(Column, Letter).

stone_colour(x, black).
stone_colour(o, white).
