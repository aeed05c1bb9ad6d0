/*  Tests of prolog/support/folding.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/folding.plt

    The rules: a token on the squares -3 to 3 of a line, p(Mover, Square), goes left or right; a square stands for
    itself and for its mirror image if it is not below 0. Nothing stands for a token on 3, once it is there.
*/

:- use_module(library(plunit)).
:- use_module(library(lists)).

unfolded:initial(p(max, -1)).
unfolded:position(p(max, N)) :- member(N, [-2, 0, 2]).
unfolded:max_to_move(p(max, _)).
unfolded:min_to_move(p(min, _)).
unfolded:move(p(P, N), M) :- unfolded:move(p(P, N), _, M).
unfolded:move(p(P, N), Way, p(Q, M)) :-
    member(Way-Step, [left-(-1), right-1]), M is N + Step, member(P-Q, [max-min, min-max]).
unfolded:moves(p(partial, _), [p(max, -1)|_]).
unfolded:moves(p(open, _), [p(max, _)]).
unfolded:moves(p(P, N), Nexts) :-
    \+ memberchk(P, [partial, open]), findall(Next, unfolded:move(p(P, N), _, Next), Nexts).
unfolded:plausible(p(_, _), p(_, -2)).
unfolded:chance(p(die, _), 1, p(max, -1)).
unfolded:canonical(p(P, N), p(P, M)) :- N > -3, N < 3, M is abs(N).

:- prolog_load_context(directory, Folder),
   atom_concat(Folder, '/../../../prolog/support/folding', File),
   load_files(folding:File, [silent(true)]).

:- begin_tests(folding).

test(what_stands_for_a_start_takes_its_place, all(Pos == [p(max, 1)])) :-
    folding:initial(Pos).
test(symmetric_positions_stay_several, all(Pos == [p(max, 2), p(max, 0), p(max, 2)])) :-
    folding:position(Pos).
test(the_three_kinds_of_moves_give_the_same, Nexts == [p(min, 1), p(min, 1)]) :-
    folding:moves(p(max, 0), Nexts),
    findall(Next, folding:move(p(max, 0), Next), Nexts),
    findall(Next, folding:move(p(max, 0), _, Next), Nexts).
test(moves_keep_their_names, all(Move-Next == [left-p(min, 2), right-p(min, 0)])) :-
    folding:move(p(max, -1), Move, Next).
test(what_chance_gives_is_folded, all(Prob-Next == [1-p(max, 1)])) :-
    folding:chance(p(die, 0), Prob, Next).
test(what_stands_for_a_plausible_successor_is_plausible, [nondet]) :-
    folding:plausible(p(max, -1), p(min, 2)).
test(another_one_is_not, fail) :-
    folding:plausible(p(max, -1), p(min, 0)).
test(what_is_no_list_stays_so, Nexts = [p(max, 1)|Rest]) :-
    folding:moves(p(partial, 0), Nexts),
    assertion(var(Rest)).
test(what_is_no_position_stays_as_it_is, Nexts =@= [p(max, _)]) :-
    folding:moves(p(open, 0), Nexts).
test(nothing_stands_for_a_position, throws(pydecl(no_canonical(p(min, 3))))) :-
    folding:moves(p(max, 2), _).

:- end_tests(folding).
