/*  Connect Four: a disc falls to the lowest free cell of its column, and whoever has
    four in a row, in any direction, wins. The option `run` sets another number.

    A position is connect4(Mover, Columns): Mover is x or o, and Columns are
    the columns from left to right, each the list of its discs from the bottom
    up. For a board of 3 columns, each 4 high:

        connect4(o, [[], [x,o], [x]])       .  .  .
                                            .  .  .
                                            .  o  .
                                            .  x  x
                                            1  2  3

    A move is the number of a column that is not full. MAX is x.

    The rules look at the board in three steps:

        grid    the columns, filled up with e (empty) to the full height
        lanes   all columns, rows and diagonals of the grid, as lists
        lines   all stretches of `run` cells of all lanes

    So x has won exactly if [x,x,x,x] is one of the lines.

    The option `evaluation` says what a position is worth. Where the game goes
    on, both count the lines that x alone has discs in, A, those that o alone has
    discs in, B, and all lines, L:

                    x has won   o has won   drawn   elsewhere
        signed          1          -1         0     (A - B) / (L + 1), a float
        unit            1           0        1r2    1r2 + (A - B) / (2 * (L + 1)),
                                                    a rational

    unit is the evaluation that lecture 20, 'Games', asks for: 1 for a win, 0 for
    a loss, and shades of gray between; 1r2 is even.
*/

:- use_module(library(apply)).
:- use_module(library(dcg/basics)).
:- use_module(library(lists)).

:- dynamic width/1, height/1, run/1, evaluation/1.

width(7).
height(6).
run(4).
evaluation(signed).

default_depth(4).
default_plies(1).

initial(connect4(x, Columns)) :-
    width(Width),
    length(Columns, Width),
    maplist(=([]), Columns).

max_to_move(connect4(x, _)).

min_to_move(connect4(o, _)).

opponent(x, o).
opponent(o, x).

move(connect4(Mover, Columns0), Number, connect4(Opponent, Columns)) :-
    lines(Columns0, Lines),
    \+ has_run(x, Lines),
    \+ has_run(o, Lines),
    opponent(Mover, Opponent),
    height(Height),
    dropped(Columns0, Height, Mover, 1, Number, Columns).

%   dropped(+Columns0, +Height, +Disc, +Number0, ?Number, ?Columns): Disc has
%   fallen into the column Number; the first of Columns0 is Number0.

dropped([Column0|Columns], Height, Disc, Number, Number, [Column|Columns]) :-
    length(Column0, Filled),
    Filled < Height,
    append(Column0, [Disc], Column).
dropped([Column|Columns0], Height, Disc, Number0, Number, [Column|Columns]) :-
    Number1 is Number0 + 1,
    dropped(Columns0, Height, Disc, Number1, Number, Columns).

%   Of a board and its mirror image, the first in the standard order of terms
%   stands for both.

canonical(connect4(Mover, Columns), connect4(Mover, Same)) :-
    reverse(Columns, Mirrored),
    (   Mirrored @< Columns
    ->  Same = Mirrored
    ;   Same = Columns
    ).

staticval(connect4(_, Columns), Val) :-
    evaluation(Evaluation),
    lines(Columns, Lines),
    (   has_run(x, Lines)
    ->  end_value(Evaluation, x, Val)
    ;   has_run(o, Lines)
    ->  end_value(Evaluation, o, Val)
    ;   full(Columns)
    ->  end_value(Evaluation, none, Val)
    ;   estimate(Evaluation, Lines, Val)
    ).

%   The values of won and lost games are those of no others: an estimate lies
%   between them.

end_value(signed, Winner, Val) :-
    signed(Winner, Val).
end_value(unit, Winner, Val) :-
    unit(Winner, Val).

signed(x,     1).
signed(o,    -1).
signed(none,  0).

unit(x,     1).
unit(o,     0).
unit(none, 1r2).

terminalwon(connect4(_, Columns)) :-
    lines(Columns, Lines),
    has_run(x, Lines).

terminallost(connect4(_, Columns)) :-
    lines(Columns, Lines),
    has_run(o, Lines),
    \+ has_run(x, Lines).

has_run(Player, Lines) :-
    run(Run),
    length(Line, Run),
    maplist(=(Player), Line),
    memberchk(Line, Lines).

full(Columns) :-
    height(Height),
    forall(member(Column, Columns), length(Column, Height)).

%   The lines that x alone can still complete, less those of o, as a fraction
%   of all. A line counts for its owner from the first disc.

estimate(Evaluation, Lines, Val) :-
    length(Lines, Count),
    foldl(owned, Lines, 0, Lead),
    share(Evaluation, Lead, Count, Val).

share(signed, Lead, Count, Val) :-
    Val is Lead / (Count + 1.0).
share(unit, Lead, Count, Val) :-
    Val is 1r2 + Lead rdiv (2 * (Count + 1)).

owned(Line, Lead0, Lead) :-
    (   memberchk(x, Line)
    ->  (   memberchk(o, Line)
        ->  Lead = Lead0
        ;   Lead is Lead0 + 1
        )
    ;   memberchk(o, Line)
    ->  Lead is Lead0 - 1
    ;   Lead = Lead0
    ).

lines(Columns, Lines) :-
    columns_grid(Columns, e, Grid),
    lanes(Grid, Lanes),
    run(Run),
    length(Measure, Run),
    maplist(=(cell), Measure),
    stretches(Lanes, Measure, Lines).

%   columns_grid(+Columns, +Empty, -Grid): each column is filled up with Empty.
%   There is no grid where a column holds more discs than fit.

columns_grid(Columns, Empty, Grid) :-
    height(Height),
    length(Bare, Height),
    maplist(=(Empty), Bare),
    maplist(filled_up(Bare), Columns, Grid).

filled_up(Rest, [], Rest).
filled_up([_|Bare], [Disc|Column], [Disc|Filled]) :-
    filled_up(Bare, Column, Filled).

lanes(Grid, Lanes) :-
    rows(Grid, Rows),
    diagonals(Grid, Falling),
    reverse(Grid, Mirrored),
    diagonals(Mirrored, Rising),
    append([Grid, Rows, Falling, Rising], Lanes).

%   rows(+Grid, -Rows): each cell of the first column goes before the rest of
%   its row, which lies in the other columns. The lowest row is the first.

rows([], Rows) :-
    no_lanes(Rows).
rows([Column|Columns], Rows) :-
    rows(Columns, Rows0),
    before(Column, Rows0, Rows).

%   diagonals(+Grid, -Diagonals): each cell of the first column goes before the
%   diagonal that goes on one cell lower in the next column; the lowest cell is
%   a diagonal of its own. The diagonals that meet the first column come first,
%   from the bottom up.

diagonals([], Diagonals) :-
    no_lanes(Diagonals).
diagonals([[Lowest|Column]|Columns], [[Lowest]|Diagonals]) :-
    diagonals(Columns, Diagonals0),
    before(Column, Diagonals0, Diagonals).

%   Right of the last column, a lane for each height is still without a cell.

no_lanes(Lanes) :-
    height(Height),
    length(Lanes, Height),
    maplist(=([]), Lanes).

before([], Lanes, Lanes).
before([Cell|Cells], [Lane|Lanes0], [[Cell|Lane]|Lanes]) :-
    before(Cells, Lanes0, Lanes).

%   stretches(+Lanes, +Measure, -Lines): Lines are all stretches of the lanes that
%   are as long as the list Measure.

stretches([], _, []).
stretches([Lane|Lanes], Measure, Lines) :-
    stretches(Lanes, Measure, Lines0),
    lane_stretches(Lane, Measure, Lines0, Lines).

%   lane_stretches(+Lane, +Measure, +Lines0, -Lines): Lines are those of Lane,
%   followed by Lines0.

lane_stretches(Lane, Measure, Lines0, Lines) :-
    (   first_stretch(Measure, Lane, Line)
    ->  Lines = [Line|Lines1],
        Lane = [_|Rest],
        lane_stretches(Rest, Measure, Lines0, Lines1)
    ;   Lines = Lines0
    ).

first_stretch([], _, []).
first_stretch([_|Measure], [Cell|Lane], [Cell|Line]) :-
    first_stretch(Measure, Lane, Line).

move_text(Number) -->
    "column ", integer(Number).

%   The picture is that of the comment above, with a last line 'o to move'.

position_text(connect4(Mover, Columns)) -->
    { columns_grid(Columns, '.', Grid),
      rows(Grid, LowestFirst),
      reverse(LowestFirst, Rows),
      length(Columns, Width),
      numlist(1, Width, Numbers)
    },
    rows_text(Rows),
    fields(Numbers), "\n",
    atom(Mover), " to move".

rows_text([]) -->
    [].
rows_text([Row|Rows]) -->
    fields(Row), "\n",
    rows_text(Rows).

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

position_picture(connect4(_, Columns)) -->
    { findall(Part, part(Columns, Part), Parts) },
    Parts.

part(Columns, Part) :-
    height(Height),
    columns_grid(Columns, e, Grid),
    nth1(X, Grid, Column),
    (   nth1(FromBelow, Column, Cell),
        Y is Height + 1 - FromBelow,
        (   Part = cell(X, Y, frame)
        ;   disc_colour(Cell, Colour),
            Part = piece(X, Y, Colour)
        )
    ;   Below is Height + 0.8,
        Part = text(X, Below, X)
    ).

disc_colour(x, red).
disc_colour(o, yellow).
