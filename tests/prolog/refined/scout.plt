/*  Tests of prolog/refined/scout.pl:

        swipl -q -g run_tests -t halt tests/prolog/refined/scout.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').

:- begin_tests(scout).

test(finds_the_minimax_value, [forall(root(Pos))]) :-
    value(Pos, Val),
    once(searched(scout, Pos, found(Val, _, _))).

test(the_best_successor_has_the_value, [forall(root(Pos))]) :-
    once(searched(scout, Pos, found(_, Best, _))),
    best_of(Best, Pos).

test(keeps_its_window, [forall(( root(Pos), window(Pos, Alpha, Beta) ))]) :-
    value(Pos, Val),
    once(searched(scout, Pos, Alpha, Beta, Found)),
    keeps_window(Val, Alpha, Beta, Found).

:- end_tests(scout).
