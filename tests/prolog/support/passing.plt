/*  Tests of prolog/support/passing.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/passing.plt

    The rules: who takes 2 of a heap takes again. p(Mover, Left); from p(odd, _) nobody is to move.
*/

:- use_module(library(plunit)).
:- use_module(library(lists)).

:- prolog_load_context(directory, Folder),
   atom_concat(Folder, '/../../../prolog/support/passing', File),
   load_files(passing:File, [silent(true)]).

unpassed:max_to_move(p(max, _)).
unpassed:min_to_move(p(min, _)).
unpassed:move(p(max, N), M) :- unpassed:move(p(max, N), _, M).
unpassed:move(p(P, N), 1, p(Q, M)) :- N > 0, M is N - 1, member(P-Q, [max-min, min-max]).
unpassed:move(p(P, N), 2, p(P, M)) :- N > 1, M is N - 2.
unpassed:moves(p(partial, _), [p(max, 1)|_]).
unpassed:moves(p(P, N), Nexts) :- P \== partial, findall(Next, unpassed:move(p(P, N), _, Next), Nexts).
unpassed:staticval(p(_, N), N).
unpassed:terminalwon(p(min, 0)).
unpassed:terminallost(p(max, 0)).
unpassed:turbulent(p(_, 1)).
unpassed:plausible(p(_, _), p(_, 0)).
unpassed:chance(p(die, 0), 1, p(max, 1)).
unpassed:position_text(p(_, N)) --> { number_codes(N, Codes) }, Codes.
unpassed:position_picture(p(_, N)) --> [text(0, 0, N)].

:- begin_tests(passing).

test(who_moves_again_waits_for_a_pass, Nexts == [p(min, 2), pass(min, p(max, 1))]) :-
    passing:moves(p(max, 3), Nexts).
test(the_three_kinds_of_moves_give_the_same) :-
    passing:moves(p(max, 3), Nexts),
    findall(Next, passing:move(p(max, 3), Next), Nexts),
    findall(Next, passing:move(p(max, 3), _, Next), Nexts).
test(a_pass_has_one_move, all(Move-Next == [pass-p(max, 1)])) :-
    passing:move(pass(min, p(max, 1)), Move, Next).
test(a_pass_is_one_move_in_the_list_too, Nexts == [p(max, 1)]) :-
    passing:moves(pass(min, p(max, 1)), Nexts).
test(the_other_one_passes) :-
    passing:min_to_move(pass(min, p(max, 1))),
    \+ passing:max_to_move(pass(min, p(max, 1))).
test(a_pass_is_worth_what_follows, Val == 1) :-
    passing:staticval(pass(min, p(max, 1)), Val).
test(a_pass_is_no_end, fail) :-
    ( passing:terminalwon(pass(max, p(min, 0))) ; passing:terminallost(pass(min, p(max, 0))) ).
test(an_end_is_one_still) :-
    passing:terminalwon(p(min, 0)),
    passing:terminallost(p(max, 0)).
test(a_pass_is_turbulent_if_what_follows_is) :-
    passing:turbulent(pass(min, p(max, 1))),
    \+ passing:turbulent(pass(min, p(max, 2))).
test(a_move_is_plausible_with_a_pass_or_without) :-
    passing:plausible(p(max, 2), pass(min, p(max, 0))),
    passing:plausible(p(max, 1), p(min, 0)),
    \+ passing:plausible(p(max, 3), pass(min, p(max, 1))),
    passing:plausible(pass(min, p(max, 1)), p(max, 1)).
test(chance_is_as_it_was, all(Next == [p(max, 1)])) :-
    passing:chance(p(die, 0), _, Next).
test(no_chance_at_a_pass, fail) :-
    passing:chance(pass(min, p(die, 0)), _, _).
test(a_picture_tells_the_pass, Text == "1\nMIN passes") :-
    passing:position_text(pass(min, p(max, 1)), Codes, []),
    string_codes(Text, Codes).
test(the_board_at_a_pass_is_the_next_one, Parts == [text(0, 0, 1)]) :-
    passing:position_picture(pass(min, p(max, 1)), Parts, []).
test(the_board_elsewhere_is_that_of_the_rules, Parts == [text(0, 0, 1)]) :-
    passing:position_picture(p(max, 1), Parts, []).
test(what_is_no_proper_list_stays_so) :-
    passing:moves(p(partial, 0), Nexts),
    Nexts = [p(max, 1)|Rest],
    var(Rest).
test(what_is_no_position_stays_so, Next =@= p(max, _)) :-
    passing:turn(max, p(max, _), Next).

:- end_tests(passing).
