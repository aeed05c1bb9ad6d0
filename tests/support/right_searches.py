"""Right programs in the styles in which people write them, and the same ones written oddly.

Each asks `moves/2`, `staticval/2`, `max_to_move/1` and `min_to_move/1`; won asks `move/2`, `terminalwon/1`
and `terminallost/1`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from own_styles import IF_THEN_ELSE, TEXTBOOK
from own_texts import program


@dataclass(frozen=True)
class Right:
    """A program that is right, and the predicate that is asked."""

    name: str
    asked: str
    text: str


STYLES = {
    "minimax/3": ("textbook", "taking_turns", "sorting", "accumulating", "negating", "aggregating"),
    "alphabeta/5": ("textbook", "if_then_else", "accumulating", "negating", "two_loops"),
    "won/1": ("textbook", "forall", "two_players", "listing"),
}

DERIVED = {
    "alphabeta_textbook": TEXTBOOK.text.replace(
        "value_or_best(Node, Low, High, Reply, Worth) :- fail, alphabeta(Node, Low, High, Reply, Worth).\n",
        "",
    ),
    "alphabeta_if_then_else": IF_THEN_ELSE.text.replace("/* the other way round */", ""),
}


def right(asked: str, style: str) -> Right:
    """The program in a style, of `searches/`."""
    name = f"{asked.partition('/')[0]}_{style}"
    return Right(name, asked, DERIVED.get(name) or program(name))


PROGRAMS = [right(asked, style) for asked, styles in STYLES.items() for style in styles]

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
