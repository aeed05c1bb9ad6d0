:- module(rules_of_rows, [other_player/2, three/2]).
:- use_module(board).

other_player(white, black).
other_player(black, white).

three(Board, Player) :-
    member([Player, Player, Player], Board),
    other_player(Player, _).
three([[P, _, _], [P, _, _], [P, _, _]], P) :- other_player(P, _).
three([[_, P, _], [_, P, _], [_, P, _]], P) :- other_player(P, _).
three([[_, _, P], [_, _, P], [_, _, P]], P) :- other_player(P, _).
three([[P, _, _], [_, P, _], [_, _, P]], P) :- other_player(P, _).
three([[_, _, P], [_, P, _], [P, _, _]], P) :- other_player(P, _).
