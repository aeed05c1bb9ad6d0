/*  Chess, with castling, en passant and promotion: whoever mates the king wins.

    A position is chess(Mover, Board, Castling, EnPassant, Clock, Number), which
    are the six fields of a FEN, Forsyth-Edwards Notation:

        Mover      w or b
        Board      board(A8, B8, ..., G1, H1): the 64 squares in reading order,
                   each e (empty) or a piece such as wk, the white king; the
                   others are q, r, b, n (knight) and p
        Castling   the squares that a king may still castle to, in this order:
                   g1, c1, g8, c8
        EnPassant  the square that a pawn has just passed by going two squares,
                   or -
        Clock      the plies since a pawn was moved or a piece taken
        Number     the number of the move, which counts up when Black has moved

    A move is the squares that the piece leaves and reaches, with the letter of
    the new piece if it is a promotion: e2e4, e1g1 (castling), b7a8n. MAX is w.

    The game is over by mate and by stalemate, which is a draw. It is drawn too
    when Clock reaches clock_limit/1: 150 plies are FIDE's seventy-five moves
    (Laws of Chess 9.6.2); 100 would be the fifty. Repetition is no draw here: it
    needs the history of the game. Nor is a position drawn where nobody could mate.

    Squares are numbered from 1 in reading order: a8 is 1, h1 is 64. The moves
    come in order of the square left, then of the square reached; promotions to
    b, n, q, r.

    chess/board.pl has the squares and their lines, and reads and draws boards.
*/

:- use_module(library(aggregate)).
:- use_module(library(lists)).

:- dynamic start/1, knight/1, clock_limit/1.

start('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1').

knight(3).

clock_limit(150).

default_depth(2).
default_plies(1).

initial(Pos) :-
    start(FEN),
    (   fen_position(FEN, Pos0)
    ->  Pos = Pos0
    ;   domain_error(fen, FEN)
    ).

max_to_move(chess(w, _, _, _, _, _)).

min_to_move(chess(b, _, _, _, _, _)).

opponent(w, b).
opponent(b, w).

:- include(chess/board).

%   piece(?Piece, ?Player, ?Kind)

piece(wk, w, king).
piece(wq, w, queen).
piece(wr, w, rook).
piece(wb, w, bishop).
piece(wn, w, knight).
piece(wp, w, pawn).
piece(bk, b, king).
piece(bq, b, queen).
piece(br, b, rook).
piece(bb, b, bishop).
piece(bn, b, knight).
piece(bp, b, pawn).

%   The moves

move(Pos, Move, Next) :-
    arg(5, Pos, Clock),
    clock_limit(Limit),
    Clock < Limit,
    legal(Pos, m(From, To, Piece, _), Next),
    move_name(From, To, Piece, Pos, Move).

move_name(From, To, Piece, chess(_, Board, _, _, _, _), Move) :-
    square(From, Left),
    square(To, Reached),
    (   arg(From, Board, Piece)
    ->  atom_concat(Left, Reached, Move)
    ;   sub_atom(Piece, 1, 1, _, Letter),
        atomic_list_concat([Left,Reached,Letter], Move)
    ).

%   legal(+Pos, -M, -Next): M leads to Next, and does not leave the mover's king
%   attacked. M is m(From, To, Piece, Others): Piece comes to stand on To, and on
%   Others, pairs Square-Cell, the board changes too.

legal(Pos, M, Next) :-
    findall(M0, candidate(Pos, M0), Ms0),
    sort(Ms0, Ms),
    sentries(Pos, Sentries),
    member(M, Ms),
    after(M, Pos, Next),
    \+ leaves_check(M, Sentries, Pos, Next).

%   candidate(+Pos, -M): M is a move, unless the king is attacked afterwards.

candidate(chess(Mover, Board, Castling, EnPassant, _, _), m(From, To, Arriving, Others)) :-
    arg(From, Board, Piece),
    piece(Piece, Mover, Kind),
    (   Kind == pawn
    ->  pawn_target(From, Mover, Board, EnPassant, To, Others),
        arriving(To, Piece, Mover, Arriving)
    ;   Arriving = Piece,
        (   Others = [],
            lines(Kind, From, Lines),
            member(Line, Lines),
            reached(Line, Mover, Board, To)
        ;   Kind == king,
            castled(From, Mover, Board, Castling, To, Others)
        )
    ).

%   reached(+Line, +Mover, +Board, -To): a piece of Mover's that looks along Line
%   can go to To.

reached([Square|Line], Mover, Board, To) :-
    arg(Square, Board, Cell),
    (   Cell == e
    ->  (   To = Square
        ;   reached(Line, Mover, Board, To)
        )
    ;   \+ piece(Cell, Mover, _),
        To = Square
    ).

pawn_target(From, Mover, Board, _, To, []) :-
    lines(advances(Mover), From, [[Ahead|Line]]),
    arg(Ahead, Board, e),
    (   To = Ahead
    ;   not_yet_moved(Mover, From),
        Line = [To],
        arg(To, Board, e)
    ).
pawn_target(From, Mover, Board, EnPassant, To, Others) :-
    lines(takes(Mover), From, Lines),
    member([To], Lines),
    arg(To, Board, Cell),
    (   Cell == e
    ->  square(To, EnPassant),
        opponent(Mover, Opponent),
        lines(advances(Opponent), To, [[Passed|_]]),
        Others = [Passed-e]
    ;   \+ piece(Cell, Mover, _),
        Others = []
    ).

not_yet_moved(w, From) :-
    From > 48.
not_yet_moved(b, From) :-
    From < 17.

%   arriving(+To, +Pawn, +Mover, -Piece): Pawn that goes to To is Piece there.

arriving(To, Pawn, Mover, Piece) :-
    (   To > 8,
        To < 57
    ->  Piece = Pawn
    ;   promotion(Kind),
        piece(Piece, Mover, Kind)
    ).

promotion(bishop).
promotion(knight).
promotion(queen).
promotion(rook).

%   castled(+From, +Mover, +Board, +Castling, -To, -Others): the squares between
%   king and rook are empty, and the king is not attacked where it is or passes.

castled(From, Mover, Board, Castling, To, [RookTo-Rook,RookFrom-e]) :-
    opponent(Mover, Opponent),
    member(Castle, Castling),
    castling(Castle, Mover, Rook, RookFrom, RookTo, To, Between),
    forall(member(Square, Between), arg(Square, Board, e)),
    \+ attacked(From, Opponent, Board),
    \+ attacked(RookTo, Opponent, Board).

castling(g1, w, wr, 64, 62, 63, [62,63]).
castling(c1, w, wr, 57, 60, 59, [58,59,60]).
castling(g8, b, br,  8,  6,  7, [6,7]).
castling(c8, b, br,  1,  4,  3, [2,3,4]).

%   after(+M, +Pos, -Next)

after(m(From, To, Piece, Others), Pos, Next) :-
    Pos = chess(Mover, Board0, Castling0, _, Clock0, Number0),
    Next = chess(Opponent, Board, Castling, EnPassant, Clock, Number),
    opponent(Mover, Opponent),
    duplicate_term(Board0, Board),
    changed([From-e,To-Piece|Others], Board),
    arg(From, Board0, Moved),
    castling_left(Castling0, From, To, Castling),
    (   piece(Moved, _, pawn),
        abs(To - From) =:= 16
    ->  Passed is (From + To) // 2,
        square(Passed, EnPassant)
    ;   EnPassant = (-)
    ),
    (   piece(Moved, _, Kind),
        Kind \== pawn,
        arg(To, Board0, e)
    ->  Clock is Clock0 + 1
    ;   Clock = 0
    ),
    (   Mover == b
    ->  Number is Number0 + 1
    ;   Number = Number0
    ).

%   changed(+Changes, +Board): Board, a fresh copy, is changed in place.

changed([], _).
changed([Square-Cell|Changes], Board) :-
    setarg(Square, Board, Cell),
    changed(Changes, Board).

%   To castle, neither king nor rook may have moved, nor the rook been taken.

castling_left([], _, _, []).
castling_left([Castle|Castling0], From, To, Castling) :-
    (   ends_castling(Square, Castle),
        ( Square =:= From ; Square =:= To )
    ->  Castling = Castling1
    ;   Castling = [Castle|Castling1]
    ),
    castling_left(Castling0, From, To, Castling1).

ends_castling(61, g1).
ends_castling(64, g1).
ends_castling(61, c1).
ends_castling(57, c1).
ends_castling(5, g8).
ends_castling(8, g8).
ends_castling(5, c8).
ends_castling(1, c8).

%   Check. Only some moves can leave the king attacked: all of them where it is
%   attacked already; else those of the king and its sentries, the first pieces
%   on its lines as a queen's, and those en passant, which empty a third square.

sentries(Pos, Sentries) :-
    Pos = chess(Mover, Board, _, _, _, _),
    (   in_check(Pos)
    ->  Sentries = all
    ;   king_square(Mover, Board, King),
        lines(queen, King, Lines),
        findall(Square, ( member(Line, Lines), first_piece(Line, Board, Square, _) ), Squares),
        Sentries = [King|Squares]
    ).

leaves_check(m(From, _, _, Others), Sentries, Pos, Next) :-
    (   Sentries == all
    ->  true
    ;   Others = [_|_]
    ->  true
    ;   memberchk(From, Sentries)
    ),
    arg(1, Pos, Mover),
    Next = chess(Opponent, Board, _, _, _, _),
    king_square(Mover, Board, King),
    attacked(King, Opponent, Board).

in_check(chess(Mover, Board, _, _, _, _)) :-
    king_square(Mover, Board, King),
    opponent(Mover, Opponent),
    attacked(King, Opponent, Board).

king_square(Player, Board, Square) :-
    piece(King, Player, king),
    arg(Square, Board, King),
    !.                                  % drops: looking for another king

%   attacked(+Square, +Player, +Board): a piece of Player's could take there. Seen
%   from Square, it is the first piece on one of the lines that it looks along.

attacked(Square, Player, Board) :-
    attackers(Player, Kind, Pieces),
    lines(Kind, Square, Lines),
    member(Line, Lines),
    first_piece(Line, Board, _, Piece),
    memberchk(Piece, Pieces),
    !.                                  % drops: other attackers

attackers(w, rook,     [wr,wq]).
attackers(w, bishop,   [wb,wq]).
attackers(w, knight,   [wn]).
attackers(w, takes(b), [wp]).
attackers(w, king,     [wk]).
attackers(b, rook,     [br,bq]).
attackers(b, bishop,   [bb,bq]).
attackers(b, knight,   [bn]).
attackers(b, takes(w), [bp]).
attackers(b, king,     [bk]).

first_piece([Square0|Line], Board, Square, Piece) :-
    arg(Square0, Board, Cell),
    (   Cell == e
    ->  first_piece(Line, Board, Square, Piece)
    ;   Square = Square0,
        Piece = Cell
    ).

%   The value: material, White's less Black's. Mate is worth more than all pieces
%   that there can be, 103, and less than a program's WIN.

staticval(Pos, Val) :-
    Pos = chess(_, Board, _, _, Clock, _),
    (   \+ can_move(Pos)
    ->  without_a_move(Pos, Val)
    ;   clock_limit(Limit),
        Clock >= Limit
    ->  Val = 0
    ;   aggregate_all(sum(Worth), ( arg(_, Board, Piece), piece_worth(Piece, Worth) ), Val)
    ).

can_move(Pos) :-
    candidate(Pos, M),
    after(M, Pos, Next),
    \+ leaves_check(M, all, Pos, Next),
    !.                                  % drops: other moves

without_a_move(Pos, Val) :-
    (   \+ in_check(Pos)
    ->  Val = 0
    ;   max_to_move(Pos)
    ->  Val = -200
    ;   Val = 200
    ).

piece_worth(Piece, Worth) :-
    piece(Piece, Player, Kind),
    worth(Kind, Worth0),
    (   Player == w
    ->  Worth = Worth0
    ;   Worth is -Worth0
    ).

worth(queen, 9).
worth(rook, 5).
worth(bishop, 3).
worth(knight, Worth) :-
    knight(Worth).
worth(pawn, 1).

terminalwon(Pos) :-
    staticval(Pos, 200).

terminallost(Pos) :-
    staticval(Pos, -200).
