/*  Tests of prolog/support/marks.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/marks.plt
*/

:- use_module(library(plunit)).
:- use_module('../../../prolog/support/marks').
:- use_module('../../../prolog/support/notes').

:- begin_tests(marks).

%   marked_text(+Text, -Clause): the clause that is written there, with its marks, as one of a file of that name.

marked_text(Text, Clause) :-
    read_text(Text, Read, Layout),
    (   Read = (_ :- _)
    ->  Clause0 = Read
    ;   Clause0 = (Read :- true)
    ),
    atom_string(File, Text),
    marked(Clause0, Read, Layout, File, Clause).

read_text(Text, Read, Layout) :-
    setup_call_cleanup(
        open_string(Text, Stream),
        read_term(Stream, Read, [subterm_positions(Layout)]),
        close(Stream)).

%   goal_texts(+Text, -Texts): what stands where the marks say, in the order of the marks' numbers.

goal_texts(Text, Texts) :-
    atom_string(File, Text),
    goals(Goals),
    findall(GoalText,
            ( member(goal(_, File, From, To, _, _, _, _), Goals),
              Length is To - From,
              sub_string(Text, From, Length, _, GoalText) ),
            Texts).

%   unmarked(+Body0, -Body): the same without its marks.

unmarked(Var, Var) :- var(Var), !.
unmarked((Mark, Body0), Body) :- mark(Mark), !, unmarked(Body0, Body).
unmarked((Goal0, Mark), Goal) :- mark(Mark), !, unmarked(Goal0, Goal).
unmarked(Mark, true) :- mark(Mark), !.
unmarked(Goal0, Goal) :-
    compound(Goal0), !,
    compound_name_arguments(Goal0, Name, Args0),
    maplist(unmarked, Args0, Args),
    compound_name_arguments(Goal, Name, Args).
unmarked(Goal, Goal).

mark(Mark) :- nonvar(Mark), Mark = pydecl_notes:_.

styled("p(X) :- q(X), !, r(X).", ["p(X)", "q(X)", "r(X)"]).
styled("p(X) :- ( q(X) -> r(X) ; \\+ s(X), t ).", ["p(X)", "q(X)", "r(X)", "s(X)", "t"]).
styled("p(X) :- ( q(X) *-> r(X) ; s ), (t).", ["p(X)", "q(X)", "r(X)", "s", "t"]).
styled("p(A, B) :- A > B, % C > D,\n    X is max(A, B), X @< 3.", ["p(A, B)", "A > B", "X is max(A, B)", "X @< 3"]).
styled("p(L) :- findall(X-Y, ( q(X), (r(Y) ; s) ), L), forall(member(X, L), t(X)).",
       ["p(L)", "q(X)", "r(Y)", "s", "findall(X-Y, ( q(X), (r(Y) ; s) ), L)", "member(X, L)", "t(X)",
        "forall(member(X, L), t(X))"]).
styled("p(L) :- setof(X, Y^Z^q(X, Y, Z), L), once((r, s)), catch(t, E, u(E)).",
       ["p(L)", "q(X, Y, Z)", "setof(X, Y^Z^q(X, Y, Z), L)", "r", "s", "once((r, s))", "t", "u(E)",
        "catch(t, E, u(E))"]).
styled("p(G) :- G, call(G), m:q, lists:member(G, [x]), m:once(G), system:findall(X, G, X).",
       ["p(G)", "G", "G", "call(G)", "m:q", "lists:member(G, [x])", "m:once(G)", "system:findall(X, G, X)"]).
styled("'ä'(\"€\").", ["'ä'(\"€\")"]).

test(each_goal_has_its_own_text, [forall(styled(Text, Expected)), true(Texts == Expected)]) :-
    marked_text(Text, _),
    goal_texts(Text, Texts).
test(without_its_marks_a_clause_is_what_it_was, [forall(styled(Text, _)), true(Body =@= Body0)]) :-
    marked_text(Text, (_ :- Marked)),
    read_text(Text, Read, _),
    (   Read = (_ :- Body0)
    ->  true
    ;   Body0 = true
    ),
    unmarked(Marked, Body).
test(the_head_is_marked_if_nothing_else_was_asked, true(Called == "p/1")) :-
    marked_text("p(one) :- !, q.", (_ :- pydecl_notes:pydecl_here(Number), !, _)),
    goals(Goals),
    memberchk(goal(Number, _, _, _, _, _, _, Called), Goals).
test(a_comparison_tells_what_it_compares) :-
    marked_text("p(A, B) :- q, A >= B.",
                (p(A, B) :- ( _, q ), pydecl_notes:pydecl_tested(N, A, B), A >= B, pydecl_notes:pydecl_held(N))).
test(the_first_head_is_that_of_the_first_clause) :-
    marked_text("first(1) :- first(2).", _),
    marked_text("first(2).", _),
    first_head(first/1, File, Number),
    File == 'first(1) :- first(2).',
    goals(Goals),
    memberchk(goal(Number, File, 0, 8, 0, _, "first/1", "first/1"), Goals),
    first_head(nothing/0, _, -1).
test(what_the_reader_has_not_seen_has_no_mark) :-
    read_text("p(X) :- q(X), r.", Read, Layout),
    marked((p(X) :- q(X), expanded, further), Read, Layout, unseen, (p(X) :- Body)),
    unmarked(Body, Body1),
    Body1 == ( q(X), expanded, further ),
    goals(Goals),
    \+ ( member(goal(_, unseen, _, _, _, _, _, Called), Goals), memberchk(Called, ["expanded/0", "further/0"]) ).

:- end_tests(marks).
