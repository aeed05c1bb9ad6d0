/*  Tests of prolog/refined/outcome.pl:

        swipl -q -g run_tests -t halt tests/prolog/refined/outcome.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').

:- begin_tests(outcome).

test(the_outcome_and_its_plies_are_those_of_the_value, [forall(root(Pos))]) :-
    ply_value(Pos, Val),
    once(searched(outcome, Pos, found(outcome(Outcome, Plies), _, _))),
    (   Val > 0
    ->  Outcome == won, Plies =:= 1000 - Val
    ;   Val < 0
    ->  Outcome == lost, Plies =:= 1000 + Val
    ;   Outcome == drawn
    ).

test(each_position_is_met_once, [forall(root(Pos))]) :-
    once(searched(minimax, Pos, found(_, _, Nodes))),
    once(searched(outcome, Pos, found(_, _, Nodes))).

:- end_tests(outcome).
