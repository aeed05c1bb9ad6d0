/*  A hedge of bushes, which two gardeners trim in turn; so many that they have trimmed side by side win. How many, and
    how long the hedge is, is said when a game begins. */

:- dynamic needed/1.

small :- hedge(6, 3).

hedge(Length, Needed) :-
    retractall(needed(_)),
    assertz(needed(Needed)),
    grown(Length, Hedge),
    trim(Hedge, rose).

grown(Length, Hedge) :-
    length(Hedge, Length),
    maplist(=(wild), Hedge).

partner(rose, tom).
partner(tom, rose).

trim(Hedge, Who) :-
    writeln(Hedge),
    read(Bush),
    is_wild(Hedge, Bush),
    trimmed(Hedge, Bush, Who, Hedge1),
    (   is_winner(Hedge1, Who)
    ->  writeln(Who)
    ;   partner(Who, Other),
        trim(Hedge1, Other)
    ).

is_wild(Hedge, Bush) :- nth1(Bush, Hedge, wild).

trimmed(Hedge, Bush, Who, Hedge1) :-
    nth1(Bush, Hedge, _, Others),
    nth1(Bush, Hedge1, Who, Others).

is_winner(Hedge, Who) :-
    needed(Needed),
    length(Side, Needed),
    maplist(=(Who), Side),
    append(_, Rest, Hedge),
    append(Side, _, Rest).
