/*  Domineering (Göran Andersson, about 1973): the players take turns to lay a
    domino on two free squares, one upright, the other flat, and whoever can lay
    none loses. The dominoes of v stand upright, those of h lie flat.

    A position is domineering(Mover, Rows): Mover is v or h, and Rows are the
    rows from the top, each a list of cells: x (covered) or e (free). It is not
    told who has covered a square, as nothing depends on that:

        domineering(h, [[e,e,e],       3  .  .  .
                        [e,x,e],       2  .  x  .
                        [e,x,e]])      1  .  x  .
                                          a  b  c

    A move is the two squares of the domino, the lower or left one first:
    v has laid b1-b2, and h can lay a3-b3 or b3-c3. MAX is v, and moves first.

    The moves come in reading order of the domino's upper or left square.
*/

:- use_module(library(apply)).
:- use_module(library(dcg/basics)).
:- use_module(library(lists)).

:- dynamic width/1, height/1.

width(4).
height(4).

default_depth(3).
default_plies(1).

initial(domineering(v, Rows)) :-
    width(Width),
    height(Height),
    all_equal(Width, e, Row),
    all_equal(Height, Row, Rows).

all_equal(Count, Item, List) :-
    length(List, Count),
    maplist(=(Item), List).

max_to_move(domineering(v, _)).

min_to_move(domineering(h, _)).

move(domineering(v, Rows0), Lower-Upper, domineering(h, Rows)) :-
    length(Rows0, Height),
    stood(Rows0, Height, Column, Rank, Rows),
    Below is Rank - 1,
    square(Column, Below, Lower),
    square(Column, Rank, Upper).
move(domineering(h, Rows0), Left-Right, domineering(v, Rows)) :-
    length(Rows0, Height),
    laid(Rows0, Height, Column, Rank, Rows),
    Beside is Column + 1,
    square(Column, Rank, Left),
    square(Beside, Rank, Right).

%   stood(+Rows0, +Rank0, -Column, -Rank, -Rows): Rows are Rows0 with a domino
%   upright in Column, its upper end in the row Rank; the first row is Rank0.

stood([Upper0,Lower0|Rows], Rank, Column, Rank, [Upper,Lower|Rows]) :-
    both_covered(Upper0, Lower0, 1, Column, Upper, Lower).
stood([Row|Rows0], Rank0, Column, Rank, [Row|Rows]) :-
    Rank1 is Rank0 - 1,
    stood(Rows0, Rank1, Column, Rank, Rows).

both_covered([e|Upper], [e|Lower], Column, Column, [x|Upper], [x|Lower]).
both_covered([U|Upper0], [L|Lower0], Column0, Column, [U|Upper], [L|Lower]) :-
    Column1 is Column0 + 1,
    both_covered(Upper0, Lower0, Column1, Column, Upper, Lower).

%   laid(+Rows0, +Rank0, -Column, -Rank, -Rows): Rows are Rows0 with a domino
%   flat in the row Rank, its left end in Column; the first row is Rank0.

laid([Row0|Rows], Rank, Column, Rank, [Row|Rows]) :-
    pair_covered(Row0, 1, Column, Row).
laid([Row|Rows0], Rank0, Column, Rank, [Row|Rows]) :-
    Rank1 is Rank0 - 1,
    laid(Rows0, Rank1, Column, Rank, Rows).

pair_covered([e,e|Row], Column, Column, [x,x|Row]).
pair_covered([Cell|Row0], Column0, Column, [Cell|Row]) :-
    Column1 is Column0 + 1,
    pair_covered(Row0, Column1, Column, Row).

square(Column, Rank, Square) :-
    letter(Column, Letter),
    atom_concat(Letter, Rank, Square).

letter(Column, Letter) :-
    Code is 0'a + Column - 1,
    char_code(Letter, Code).

%   Of the four images of a board, turned upside down, mirrored, or both, the first
%   in the standard order of terms stands for all.

canonical(domineering(Mover, Rows), domineering(Mover, Same)) :-
    reverse(Rows, Turned),
    maplist(reverse, Rows, Mirrored),
    reverse(Mirrored, Rotated),
    foldl(first, [Turned, Mirrored, Rotated], Rows, Same).

first(Image, Same0, Same) :-
    (   Image @< Same0
    ->  Same = Image
    ;   Same = Same0
    ).

%   The value: how many more places v has for a domino than h. Who is to move and
%   has none has lost, and that is worth more than any board has places.

staticval(domineering(Mover, Rows), Val) :-
    Rows = [Top|Below],
    upright_places(Below, Top, 0, Upright),
    flat_places(Rows, 0, Flat),
    (   Mover == v, Upright =:= 0
    ->  Val = -1000
    ;   Mover == h, Flat =:= 0
    ->  Val = 1000
    ;   Val is Upright - Flat
    ).

%   upright_places(+Rows, +Above, +Places0, -Places): Above is the row above Rows.

upright_places([], _, Places, Places).
upright_places([Row|Rows], Above, Places0, Places) :-
    free_pairs(Above, Row, Places0, Places1),
    upright_places(Rows, Row, Places1, Places).

flat_places([], Places, Places).
flat_places([Row|Rows], Places0, Places) :-
    Row = [_|Shifted],
    free_pairs(Shifted, Row, Places0, Places1),
    flat_places(Rows, Places1, Places).

%   free_pairs(+Cells1, +Cells2, +Pairs0, -Pairs): how often the cells in the same
%   place are both free, as far as Cells1 goes.

free_pairs([], _, Pairs, Pairs).
free_pairs([Cell1|Cells1], [Cell2|Cells2], Pairs0, Pairs) :-
    (   Cell1 == e, Cell2 == e
    ->  Pairs1 is Pairs0 + 1
    ;   Pairs1 = Pairs0
    ),
    free_pairs(Cells1, Cells2, Pairs1, Pairs).

terminalwon(Pos) :-
    staticval(Pos, 1000).

terminallost(Pos) :-
    staticval(Pos, -1000).

%   The picture is that of the comment above, with a last line 'h to move'.

position_text(domineering(Mover, Rows)) -->
    { Rows = [Row|_],
      length(Rows, Height),
      length(Row, Width),
      numlist(1, Width, Columns),
      maplist(letter, Columns, Letters)
    },
    rows_text(Rows, Height),
    fields([' '|Letters]), "\n",
    atom(Mover), " to move".

rows_text([], _) -->
    [].
rows_text([Row|Rows], Rank) -->
    { maplist(cell_mark, Row, Marks) },
    fields([Rank|Marks]), "\n",
    { Rank1 is Rank - 1 },
    rows_text(Rows, Rank1).

cell_mark(e, '.').
cell_mark(x, x).

fields([]) -->
    [].
fields([Field|Fields]) -->
    field(Field),
    fields(Fields).

%   Numbers of two digits still leave a blank between the columns.

field(Field) -->
    { format(codes(Codes), "~t~w~3|", [Field]) },
    string(Codes).

%   The same as a picture: a covered square is black.

position_picture(domineering(_, Rows)) -->
    { findall(Part, part(Rows, Part), Parts) },
    Parts.

part(Rows, Part) :-
    length(Rows, Height),
    nth1(Y, Rows, Row),
    (   nth1(X, Row, Cell),
        cell_colour(Cell, Colour),
        Part = cell(X, Y, Colour)
    ;   Rank is Height + 1 - Y,
        Part = text(0.2, Y, Rank)
    ).
part([Row|Rows], text(X, Below, Letter)) :-
    length([Row|Rows], Height),
    Below is Height + 0.8,
    nth1(X, Row, _),
    letter(X, Letter).

cell_colour(e, light).
cell_colour(x, black).
