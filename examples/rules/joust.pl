/*  Joust: each player has a knight of chess, and the square that a knight leaves is gone: nobody
    comes there any more. Nothing is taken. Whoever cannot move loses.
    Rules: www.chessvariants.com/programs.dir/joust.html, the kind that begins in the middle.

    A position is joust(Mover, Knight, Other, Gone): the mover's knight and the opponent's, and
    the squares that are gone, a sorted list of Column/Row. A move is the square where the
    knight arrives. MAX is w, who begins.
*/

:- use_module(library(lists)).

:- dynamic size/1.

size(8).

initial(joust(w, Middle/Middle, Next/Next, [])) :-
    size(Size),
    Middle is Size // 2,
    Next is Middle + 1.

max_to_move(joust(w, _, _, _)).

min_to_move(joust(b, _, _, _)).

opponent(w, b).
opponent(b, w).

move(joust(Mover, From, Other, Gone0), To, joust(Opponent, Other, To, Gone)) :-
    opponent(Mover, Opponent),
    jump(From, To),
    To \== Other,
    \+ memberchk(To, Gone0),
    sort([From|Gone0], Gone).

jump(X0/Y0, X/Y) :-
    size(Size),
    between(1, Size, X),
    between(1, Size, Y),
    abs((X - X0) * (Y - Y0)) =:= 2.

staticval(Pos, Val) :-
    Pos = joust(Mover, _, _, _),
    (   move(Pos, _, _)
    ->  Val = 0
    ;   lost(Mover, Val)
    ).

lost(w, -1).
lost(b, 1).
