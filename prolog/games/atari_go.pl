/*  Atari Go (first-capture Go): the players put stones on empty points in turn,
    and whoever first captures a group of the opponent's wins. Nobody may pass.
    Stones of one player that are joined along rows and columns are a group, and
    the empty points next to a group are its liberties; whoever takes the last one
    has captured the group. A stone whose own group would have no liberty may be
    put only where it captures. Whoever cannot move loses.

    The last rule is rarely told, but without a pass one is needed. It is the one
    that Sensei's Library (senseis.xmp.net) gives for the sister game, Anti Atari
    Go. So nobody draws: the first player wins on 3x3 and loses on 2x2 (computed).

    A position is atari_go(Mover, Rows): Mover is x (black) or o (white), and
    Rows are the rows from the top, each a list of cells x, o or e (empty). On a
    board of size 3:

        atari_go(o, [[e,x,e],       3  .  x  .
                     [x,o,e],       2  x  o  .
                     [e,e,e]])      1  .  .  .
                                       a  b  c

    A move is the name of a point, such as b3; as in Go, no column is called i.
    The moves come in reading order. A captured group stays on the board: so the
    end can be seen. Who is to move then has a group without a liberty, and no
    move, and has lost. MAX is x, who moves first.

    The comment of go/board.pl says how the rules look at the board.
*/

:- include(go/board).

:- dynamic size/1.

size(4).

default_depth(2).
default_plies(1).

initial(atari_go(x, Rows)) :-
    size(Size),
    empty_rows(Size, Size, Rows).

max_to_move(atari_go(x, _)).

min_to_move(atari_go(o, _)).

move(atari_go(Mover, Rows0), Name, atari_go(Opponent, Rows)) :-
    opponent(Mover, Opponent),
    rows_board(Rows0, Size, Board),
    groups(Size, Board, Groups),
    placement(Mover, Size, Board, Groups, Point),
    point_name(Size, Size, Point, Name),
    rows_with(Rows0, 1, Point, Mover, Rows).

%   placement(+Mover, +Size, +Board, +Groups, -Point): Mover may put a stone on
%   Point, and nobody has captured yet.

placement(Mover, Size, Board, Groups, Point) :-
    opponent(Mover, Opponent),
    \+ memberchk(group(Mover, _, []), Groups),
    arg(Point, Board, e),
    (   memberchk(group(Opponent, _, [Point]), Groups)
    ->  true                            % it captures
    ;   next_to(Size, Board, Point, Other),
        arg(Other, Board, e)
    ->  true                            % it has a liberty of its own
    ;   member(group(Mover, _, Liberties), Groups),
        Liberties = [_,_|_],
        memberchk(Point, Liberties)
    ->  true                            % it joins a group with another one
    ).

%   The value is -100 or 100 where who is to move has lost; else the liberties of
%   x's weakest group less those of o's, and 0 while one of them has no stone. No
%   group has 100 liberties.

staticval(atari_go(Mover, Rows), Val) :-
    rows_board(Rows, Size, Board),
    groups(Size, Board, Groups),
    (   placement(Mover, Size, Board, Groups, _)
    ->  lead(Groups, Val)
    ;   without_a_move(Mover, Val)
    ).

lead(Groups, Lead) :-
    (   weakest(x, Groups, Ours),
        weakest(o, Groups, Theirs)
    ->  Lead is Ours - Theirs
    ;   Lead = 0
    ).

weakest(Player, Groups, Least) :-
    findall(Count,
            (   member(group(Player, _, Liberties), Groups),
                length(Liberties, Count)
            ),
            Counts),
    min_list(Counts, Least).

without_a_move(x, -100).
without_a_move(o, 100).

terminalwon(Pos) :-
    staticval(Pos, 100).

terminallost(Pos) :-
    staticval(Pos, -100).

%   The picture is that of the comment above, with a last line 'o to move'.

position_text(atari_go(Mover, Rows)) -->
    board_text(Rows),
    atom(Mover), " to move".

position_picture(atari_go(_, Rows)) -->
    { findall(Part, board_part(Rows, Part), Parts) },
    Parts.
