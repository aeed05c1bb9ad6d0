:- module(pydecl_sss_star,
          [ sss_star/3                  % +Pos, -Best, -Val
          ]).
:- use_module('../support/attached').

/*  sss_star: SSS*, a best-first search for the best solution tree. Where alpha-beta goes from left to right, it goes
    on wherever most can still be hoped for.

    Source: G. C. Stockman, 'A minimax algorithm better than alpha-beta?', Artificial Intelligence 12, 1979, with its
    list OPEN and its operator Gamma. Ties in OPEN go to the leftmost position: so it evaluates no leaf that
    alpha-beta, with cut-offs at equal values, does not evaluate (I. Roizen and J. Pearl, 'A minimax algorithm better
    than alpha-beta? Yes and no', Artificial Intelligence 21, 1983).

    Contract: exact.
    Ties: the first of the best.

    A state is state(Merit, Status, Node): what Node is worth at the most, as far as is known, and whether it is live
    or solved. A node is node(Path, Pos, Siblings, Parent): Path says how it is reached from the root, as the numbers
    of the moves, Siblings are the nodes that follow it, still without their Parent, which is a node, or none.
*/

:- set_prolog_flag(optimise, true).

sss_star(Pos, Best, Val) :-
    Merit is inf,
    best_first([state(Merit, live, node([], Pos, [], none))], none, Best, Val).

%   best_first(+Open, +Best0, -Best, -Val): Open is in order of merit; Best0 is a successor of the root with what is
%   known of it, Succ-Merit, or none.

best_first([state(Merit, Status, Node)|Open0], Best0, Best, Val) :-
    (   Status == solved,
        Node = node([], _, _, _)
    ->  Val = Merit,
        given(Best0, Best)
    ;   seen(Status, Node, Merit, Best0, Best1),
        gamma(Status, Node, Merit, Open0, Open),
        best_first(Open, Best1, Best, Val)
    ).

given(none, _).
given(Best-_, Best).

%   seen(+Status, +Node, +Merit, +Best0, -Best): a successor of the root is solved. The first one that is, is MAX's
%   move; MIN's are solved one after another.

seen(Status, Node, Merit, Best0, Best) :-
    (   Status == solved,
        Node = node([_], Pos, _, _),
        improves(Best0, Merit)
    ->  Best = Pos-Merit
    ;   Best = Best0
    ).

improves(none, _).
improves(_-Merit0, Merit) :- Merit < Merit0.

%   gamma(+Status, +Node, +Merit, +Open0, -Open)

gamma(live, Node, Merit, Open0, Open) :-
    Node = node(Path, Pos, _, _),
    (   moves(Pos, PosList)
    ->  children(PosList, Path, 1, Children),
        (   max_to_move(Pos)
        ->  all_live(Children, Node, Merit, Open0, Open)
        ;   Children = [First|Siblings],
            child(First, Siblings, Node, Child),
            Open = [state(Merit, live, Child)|Open0]
        )
    ;   staticval(Pos, Val),
        (   Val < Merit
        ->  Merit1 = Val
        ;   Merit1 = Merit
        ),
        in_order(Open0, state(Merit1, solved, Node), Open)
    ).
gamma(solved, node(_, Pos, Siblings, Parent), Merit, Open0, Open) :-
    Parent = node(Path, _, _, _),
    (   min_to_move(Pos)                % it solves its parent, where MAX chooses
    ->  purged(Open0, Path, Open1),
        Open = [state(Merit, solved, Parent)|Open1]
    ;   Siblings = [Next|Siblings1]
    ->  child(Next, Siblings1, Parent, Child),
        Open = [state(Merit, live, Child)|Open0]
    ;   Open = [state(Merit, solved, Parent)|Open0]
    ).

children([], _, _, []).
children([Pos|PosList], Path, N, [Pos-Path1|Children]) :-
    append(Path, [N], Path1),
    N1 is N + 1,
    children(PosList, Path, N1, Children).

child(Pos-Path, Siblings, Parent, node(Path, Pos, Siblings, Parent)).

all_live([], _, _, Open, Open).
all_live([First|Children], Parent, Merit, Open0, [state(Merit, live, Child)|Open]) :-
    child(First, [], Parent, Child),    % each is tried by itself
    all_live(Children, Parent, Merit, Open0, Open).

%   in_order(+Open0, +State, -Open): the greatest merit first, of equal ones the leftmost.

in_order(Open0, State, Open) :-
    (   Open0 = [First|Open1],
        before(First, State)
    ->  Open = [First|Open2],
        in_order(Open1, State, Open2)
    ;   Open = [State|Open0]
    ).

before(state(Merit0, _, node(Path0, _, _, _)), state(Merit, _, node(Path, _, _, _))) :-
    (   Merit0 > Merit
    ->  true
    ;   Merit0 < Merit
    ->  fail
    ;   Path0 @< Path
    ).

%   purged(+Open0, +Path, -Open): without what is below the position at Path.

purged([], _, []).
purged([State|Open0], Path, Open) :-
    State = state(_, _, node(Path1, _, _, _)),
    (   append(Path, _, Path1)
    ->  Open = Open1
    ;   Open = [State|Open1]
    ),
    purged(Open0, Path, Open1).
