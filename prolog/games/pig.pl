/*  Pig: a player rolls a die as often as wanted, and whoever first reaches
    the goal wins. A 1 ends the turn with nothing; any other number is added to the
    turn's total, and whoever holds adds that to the own points.

    A position is pig(Mover, Max, Min, Total) or die(Mover, Max, Min, Total):
    Mover is max or min, whose turn it is, Max and Min are the points of the two,
    and Total is what the turn has brought. In pig(…) Mover decides; in die(…)
    the die is rolled, and nobody decides:

        pig(max, 0, 0, 0)       the start
        die(max, 0, 0, 0)       after the move roll
        pig(max, 0, 0, 4)       after a 4
        pig(min, 4, 0, 0)       after the move hold
        pig(min, 0, 0, 0)       after a 1

    The moves are roll, and hold where there is a total. Two things make the
    game shorter, and nobody's chances change: who has the goal with the total
    holds at once, and points above the goal are not counted.

    The players do not alternate: who rolls keeps the turn. So only programs that
    ask each position for its own mover can play, and where there is a die, only
    expectiminimax. Play can go on for ever: with enough ones.
*/

:- use_module(library(dcg/basics)).
:- use_module(library(lists)).

:- dynamic goal/1, faces/1.

goal(10).
faces(6).

default_depth(8).
default_plies(3).

initial(pig(max, 0, 0, 0)).

max_to_move(pig(max, _, _, _)).

min_to_move(pig(min, _, _, _)).

move(pig(Mover, Max, Min, Total), Move, Next) :-
    \+ over(Max, Min),
    choice(Move, Mover, Max, Min, Total, Next).

choice(roll, Mover, Max, Min, Total, die(Mover, Max, Min, Total)).
choice(hold, Mover, Max, Min, Total, Next) :-
    Total > 0,
    turn_over(Mover, Max, Min, Total, Next).

%   turn_over(+Mover, +Max, +Min, +Total, -Next): Mover's turn has ended with
%   Total points more.

turn_over(max, Max0, Min, Total, pig(min, Max, Min, 0)) :-
    goal(Goal),
    Max is min(Max0 + Total, Goal).
turn_over(min, Max, Min0, Total, pig(max, Max, Min, 0)) :-
    goal(Goal),
    Min is min(Min0 + Total, Goal).

chance(die(Mover, Max, Min, Total), Prob, Next) :-
    faces(Faces),
    Prob is 1 rdiv Faces,
    between(1, Faces, Number),
    rolled(Number, Mover, Max, Min, Total, Next).

rolled(Number, Mover, Max, Min, Total0, Next) :-
    (   Number =:= 1
    ->  turn_over(Mover, Max, Min, 0, Next)
    ;   Total is Total0 + Number,
        goal(Goal),
        points(Mover, Max, Min, Points),
        (   Points + Total >= Goal
        ->  turn_over(Mover, Max, Min, Total, Next)
        ;   Next = pig(Mover, Max, Min, Total)
        )
    ).

points(max, Max, _, Max).
points(min, _, Min, Min).

over(Max, Min) :-
    goal(Goal),
    (   Max >= Goal
    ->  true
    ;   Min >= Goal
    ).

%   1 and -1 are the values of finished games. Before, the lead in points that
%   are safe, as a part of the goal, is the estimate: -1 < estimate < 1.

staticval(Pos, Val) :-
    scores(Pos, Max, Min),
    goal(Goal),
    (   Max >= Goal
    ->  Val = 1
    ;   Min >= Goal
    ->  Val = -1
    ;   Val is (Max - Min) rdiv Goal
    ).

scores(pig(_, Max, Min, _), Max, Min).
scores(die(_, Max, Min, _), Max, Min).

terminalwon(Pos) :-
    staticval(Pos, 1).

terminallost(Pos) :-
    staticval(Pos, -1).

%   The picture: the points of both, and what the turn has brought.
%
%       max  4 of 10
%       min  0 of 10
%       max to move, 3 points in this turn

position_text(Pos) -->
    { Pos =.. [Kind, Mover, Max, Min, Total],
      doing(Kind, Doing),
      goal(Goal)
    },
    "max  ", integer(Max), " of ", integer(Goal), "\n",
    "min  ", integer(Min), " of ", integer(Goal), "\n",
    atom(Mover), " ", atom(Doing), ", ", integer(Total), " points in this turn".

doing(pig, 'to move').
doing(die, rolls).

%   The same as a picture: each player goes along a line to the goal, and the
%   turn's total is the part of it that is not safe yet.

position_picture(Pos) -->
    { Pos =.. [Kind, Mover, Max, Min, Total],
      findall(Part, part(Kind, Mover, Max, Min, Total, Part), Parts)
    },
    Parts.

part(_, _, _, _, _, Part) :-
    goal(Goal),
    member(Y, [0,1]),
    (   Part = line(0, Y, 10, Y)
    ;   Part = text(10.8, Y, Goal)
    ).
part(_, Mover, Max, Min, Total, line(X, Y, X1, Y, Mover)) :-
    Total > 0,
    lane(Mover, Y, Max, Min, Points),
    along(Points, X),
    Reached is Points + Total,
    along(Reached, X1).
part(_, _, Max, Min, _, piece(X, Y, Player, Points)) :-
    lane(Player, Y, Max, Min, Points),
    along(Points, X).
part(Kind, Mover, Max, Min, Total, text(5, 2, Words)) :-
    \+ over(Max, Min),
    doing(Kind, Doing),
    format(atom(Words), '~w ~w, ~d points in this turn', [Mover,Doing,Total]).

lane(max, 0, Max, _, Max).
lane(min, 1, _, Min, Min).

along(Points, X) :-
    goal(Goal),
    X is 10.0 * min(Points, Goal) / max(Goal, 1).
