/*  Tests of prolog/support/giving.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/giving.plt
*/

:- use_module(library(plunit)).
:- use_module('../../../prolog/support/loader').
:- use_module('../../../prolog/support/giving').

:- begin_tests(giving).

text("moves(a, [b, c]).\nmoves(b, [c]).\nstaticval(P, 1) :- P == c.\nstaticval(c, 2).\n").

test(the_clause_of_the_first_answer, Places == ["giving.pl:3, in staticval/2"]) :-
    text(Text),
    pydecl_loader:load_rules('/nowhere/giving.pl', Text, [], _),
    giving(staticval/2, c, first, Places).
test(the_clause_of_the_answer_that_differs, Places == ["giving.pl:4, in staticval/2"]) :-
    giving(staticval/2, c, second, Places).
test(no_clause_gives_any, Places == []) :-
    giving(moves/2, c, first, Places).

:- end_tests(giving).
