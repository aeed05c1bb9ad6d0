:- module(dilemma,
          [ years/4,                    % ?Own, ?Other, -OwnYears, -OtherYears
            lecture_payoffs/1,          % -Payoffs
            payoff/4,                   % +Payoffs, ?Own, ?Other, -Points
            won/4,                      % +Payoffs, +Own, +Other, -Points
            strategy/1,                 % ?Strategy
            match/8,                    % +First, +Second, +Rounds, +Noise, +Random, -Firsts, -Seconds, -NewRandom
            points/5,                   % +Payoffs, +Firsts, +Seconds, -FirstPoints, -SecondPoints
            tournament/5                % +Strategies, +Rounds, +Noise, +Seed, -Matches
          ]).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(strategies, []).

/*  The Prisoner's Dilemma of lecture 20, played again and again.

    Two prisoners are asked at the same time, and each is silent or tells. The
    years in prison, Billy's and then Chris's:

                                Chris
                            silent    tell
        Billy   silent       3, 3    10, 1
                tell         1, 10    5, 5

    Years are bad: a payoff is minus the years. So in the usual letters T, the
    temptation to tell on a silent one, is -1; R, the reward for silence of both,
    -3; P, the punishment, where both tell, -5; S, the sucker's payoff, -10. It is
    a dilemma because T > R > P > S.

    Payoffs are payoffs(T, R, P, S). Strategies are those of strategies.pl, which
    says how they are written, and those of modules that strategies_in/1 names.

        ?- match(tit_for_tat, always_tell, 3, 0, 1, Firsts, Seconds, _),
           lecture_payoffs(Payoffs),
           points(Payoffs, Firsts, Seconds, First, Second).
        Firsts = [silent, tell, tell], Seconds = [tell, tell, tell],
        First = -20, Second = -11.
*/

:- dynamic strategies_in/1.

strategies_in(dilemma_strategies).

years(silent, silent,  3,  3).
years(silent, tell,   10,  1).
years(tell,   silent,  1, 10).
years(tell,   tell,    5,  5).

lecture_payoffs(payoffs(T, R, P, S)) :-
    maplist(lecture_payoff,
            [tell-silent, silent-silent, tell-tell, silent-tell],
            [T, R, P, S]).

lecture_payoff(Own-Other, Points) :-
    years(Own, Other, Years, _),
    !,                                  % drops: nothing, the facts exclude each other
    Points is -Years.

payoff(payoffs(T, _, _, _), tell,   silent, T).
payoff(payoffs(_, R, _, _), silent, silent, R).
payoff(payoffs(_, _, P, _), tell,   tell,   P).
payoff(payoffs(_, _, _, S), silent, tell,   S).

%   won(+Payoffs, +Own, +Other, -Points): the same, and no choice is left open.

won(Payoffs, Own, Other, Points) :-
    payoff(Payoffs, Own, Other, Points),
    !.                                  % drops: nothing, the clauses exclude each other

%   strategy(?Strategy): Strategy is the name of one, in the order of the files.

strategy(Strategy) :-
    strategies_in(Module),
    named_in(Module, Strategies),
    member(Strategy, Strategies).

named_in(Module, Strategies) :-
    (   current_predicate(Module:choice/4)
    ->  findall(Name, clause(Module:choice(Name, _, _, _), _), Names),
        maplist(must_be(atom), Names),
        list_to_set(Names, Strategies)
    ;   Strategies = []
    ).

%   match(+First, +Second, +Rounds, +Noise, +Random0, -Firsts, -Seconds, -Random):
%   Firsts and Seconds are the choices of both strategies, the first round first.
%   Each choice is turned into its opposite with the probability Noise, and that
%   is what both then see in their histories. Random0 and Random are the states
%   of the random numbers, before and after; a round draws, as far as needed, for
%   the first's mixed choice, the second's, the first's noise, and the second's.

match(First, Second, Rounds, Noise, Random0, Firsts, Seconds, Random) :-
    must_be(nonneg, Rounds),
    module_of(First, Module1),
    module_of(Second, Module2),
    rounds(Rounds, Module1:First, Module2:Second, Noise, Random0, Random, [], Latest1, [], Latest2),
    reverse(Latest1, Firsts),
    reverse(Latest2, Seconds).

module_of(Strategy, Module) :-
    strategies_in(Module),
    named_in(Module, Strategies),
    memberchk(Strategy, Strategies),
    !.                                  % drops: the same name in a later module
module_of(Strategy, _) :-
    existence_error(strategy, Strategy).

rounds(Rounds, First, Second, Noise, Random0, Random, Own0, Own, Other0, Other) :-
    (   Rounds =:= 0
    ->  Own = Own0,
        Other = Other0,
        Random = Random0
    ;   chosen(First, Own0, Other0, Random0, Random1, Choice1),
        chosen(Second, Other0, Own0, Random1, Random2, Choice2),
        noisy(Noise, Choice1, Random2, Random3, Heard1),
        noisy(Noise, Choice2, Random3, Random4, Heard2),
        Rounds1 is Rounds - 1,
        rounds(Rounds1, First, Second, Noise, Random4, Random, [Heard1|Own0], Own, [Heard2|Other0], Other)
    ).

chosen(Module:Strategy, Own, Other, Random0, Random, Choice) :-
    (   Module:choice(Strategy, Own, Other, Wish)
    ->  true
    ;   no_choice(Strategy, Own, nothing)
    ),
    (   is_choice(Wish)
    ->  Choice = Wish,
        Random = Random0
    ;   is_mixed(Wish, Probability)
    ->  drawn(Probability, Random0, Random, silent, tell, Choice)
    ;   no_choice(Strategy, Own, Wish)
    ).

is_choice(Wish) :-
    atom(Wish),
    memberchk(Wish, [silent,tell]).

is_mixed(Wish, Probability) :-
    nonvar(Wish),
    Wish = mixed(Probability),
    number(Probability),
    Probability >= 0,
    Probability =< 1.

no_choice(Strategy, Own, Wish) :-
    length(Own, Before),
    Round is Before + 1,
    throw(error(dilemma(Strategy, Round, Wish), _)).

:- multifile prolog:error_message//1.

prolog:error_message(dilemma(Strategy, Round, Wish)) -->
    [ 'strategy ~q, round ~d: expected silent, tell or mixed(P), P from 0 to 1, found ~p'-
      [Strategy, Round, Wish]
    ].

noisy(Noise, Choice0, Random0, Random, Choice) :-
    (   Noise =:= 0
    ->  Choice = Choice0,
        Random = Random0
    ;   opposite(Choice0, Opposite),
        drawn(Noise, Random0, Random, Opposite, Choice0, Choice)
    ).

opposite(silent, tell).
opposite(tell, silent).

%   drawn(+Probability, +Random0, -Random, +Yes, +No, -Choice): Choice is Yes with
%   this Probability. The numbers are a linear congruence (Numerical Recipes).

drawn(Probability, Random0, Random, Yes, No, Choice) :-
    Random is (Random0 * 1664525 + 1013904223) /\ 0xFFFFFFFF,
    (   Random < Probability * 0x100000000
    ->  Choice = Yes
    ;   Choice = No
    ).

%   points(+Payoffs, +Firsts, +Seconds, -FirstPoints, -SecondPoints)

points(Payoffs, Firsts, Seconds, FirstPoints, SecondPoints) :-
    foldl(scored(Payoffs), Firsts, Seconds, 0-0, FirstPoints-SecondPoints).

scored(Payoffs, First, Second, Points1-Points2, Points3-Points4) :-
    won(Payoffs, First, Second, Won1),
    won(Payoffs, Second, First, Won2),
    Points3 is Points1 + Won1,
    Points4 is Points2 + Won2.

%   tournament(+Strategies, +Rounds, +Noise, +Seed, -Matches): each against each
%   that follows it, and against itself. Matches are match(First, Second, Firsts,
%   Seconds); match K, counted from 0, begins with random numbers of its own.

tournament(Strategies, Rounds, Noise, Seed, Matches) :-
    findall(First-Second,
            ( append(_, [First|Rest], Strategies), member(Second, [First|Rest]) ),
            Pairs),
    foldl(played(Rounds, Noise, Seed), Pairs, Matches, 0, _).

played(Rounds, Noise, Seed, First-Second, match(First, Second, Firsts, Seconds), K0, K) :-
    match_random(Seed, K0, Random),
    match(First, Second, Rounds, Noise, Random, Firsts, Seconds, _),
    K is K0 + 1.

match_random(Seed, K, Random) :-
    Random is (Seed + K * 2654435769) /\ 0xFFFFFFFF.
