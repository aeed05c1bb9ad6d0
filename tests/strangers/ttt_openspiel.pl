% Tic-tac-toe with OpenSpiel's state interface: players 0 (x) and 1 (o), actions 0 to 8.

init([0, Board], 0) :-
    length(Board, 9),
    maplist(=('.'), Board).

current_player([Player, _], Player).

legal_actions([_, Board], Actions) :-
    findall(Action, nth0(Action, Board, '.'), Actions).

apply_action([Player, Board0], Action, [Next, Board]) :-
    symbol(Player, Symbol),
    nth0(Action, Board0, '.', Rest),
    nth0(Action, Board, Symbol, Rest),
    Next is 1 - Player.

is_terminal([_, Board]) :-
    line(Board, _),
    !.
is_terminal([_, Board]) :-
    \+ memberchk('.', Board).

returns([_, Board], Player, Points) :-
    (   line(Board, Symbol)
    ->  (   symbol(Player, Symbol)
        ->  Points = 1.0
        ;   Points = -1.0
        )
    ;   Points = 0.0
    ).

symbol(0, x).
symbol(1, o).

line(Board, Symbol) :-
    member([A,B,C], [[0,1,2], [3,4,5], [6,7,8], [0,3,6], [1,4,7], [2,5,8], [0,4,8], [2,4,6]]),
    nth0(A, Board, Symbol),
    Symbol \== '.',
    nth0(B, Board, Symbol),
    nth0(C, Board, Symbol),
    !.

state_to_string([_, [A,B,C,D,E,F,G,H,I]], Text) :-
    format(string(Text), "~w~w~w~n~w~w~w~n~w~w~w", [A,B,C,D,E,F,G,H,I]).
