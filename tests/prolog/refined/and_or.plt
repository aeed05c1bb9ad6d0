/*  Tests of prolog/refined/and_or.pl:

        swipl -q -g run_tests -t halt tests/prolog/refined/and_or.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').

:- begin_tests(and_or).

test(max_wins_where_the_value_is_above_0, [forall(root(Pos))]) :-
    value(Pos, Val),
    (   Val > 0
    ->  Won = true
    ;   Won = false
    ),
    once(searched(and_or, Pos, found(Won, _, _))).

test(the_best_successor_is_won, [forall(root(Pos))]) :-
    once(searched(and_or, Pos, found(true, Best, _))),
    (   Best == none
    ->  \+ pydecl_game:moves(Pos, _)
    ;   value(Best, Val),
        Val > 0
    ).

test(visits_no_more_nodes_than_minimax, [forall(root(Pos))]) :-
    once(searched(minimax, Pos, found(_, _, All))),
    once(searched(and_or, Pos, found(_, _, Nodes))),
    Nodes =< All.

:- end_tests(and_or).
