/*  Tests of prolog/support/policy.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/policy.plt
*/

:- use_module(library(plunit)).
:- use_module('../../../prolog/support/policy').

:- begin_tests(policy).

test(a_clause_is_kept, Verdict == keep) :-
    vetted((move(a, b) :- true), Verdict).
test(a_query_is_left_out, Code == 'P401') :-
    vetted((?- play), left_out(Code, _)).
test(a_name_of_pydecl_s_own_is_refused, Code == 'P405') :-
    vetted(pydecl_attached:moves(_, _), refused(Code, _)).
test(a_directive_that_starts_a_program_is_refused) :-
    vetted((:- shell(ls)), refused(_, Text)),
    once(sub_string(Text, _, _, _, "shell")).
test(a_harmless_directive_is_kept, [forall(member(Goal, [dynamic(a/1), use_module(library(lists))]))]) :-
    vetted((:- Goal), keep).
test(a_variable_is_kept, Verdict == keep) :-
    vetted(_, Verdict).

:- end_tests(policy).
