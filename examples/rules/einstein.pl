/*  EinStein wuerfelt nicht (Ingo Althoefer, 2004): a die says which of six numbered cubes must
    go a square towards the opponent's corner, straight or diagonally; if it is off the board,
    the next lower or higher one goes. What lies on the square is taken, one's own cubes, too.
    Whoever reaches the corner, or takes all of the opponent's cubes, wins.
    Rules: en.wikipedia.org/wiki/EinStein_wuerfelt_nicht!. Here the cubes lie in their order.

    A position is einstein(Mover, Roll, Own, Others): what the die shows, or none before it is
    cast, and the cubes of the mover and of the opponent, sorted lists of Number-Column/Row. A
    move is Number-Square. MAX is w, who begins below at the right; the first row is above.
*/

:- use_module(library(apply)).
:- use_module(library(lists)).

initial(einstein(w, none, Whites, Blacks)) :-
    Blacks = [1-1/1,2-2/1,3-3/1,4-1/2,5-2/2,6-1/3],
    Whites = [1-5/3,2-4/4,3-5/4,4-3/5,5-4/5,6-5/5].

max_to_move(einstein(w, Roll, _, _)) :-
    Roll \== none.

min_to_move(einstein(b, Roll, _, _)) :-
    Roll \== none.

opponent(w, b).
opponent(b, w).

chance(einstein(Mover, none, Own, Others), Prob, einstein(Mover, Roll, Own, Others)) :-
    \+ lost(Mover, Own, Others),
    Prob is 1 rdiv 6,
    between(1, 6, Roll).

move(einstein(Mover, Roll, Own0, Others0), Number-To, einstein(Opponent, none, Others, Own)) :-
    Roll \== none,
    opponent(Mover, Opponent),
    goes(Roll, Own0, Number),
    select(Number-From, Own0, Own1),
    ahead(Mover, From, To),
    exclude(lies_on(To), Own1, Own2),
    exclude(lies_on(To), Others0, Others),
    sort([Number-To|Own2], Own).

%   goes(+Roll, +Cubes, -Number): there may be two that are next to the one that is gone.

goes(Roll, Cubes, Roll) :-
    memberchk(Roll-_, Cubes).
goes(Roll, Cubes, Number) :-
    \+ memberchk(Roll-_, Cubes),
    findall(One, ( member(One-_, Cubes), One < Roll ), Lower),
    last(Lower, Number).
goes(Roll, Cubes, Number) :-
    \+ memberchk(Roll-_, Cubes),
    findall(One, ( member(One-_, Cubes), One > Roll ), [Number|_]).

ahead(Mover, X0/Y0, X/Y) :-
    step(Mover, Step),
    member(DX/DY, [0/1,1/0,1/1]),
    X is X0 + Step * DX,
    Y is Y0 + Step * DY,
    between(1, 5, X),
    between(1, 5, Y).

step(b, 1).
step(w, -1).

lies_on(Square, _-Square).

lost(_, [], _).
lost(w, [_|_], Blacks) :-
    memberchk(_-5/5, Blacks).
lost(b, [_|_], Whites) :-
    memberchk(_-1/1, Whites).

staticval(einstein(Mover, Roll, Own, Others), Val) :-
    (   Roll == none,
        lost(Mover, Own, Others)
    ->  value(Mover, Val)
    ;   Val = 0
    ).

value(w, -1).
value(b, 1).
