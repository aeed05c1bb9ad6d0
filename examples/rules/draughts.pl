/*  Draughts with flying kings, in national kinds. A man goes one square diagonally ahead, and
    takes by jumps in all diagonal directions; a king goes and jumps any distance. One must
    take, and go on as long as one can; what is taken leaves the board afterwards, and nothing
    is jumped twice. Whoever cannot move loses. The option `kind` is

        international   on 10x10; one must take as many as possible; a man becomes a king
                        only where its move ends on the last row
        brazilian       the same on 8x8
        russian         on 8x8; one may take any way to the end of it; a man that comes to
                        the last row jumps on as a king

    Rules: the FMJD's, en.wikipedia.org/wiki/International_draughts;
    en.wikipedia.org/wiki/Brazilian_draughts; en.wikipedia.org/wiki/Russian_draughts. The
    draws by repetition and by few pieces are left out.

    A position is draughts(Mover, Own, Others): the mover's pieces and the opponent's, sorted
    lists of Column/Row-Kind, m or k. A move is From-To, or From-To/Taken, with the squares of
    those taken. MAX is w, who begins below.
*/

:- use_module(library(apply)).
:- use_module(library(lists)).

:- dynamic kind/1.

kind(international).

%   kind(?Kind, -Size, -Rows, -Most, -Passing): each player begins with so many rows of men.

kind(international, 10, 4, yes, no).
kind(brazilian, 8, 3, yes, no).
kind(russian, 8, 3, no, yes).

size(Size) :-
    kind(Kind),
    kind(Kind, Size, _, _, _).

initial(draughts(w, Whites, Blacks)) :-
    kind(Kind),
    kind(Kind, Size, Rows, _, _),
    First is Size + 1 - Rows,
    men(1, Rows, Size, Whites),
    men(First, Size, Size, Blacks).

men(First, Last, Size, Men) :-
    findall(X/Y-m,
            ( between(1, Size, X), between(First, Last, Y), (X + Y) mod 2 =:= 0 ),
            Men).

max_to_move(draughts(w, _, _)).

min_to_move(draughts(b, _, _)).

opponent(w, b).
opponent(b, w).

move(draughts(Mover, Own0, Others0), Name, draughts(Opponent, Others, Own)) :-
    opponent(Mover, Opponent),
    findall(take(From, To, Kind, Taken), capture(Mover, Own0, Others0, From, To, Kind, Taken), All),
    (   All = [_|_]
    ->  sort(All, Different),
        member(take(From, To, Kind, Taken), Different),
        \+ too_few(Taken, Different),
        Name = From-To/Taken,
        exclude(stands_among(Taken), Others0, Others)
    ;   member(From-Kind0, Own0),
        goes(Kind0, Mover, From, Own0, Others0, To),
        crowned(Kind0, Mover, To, Kind),
        Name = From-To,
        Others = Others0
    ),
    selectchk(From-_, Own0, Own1),
    sort([To-Kind|Own1], Own).

stands_among(Squares, Square-_) :-
    memberchk(Square, Squares).

too_few(Taken, Captures) :-
    kind(Kind),
    kind(Kind, _, _, yes, _),
    length(Taken, Count),
    member(take(_, _, _, Other), Captures),
    length(Other, More),
    More > Count,
    !.                                  % drops: other captures of more

goes(m, Mover, From, Own, Others, To) :-
    diagonal(DX/DY),
    ahead(Mover, DY),
    beyond(From, DX/DY, To),
    empty(To, Own, Others).
goes(k, _, From, Own, Others, To) :-
    diagonal(Step),
    slide(From, Step, Own, Others, To).

capture(Mover, Own0, Others, From, To, Kind, Taken) :-
    select(From-Kind0, Own0, Own),
    jump(Kind0, From, Own, Others, [], Over, Landings),
    jumps(Kind0, Mover, Landings, Own, Others, [Over], To, Kind1, Taken0),
    crowned(Kind1, Mover, To, Kind),
    sort(Taken0, Taken).

%   jumps(+Kind0, +Mover, +Landings, +Own, +Others, +Taken0, -To, -Kind, -Taken): the piece
%   lands, where it can jump on if it can anywhere.

jumps(Kind0, Mover, Landings, Own, Others, Taken0, To, Kind, Taken) :-
    findall(next(Kind1, Over, Next),
            (   member(Landing, Landings),
                in_passing(Kind0, Mover, Landing, Kind1),
                jump(Kind1, Landing, Own, Others, Taken0, Over, Next)
            ),
            Nexts),
    (   Nexts = [_|_]
    ->  member(next(Kind1, Over, Next), Nexts),
        jumps(Kind1, Mover, Next, Own, Others, [Over|Taken0], To, Kind, Taken)
    ;   member(To, Landings),
        Kind = Kind0,
        Taken = Taken0
    ).

%   jump(+Kind, +From, +Own, +Others, +Taken, -Over, -Landings).

jump(Kind, From, Own, Others, Taken, Over, Landings) :-
    diagonal(Step),
    (   Start = From
    ;   Kind == k,
        slide(From, Step, Own, Others, Start)
    ),
    beyond(Start, Step, Over),
    memberchk(Over-_, Others),
    \+ memberchk(Over, Taken),
    (   Kind == k
    ->  findall(To, slide(Over, Step, Own, Others, To), Landings),
        Landings = [_|_]
    ;   beyond(Over, Step, To),
        empty(To, Own, Others),
        Landings = [To]
    ).

in_passing(Kind0, Mover, Square, Kind) :-
    (   kind(Game),
        kind(Game, _, _, _, yes)
    ->  crowned(Kind0, Mover, Square, Kind)
    ;   Kind = Kind0
    ).

crowned(Kind0, Mover, _/Y, Kind) :-
    (   last_row(Mover, Y)
    ->  Kind = k
    ;   Kind = Kind0
    ).

last_row(w, Size) :-
    size(Size).
last_row(b, 1).

ahead(w, 1).
ahead(b, -1).

diagonal(1/1).
diagonal(1/(-1)).
diagonal((-1)/(-1)).
diagonal((-1)/1).

slide(From, Step, Own, Others, To) :-
    beyond(From, Step, Next),
    empty(Next, Own, Others),
    (   To = Next
    ;   slide(Next, Step, Own, Others, To)
    ).

empty(Square, Own, Others) :-
    \+ memberchk(Square-_, Own),
    \+ memberchk(Square-_, Others).

beyond(X0/Y0, DX/DY, X/Y) :-
    size(Size),
    X is X0 + DX,
    Y is Y0 + DY,
    between(1, Size, X),
    between(1, Size, Y).

staticval(Pos, Val) :-
    Pos = draughts(Mover, _, _),
    (   move(Pos, _, _)
    ->  Val = 0
    ;   lost(Mover, Val)
    ).

lost(w, -1).
lost(b, 1).
