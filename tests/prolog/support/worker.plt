/*  Tests of prolog/support/worker.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/worker.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').

:- begin_tests(worker).

reply(Request, Reply) :-
    term_string(Request, Text),
    pydecl_worker:request(Text, Reply).

test(initial_positions, Reply == "ok [even,equal,deep,uneven,end]") :-
    reply(initial, Reply).
test(a_static_value, Reply == "ok 3") :-
    reply(static_value(end), Reply).
test(a_search_answers) :-
    reply(search(minimax, even, 100, -1000, 1000, settings(game, 0, 1000, 100, 0, []), 60.0), Reply),
    string_concat("ok answer(complete,3,succ(", _, Reply).
test(what_breaks_the_contract_is_an_error) :-
    reply(static_value(nowhere), Reply),
    string_concat("error game(no_value(", _, Reply).
test(what_is_no_request_is_an_error) :-
    pydecl_worker:request("nonsense(1)", Reply),
    string_concat("error ", _, Reply).

:- end_tests(worker).
