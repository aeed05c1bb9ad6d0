:- module(dilemma_strategies, [ choice/4, source/2 ]).

/*  Strategies for the iterated Prisoner's Dilemma.

    choice(Strategy, Own, Other, Choice): Strategy, whose own choices so far are
    Own, and the other's Other, makes this Choice next. Both histories are lists
    of silent and tell, the latest first. After three rounds, in which we told in
    the last one only, and the other in the second one only:

        choice(tit_for_tat, [tell,silent,silent], [silent,tell,silent], Choice)

    A Choice is silent, tell, or mixed(P): silent with the probability P, a number
    from 0 to 1, and tell otherwise. So the clauses stay free of chance: whoever
    plays the match draws the numbers. The first solution counts.

    A file of your own holds clauses of choice/4 under new names, and needs no
    module header.
*/

:- use_module(library(lists)).

:- discontiguous choice/4, source/2.

%   Does what the other did last. It won both of Axelrod's tournaments.

source(tit_for_tat, 'Anatol Rapoport, in Axelrod 1980; lecture 20').

choice(tit_for_tat, _, [], silent).
choice(tit_for_tat, _, [Last|_], Last).

source(always_tell, 'Axelrod 1984').

choice(always_tell, _, _, tell).

source(always_silent, 'Axelrod 1984').

choice(always_silent, _, _, silent).

%   Never forgives: the grim trigger.

source(grudger, 'J. W. Friedman 1971; Friedman in Axelrod 1980').

choice(grudger, _, Other, Choice) :-
    grim(Other, Choice).

grim(Other, Choice) :-
    (   memberchk(tell, Other)
    ->  Choice = tell
    ;   Choice = silent
    ).

%   Tells only after the other has told twice running.

source(tit_for_two_tats, 'Axelrod 1984').

choice(tit_for_two_tats, _, Other, Choice) :-
    (   Other = [tell,tell|_]
    ->  Choice = tell
    ;   Choice = silent
    ).

%   Tells twice for each time that the other has told.

source(two_tits_for_tat, 'Axelrod 1984').

choice(two_tits_for_tat, _, [], silent).
choice(two_tits_for_tat, _, [Last], Last).
choice(two_tits_for_tat, _, [Last,Before|_], Choice) :-
    grim([Last,Before], Choice).

source(suspicious_tit_for_tat, 'Boyd and Lorberbaum 1987').

choice(suspicious_tit_for_tat, _, [], tell).
choice(suspicious_tit_for_tat, _, [Last|_], Last).

%   Win-stay, lose-shift: keeps its choice after the other was silent, and
%   changes it after the other has told.

source(pavlov, 'Kraines and Kraines 1989; Nowak and Sigmund 1993').

choice(pavlov, [], _, silent).
choice(pavlov, [Own|_], [silent|_], Own).
choice(pavlov, [Own|_], [tell|_], Choice) :-
    opposite(Own, Choice).

opposite(silent, tell).
opposite(tell, silent).

source(alternator, 'Axelrod 1984').

choice(alternator, [], _, silent).
choice(alternator, [Own|_], _, Choice) :-
    opposite(Own, Choice).

%   Does what the other has done more often; silent where that is equal.

source(go_by_majority, 'Gail Grisell, in Axelrod 1980 (the second tournament)').

choice(go_by_majority, _, Other, Choice) :-
    lead(Other, 0, Lead),
    (   Lead < 0
    ->  Choice = tell
    ;   Choice = silent
    ).

%   The same, but tells where it is equal, and so first.

source(hard_majority, 'Mittal and Deb 2009').

choice(hard_majority, _, Other, Choice) :-
    lead(Other, 0, Lead),
    (   Lead > 0
    ->  Choice = silent
    ;   Choice = tell
    ).

%   lead(+Choices, +Lead0, -Lead): Lead is Lead0 and one for each silent of
%   Choices, less one for each tell.

lead([], Lead, Lead).
lead([silent|Choices], Lead0, Lead) :-
    Lead1 is Lead0 + 1,
    lead(Choices, Lead1, Lead).
lead([tell|Choices], Lead0, Lead) :-
    Lead1 is Lead0 - 1,
    lead(Choices, Lead1, Lead).

%   Tells, and is silent twice; if the other took that silently, it is told on
%   for ever after, and else met with tit for tat.

source(prober, 'Li, Hingston and Kendall 2011').

choice(prober, _, [], tell).
choice(prober, _, [_], silent).
choice(prober, _, [_,_], silent).
choice(prober, _, [Last,Before|Others], Choice) :-
    append(_, [Third,Second,_], [Last,Before|Others]),
    (   Third-Second == silent-silent
    ->  Choice = tell
    ;   Choice = Last
    ).

%   Silent, then tells; silent for ever after with whoever did the same.

source(handshake, 'Robson 1990').

choice(handshake, _, [], silent).
choice(handshake, _, [_], tell).
choice(handshake, _, [Last,Before|Others], Choice) :-
    (   append(_, [tell,silent], [Last,Before|Others])
    ->  Choice = silent
    ;   Choice = tell
    ).

%   Silent for ten rounds, whatever happens; then it remembers.

source(davis, 'Morton Davis, in Axelrod 1980').

choice(davis, Own, Other, Choice) :-
    length(Own, Rounds),
    (   Rounds < 10
    ->  Choice = silent
    ;   grim(Other, Choice)
    ).

%   The opposite of tit for tat.

source(bully, 'Nachbar 1992').

choice(bully, _, [], tell).
choice(bully, _, [Last|_], Choice) :-
    opposite(Last, Choice).

%   Tit for tat that tells one time in ten after the other was silent.

source(joss, 'Johann Joss, in Axelrod 1980').

choice(joss, _, [], silent).
choice(joss, _, [silent|_], mixed(9r10)).
choice(joss, _, [tell|_], tell).

%   Tit for tat that forgives one time in three.

source(generous_tit_for_tat, 'Nowak and Sigmund 1992').

choice(generous_tit_for_tat, _, [], silent).
choice(generous_tit_for_tat, _, [silent|_], silent).
choice(generous_tit_for_tat, _, [tell|_], mixed(1r3)).

source(random, 'Axelrod 1980').

choice(random, _, _, mixed(1r2)).
