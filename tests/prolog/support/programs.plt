/*  Tests of prolog/support/programs.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/programs.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').
:- use_module('../../../prolog/support/programs').

:- begin_tests(programs).

answer(Program, Pos, Depth, Answer) :-
    get_time(Now),
    Deadline is Now + 600,
    once(search(Program, Pos, Depth, -1000, 1000, settings(game, 0, 1000, 100, 0, []), Deadline, Answer)).

test(minimax_finds_the_value, [forall(root(Pos))]) :-
    value(Pos, Val),
    answer(minimax, Pos, 100, answer(complete, Val, _, _, _, false, _, _, _, _)).
test(a_depth_ends_at_the_horizon, Val-Horizon == 0-true) :-
    answer(minimax, even, 1, answer(complete, Val, _, 3, 2, Horizon, _, _, _, _)).
test(a_search_whose_time_is_over_knows_nothing, Val-Best == unknown-none) :-
    assert_chain,
    search(minimax, chain(0), 100000, -1000, 1000, settings(game, 0, 1000, 100, 0, []), 0,
           answer(time, Val, Best, _, _, _, _, _, _, _)).
test(leaves_are_told_in_order, Leaves == [[1, 1|even], [2, 1|even], [1, 2|even]]) :-
    get_time(Now),
    Deadline is Now + 600,
    once(search_recording_leaves(alphabeta, even, 100, -1000, 1000, settings(game, 0, 1000, 100, 0, []), Deadline, _,
                                 Leaves)).
test(won_is_asked_of_max, [throws(pydecl(won_asked_of_min([1|even])))]) :-
    answer(won, [1|even], 100, _).
test(which_exceptions_are_limits) :-
    stop(pydecl_stop(time), time),
    stop(error(resource_error(memory), _), memory),
    \+ stop(error(type_error(a, b), _), _).
test(a_claim_that_holds_has_a_proof) :-
    get_time(Now),
    Deadline is Now + 600,
    once(prove(won, even, 100, Deadline, proof(complete, Found, Entries, _, _))),
    Found == proved,
    Entries \== [].

%   assert_chain: a game of 1,000 moves in a line.

assert_chain :-
    forall(between(0, 1000, N),
           ( N1 is N + 1,
             ( N mod 2 =:= 0 -> Mover = max_to_move(chain(N)) ; Mover = min_to_move(chain(N)) ),
             pydecl_loader:assert_all([moves(chain(N), [chain(N1)]), Mover, staticval(chain(N), 0)]) )).

:- end_tests(programs).
