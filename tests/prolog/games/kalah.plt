/*  Tests of prolog/games/kalah.pl:

        swipl -q -g run_tests -t halt tests/prolog/games/kalah.plt
*/

:- use_module(library(plunit)).
:- ensure_loaded('../../../prolog/games/kalah').

:- begin_tests(kalah).

board(Pits, Seeds) :-
    retractall(user:pits(_)),
    retractall(user:seeds(_)),
    assertz(user:pits(Pits)),
    assertz(user:seeds(Seeds)).

usual_board :-
    board(6, 4).

after(Pos, House, Next) :-
    findall(Pos1, move(Pos, House, Pos1), [Next]).

reachable(Pos, Pos).
reachable(Pos, Last) :-
    move(Pos, _, Next),
    reachable(Next, Last).

%   value(+Pos, -Value): plain minimax of the whole game, where each position says who
%   is to move.

value(Pos, Val) :-
    findall(V, ( move(Pos, _, Next), value(Next, V) ), Vals),
    (   Vals == []
    ->  staticval(Pos, Val)
    ;   max_to_move(Pos)
    ->  max_list(Vals, Val)
    ;   min_list(Vals, Val)
    ).

start_value(Pits, Seeds, Val) :-
    setup_call_cleanup(board(Pits, Seeds), initial(Start), usual_board),
    value(Start, Val).

picture(Pos, Picture) :-
    phrase(position_text(Pos), Codes),
    string_codes(Picture, Codes).

test('the start: the seeds in the houses, max to move',
     [ setup(board(3, 2)), cleanup(usual_board), all(Pos == [kalah(max, [2,2,2]-0, [2,2,2]-0)]) ]) :-
    initial(Pos).

test('each house that is not empty can be sown', Houses == [2,3]) :-
    findall(House, move(kalah(min, [1,1,1]-0, [0,2,1]-7), House, _), Houses).

test('seeds are sown one by one into what follows, the own store too') :-
    after(kalah(max, [2,2,3]-0, [2,2,2]-0), 3, kalah(min, [2,2,0]-1, [3,3,2]-0)).

test('not into the store of the other player, but round the board') :-
    after(kalah(min, [1,1,1]-3, [1,1,6]-0), 3, kalah(max, [2,2,2]-3, [2,2,0]-1)).

test('who sows the last seed into the own store moves again') :-
    after(kalah(max, [2,2,2]-0, [2,2,2]-0), 2, kalah(max, [2,0,3]-1, [2,2,2]-0)),
    after(kalah(min, [2,2,2]-0, [2,2,2]-0), 2, kalah(min, [2,2,2]-0, [2,0,3]-1)).

test('the last seed in an own empty house captures what lies opposite') :-
    after(kalah(max, [1,0,2]-0, [1,5,1]-0), 1, kalah(min, [0,0,2]-6, [1,0,1]-0)),
    after(kalah(min, [1,5,1]-0, [1,0,2]-0), 1, kalah(max, [1,0,1]-0, [0,0,2]-6)).

test('the seed alone, if there is nothing') :-
    after(kalah(max, [1,0,2]-0, [1,0,1]-5), 1, kalah(min, [0,0,2]-1, [1,0,1]-5)).

test('the house that the seeds have come from was emptied: round to it, they capture') :-
    after(kalah(max, [1,7,1]-0, [1,1,1]-0), 2, kalah(min, [2,0,2]-4, [2,0,2]-0)).

test('an empty house of the other player, or an own one that held seeds, captures nothing') :-
    after(kalah(max, [1,1,2]-0, [0,5,1]-0), 3, kalah(min, [1,1,0]-1, [1,5,1]-0)),
    after(kalah(max, [1,1,2]-0, [0,5,1]-0), 1, kalah(min, [0,2,2]-0, [0,5,1]-0)).

test('when a player has no seed left, the other one takes what is left') :-
    after(kalah(max, [0,0,1]-5, [2,0,3]-1), 3, kalah(max, [0,0,0]-6, [0,0,0]-6)).

test('so it is if a capture takes the last seeds of the other one') :-
    after(kalah(max, [1,0,2]-0, [0,5,0]-4), 1, kalah(min, [0,0,0]-8, [0,0,0]-4)).

test('at the end the larger store has won') :-
    Won = kalah(max, [0,0]-5, [0,0]-3),
    Lost = kalah(max, [0,0]-3, [0,0]-5),
    Drawn = kalah(min, [0,0]-4, [0,0]-4),
    maplist(staticval, [Won,Lost,Drawn], [2,-2,0]),
    terminalwon(Won),
    terminallost(Lost),
    \+ ( member(Pos, [Lost,Drawn,kalah(max, [1,0]-5, [1,0]-1)]), terminalwon(Pos) ),
    \+ ( member(Pos, [Won,Drawn,kalah(max, [1,0]-1, [1,0]-5)]), terminallost(Pos) ).

test('in every position: one mover, all seeds, and no move exactly if all houses are empty',
     [ setup(board(2, 3)), cleanup(usual_board) ]) :-
    initial(Start),
    forall(reachable(Start, Pos), lawful(Pos)).

lawful(Pos) :-
    Pos = kalah(_, Max-MaxStore, Min-MinStore),
    findall(Mover, mover(Pos, Mover), [_]),
    sum_list([MaxStore,MinStore|Max], Some),
    sum_list([Some|Min], 12),
    (   move(Pos, _, _)
    ->  \+ sum_list(Max, 0), \+ sum_list(Min, 0)
    ;   sum_list(Max, 0), sum_list(Min, 0)
    ).

mover(Pos, max) :-
    max_to_move(Pos).
mover(Pos, min) :-
    min_to_move(Pos).

%   Irving, Donkers and Uiterwijk, Solving Kalah, ICGA Journal 23(3), 2000, say who
%   wins: D L W, W L L and D W. By how much: computed.

test('the results of small boards, as published', Values == [[0,-2,6],[2,-2,-2],[0,4]]) :-
    findall(Row,
            ( member(Pits-Most, [1-3,2-3,3-2]),
              findall(Val, ( between(1, Most, Seeds), start_value(Pits, Seeds, Val) ), Row)
            ),
            Values).

test('the picture', [ setup(board(3, 2)), cleanup(usual_board) ]) :-
    picture(kalah(min, [0,3,10]-1, [2,0,1]-12), Picture),
    atomics_to_string(["     3  2  1\n     1  0  2      min\n 12           1\n     0  3 10      max\n",
                       "     1  2  3\nmin to move"], Picture).

:- end_tests(kalah).
