% Nim with OpenSpiel's state interface; the loser's returns are 0, and init/1 gives the state alone.

init(state(0, [1,3,5])).

current_player(state(Player, _), Player).

legal_actions(state(_, Heaps), Actions) :-
    findall(N-Count, ( nth0(N, Heaps, Size), between(1, Size, Count) ), Actions).

apply_action(state(Player, Heaps0), N-Count, state(Other, Heaps)) :-
    Other is (Player + 1) mod 2,
    nth0(N, Heaps0, Size, Rest),
    Left is Size - Count,
    nth0(N, Heaps, Left, Rest).

is_terminal(state(_, Heaps)) :-
    sum_list(Heaps, 0).

returns(State, Player, Points) :-
    is_terminal(State),
    current_player(State, Loser),
    (   Player =:= Loser
    ->  Points = 0
    ;   Points = 1
    ).
