/*  Nine men's morris: a mill, three men in a line, takes a man from the opponent,
    and whoever has fewer than three men left, or cannot move, loses.

    First the players take turns to place their men; then they move them, each to
    a free point next to it, and a player who is left with three men may put one
    of them on any free point. Who closes a mill takes one of the opponent's men
    from the board, out of a mill only if all of them are in mills; a move that
    closes two mills takes one man, too.

    A position is nine_mens_morris(Mover, Hand, Cells): Mover is x or o, Hand is
    the number of men that are still to be placed, of both players together, and
    Cells are the points in reading order, each x, o or e (empty). For the board
    with 9 points, three men's morris:

        nine_mens_morris(o, 3, [e,o,e,      3  .--o--.
                                e,x,e,         |\ | /|
                                x,e,e])     2  .--x--.
                                               |/ | \|
                                            1  x--.--.
                                               a  b  c

    A move is the point where a man is placed, c3, or those where it leaves and
    arrives, b3c3, and then x and the point of the man that is taken: b3c3xa1.
    MAX is x, and moves first. Nothing forbids going round and round.

    The moves come in reading order of the points: where the man leaves, where it
    arrives, and what is taken.

    The options: `points` is 24, 16 or 9, the boards for nine, six and three men
    each; `men` is the number of men each, and `flying` is yes, or no for the game
    in which three men, too, go only to points next to them. With three men each
    the first mill wins.
*/

:- use_module(library(apply)).
:- use_module(library(dcg/basics)).
:- use_module(library(lists)).

:- dynamic points/1, men/1, flying/1.

points(24).
men(9).
flying(yes).

default_depth(2).
default_plies(0).

initial(nine_mens_morris(x, Hand, Cells)) :-
    men(Men),
    Hand is 2 * Men,
    points(Points),
    length(Cells, Points),
    maplist(=(e), Cells).

max_to_move(nine_mens_morris(x, _, _)).

min_to_move(nine_mens_morris(o, _, _)).

opponent(x, o).
opponent(o, x).

%   point(?Points, ?N, ?Name, ?Near, ?Mills): on the board with so many points, the
%   N-th one is called Name, lies next to those in Near, and is in a mill with the
%   two points of each pair in Mills.

point(24, 1, a7, [2,10], [2-3, 10-22]).
point(24, 2, d7, [1,3,5], [1-3, 5-8]).
point(24, 3, g7, [2,15], [1-2, 15-24]).
point(24, 4, b6, [5,11], [5-6, 11-19]).
point(24, 5, d6, [2,4,6,8], [2-8, 4-6]).
point(24, 6, f6, [5,14], [4-5, 14-21]).
point(24, 7, c5, [8,12], [8-9, 12-16]).
point(24, 8, d5, [5,7,9], [2-5, 7-9]).
point(24, 9, e5, [8,13], [7-8, 13-18]).
point(24, 10, a4, [1,11,22], [1-22, 11-12]).
point(24, 11, b4, [4,10,12,19], [4-19, 10-12]).
point(24, 12, c4, [7,11,16], [7-16, 10-11]).
point(24, 13, e4, [9,14,18], [9-18, 14-15]).
point(24, 14, f4, [6,13,15,21], [6-21, 13-15]).
point(24, 15, g4, [3,14,24], [3-24, 13-14]).
point(24, 16, c3, [12,17], [7-12, 17-18]).
point(24, 17, d3, [16,18,20], [16-18, 20-23]).
point(24, 18, e3, [13,17], [9-13, 16-17]).
point(24, 19, b2, [11,20], [4-11, 20-21]).
point(24, 20, d2, [17,19,21,23], [17-23, 19-21]).
point(24, 21, f2, [14,20], [6-14, 19-20]).
point(24, 22, a1, [10,23], [1-10, 23-24]).
point(24, 23, d1, [20,22,24], [17-20, 22-24]).
point(24, 24, g1, [15,23], [3-15, 22-23]).

point(16, 1, a5, [2,7], [2-3, 7-14]).
point(16, 2, c5, [1,3,5], [1-3]).
point(16, 3, e5, [2,10], [1-2, 10-16]).
point(16, 4, b4, [5,8], [5-6, 8-11]).
point(16, 5, c4, [2,4,6], [4-6]).
point(16, 6, d4, [5,9], [4-5, 9-13]).
point(16, 7, a3, [1,8,14], [1-14]).
point(16, 8, b3, [4,7,11], [4-11]).
point(16, 9, d3, [6,10,13], [6-13]).
point(16, 10, e3, [3,9,16], [3-16]).
point(16, 11, b2, [8,12], [4-8, 12-13]).
point(16, 12, c2, [11,13,15], [11-13]).
point(16, 13, d2, [9,12], [6-9, 11-12]).
point(16, 14, a1, [7,15], [1-7, 15-16]).
point(16, 15, c1, [12,14,16], [14-16]).
point(16, 16, e1, [10,15], [3-10, 14-15]).

point(9, 1, a3, [2,4,5], [2-3, 4-7, 5-9]).
point(9, 2, b3, [1,3,5], [1-3, 5-8]).
point(9, 3, c3, [2,5,6], [1-2, 5-7, 6-9]).
point(9, 4, a2, [1,5,7], [1-7, 5-6]).
point(9, 5, b2, [1,2,3,4,6,7,8,9], [1-9, 2-8, 3-7, 4-6]).
point(9, 6, c2, [3,5,9], [3-9, 4-5]).
point(9, 7, a1, [4,5,8], [1-4, 3-5, 8-9]).
point(9, 8, b1, [5,7,9], [2-5, 7-9]).
point(9, 9, c1, [5,6,8], [1-5, 3-6, 7-8]).
%   A move has two halves: the man that arrives, and then the man that is taken.

move(Pos, Name, nine_mens_morris(Opponent, Hand, Cells)) :-
    Pos = nine_mens_morris(Mover, _, Cells0),
    \+ too_few(Pos, _),
    opponent(Mover, Opponent),
    arrived(Pos, To, Arrival, Hand, Cells1),
    (   in_mill(To, Mover, Cells1),
        memberchk(Opponent, Cells0)
    ->  taken(Opponent, Cells1, Taken, Cells),
        atomic_list_concat([Arrival, x, Taken], Name)
    ;   Cells = Cells1,
        Name = Arrival
    ).

arrived(nine_mens_morris(Mover, Hand0, Cells0), To, Arrival, Hand, Cells) :-
    points(Points),
    (   Hand0 > 0
    ->  Hand is Hand0 - 1,
        nth1(To, Cells0, e),
        replaced(To, Cells0, Mover, Cells),
        point(Points, To, Arrival, _, _)
    ;   Hand = 0,
        free_to_fly(Mover, Cells0, Flying),
        nth1(From, Cells0, Mover),
        point(Points, From, Departure, Near, _),
        nth1(To, Cells0, e),
        (   Flying == yes
        ->  true
        ;   memberchk(To, Near)
        ),
        replaced(From, Cells0, e, Cells1),
        replaced(To, Cells1, Mover, Cells),
        point(Points, To, Destination, _, _),
        atom_concat(Departure, Destination, Arrival)
    ).

free_to_fly(Player, Cells, Flying) :-
    count(Cells, Player, 0, Men),
    (   Men =< 3
    ->  flying(Flying)
    ;   Flying = no
    ).

in_mill(N, Player, Cells) :-
    points(Points),
    point(Points, N, _, _, Mills),
    member(A-B, Mills),
    nth1(A, Cells, Player),
    nth1(B, Cells, Player),
    !.                                  % drops: a second mill

%   taken(+Player, +Cells0, -Name, -Cells): a man of Player's is taken from the
%   point Name; of those that are in no mill, if there are any.

taken(Player, Cells0, Name, Cells) :-
    (   outside_mills(Player, Cells0, _)
    ->  outside_mills(Player, Cells0, N)
    ;   nth1(N, Cells0, Player)
    ),
    replaced(N, Cells0, e, Cells),
    points(Points),
    point(Points, N, Name, _, _).

outside_mills(Player, Cells, N) :-
    nth1(N, Cells, Player),
    \+ in_mill(N, Player, Cells).

%   replaced(+N, +Cells0, +Cell, -Cells): Cells are Cells0 with Cell as the N-th.

replaced(N, [First|Rest0], Cell, Cells) :-
    (   N =:= 1
    ->  Cells = [Cell|Rest0]
    ;   N1 is N - 1,
        Cells = [First|Rest],
        replaced(N1, Rest0, Cell, Rest)
    ).

count([], _, Count, Count).
count([Cell|Cells], Player, Count0, Count) :-
    (   Cell == Player
    ->  Count1 is Count0 + 1
    ;   Count1 = Count0
    ),
    count(Cells, Player, Count1, Count).

%   strength(+Pos, -Mine, -Theirs): the men of the mover and of the opponent, on
%   the board and in hand. Of an odd number in hand the mover has one more.

strength(nine_mens_morris(Mover, Hand, Cells), Mine, Theirs) :-
    opponent(Mover, Opponent),
    count(Cells, Mover, 0, MyMen),
    count(Cells, Opponent, 0, TheirMen),
    Mine is MyMen + (Hand + 1) // 2,
    Theirs is TheirMen + Hand // 2.

too_few(Pos, Loser) :-
    Pos = nine_mens_morris(Mover, _, _),
    strength(Pos, Mine, Theirs),
    (   Mine < 3
    ->  Loser = Mover
    ;   Theirs < 3,
        opponent(Mover, Loser)
    ).

loser(Pos, Loser) :-
    (   too_few(Pos, Player)
    ->  Loser = Player
    ;   \+ move(Pos, _, _),
        Pos = nine_mens_morris(Loser, _, _)
    ).

%   Of all images of a board, the first in the standard order of terms stands for
%   all: it may be turned, mirrored and, if it has rings, turned inside out.

canonical(nine_mens_morris(Mover, Hand, Cells), nine_mens_morris(Mover, Hand, Same)) :-
    first_turned(Cells, Cells, Same0),
    (   inside_out(Cells, Exchanged)
    ->  first_turned(Exchanged, Same0, Same)
    ;   Same = Same0
    ).

first_turned(Cells, Same0, Same) :-
    transposed(Cells, Transposed),
    first_mirrored(Cells, Same0, Same1),
    first_mirrored(Transposed, Same1, Same).

first_mirrored(Cells, Same0, Same) :-
    mirrored(Cells, Mirrored),
    reverse(Cells, Reversed),
    reverse(Mirrored, Upended),
    foldl(first, [Cells, Mirrored, Reversed, Upended], Same0, Same).

first(Image, Same0, Same) :-
    (   Image @< Same0
    ->  Same = Image
    ;   Same = Same0
    ).

%   mirrored(+Cells, -Image): what is left is right.

mirrored([A,B,C, D,E,F, G,H,I, J,K,L, M,N,O, P,Q,R, S,T,U, V,W,X],
         [C,B,A, F,E,D, I,H,G, O,N,M, L,K,J, R,Q,P, U,T,S, X,W,V]).
mirrored([A,B,C, D,E,F, G,H, I,J, K,L,M, N,O,P],
         [C,B,A, F,E,D, J,I, H,G, M,L,K, P,O,N]).
mirrored([A,B,C, D,E,F, G,H,I],
         [C,B,A, F,E,D, I,H,G]).

%   transposed(+Cells, -Image): what is a column is a row, the left one the first.

transposed([A,B,C, D,E,F, G,H,I, J,K,L, M,N,O, P,Q,R, S,T,U, V,W,X],
           [A,J,V, D,K,S, G,L,P, B,E,H, Q,T,W, I,M,R, F,N,U, C,O,X]).
transposed([A,B,C, D,E,F, G,H, I,J, K,L,M, N,O,P],
           [A,G,N, D,H,K, B,E, L,O, F,I,M, C,J,P]).
transposed([A,B,C, D,E,F, G,H,I],
           [A,D,G, B,E,H, C,F,I]).

%   inside_out(+Cells, -Image): the outer ring is the inner one.

inside_out([A,B,C, D,E,F, G,H,I, J,K,L, M,N,O, P,Q,R, S,T,U, V,W,X],
           [G,H,I, D,E,F, A,B,C, L,K,J, O,N,M, V,W,X, S,T,U, P,Q,R]).
inside_out([A,B,C, D,E,F, G,H, I,J, K,L,M, N,O,P],
           [D,E,F, A,B,C, H,G, J,I, N,O,P, K,L,M]).

%   The value: x's men less those of o.

staticval(Pos, Val) :-
    (   loser(Pos, Loser)
    ->  loss(Loser, Val)
    ;   Pos = nine_mens_morris(Mover, _, _),
        strength(Pos, Mine, Theirs),
        lead(Mover, Mine, Theirs, Val)
    ).

loss(x, -100).
loss(o, 100).

lead(x, Mine, Theirs, Lead) :-
    Lead is Mine - Theirs.
lead(o, Mine, Theirs, Lead) :-
    Lead is Theirs - Mine.

terminalwon(Pos) :-
    loser(Pos, Loser),
    Loser == o.

terminallost(Pos) :-
    loser(Pos, Loser),
    Loser == x.

%   The picture is that of the comment above, with a last line such as 'o to move'
%   or 'o to move, in hand: 2 for o, 1 for x'.

position_text(nine_mens_morris(Mover, Hand, Cells)) -->
    { length(Cells, Points),
      picture(Points, Lines)
    },
    lines_text(Lines, Cells, _),
    atom(Mover), " to move",
    hand_text(Hand, Mover).

%   In a line of a picture each * is the next point.

picture(24, [ "7  *--------*--------*",
              "   |        |        |",
              "6  |  *-----*-----*  |",
              "   |  |     |     |  |",
              "5  |  |  *--*--*  |  |",
              "   |  |  |     |  |  |",
              "4  *--*--*     *--*--*",
              "   |  |  |     |  |  |",
              "3  |  |  *--*--*  |  |",
              "   |  |     |     |  |",
              "2  |  *-----*-----*  |",
              "   |        |        |",
              "1  *--------*--------*",
              "   a  b  c  d  e  f  g"
            ]).
picture(16, [ "5  *-----*-----*",
              "   |     |     |",
              "4  |  *--*--*  |",
              "   |  |     |  |",
              "3  *--*     *--*",
              "   |  |     |  |",
              "2  |  *--*--*  |",
              "   |     |     |",
              "1  *-----*-----*",
              "   a  b  c  d  e"
            ]).
picture(9,  [ "3  *--*--*",
              "   |\\ | /|",
              "2  *--*--*",
              "   |/ | \\|",
              "1  *--*--*",
              "   a  b  c"
            ]).

lines_text([], Cells, Cells) -->
    [].
lines_text([Line|Lines], Cells0, Cells) -->
    { string_codes(Line, Codes) },
    codes_text(Codes, Cells0, Cells1),
    "\n",
    lines_text(Lines, Cells1, Cells).

codes_text([], Cells, Cells) -->
    [].
codes_text([Code|Codes], Cells0, Cells) -->
    (   { Code == 0'* }
    ->  { Cells0 = [Cell|Cells1],
          cell_mark(Cell, Mark)
        },
        atom(Mark)
    ;   { Cells1 = Cells0 },
        [Code]
    ),
    codes_text(Codes, Cells1, Cells).

cell_mark(e, '.').
cell_mark(x, x).
cell_mark(o, o).

hand_text(0, _) -->
    !,                                  % drops the next clause, for men in hand
    [].
hand_text(Hand, Mover) -->
    ", ",
    in_hand_text(Hand, Mover).

in_hand_text(Hand, Mover) -->
    { Mine is (Hand + 1) // 2,
      Theirs is Hand // 2,
      opponent(Mover, Opponent)
    },
    "in hand: ", integer(Mine), " for ", atom(Mover),
    ", ", integer(Theirs), " for ", atom(Opponent).

%   The same as a picture: lines join the points that lie next to each other.

position_picture(nine_mens_morris(Mover, Hand, Cells)) -->
    { findall(Part, part(Mover, Hand, Cells, Part), Parts) },
    Parts.

part(_, _, Cells, Part) :-
    length(Cells, Points),
    point(Points, 1, First, _, _),
    file_rank(First, _, Size),
    between(1, Size, X),
    (   between(1, Size, Y),
        Part = cell(X, Y, board)
    ;   Rank is Size + 1 - X,
        Part = text(0.2, X, Rank)
    ;   Below is Size + 0.8,
        Code is 0'a + X - 1,
        char_code(File, Code),
        Part = text(X, Below, File)
    ).
part(_, _, Cells, Part) :-
    nth1(N, Cells, Cell),
    length(Cells, Points),
    point(Points, N, Name, Near, _),
    place(Points, Name, X, Y),
    (   member(Other, Near),
        Other > N,
        point(Points, Other, OtherName, _, _),
        place(Points, OtherName, X1, Y1),
        Part = line(X, Y, X1, Y1)
    ;   man_colour(Cell, Colour),
        Part = piece(X, Y, Colour)
    ).
part(Mover, Hand, Cells, text(Middle, Below, Words)) :-
    Hand > 0,
    length(Cells, Points),
    place(Points, a1, _, Size),
    Middle is (Size + 1) / 2,
    Below is Size + 1.4,
    phrase(in_hand_text(Hand, Mover), Codes),
    atom_codes(Words, Codes).

%   place(+Points, +Name, -X, -Y): the lines are counted from the top, the first
%   of which has the first point.

place(Points, Name, X, Y) :-
    point(Points, 1, First, _, _),
    file_rank(First, _, Size),
    file_rank(Name, X, Rank),
    Y is Size + 1 - Rank.

file_rank(Name, X, Rank) :-
    atom_codes(Name, [File,Digit]),
    X is File - 0'a + 1,
    Rank is Digit - 0'0.

man_colour(x, max).
man_colour(o, min).
