% Nim in the framework of The Art of Prolog, without value/2 or display_game/2.

initialize(nim, [1,3,5], opponent).

next_player(computer, opponent).
next_player(opponent, computer).

move(Position, (K,M)) :-
    nth1(K, Position, N),
    between(1, N, M).

move((1,M), [N|Ns], [N1|Ns]) :-
    N1 is N - M.
move((K,M), [N|Ns], [N|Ns1]) :-
    K > 1,
    K1 is K - 1,
    move((K1,M), Ns, Ns1).

% Whoever is to move and finds nothing has lost.
game_over(Position, Player, Winner) :-
    sum_list(Position, 0),
    next_player(Player, Winner).
