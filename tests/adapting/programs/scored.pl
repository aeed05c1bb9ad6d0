/*  Nine lamps in a row, which west and east light in turn: three neighbours of one colour end the game, and so does
    the last lamp. No predicate says who has won; the referee looks whether the balance is for west or for east. */

begin(lamps(dark, dark, dark, dark, dark, dark, dark, dark, dark)).

partner(west, east).
partner(east, west).

light(Lamps, Number, Side, Next) :-
    arg(Number, Lamps, dark),
    Lamps =.. [lamps|Before],
    before(Number, Before, Side, After),
    Next =.. [lamps|After].

before(1, [_|Rest], Side, [Side|Rest]) :- !.
before(Number, [Lamp|Rest0], Side, [Lamp|Rest]) :-
    Less is Number - 1,
    before(Less, Rest0, Side, Rest).

burning(Lamps, From, Side) :-
    arg(From, Lamps, Side),
    Middle is From + 1, arg(Middle, Lamps, Side),
    To is From + 2, arg(To, Lamps, Side).

finished(Lamps) :- balance(Lamps, Balance), Balance =\= 0.
finished(Lamps) :- \+ arg(_, Lamps, dark).

balance(Lamps, Balance) :-
    aggregate_all(count, burning(Lamps, _, west), West),
    aggregate_all(count, burning(Lamps, _, east), East),
    Balance is 5 * (West - East).

value(Lamps, Value) :- balance(Lamps, Value).

evening :-
    begin(Lamps),
    turn(Lamps, west).

turn(Lamps, _) :-
    finished(Lamps), !,
    value(Lamps, Value),
    format("The end, with ~w for west.~n", [Value]).
turn(Lamps, Side) :-
    read(Number),
    light(Lamps, Number, Side, Next),
    partner(Side, Other),
    turn(Next, Other).
