/*  Tests of prolog/support/reading.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/reading.plt
*/

:- use_module(library(plunit)).
:- use_module('../../../prolog/support/loader').
:- use_module('../../../prolog/support/reading').

:- begin_tests(reading).

clauses(Text, Terms) :-
    pydecl_loader:load_rules('/nowhere/reading.pl', Text, [], loaded([], _, _, _, Read)),
    split_string(Read, "\n", "", Lines),
    findall(Line-Term,
            ( member(Told, Lines), split_string(Told, "\t", "", ["T", "0", Line, _, _, "rules", _, Term, _]) ),
            Terms).

test(what_was_read_is_told_with_its_lines, Terms == ["1"-"one(1)", "3"-"two(2)"]) :-
    clauses("one(1).\n\ntwo(2).\n", Terms).
test(another_text_begins_anew, Terms == ["1"-"three(3)"]) :-
    clauses("three(3).\n", Terms).
test(a_clause_is_told_as_it_is_written, Count == 1) :-
    clauses("two(X) :- one(X).\n", Terms),
    length(Terms, Count).
test(nothing_is_noted_where_nothing_is_read, Read == Empty) :-
    begin_reading('/nowhere/empty.pl', 0),
    what_was_read(Read),
    begin_reading('/nowhere/other.pl', 0),
    what_was_read(Empty).

:- end_tests(reading).
