/*  Bearing off, the end of a game of backgammon: all men are at home and have
    passed each other, and whoever first has none left wins.

    The points of a home are numbered from 1, the last one before the exit. A
    roll of two dice is used up one die after the other, in either order; with
    a double each number counts twice, so that there are four. A number moves a
    man down so many points, or off from the point of that number; where no man
    is so high, it takes one off from the highest point that has any.

    A position is bearoff(Mover, Dice, Max, Min): Mover is max or min, whose turn
    it is, and Max and Min are the homes, the men on each point from point 1.
    Dice is [] before the roll, where nobody is to move, and then what can be
    used, the larger number first:

        bearoff(max, [], [0,2,1], [0,2,1])              the start
        bearoff(max, [2,1], [0,2,1], [0,2,1])           after a 2 and a 1
        bearoff(min, [], [1,0,1], [0,2,1])              after the move [1,0,1]

    A move plays the whole roll. It has the name of the home that it leaves, and
    moves come in the standard order of these names: so two ways to the same home
    are one move.

    The game is finite: each roll takes pips away.
*/

:- use_module(library(apply)).
:- use_module(library(dcg/basics)).
:- use_module(library(lists)).

:- include(backgammon/dice).

:- dynamic home/1, faces/1.

home([0,2,1]).
faces(3).

default_depth(unlimited).
default_plies(2).

initial(bearoff(max, [], Home, Home)) :-
    home(Home).

max_to_move(bearoff(max, Dice, Max, Min)) :-
    decides(Dice, Max, Min).

min_to_move(bearoff(min, Dice, Max, Min)) :-
    decides(Dice, Max, Min).

move(bearoff(Mover, [Die|Dice], Max, Min), Home, Next) :-
    \+ over(Max, Min),
    home_of(Mover, Max, Min, Home0),
    findall(Home1, played([Die|Dice], Home0, Home1), Homes0),
    sort(Homes0, Homes),
    member(Home, Homes),
    after(Mover, Home, Max, Min, Next).

home_of(max, Max, _, Max).
home_of(min, _, Min, Min).

after(max, Max, _, Min, bearoff(min, [], Max, Min)).
after(min, Min, Max, _, bearoff(max, [], Max, Min)).

%   played(+Dice, +Home0, -Home): each of Dice has been used, as long as there
%   were men.

played([], Home, Home).
played([Die|Dice], Home0, Home) :-
    (   no_men(Home0)
    ->  Home = Home0
    ;   select_die([Die|Dice], Number, Rest),
        used(Number, Home0, Home1),
        played(Rest, Home1, Home)
    ).

%   used(+Number, +Home0, -Home): one man has moved Number points.

used(Number, Home0, Home) :-
    (   Below is Number - 1,
        none_above(Below, Home0)
    ->  highest_off(Home0, Home)
    ;   moved(Number, Home0, Home)
    ).

highest_off([Men0|Home0], [Men|Home]) :-
    (   no_men(Home0)
    ->  Men is Men0 - 1,
        Home = Home0
    ;   Men = Men0,
        highest_off(Home0, Home)
    ).

%   moved(+Number, +Home0, -Home): off from the point Number, or down from a
%   point above it.

moved(Number, Home0, Home) :-
    taken(Number, Home0, Home).
moved(Number, Home0, Home) :-
    down(Number, Home0, Home).

%   taken(+Point, +Home0, -Home): one man fewer on Point.

taken(Point, Home0, Home) :-
    nth1(Point, Home0, Men0, Others),
    one_less(Men0, Men),
    nth1(Point, Home, Men, Others).

%   down(+Number, +Home0, -Home): a man lands on the first point of Home0, from
%   Number points above it; or further up.

down(Number, [Men0|Home0], [Men|Home]) :-
    taken(Number, Home0, Home),
    Men is Men0 + 1.
down(Number, [Men|Home0], [Men|Home]) :-
    down(Number, Home0, Home).

one_less(Men0, Men) :-
    Men0 > 0,
    Men is Men0 - 1.

chance(bearoff(Mover, [], Max, Min), Prob, bearoff(Mover, Dice, Max, Min)) :-
    \+ over(Max, Min),
    roll(Prob, Dice).

%   1 and -1 are the values of finished games. Before, the lead in pips, as a part of
%   the pips of both, is the estimate: who has no men left leads by all of them.

staticval(bearoff(_, _, Max, Min), Val) :-
    pips(Max, 1, 0, MaxPips),
    pips(Min, 1, 0, MinPips),
    Val is (MinPips - MaxPips) rdiv (MinPips + MaxPips).

terminalwon(Pos) :-
    staticval(Pos, 1).

terminallost(Pos) :-
    staticval(Pos, -1).

%   The picture: the men on each point.
%
%       point  3  2  1
%       max    1  2  0
%       min    0  1  2
%       max to move 2 1

position_text(bearoff(Mover, Dice, Max, Min)) -->
    { length(Max, Highest),
      numlist(1, Highest, Points)
    },
    home_text(point, Points), home_text(max, Max), home_text(min, Min),
    atom(Mover), " ", turn_text(Dice).

home_text(Name, Home) -->
    { reverse(Home, FromTheHighest),
      format(codes(Label), "~w~t~5|", [Name])
    },
    string(Label), fields(FromTheHighest), "\n".

fields([]) -->
    [].
fields([Field|Fields]) -->
    { format(codes(Codes), "~t~w~3|", [Field]) },
    string(Codes),
    fields(Fields).

%   The two homes as a picture: MAX's men stand above the points' numbers, MIN's
%   below them, and the dice lie at the side.

position_picture(bearoff(Mover, Dice, Max, Min)) -->
    { findall(Part, part(Mover, Dice, Max, Min, Part), Parts) },
    Parts.

part(_, _, Max, Min, Part) :-
    foldl(tallest, Max, 1, Tallest0),
    foldl(tallest, Min, Tallest0, Tallest),
    (   home_part(Max, Tallest, -1, max, Part)
    ;   home_part(Min, Tallest, 1, min, Part)
    ).
part(_, _, Max, _, text(X, 0, Point)) :-
    length(Max, Highest),
    between(1, Highest, Point),
    X is Highest - Point.
part(Mover, [], Max, Min, text(X, 0, Words)) :-
    \+ over(Max, Min),
    length(Max, Highest),
    X is Highest + 1,
    atom_concat(Mover, ' rolls', Words).
part(Mover, Dice, Max, _, Part) :-
    nth0(N, Dice, Die),
    length(Max, Highest),
    X is Highest + 0.5 + 1.1 * N,
    (   Part = cell(X, 0, Mover)
    ;   Part = text(X, 0, Die)
    ).

tallest(Men, Tallest0, Tallest) :-
    Tallest is max(Men, Tallest0).

%   home_part(+Home, +Tallest, +Side, +Player, -Part): Side is -1 above the numbers
%   and 1 below them.

home_part(Home, Tallest, Side, Player, Part) :-
    length(Home, Highest),
    nth1(Point, Home, Men),
    X is Highest - Point,
    between(1, Tallest, N),
    Y is Side * N,
    (   Part = cell(X, Y, Colour),
        striped(Point, Colour)
    ;   N =< Men,
        Part = piece(X, Y, Player)
    ).

striped(Point, Colour) :-
    (   Point mod 2 =:= 0
    ->  Colour = dark
    ;   Colour = light
    ).
