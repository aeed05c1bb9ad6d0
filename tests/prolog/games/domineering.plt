/*  Tests of prolog/games/domineering.pl:

        swipl -q -g run_tests -t halt tests/prolog/games/domineering.plt
*/

:- use_module(library(plunit)).
:- ensure_loaded('../../../prolog/games/domineering').

:- begin_tests(domineering).

board(Width, Height) :-
    retractall(user:width(_)),
    retractall(user:height(_)),
    assertz(user:width(Width)),
    assertz(user:height(Height)).

usual_board :-
    board(4, 4).

moves(Pos, Moves) :-
    findall(Move, move(Pos, Move, _), Moves).

reachable(Pos, Pos).
reachable(Pos, Last) :-
    move(Pos, _, Next),
    reachable(Next, Last).

%   wins(+Pos): who is to move in Pos wins.

wins(Pos) :-
    move(Pos, _, Next),
    \+ wins(Next),
    !.                                  % drops: other winning moves

%   class(+Width, +Height, -Class): who wins the board: v or h, whoever begins, or
%   the first or the second to move.

class(Width, Height, Class) :-
    setup_call_cleanup(board(Width, Height), initial(domineering(_, Rows)), usual_board),
    (   wins(domineering(v, Rows)) ->  First = v ; First = h ),
    (   wins(domineering(h, Rows)) ->  Second = h ; Second = v ),
    class_of(First, Second, Class).

class_of(v, v, v).
class_of(h, h, h).
class_of(v, h, first).
class_of(h, v, second).

%   turned(+Pos, -Turned): the same position turned by a right angle, so that the
%   players change places.

turned(domineering(Mover0, Rows0), domineering(Mover, Rows)) :-
    exchanged(Mover0, Mover),
    columns(Rows0, Rows).

exchanged(v, h).
exchanged(h, v).

columns([[]|_], []) :-
    !.                                  % drops: nothing, for no column is left
columns(Rows, [Column|Columns]) :-
    maplist([[Cell|Rest], Cell, Rest]>>true, Rows, Column, Rests),
    columns(Rests, Columns).

picture(Pos, Picture) :-
    phrase(position_text(Pos), Codes),
    string_codes(Picture, Codes).

test('the start: a free board, v to move', [ setup(board(2, 3)), cleanup(usual_board),
     all(Pos == [domineering(v, [[e,e], [e,e], [e,e]])]) ]) :-
    initial(Pos).

test('v lays upright dominoes, in reading order of the upper square',
     Moves == [a2-a3, b2-b3, a1-a2, b1-b2]) :-
    moves(domineering(v, [[e,e], [e,e], [e,e]]), Moves).

test('h lays flat dominoes, in reading order of the left square',
     Moves == [a2-b2, b2-c2, a1-b1, b1-c1]) :-
    moves(domineering(h, [[e,e,e], [e,e,e]]), Moves).

test('a domino covers two free squares, and the other player is to move',
     Successors == [ (a1-a2)-domineering(h, [[x,x], [x,x], [x,e]]) ]) :-
    findall(Move-Next, move(domineering(v, [[x,x], [e,x], [e,e]]), Move, Next), Successors).

test('a move can be asked for by its name', all(Next == [domineering(v, [[x,x], [e,e]])])) :-
    move(domineering(h, [[e,e], [e,e]]), a2-b2, Next).

test('who cannot lay a domino has lost', Vals == [-1000, 1000, 1]) :-
    Rows = [[e,x], [x,e]],
    staticval(domineering(v, Rows), Val1),
    staticval(domineering(h, Rows), Val2),
    staticval(domineering(v, [[e,x], [e,x]]), Val3),
    Vals = [Val1, Val2, Val3],
    terminallost(domineering(v, Rows)),
    terminalwon(domineering(h, Rows)).

test('of a game that goes on, the value is the difference of the places', Val == -1) :-
    staticval(domineering(h, [[e,e,e], [e,e,x]]), Val).

test('in every position: one value, and the end is where the mover has no move',
     [ setup(board(3, 3)), cleanup(usual_board) ]) :-
    initial(Start),
    forall(reachable(Start, Pos), lawful(Pos)).

lawful(Pos) :-
    Pos = domineering(Mover, _),
    findall(Val, staticval(Pos, Val), [Val]),
    forall(move(Pos, _, domineering(Other, _)), exchanged(Mover, Other)),
    (   move(Pos, _, _)
    ->  abs(Val) < 1000
    ;   abs(Val) =:= 1000
    ),
    (   terminalwon(Pos) ->  Val =:= 1000 ; Val =\= 1000 ),
    (   terminallost(Pos) ->  Val =:= -1000 ; Val =\= -1000 ).

test('turned by a right angle, every value changes its sign',
     [ setup(board(3, 3)), cleanup(usual_board) ]) :-
    initial(Start),
    forall(reachable(Start, Pos),
           (   turned(Pos, Turned),
               staticval(Pos, Val),
               staticval(Turned, Opposite),
               Val =:= -Opposite
           )).

%   G. C. Drummond-Cole, An update on domineering on rectangular boards, Integers 14,
%   2014; E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, 1982.

test('the winners of boards up to 3 rows, as published',
     Classes == [second, v, h, first, first, h, v, first, first, h, v]) :-
    findall(Class,
            ( member(Width/Height, [1/1, 1/2, 2/1, 2/2, 3/2, 4/2, 5/2, 2/3, 3/3, 4/3, 2/4]),
              class(Width, Height, Class)
            ),
            Classes).

test('the picture',
     Picture == "  2  .  x  x\n  1  .  .  .\n     a  b  c\nh to move") :-
    picture(domineering(h, [[e,x,x], [e,e,e]]), Picture).

:- end_tests(domineering).
