/*  Tests of prolog/support/transpositions.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/transpositions.plt
*/

:- use_module(library(plunit)).
:- use_module('../../../prolog/support/attached', [attach/3]).
:- use_module('../../../prolog/support/transpositions').

:- begin_tests(transpositions).

%   kept(+Most, +Plies, -Kept): which of the positions 0, 1 … are in a table after they are kept, each at its ply.

kept(Most, Plies, Kept) :-
    attach(inf, settings(game, 0, 1000, 100, 0, [(table)=Most]), _),
    table_new(Table),
    forall(nth0(Pos, Plies, Ply), table_keep(Table, Ply, Pos, known)),
    findall(Pos, ( nth0(Pos, Plies, _), table_lookup(Table, Pos, known) ), Kept).

test(the_fullest_ply_gives_up_its_oldest, Kept == [0,2,3]) :-
    kept(3, [5,6,6,7], Kept).
test(of_several_that_are_fullest_the_last_gives_up, Kept == [0,2]) :-
    kept(2, [3,9,3], Kept).
test(one_place_has_the_last, Kept == [3]) :-
    kept(1, [0,1,1,0], Kept).
test(without_a_size_all_are_kept, Kept == [0,1,2,3]) :-
    kept(0, [0,0,7,0], Kept).
test(what_is_kept_again_stays_where_it_was, Known == [none,2,4]) :-
    attach(inf, settings(game, 0, 1000, 100, 0, [(table)=2]), _),
    table_new(Table),
    forall(member(Pos-Val, [a-1,b-2,a-3,c-4]), table_keep(Table, 0, Pos, Val)),
    findall(Val,
            ( member(Pos, [a,b,c]),
              (   table_lookup(Table, Pos, Val)
              ->  true
              ;   Val = none
              )
            ),
            Known).

:- end_tests(transpositions).
