/*  Tests of prolog/support/own_marks.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/own_marks.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').
:- use_module('../../../prolog/support/own').
:- use_module('../../../prolog/support/own_marks').

:- begin_tests(own_marks).

text("
minimax(P, B, V) :- moves(P, L), !, best(L, B, V). minimax(P, _, V) :- /* two in a line */ staticval(P, V).
best([P], P, V) :- !, minimax(P, _, V).
best([P|Ps], B, V) :- minimax(P, _, V1), best(Ps, B2, V2), ( better(P, V1, V2) -> B = P, V = V1 ; B = B2, V = V2 ).
better(P, V1, V2) :- min_to_move(P), V1 > V2.
better(P, V1, V2) :- max_to_move(P), V1 < V2.
bestmove(P, B) :- look(P), minimax(P, B, _), foldl(adds, [1], 0, _), two([], _).
look(P) :- P = Q, atom(Q), counted, true.
adds(X, Y, Z) :- Z is X + Y.
two --> [].
two, [x] --> [].
counted :- retract(count(N)), N1 is N + 1, assertz(count(N1)).
:- dynamic count/1.
count(0).
soft(_) => true.
").

loaded(Text) :-
    text(Text),
    pydecl_loader:load_rules('/nowhere/own.pl', Text, [], loaded([], _, _, _, _)).

answer(Own, Pos, Answer) :-
    get_time(Now),
    Deadline is Now + 600,
    once(own_search(Own, Pos, 100, -1000, 1000, settings(game, 0, 1000, 100, 0, []), Deadline, own(Answer, _))).

called(Goals, Text, Called, GoalText) :-
    member(goal(_, '/nowhere/own.pl', From, To, _, _, _, Called), Goals),
    Length is To - From,
    sub_string(Text, From, Length, _, GoalText).

test(an_attached_program_with_marks_answers_as_before, [setup(loaded(Text)), forall(root(Pos))]) :-
    marked_program(own(minimax, 3, attached), ['/nowhere/own.pl'-Text], First, Goals, Clauses),
    memberchk(goal(First, _, _, _, _, _, "minimax/3", "minimax/3"), Goals),
    attach_own(minimax/3, Clauses),
    once(clause(own_minimax_3:best(_, _, _), (pydecl_notes:_, _))),
    once(searched(minimax, Pos, found(Val, _, Nodes))),
    answer(own(minimax, 3, attached), Pos, answer(complete, Val, _, Nodes, _, _, _, _, _, _)).
test(both_clauses_of_a_line_have_their_own_places, [setup(loaded(Text))]) :-
    marked_program(own(minimax, 3, attached), ['/nowhere/own.pl'-Text], _, Goals, _),
    once(called(Goals, Text, "moves/2", "moves(P, L)")),
    once(called(Goals, Text, "staticval/2", "staticval(P, V)")).
test(a_bare_program_has_marks_where_it_is, [setup(loaded(Text))]) :-
    marked_program(own(bestmove, 2, bare), ['/nowhere/own.pl'-Text], First, Goals, ""),
    memberchk(goal(First, _, _, _, _, _, "bestmove/2", "bestmove/2"), Goals),
    clause(rules:look(_), (pydecl_notes:_, _)),
    \+ predicate_property(rules:look(_), dynamic),
    clause(rules:adds(_, _, _), (pydecl_notes:_, _)),           % which foldl/4 calls
    predicate_property(rules:count(_), dynamic),
    clause(rules:count(0), true),
    once(called(Goals, Text, "foldl/4", "foldl(adds, [1], 0, _)")),
    once(called(Goals, Text, "is/2", "Z is X + Y")).
test(what_stands_in_no_text_has_no_marks, [setup(loaded(_)), true(Found == [])]) :-
    marked_program(own(bestmove, 2, bare), ['/nowhere/own.pl'-"p(. no Prolog. q(a). bestmove(X, X)."], First, _, _),
    First >= -1,
    findall(x, ( clause(rules:look(_), Body), sub_term(Part, Body), Part == pydecl_notes ), Found).

:- end_tests(own_marks).
