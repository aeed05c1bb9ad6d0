/*  Tests of prolog/support/sampling.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/sampling.plt
*/

:- use_module(library(plunit)).
:- use_module('../../../prolog/support/sampling').

:- begin_tests(sampling).

:- rules:use_module(library(lists)).        % autoloading takes effort

:- dynamic rules:mark/1.

rules:mark(a).

sampled_one(Goal, Domains, Wanted, Facts, Most, Answer) :-
    sampled([sample(Goal, Domains, Wanted, Facts, Most, 10, 10000)], [Answer]).

test(solutions_are_told_up_to_a_number, Answer == answer([w(1), w(2)], more)) :-
    sampled([sample(member(X, [1, 2, 3]), [], w(X), none, 2, 2, 10000)], [Answer]).
test(all_solutions, Answer == answer([w(1), w(2)], done)) :-
    sampled_one(member(X, [1, 2]), [], w(X), none, 10, Answer).
test(free_variables_are_numbered, Answer == answer([w(f('$VAR'(0)))], done)) :-
    sampled_one(X = f(_), [], w(X), none, 10, Answer).
test(samples_share_no_variables, Answers == [answer([w(1)], done), answer([w(2)], done)]) :-
    sampled([sample(X = 1, [], w(X), none, 9, 9, 9000), sample(X = 2, [], w(X), none, 9, 9, 9000)], Answers).
test(values_are_tried, Answer == answer([w(3)], done)) :-
    sampled_one(X > 2, [X-[1, 2, 3]], w(X), none, 10, Answer).
test(effort_is_limited, End == limit) :-
    sampled_one(( repeat, fail ), [], w, none, 1, answer(_, End)).
test(an_error_is_told, End == error("type_error(evaluable,a/0)")) :-
    sampled_one(_ is a, [], w, none, 1, answer(_, End)).
test(facts_are_there_for_a_goal_and_undone, Answer-Marks == answer([w-[mark(b), mark(c)]], done)-[a]) :-
    sampled_one(assertz(mark(b)), [], w, facts([mark(c)], [mark(_)]), 9, Answer),
    findall(Mark, rules:mark(Mark), Marks).
test(own_predicates_are_those_of_rules, [Kind, Clauses] == [(dynamic), [(mark(a) :- true)]]) :-
    own_predicates('/nowhere', Predicates),
    memberchk(predicate(rules, mark, 1, Kind, _, Clauses), Predicates).

:- end_tests(sampling).
