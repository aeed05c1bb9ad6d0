% Take 1, 2 or 3 from a pile; who takes the last one wins.
initial(pile(max, 10)).
max_to_move(pile(max, _)).
min_to_move(pile(min, _)).
move(pile(Player, N), take(K), pile(Other, Left)) :-
    member(K, [1, 2, 3]), K =< N, Left is N - K, other(Player, Other).
other(max, min).
other(min, max).
staticval(pile(max, 0), -1).
staticval(pile(min, 0), 1).
