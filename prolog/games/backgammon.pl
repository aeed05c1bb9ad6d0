/*  Backgammon, without the doubling cube: whoever first has no men left wins.

    Each player's points are numbered from 1, the last before the exit, to 24, and
    the bar is number 25. The same point has two numbers, which add up to 25. Men
    go down, one after the other, by the number of one die each; a double counts
    four times. A man on the bar goes first. No man lands on two of the opponent's;
    one alone is hit and goes to the bar. When all men are at home, on the points
    1 to 6, they may leave: from the point of the die's number, or from the highest
    point that has men, if that is lower. A player plays as much of the roll as can
    be played: both dice rather than one, and rather the larger one.

    These are the rules of T. Keith's Backgammon Galore (bkgm.com/rules.html). With
    gammons(yes) a win counts 2 if the loser still has all men, and 3 if one of them
    is on the bar or in the winner's home, too; else a win counts 1. What solves games
    knows won and lost alone, and takes gammons(no).

    A position is backgammon(Mover, Dice, Max, Min): Max and Min are the men on each
    of their own points from 1, the bar last, and Dice is what has been rolled, the
    larger number first. It is [] before a roll, where nobody is to move, and Mover
    is both in the start: each rolls one die, and who has the larger number begins
    with both. On a board of 4 points, with dice of 2 faces:

        backgammon(both, [], [0,0,1,1,0], [0,0,1,1,0])      the start
        backgammon(max, [2,1], [0,0,1,1,0], [0,0,1,1,0])    MAX begins
        backgammon(min, [], [1,0,1,0,0], [0,0,0,0,2])       after [4/2,2/1]: two hits

    A move is the list of its steps From/To, from the highest point down; 25 is the
    bar, 0 is off, and [] is a roll that cannot be played. Two ways to one position
    are one move, with the name that comes first in the standard order; moves come
    in the order of what they lead to.

    The options: `men` is where both begin, the bar last, and `faces` are those of
    a die, and the points of a home. Men can be hit again and again, so play can go
    on for ever, unless they have passed each other.
*/

:- use_module(library(dcg/basics)).
:- use_module(library(lists)).

:- include(backgammon/dice).

:- dynamic men/1, faces/1, gammons/1.

men([0,0,0,0,0,5,0,3,0,0,0,0,5,0,0,0,0,0,0,0,0,0,0,2,0]).
faces(6).
gammons(yes).

default_depth(2).
default_plies(1).

initial(backgammon(both, [], Start, Start)) :-
    men(Start).

max_to_move(backgammon(max, Dice, Max, Min)) :-
    decides(Dice, Max, Min).

min_to_move(backgammon(min, Dice, Max, Min)) :-
    decides(Dice, Max, Min).

%   In the start each rolls one die, and again if both show the same.

chance(backgammon(both, [], Max, Min), Prob, backgammon(Mover, [Larger,Smaller], Max, Min)) :-
    faces(Faces),
    Prob is 1 rdiv (Faces * (Faces - 1)),
    member(Mover, [max,min]),
    numbers(Larger, Smaller),
    Larger > Smaller.
chance(backgammon(Mover, [], Max, Min), Prob, backgammon(Mover, Dice, Max, Min)) :-
    Mover \== both,
    \+ over(Max, Min),
    roll(Prob, Dice).

%   Of two plays, the one that leaves fewer pips of the roll is more: with two
%   different numbers both dice, then the larger, then the smaller.

move(backgammon(Mover, [Die|Dice], Max, Min), Steps, Next) :-
    \+ over(Max, Min),
    sides(Mover, Max, Min, Mine0, Yours0),
    length(Mine0, Bar),
    findall(play(Pips, Mine-Yours, Steps),
            played([Die|Dice], Bar, Mine0, Yours0, Pips, Steps, Mine, Yours),
            Plays0),
    sort(0, @<, Plays0, Plays1),
    Plays1 = [play(Least,_,_)|_],
    sort(2, @<, Plays1, Plays),
    member(play(Least, Mine-Yours, Steps), Plays),
    sides(Mover, NextMax, NextMin, Mine, Yours),
    opponent(Mover, Opponent),
    Next = backgammon(Opponent, [], NextMax, NextMin).

sides(max, Max, Min, Max, Min).
sides(min, Max, Min, Min, Max).

opponent(max, min).
opponent(min, max).

%   played(+Dice, +Highest, +Mine0, +Yours0, -Pips, -Steps, -Mine, -Yours): Steps use
%   some of Dice, and leave Pips of them. No point is left from above Highest: equal
%   dice are used from the highest point down, for another order leads nowhere else.

played(Dice, _, Mine, Yours, Pips, [], Mine, Yours) :-
    sum_list(Dice, Pips).
played(Dice0, Highest0, Mine0, Yours0, Pips, Steps, Mine, Yours) :-
    select_die(Dice0, Die, Dice),
    step(Die, Highest0, Mine0, Yours0, From/To, Mine1, Yours1),
    (   Dice = [Die|_]
    ->  Highest = From
    ;   Highest = Highest0
    ),
    played(Dice, Highest, Mine1, Yours1, Pips, Steps0, Mine, Yours),
    sort(0, @>=, [From/To|Steps0], Steps).

%   step(+Die, +Highest, +Mine0, +Yours0, -Step, -Mine, -Yours): one man moves.

step(Die, Highest, Mine0, Yours0, From/To, Mine, Yours) :-
    leaving(Mine0, From),
    From =< Highest,
    with_men(From, -1, Mine0, Mine1),
    To is max(0, From - Die),
    (   To =:= 0
    ->  may_leave(From, Die, Mine0),
        Mine = Mine1,
        Yours = Yours0
    ;   with_men(To, 1, Mine1, Mine),
        length(Mine, Bar),
        Point is Bar - To,
        nth1(Point, Yours0, Men),
        met(Men, Point, Bar, Yours0, Yours)
    ).

leaving(Mine, From) :-
    last(Mine, OnTheBar),
    (   OnTheBar > 0
    ->  length(Mine, From)
    ;   nth1(From, Mine, Men),
        Men > 0
    ).

%   with_men(+Point, +Change, +Men0, -Men): so many men more on Point.

with_men(Point, Change, Men0, Men) :-
    nth1(Point, Men0, Old, Others),
    New is Old + Change,
    nth1(Point, Men, New, Others).

%   met(+Men, +Point, +Bar, +Yours0, -Yours): so many of the opponent's men, no more
%   than one, were on the point.

met(0, _, _, Yours, Yours).
met(1, Point, Bar, Yours0, Yours) :-
    with_men(Point, -1, Yours0, Yours1),
    with_men(Bar, 1, Yours1, Yours).

may_leave(From, Die, Mine) :-
    faces(Home),
    none_above(Home, Mine),
    (   From =:= Die
    ->  true
    ;   none_above(From, Mine)
    ).

%   The value of a finished game is what the win counts. Before, the lead in pips, as
%   a part of the pips of all men on the bar, is the estimate: -1 < estimate < 1.

staticval(backgammon(_, _, Max, Min), Val) :-
    pips(Max, 1, 0, MaxPips),
    pips(Min, 1, 0, MinPips),
    (   MaxPips =:= 0
    ->  count(Min, Val)
    ;   MinPips =:= 0
    ->  count(Max, Count),
        Val is -Count
    ;   men(Start),
        pips_on_the_bar(Start, Most),
        Val is (MinPips - MaxPips) rdiv Most
    ).

pips_on_the_bar(Men, Pips) :-
    sum_list(Men, All),
    length(Men, Bar),
    Pips is All * Bar.

count(Loser, Count) :-
    men(Start),
    sum_list(Start, All),
    sum_list(Loser, Left),
    (   ( gammons(no) ; Left < All )
    ->  Count = 1
    ;   length(Loser, Bar),
        faces(Home),
        Point is Bar - Home - 1,
        none_above(Point, Loser)
    ->  Count = 2
    ;   Count = 3
    ).

terminalwon(backgammon(_, _, Max, _)) :-
    no_men(Max).

terminallost(backgammon(_, _, _, Min)) :-
    no_men(Min).

%   The picture, with the points as MAX counts them:
%
%            4  3  2  1 bar
%       max  1  1  .  .   .
%       min  .  .  1  1   .
%       max to move 2 1

position_text(backgammon(Mover, Dice, Max, Min)) -->
    { append(MaxPoints, [MaxBar], Max),
      append(MinPoints, [MinBar], Min),
      length(MaxPoints, Highest),
      numlist(1, Highest, Points)
    },
    { reverse(Points, Downwards), reverse(MaxPoints, MaxDownwards) },
    row_text('   ', Downwards, bar),
    row_text(max, MaxDownwards, MaxBar),
    row_text(min, MinPoints, MinBar),
    atom(Mover), " ", turn_text(Dice).

row_text(Name, Points, Bar) -->
    atom(Name), fields(3, Points), fields(4, [Bar]), "\n".

fields(_, []) -->
    [].
fields(Width, [Field0|Fields]) -->
    { (   Field0 == 0
      ->  Field = '.'
      ;   Field = Field0
      ),
      format(codes(Codes), "~t~w~*|", [Field,Width])
    },
    string(Codes),
    fields(Width, Fields).

%   The picture as a board: MAX's points go from the lower right corner to the left,
%   and back above; at the right is the bar. A fifth man carries the number of all,
%   if there are more.

position_picture(Pos) -->
    { findall(Part, part(Pos, Part), Parts) },
    Parts.

part(backgammon(_, _, Max, _), Part) :-
    length(Max, Bar),
    between(0, Bar, Point),
    place(Point, Bar, X, Edge, Inwards),
    look(Point, Bar, Name, Colour),
    (   Y is Edge - Inwards,
        Part = text(X, Y, Name)
    ;   between(0, 4, N),
        Y is Edge + N * Inwards,
        Part = cell(X, Y, Colour)
    ).
part(backgammon(_, _, Max, Min), Part) :-
    length(Max, Bar),
    (   Player = max,
        nth1(Point, Max, Men)
    ;   Player = min,
        nth1(Own, Min, Men),
        Point is Bar - Own
    ),
    place(Point, Bar, X, Edge, Inwards),
    between(1, Men, N),
    Y is Edge + (N - 1) * Inwards,
    (   N < 5
    ->  Part = piece(X, Y, Player)
    ;   N =:= 5,
        Part = piece(X, Y, Player, Men)
    ).
part(backgammon(Mover, Dice, _, _), Part) :-
    nth0(N, Dice, Die),
    X is 1.1 * N,
    (   Part = cell(X, 6, Mover)
    ;   Part = text(X, 6, Die)
    ).

%   place(+Point, +Bar, -X, -Edge, -Inwards): the men on Point stand from the Edge.

place(Point, Bar, X, Edge, Inwards) :-
    Half is Bar // 2,
    (   Point =< Half
    ->  X is Half - Point,
        Edge = 11,
        Inwards = -1
    ;   X is Point - Half - 1,
        Edge = 1,
        Inwards = 1
    ).

look(Point, Bar, Name, Colour) :-
    (   Point mod Bar =:= 0
    ->  Name = bar,
        Colour = board
    ;   Point mod 2 =:= 0
    ->  Name = Point,
        Colour = dark
    ;   Name = Point,
        Colour = light
    ).
