/*  Tests of prolog/refined/proof_number.pl:

        swipl -q -g run_tests -t halt tests/prolog/refined/proof_number.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').

:- begin_tests(proof_number).

test(max_wins_where_the_value_is_above_0, [forall(root(Pos))]) :-
    value(Pos, Val),
    (   Val > 0
    ->  Won = true
    ;   Won = false
    ),
    once(searched(proof_number, Pos, found(Won, _, _))).

test(the_best_successor_is_won, [forall(root(Pos))]) :-
    once(searched(proof_number, Pos, found(true, Best, _))),
    (   Best == none
    ->  \+ pydecl_game:moves(Pos, _)
    ;   value(Best, Val),
        Val > 0
    ).

:- end_tests(proof_number).
