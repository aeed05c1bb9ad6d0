"""Right programs in the styles in which people write them, and the same ones written oddly.

Each asks `moves/2`, `staticval/2`, `max_to_move/1` and `min_to_move/1`; won asks `move/2`, `terminalwon/1`
and `terminallost/1`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from own_styles import ACCUMULATOR, IF_THEN_ELSE, NEGATION, TEXTBOOK
from own_texts import BY_HELPERS


@dataclass(frozen=True)
class Right:
    """A program that is right, and the predicate that is asked."""

    name: str
    asked: str
    text: str


_MINIMAX = {
    "textbook": """
minimax(Pos, Best, Val) :- moves(Pos, Nexts), !, best(Nexts, Best, Val).
minimax(Pos, _, Val) :- staticval(Pos, Val).
best([Pos], Pos, Val) :- !, minimax(Pos, _, Val).
best([Pos|Rest], Best, Val) :-
    minimax(Pos, _, Val1),
    best(Rest, Pos2, Val2),
    betterof(Pos, Val1, Pos2, Val2, Best, Val).
betterof(Pos, Val, _, Val2, Pos, Val) :- min_to_move(Pos), Val > Val2, !.
betterof(Pos, Val, _, Val2, Pos, Val) :- max_to_move(Pos), Val < Val2, !.
betterof(_, _, Pos, Val, Pos, Val).
""",
    "taking_turns": BY_HELPERS,
    "sorting": """
minimax(P, Best, Val) :-
    moves(P, Ps), !,
    findall(V-Q, ( member(Q, Ps), minimax(Q, _, V) ), Pairs),
    keysort(Pairs, Sorted),
    (   max_to_move(P)
    ->  last(Sorted, Val-Best)
    ;   Sorted = [Val-Best|_]
    ).
minimax(P, _, Val) :- staticval(P, Val).
""",
    "accumulating": """
minimax(P, Best, Val) :-
    (   moves(P, [Q|Qs])
    ->  minimax(Q, _, V0),
        foldl(choose(P), Qs, Q-V0, Best-Val)
    ;   staticval(P, Val)
    ).
choose(P, Q, Q0-V0, Q1-V1) :-
    minimax(Q, _, V),
    (   max_to_move(P), V > V0 -> Q1 = Q, V1 = V
    ;   min_to_move(P), V < V0 -> Q1 = Q, V1 = V
    ;   Q1 = Q0, V1 = V0
    ).
""",
    "negating": """
minimax(P, Best, Val) :- colour(P, C), negamax(P, C, Best, W), Val is C * W.
colour(P, 1) :- max_to_move(P), !.
colour(P, -1) :- min_to_move(P).
negamax(P, C, Best, W) :- moves(P, Ps), !, D is -C, best_reply(Ps, D, none, -1000000, Best, W).
negamax(P, C, _, W) :- staticval(P, V), W is C * V.
best_reply([], _, Best, W, Best, W).
best_reply([P|Ps], D, Best0, W0, Best, W) :-
    negamax(P, D, _, U),
    W1 is -U,
    (   W1 > W0
    ->  best_reply(Ps, D, P, W1, Best, W)
    ;   best_reply(Ps, D, Best0, W0, Best, W)
    ).
""",
    "aggregating": """
minimax(P, Best, Val) :-
    moves(P, Ps), !,
    findall(V, ( member(Q, Ps), minimax(Q, _, V) ), Vs),
    (   max_to_move(P) -> max_list(Vs, Val) ; min_list(Vs, Val) ),
    nth0(At, Vs, Val), !,
    nth0(At, Ps, Best).
minimax(P, _, Val) :- staticval(P, Val).
""",
}

_ALPHABETA = {
    "textbook": TEXTBOOK.text.replace(
        "value_or_best(Node, Low, High, Reply, Worth) :- fail, alphabeta(Node, Low, High, Reply, Worth).\n",
        "",
    ),
    "if_then_else": IF_THEN_ELSE.text.replace("/* the other way round */", ""),
    "accumulating": ACCUMULATOR.text,
    "negating": """
alphabeta(P, A, B, Best, Val) :- max_to_move(P), !, nab(P, 1, A, B, Best, Val).
alphabeta(P, A, B, Best, Val) :- A1 is -B, B1 is -A, nab(P, -1, A1, B1, Best, W), Val is -W.
nab(P, C, A, B, Best, W) :- moves(P, Ps), !, D is -C, nab_all(Ps, D, A, B, none, Best, W).
nab(P, C, _, _, _, W) :- staticval(P, V), W is C * V.
nab_all([], _, A, _, Best, Best, A).
nab_all([P|Ps], D, A, B, Best0, Best, W) :-
    A1 is -B,
    B1 is -A,
    nab(P, D, A1, B1, _, U),
    V is -U,
    (   V >= B
    ->  Best = P, W = V
    ;   V > A
    ->  nab_all(Ps, D, V, B, P, Best, W)
    ;   nab_all(Ps, D, A, B, Best0, Best, W)
    ).
""",
    "two_loops": """
alphabeta(P, A, B, Best, Val) :- moves(P, Ps), !, look(P, Ps, A, B, Best, Val).
alphabeta(P, _, _, _, Val) :- staticval(P, Val).
look(P, Ps, A, B, Best, Val) :- max_to_move(P), !, best_for_max(Ps, A, B, none, Best, Val).
look(P, Ps, A, B, Best, Val) :- min_to_move(P), best_for_min(Ps, A, B, none, Best, Val).
best_for_max([], A, _, Best, Best, A).
best_for_max([P|Ps], A, B, Best0, Best, Val) :-
    alphabeta(P, A, B, _, V),
    raised(V, A, P, Best0, A1, Best1),
    stop_or_go(A1, B, max, Ps, Best1, Best, Val).
best_for_min([], _, B, Best, Best, B).
best_for_min([P|Ps], A, B, Best0, Best, Val) :-
    alphabeta(P, A, B, _, V),
    lowered(V, B, P, Best0, B1, Best1),
    stop_or_go(A, B1, min, Ps, Best1, Best, Val).
raised(V, A, P, _, V, P) :- V > A, !.
raised(_, A, _, Best, A, Best).
lowered(V, B, P, _, V, P) :- V < B, !.
lowered(_, B, _, Best, B, Best).
stop_or_go(A, B, Who, _, Best, Best, Val) :- A >= B, !, ( Who == max -> Val = A ; Val = B ).
stop_or_go(A, B, max, Ps, Best0, Best, Val) :- best_for_max(Ps, A, B, Best0, Best, Val).
stop_or_go(A, B, min, Ps, Best0, Best, Val) :- best_for_min(Ps, A, B, Best0, Best, Val).
""",
}

_WON = {
    "textbook": NEGATION.text,
    "forall": """
won(P) :- terminalwon(P), !.
won(P) :- \\+ terminallost(P), move(P, Q), forall(move(Q, R), won(R)), !.
""",
    "two_players": """
won(P) :- terminalwon(P).
won(P) :- \\+ terminallost(P), move(P, Q), beaten(Q).
beaten(Q) :- \\+ escapes(Q).
escapes(Q) :- move(Q, R), \\+ won(R).
""",
    "listing": """
won(P) :-
    (   terminalwon(P)
    ->  true
    ;   terminallost(P)
    ->  fail
    ;   move(P, Q),
        findall(R, move(Q, R), Rs),
        all_won(Rs)
    ->  true
    ).
all_won([]).
all_won([R|Rs]) :- won(R), all_won(Rs).
""",
}

PROGRAMS = [
    *(Right(f"minimax_{name}", "minimax/3", text) for name, text in _MINIMAX.items()),
    *(Right(f"alphabeta_{name}", "alphabeta/5", text) for name, text in _ALPHABETA.items()),
    *(Right(f"won_{name}", "won/1", text) for name, text in _WON.items()),
]

_PUBLIC = frozenset(
    [
        *("minimax", "alphabeta", "won", "moves", "move", "staticval", "max_to_move", "min_to_move"),
        *("terminalwon", "terminallost"),
    ]
)


def _odd_names(text: str) -> str:
    """Helpers named by numbers, and long variables."""
    helpers = dict.fromkeys(name for name in re.findall(r"^([a-z]\w*)\(", text, re.MULTILINE))
    for at, name in enumerate(one for one in helpers if one not in _PUBLIC):
        text = re.sub(rf"\\b{name}\\b", f"h{at}", text)
    return re.sub(r"\b([A-Z]\w*)\b", r"The\1", text)


def _last_clause_first(text: str) -> str:
    """The predicates from the last to the first, each with its clauses in order."""
    clauses = re.findall(r"^\S.*?\.\n", text, re.DOTALL | re.MULTILINE)
    groups: dict[str, list[str]] = {}
    for clause in clauses:
        groups.setdefault(clause.split("(")[0], []).append(clause)
    return "\n".join("".join(group) for group in reversed(groups.values()))


def _other_order(text: str) -> str:
    """The successors from the last to the first."""
    turned = re.sub(r"\bmoves\(", "turned(", text)
    if turned == text:
        return re.sub(r"\bmove\(", "turned(", text) + (
            "turned(P, Q) :- findall(R, move(P, R), Rs), reverse(Rs, Qs), member(Q, Qs).\n"
        )
    return turned + "turned(P, Qs) :- moves(P, Ps), reverse(Ps, Qs).\n"


def _arrows(text: str) -> str:
    """Who is to move, asked by a predicate of its own; the value, too."""
    text = text.replace("max_to_move(", "it_is_max(").replace("staticval(", "worth(")
    more = "worth(P, V) :- once(staticval(P, V)).\n" if "worth(" in text else ""
    if "it_is_max(" in text:
        more += "it_is_max(P) :- \\+ min_to_move(P).\n"
    return text + more


ODD = {"names": _odd_names, "upside_down": _last_clause_first, "other_order": _other_order, "asking": _arrows}


def odd() -> list[Right]:
    """All of them as they are, and written oddly."""
    return [
        *PROGRAMS,
        *(
            Right(f"{one.name}_{how}", one.asked, text)
            for one in PROGRAMS
            for how, write in ODD.items()
            if (text := write(one.text)) != one.text
        ),
    ]
