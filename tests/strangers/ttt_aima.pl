% Tic-tac-toe by the functions of section 5.1 of AIMA: a state is s(Player, Board).

initial_state(s(x, [e,e,e, e,e,e, e,e,e])).

to_move(s(Player, _), Player).

actions(s(_, Board), Squares) :-
    findall(Square, nth1(Square, Board, e), Squares).

result(s(Player, Board0), Square, s(Other, Board)) :-
    opponent(Player, Other),
    nth1(Square, Board0, e, Rest),
    nth1(Square, Board, Player, Rest).

opponent(x, o).
opponent(o, x).

is_terminal(s(_, Board)) :-
    line(Board, _).
is_terminal(s(_, Board)) :-
    \+ memberchk(e, Board).

utility(s(_, Board), Player, Value) :-
    (   line(Board, Winner)
    ->  ( Winner == Player -> Value = 1 ; Value = -1 )
    ;   Value = 0
    ).

line(Board, Player) :-
    member([A,B,C], [[1,2,3], [4,5,6], [7,8,9], [1,4,7], [2,5,8], [3,6,9], [1,5,9], [3,5,7]]),
    nth1(A, Board, Player),
    Player \== e,
    nth1(B, Board, Player),
    nth1(C, Board, Player).

% Figure 5.3: the value, and the action that leads to it.
minimax_search(State, Action) :-
    to_move(State, Player),
    max_value(State, Player, _, Action).

max_value(State, Player, Value, none) :-
    is_terminal(State), !,
    utility(State, Player, Value).
max_value(State, Player, Value, Action) :-
    actions(State, Actions),
    findall(V-A, ( member(A, Actions), result(State, A, S), min_value(S, Player, V, _) ), Pairs),
    sort(1, @>=, Pairs, [Value-Action|_]).

min_value(State, Player, Value, none) :-
    is_terminal(State), !,
    utility(State, Player, Value).
min_value(State, Player, Value, Action) :-
    actions(State, Actions),
    findall(V-A, ( member(A, Actions), result(State, A, S), max_value(S, Player, V, _) ), Pairs),
    sort(1, @=<, Pairs, [Value-Action|_]).
