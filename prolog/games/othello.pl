/*  Othello (Reversi): the players place discs and turn over those they enclose,
    and whoever has more discs in the end wins. A disc may be placed where it
    encloses discs of the opponent, in at least one of the eight directions,
    between itself and another disc of the mover; all discs so enclosed are turned
    over. Whoever cannot place one passes. The game is over when neither can.

    A position is othello(Mover, Rows): Mover is b or w, and Rows are the rows
    from the top, each a list of cells b, w or e (empty). The start on a board
    of size 4:

        othello(b, [[e,e,e,e],         a  b  c  d
                    [e,w,b,e],      1  .  .  .  .
                    [e,b,w,e],      2  .  w  b  .
                    [e,e,e,e]])     3  .  b  w  .
                                    4  .  .  .  .

    A move is the square's name, such as a2 (a1 is top left), or pass. MAX is b.

    The options: `width` and `height` are how many columns and rows there are, even
    numbers, or the word size for as many as the option `size` says.

    To find the moves, the squares are numbered from 1 in reading order, and the
    board is seen as lanes, lists of Number-Cell: all rows, columns and diagonals.
    What b can turn over are the stretches of w in the lanes that lie between an
    e and a b, in either order, and the e is the move: e w w b, b w e.

    The other options say what counts, for b and against w, at every position:

        material    each disc
        corners     a disc on a corner, besides
        squares     a disc two rows and two columns from a corner, besides: on the
                    board of size 8 these are c3 f3 c6 f6, or 18 21 42 45 where a1
                    is 0 and h8 is 63

    The tutorial of lecture notes on game tree searching adds corners and squares
    to the program that they are about, and tells no numbers. 0 is off. Who has
    won is a matter of discs alone.
*/

:- use_module(library(apply)).
:- use_module(library(dcg/basics)).
:- use_module(library(lists)).
:- use_module(library(pairs)).

:- dynamic size/1, width/1, height/1, material/1, corners/1, squares/1.

size(8).
width(size).
height(size).
material(1).
corners(0).
squares(0).

default_depth(3).
default_plies(2).

initial(othello(b, Rows)) :-
    columns_and_rows(Width, Height),
    Beside is Width // 2 - 1,
    Above is Height // 2 - 1,
    around([w,b], Beside, e, Upper),
    around([b,w], Beside, e, Lower),
    length(EmptyRow, Width),
    maplist(=(e), EmptyRow),
    around([Upper,Lower], Above, EmptyRow, Rows).

%   columns_and_rows(-Width, -Height): how many there are.

columns_and_rows(Width, Height) :-
    width(Columns),
    height(Rows),
    count(Columns, Width),
    count(Rows, Height).

count(Option, Count) :-
    (   Option == size
    ->  size(Count)
    ;   Count = Option
    ).

%   around(+Middle, +Count, +Filler, -List): Count times Filler on either side.

around(Middle, Count, Filler, List) :-
    length(Side, Count),
    maplist(=(Filler), Side),
    append([Side, Middle, Side], List).

max_to_move(othello(b, _)).

min_to_move(othello(w, _)).

opponent(b, w).
opponent(w, b).

move(othello(Mover, Rows0), Move, othello(Opponent, Rows)) :-
    opponent(Mover, Opponent),
    rows_lanes(Rows0, Lanes),
    placements(Lanes, Mover, Opponent, Placements),
    (   Placements = [_|_]
    ->  member(Number-Turned, Placements),
        square(Number, Move),
        sort([Number|Turned], Changed),
        rows_with(Rows0, 1, Changed, Mover, Rows)
    ;   placements(Lanes, Opponent, Mover, [_|_]),
        Move = pass,
        Rows = Rows0
    ).

%   placements(+Lanes, +Mover, +Opponent, -Placements): Placements are the pairs
%   Number-Turned, in reading order: a disc on the square Number turns over the
%   discs on the squares Turned.

placements(Lanes, Mover, Opponent, Placements) :-
    turns(Lanes, Mover, Opponent, Turns),
    sort(Turns, Sorted),
    group_pairs_by_key(Sorted, Placements).

%   turns(+Lanes, +Mover, +Opponent, -Turns): Turns are all pairs of an empty
%   square and the square of a disc that a disc there would turn over.

turns([], _, _, []).
turns([Lane|Lanes], Mover, Opponent, Turns) :-
    turns(Lanes, Mover, Opponent, Turns0),
    lane_turns(Lane, 0-edge, [], Mover, Opponent, Turns0, Turns).

%   lane_turns(+Lane, +Start, +Stretch, +Mover, +Opponent, +Turns0, -Turns):
%   Turns are those in Lane, followed by Turns0. Just before Lane is a stretch
%   of discs of Opponent, possibly empty, and before it the cell Start.

lane_turns([], _, _, _, _, Turns, Turns).
lane_turns([Number-Cell|Lane], Start, Stretch, Mover, Opponent, Turns0, Turns) :-
    (   Cell == Opponent
    ->  lane_turns(Lane, Start, [Number|Stretch], Mover, Opponent, Turns0, Turns)
    ;   empty_end(Cell, Start, Number, Mover, Empty)
    ->  lane_turns(Lane, Number-Cell, [], Mover, Opponent, Turns0, Turns1),
        turned(Stretch, Empty, Turns1, Turns)
    ;   lane_turns(Lane, Number-Cell, [], Mover, Opponent, Turns0, Turns)
    ).

%   empty_end(+Cell, +Start, +Number, +Mover, -Empty): of the two cells Start and
%   Number-Cell, one has a disc of Mover, and the other is Empty.

empty_end(e, _-Mover, Number, Mover, Number).
empty_end(Mover, Number-e, _, Mover, Number).

turned([], _, Turns, Turns).
turned([Number|Stretch], Empty, Turns0, [Empty-Number|Turns]) :-
    turned(Stretch, Empty, Turns0, Turns).

%   rows_with(+Rows0, +Number, +Changed, +Disc, -Rows): Rows are Rows0 with Disc
%   on the squares Changed, which ascend; the first square of Rows0 is Number.

rows_with([], _, _, _, []).
rows_with([Row0|Rows0], Number0, Changed0, Disc, [Row|Rows]) :-
    row_with(Row0, Number0, Number, Changed0, Changed, Disc, Row),
    rows_with(Rows0, Number, Changed, Disc, Rows).

row_with([], Number, Number, Changed, Changed, _, []).
row_with([Cell0|Row0], Number0, Number, Changed0, Changed, Disc, [Cell|Row]) :-
    (   Changed0 = [Number0|Changed1]
    ->  Cell = Disc
    ;   Changed1 = Changed0,
        Cell = Cell0
    ),
    Number1 is Number0 + 1,
    row_with(Row0, Number1, Number, Changed1, Changed, Disc, Row).

%   square(+Number, -Square): Square is the name of the square Number.

square(Number, Square) :-
    columns_and_rows(Width, _),
    Row is (Number - 1) // Width + 1,
    Column is (Number - 1) mod Width,
    letter(Column, Letter),
    atom_concat(Letter, Row, Square).

letter(Column, Letter) :-
    Code is 0'a + Column,
    char_code(Letter, Code).

%   Of the images of a board, the first in the standard order of terms stands for all:
%   four have its rows, and if the board is square, four more have its columns.

canonical(othello(Mover, Rows), othello(Mover, Same)) :-
    first_image(Rows, Rows, Same0),
    (   columns_and_rows(Size, Size)
    ->  columns(Rows, Columns),
        first_image(Columns, Same0, Same)
    ;   Same = Same0
    ).

first_image(Rows, Same0, Same) :-
    reverse(Rows, Turned),
    maplist(reverse, Rows, Mirrored),
    reverse(Mirrored, Rotated),
    foldl(first, [Rows, Turned, Mirrored, Rotated], Same0, Same).

first(Image, Same0, Same) :-
    (   Image @< Same0
    ->  Same = Image
    ;   Same = Same0
    ).

%   The value at every position is the difference of the discs, and what the
%   other options add.

staticval(othello(_, Rows), Val) :-
    material(Material),
    corners(Corners),
    squares(Squares),
    lead(Rows, Lead),
    at_corners(Corners, 0, Rows, Val0),
    at_corners(Squares, 2, Rows, Val1),
    Val is Material * Lead + Val0 + Val1.

lead(Rows, Lead) :-
    foldl(row_lead, Rows, 0, Lead).

%   at_corners(+Points, +Steps, +Rows, -Val): Points for each disc so many steps
%   inwards from a corner, along the diagonal.

at_corners(Points, Steps, Rows, Val) :-
    (   Points =:= 0
    ->  Val = 0
    ;   both_ends(Steps, Rows, Upper, Lower),
        both_ends(Steps, Upper, A, B),
        both_ends(Steps, Lower, C, D),
        row_lead([A,B,C,D], 0, Lead),
        Val is Points * Lead
    ).

%   both_ends(+Steps, +List, -First, -Last): what is so many steps from either end.

both_ends(Steps, List, First, Last) :-
    nth0(Steps, List, First),
    length(List, Length),
    FromTheStart is Length - 1 - Steps,
    nth0(FromTheStart, List, Last).

row_lead(Row, Lead0, Lead) :-
    foldl(cell_lead, Row, Lead0, Lead).

cell_lead(e, Lead, Lead).
cell_lead(b, Lead0, Lead) :-
    Lead is Lead0 + 1.
cell_lead(w, Lead0, Lead) :-
    Lead is Lead0 - 1.

terminalwon(othello(Mover, Rows)) :-
    \+ move(othello(Mover, Rows), _, _),
    lead(Rows, Lead),
    Lead > 0.

terminallost(othello(Mover, Rows)) :-
    \+ move(othello(Mover, Rows), _, _),
    lead(Rows, Lead),
    Lead < 0.

rows_lanes(Rows, Lanes) :-
    numbered_rows(Rows, 1, Grid),
    columns(Grid, Columns),
    diagonals(Grid, Rising),
    reverse(Grid, Mirrored),
    diagonals(Mirrored, Falling),
    append([Grid, Columns, Rising, Falling], Lanes).

numbered_rows([], _, []).
numbered_rows([Row0|Rows0], Number0, [Row|Rows]) :-
    numbered(Row0, Number0, Number, Row),
    numbered_rows(Rows0, Number, Rows).

numbered([], Number, Number, []).
numbered([Cell|Cells0], Number0, Number, [Number0-Cell|Cells]) :-
    Number1 is Number0 + 1,
    numbered(Cells0, Number1, Number, Cells).

%   columns(+Grid, -Columns): each cell of the first row goes before the rest of
%   its column, which lies in the other rows.

columns([], Columns) :-
    no_lanes(Columns).
columns([Row|Rows], Columns) :-
    columns(Rows, Columns0),
    before(Row, Columns0, Columns).

%   diagonals(+Grid, -Diagonals): each cell of the first row goes before the
%   diagonal that goes on one cell to the left in the next row; the leftmost
%   cell is a diagonal of its own. The diagonals that meet the first row come
%   first, from left to right.

diagonals([], Diagonals) :-
    no_lanes(Diagonals).
diagonals([[Leftmost|Row]|Rows], [[Leftmost]|Diagonals]) :-
    diagonals(Rows, Diagonals0),
    before(Row, Diagonals0, Diagonals).

%   Below the last row, a lane for each column is still without a cell.

no_lanes(Lanes) :-
    columns_and_rows(Width, _),
    length(Lanes, Width),
    maplist(=([]), Lanes).

before([], Lanes, Lanes).
before([Cell|Cells], [Lane|Lanes0], [[Cell|Lane]|Lanes]) :-
    before(Cells, Lanes0, Lanes).

%   The picture is that of the comment above, with a last line 'b to move'.

position_text(othello(Mover, Rows)) -->
    { columns_and_rows(Width, _),
      Last is Width - 1,
      numlist(0, Last, Columns),
      maplist(letter, Columns, Letters)
    },
    fields([' '|Letters]), "\n",
    rows_text(Rows, 1),
    atom(Mover), " to move".

rows_text([], _) -->
    [].
rows_text([Row|Rows], Number) -->
    { maplist(cell_mark, Row, Marks) },
    fields([Number|Marks]), "\n",
    { Number1 is Number + 1 },
    rows_text(Rows, Number1).

cell_mark(e, '.').
cell_mark(b, b).
cell_mark(w, w).

fields([]) -->
    [].
fields([Field|Fields]) -->
    field(Field),
    fields(Fields).

%   Numbers of two digits still leave a blank between the columns.

field(Field) -->
    { format(codes(Codes), "~t~w~3|", [Field]) },
    string(Codes).

%   The same as a picture.

position_picture(othello(_, Rows)) -->
    { findall(Part, part(Rows, Part), Parts) },
    Parts.

part(Rows, Part) :-
    nth1(Y, Rows, Row),
    (   nth1(X, Row, Cell),
        (   Part = cell(X, Y, green)
        ;   disc_colour(Cell, Colour),
            Part = piece(X, Y, Colour)
        )
    ;   Part = text(0.2, Y, Y)
    ).
part([Row|_], text(X, 0.2, Letter)) :-
    nth1(X, Row, _),
    Column is X - 1,
    letter(Column, Letter).

disc_colour(b, black).
disc_colour(w, white).
