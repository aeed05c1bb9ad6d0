/*  Runners on three lanes of four squares: at(Lane, Square), a list for each side. They run towards one another and
    take each other slantwise. Nothing names a winner: the program looks whether there is a move. */

line_up(lanes([at(1, 1), at(2, 1), at(3, 1)], [at(1, 4), at(2, 4), at(3, 4)])).

facing(up, down).
facing(down, up).

begin :- line_up(Lanes), round(up, Lanes).

round(Side, Lanes) :-
    is_able(Side, Lanes),
    print(Lanes),
    read(From),
    run(Side, Lanes, Lanes1),
    \+ has_runner(Lanes1, From),
    facing(Side, Other),
    round(Other, Lanes1).

has_runner(lanes(Ups, Downs), From) :- member(From, Ups) ; member(From, Downs).

is_able(Side, Lanes) :- run(Side, Lanes, _), !.
is_able(Side, _) :- write(Side), write(' stands still.'), fail.

run(up, lanes(Ups, Downs), lanes([Runner|Ups1], Downs1)) :-
    select(at(Lane, Square), Ups, Ups1),
    Square1 is Square + 1,
    Square1 =< 4,
    forward(Lane, Square1, Ups, Downs, Downs1, Runner).
run(down, lanes(Ups, Downs), lanes(Ups1, [Runner|Downs1])) :-
    select(at(Lane, Square), Downs, Downs1),
    Square1 is Square - 1,
    Square1 >= 1,
    forward(Lane, Square1, Downs, Ups, Ups1, Runner).

forward(Lane, Square, Mine, Yours, Yours, at(Lane, Square)) :-
    \+ member(at(Lane, Square), Mine),
    \+ member(at(Lane, Square), Yours).
forward(Lane, Square, _, Yours, Yours1, at(Lane1, Square)) :-
    ( Lane1 is Lane - 1 ; Lane1 is Lane + 1 ),
    select(at(Lane1, Square), Yours, Yours1).
