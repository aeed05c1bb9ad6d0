/*  The dice of backgammon. A part of ../backgammon.pl and ../bearoff.pl, whose
    positions hold Dice, what can be used of a roll, the larger number first, and
    the men of both players on each of their own points from 1, Max and Min.

    Dice is [] before a roll. Then nobody is to move, but where the game is over.
*/

decides([_|_], _, _).
decides([], Max, Min) :-
    over(Max, Min).

over(Max, Min) :-
    (   no_men(Max)
    ->  true
    ;   no_men(Min)
    ).

no_men([]).
no_men([0|Men]) :-
    no_men(Men).

%   none_above(+Point, +Men): no men are on the points above Point.

none_above(Point, Men) :-
    (   length(Lower, Point),
        append(Lower, Upper, Men)
    ->  no_men(Upper)
    ;   true
    ).

%   roll(-Prob, -Dice): the doubles, which count four times, and each two different
%   numbers, which come twice as often.

roll(Prob, Dice) :-
    numbers(Larger, Smaller),
    faces(Faces),
    (   Larger =:= Smaller
    ->  Prob is 1 rdiv Faces**2,
        Dice = [Larger,Larger,Larger,Larger]
    ;   Prob is 2 rdiv Faces**2,
        Dice = [Larger,Smaller]
    ).

numbers(Larger, Smaller) :-
    faces(Faces),
    between(1, Faces, Larger),
    between(1, Larger, Smaller).

%   Of equal dice it does not matter which comes first.

select_die([Die|Dice], Die, Dice).
select_die([Larger,Smaller], Smaller, [Larger]) :-
    Larger =\= Smaller.

%   pips(+Men, +Point, +Pips0, -Pips): the points that Men, the first of them on Point,
%   have to go, and Pips0 more.

pips([], _, Pips, Pips).
pips([Men|Others], Point, Pips0, Pips) :-
    Pips1 is Pips0 + Men * Point,
    Point1 is Point + 1,
    pips(Others, Point1, Pips1, Pips).

turn_text([]) -->
    "to roll".
turn_text([Die|Dice]) -->
    "to move", dice_text([Die|Dice]).

dice_text([]) -->
    [].
dice_text([Die|Dice]) -->
    " ", integer(Die),
    dice_text(Dice).
