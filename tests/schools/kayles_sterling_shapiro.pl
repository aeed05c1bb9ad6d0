% Kayles in the framework of The Art of Prolog: rows of pins, a ball knocks down one pin or two neighbours.
% Who is to move and finds no pin has lost.

:- use_module(library(lists)).
:- use_module(library(apply)).

:- dynamic pins/1.

pins([3,4]).

initialize(kayles, Rows, alice) :-
    pins(Rows).

next_player(Player, Other) :-
    (   Player = alice
    ->  Other = bob
    ;   Other = alice
    ).

% A move is hit(Row, Before, Count): Before pins stay on the left.
move(Rows, hit(Row, Before, Count)) :-
    member(Count, [1,2]),
    nth0(Row, Rows, Size),
    Most is Size - Count,
    between(0, Most, Before).

move(hit(Row, Before, Count), Rows, Rows1) :-
    length(Front, Row),
    append(Front, [Size|Back], Rows),
    After is Size - Before - Count,
    exclude(==(0), [Before,After], Parts),
    append([Front,Parts,Back], Rows0),
    msort(Rows0, Rows1).

game_over([], Player, Winner) :-
    next_player(Player, Winner).

display_game(Rows, Player) :-
    forall(member(Size, Rows), ( forall(between(1, Size, _), write('|')), nl )),
    format("~a to move~n", Player).

play(Game) :-
    initialize(Game, Position, Player),
    repeat,
    read(Move),
    move(Move, Position, Position1),
    display_game(Position1, Player),
    game_over(Position1, Player, Winner),
    !,
    format("~w has won~n", [Winner]).
