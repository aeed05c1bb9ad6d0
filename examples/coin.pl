% Take 1 point, or toss a coin for 3: heads. Who has more points after five turns has won.
initial(turn(max, 5, 0)).               % MAX is to move, 5 turns are left, and MAX leads by 0
max_to_move(turn(max, _, _)).
min_to_move(turn(min, _, _)).
move(turn(Player, N, Lead), take, Next) :- N > 0, next(Player, N, Lead, 1, Next).
move(turn(Player, N, Lead), toss, coin(Player, N, Lead)) :- N > 0.
chance(coin(Player, N, Lead), 1/2, Next) :- next(Player, N, Lead, 3, Next).
chance(coin(Player, N, Lead), 1/2, Next) :- next(Player, N, Lead, 0, Next).
next(max, N, Lead0, Points, turn(min, Left, Lead)) :- Left is N - 1, Lead is Lead0 + Points.
next(min, N, Lead0, Points, turn(max, Left, Lead)) :- Left is N - 1, Lead is Lead0 - Points.
staticval(turn(_, _, Lead), Val) :- Val is sign(Lead).
