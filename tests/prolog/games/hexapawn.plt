/*  Tests of prolog/games/hexapawn.pl:

        swipl -q -g run_tests -t halt tests/prolog/games/hexapawn.plt
*/

:- use_module(library(plunit)).
:- ensure_loaded('../../../prolog/games/hexapawn').

:- begin_tests(hexapawn).

board(Width, Height) :-
    retractall(user:width(_)),
    retractall(user:height(_)),
    assertz(user:width(Width)),
    assertz(user:height(Height)).

usual_board :-
    board(3, 3).

start(hexapawn(w, [[b,b,b],
                   [e,e,e],
                   [w,w,w]])).

leaves(0, _, 1) :-
    !.                                  % drops the next clause, for Depth > 0
leaves(Depth, Pos, Leaves) :-
    Depth1 is Depth - 1,
    aggregate_all(sum(N), ( move(Pos, _, Next), leaves(Depth1, Next, N) ), Leaves).

%   value(+Pos, -Value): plain minimax of the whole game.

value(Pos, Val) :-
    findall(V, ( move(Pos, _, Next), value(Next, V) ), Vals),
    (   Vals == []
    ->  staticval(Pos, Val)
    ;   max_to_move(Pos)
    ->  max_list(Vals, Val)
    ;   min_list(Vals, Val)
    ).

reachable(Pos, Pos).
reachable(Pos, Last) :-
    move(Pos, _, Next),
    reachable(Next, Last).

moves(Pos, Moves) :-
    findall(Move, move(Pos, Move, _), Moves).

%   upside_down(+Pos, -Turned): the same position with the colours exchanged.

upside_down(hexapawn(Mover0, Rows0), hexapawn(Mover, Rows)) :-
    exchanged(Mover0, Mover),
    reverse(Rows0, Rows1),
    maplist(maplist(exchanged), Rows1, Rows).

exchanged(w, b).
exchanged(b, w).
exchanged(e, e).

picture(Pos, Picture) :-
    phrase(position_text(Pos), Codes),
    string_codes(Picture, Codes).

test('the start: black on the top row, white on the bottom row and to move', Starts == [Start]) :-
    start(Start),
    findall(Pos, initial(Pos), Starts).

test('other facts width/1 and height/1 give another start',
     [ setup(board(2, 4)), cleanup(usual_board),
       all(Pos == [hexapawn(w, [[b,b], [e,e], [e,e], [w,w]])])
     ]) :-
    initial(Pos).

test('the first moves, file by file', Moves == [a1-a2, b1-b2, c1-c2]) :-
    start(Pos),
    moves(Pos, Moves).

test('of a pawn: capture towards file a, ahead, capture away from it',
     Successors == [ (b1-a2)-hexapawn(b, [[e,e,e], [w,e,b], [e,e,e]]),
                     (b1-b2)-hexapawn(b, [[e,e,e], [b,w,b], [e,e,e]]),
                     (b1-c2)-hexapawn(b, [[e,e,e], [b,e,w], [e,e,e]])
                   ]) :-
    findall(Move-Next, move(hexapawn(w, [[e,e,e], [b,e,b], [e,w,e]]), Move, Next), Successors).

test('black captures and moves downwards, in the same order of files',
     Moves == [b3-a2, b3-b2, b3-c2]) :-
    moves(hexapawn(b, [[e,b,e], [w,e,w], [e,e,e]]), Moves).

test('on one file, the lower rank comes first, for either player',
     [ setup(board(1, 5)), cleanup(usual_board) ]) :-
    moves(hexapawn(w, [[e], [e], [w], [e], [w]]), [a1-a2, a3-a4]),
    moves(hexapawn(b, [[b], [e], [b], [e], [e]]), [a3-a2, a5-a4]).

test('a move can be asked for by its name', all(Next == [hexapawn(b, [[b,b,b], [e,w,e], [w,e,w]])])) :-
    start(Pos),
    move(Pos, b1-b2, Next).

test('a pawn neither captures ahead nor goes diagonally to an empty square, nor off the board', fail) :-
    move(hexapawn(w, [[b,b,b], [e,b,e], [e,w,e]]), _, _).

test('who is blocked has lost', Val-Moves == -100-[]) :-
    Pos = hexapawn(w, [[e,e,e], [e,b,e], [e,w,e]]),
    moves(Pos, Moves),
    staticval(Pos, Val),
    terminallost(Pos),
    \+ terminalwon(Pos).

test('the same blocked position with black to move is won') :-
    Pos = hexapawn(b, [[e,e,e], [e,b,e], [e,w,e]]),
    \+ move(Pos, _, _),
    staticval(Pos, 100),
    terminalwon(Pos),
    \+ terminallost(Pos).

test('who has no pawn left has lost') :-
    terminalwon(hexapawn(b, [[e,e,e], [e,w,e], [e,e,e]])),
    terminallost(hexapawn(w, [[e,e,e], [e,b,e], [e,e,e]])).

test('a pawn on its last row wins, and ends the game') :-
    White = hexapawn(b, [[w,e,b], [e,e,e], [e,e,w]]),
    staticval(White, 100),
    terminalwon(White),
    \+ move(White, _, _),
    Black = hexapawn(w, [[e,e,b], [e,w,e], [b,e,w]]),
    staticval(Black, -100),
    terminallost(Black),
    \+ move(Black, _, _).

test('of a game that goes on, the value is the difference of the pawns') :-
    Pos = hexapawn(b, [[b,e,b], [e,w,e], [w,e,w]]),
    staticval(Pos, 1),
    \+ terminalwon(Pos),
    \+ terminallost(Pos).

test('a third player never is to move') :-
    Pos = hexapawn(z, [[b,b,b], [e,e,e], [w,w,w]]),
    \+ max_to_move(Pos),
    \+ min_to_move(Pos),
    \+ move(Pos, _, _).

test('in every position: one mover, movers alternate, one value, and no game ends drawn') :-
    start(Start),
    forall(reachable(Start, Pos), lawful(Pos)).

lawful(Pos) :-
    findall(Mover, mover(Pos, Mover), [Mover]),
    findall(Val, staticval(Pos, Val), [Val]),
    forall(move(Pos, _, Next), ( mover(Next, Other), Other \== Mover )),
    (   move(Pos, _, _)
    ->  abs(Val) < 100
    ;   abs(Val) =:= 100
    ),
    (   terminalwon(Pos) ->  Val =:= 100 ; Val =\= 100 ),
    (   terminallost(Pos) ->  Val =:= -100 ; Val =\= -100 ).

mover(Pos, max) :-
    max_to_move(Pos).
mover(Pos, min) :-
    min_to_move(Pos).

test('upside down with the colours exchanged, every value changes its sign') :-
    start(Start),
    forall(reachable(Start, Pos),
           (   upside_down(Pos, Turned),
               staticval(Pos, Val),
               staticval(Turned, Opposite),
               Val =:= -Opposite
           )).

test('leaves by depth: 3; then 3 answers to a2 or c2, and 4 to b2', Leaves == [3,10]) :-
    start(Pos),
    findall(N, ( between(1, 2, Depth), leaves(Depth, Pos, N) ), Leaves).

%   Gardner, Mathematical games, Scientific American, March 1962.

test('on 3x3 the first player loses (Gardner)', Val == -100) :-
    start(Pos),
    value(Pos, Val).

test('the picture of the start',
     Picture == "  3  b  b  b\n  2  .  .  .\n  1  w  w  w\n     a  b  c\nw to move") :-
    start(Pos),
    picture(Pos, Picture).

:- end_tests(hexapawn).
