/*  Go on small boards, by the Tromp-Taylor rules: the players put stones on empty
    points in turn, or pass, and after two passes the larger area wins. A group whose
    last liberty is taken leaves the board: first those of the opponent, then those
    of the player who has moved, so suicide is allowed. No move may make the board
    what it has been before (positional superko): so nobody retakes in a ko at once,
    and nobody puts one stone where it dies.

    A player's area is the own stones, and the empty points from which paths along
    empty points lead to stones of this player alone. What is dead must be taken
    before the end. White, o, has `komi` points in advance for moving second.

    These are John Tromp's and Bill Taylor's Logical Rules (tromp.github.io/go.html).
    Many rules forbid the suicide of a group, too. Here it is allowed as it is there:
    the rules are the shorter for it, and the published counts of games hold.

    A position is go(Mover, Rows, Passes, Earlier): Mover is x (black) or o (white),
    and Rows are the rows from the top, each a list of cells x, o or e (empty).
    Passes, 0 to 2, is how many turns before this one were passes, and Earlier are the
    other boards of this game, in the standard order. After x a2, o b1, x pass:

        go(o, [[x,e],               2  x  .
               [e,o]],              1  .  o
           1,                          a  b
           [[[e,e],[e,e]], [[x,e],[e,e]]])

    So all that the rules ask is in the position. Two games with the same boards in
    another order lead to one position, and no position comes twice in a game.

    A move is pass, or the name of a point, such as b3. The pass comes first, for so
    alpha-beta solves the board of 2x2 at once: ab_procedure visits 2,385 nodes. John
    Tromp's program visits 1,446, and 19,397,529 if the pass comes last
    (tromp.github.io/java/go/twoxtwo.html). MAX is x, who moves first.
*/

:- include(go/board).

:- dynamic rows/1, columns/1, komi/1.

rows(3).
columns(3).
komi(0).

default_depth(2).
default_plies(1).

initial(go(x, Rows, 0, [])) :-
    rows(Height),
    columns(Width),
    empty_rows(Height, Width, Rows).

max_to_move(go(x, _, _, _)).

min_to_move(go(o, _, _, _)).

move(go(Mover, Rows, Passes0, Earlier), pass, go(Opponent, Rows, Passes, Earlier)) :-
    Passes0 < 2,
    Passes is Passes0 + 1,
    opponent(Mover, Opponent).
move(go(Mover, Rows0, Passes, Earlier0), Name, go(Opponent, Rows, 0, Earlier)) :-
    Passes < 2,
    opponent(Mover, Opponent),
    ord_union([Rows0], Earlier0, Earlier),
    length(Rows0, Height),
    rows_board(Rows0, Width, Board),
    arg(Point, Board, e),
    rows_with(Rows0, 1, Point, Mover, Rows1),
    cleared(Mover, Opponent, Rows1, Rows),
    \+ memberchk(Rows, Earlier),
    point_name(Height, Width, Point, Name).

%   cleared(+Mover, +Opponent, +Rows0, -Rows): Mover has put a stone on the board,
%   and the groups without a liberty are gone: the opponent's, or else the mover's.

cleared(Mover, Opponent, Rows0, Rows) :-
    rows_board(Rows0, Width, Board),
    groups(Width, Board, Groups),
    dead(Opponent, Groups, Theirs),
    (   Theirs = []
    ->  dead(Mover, Groups, Dead)
    ;   Dead = Theirs
    ),
    foldl(without_stone, Dead, Rows0, Rows).

dead(Player, Groups, Dead) :-
    findall(Stone, ( member(group(Player, Stones, []), Groups), member(Stone, Stones) ), Dead).

without_stone(Point, Rows0, Rows) :-
    rows_with(Rows0, 1, Point, e, Rows).

%   The value is the score of x less that of o, as the board lies, and less the
%   komi. An empty point that leads to both counts for both here, and so for none.

staticval(go(_, Rows, _, _), Val) :-
    komi(Komi),
    rows_board(Rows, Width, Board),
    reach(x, Width, Board, Ours),
    reach(o, Width, Board, Theirs),
    Val is Ours - Theirs - Komi.

%   reach(+Player, +Width, +Board, -Count): Count points have a stone of Player or
%   lead to one. If all empty points were filled with stones of Player, these would
%   be the groups that hold a stone of now.

reach(Player, Width, Board, Count) :-
    Board =.. [board|Cells],
    maplist(filled(Player), Cells, FilledCells),
    Filled =.. [board|FilledCells],
    groups(Width, Filled, Groups),
    findall(Size,
            (   member(group(Player, Points, _), Groups),
                holds(Board, Player, Points),
                length(Points, Size)
            ),
            Sizes),
    sum_list(Sizes, Count).

filled(Player, Cell0, Cell) :-
    (   Cell0 == e
    ->  Cell = Player
    ;   Cell = Cell0
    ).

holds(Board, Player, Points) :-
    member(Point, Points),
    arg(Point, Board, Player),
    !.                                  % drops: other stones of the group

terminalwon(go(Mover, Rows, 2, Earlier)) :-
    staticval(go(Mover, Rows, 2, Earlier), Val),
    Val > 0.

terminallost(go(Mover, Rows, 2, Earlier)) :-
    staticval(go(Mover, Rows, 2, Earlier), Val),
    Val < 0.

%   The picture is that of the comment above, with a last line such as 'o to move
%   after a pass'.

position_text(go(Mover, Rows, Passes, _)) -->
    board_text(Rows),
    atom(Mover), " to move",
    passes_text(Passes).

passes_text(0) -->
    "".
passes_text(1) -->
    " after a pass".
passes_text(2) -->
    " after two passes".

position_picture(go(_, Rows, _, _)) -->
    { findall(Part, board_part(Rows, Part), Parts) },
    Parts.
