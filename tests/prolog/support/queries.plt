/*  Tests of prolog/support/queries.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/queries.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').
:- use_module('../../../prolog/support/queries').

:- begin_tests(queries).

test(an_answer_binds_the_names, Solutions == [['X'=1], ['X'=2]]) :-
    solutions("member(X, [1, 2])", 10, Solutions).
test(no_more_than_asked_for, Solutions == [['X'=1]]) :-
    solutions("member(X, [1, 2]).", 1, Solutions).
test(a_goal_sees_the_programs_and_the_game, Vals == [3]) :-
    solutions("minimax(even, B, V)", 1, [Bindings]),
    findall(Val, member('V'=Val, Bindings), Vals).
test(a_position_is_read, Pos == [2|even]) :-
    read_position("[2|even]", Pos).
test(a_position_with_a_variable_is_refused, [throws(pydecl(position_not_ground(_)))]) :-
    read_position("f(X)", _).
test(a_text_behind_the_term_is_refused, [throws(pydecl_syntax(text_after_the_term))]) :-
    read_position("a. b", _).
test(what_is_no_prolog_is_refused, [throws(pydecl_syntax(_))]) :-
    read_position("f(", _).

:- end_tests(queries).
