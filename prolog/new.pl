% NAME: take one, two or three counters from a pile; whoever takes the last one wins.
% A position is pile(Player, Counters): who is to move, max or min, and what is left.

% initial(Position): where the game starts.
initial(pile(max, 10)).

% max_to_move(Position), min_to_move(Position): exactly one of them holds, after the last move too.
max_to_move(pile(max, _)).
min_to_move(pile(min, _)).

% move(Position, Move, Next): each legal move and what it leads to, in order; none where the game is over.
move(pile(Player, Counters), take(Count), pile(Opponent, Left)) :-
    member(Count, [1, 2, 3]),
    Left is Counters - Count,
    Left >= 0,
    opponent(Player, Opponent).

opponent(max, min).
opponent(min, max).

% staticval(Position, Value): how good a position is for MAX, as one number. Whoever finds nothing has lost.
staticval(pile(max, 0), -1).
staticval(pile(min, 0), 1).
staticval(pile(_, Counters), 0) :- Counters > 0.

% position_text(Position): how a position is shown; may be left out. position_picture(Position) would draw it.
position_text(pile(Player, Counters)) -->
    { format(codes(Text), "~d on the pile, ~w to move", [Counters, Player]) }, Text.
