% Col on a path of five squares, for the FEUP course: players paint squares, two neighbours never get the same colour.
% Who cannot paint loses. GameState is game(Board, Player).

initial_state(_, game(Board, black)) :-
    length(Board, 5),
    maplist(=(empty), Board).

change(black, white).
change(white, black).

valid_moves(game(Board, Player), Moves) :-
    findall(I, can_paint(Board, Player, I), Moves).

can_paint(Board, Player, I) :-
    nth0(I, Board, empty),
    forall(neighbour(I, J), \+ nth0(J, Board, Player)).

neighbour(I, J) :- J is I - 1, J >= 0.
neighbour(I, J) :- J is I + 1.

move(game(Board0, Player), I, game(Board, Other)) :-
    can_paint(Board0, Player, I),
    replace_nth0(Board0, I, Player, Board),
    change(Player, Other).

replace_nth0([_|T], 0, X, [X|T]) :- !.
replace_nth0([H|T], N, X, [H|R]) :-
    N > 0,
    N1 is N - 1,
    replace_nth0(T, N1, X, R).

game_over(State, Winner) :-
    State = game(_, Player),
    valid_moves(State, []),
    change(Player, Winner).

value(game(Board, _), Player, Value) :-
    change(Player, Other),
    aggregate_all(count, can_paint(Board, Player, _), Mine),
    aggregate_all(count, can_paint(Board, Other, _), Theirs),
    Value is Mine - Theirs.

display_game(game(Board, Player)) :-
    atomic_list_concat(Board, '|', Line),
    print_message(informational, format("~w", [Line])),
    writeln(Line-Player).
