/*  Chess endings of a few pieces, such as king and pawn against king. The options white and black are
    the pieces, the king first; position/1 has all ways to place them:

        pydecl solve examples/endings.pl --engine native
        pydecl solve 'examples/endings.pl:white=[king,bishop,knight]' --engine native --fold

    A position is ending(Mover, Whites, Blacks): Mover is w or b, and Whites and Blacks are pieces
    Kind-File/Rank, the king first and the others in the standard order of terms:

        ending(w, [king-1/2,pawn-7/2], [king-2/5])      White: Ka2, g2; Black: Kb5

    A move is the piece and the square that it reaches, with the new piece if it is a promotion:
    'Kb3', 'g4', 'g8=Q'. Whoever mates wins, and stalemate is drawn; White is MAX. There is no en
    passant: it needs pawns of both players.
*/

:- use_module(library(apply)).
:- use_module(library(dcg/basics)).
:- use_module(library(lists)).

:- dynamic white/1, black/1, board/1.

white([king,pawn]).
black([king]).
board(8).

initial(Pos) :-
    once(position(Pos)).

%   position(?Pos): all pieces are there. Who is not to move is not in check.

position(ending(Mover, Whites, Blacks)) :-
    white([king|Ours0]),
    black([king|Theirs0]),
    msort(Ours0, Ours),
    msort(Theirs0, Theirs),
    opponent(Mover, Opponent),
    placed([king|Ours], w, [], Whites),
    placed([king|Theirs], b, Whites, Blacks),
    sides(Opponent, Whites, Blacks, Own, Others),
    \+ in_check(Opponent, Own, Others).

%   placed(+Kinds, +Player, +Others, -Pieces): on different squares, in order.

placed([], _, _, []).
placed([Kind|Kinds], Player, Others, [Kind-Square|Pieces]) :-
    square(Square),
    \+ memberchk(_-Square, Others),
    \+ off(Kind, Player, Square),
    placed(Kinds, Player, [Kind-Square|Others], Pieces),
    \+ ( Pieces = [Kind-Next|_], Next @< Square ).

%   off(+Kind, +Player, +Square): no such piece can be there.

off(pawn, _, _/1).
off(pawn, _, _/Y) :-
    board(Y).

max_to_move(ending(w, _, _)).

min_to_move(ending(b, _, _)).

opponent(w, b).
opponent(b, w).

%   sides(?Mover, ?Whites, ?Blacks, ?Own, ?Others): Own are the Mover's pieces.

sides(w, Own, Others, Own, Others).
sides(b, Others, Own, Own, Others).

move(ending(Mover, Whites0, Blacks0), Move, ending(Opponent, Whites, Blacks)) :-
    opponent(Mover, Opponent),
    sides(Mover, Whites0, Blacks0, Own0, Others0),
    select(Kind0-From, Own0, Own1),
    reached(Kind0, Mover, From, Own0, Others0, To),
    arriving(Kind0, Mover, To, Kind),
    arrived(Kind, To, Own1, Own),
    (   selectchk(_-To, Others0, Others1)
    ->  Others = Others1
    ;   Others = Others0
    ),
    \+ in_check(Mover, Own, Others),
    sides(Mover, Whites, Blacks, Own, Others),
    move_name(Kind0, Kind, To, Move).

arrived(Kind, To, Own0, Own) :-
    (   Kind == king
    ->  Own = [king-To|Own0]
    ;   Own0 = [King|Pieces0],
        msort([Kind-To|Pieces0], Pieces),
        Own = [King|Pieces]
    ).

%   reached(+Kind, +Player, +From, +Own, +Others, ?To): the piece on From can go to To, if the king
%   may be left alone.

reached(pawn, Player, X/Y0, Own, Others, X/Y) :-
    ahead(Player, Up, First),
    Y1 is Y0 + Up,
    vacant(X/Y1, Own, Others),
    (   Y = Y1
    ;   Y0 =:= First,
        board(8),
        Y is Y1 + Up,
        vacant(X/Y, Own, Others)
    ).
reached(pawn, Player, X0/Y0, _, Others, X/Y) :-
    ahead(Player, Up, _),
    Y is Y0 + Up,
    member(_-(X/Y), Others),
    abs(X - X0) =:= 1.
reached(Kind, _, From, Own, Others, To) :-
    way(Kind, Reach, Way),
    along(Reach, From, Way, Own, Others, To).

along(Reach, X0/Y0, Right/Up, Own, Others, To) :-
    X is X0 + Right,
    Y is Y0 + Up,
    on_board(X/Y),
    \+ memberchk(_-(X/Y), Own),
    (   To = X/Y
    ;   Reach == far,
        \+ memberchk(_-(X/Y), Others),
        along(far, X/Y, Right/Up, Own, Others, To)
    ).

vacant(Square, Own, Others) :-
    \+ memberchk(_-Square, Own),
    \+ memberchk(_-Square, Others).

ahead(w, 1, 2).
ahead(b, -1, 7).

%   arriving(+Kind0, +Player, +Square, -Kind): a pawn on its last rank becomes another piece.

arriving(Kind0, Player, _/Y, Kind) :-
    (   Kind0 == pawn,
        last_rank(Player, Y)
    ->  promotion(Kind)
    ;   Kind = Kind0
    ).

last_rank(w, Y) :-
    board(Y).
last_rank(b, 1).

promotion(queen).
promotion(rook).
promotion(bishop).
promotion(knight).

%   in_check(+Player, +Own, +Others)

in_check(Player, Own, Others) :-
    opponent(Player, Opponent),
    Own = [king-King|_],
    member(Kind-From, Others),
    reached(Kind, Opponent, From, Others, Own, King),
    !.                                  % drops: other pieces that give check

%   way(?Kind, -Reach, -Way): a piece goes one step Right/Up, or is far-reaching.

way(king, near, Way) :-
    straight(Way).
way(king, near, Way) :-
    diagonal(Way).
way(queen, far, Way) :-
    straight(Way).
way(queen, far, Way) :-
    diagonal(Way).
way(rook, far, Way) :-
    straight(Way).
way(bishop, far, Way) :-
    diagonal(Way).
way(knight, near, Way) :-
    leap(Way).

straight(0/1).
straight(1/0).
straight(0/ -1).
straight(-1/0).

diagonal(1/1).
diagonal(1/ -1).
diagonal(-1/ -1).
diagonal(-1/1).

leap(1/2).
leap(2/1).
leap(2/ -1).
leap(1/ -2).
leap(-1/ -2).
leap(-2/ -1).
leap(-2/1).
leap(-1/2).

square(X/Y) :-
    board(Size),
    between(1, Size, X),
    between(1, Size, Y).

on_board(X/Y) :-
    board(Size),
    X > 0,
    X =< Size,
    Y > 0,
    Y =< Size.

%   canonical(+Pos, -Same): of the board's images the first one; pawns must go on as they went.

canonical(ending(Mover, Whites0, Blacks0), ending(Mover, Whites, Blacks)) :-
    findall(Whites1-Blacks1,
            ( turn(Turn, Whites0, Blacks0),
              turned_all(Whites0, Turn, Whites1),
              turned_all(Blacks0, Turn, Blacks1)
            ),
            Images),
    msort(Images, [Whites-Blacks|_]).

turn(t(Across,Up,Diagonal), Whites, Blacks) :-
    (   ( memberchk(pawn-_, Whites) ; memberchk(pawn-_, Blacks) )
    ->  Up = no,
        Diagonal = no
    ;   yes_or_no(Up),
        yes_or_no(Diagonal)
    ),
    yes_or_no(Across).

yes_or_no(yes).
yes_or_no(no).

turned_all([King|Pieces0], Turn, [King1|Pieces]) :-
    turned(Turn, King, King1),
    maplist(turned(Turn), Pieces0, Pieces1),
    msort(Pieces1, Pieces).

turned(t(Across,Up,Diagonal), Kind-(X0/Y0), Kind-(X/Y)) :-
    mirrored(Across, X0, X1),
    mirrored(Up, Y0, Y1),
    (   Diagonal == yes
    ->  X = Y1,
        Y = X1
    ;   X = X1,
        Y = Y1
    ).

mirrored(no, N, N).
mirrored(yes, N0, N) :-
    board(Size),
    N is Size + 1 - N0.

%   The value: mate is 1 for White, -1 for Black.

staticval(Pos, Val) :-
    (   mate(Pos, Winner)
    ->  sides(Winner, 1, -1, Val, _)
    ;   Val = 0
    ).

mate(Pos, Winner) :-
    Pos = ending(Mover, Whites, Blacks),
    sides(Mover, Whites, Blacks, Own, Others),
    in_check(Mover, Own, Others),
    \+ move(Pos, _, _),
    opponent(Mover, Winner).

terminalwon(Pos) :-
    mate(Pos, w).

terminallost(Pos) :-
    mate(Pos, b).

%   Names: 'Kb3', 'g4', 'g8=Q'.

move_name(Kind0, Kind, X/Y, Move) :-
    arg(X, files(a,b,c,d,e,f,g,h), File),
    letter(Kind0, First),
    (   Kind == Kind0
    ->  atomic_list_concat([First,File,Y], Move)
    ;   letter(Kind, Letter),
        atomic_list_concat([File,Y,=,Letter], Move)
    ).

letter(king, 'K').
letter(queen, 'Q').
letter(rook, 'R').
letter(bishop, 'B').
letter(knight, 'N').
letter(pawn, '').

%   The picture: Black's pieces have small letters, and pawns are P and p.

position_text(ending(Mover, Whites, Blacks)) -->
    { board(Size) },
    ranks_text(Size, Whites, Blacks),
    atom(Mover), " to move".

ranks_text(0, _, _) -->
    !.                                  % drops the next clause, for more ranks
ranks_text(Y, Whites, Blacks) -->
    { board(Size),
      numlist(1, Size, Xs),
      Y1 is Y - 1
    },
    integer(Y), " ", cells_text(Xs, Y, Whites, Blacks), "\n",
    ranks_text(Y1, Whites, Blacks).

cells_text([], _, _, _) -->
    [].
cells_text([X|Xs], Y, Whites, Blacks) -->
    { cell(X/Y, Whites, Blacks, Cell) },
    " ", atom(Cell),
    cells_text(Xs, Y, Whites, Blacks).

cell(Square, Whites, Blacks, Cell) :-
    (   memberchk(Kind-Square, Whites)
    ->  sign(Kind, Cell)
    ;   memberchk(Kind-Square, Blacks)
    ->  sign(Kind, Sign),
        downcase_atom(Sign, Cell)
    ;   Cell = '.'
    ).

sign(Kind, Sign) :-
    (   Kind == pawn
    ->  Sign = 'P'
    ;   letter(Kind, Sign)
    ).
