/*  Hexapawn (Martin Gardner, 1962): whoever brings a pawn to the last row, or
    leaves the opponent no move, wins. There are only pawns. A pawn goes one
    square straight ahead if that is empty, or takes one square diagonally ahead.

    A position is hexapawn(Mover, Rows): Mover is w or b, and Rows are the rows
    from the top, each a list of cells w, b or e (empty). White moves up:

        hexapawn(w, [[b,b,b],       3  b  b  b
                     [e,e,e],       2  .  .  .
                     [w,w,w]])      1  w  w  w
                                       a  b  c

    A move is From-To, the names of two squares as on a chess board: a1-a2.
    MAX is w, who moves first, and loses on this board.

    The moves come in order of files a, b, c, ... and, on a file, from rank 1 up.
*/

:- use_module(library(apply)).
:- use_module(library(dcg/basics)).
:- use_module(library(lists)).

:- dynamic width/1, height/1.

width(3).
height(3).

default_depth(unlimited).
default_plies(3).

initial(hexapawn(w, Rows)) :-
    width(Width),
    height(Height),
    Between is Height - 2,
    row_of(Width, b, Top),
    row_of(Width, e, EmptyRow),
    row_of(Width, w, Bottom),
    row_of(Between, EmptyRow, Middle),
    append([[Top], Middle, [Bottom]], Rows).

row_of(Count, Item, Row) :-
    length(Row, Count),
    maplist(=(Item), Row).

max_to_move(hexapawn(w, _)).

min_to_move(hexapawn(b, _)).

opponent(w, b).
opponent(b, w).

move(hexapawn(Mover, Rows0), From-To, hexapawn(Opponent, Rows)) :-
    \+ arrived(_, Rows0),
    opponent(Mover, Opponent),
    reverse(Rows0, Ranks0),
    pawn(Ranks0, Mover, File0, Rank0),
    ahead(Mover, Rank0, Rank),
    target(File0, Opponent, File, Target),
    exchanged(Ranks0, File, Rank, Target, Mover, Ranks1),
    exchanged(Ranks1, File0, Rank0, Mover, e, Ranks),
    reverse(Ranks, Rows),
    square(File0, Rank0, From),
    square(File, Rank, To).

%   Ranks are the rows from the bottom up, as squares count them.

pawn(Ranks, Player, File, Rank) :-
    Ranks = [FirstRank|_],
    nth1(File, FirstRank, _),
    nth1(Rank, Ranks, Row),
    nth1(File, Row, Player).

%   exchanged(+Ranks0, +File, +Rank, ?Cell0, ?Cell, -Ranks): the square holds
%   Cell0 in Ranks0, and Cell in Ranks. Off the board there is no such square.

exchanged(Ranks0, File, Rank, Cell0, Cell, Ranks) :-
    nth1(Rank, Ranks0, Row0),
    replaced(File, Row0, Cell0, Cell, Row),
    replaced(Rank, Ranks0, _, Row, Ranks).

%   replaced(+N, +List0, ?Item0, ?Item, -List): the N-th member of List0 is
%   Item0, and List has Item in its place.

replaced(N, [First|Rest0], Item0, Item, List) :-
    (   N =:= 1
    ->  Item0 = First,
        List = [Item|Rest0]
    ;   N1 is N - 1,
        List = [First|Rest],
        replaced(N1, Rest0, Item0, Item, Rest)
    ).

square(File, Rank, Square) :-
    letter(File, Letter),
    atom_concat(Letter, Rank, Square).

letter(File, Letter) :-
    Code is 0'a + File - 1,
    char_code(Letter, Code).

ahead(w, Rank0, Rank) :-
    Rank is Rank0 + 1.
ahead(b, Rank0, Rank) :-
    Rank is Rank0 - 1.

%   target(+File0, +Opponent, -File, -Target): a pawn on File0 can go ahead to
%   File if it finds Target there.

target(File0, Opponent, File, Opponent) :-
    File is File0 - 1.
target(File, _, File, e).
target(File0, Opponent, File, Opponent) :-
    File is File0 + 1.

%   Of a board and its mirror image, the first in the standard order of terms
%   stands for both.

canonical(hexapawn(Mover, Rows), hexapawn(Mover, Same)) :-
    maplist(reverse, Rows, Mirrored),
    (   Mirrored @< Rows
    ->  Same = Mirrored
    ;   Same = Rows
    ).

%   arrived(?Player, +Rows): a pawn of Player is on its last row.

arrived(w, [Top|_]) :-
    memberchk(w, Top).
arrived(b, Rows) :-
    last(Rows, Bottom),
    memberchk(b, Bottom).

staticval(Pos, Val) :-
    (   winner(Pos, Winner)
    ->  player_value(Winner, Val)
    ;   Pos = hexapawn(_, Rows),
        foldl(row_lead, Rows, 0, Val)
    ).

player_value(w, 100).
player_value(b, -100).

row_lead(Row, Lead0, Lead) :-
    foldl(cell_lead, Row, Lead0, Lead).

cell_lead(e, Lead, Lead).
cell_lead(w, Lead0, Lead) :-
    Lead is Lead0 + 1.
cell_lead(b, Lead0, Lead) :-
    Lead is Lead0 - 1.

%   winner(+Pos, -Winner): the game is over, and Winner has won.

winner(Pos, Winner) :-
    Pos = hexapawn(Mover, Rows),
    (   arrived(Player, Rows)
    ->  Winner = Player
    ;   \+ move(Pos, _, _),
        opponent(Mover, Winner)
    ).

terminalwon(Pos) :-
    winner(Pos, Winner),
    Winner == w.

terminallost(Pos) :-
    winner(Pos, Winner),
    Winner == b.

%   The picture is that of the comment above, with a last line 'w to move'.

position_text(hexapawn(Mover, Rows)) -->
    { Rows = [Row|_],
      length(Rows, Height),
      length(Row, Width),
      numlist(1, Width, Files),
      maplist(letter, Files, Letters)
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
cell_mark(w, w).
cell_mark(b, b).

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

position_picture(hexapawn(_, Rows)) -->
    { findall(Part, part(Rows, Part), Parts) },
    Parts.

part(Rows, Part) :-
    length(Rows, Height),
    nth1(Y, Rows, Row),
    Rank is Height + 1 - Y,
    (   nth1(X, Row, Cell),
        (   shaded(X, Rank, Colour),
            Part = cell(X, Y, Colour)
        ;   pawn_colour(Cell, Colour),
            Part = piece(X, Y, Colour, pawn)
        )
    ;   Part = text(0.2, Y, Rank)
    ).
part([Row|Rows], text(File, Below, Letter)) :-
    length([Row|Rows], Height),
    Below is Height + 0.8,
    nth1(File, Row, _),
    letter(File, Letter).

%   shaded(+File, +Rank, -Colour): a1 is dark.

shaded(File, Rank, Colour) :-
    (   (File + Rank) mod 2 =:= 0
    ->  Colour = dark
    ;   Colour = light
    ).

pawn_colour(w, white).
pawn_colour(b, black).
