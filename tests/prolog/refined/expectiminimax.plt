/*  Tests of prolog/refined/expectiminimax.pl:

        swipl -q -g run_tests -t halt tests/prolog/refined/expectiminimax.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').

:- begin_tests(expectiminimax).

test(finds_the_minimax_value, [forall(root(Pos))]) :-
    value(Pos, Val),
    once(searched(expectiminimax, Pos, found(Val, _, _))).

test(the_best_successor_has_the_value, [forall(root(Pos))]) :-
    once(searched(expectiminimax, Pos, found(_, Best, _))),
    best_of(Best, Pos).

test(visits_the_nodes_of_minimax, [forall(root(Pos))]) :-
    once(searched(minimax, Pos, found(Val, _, Nodes))),
    once(searched(expectiminimax, Pos, found(Val, _, Nodes))).

:- end_tests(expectiminimax).
