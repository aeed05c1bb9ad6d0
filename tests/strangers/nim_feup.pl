% Nim under an older assignment: the state is a term with the turn in it, valid_moves/3 is told the player,
% and initial_state/2 is given a configuration.

default_config([1,3,5]).

initial_state(Heaps, gamestate(Heaps, turn(1))).

opponent(1, 2).
opponent(2, 1).

valid_moves(gamestate(Heaps, turn(Player)), Player, Moves) :-
    findall(take(N, Count), ( nth1(N, Heaps, Size), between(1, Size, Count) ), Moves).

move(gamestate(Heaps, turn(Player)), take(N, Count), gamestate(NewHeaps, turn(Next))) :-
    opponent(Player, Next),
    nth1(N, Heaps, Size, Rest),
    Left is Size - Count,
    nth1(N, NewHeaps, Left, Rest).

game_over(gamestate(Heaps, turn(Player)), Winner) :-
    sum_list(Heaps, 0),
    opponent(Player, Winner).
