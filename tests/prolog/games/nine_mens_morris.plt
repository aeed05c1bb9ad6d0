/*  Tests of prolog/games/nine_mens_morris.pl:

        swipl -q -g run_tests -t halt tests/prolog/games/nine_mens_morris.plt
*/

:- use_module(library(plunit)).
:- ensure_loaded('../../../prolog/games/nine_mens_morris').

:- begin_tests(nine_mens_morris).

board(Points, Men, Flying) :-
    retractall(user:points(_)),
    retractall(user:men(_)),
    retractall(user:flying(_)),
    assertz(user:points(Points)),
    assertz(user:men(Men)),
    assertz(user:flying(Flying)).

usual_board :-
    board(24, 9, yes).

%   pos(+Mover, +Hand, +Text, -Pos): Text has a character for each point, with . for
%   an empty one and blanks between.

pos(Mover, Hand, Text, nine_mens_morris(Mover, Hand, Cells)) :-
    string_chars(Text, Chars),
    findall(Cell, ( member(Char, Chars), char_cell(Char, Cell) ), Cells).

char_cell('.', e).
char_cell(x, x).
char_cell(o, o).

moves(Pos, Moves) :-
    findall(Move, move(Pos, Move, _), Moves).

moves_with(Pos, Prefix, Moves) :-
    findall(Move, ( move(Pos, Move, _), sub_atom(Move, 0, _, _, Prefix) ), Moves).

leaves(0, _, 1) :-
    !.                                  % drops the next clause, for Depth > 0
leaves(Depth, Pos, Leaves) :-
    Depth1 is Depth - 1,
    aggregate_all(sum(N), ( move(Pos, _, Next), leaves(Depth1, Next, N) ), Leaves).

picture(Pos, Picture) :-
    phrase(position_text(Pos), Codes),
    string_codes(Picture, Codes).

test('the start: an empty board, all men in hand, x to move',
     all(Pos == [nine_mens_morris(x, 18, [e,e,e,e,e,e,e,e,e,e,e,e,e,e,e,e,e,e,e,e,e,e,e,e])])) :-
    initial(Pos).

test('other facts give another start',
     [ setup(board(9, 3, no)), cleanup(usual_board),
       all(Pos == [nine_mens_morris(x, 6, [e,e,e,e,e,e,e,e,e])])
     ]) :-
    initial(Pos).

%   The boards, held against themselves.

test('next to each other are points on both sides, and the points of a mill are in it from each of them',
     [ forall(member(Points, [24, 16, 9])) ]) :-
    forall(( point(Points, A, _, Near, _), member(B, Near) ),
           ( point(Points, B, _, Back, _), memberchk(A, Back) )),
    forall(( point(Points, A, _, _, Mills), member(B-C, Mills) ),
           ( point(Points, B, _, _, Others), msort([A,C], [D,E]), memberchk(D-E, Others) )).

test('the boards have 24, 16 and 9 points, 32, 20 and 16 steps, and 16, 8 and 8 mills',
     Counts == [24/32/16, 16/20/8, 9/16/8]) :-
    findall(Count/Steps/Mills,
            ( member(Points, [24, 16, 9]),
              aggregate_all(count, point(Points, _, _, _, _), Count),
              aggregate_all(count, ( point(Points, A, _, Near, _), member(B, Near), A < B ), Steps),
              aggregate_all(count, ( point(Points, A, _, _, Pairs), member(B-_, Pairs), A < B ), Mills)
            ),
            Counts).

test('a man is placed on any free point, and goes out of the hand',
     [ setup(board(9, 3, no)), cleanup(usual_board), Moves == [b3,a2,b2,c2,b1,c1] ]) :-
    pos(x, 3, "x.o ... o..", Pos),
    pos(o, 2, "x.o .x. o..", Next),
    moves(Pos, Moves),
    findall(After, move(Pos, b2, After), [Next]).

test('with four men or more, a man moves to a free point next to it',
     Moves == [a7d7, a7a4, d6d7, d6b6, d6f6, d6d5, f2f4, f2d2, g1g4, g1d1]) :-
    pos(x, 0, "x.o .x. ... ... ... ..o ..x o.x", Pos),
    moves(Pos, Moves).

test('not to one that is taken', Moves == [a7a4, d6b6, d6f6, f2f4, g1g4]) :-
    pos(x, 0, "xo. .x. .o. ... ... ... .ox .ox", Pos),
    moves(Pos, Moves).

%   18 points are free; on one of them the man of g1 closes a mill and takes one of
%   three men: 3 * 18 + 2.

test('with three men, a man flies to any free point', Count == 56) :-
    pos(x, 0, "xx. o.. .o. ... ... o.. ... ..x", Pos),
    moves(Pos, Moves),
    length(Moves, Count).

test('unless men do not fly', [ setup(board(24, 9, no)), cleanup(usual_board),
     Moves == [a7a4, d7g7, d7d6, g1g4, g1d1] ]) :-
    pos(x, 0, "xx. o.. .o. ... ... o.. ... ..x", Pos),
    moves(Pos, Moves).

test('a mill takes a man, but none out of a mill', Moves == [a4a7xb6, a4a7xg1]) :-
    pos(x, 0, ".xx o.. ooo xx. ... ... .x. ..o", Pos),
    moves_with(Pos, a4a7, Moves).

test('if all men are in mills, any of them can be taken', Moves == [a4a7xc5, a4a7xd5, a4a7xe5]) :-
    pos(x, 0, ".xx ... ooo xx. ... ... .x. ...", Pos),
    moves_with(Pos, a4a7, Moves).

test('two mills at once take one man', Moves == [a7xb6, a7xd6]) :-
    pos(x, 6, ".xx oo. ... x.. ... ... ... x..", Pos),
    moves_with(Pos, a7, Moves).

test('a man that leaves a mill and comes back closes it again',
     Moves == [a4a7xb6, a4a7xc5, a4a7xe5, a4a7xe4]) :-
    pos(x, 0, "xxx o.. o.o ... o.. ... .x. ...", Pos0),
    move(Pos0, a7a4, nine_mens_morris(o, 0, Cells)),
    moves_with(nine_mens_morris(x, 0, Cells), a4a7, Moves),
    !.                                  % drops nothing: a move has one name

test('the man that has moved is in no mill any more where it came from', fail) :-
    pos(x, 0, "xx. o.. o.o ... o.. ... .x. ..x", Pos),
    move(Pos, d7g7xb6, _).

test('who has fewer than three men has lost, those in hand included') :-
    pos(o, 0, "xx. ... ... xx. ... ... o.. o..", Few),
    \+ move(Few, _, _),
    staticval(Few, 100),
    terminalwon(Few),
    \+ terminallost(Few),
    pos(o, 3, "xx. ... ... ... ... ... o.. ...", Enough),
    once(move(Enough, _, _)),
    staticval(Enough, 0),
    \+ terminalwon(Enough).

test('who cannot move has lost') :-
    pos(x, 0, "xox ... ... o.. ..o ... ... xox", Pos),
    \+ move(Pos, _, _),
    staticval(Pos, -100),
    terminallost(Pos),
    \+ terminalwon(Pos).

test('of a game that goes on, the value is the difference of the men', Vals == [2, 2]) :-
    pos(x, 0, "xxx .x. x.. ... ... ... ... ooo", Pos1),
    pos(o, 1, "xxx .x. x.. ... ... ... ... .oo", Pos2),
    maplist(staticval, [Pos1, Pos2], Vals).

%   By counting: 9 * 8 * 7 * 6 * 5, and 8 * 6 * 6 * 5 of these close a mill and can
%   take either of two men.

test('three men each on nine points: plays of one to five plies',
     [ setup(board(9, 3, no)), cleanup(usual_board), Leaves == [9, 72, 504, 3024, 16560] ]) :-
    initial(Pos),
    findall(N, ( between(1, 5, Depth), leaves(Depth, Pos, N) ), Leaves).

test('the picture of a small board, and the men in hand',
     [ setup(board(9, 3, no)), cleanup(usual_board) ]) :-
    pos(o, 3, ".o. .x. x..", Pos),
    picture(Pos, Picture),
    atomics_to_string(["3  .--o--.\n   |\\ | /|\n2  .--x--.\n   |/ | \\|\n1  x--.--.\n   a  b  c\n",
                       "o to move, in hand: 2 for o, 1 for x"], Picture).

test('the picture of the usual board when all men are placed') :-
    pos(x, 0, "x.o ... .x. ... ... o.. ... ..x", Pos),
    picture(Pos, Picture),
    split_string(Picture, "\n", "", Lines),
    Lines = ["7  x--------.--------o"|_],
    nth1(5, Lines, "5  |  |  .--x--.  |  |"),
    nth1(9, Lines, "3  |  |  o--.--.  |  |"),
    nth1(13, Lines, "1  .--------.--------x"),
    last(Lines, "x to move").

:- end_tests(nine_mens_morris).
