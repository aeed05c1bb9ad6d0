/*  Atari Go (first-capture Go): the players put stones on empty points in turn,
    and whoever first captures a group of the opponent's wins. Nobody may pass.
    Stones of one player that are joined along rows and columns are a group, and
    the empty points next to a group are its liberties; whoever takes the last one
    has captured the group. A stone whose own group would have no liberty may be
    put only where it captures. Whoever cannot move loses.

    The last rule is rarely told, but without a pass one is needed. It is the one
    that Sensei's Library (senseis.xmp.net) gives for the sister game, Anti Atari
    Go. So nobody draws: the first player wins on 3x3 and loses on 2x2 (computed).

    A position is atari_go(Mover, Rows): Mover is x (black) or o (white), and
    Rows are the rows from the top, each a list of cells x, o or e (empty). On a
    board of size 3:

        atari_go(o, [[e,x,e],       3  .  x  .
                     [x,o,e],       2  x  o  .
                     [e,e,e]])      1  .  .  .
                                       a  b  c

    A move is the name of a point, such as b3; as in Go, no column is called i.
    The moves come in reading order. A captured group stays on the board: so the
    end can be seen. Who is to move then has a group without a liberty, and no
    move, and has lost. MAX is x, who moves first.

    The rules look at the board as board(Cell, ...), all cells in reading order;
    a point is the number of its cell. A group is group(Player, Stones, Liberties),
    with both lists in order.
*/

:- use_module(library(apply)).
:- use_module(library(dcg/basics)).
:- use_module(library(lists)).
:- use_module(library(ordsets)).

:- dynamic size/1.

size(4).

default_depth(2).
default_plies(1).

initial(atari_go(x, Rows)) :-
    size(Size),
    length(Row, Size),
    maplist(=(e), Row),
    length(Rows, Size),
    maplist(=(Row), Rows).

max_to_move(atari_go(x, _)).

min_to_move(atari_go(o, _)).

opponent(x, o).
opponent(o, x).

move(atari_go(Mover, Rows0), Name, atari_go(Opponent, Rows)) :-
    opponent(Mover, Opponent),
    rows_board(Rows0, Size, Board),
    groups(Size, Board, Groups),
    placement(Mover, Size, Board, Groups, Point),
    point_name(Size, Point, Name),
    rows_with(Rows0, 1, Point, Mover, Rows).

rows_board(Rows, Size, Board) :-
    length(Rows, Size),
    append(Rows, Cells),
    Board =.. [board|Cells].

%   placement(+Mover, +Size, +Board, +Groups, -Point): Mover may put a stone on
%   Point, and nobody has captured yet.

placement(Mover, Size, Board, Groups, Point) :-
    opponent(Mover, Opponent),
    \+ memberchk(group(Mover, _, []), Groups),
    arg(Point, Board, e),
    (   memberchk(group(Opponent, _, [Point]), Groups)
    ->  true                            % it captures
    ;   next_to(Size, Point, Other),
        arg(Other, Board, e)
    ->  true                            % it has a liberty of its own
    ;   member(group(Mover, _, Liberties), Groups),
        Liberties = [_,_|_],
        memberchk(Point, Liberties)
    ->  true                            % it joins a group with another one
    ).

groups(Size, Board, Groups) :-
    functor(Board, board, Count),
    numlist(1, Count, Points),
    foldl(grouped(Size, Board), Points, [], Groups).

%   grouped(+Size, +Board, +Point, +Groups0, -Groups): Groups are the groups of
%   Groups0 and of a stone on Point, if there is one: it may join several.

grouped(Size, Board, Point, Groups0, Groups) :-
    arg(Point, Board, Cell),
    (   Cell == e
    ->  Groups = Groups0
    ;   findall(Other, next_to(Size, Point, Other), Others),
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

%   next_to(+Size, +Point, -Other): above, left, right and below.

next_to(Size, Point, Other) :-
    Point > Size,
    Other is Point - Size.
next_to(Size, Point, Other) :-
    Point mod Size =\= 1,
    Other is Point - 1.
next_to(Size, Point, Other) :-
    Point mod Size =\= 0,
    Other is Point + 1.
next_to(Size, Point, Other) :-
    Point =< Size * (Size - 1),
    Other is Point + Size.

%   rows_with(+Rows0, +Point0, +Point, +Stone, -Rows): Rows are Rows0 with Stone
%   on Point; the first cell of Rows0 is Point0.

rows_with([Row0|Rows0], Point0, Point, Stone, Rows) :-
    length(Row0, Size),
    (   Point < Point0 + Size
    ->  Index is Point - Point0,
        nth0(Index, Row0, _, Rest),
        nth0(Index, Row, Stone, Rest),
        Rows = [Row|Rows0]
    ;   Point1 is Point0 + Size,
        Rows = [Row0|Rows1],
        rows_with(Rows0, Point1, Point, Stone, Rows1)
    ).

point_name(Size, Point, Name) :-
    Column is (Point - 1) mod Size,
    Number is Size - (Point - 1) // Size,
    letter(Column, Letter),
    atom_concat(Letter, Number, Name).

letter(Column, Letter) :-
    nth0(Column, [a,b,c,d,e,f,g,h,j], Letter).

%   The value is -100 or 100 where who is to move has lost; else the liberties of
%   x's weakest group less those of o's, and 0 while one of them has no stone. No
%   group has 100 liberties.

staticval(atari_go(Mover, Rows), Val) :-
    rows_board(Rows, Size, Board),
    groups(Size, Board, Groups),
    (   placement(Mover, Size, Board, Groups, _)
    ->  lead(Groups, Val)
    ;   without_a_move(Mover, Val)
    ).

lead(Groups, Lead) :-
    (   weakest(x, Groups, Ours),
        weakest(o, Groups, Theirs)
    ->  Lead is Ours - Theirs
    ;   Lead = 0
    ).

weakest(Player, Groups, Least) :-
    findall(Count,
            (   member(group(Player, _, Liberties), Groups),
                length(Liberties, Count)
            ),
            Counts),
    min_list(Counts, Least).

without_a_move(x, -100).
without_a_move(o, 100).

terminalwon(Pos) :-
    staticval(Pos, 100).

terminallost(Pos) :-
    staticval(Pos, -100).

%   The picture is that of the comment above, with a last line 'o to move'.

position_text(atari_go(Mover, Rows)) -->
    { length(Rows, Size),
      Last is Size - 1,
      numlist(0, Last, Columns),
      maplist(letter, Columns, Letters)
    },
    rows_text(Rows, Size),
    fields([' '|Letters]), "\n",
    atom(Mover), " to move".

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

%   The board as a picture: the stones lie where the lines cross.

position_picture(atari_go(_, Rows)) -->
    { findall(Part, part(Rows, Part), Parts) },
    Parts.

part(Rows, Part) :-
    length(Rows, Size),
    between(1, Size, N),
    crossing(N, Size, Part).
part(Rows, Part) :-
    nth1(Y, Rows, Row),
    nth1(X, Row, Cell),
    (   Part = cell(X, Y, board)
    ;   stone_colour(Cell, Colour),
        Part = piece(X, Y, Colour)
    ).

%   crossing(+N, +Size, -Part): the N-th row and column, and their names.

crossing(N, Size, line(1, N, Size, N)).
crossing(N, Size, line(N, 1, N, Size)).
crossing(N, Size, text(0.2, N, Number)) :-
    Number is Size + 1 - N.
crossing(N, Size, text(N, Below, Letter)) :-
    Below is Size + 0.8,
    Column is N - 1,
    letter(Column, Letter).

stone_colour(x, black).
stone_colour(o, white).
