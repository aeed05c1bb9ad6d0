"""The same searches in the styles in which people write them, and the goals that bring their events about."""

from __future__ import annotations

from dataclasses import dataclass

from own_texts import program

from pydecl.tracing.events import Kind


@dataclass(frozen=True)
class Style:
    """A program of a rules file, and for kinds of events the texts of the goals that may be marked."""

    program: str
    text: str
    marked: dict[Kind, set[str]]


TEXTBOOK = Style(
    "alphabeta",
    program("alphabeta_other_names"),
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
    program("alphabeta_if_then_else"),
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
    program("minimax_findall"),
    {
        Kind.ENTER: {"minimax(Next, _, V)", "minimax(Pos, Best, Val)"},
        Kind.LEAF: {"staticval(Pos, Val)"},
        Kind.VALUE: {"minimax(Next, _, V)", "minimax(Pos, Best, Val)"},
    },
)

BARE = Style(
    "minimax",
    program("minimax_with_operators"),
    {
        Kind.ENTER: {"minimax(First, _, Val0)", "minimax(Next, _, Val1)", "minimax(h(Who,N), Best, Val)"},
        Kind.LEAF: {"staticval(Pos, Val)"},
        Kind.VALUE: {"minimax(First, _, Val0)", "minimax(Next, _, Val1)", "minimax(h(Who,N), Best, Val)"},
    },
)

ACCUMULATOR = Style(
    "alphabeta",
    program("alphabeta_accumulating"),
    {
        Kind.ENTER: {"alphabeta(P, A0, B0, _, W)", "alphabeta(P, A, B, Q, V)"},
        Kind.LEAF: {"staticval(P, V)"},
        Kind.WINDOW: {"A is max(A0, W)", "B is min(B0, W)"},
        Kind.CUT: {"A >= B"},
    },
)

NEGATION = Style(
    "won",
    program("won_textbook"),
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
