/*  Tests of prolog/refined/sss_star.pl:

        swipl -q -g run_tests -t halt tests/prolog/refined/sss_star.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').

:- begin_tests(sss_star).

test(finds_the_minimax_value, [forall(root(Pos))]) :-
    value(Pos, Val),
    once(searched(sss_star, Pos, found(Val, _, _))).

test(the_best_successor_has_the_value, [forall(root(Pos))]) :-
    once(searched(sss_star, Pos, found(_, Best, _))),
    best_of(Best, Pos).

test(visits_no_more_nodes_than_alphabeta, [forall(root(Pos))]) :-
    once(searched(alphabeta, Pos, found(_, _, All))),
    once(searched(sss_star, Pos, found(_, _, Nodes))),
    Nodes =< All.

:- end_tests(sss_star).
