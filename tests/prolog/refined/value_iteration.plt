/*  Tests of prolog/refined/value_iteration.pl; tests/solving/test_chance.py has games of chance:

        swipl -q -g run_tests -t halt tests/prolog/refined/value_iteration.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').
:- use_module('../../../prolog/refined/value_iteration').

:- begin_tests(value_iteration).

test(without_chance_a_value_is_the_sign_of_the_minimax_value, [forall(root(Pos))]) :-
    values_from(Pos, Values),
    value_of(1, Values, Lower, Upper),
    value(Pos, Val),
    Lower =:= sign(Val),
    Upper =:= sign(Val).

test(what_is_on_no_cycle_takes_one_sweep, [forall(root(Pos)), Sweeps == 1]) :-
    values_from(Pos, Values),
    arg(6, Values, Sweeps).

values_from(Pos, Values) :-
    get_time(Now),
    Deadline is Now + 600,
    pydecl_attached:attach(Deadline, settings(game, 0, 0, 0, 0, []), _),
    values([at(576460752303423488, any(any), Pos)], 1.0e-9, 1, Values).

:- end_tests(value_iteration).
