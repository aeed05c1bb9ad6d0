% Three in a row with gravity on three columns of height two, with OpenSpiel's interface. Columns hold pieces bottom up.

init(s([[],[],[]], x)).

height(2).

current_player(s(_, P), P).

legal_actions(s(Cols, _), Actions) :-
    height(H),
    numlist(0, 2, All),
    exclude([C]>>( nth0(C, Cols, Col), length(Col, H) ), All, Actions).

apply_action(s(Cols, P), C, s(Cols1, Q)) :-
    swap(P, Q),
    foldl(dropped(C, P), Cols, Cols1, 0, _).

dropped(C, P, Col, Col1, I, J) :-
    J is I + 1,
    ( I =:= C -> append(Col, [P], Col1) ; Col1 = Col ).

swap(x, o).
swap(o, x).

won(Cols, P) :-
    member(R, [1,2]),
    maplist(nth1(R), Cols, [P,P,P]).

is_terminal(S) :- S = s(Cols, _), won(Cols, _), !.
is_terminal(s(Cols, _)) :- height(H), maplist([C]>>( length(C, H) ), Cols).

returns(s(Cols, _), Player, Value) :-
    ( won(Cols, Player) -> Value = 1 ; swap(Player, Other), won(Cols, Other) -> Value = -1 ; Value = 0 ).

state_to_string(s(Cols, P), String) :-
    with_output_to(string(String), ( print(Cols), write(' '), write(P) )).
