"""Random games with a symmetry: a row of cells, which max and min fill in turn, and its mirror image."""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """What cells are worth, and which are blocked; both are the same from left and right."""

    worth: tuple[int, ...]
    blocked: tuple[bool, ...]

    @classmethod
    def of(cls, seed: int) -> Row:
        rng = random.Random(seed)
        half = [(rng.randint(-3, 3), rng.random() < 0.2) for _ in range(rng.randint(1, 3))]
        middle = [(rng.randint(-3, 3), False)] * rng.randint(0, 1)
        cells = [*half, *middle, *half[::-1]]
        return cls(tuple(worth for worth, _ in cells), tuple(blocked for _, blocked in cells))

    def clauses(self) -> list[str]:
        """The start, the values and the movers: a cell is worth more for whoever has the neighbour, too."""
        cells = ",".join("b" if blocked else "e" for blocked in self.blocked)
        return [
            f"initial(row(max, [{cells}])).",
            "max_to_move(row(max, _)).",
            "min_to_move(row(min, _)).",
            "other(max, min).",
            "other(min, max).",
            "staticval(row(_, Cells), Val) :- " + f"value(Cells, {list(self.worth)}, e, 0, Val).",
            "value([], _, _, Val, Val).",
            "value([C|Cs], [W|Ws], Before, Val0, Val) :-",
            "    sign(C, Sign), ( C == Before -> More = 2 ; More = 0 ),",
            "    Val1 is Val0 + Sign * (W + More), value(Cs, Ws, C, Val1, Val).",
            "sign(e, 0).",
            "sign(b, 0).",
            "sign(max, 1).",
            "sign(min, -1).",
            "filled([e|Cs], P, K, K, [P|Cs]).",
            "filled([C|Cs0], P, K0, K, [C|Cs]) :- K1 is K0 + 1, filled(Cs0, P, K1, K, Cs).",
        ]


NAMED = "move(row(P, Cs0), K, row(Q, Cs)) :- other(P, Q), filled(Cs0, P, 1, K, Cs)."
UNNAMED = "move(row(P, Cs0), row(Q, Cs)) :- other(P, Q), filled(Cs0, P, 1, _, Cs)."
LISTED = (
    "moves(row(P, Cs0), Nexts) :- other(P, Q),\n"
    "    findall(row(Q, Cs), filled(Cs0, P, 1, _, Cs), Nexts), Nexts \\== []."
)

LEAST = (
    "canonical(row(P, Cs), row(P, Same)) :- reverse(Cs, Mirrored),\n"
    "    ( Mirrored @< Cs -> Same = Mirrored ; Same = Cs )."
)
GREATEST = "canonical(row(P, Cs), row(P, Same)) :- reverse(Cs, Ms), msort([Cs, Ms], Both), last(Both, Same)."
SEVERAL = "canonical(row(P, Cs), row(P, Same)) :- reverse(Cs, Ms), sort([Cs, Ms], Both), member(Same, Both)."


def rules(row: Row, moves: str = NAMED, canonical: str = LEAST, *more: str) -> str:
    libraries = ":- use_module(library(lists))."
    return "\n".join((libraries, *row.clauses(), moves, canonical, *more)) + "\n"
