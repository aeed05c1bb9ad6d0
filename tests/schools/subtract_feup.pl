% A race to 13 under the FEUP course's assignment: the state is a list of named parts, the player in the middle;
% a third of the predicates are for people.

:- use_module(library(lists)).
:- use_module(library(random)).

:- dynamic default_config/1.

default_config(config(13, [1,3,4])).

initial_state(config(Target, Steps), [total(0), turn(p1), steps(Steps), target(Target)]).

opponent(p1, p2).
opponent(p2, p1).

state_part(State, Part) :-
    memberchk(Part, State).

valid_moves(State, _Player, Moves) :-
    state_part(State, total(Total)),
    state_part(State, steps(Steps)),
    state_part(State, target(Target)),
    include(within(Total, Target), Steps, Kept),
    maplist([Step,add(Step)]>>true, Kept, Moves).

within(Total, Target, Step) :-
    Total + Step =< Target.

move([total(Total0), turn(Player), Steps, Target], add(Step), [total(Total), turn(Next), Steps, Target]) :-
    Total is Total0 + Step,
    opponent(Player, Next).

game_over([total(Total), turn(Player), steps(Steps), target(Target)], Winner) :-
    \+ ( member(Step, Steps), Total + Step =< Target ),
    opponent(Player, Winner).

value(State, Player, Value) :-
    (   game_over(State, Winner)
    ->  ( Winner == Player -> Value = 10 ; Value = -10 )
    ;   state_part(State, total(Total)),
        Value is Total mod 3
    ).

choose_move(State, human, Move) :-
    repeat,
    read(Move),
    valid_moves(State, _, Moves),
    memberchk(Move, Moves),
    !.
choose_move(State, computer-1, Move) :-
    valid_moves(State, _, Moves),
    random_member(Move, Moves).

display_game([total(Total), turn(Player)|_]) :-
    format("~`-t~30|~n total: ~d~t~20| ~w to move~n", [Total, Player]).
