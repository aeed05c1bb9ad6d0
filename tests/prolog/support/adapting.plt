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
test(what_an_unlike_state_has_is_found, Part == b) :-
    elsewhere([2,1], f(a, g(b)), Part).
test(nothing_is_there, fail) :-
    elsewhere([2,1], f(a, b), _).
test(without_an_adapter_nothing_is_decided, Decided == []) :-
    decided_facts(Decided).
test(what_is_decided_is_told_with_its_variables_numbered,
     [ setup(maplist([Clause]>>assertz(adapted:Clause),
                     [ told(moves/2, steps/2), decided(first/1), decided(absent/3), first(f(A, _, A)) ])),
       cleanup(maplist([PI]>>abolish(adapted:PI), [told/2, decided/1, first/1])),
       Decided =@= [ decided(told, 2, [told(moves/2, steps/2)]),
                     decided(first, 1, [first(f(pydecl_(0), pydecl_(1), pydecl_(0)))]) ] ]) :-
    decided_facts(Decided).

:- end_tests(adapting).
