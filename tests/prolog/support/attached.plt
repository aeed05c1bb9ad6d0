/*  Tests of prolog/support/attached.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/attached.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').
:- use_module('../../../prolog/support/attached').

:- begin_tests(attached).

started(Count) :-
    get_time(Now),
    Deadline is Now + 600,
    attach(Deadline, settings(game, 7, 1000, 100, 2, []), Count).

test(a_node_counts_and_knows_whose_turn_is_next, Succs == [at(1, min, [1|even]), at(1, min, [2|even])]) :-
    started(Count),
    moves(at(2, max, even), Succs),
    arg(1, Count, 1).
test(a_depth_of_1_has_successors, Succs == [at(0, min, [1|even]), at(0, min, [2|even])]) :-
    started(_),
    moves(at(1, max, even), Succs).
test(a_depth_of_0_has_no_successors, fail) :-
    started(_),
    moves(at(0, max, even), _).
test(the_wrong_mover_is_refused, [throws(pydecl(same_mover(even, max)))]) :-
    started(_),
    moves(at(2, min, even), _).
test(a_leaf_counts, Val == 9) :-
    started(Count),
    staticval(at(0, max, [2, 2|even]), Val),
    arg(2, Count, 1).
test(settings_are_told_by_name, [Win, MaxPly, Extension] == [1000, 100, 2]) :-
    started(_),
    setting(win, Win),
    setting(max_ply, MaxPly),
    setting(extension, Extension).
test(a_broken_contract_names_the_position, [throws(pydecl(no_value(a, b)))]) :-
    broken(no_value(b), at(1, max, a)).
test(the_time_is_looked_at) :-
    started(_),
    in_time.

:- end_tests(attached).
