:- module(backward_induction,
          [ subgame/5,                  % +Payoffs, +Left, +History, -Line, -Points
            every_subgame/4,            % +Payoffs, +Left, +History, -Count
            by_rounds_left/3            % +Payoffs, +Rounds, -Rows
          ]).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(dilemma, [payoff/4, won/4]).

/*  The Prisoner's Dilemma over a number of rounds that both prisoners know, solved
    from its end: what rational players do when Left rounds are left follows from
    what they do when one round fewer is left.

    Payoffs are those of dilemma.pl. A history is a list of pairs Own-Other, the
    latest round first; each history begins a subgame of its own. What is chosen in
    the next round is seen in a table of four cells,

        cell(Own, Other, OwnPoints-OtherPoints, Line)

    each with the points of the next round and of the rest, which goes by Line, the
    pairs of choices from the round after the next to the end.
*/

%   subgame(+Payoffs, +Left, +History, -Line, -Points): one subgame-perfect
%   equilibrium in pure choices of the game of Left rounds after History: play goes
%   by Line and brings Points. All of them by backtracking: where there is only one
%   solution, backward induction has one outcome.

subgame(_, 0, _, [], 0-0).
subgame(Payoffs, Left, History, Line, Points) :-
    Left > 0,
    cells(Payoffs, Left, History, Cells),
    equilibrium(Cells, Line, Points).

cells(Payoffs, Left, History, Cells) :-
    Left1 is Left - 1,
    Pairs = [silent-silent, silent-tell, tell-silent, tell-tell],
    maplist(continued(Payoffs, Left1, History), Pairs, Cells).

continued(Payoffs, Left, History, Own-Other, cell(Own, Other, Points, Line)) :-
    subgame(Payoffs, Left, [Own-Other|History], Line, Rest),
    with_round(Payoffs, Own, Other, Rest, Points).

with_round(Payoffs, Own, Other, Rest1-Rest2, Points1-Points2) :-
    won(Payoffs, Own, Other, Won1),
    won(Payoffs, Other, Own, Won2),
    Points1 is Rest1 + Won1,
    Points2 is Rest2 + Won2.

%   equilibrium(+Cells, -Line, -Points): neither gains by choosing otherwise, alone.

equilibrium(Cells, [Own-Other|Line], Points1-Points2) :-
    member(cell(Own, Other, Points1-Points2, Line), Cells),
    \+ ( member(cell(_, Other, Better-_, _), Cells), Better > Points1 ),
    \+ ( member(cell(Own, _, _-Better, _), Cells), Better > Points2 ).

%   every_subgame(+Payoffs, +Left, +History, -Count): all Count subgames of the game
%   of Left rounds after History, itself included, have a single outcome, and in all
%   of them telling dominates.

every_subgame(Payoffs, Left, History, Count) :-
    (   Left =:= 0
    ->  Count = 0
    ;   findall(Line, subgame(Payoffs, Left, History, Line, _), [_]),
        once(cells(Payoffs, Left, History, Cells)),     % the subgames that follow are checked below
        dominance(Cells, _, _, true),
        Left1 is Left - 1,
        findall(N,
                ( member(cell(Own, Other, _, _), Cells),
                  every_subgame(Payoffs, Left1, [Own-Other|History], N) ),
                [N1, N2, N3, N4]),
        Count is 1 + N1 + N2 + N3 + N4
    ).

%   dominance(+Cells, -IfSilent, -IfTells, -Dominates): how much more telling brings
%   than silence where the other is silent, and where the other tells. Dominates is
%   true where it brings more in both cases; then no equilibrium mixes choices
%   either.

dominance(Cells, IfSilent, IfTells, Dominates) :-
    gain(Cells, silent, IfSilent),
    gain(Cells, tell, IfTells),
    (   IfSilent > 0,
        IfTells > 0
    ->  Dominates = true
    ;   Dominates = false
    ).

gain(Cells, Other, Gain) :-
    memberchk(cell(tell, Other, Told-_, _), Cells),
    memberchk(cell(silent, Other, Silent-_, _), Cells),
    Gain is Told - Silent.

%   by_rounds_left(+Payoffs, +Rounds, -Rows): the same, much faster: points already
%   won do not count for what follows, so all subgames with as many rounds left are
%   one game. Rows are row(Left, Choices, Points, IfSilent, IfTells), from 1 round
%   left upwards, while the outcome is single; Choices are the next round's.

by_rounds_left(Payoffs, Rounds, Rows) :-
    rows(1, Rounds, Payoffs, 0-0, Rows).

rows(Left, Rounds, Payoffs, Rest, Rows) :-
    (   Left > Rounds
    ->  Rows = []
    ;   findall(cell(Own, Other, Points, []),
                ( payoff(Payoffs, Own, Other, _), with_round(Payoffs, Own, Other, Rest, Points) ),
                Cells),
        findall(Line-Points, equilibrium(Cells, Line, Points), [[Choices]-Value]),
        dominance(Cells, IfSilent, IfTells, true),
        Rows = [row(Left, Choices, Value, IfSilent, IfTells)|Rows1],
        Left1 is Left + 1,
        rows(Left1, Rounds, Payoffs, Value, Rows1)
    ).
