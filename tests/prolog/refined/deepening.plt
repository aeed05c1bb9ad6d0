/*  Tests of prolog/refined/deepening.pl:

        swipl -q -g run_tests -t halt tests/prolog/refined/deepening.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').

:- begin_tests(deepening).

test(finds_the_minimax_value, [forall(root(Pos))]) :-
    value(Pos, Val),
    once(searched(deepening, Pos, found(Val, _, _))).

test(the_best_successor_has_the_value, [forall(root(Pos))]) :-
    once(searched(deepening, Pos, found(_, Best, _))),
    best_of(Best, Pos).

:- end_tests(deepening).
