/*  Tests of prolog/refined/ab_procedure.pl:

        swipl -q -g run_tests -t halt tests/prolog/refined/ab_procedure.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').

:- begin_tests(ab_procedure).

test(finds_the_minimax_value, [forall(root(Pos))]) :-
    value(Pos, Val),
    once(searched(ab_procedure, Pos, found(Val, _, _))).

test(the_best_successor_has_the_value, [forall(root(Pos))]) :-
    once(searched(ab_procedure, Pos, found(_, Best, _))),
    best_of(Best, Pos).

test(visits_no_more_nodes_than_minimax, [forall(root(Pos))]) :-
    once(searched(minimax, Pos, found(_, _, All))),
    once(searched(ab_procedure, Pos, found(_, _, Nodes))),
    Nodes =< All.

test(keeps_its_window, [forall(( root(Pos), window(Pos, Alpha, Beta) ))]) :-
    value(Pos, Val),
    once(searched(ab_procedure, Pos, Alpha, Beta, Found)),
    keeps_window(Val, Alpha, Beta, Found).

:- end_tests(ab_procedure).
