/*  Tests of prolog/support/expand.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/expand.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').
:- use_module('../../../prolog/support/expand').

:- begin_tests(expand).

test(a_line_for_each_position, Numbers == ["0", "1", "2"]) :-
    expand([even], 1, 0, Text),
    split_string(Text, "\n", "", Lines),
    findall(Number, ( member(Line, Lines), split_string(Line, "\t", "", [Number, _]) ), Numbers).
test(an_end_has_its_outcome, Outcomes == [won, none, lost]) :-
    findall(Outcome, ( member(Pos, [end, even, [1, 2, 1|deep]]), outcome(Pos, Outcome) ), Outcomes).

:- end_tests(expand).
