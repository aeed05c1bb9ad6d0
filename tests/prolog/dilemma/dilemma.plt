/*  Tests of prolog/dilemma:

        swipl -q -g run_tests -t halt tests/prolog/dilemma/dilemma.plt
*/

:- use_module(library(plunit)).
:- use_module('../../../prolog/dilemma/dilemma').
:- use_module('../../../prolog/dilemma/backward_induction').

:- begin_tests(dilemma).

%   In the lecture's table, in the row where Billy is silent and the column where
%   Chris tells, Chris gets 1 year and Billy 10.

test('who tells on a silent one gets 1 year, the silent one 10', Own-Other == 10-1) :-
    years(silent, tell, Own, Other).

test('the table does not change with the prisoners\' places') :-
    forall(years(A, B, Own, Other), years(B, A, Other, Own)).

test('years are bad: T > R > P > S', Payoffs == payoffs(-1,-3,-5,-10)) :-
    lecture_payoffs(Payoffs).

test('tit for tat loses the first round alone to whoever always tells',
     Firsts-Seconds-Points == [silent,tell,tell]-[tell,tell,tell]-(-20- -11)) :-
    match(tit_for_tat, always_tell, 3, 0, 1, Firsts, Seconds, _),
    lecture_payoffs(Payoffs),
    points(Payoffs, Firsts, Seconds, Points1, Points2),
    Points = Points1-Points2.

test('noise of 1 turns every choice round', Firsts-Seconds == [tell,tell]-[silent,silent]) :-
    match(always_silent, always_tell, 2, 1, 1, Firsts, Seconds, _).

test('the same random numbers make the same match', First == Second) :-
    match(random, joss, 50, 1r10, 7, Choices1, Choices2, _),
    First = Choices1-Choices2,
    match(random, joss, 50, 1r10, 7, Choices3, Choices4, _),
    Second = Choices3-Choices4.

test('a strategy that nobody has written', error(existence_error(strategy, nobody))) :-
    match(nobody, random, 1, 0, 1, _, _, _).

test('each meets each and itself once', Pairs == [a-a,a-b,b-b]) :-
    setup_call_cleanup(
        ( assertz(pd_test:choice(a, _, _, tell)), assertz(pd_test:choice(b, _, _, silent)),
          assertz(dilemma:strategies_in(pd_test)) ),
        tournament([a,b], 1, 0, 1, Matches),
        ( retract(dilemma:strategies_in(pd_test)), abolish(pd_test:choice/4) )),
    findall(A-B, member(match(A, B, _, _), Matches), Pairs).

test('every strategy says where it is from') :-
    forall(strategy(Strategy), dilemma_strategies:source(Strategy, _)).

:- end_tests(dilemma).

:- begin_tests(backward_induction).

test('of 4 rounds, backward induction leaves one outcome: telling in each',
     Outcomes == [[tell-tell,tell-tell,tell-tell,tell-tell]]) :-
    findall(Line, subgame(payoffs(-1,-3,-5,-10), 4, [], Line, _), Outcomes).

%   A game of 3 rounds has 1 + 4 + 16 subgames.

test('in all 21 subgames of 3 rounds telling dominates', Count == 21) :-
    every_subgame(payoffs(-1,-3,-5,-10), 3, [], Count).

%   A stag hunt, R > T > P > S: both outcomes are equilibria of one round.

test('where silence pays best, one round has two outcomes, and telling does not dominate',
     Outcomes == [[silent-silent],[tell-tell]]) :-
    findall(Line, subgame(payoffs(3,4,1,0), 1, [], Line, _), Outcomes),
    \+ every_subgame(payoffs(3,4,1,0), 1, [], _).

test('by rounds left it comes to the same as over all histories', Points == [-5- -5,-10- -10,-15- -15]) :-
    by_rounds_left(payoffs(-1,-3,-5,-10), 3, Rows),
    findall(P, member(row(_, tell-tell, P, 2, 5), Rows), Points),
    forall(nth1(N, Points, P), subgame(payoffs(-1,-3,-5,-10), N, [], _, P)).

:- end_tests(backward_induction).
