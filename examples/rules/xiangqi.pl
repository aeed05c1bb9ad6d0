/*  Xiangqi, Chinese chess, and mini xiangqi on 7x7: general and advisors stay in the palace,
    elephants and horses can be blocked, the cannon takes over one other piece, and soldiers
    go aside, too, once across the river. The generals must not face each other on an open
    column. Who is mated, or cannot move, loses.
    Rules: en.wikipedia.org/wiki/Xiangqi; en.wikipedia.org/wiki/Minixiangqi. The rules about
    perpetual check and chase are left out.

    A position is xiangqi(Mover, Own, Others): the mover's pieces and the opponent's, sorted
    lists of Column/Row-Kind. Kinds are k, a, e, h, r, c and p. A move is From-To. MAX is w,
    who begins below. The option `board` is full or mini.
*/

:- use_module(library(apply)).
:- use_module(library(lists)).

:- dynamic board/1.

board(full).

%   board(?Board, -Columns, -Rows, -Palace, -Army): Palace are its first and last column; the
%   army is that of the side below. A soldier of mini xiangqi has always crossed the river.

board(full, 9, 10, 4, 6,
      [ 1-[r,h,e,a,k,a,e,h,r], 3-['',c,'','','','','',c,''], 4-[p,'',p,'',p,'',p,'',p] ]).
board(mini, 7, 7, 3, 5, [ 1-[r,c,h,k,h,c,r], 2-[p,'',p,p,p,'',p] ]).

initial(xiangqi(w, Whites, Blacks)) :-
    board(Board),
    board(Board, _, Rows, _, _, Army),
    findall(X/Y-Kind, placed(Army, X, Y, Kind), Whites0),
    findall(X/Y-Kind, ( placed(Army, X, Y0, Kind), Y is Rows + 1 - Y0 ), Blacks0),
    sort(Whites0, Whites),
    sort(Blacks0, Blacks).

placed(Army, X, Y, Kind) :-
    member(Y-Row, Army),
    nth1(X, Row, Kind),
    Kind \== ''.

max_to_move(xiangqi(w, _, _)).

min_to_move(xiangqi(b, _, _)).

opponent(w, b).
opponent(b, w).

move(xiangqi(Mover, Own0, Others0), From-To, xiangqi(Opponent, Others, Own)) :-
    opponent(Mover, Opponent),
    select(From-Kind, Own0, Own1),
    goes(Kind, Mover, From, Own1, Others0, To),
    sort([To-Kind|Own1], Own),
    exclude(stands_on(To), Others0, Others),
    \+ in_check(Opponent, Others, Own).

stands_on(Square, Square-_).

%   in_check(+Player, +Own, +Others): Player, who has Own, could take the general of Others,
%   or the two generals face each other.

in_check(Player, Own, Others) :-
    memberchk(King-k, Others),
    member(From-Kind, Own),
    (   goes(Kind, Player, From, Own, Others, King)
    ;   Kind == k,
        goes(r, Player, From, Own, Others, King)
    ),
    !.                                  % drops: other checks

goes(Kind, Player, From, Own, Others, To) :-
    way(Kind, Player, From, Own, Others, To),
    \+ memberchk(To-_, Own).

way(k, Player, From, _, _, To) :-
    straight(Step),
    beyond(From, Step, To),
    in_palace(Player, To).
way(a, Player, From, _, _, To) :-
    diagonal(Step),
    beyond(From, Step, To),
    in_palace(Player, To).
way(e, Player, From, Own, Others, To) :-
    diagonal(Step),
    beyond(From, Step, Eye),
    empty(Eye, Own, Others),
    beyond(Eye, Step, To),
    at_home(Player, To).
way(h, _, From, Own, Others, To) :-
    straight(DX/DY),
    beyond(From, DX/DY, Leg),
    empty(Leg, Own, Others),
    member(Side, [-1,1]),
    AX is DX + Side * DY,
    AY is DY + Side * DX,
    beyond(Leg, AX/AY, To).
way(r, _, From, Own, Others, To) :-
    straight(Step),
    ride(From, Step, Own, Others, To, _).
way(c, _, From, Own, Others, To) :-
    straight(Step),
    ride(From, Step, Own, Others, Next, Found),
    (   Found == empty,
        To = Next
    ;   Found == piece,
        ride(Next, Step, Own, Others, To, piece)
    ).
way(p, Player, From, _, _, To) :-
    ahead(Player, DY),
    (   Step = 0/DY
    ;   across(Player, From),
        member(Step, [1/0, (-1)/0])
    ),
    beyond(From, Step, To).

straight(0/1).
straight(1/0).
straight(0/(-1)).
straight((-1)/0).

diagonal(1/1).
diagonal(1/(-1)).
diagonal((-1)/(-1)).
diagonal((-1)/1).

ahead(w, 1).
ahead(b, -1).

%   row(+Player, +Square, -Row): the row, as Player counts.

row(w, _/Y, Y).
row(b, _/Y, Row) :-
    board(Board),
    board(Board, _, Rows, _, _, _),
    Row is Rows + 1 - Y.

in_palace(Player, X/Y) :-
    board(Board),
    board(Board, _, _, First, Last, _),
    between(First, Last, X),
    row(Player, X/Y, Row),
    Row =< 3.

at_home(Player, Square) :-
    row(Player, Square, Row),
    Row =< 5.

across(Player, Square) :-
    (   board(mini)
    ->  true
    ;   \+ at_home(Player, Square)
    ).

empty(Square, Own, Others) :-
    \+ memberchk(Square-_, Own),
    \+ memberchk(Square-_, Others).

%   ride(+From, +Step, +Own, +Others, -To, -Found): all squares on the way up to the first
%   piece, and what is Found there: empty or piece.

ride(From, Step, Own, Others, To, Found) :-
    beyond(From, Step, Next),
    (   empty(Next, Own, Others)
    ->  (   To = Next,
            Found = empty
        ;   ride(Next, Step, Own, Others, To, Found)
        )
    ;   To = Next,
        Found = piece
    ).

beyond(X0/Y0, DX/DY, X/Y) :-
    board(Board),
    board(Board, Columns, Rows, _, _, _),
    X is X0 + DX,
    Y is Y0 + DY,
    between(1, Columns, X),
    between(1, Rows, Y).

staticval(Pos, Val) :-
    Pos = xiangqi(Mover, _, _),
    (   move(Pos, _, _)
    ->  Val = 0
    ;   lost(Mover, Val)
    ).

lost(w, -1).
lost(b, 1).
