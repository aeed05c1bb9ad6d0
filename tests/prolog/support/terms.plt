/*  Tests of prolog/support/terms.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/terms.plt
*/

:- use_module(library(plunit)).
:- use_module('../../../prolog/support/terms').

:- begin_tests(terms).

written(Goal, Text) :-
    with_output_to(string(Text), Goal).

test(operators_are_written_as_functors, Text == "-(1,+(a,'B'))") :-
    written(write_canonical_term(1 - (a + 'B')), Text).
test(what_is_written_is_read_back_equal, [forall(member(Term, [f(1, 1.0), "text", 'it''s', [a|b], 1r3, {x}]))]) :-
    written(write_canonical_term(Term), Text),
    term_string(Again, Text),
    Again == Term.
test(equal_faults_have_equal_texts, One == Other) :-
    written(write_fault(f(_, _)), One),
    written(write_fault(f(_, _)), Other).
test(a_term_fits_or_not) :-
    numlist(1, 10, List),
    fits(List, 100),
    \+ fits(List, 10).
test(a_term_without_end_is_cut_short_in_time, fail) :-
    numlist(1, 60, Levels),
    foldl([_, X, f(X, X)]>>true, Levels, a, Huge),
    fits(Huge, 1000).
test(a_small_position_can_be_told) :-
    printable(board([x, o, empty], max)).
test(a_large_position_is_refused, [throws(pydecl(_))]) :-
    numlist(1, 300000, Large),
    printable(Large).
test(what_is_cyclic_in_a_term_is_named, Fault == cyclic(said("A=f(h(A),g(a))"))) :-
    G = g(a), X = f(Y, G), Y = h(X),
    cyclic(p(X, G, G), Fault).
test(lines_become_one, Text == "one two") :-
    lines_text(['one '-[], '~w'-[two]], Text).

:- end_tests(terms).
