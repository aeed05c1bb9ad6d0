/*  Tests of prolog/support/notes.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/notes.plt
*/

:- use_module(library(plunit)).
:- use_module('../../../prolog/support/notes').

:- begin_tests(notes).

row(Row) :-
    latest(Main),
    with_output_to(string(Row), ( current_output(Stream), row_told(Main, Stream) )).

test(without_a_trace_nothing_is_noted) :-
    b_setval(pydecl_notes, []),
    pydecl_here(1),
    pydecl_tested(2, 3, 4),
    pydecl_held(2).
test(nothing_was_tried, Row == "7 - -") :-
    begin_notes(7),
    row(Row).
test(what_was_tried_is_told_in_order_also_if_it_failed, Row == "2 1,3,2 -") :-
    begin_notes(0),
    (   pydecl_here(1),
        pydecl_here(3),
        fail
    ;   pydecl_here(2)
    ),
    row(Row).
test(a_comparison_that_held_and_one_that_did_not, Row == "5 4,5 4:1:2:1;5:0:1:2") :-
    begin_notes(0),
    pydecl_tested(4, 2, 1), 2 > 1, pydecl_held(4),
    (   pydecl_tested(5, 1, 2), 1 > 2, pydecl_held(5)
    ->  true
    ;   true
    ),
    row(Row).
test(a_row_that_is_told_is_told_once, Row == "4 - -") :-
    begin_notes(0),
    pydecl_here(4),
    row_done,
    row(Row).
test(the_goal_that_goes_on, Row == "1 1,2 -") :-
    begin_notes(0),
    pydecl_here(1),
    latest(Caller),
    pydecl_here(2),
    go_back_to(Caller),
    row(Row).

operand(3, '3').
operand(0.5, '0.5').
operand(-inf, Val) :- Val is -inf.
operand(-(-(2)), '2').
operand(1r3, '1r3').
operand(1 + 1, x).              % that is the program's to compute
operand(random(9), x).
operand(Big, x) :- Big is 1 << 99.
operand(_, x).
operand(atom, x).

test(what_is_compared, [forall(operand(Term, Text)), Row == Expected]) :-
    begin_notes(0),
    pydecl_tested(1, Term, 0),
    row(Row),
    format(string(Expected), '1 1 1:0:~w:0', [Text]).
test(a_row_is_bounded, [true(Tried-Tests == 24-24)]) :-
    begin_notes(0),
    forall(between(1, 1000, N), ( pydecl_tested(N, N, 0), pydecl_held(N) )),
    row(Row),
    split_string(Row, " ", "", ["1000", TriedText, TestsText]),
    split_string(TriedText, ",", "", TriedTexts),
    last(TriedTexts, "1000"),
    length(TriedTexts, Tried),
    split_string(TestsText, ";", "", TestsTexts),
    TestsTexts = ["1:1:1:0"|_],
    length(TestsTexts, Tests).
test(rows_are_asked_for, Found == [-1, 3]) :-
    note_goals(-1),
    noting(First),
    note_goals(3),
    findall(N, noting(N), [Last]),
    Found = [First, Last].

:- end_tests(notes).
