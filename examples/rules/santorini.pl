/*  Santorini (Gordon Hamilton, 2004): the players first place two workers each. Then a player
    moves a worker to a neighbouring square that is free and at most one level higher, and
    builds one level on a free square next to it; on the third level comes a dome, and nobody
    enters that square any more. Whoever moves up to the third level wins; whoever cannot move
    and build loses.
    Rules: en.wikipedia.org/wiki/Santorini_(game), for two players without god powers.

    A position is santorini(Mover, Own, Others, Towers): the mover's workers and the
    opponent's, sorted lists of Column/Row, and the towers, a sorted list of Square-Level, 4
    being a dome. A move is place(Square, Square), From-To/Square with the square that is built
    on, or From-To if that wins. MAX is x, who begins.
*/

:- use_module(library(lists)).

:- dynamic size/1.

size(5).

initial(santorini(x, [], [], [])).

max_to_move(santorini(x, _, _, _)).

min_to_move(santorini(o, _, _, _)).

opponent(x, o).
opponent(o, x).

move(santorini(Mover, [], Others, []), place(A, B), santorini(Opponent, Others, [A,B], [])) :-
    opponent(Mover, Opponent),
    square(A),
    square(B),
    A @< B,
    \+ memberchk(A, Others),
    \+ memberchk(B, Others).
move(santorini(Mover, Own0, Others, Towers0), Name, santorini(Opponent, Others, Own, Towers)) :-
    opponent(Mover, Opponent),
    \+ arrived(Others, Towers0),
    select(From, Own0, Other),
    neighbour(From, To),
    \+ memberchk(To, Other),
    \+ memberchk(To, Others),
    level(From, Towers0, Level0),
    level(To, Towers0, Level),
    Level =< min(3, Level0 + 1),
    sort([To|Other], Own),
    (   Level =:= 3
    ->  Name = From-To,
        Towers = Towers0
    ;   Name = From-To/Square,
        neighbour(To, Square),
        \+ memberchk(Square, Own),
        \+ memberchk(Square, Others),
        built(Square, Towers0, Towers)
    ).

square(X/Y) :-
    size(Size),
    between(1, Size, X),
    between(1, Size, Y).

neighbour(X0/Y0, X/Y) :-
    member(DX/DY, [(-1)/(-1), (-1)/0, (-1)/1, 0/(-1), 0/1, 1/(-1), 1/0, 1/1]),
    X is X0 + DX,
    Y is Y0 + DY,
    square(X/Y).

level(Square, Towers, Level) :-
    (   memberchk(Square-Level0, Towers)
    ->  Level = Level0
    ;   Level = 0
    ).

built(Square, Towers0, Towers) :-
    level(Square, Towers0, Level0),
    Level0 < 4,
    Level is Level0 + 1,
    (   selectchk(Square-Level0, Towers0, Rest)
    ->  true
    ;   Rest = Towers0
    ),
    sort([Square-Level|Rest], Towers).

arrived(Workers, Towers) :-
    member(Worker, Workers),
    memberchk(Worker-3, Towers),
    !.                                  % drops: the other worker

staticval(Pos, Val) :-
    Pos = santorini(Mover, _, _, _),
    (   move(Pos, _, _)
    ->  Val = 0
    ;   lost(Mover, Val)
    ).

lost(x, -1).
lost(o, 1).
