% Nim for an AND/OR solver: us and them; who finds nothing to take has lost.

initial(nim(us, [1,3,5])).

tomove(nim(Player, _), Player).

terminal(nim(Player, Heaps), Winner) :-
    sum_list(Heaps, 0),
    other(Player, Winner).

moves(nim(Player, Heaps0), N-Count, nim(Other, Heaps)) :-
    other(Player, Other),
    nth1(N, Heaps0, Heap, Rest),
    between(1, Heap, Count),
    Left is Heap - Count,
    nth1(N, Heaps, Left, Rest).

other(us, them).
other(them, us).

% The solver that came with it.

won(Pos) :-
    terminal(Pos, us),
    !.
won(Pos) :-
    tomove(Pos, us),
    moves(Pos, _, Next),
    won(Next).
