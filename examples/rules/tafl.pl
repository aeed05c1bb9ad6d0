/*  Hnefatafl: attackers at the edges against a king and his defenders in the middle. Pieces move
    as rooks of chess. A man is taken between two enemies, or an enemy and the empty throne or
    a corner, if the enemy moves; the king takes, too. Only the king stands on the throne, the
    middle square, and in corners; all may pass the throne. The king is taken if attackers, or
    the throne, are on all four sides. Whoever cannot move loses. The option `kind` is

        fetlar      on 11x11: the king wins in a corner
        brandubh    the same on 7x7
        tablut      on 9x9: the king wins on the edge, and the corners are as other squares

    Rules: aagenielsen.dk/fetlar_rules_en.php; en.wikipedia.org/wiki/Tafl_games. The draws by
    repetition and the win by encirclement are left out.

    A position is tafl(Mover, Attackers, Defenders, King): sorted lists of Column/Row, and a
    square. A move is From-To. MAX is the king's side; the attackers begin.
*/

:- use_module(library(apply)).
:- use_module(library(lists)).

:- dynamic kind/1.

kind(brandubh).

%   kind(?Kind, -Size, -Home, -Attackers, -Defenders): the pieces of one quarter, as steps from the
%   middle; Home is where the king wants to go.

kind(fetlar, 11, corner, [5/(-2), 5/(-1), 5/0, 5/1, 5/2, 4/0], [1/0, 2/0, 1/1]).
kind(brandubh, 7, corner, [3/0, 2/0], [1/0]).
kind(tablut, 9, edge, [4/(-1), 4/0, 4/1, 3/0], [1/0, 2/0]).

board(Size, Home) :-
    kind(Kind),
    kind(Kind, Size, Home, _, _).

initial(tafl(attackers, Attackers, Defenders, Throne)) :-
    kind(Kind),
    kind(Kind, _, _, Attackers0, Defenders0),
    throne(Throne),
    placed(Attackers0, Throne, Attackers),
    placed(Defenders0, Throne, Defenders).

throne(Middle/Middle) :-
    board(Size, _),
    Middle is Size // 2 + 1.

placed(Steps, X0/Y0, Squares) :-
    findall(X/Y,
            (   member(DX/DY, Steps),
                member(EX-EY, [DX-DY, DY-(-DX), -DX-(-DY), -DY-DX]),
                X is X0 + EX,
                Y is Y0 + EY
            ),
            Squares0),
    sort(Squares0, Squares).

max_to_move(tafl(defenders, _, _, _)).

min_to_move(tafl(attackers, _, _, _)).

move(Pos, From-To, Next) :-
    \+ over(Pos, _),
    moved(Pos, From, To, Next).

%   over(+Pos, -Val): the king is at home, or taken.

over(tafl(_, Attackers, _, King), Val) :-
    (   board(_, Home),
        at_home(Home, King)
    ->  Val = 1
    ;   \+ ( step(Step), beyond(King, Step, Next), \+ memberchk(Next, Attackers), \+ throne(Next) ),
        Val = -1
    ).

at_home(corner, Square) :-
    corner(Square).
at_home(edge, X/Y) :-
    board(Size, _),
    (   memberchk(X, [1,Size])
    ;   memberchk(Y, [1,Size])
    ).

corner(X/Y) :-
    board(Size, corner),
    memberchk(X, [1,Size]),
    memberchk(Y, [1,Size]).

moved(tafl(attackers, Attackers0, Defenders0, King), From, To, Next) :-
    Next = tafl(defenders, Attackers, Defenders, King),
    select(From, Attackers0, Attackers1),
    slide(From, [King|Attackers0], Defenders0, To),
    \+ kings_own(To),
    taken(To, Attackers1, King, Defenders0, Defenders),
    sort([To|Attackers1], Attackers).
moved(tafl(defenders, Attackers0, Defenders0, King0), From, To, Next) :-
    Next = tafl(attackers, Attackers, Defenders, King),
    (   select(From, Defenders0, Defenders1),
        King = King0,
        slide(From, [King0|Attackers0], Defenders0, To),
        \+ kings_own(To),
        sort([To|Defenders1], Defenders)
    ;   From = King0,
        King = To,
        slide(From, Attackers0, Defenders0, To),
        Defenders = Defenders0
    ),
    taken(To, [King|Defenders], King, Attackers0, Attackers).

kings_own(Square) :-
    (   throne(Square)
    ;   corner(Square)
    ).

%   slide(+From, +Some, +Others, -To): no piece is in between, or at the end.

slide(From, Some, Others, To) :-
    step(Step),
    slide(From, Step, Some, Others, To).

slide(From, Step, Some, Others, To) :-
    beyond(From, Step, Next),
    inside(Next),
    \+ memberchk(Next, Some),
    \+ memberchk(Next, Others),
    (   To = Next
    ;   slide(Next, Step, Some, Others, To)
    ).

step(1/0).
step((-1)/0).
step(0/1).
step(0/(-1)).

beyond(X0/Y0, DX/DY, X/Y) :-
    X is X0 + DX,
    Y is Y0 + DY.

inside(X/Y) :-
    board(Size, _),
    between(1, Size, X),
    between(1, Size, Y).

%   taken(+Square, +Friends, +King, +Enemies0, -Enemies): the piece that comes to Square takes.

taken(Square, Friends, King, Enemies0, Enemies) :-
    exclude(is_caught(Square, Friends, King), Enemies0, Enemies).

is_caught(Square, Friends, King, Enemy) :-
    step(Step),
    beyond(Square, Step, Enemy),
    beyond(Enemy, Step, Behind),
    (   memberchk(Behind, Friends)
    ;   corner(Behind)
    ;   throne(Behind),
        Behind \== King
    ),
    !.                                  % drops: other reasons

staticval(Pos, Val) :-
    (   over(Pos, Val0)
    ->  Val = Val0
    ;   moved(Pos, _, _, _)
    ->  Val = 0
    ;   stuck(Pos, Val)
    ).

stuck(tafl(attackers, _, _, _), 1).
stuck(tafl(defenders, _, _, _), -1).
