/*  Tests of prolog/support/adapting.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/adapting.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').
:- use_module('../../../prolog/support/adapting').

:- begin_tests(adapting).

test(a_number_is_negated, Vals == [-3, 2.5, -inf, inf]) :-
    findall(Val, ( member(Val0, [3, -2.5, inf, -inf]), negated(Val0, Val) ), Vals).
test(what_is_no_number_stays, Val == a) :-
    negated(a, Val).
test(rules_define_what_they_have) :-
    defines(moves/2),
    \+ defines(no_such/7).
test(a_broken_convention_is_told, [throws(pydecl(convention(said("no 3 in a"))))]) :-
    unlike("no ~w in ~w", [3, a]).
test(a_picture_is_what_is_printed, Text == "x o") :-
    picture(write('x o'), Codes, []),
    string_codes(Text, Codes).
test(no_picture_of_nothing, fail) :-
    picture(true, _, []).

:- end_tests(adapting).
