/*  Checkers (English draughts): men step and jump diagonally ahead, captures are
    compulsory, and whoever cannot move loses. A man steps to an empty square
    diagonally ahead, a king to any of the four around it. Whoever can jump over a
    piece of the opponent to an empty square behind it must, takes the piece, and
    jumps on with the same piece as long as that can: all of it is one move. A man
    that reaches the last row becomes a king, and its move ends there. There is no
    huffing: a move that does not capture is then no move.

    The squares have numbers, and black, who moves first, is at the top:

          b1      b2      b3      b4
      b5      b6      b7      b8
          b9     b10     b11     b12
      13      14      15      16
          17      18      19      20
     w21     w22     w23     w24
         w25     w26     w27     w28
     w29     w30     w31     w32

    A position is checkers(Mover, Blacks, Whites): Mover is b or w, and Blacks
    and Whites are the pieces Square-Rank, in the order of their squares; Rank is
    man or king. Black has a man on 11, white a man on 18 and a king on 32:

        checkers(b, [11-man], [18-man,32-king])

    A move has its standard name: '11-15', or '22x8' for a capture. The squares
    between are named too, '22x15x8', where another capture has the same ends.
    The moves come in the order of the squares that the piece visits.

    MAX is b. There is no rule against going round, for it would need a counter
    in the position: play may have no end, and a search wants a depth.

    What is solved are endings: all positions with at most pieces/1 pieces, an
    option, of both players together.
*/

:- use_module(library(apply)).
:- use_module(library(dcg/basics)).
:- use_module(library(lists)).

:- dynamic pieces/1.

pieces(2).

default_depth(3).
default_plies(1).

initial(checkers(b, Blacks, Whites)) :-
    numlist(1, 12, Top),
    numlist(21, 32, Bottom),
    maplist(man_on, Top, Blacks),
    maplist(man_on, Bottom, Whites).

man_on(Square, Square-man).

%   position(?Pos): any ending, one with fewer pieces before those with more.

position(checkers(Mover, Blacks, Whites)) :-
    pieces(Most),
    between(1, Most, Count),
    placed(Count, 1, Blacks, Whites),
    opponent(Mover, _).

%   placed(+Count, +Square, -Blacks, -Whites): so many pieces from Square on.

placed(0, _, [], []) :-
    !.                                  % drops the next clause, for more pieces
placed(Count0, Square0, Blacks0, Whites0) :-
    Last is 33 - Count0,
    between(Square0, Last, Square),
    (   Player = b,
        Blacks0 = [Square-Rank|Blacks],
        Whites0 = Whites
    ;   Player = w,
        Whites0 = [Square-Rank|Whites],
        Blacks0 = Blacks
    ),
    (   Rank = man,
        \+ last_row(Player, Square)
    ;   Rank = king
    ),
    Count is Count0 - 1,
    Next is Square + 1,
    placed(Count, Next, Blacks, Whites).

max_to_move(checkers(b, _, _)).

min_to_move(checkers(w, _, _)).

opponent(b, w).
opponent(w, b).

%   sides(?Mover, ?Blacks, ?Whites, ?Own, ?Others): Own are the Mover's pieces.

sides(b, Own, Others, Own, Others).
sides(w, Others, Own, Own, Others).

move(checkers(Mover, Blacks0, Whites0), Name, checkers(Opponent, Blacks, Whites)) :-
    opponent(Mover, Opponent),
    sides(Mover, Blacks0, Whites0, Own0, Others0),
    findall(Capture, capture(Mover, Own0, Others0, Capture), Captures),
    (   Captures = [_|_]
    ->  member(capture(Path, Own, Others), Captures),
        capture_name(Path, Captures, Name)
    ;   walk(Mover, Own0, Others0, Name, Own),
        Others = Others0
    ),
    sides(Mover, Blacks, Whites, Own, Others).

%   turbulent(+Pos): who is to move must capture; quiescence asks this.

turbulent(checkers(Mover, Blacks, Whites)) :-
    sides(Mover, Blacks, Whites, Own0, Others),
    select(Square-Rank, Own0, Own),
    jump(Rank, Mover, Square, Own, Others, _, _),
    !.                                  % drops: further jumps

%   walk(+Mover, +Own0, +Others, -Name, -Own): a piece goes to an empty square.

walk(Mover, Own0, Others, Name, Own) :-
    select(From-Rank0, Own0, Own1),
    step(Rank0, Mover, Step),
    neighbour(From, Step, To),
    vacant(To, Own1, Others),
    arrived(Rank0, Mover, To, Rank),
    sort([To-Rank|Own1], Own),
    atomic_list_concat([From,To], -, Name).

%   capture(+Mover, +Own0, +Others0, -capture(Path, Own, Others)): a piece jumps
%   along the squares Path, until it can no more.

capture(Mover, Own0, Others0, capture([From|Path], Own, Others)) :-
    select(From-Rank0, Own0, Own1),
    jump(Rank0, Mover, From, Own1, Others0, To, Others1),
    jumps(Rank0, Mover, To, Own1, Others1, Path, Last, Others),
    sort([Last|Own1], Own).

%   jumps(+Rank0, +Mover, +Square, +Own, +Others0, -Path, -Last, -Others): after a
%   jump to Square, the first of Path, the piece ends as Last, a pair Square-Rank.

jumps(Rank0, Mover, Square, Own, Others0, [Square|Path], Last, Others) :-
    arrived(Rank0, Mover, Square, Rank),
    (   Rank == Rank0,
        jump(Rank, Mover, Square, Own, Others0, _, _)
    ->  jump(Rank, Mover, Square, Own, Others0, Next, Others1),
        jumps(Rank, Mover, Next, Own, Others1, Path, Last, Others)
    ;   Path = [],
        Last = Square-Rank,
        Others = Others0
    ).

%   jump(+Rank, +Mover, +From, +Own, +Others0, -To, -Others): one jump of a piece
%   that is not among Own; Others are those that it leaves of Others0.

jump(Rank, Mover, From, Own, Others0, To, Others) :-
    step(Rank, Mover, Step),
    neighbour(From, Step, Over),
    selectchk(Over-_, Others0, Others),
    neighbour(Over, Step, To),
    vacant(To, Own, Others).

vacant(Square, Own, Others) :-
    \+ memberchk(Square-_, Own),
    \+ memberchk(Square-_, Others).

%   arrived(+Rank0, +Mover, +Square, -Rank): a man on its last row becomes a king.

arrived(king, _, _, king).
arrived(man, Mover, Square, Rank) :-
    (   last_row(Mover, Square)
    ->  Rank = king
    ;   Rank = man
    ).

last_row(b, Square) :-
    Square > 28.
last_row(w, Square) :-
    Square < 5.

%   neighbour(+Square0, +Step, -Square): Step is -5, -4, 4 or 5: up left, up
%   right, down left or down right. This is the numbering of A. L. Samuel (1959),
%   in which the numbers 9, 18 and 27, after every eight squares, are off the
%   board: so the same steps serve all rows ('Some studies in machine learning
%   using the game of checkers', figure A-1).

neighbour(Square0, Step, Square) :-
    Number is Square0 + (Square0 - 1) // 8 + Step,
    Number > 0,
    Number < 36,
    Number mod 9 =\= 0,
    Square is Number - Number // 9.

step(man, b, 4).
step(man, b, 5).
step(man, w, -5).
step(man, w, -4).
step(king, _, -5).
step(king, _, -4).
step(king, _, 4).
step(king, _, 5).

capture_name(Path, Captures, Name) :-
    ends(Path, Ends),
    findall(Other, ( member(capture(Other, _, _), Captures), ends(Other, Ends) ), Paths),
    (   Paths = [_]
    ->  atomic_list_concat(Ends, x, Name)
    ;   atomic_list_concat(Path, x, Name)
    ).

ends([First|Path], [First,Last]) :-
    last(Path, Last).

%   The value is the material, a man 2 and a king 3; who cannot move has lost,
%   which is worth more than all material: -100 or 100.

staticval(Pos, Val) :-
    Pos = checkers(Mover, Blacks, Whites),
    (   move(Pos, _, _)
    ->  material(Blacks, Ours),
        material(Whites, Theirs),
        Val is Ours - Theirs
    ;   without_a_move(Mover, Val)
    ).

material(Pieces, Sum) :-
    foldl(counted, Pieces, 0, Sum).

counted(_-Rank, Sum0, Sum) :-
    worth(Rank, Worth),
    Sum is Sum0 + Worth.

worth(man, 2).
worth(king, 3).

without_a_move(b, -100).
without_a_move(w, 100).

terminalwon(Pos) :-
    staticval(Pos, 100).

terminallost(Pos) :-
    staticval(Pos, -100).

%   The picture is that of the comment above, with B and W for kings and a last
%   line 'b to move'. Each square is the last of the eight columns that it takes,
%   but a row that begins with one begins with four.

position_text(checkers(Mover, Blacks, Whites)) -->
    { numlist(1, 32, Squares) },
    squares_text(Squares, Blacks, Whites),
    atom(Mover), " to move".

squares_text([], _, _) -->
    [].
squares_text([Square|Squares], Blacks, Whites) -->
    { square_mark(Square, Blacks, Whites, Mark),
      (   Square mod 8 =:= 5
      ->  Width = 4
      ;   Width = 8
      ),
      format(codes(Codes), "~t~w~w~*|", [Mark,Square,Width])
    },
    string(Codes),
    (   { Square mod 4 =:= 0 }
    ->  "\n"
    ;   ""
    ),
    squares_text(Squares, Blacks, Whites).

square_mark(Square, Blacks, Whites, Mark) :-
    (   memberchk(Square-Rank, Blacks)
    ->  black_mark(Rank, Mark)
    ;   memberchk(Square-Rank, Whites)
    ->  white_mark(Rank, Mark)
    ;   Mark = ''
    ).

black_mark(man, b).
black_mark(king, 'B').

white_mark(man, w).
white_mark(king, 'W').

%   The board as a picture: an empty square shows its number, a king a K.

position_picture(checkers(_, Blacks, Whites)) -->
    { findall(Part, part(Blacks, Whites, Part), Parts) },
    Parts.

part(_, _, cell(X, Y, light)) :-
    between(1, 8, Y),
    between(1, 8, X),
    (X + Y) mod 2 =:= 0.
part(Blacks, Whites, Part) :-
    between(1, 32, Square),
    Y is (Square - 1) // 4 + 1,
    X is (Square - 1) mod 4 * 2 + 1 + Y mod 2,
    (   Part = cell(X, Y, dark)
    ;   vacant(Square, Blacks, Whites),
        Part = text(X, Y, Square)
    ;   memberchk(Square-Rank, Blacks),
        ranked(Rank, X, Y, black, Part)
    ;   memberchk(Square-Rank, Whites),
        ranked(Rank, X, Y, white, Part)
    ).

ranked(man, X, Y, Colour, piece(X, Y, Colour)).
ranked(king, X, Y, Colour, piece(X, Y, Colour, 'K')).
