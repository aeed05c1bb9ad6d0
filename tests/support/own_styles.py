"""The same searches in the styles in which people write them, and the goals that bring their events about."""

from __future__ import annotations

from dataclasses import dataclass

from pydecl.tracing.events import Kind


@dataclass(frozen=True)
class Style:
    """A program of a rules file, and for kinds of events the texts of the goals that may be marked."""

    program: str
    text: str
    marked: dict[Kind, set[str]]


TEXTBOOK = Style(
    "alphabeta",
    """
% Other names, another order of clauses.
value_or_best(Node, Low, High, Reply, Worth) :- fail, alphabeta(Node, Low, High, Reply, Worth).

newer(Low, High, Node, Worth, Worth, High) :- min_to_move(Node), Worth > Low, !.
newer(Low, High, Node, Worth, Low, Worth) :- max_to_move(Node), Worth < High, !.
newer(Low, High, _, _, Low, High).

enough([], _, _, Node, Worth, Node, Worth) :- !.
enough(_, _, High, Node, Worth, Node, Worth) :- min_to_move(Node), Worth > High, !.
enough(_, Low, _, Node, Worth, Node, Worth) :- max_to_move(Node), Worth < Low, !.
enough(Nodes, Low, High, Node, Worth, Good, GoodWorth) :-
    newer(Low, High, Node, Worth, Low1, High1),
    best_of(Nodes, Low1, High1, Node1, Worth1),
    better(Node, Worth, Node1, Worth1, Good, GoodWorth).

best_of([Node|Nodes], Low, High, Good, GoodWorth) :-
    alphabeta(Node, Low, High, _, Worth),
    enough(Nodes, Low, High, Node, Worth, Good, GoodWorth).

better(Node, Worth, _, Worth1, Node, Worth) :- min_to_move(Node), Worth > Worth1, !.
better(Node, Worth, _, Worth1, Node, Worth) :- max_to_move(Node), Worth < Worth1, !.
better(_, _, Node1, Worth1, Node1, Worth1).

alphabeta(Node, Low, High, Reply, Worth) :- moves(Node, Nodes), !, best_of(Nodes, Low, High, Reply, Worth).
alphabeta(Node, _, _, _, Worth) :- staticval(Node, Worth).
""",
    {
        Kind.ENTER: {"alphabeta(Node, Low, High, _, Worth)", "alphabeta(Node, Low, High, Reply, Worth)"},
        Kind.LEAF: {"staticval(Node, Worth)"},
        Kind.VALUE: {"alphabeta(Node, Low, High, _, Worth)", "alphabeta(Node, Low, High, Reply, Worth)"},
        Kind.WINDOW: {"Worth > Low", "Worth < High"},
        Kind.CUT: {"Worth > High", "Worth < Low"},
    },
)

IF_THEN_ELSE = Style(
    "alphabeta",
    """
alphabeta(P, A, B, Q, V) :-
    (   moves(P, Ps)
    ->  (   max_to_move(P)
        ->  maximise(Ps, A, B, none, Q, V)
        ;   minimise(Ps, A, B, none, Q, V)
        )
    ;   staticval(P, V)
    ).
maximise([], A, _, Q, Q, A).
maximise([P|Ps], A, B, Q0, Q, V) :-
    alphabeta(P, A, B, _, W),
    (   W >= B
    ->  Q = P, V = W
    ;   W > A
    ->  maximise(Ps, W, B, P, Q, V)
    ;   maximise(Ps, A, B, Q0, Q, V)
    ).
minimise([], _, B, Q, Q, B).
minimise([P|Ps], A, B, Q0, Q, V) :-
    alphabeta(P, A, B, _, W),
    (   A >= W                          /* the other way round */
    ->  Q = P, V = W
    ;   B > W
    ->  minimise(Ps, A, W, P, Q, V)
    ;   minimise(Ps, A, B, Q0, Q, V)
    ).
""",
    {
        Kind.ENTER: {"alphabeta(P, A, B, _, W)", "alphabeta(P, A, B, Q, V)"},
        Kind.LEAF: {"staticval(P, V)"},
        Kind.VALUE: {"alphabeta(P, A, B, _, W)", "alphabeta(P, A, B, Q, V)"},
        Kind.WINDOW: {"W > A", "B > W"},
        Kind.CUT: {"W >= B", "A >= W"},
    },
)

FINDALL = Style(
    "minimax",
    """
minimax(Pos, Best, Val) :-
    findall(V-Next, ( successor(Pos, Next), minimax(Next, _, V) ), Found),
    Found = [_|_], !,
    keysort(Found, Sorted),
    (   max_to_move(Pos)
    ->  last(Sorted, Val-Best)
    ;   Sorted = [Val-Best|_]
    ).
minimax(Pos, _, Val) :-
    staticval(Pos, Val).
successor(Pos, Next) :- move(Pos, Next).
""",
    {
        Kind.ENTER: {"minimax(Next, _, V)", "minimax(Pos, Best, Val)"},
        Kind.LEAF: {"staticval(Pos, Val)"},
        Kind.VALUE: {"minimax(Next, _, V)", "minimax(Pos, Best, Val)"},
    },
)

BARE = Style(
    "minimax",
    """
:- op(700, xfx, beats).

minimax(h(Who,N), Best, Val) :-
    N > 0,
    moves(h(Who,N), [First|Rest]),
    minimax(First, _, Val0), !,
    foldl(tried(Who), Rest, First-Val0, Best-Val).
minimax(Pos, _, Val) :- once(staticval(Pos, Val)).

tried(Who, Next, Best0-Val0, Best-Val) :-
    minimax(Next, _, Val1),
    ( Who:Val1 beats Val0 -> Best-Val = Next-Val1 ; Best-Val = Best0-Val0 ).

max:V beats W :- V > W.
min:V beats W :- V < W.
""",
    {
        Kind.ENTER: {"minimax(First, _, Val0)", "minimax(Next, _, Val1)", "minimax(h(Who,N), Best, Val)"},
        Kind.LEAF: {"staticval(Pos, Val)"},
        Kind.VALUE: {"minimax(First, _, Val0)", "minimax(Next, _, Val1)", "minimax(h(Who,N), Best, Val)"},
    },
)

ACCUMULATOR = Style(
    "alphabeta",
    """
alphabeta(P, A, B, Q, V) :- moves(P, Ps), !, scan(Ps, P, A-B, none, Q, V).
alphabeta(P, _, _, none, V) :- staticval(P, V).

scan(Ps, Top, A-B, Q, Q, V) :- ( Ps = [] ; A >= B ), !, ( max_to_move(Top) -> V = A ; V = B ).
scan([P|Ps], Top, A0-B0, Q0, Q, V) :-
    alphabeta(P, A0, B0, _, W),
    (   max_to_move(Top) -> A is max(A0, W), B = B0 ; B is min(B0, W), A = A0 ),
    (   A-B == A0-B0 -> Q1 = Q0 ; Q1 = P ),
    scan(Ps, Top, A-B, Q1, Q, V).
""",
    {
        Kind.ENTER: {"alphabeta(P, A0, B0, _, W)", "alphabeta(P, A, B, Q, V)"},
        Kind.LEAF: {"staticval(P, V)"},
        Kind.WINDOW: {"A is max(A0, W)", "B is min(B0, W)"},
        Kind.CUT: {"A >= B"},
    },
)

NEGATION = Style(
    "won",
    """
won(Here) :- terminalwon(Here).
won(Here) :-
    \\+ terminallost(Here),
    move(Here, There),
    \\+ ( move(There, Back), \\+ won(Back) ).
""",
    {
        Kind.ENTER: {"won(Here)", "won(Back)", "move(There, Back)"},
        Kind.LEAF: {"terminalwon(Here)", "terminallost(Here)"},
    },
)

STYLES = {
    "textbook": TEXTBOOK,
    "if-then-else": IF_THEN_ELSE,
    "findall": FINDALL,
    "bare": BARE,
    "accumulator": ACCUMULATOR,
    "negation": NEGATION,
}
