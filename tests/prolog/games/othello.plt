/*  Tests of prolog/games/othello.pl:

        swipl -q -g run_tests -t halt tests/prolog/games/othello.plt
*/

:- use_module(library(plunit)).
:- ensure_loaded('../../../prolog/games/othello').

:- begin_tests(othello).

size(Size) :-
    size(Size, size, size).

size(Size, Width, Height) :-
    retractall(user:size(_)),
    retractall(user:width(_)),
    retractall(user:height(_)),
    assertz(user:size(Size)),
    assertz(user:width(Width)),
    assertz(user:height(Height)).

leaves(0, _, 1) :-
    !.                                  % drops the next clause, for Depth > 0
leaves(Depth, Pos, Leaves) :-
    Depth1 is Depth - 1,
    aggregate_all(sum(N), ( move(Pos, _, Next), leaves(Depth1, Next, N) ), Leaves).

%   played(+Moves, +Pos0, -Pos): Pos0 becomes Pos when Moves are played.

played([], Pos, Pos).
played([Move|Moves], Pos0, Pos) :-
    once(move(Pos0, Move, Pos1)),
    played(Moves, Pos1, Pos).

position(Moves, Pos) :-
    initial(Pos0),
    played(Moves, Pos0, Pos).

moves(Pos, Moves) :-
    findall(Move, move(Pos, Move, _), Moves).

%   within(+Depth, +Pos, -Later): Later comes after at most Depth moves.

within(_, Pos, Pos).
within(Depth, Pos, Later) :-
    Depth > 0,
    Depth1 is Depth - 1,
    move(Pos, _, Next),
    within(Depth1, Next, Later).

%   best(+Pos, +Alpha, +Beta, -Value): alpha-beta with cuts at the bounds. For
%   Alpha < Beta, Value is the minimax value where that lies between them.

best(Pos, Alpha, Beta, Val) :-
    findall(Next, move(Pos, _, Next), Nexts),
    (   Nexts == []
    ->  staticval(Pos, Val)
    ;   max_to_move(Pos)
    ->  highest(Nexts, Alpha, Beta, Val)
    ;   lowest(Nexts, Alpha, Beta, Val)
    ).

highest([], Val, _, Val).
highest([Pos|Poss], Alpha0, Beta, Val) :-
    best(Pos, Alpha0, Beta, Val0),
    Alpha is max(Alpha0, Val0),
    (   Alpha >= Beta
    ->  Val = Alpha
    ;   highest(Poss, Alpha, Beta, Val)
    ).

lowest([], _, Val, Val).
lowest([Pos|Poss], Alpha, Beta0, Val) :-
    best(Pos, Alpha, Beta0, Val0),
    Beta is min(Beta0, Val0),
    (   Alpha >= Beta
    ->  Val = Beta
    ;   lowest(Poss, Alpha, Beta, Val)
    ).

picture(Pos, Picture) :-
    phrase(position_text(Pos), Codes),
    string_codes(Picture, Codes).

test('the start: d4 and e5 white, e4 and d5 black, black to move',
     all(Pos == [othello(b, [[e,e,e,e,e,e,e,e],
                             [e,e,e,e,e,e,e,e],
                             [e,e,e,e,e,e,e,e],
                             [e,e,e,w,b,e,e,e],
                             [e,e,e,b,w,e,e,e],
                             [e,e,e,e,e,e,e,e],
                             [e,e,e,e,e,e,e,e],
                             [e,e,e,e,e,e,e,e]])])) :-
    initial(Pos).

test('another fact size/1 gives another start',
     [ setup(size(4)), cleanup(size(8)),
       all(Pos == [othello(b, [[e,e,e,e], [e,w,b,e], [e,b,w,e], [e,e,e,e]])])
     ]) :-
    initial(Pos).

test('the start on a rectangle',
     [ setup(size(8, 6, 4)), cleanup(size(8)),
       all(Pos == [othello(b, [[e,e,e,e,e,e], [e,e,w,b,e,e], [e,e,b,w,e,e], [e,e,e,e,e,e]])])
     ]) :-
    initial(Pos).

test('the height may be the size',
     [ setup(size(6, 4, size)), cleanup(size(8)), Height-Width == 6-4 ]) :-
    initial(othello(b, Rows)),
    length(Rows, Height),
    Rows = [Row|_],
    length(Row, Width).

test('the first moves on a rectangle, in reading order',
     [ setup(size(8, 6, 4)), cleanup(size(8)), Moves == [c1,b2,e3,d4] ]) :-
    initial(Pos),
    moves(Pos, Moves).

test('of the first moves four are alike on a square, two and two on a rectangle',
     [ forall(member(Width-Height-Count, [4-4-1, 6-4-2, 4-6-2])),
       setup(size(8, Width, Height)), cleanup(size(8)), Count == Kinds
     ]) :-
    initial(Pos),
    setof(Same, Move^Next^( move(Pos, Move, Next), canonical(Next, Same) ), Sames),
    length(Sames, Kinds).

test('the images of a rectangle have one canonical position, which is one of them',
     [ setup(size(8, 6, 4)), cleanup(size(8)) ]) :-
    position([c1,b1], othello(Mover, Rows)),
    maplist(reverse, Rows, Mirrored),
    reverse(Rows, Turned),
    reverse(Mirrored, Rotated),
    Images = [Rows,Turned,Mirrored,Rotated],
    findall(Same, ( member(Image, Images), canonical(othello(Mover, Image), Same) ), Sames),
    sort(Sames, [othello(Mover, One)]),
    memberchk(One, Images).

test('the first moves, in reading order', Moves == [d3,c4,f5,e6]) :-
    initial(Pos),
    moves(Pos, Moves).

test('a move turns over what it encloses',
     [ setup(size(4)), cleanup(size(8)),
       all(Next == [othello(w, [[e,b,e,e], [e,b,b,e], [e,b,w,e], [e,e,e,e]])])
     ]) :-
    initial(Pos),
    move(Pos, b1, Next).

test('one move turns over discs in all eight directions',
     [ setup(size(6)), cleanup(size(8)),
       all(Rows == [[[b,e,b,e,b,e],
                     [e,b,b,b,e,e],
                     [b,b,b,b,b,b],
                     [e,b,b,b,e,e],
                     [b,e,b,e,b,e],
                     [e,e,b,e,e,b]]])
     ]) :-
    move(othello(b, [[b,e,b,e,b,e],
                     [e,w,w,w,e,e],
                     [b,w,e,w,w,b],
                     [e,w,w,w,e,e],
                     [b,e,w,e,w,e],
                     [e,e,b,e,e,b]]), c3, othello(w, Rows)).

test('a stretch is not enclosed by the edge or by an empty square',
     [ setup(size(4)), cleanup(size(8)), fail ]) :-
    member(Row, [[w,w,e,e], [e,w,e,b], [e,w,w,w]]),
    move(othello(b, [Row, [e,e,e,e], [e,e,e,e], [e,e,e,e]]), _, othello(_, [[b|_]|_])).

test('who has no square must pass, and the board stays as it is',
     [ setup(size(4)), cleanup(size(8)),
       all(Move-Next == [pass-othello(b, [[b,w,e,e], [e,e,e,e], [e,e,e,e], [e,e,e,e]])])
     ]) :-
    move(othello(w, [[b,w,e,e], [e,e,e,e], [e,e,e,e], [e,e,e,e]]), Move, Next).

test('who has a square may not pass',
     [ setup(size(4)), cleanup(size(8)), Moves == [c1] ]) :-
    moves(othello(b, [[b,w,e,e], [e,e,e,e], [e,e,e,e], [e,e,e,e]]), Moves).

test('on 4x4, black must pass after b1 c1 d3 a1: no earlier pass, and none on the way',
     [ setup(size(4)), cleanup(size(8)), Moves == [pass] ]) :-
    position([b1,c1,d3,a1], Pos),
    moves(Pos, Moves),
    initial(Start),
    \+ ( within(3, Start, Earlier), move(Earlier, pass, _) ).

test('where neither has a square the game is over, full board or not',
     [ setup(size(4)), cleanup(size(8)), forall(member(Mover, [b,w])) ]) :-
    Pos = othello(Mover, [[b,e,e,w], [e,e,e,e], [e,e,e,e], [e,e,e,b]]),
    \+ move(Pos, _, _),
    terminalwon(Pos),
    \+ terminallost(Pos),
    staticval(Pos, 1).

test('equal discs at the end are a draw',
     [ setup(size(4)), cleanup(size(8)) ]) :-
    Pos = othello(b, [[b,e,e,w], [e,e,e,e], [e,e,e,e], [e,e,e,e]]),
    staticval(Pos, 0),
    \+ terminalwon(Pos),
    \+ terminallost(Pos).

test('a game that goes on is neither won nor lost, whoever leads') :-
    position([d3], Pos),
    staticval(Pos, 3),
    \+ terminalwon(Pos),
    \+ terminallost(Pos).

test('a third player never is to move') :-
    initial(othello(b, Rows)),
    Pos = othello(z, Rows),
    \+ max_to_move(Pos),
    \+ min_to_move(Pos),
    \+ move(Pos, _, _).

test('within six moves on 4x4: one mover, movers alternate, one value; no disc appears or vanishes',
     [ setup(size(4)), cleanup(size(8)) ]) :-
    initial(Start),
    forall(within(6, Start, Pos), lawful(Pos)).

lawful(Pos) :-
    findall(Mover, mover(Pos, Mover), [Mover]),
    findall(Val, staticval(Pos, Val), [_]),
    empty_squares(Pos, Empty),
    forall(move(Pos, Move, Next),
           (   mover(Next, Other),
               Other \== Mover,
               empty_squares(Next, NextEmpty),
               (   Move == pass
               ->  NextEmpty =:= Empty
               ;   NextEmpty =:= Empty - 1
               )
           )).

mover(Pos, max) :-
    max_to_move(Pos).
mover(Pos, min) :-
    min_to_move(Pos).

empty_squares(othello(_, Rows), Count) :-
    aggregate_all(count, ( member(Row, Rows), member(e, Row) ), Count).

%   Bik, https://aartbik.blogspot.com: 4, 12, 56, 244, 1396, 8200, 55092, ...

test('leaves by depth on 8x8 (Bik): 4, 12, 56, 244, 1396, 8200',
     Leaves == [4,12,56,244,1396,8200]) :-
    initial(Pos),
    findall(N, ( between(1, 6, Depth), leaves(Depth, Pos, N) ), Leaves).

%   The shortest known game; Black has all discs after nine moves.

test('e6 f4 e3 f6 g5 d6 e7 f5 c5 ends with 13 black discs and no white one',
     Val == 13) :-
    position([e6,f4,e3,f6,g5,d6,e7,f5,c5], Pos),
    staticval(Pos, Val),
    terminalwon(Pos),
    \+ move(Pos, _, _).

%   https://reversi-nxn.blogspot.com

test('on 4x4 the second player wins 11:3',
     [ setup(size(4)), cleanup(size(8)), Val == -8 ]) :-
    initial(Pos),
    best(Pos, -17, 17, Val).

test('the picture of the start on a rectangle',
     [ setup(size(8, 6, 4)), cleanup(size(8)),
       Picture == "     a  b  c  d  e  f\n  1  .  .  .  .  .  .\n  2  .  .  w  b  .  .\n  3  .  .  b  w  .  .\n  4  .  .  .  .  .  .\nb to move"
     ]) :-
    initial(Pos),
    picture(Pos, Picture).

test('the picture of the start on 4x4',
     [ setup(size(4)), cleanup(size(8)),
       Picture == "     a  b  c  d\n  1  .  .  .  .\n  2  .  w  b  .\n  3  .  b  w  .\n  4  .  .  .  .\nb to move"
     ]) :-
    initial(Pos),
    picture(Pos, Picture).

:- end_tests(othello).
