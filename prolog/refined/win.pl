:- module(pydecl_win,
          [ win/2                       % +Pos, -Outcome
          ]).
:- use_module('../support/attached', except([move/2])).
:- use_module(outcome, [reachable/2]).

/*  win: the game of win/move in one tabled rule, under well-founded semantics.

    Source: A. Van Gelder, K. A. Ross and J. S. Schlipf, 'The well-founded semantics for general logic
    programs', Journal of the ACM 38:3, 1991: win(X) holds if some move leads to a Y where win(Y) does not.

    Contract: the outcome, in a game whose players alternate and in which who cannot move has lost; no
    terminalwon/1 is asked. A position is won for the player to move where win/1 is true, lost where it is
    false, drawn where it is undefined. Val is that for MAX, without plies. A chance node is refused. Where
    the depth limit is touched, the whole answer is unknown.
    Ties: it gives no move.

    Nodes and leaves are those of the positions that can be reached, all of which are looked at first: each
    counts once. What tabling itself looks at is not counted, for it keeps its tables from one question to
    the next. They are abolished when the rules change.

    Known limit: tnot/1 of SWI-Prolog 9.0.4 and 10.1.12 takes some lost positions for undefined, depending
    on what was asked before. In a graph with the edges 1-1, 1-2, 1-3, 1-4, 2-1 and 3-3, ask of 1, then of 2.
*/

about(own_movers).

:- table win/1.

win(X) :-
    move(X, Y),
    tnot(win(Y)).

move(X, Y) :-
    in_time,
    pydecl_game:move(X, Y).

win(At, outcome(Outcome, none)) :-
    reachable(At, Graph),
    forall(arg(_, Graph, Node), alternate(Node, Graph)),
    position(At, Pos),
    truth(Pos, Truth),
    arg(1, Graph, node(_, Mover, _, _, _, _)),
    for_max(Truth, Mover, Outcome).

%   alternate(+Node, +Graph): Node is counted if it is a leaf; its successors have the other mover.

alternate(node(Pos, Mover, Nexts, Left, _, _), Graph) :-
    in_time,
    (   Left =:= 0
    ->  leaf(Pos)
    ;   arg(_, Nexts, Next),
        arg(Next, Graph, node(NextPos, Mover, _, _, _, _)),
        names_mover(NextPos)
    ->  broken(same_mover(Mover), NextPos)
    ;   true
    ).

truth(Pos, Truth) :-
    (   call_delays(win(Pos), Delays)
    ->  (   Delays == true
        ->  Truth = true
        ;   Truth = undefined
        )
    ;   Truth = false
    ).

for_max(undefined, _, drawn).
for_max(true, max, won).
for_max(true, min, lost).
for_max(false, max, lost).
for_max(false, min, won).
