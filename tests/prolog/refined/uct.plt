/*  Tests of prolog/refined/uct.pl:

        swipl -q -g run_tests -t halt tests/prolog/refined/uct.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').

:- begin_tests(uct).

test(the_best_successor_has_the_value, [forall(root(Pos))]) :-
    once(searched(uct, Pos, found(_, Best, _))),
    best_of(Best, Pos).

test(the_same_seed_gives_the_same_answer, [forall(root(Pos)), true(Again == Found)]) :-
    once(searched(uct, Pos, Found)),
    once(searched(uct, Pos, Again)).

test(its_value_lies_between_those_of_the_ends, [forall(root(Pos))]) :-
    once(searched(uct, Pos, found(Val, _, _))),
    -6 =< Val,
    Val =< 9.

:- end_tests(uct).
