/*  Tests of prolog/support/steady.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/steady.plt
*/

:- use_module(library(plunit)).
:- use_module('../../../prolog/support/steady').

/*  A game of two positions: a, where MAX is to move, and b, its end. What `asked` counts changes with each question. */

:- dynamic pydecl_game:moves/2, pydecl_game:staticval/2, pydecl_game:asked/1.

pydecl_game:initial(a).
pydecl_game:max_to_move(a).
pydecl_game:min_to_move(b).

rules(Moves, Value) :-
    maplist(retractall, [pydecl_game:moves(_, _), pydecl_game:staticval(_, _), pydecl_game:asked(_)]),
    assertz(pydecl_game:asked(0)),
    assertz(pydecl_game:(moves(a, Nexts) :- call(Moves, Nexts))),
    assertz(pydecl_game:(staticval(_, V) :- call(Value, V))).

one_move([b]).
more_and_more(Nexts) :-
    counted(N),
    length(Nexts, N),
    maplist(=(b), Nexts).

zero(0).
zero_and_counted(0) :-
    counted(_).

counted(N) :-
    retract(pydecl_game:asked(N0)),
    N is N0 + 1,
    assertz(pydecl_game:asked(N)).

:- begin_tests(steady).

test(rules_that_only_compute_are_steady) :-
    rules(user:one_move, user:zero),
    steady.
test(a_counter_that_does_not_show_is_let_pass) :-
    rules(user:one_move, user:zero_and_counted),
    steady,
    pydecl_game:asked(N),
    N > 0.
test(other_moves_the_second_time_are_told, throws(pydecl(not_a_function(a)))) :-
    rules(user:more_and_more, user:zero),
    steady.
test(another_value_the_second_time_is_told, throws(pydecl(not_a_function(a)))) :-
    rules(user:one_move, user:counted),
    steady.
test(rules_that_raise_an_exception_are_left_to_the_search) :-
    rules(user:unknown, user:zero),
    steady.

:- end_tests(steady).
