/*  Dots and boxes (Édouard Lucas, 1889, 'la pipopipette'): the players draw lines
    between dots, and whoever owns more boxes in the end wins. Whoever draws the
    fourth side of a box owns it, and moves again.

    A position is dots_and_boxes(Mover, Lead, Rows): Mover is max or min, Lead is the
    number of MAX's boxes less that of MIN's, and Rows are the rows of lines from the
    top, lines that lie and lines that stand in turn, each x (drawn) or e:

        dots_and_boxes(min, 0, [ [x,e],         3  +--+  +
                                [x,e,e],           |
                                 [e,e],         2  +  +  +
                                [e,e,x],                 |
                                 [e,x]])        1  +  +--+
                                                   a  b  c

    A move is the two dots that it joins, the lower or left one first: a2-b2. Who
    completes two boxes at once moves again once. The moves come row by row from
    the top, in each row from the left. MAX moves first; the value is Lead.
*/

:- use_module(library(apply)).
:- use_module(library(dcg/basics)).
:- use_module(library(lists)).

:- dynamic width/1, height/1.

width(2).
height(2).

default_depth(3).
default_plies(1).

moves_again.

initial(dots_and_boxes(max, 0, Rows)) :-
    width(Width),
    height(Height),
    free(Width, Lying),
    Dots is Width + 1,
    free(Dots, Standing),
    rows(Height, Lying, Standing, Rows).

free(Count, Lines) :-
    length(Lines, Count),
    maplist(=(e), Lines).

rows(0, Lying, _, [Lying]) :-
    !.                                  % drops the next clause, for Height > 0
rows(Height, Lying, Standing, [Lying,Standing|Rows]) :-
    Height1 is Height - 1,
    rows(Height1, Lying, Standing, Rows).

max_to_move(dots_and_boxes(max, _, _)).

min_to_move(dots_and_boxes(min, _, _)).

move(dots_and_boxes(Mover, Lead0, Rows0), Line, dots_and_boxes(Next, Lead, Rows)) :-
    boxes(Rows0, Boxes0),
    drawn(Rows0, 1, Row, Column, Rows),
    boxes(Rows, Boxes),
    New is Boxes - Boxes0,
    next(New, Mover, Next),
    lead(Mover, New, Lead0, Lead),
    length(Rows, Length),
    line_name(Row, Column, Length, Line).

next(New, Mover, Next) :-
    (   New > 0
    ->  Next = Mover
    ;   opponent(Mover, Next)
    ).

opponent(max, min).
opponent(min, max).

lead(max, New, Lead0, Lead) :-
    Lead is Lead0 + New.
lead(min, New, Lead0, Lead) :-
    Lead is Lead0 - New.

%   drawn(+Rows0, +Row0, -Row, -Column, -Rows): Rows are Rows0 with one more line; the
%   first of Rows0 is number Row0.

drawn([Lines0|Rows], Row, Row, Column, [Lines|Rows]) :-
    line_drawn(Lines0, 1, Column, Lines).
drawn([Lines|Rows0], Row0, Row, Column, [Lines|Rows]) :-
    Row1 is Row0 + 1,
    drawn(Rows0, Row1, Row, Column, Rows).

line_drawn([e|Lines], Column, Column, [x|Lines]).
line_drawn([Line|Lines0], Column0, Column, [Line|Lines]) :-
    Column1 is Column0 + 1,
    line_drawn(Lines0, Column1, Column, Lines).

%   boxes(+Rows, -Boxes): so many boxes have all four sides.

boxes([Top|Rows], Boxes) :-
    boxes_below(Rows, Top, 0, Boxes).

boxes_below([], _, Boxes, Boxes).
boxes_below([[Left|Sides],Bottom|Rows], Top, Boxes0, Boxes) :-
    boxes_beside(Sides, Left, Top, Bottom, Boxes0, Boxes1),
    boxes_below(Rows, Bottom, Boxes1, Boxes).

boxes_beside([], _, _, _, Boxes, Boxes).
boxes_beside([Right|Sides], Left, [Above|Top], [Below|Bottom], Boxes0, Boxes) :-
    (   Left == x, Right == x, Above == x, Below == x
    ->  Boxes1 is Boxes0 + 1
    ;   Boxes1 = Boxes0
    ),
    boxes_beside(Sides, Right, Top, Bottom, Boxes1, Boxes).

%   line_name(+Row, +Column, +Length, -Line): Line is the name of the line in a row of
%   Length rows. Odd rows lie, and the lowest dots are those of the last.

line_name(Row, Column, Length, Line) :-
    Rank is (Length + 1) // 2 - Row // 2,
    (   Row mod 2 =:= 1
    ->  Column1 is Column + 1,
        Rank1 = Rank
    ;   Column1 = Column,
        Rank1 is Rank + 1
    ),
    dot(Column, Rank, Dot),
    dot(Column1, Rank1, Dot1),
    Line = Dot-Dot1.

dot(Column, Rank, Dot) :-
    letter(Column, Letter),
    atom_concat(Letter, Rank, Dot).

letter(Column, Letter) :-
    Code is 0'a + Column - 1,
    char_code(Letter, Code).

%   Of the four images of a board, turned upside down, mirrored, or both, the first
%   in the standard order of terms stands for all.

canonical(dots_and_boxes(Mover, Lead, Rows), dots_and_boxes(Mover, Lead, Same)) :-
    reverse(Rows, Turned),
    maplist(reverse, Rows, Mirrored),
    reverse(Mirrored, Rotated),
    foldl(first, [Turned, Mirrored, Rotated], Rows, Same).

first(Image, Same0, Same) :-
    (   Image @< Same0
    ->  Same = Image
    ;   Same = Same0
    ).

staticval(dots_and_boxes(_, Lead, _), Lead).

over(dots_and_boxes(_, _, Rows)) :-
    \+ ( member(Lines, Rows),
         memberchk(e, Lines)
       ).

terminalwon(Pos) :-
    over(Pos),
    staticval(Pos, Lead),
    Lead > 0.

terminallost(Pos) :-
    over(Pos),
    staticval(Pos, Lead),
    Lead < 0.

%   The picture is that of the comment above, with a last line 'min to move, lead 0'.

position_text(dots_and_boxes(Mover, Lead, Rows)) -->
    { Rows = [Lying|_],
      length(Lying, Width),
      Dots is Width + 1,
      numlist(1, Dots, Columns),
      maplist(letter, Columns, Letters),
      length(Rows, Length),
      Rank is (Length + 1) // 2
    },
    rows_text(Rows, Rank),
    field(' '), fields(Letters), "\n",
    atom(Mover), " to move, lead ", integer(Lead).

rows_text([Lying|Rows], Rank) -->
    field(Rank), "  +", lying_text(Lying), "\n",
    standing_text(Rows, Rank).

standing_text([], _) -->
    [].
standing_text([Standing|Rows], Rank) -->
    { Rank1 is Rank - 1 },
    field(' '), posts_text(Standing), "\n",
    rows_text(Rows, Rank1).

lying_text([]) -->
    [].
lying_text([Line|Lines]) -->
    lying_mark(Line), "+",
    lying_text(Lines).

lying_mark(x) -->
    "--".
lying_mark(e) -->
    "  ".

posts_text([]) -->
    [].
posts_text([Line|Lines]) -->
    standing_mark(Line),
    posts_text(Lines).

standing_mark(x) -->
    "  |".
standing_mark(e) -->
    "   ".

fields([]) -->
    [].
fields([Field|Fields]) -->
    field(Field),
    fields(Fields).

field(Field) -->
    { format(codes(Codes), "~t~w~3|", [Field]) },
    string(Codes).

%   The same as a picture: a box with all four sides is grey.

position_picture(dots_and_boxes(_, Lead, Rows)) -->
    { findall(Part, part(Lead, Rows, Part), Parts) },
    Parts.

part(_, Rows, Part) :-
    dots(Rows, Width, Height),
    between(1, Height, Y),
    (   between(1, Width, X),
        Part = piece(X, Y, dark, dot)
    ;   Rank is Height + 1 - Y,
        Part = text(0.5, Y, Rank)
    ).
part(_, Rows, text(X, Below, Letter)) :-
    dots(Rows, Width, Height),
    Below is Height + 0.5,
    between(1, Width, X),
    letter(X, Letter).
part(_, Rows, Part) :-
    nth1(Row, Rows, Lines),
    nth1(X, Lines, x),
    Y is (Row + 1) // 2,
    drawn_line(Row, X, Y, Part).
part(_, Rows, cell(Middle, Centre, grey)) :-
    append(Above, [Top,Sides,Bottom|_], Rows),
    length(Above, Count),
    Count mod 2 =:= 0,                  % Top lies
    nth1(Left, Top, x),
    nth1(Left, Bottom, x),
    Right is Left + 1,
    nth1(Left, Sides, x),
    nth1(Right, Sides, x),
    Middle is Left + 0.5,
    Centre is Count // 2 + 1.5.
part(Lead, Rows, text(Middle, Below, Words)) :-
    dots(Rows, Width, Height),
    Middle is (Width + 1) / 2,
    Below is Height + 1,
    atom_concat('lead ', Lead, Words).

dots([Lying|Rows], Width, Height) :-
    length([_|Lying], Width),
    length([_,_|Rows], Twice),
    Height is Twice // 2.

%   drawn_line(+Row, +X, +Y, -Line): odd rows lie.

drawn_line(Row, X, Y, Line) :-
    (   Row mod 2 =:= 1
    ->  X1 is X + 1,
        Line = line(X, Y, X1, Y, black)
    ;   Y1 is Y + 1,
        Line = line(X, Y, X, Y1, black)
    ).
