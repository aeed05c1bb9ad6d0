/*  Tests of prolog/support/tables.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/tables.plt
*/

:- use_module(library(plunit)).
:- use_module('../../../prolog/support/tables').

:- dynamic holds/1.

:- table path/2, above/2, reached/1, seen/1.

path(X, Y) :- holds(edge(X, Y)).
path(X, Z) :- path(X, Y), holds(edge(Y, Z)).

above(X, Y) :- next(X, Y).
above(X, Z) :- above(X, Y), next(Y, Z).

next(1, 2).
next(2, 3).

reached(X) :- findall(Y, path(1, Y), Ys), member(X, Ys).

seen(X) :- next(X, _), \+ path(1, X).

state(Edges) :-
    retractall(holds(_)),
    forall(member(Edge, Edges), assertz(holds(Edge))).

:- begin_tests(tables).

test(what_depends_on_the_state_is_found, Names == [path/2, reached/1, seen/1]) :-
    tables_of(user, [holds/1], Heads),
    findall(Name/Arity, ( member(_:Head, Heads), functor(Head, Name, Arity) ), Names0),
    sort(Names0, Names).
test(without_tables_there_is_nothing, Heads == []) :-
    tables_of(plunit, [holds/1], Heads).
test(the_next_state_has_answers_of_its_own, Answers == [[2, 3], [2], [3]]) :-
    tables_of(user, [holds/1], Heads),
    findall(Found,
            ( member(Edges, [[edge(1, 2), edge(2, 3)], [edge(1, 2)], [edge(1, 3)]]),
              state(Edges),
              forget_tables(Heads),
              findall(X, reached(X), Found0),
              sort(Found0, Found) ),
            Answers).
test(what_always_holds_keeps_its_table) :-
    aggregate_all(count, above(1, _), 2),
    tables_of(user, [holds/1], Heads),
    forget_tables(Heads),
    current_table(user:above(1, _), _), !.

:- end_tests(tables).
