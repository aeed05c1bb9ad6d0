/*  Tests of prolog/refined/win.pl:

        swipl -q -g run_tests -t halt tests/prolog/refined/win.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').

:- begin_tests(win).

%   wins(+Pos): the player to move can leave the other without a move.

wins(Pos) :-
    pydecl_game:moves(Pos, Nexts),
    member(Next, Nexts),
    \+ wins(Next), !.                   % drops: other ways to win

test(who_cannot_move_loses, [forall(root(Pos))]) :-
    (   wins(Pos)
    ->  Outcome = won
    ;   Outcome = lost
    ),
    once(searched(win, Pos, found(outcome(Outcome, none), _, _))).

:- end_tests(win).
