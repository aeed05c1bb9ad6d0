/*  Tests of prolog/refined/white_black_minimax.pl:

        swipl -q -g run_tests -t halt tests/prolog/refined/white_black_minimax.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').

:- begin_tests(white_black_minimax).

test(finds_the_minimax_value, [forall(root(Pos))]) :-
    value(Pos, Val),
    once(searched(white_black_minimax, Pos, found(Val, _, _))).

test(the_best_successor_has_the_value, [forall(root(Pos))]) :-
    once(searched(white_black_minimax, Pos, found(_, Best, _))),
    best_of(Best, Pos).

test(visits_the_nodes_of_minimax, [forall(root(Pos))]) :-
    once(searched(minimax, Pos, found(Val, _, Nodes))),
    once(searched(white_black_minimax, Pos, found(Val, _, Nodes))).

:- end_tests(white_black_minimax).
