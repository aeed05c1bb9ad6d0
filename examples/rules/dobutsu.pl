/*  Dobutsu shogi (Madoka Kitao, 2008), "let's catch the lion": the lion goes to all eight
    squares around it, the giraffe in rows and columns, the elephant diagonally, the chick
    ahead. A taken piece changes sides, and is dropped on an empty square instead of a move. A
    chick that walks to the last row becomes a hen, which goes like the lion but not back
    diagonally; taken, it is a chick again. Who takes the lion wins, and who brings the own
    one to the last row, unless it is taken there at once.
    Rules: www.doubutsushogi.jp/howtoplayeng.html. The draw by repetition is left out.

    A position is dobutsu(Mover, Own, Hand, Others, OtherHand): the mover's pieces and the
    opponent's, sorted lists of Column/Row-Kind, and what they have in hand, sorted. Kinds are
    l, g, e, c and h. A move is From-To or Kind-To. MAX is w, who begins below.
*/

:- use_module(library(lists)).

initial(dobutsu(w, [1/1-e, 2/1-l, 2/2-c, 3/1-g], [], [1/4-g, 2/3-c, 2/4-l, 3/4-e], [])).

max_to_move(dobutsu(w, _, _, _, _)).

min_to_move(dobutsu(b, _, _, _, _)).

opponent(w, b).
opponent(b, w).

move(Pos, Name, dobutsu(Opponent, Others, OtherHand, Own, Hand)) :-
    Pos = dobutsu(Mover, Own0, Hand0, Others0, OtherHand),
    opponent(Mover, Opponent),
    \+ over(Pos, _),
    (   select(From-Kind0, Own0, Own1),
        goes(Kind0, Mover, From, To),
        \+ memberchk(To-_, Own0),
        grown(Kind0, Mover, To, Kind),
        taken(To, Others0, Others, Hand0, Hand),
        Name = From-To
    ;   sort(Hand0, Kinds),
        member(Kind, Kinds),
        square(To),
        \+ memberchk(To-_, Own0),
        \+ memberchk(To-_, Others0),
        selectchk(Kind, Hand0, Hand),
        Own1 = Own0,
        Others = Others0,
        Name = Kind-To
    ),
    sort([To-Kind|Own1], Own).

square(X/Y) :-
    between(1, 3, X),
    between(1, 4, Y).

taken(Square, Others0, Others, Hand0, Hand) :-
    (   select(Square-Kind, Others0, Others)
    ->  caught(Kind, InHand),
        msort([InHand|Hand0], Hand)
    ;   Others = Others0,
        Hand = Hand0
    ).

caught(l, l).
caught(g, g).
caught(e, e).
caught(c, c).
caught(h, c).

grown(c, Mover, To, h) :-
    last_row(Mover, To),
    !.                                  % drops the next clause, for all other moves
grown(Kind, _, _, Kind).

last_row(w, _/4).
last_row(b, _/1).

goes(Kind, Player, X0/Y0, X/Y) :-
    square(X/Y),
    DX is abs(X - X0),
    ahead(Player, Y0, Y, DY),
    max(DX, abs(DY)) =:= 1,
    way(Kind, DX, DY).

ahead(w, Y0, Y, DY) :-
    DY is Y - Y0.
ahead(b, Y0, Y, DY) :-
    DY is Y0 - Y.

%   way(+Kind, +Aside, +Ahead): the kind goes so many squares aside and ahead.

way(l, _, _).
way(g, DX, DY) :-
    DX + abs(DY) =:= 1.
way(e, DX, DY) :-
    DX + abs(DY) =:= 2.
way(c, 0, 1).
way(h, DX, DY) :-
    \+ ( DX =:= 1, DY =:= -1 ).

%   over(+Pos, -Winner): a lion is taken; or it is on its last row and was not taken, or cannot be.

over(dobutsu(Mover, Own, _, Others, _), Winner) :-
    opponent(Mover, Opponent),
    (   \+ memberchk(_-l, Own)
    ->  Winner = Opponent
    ;   memberchk(Left-l, Own),
        last_row(Mover, Left)
    ->  Winner = Mover
    ;   memberchk(Lion-l, Others),
        last_row(Opponent, Lion),
        \+ ( member(From-Kind, Own), goes(Kind, Mover, From, Lion) ),
        Winner = Opponent
    ).

staticval(Pos, Val) :-
    Pos = dobutsu(Mover, _, _, _, _),
    (   over(Pos, Winner)
    ->  won(Winner, Val)
    ;   move(Pos, _, _)
    ->  Val = 0
    ;   opponent(Mover, Winner),
        won(Winner, Val)
    ).

won(w, 1).
won(b, -1).
