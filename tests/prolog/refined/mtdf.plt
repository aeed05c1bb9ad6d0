/*  Tests of prolog/refined/mtdf.pl:

        swipl -q -g run_tests -t halt tests/prolog/refined/mtdf.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').

:- begin_tests(mtdf).

test(finds_the_minimax_value, [forall(root(Pos))]) :-
    value(Pos, Val),
    once(searched(mtdf, Pos, found(Val, _, _))).

test(the_best_successor_has_the_value, [forall(root(Pos))]) :-
    once(searched(mtdf, Pos, found(_, Best, _))),
    best_of(Best, Pos).

:- end_tests(mtdf).
