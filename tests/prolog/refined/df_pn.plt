/*  Tests of prolog/refined/df_pn.pl:

        swipl -q -g run_tests -t halt tests/prolog/refined/df_pn.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').

:- begin_tests(df_pn).

test(max_wins_where_the_value_is_above_0, [forall(root(Pos))]) :-
    value(Pos, Val),
    (   Val > 0
    ->  Won = true
    ;   Won = false
    ),
    once(searched(df_pn, Pos, found(Won, _, _))).

test(the_best_successor_is_won, [forall(root(Pos))]) :-
    once(searched(df_pn, Pos, found(true, Best, _))),
    (   Best == none
    ->  \+ pydecl_game:moves(Pos, _)
    ;   value(Best, Val),
        Val > 0
    ).

:- end_tests(df_pn).
