/*  Tests of prolog/games/tictactoe.pl:

        swipl -q -g run_tests -t halt tests/prolog/games/tictactoe.plt

    Published counts: sethcoulson.com/tic-tac-toe and nishioka.com.
*/

:- use_module(library(plunit)).
:- ensure_loaded('../../../prolog/games/tictactoe').

:- begin_tests(tictactoe).

start(tictactoe(x, [e,e,e,e,e,e,e,e,e])).

%   level_below(+Level0, -Level): all different positions one move later.

level_below(Level0, Level) :-
    findall(Next, ( member(Pos, Level0), move(Pos, _, Next) ), Nexts),
    sort(Nexts, Level).

reachable([], []).
reachable(Level0, Positions) :-
    Level0 = [_|_],
    level_below(Level0, Level),
    reachable(Level, Positions0),
    append(Level0, Positions0, Positions).

leaves(0, _, 1) :-
    !.                                  % drops the next clause, for Depth > 0
leaves(Depth, Pos, Leaves) :-
    Depth1 is Depth - 1,
    aggregate_all(sum(N), ( move(Pos, _, Next), leaves(Depth1, Next, N) ), Leaves).

picture(Pos, Picture) :-
    phrase(position_text(Pos), Codes),
    string_codes(Picture, Codes).

test('the start is the empty board, with x to move', Starts == [Start]) :-
    start(Start),
    findall(Pos, initial(Pos), Starts).

test('moves are the numbers of the empty cells, in order',
     Successors == [ 2-tictactoe(x, [x,o,o,e,x,e,o,x,e]),
                     4-tictactoe(x, [x,e,o,o,x,e,o,x,e]),
                     6-tictactoe(x, [x,e,o,e,x,o,o,x,e]),
                     9-tictactoe(x, [x,e,o,e,x,e,o,x,o])
                   ]) :-
    findall(Move-Next, move(tictactoe(o, [x,e,o,e,x,e,o,x,e]), Move, Next), Successors).

test('a move can be asked for by its number', all(Next == [tictactoe(o, [e,e,e,e,x,e,e,e,e])])) :-
    start(Pos),
    move(Pos, 5, Next).

test('a filled cell is no move, nor is a tenth cell', fail) :-
    member(Move, [0,1,10]),
    move(tictactoe(o, [x,e,e,e,e,e,e,e,e]), Move, _).

line([1,2,3]). line([4,5,6]). line([7,8,9]).
line([1,4,7]). line([2,5,8]). line([3,6,9]).
line([1,5,9]). line([3,5,7]).

holding(Player, Line, Cells) :-
    findall(Cell,
            ( between(1, 9, N), ( memberchk(N, Line) -> Cell = Player ; Cell = e ) ),
            Cells).

test('three in any of the eight lines win, and end the game',
     [forall(( line(Line), member(Mover, [x,o]) ))]) :-
    holding(x, Line, Xs),
    staticval(tictactoe(Mover, Xs), 1),
    terminalwon(tictactoe(Mover, Xs)),
    \+ terminallost(tictactoe(Mover, Xs)),
    \+ move(tictactoe(Mover, Xs), _, _),
    holding(o, Line, Os),
    staticval(tictactoe(Mover, Os), -1),
    terminallost(tictactoe(Mover, Os)),
    \+ terminalwon(tictactoe(Mover, Os)),
    \+ move(tictactoe(Mover, Os), _, _).

test('exactly eight of the 84 sets of three cells win', Count == 8) :-
    aggregate_all(count,
                  (   between(1, 9, A), between(A, 9, B), B > A, between(B, 9, C), C > B,
                      holding(x, [A,B,C], Cells),
                      terminalwon(tictactoe(o, Cells))
                  ),
                  Count).

test('a full board without three in a row is drawn') :-
    Pos = tictactoe(o, [x,o,x,
                        x,o,o,
                        o,x,x]),
    \+ move(Pos, _, _),
    staticval(Pos, 0),
    \+ terminalwon(Pos),
    \+ terminallost(Pos).

test('nothing is known of a game that goes on: 0, neither won nor lost') :-
    Pos = tictactoe(x, [x,x,e,o,o,e,e,e,e]),
    staticval(Pos, 0),
    \+ terminalwon(Pos),
    \+ terminallost(Pos).

test('a third player never is to move') :-
    Pos = tictactoe(z, [e,e,e,e,e,e,e,e,e]),
    \+ max_to_move(Pos),
    \+ min_to_move(Pos),
    \+ move(Pos, _, _).

test('5,478 positions can be reached, and 958 of them are finished',
     Count/Finished == 5478/958) :-
    start(Start),
    reachable([Start], Positions),
    length(Positions, Count),
    aggregate_all(count, ( member(Pos, Positions), \+ move(Pos, _, _) ), Finished).

test('in every position exactly one player is to move, and they alternate') :-
    start(Start),
    reachable([Start], Positions),
    forall(( member(Pos, Positions), move(Pos, _, Next) ),
           (   max_to_move(Pos)
           ->  min_to_move(Next), \+ max_to_move(Next)
           ;   min_to_move(Pos), max_to_move(Next), \+ min_to_move(Next)
           )).

test('staticval/2 has one solution in every position') :-
    start(Start),
    reachable([Start], Positions),
    forall(member(Pos, Positions),
           findall(Val, staticval(Pos, Val), [_])).

%   Up to depth 5 nobody has won before the last move: 9!/4!.

test('leaves by depth', Leaves == [9,72,504,3024,15120]) :-
    start(Start),
    findall(N, ( between(1, 5, Depth), leaves(Depth, Start, N) ), Leaves).

test('the picture of the start',
     Picture == " 1 | 2 | 3\n---+---+---\n 4 | 5 | 6\n---+---+---\n 7 | 8 | 9\nx to move") :-
    start(Start),
    picture(Start, Picture).

test('the picture shows the discs',
     Picture == " x | 2 | 3\n---+---+---\n 4 | o | 6\n---+---+---\n 7 | 8 | x\no to move") :-
    picture(tictactoe(o, [x,e,e,e,o,e,e,e,x]), Picture).

test('the board has nine cells, and an empty one its number',
     Parts-Numbers == [cell(0,0),piece(0,0,max,cross),cell(1,0),text(1,0,2)]-[2,4,5,6,7,8]) :-
    phrase(position_picture(tictactoe(o, [x,e,o,e,e,e,e,e,o])), All),
    length(Parts, 4),
    append(Parts, _, All),
    findall(Number, member(text(_,_,Number), All), Numbers).

:- end_tests(tictactoe).
