/*  Oware (Abapa): a player sows all seeds of an own house one by one into the houses that
    follow, the opponent's after the own, and around, but leaves out the house itself. If the
    last seed makes two or three in a house of the opponent's, these are captured, and so
    are twos and threes just before it, as far as the opponent's houses go. A move that
    would capture all of the opponent's seeds is made, but captures nothing. If the opponent
    has no seeds, a move must give some. Where nobody can, the seeds belong to whose houses
    they are in, and so they do if a board comes again. More than half of the seeds win.
    Rules: the Oware Society's Abapa rules, s.helan.free.fr/awele/rules; for the capture of
    all, en.wikipedia.org/wiki/Oware; games that go round: joansala.com/auale/rules/en.

    A position is oware(Mover, Own, Others, Mine, Theirs, Earlier): the seeds in the mover's
    houses and the opponent's, in the order of sowing, what they have captured, and the
    boards since the last capture. MAX is south, who begins. A move is the number of a house.
*/

:- use_module(library(apply)).
:- use_module(library(lists)).

:- dynamic houses/1, seeds/1.

houses(6).
seeds(4).

initial(oware(south, Houses, Houses, 0, 0, [])) :-
    houses(Count),
    seeds(Seeds),
    length(Houses, Count),
    maplist(=(Seeds), Houses).

max_to_move(oware(south, _, _, _, _, _)).

min_to_move(oware(north, _, _, _, _, _)).

opponent(south, north).
opponent(north, south).

move(Pos, House, oware(Opponent, Others, Own, Theirs, Mine, Earlier)) :-
    Pos = oware(Mover, Own0, Others0, Mine0, Theirs, Earlier0),
    \+ over(Pos),
    opponent(Mover, Opponent),
    sown(Own0, Others0, House, Own, Others1, Last),
    \+ maplist(=(0), Others1),
    captured(Last, Others1, Others, Captured),
    Mine is Mine0 + Captured,
    (   Captured > 0
    ->  Earlier = []
    ;   Earlier = [board(Mover, Own0, Others0)|Earlier0]
    ).

%   over(+Pos): more than half of the seeds are captured, or the board comes again.

over(oware(Mover, Own, Others, Mine, Theirs, Earlier)) :-
    (   houses(Houses),
        seeds(Seeds),
        max(Mine, Theirs) > Houses * Seeds
    ->  true
    ;   memberchk(board(Mover, Own, Others), Earlier)
    ).

%   sown(+Own0, +Others0, -House, -Own, -Others, -Last): Last is the number of the house of
%   the last seed, counted from the mover's first.

sown(Own0, Others0, House, Own, Others, Last) :-
    nth1(House, Own0, Seeds),
    Seeds > 0,
    append(Own0, Others0, All0),
    length(All0, Count),
    append(Before, [_|After], All0),
    length([_|Before], House),
    append(After, Before, Ring0),
    Round is Seeds // (Count - 1),
    Rest is Seeds mod (Count - 1),
    given(Ring0, Round, Rest, Ring),
    length(After, Length),
    length(After1, Length),
    append(After1, Before1, Ring),
    append(Before1, [0|After1], All),
    length(Own0, Mine),
    length(Own, Mine),
    append(Own, Others, All),
    Last is (House - 1 + (Seeds - 1) mod (Count - 1) + 1) mod Count + 1.

given([], _, _, []).
given([Seeds0|Ring0], Round, Rest0, [Seeds|Ring]) :-
    Seeds is Seeds0 + Round + min(1, Rest0),
    Rest is max(0, Rest0 - 1),
    given(Ring0, Round, Rest, Ring).

captured(Last, Others0, Others, Captured) :-
    houses(Houses),
    Place is Last - Houses,
    (   Place > 0,
        length(Upto, Place),
        append(Upto, Beyond, Others0),
        reverse(Upto, Back0),
        taken(Back0, Back, Captured0),
        reverse(Back, Kept),
        append(Kept, Beyond, Others1),
        \+ maplist(=(0), Others1)
    ->  Others = Others1,
        Captured = Captured0
    ;   Others = Others0,
        Captured = 0
    ).

taken([Seeds|Back0], [0|Back], Captured) :-
    memberchk(Seeds, [2,3]),
    !,                                  % drops the next clause, for other counts
    taken(Back0, Back, Captured0),
    Captured is Captured0 + Seeds.
taken(Back, Back, 0).

staticval(Pos, Val) :-
    Pos = oware(Mover, Own, Others, Mine, Theirs, _),
    (   max_list([Mine,Theirs], Most), houses(Houses), seeds(Seeds), Most > Houses * Seeds
    ->  Lead is Mine - Theirs
    ;   move(Pos, _, _)
    ->  Lead is Mine - Theirs
    ;   sum_list(Own, Left),
        sum_list(Others, Right),
        Lead is Mine + Left - Theirs - Right
    ),
    lead(Mover, Lead, Val).

lead(south, Lead, Lead).
lead(north, Lead, Val) :-
    Val is -Lead.
