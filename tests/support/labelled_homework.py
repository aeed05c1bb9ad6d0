"""Homework with labels made by hand: which part is wrong, and for what cause.

A mutant is one named edit of a right file; its label says what the edit does. Where an edit changes nothing
that a search can see, the file is right, and labelled so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from folders import ROOT, TESTS
from own_styles import ACCUMULATOR, FINDALL, IF_THEN_ELSE, NEGATION, TEXTBOOK
from own_texts import BY_HELPERS, LEAVES_EVALUATED_ABOVE
from right_searches import Right
from slips import Slip

from pydecl.grading.causes import Cause
from pydecl.grading.part import RULES, State

HOMEWORK = TESTS / "homework"
GOOD = (HOMEWORK / "good.pl").read_text("utf-8")
GAME, _REST = GOOD.split("minimax(Pos, Best, Val)", 1)
MINIMAX_TEXT = "minimax(Pos, Best, Val)" + _REST.split("alphabeta(Pos, Best, Val)", 1)[0]
ALPHABETA_TEXT = "alphabeta(Pos, Best, Val)" + _REST.split("alphabeta(Pos, Best, Val)", 1)[1]

SHORT_SIGHTED = """
minimax(P, B, V) :- mm(P, {plies}, B, V).
mm(P, D, B, V) :- D > 0, moves(P, L), !, D1 is D - 1, best(L, D1, B, V).
mm(P, _, _, V) :- staticval(P, V).
best([P], D, P, V) :- !, mm(P, D, _, V).
best([P|Ps], D, B, V) :- mm(P, D, _, V1), best(Ps, D, P2, V2), better(P, V1, P2, V2, B, V).
better(P, V, _, V1, P, V) :- min_to_move(P), V > V1, !.
better(P, V, _, V1, P, V) :- max_to_move(P), V < V1, !.
better(_, _, P1, V1, P1, V1).
"""
"""A minimax with a horizon of its own; it asks for moves/2, which the rules do not define."""

MINIMAX, ALPHABETA, WON = "minimax/3", "alphabeta/5", "won/1"
SEARCHES = (MINIMAX, ALPHABETA)

Causes = frozenset[Cause | None]


@dataclass(frozen=True)
class Label:
    """What must be said of a part: its state, and one of these causes. Any cause will do if none is named."""

    state: State
    causes: Causes = frozenset()


@dataclass(frozen=True)
class Labelled:
    """A file with its labels; a part without one is right."""

    name: str
    text: str
    required: tuple[str, ...] = SEARCHES
    labels: dict[str, Label] = field(default_factory=dict)
    reads: frozenset[Cause] = frozenset()

    def label(self, part: str) -> Label:
        """What must be said of a part."""
        return self.labels.get(part, Label(State.AGREES))


def differs(*causes: Cause | None) -> Label:
    return Label(State.DIFFERS, frozenset(causes))


MISSING = Label(State.MISSING)
BROKEN = Label(State.RULES_BROKEN)
NO_PRUNING = Label(State.PRUNES_NOTHING, frozenset([Cause.MISSING_CLAUSE, Cause.CLAUSE, Cause.VARIABLE]))


def both(label: Label) -> dict[str, Label]:
    return dict.fromkeys(SEARCHES, label)


def ours() -> list[Labelled]:
    """The files of `tests/homework`; the label of each is the first line of its comment."""
    named: dict[str, dict[str, Label]] = {
        "good": {},
        "betterof_cut_missing": both(differs(Cause.CUT)),
        "betterof_exchanged": both(differs(Cause.DIRECTION, Cause.MOVER)),
        "bounds_inverted": {},  # its alphabeta/3, which is not required, is wrong
        "cut_missing": both(differs(Cause.CUT)),
        "cuts_at_equality": {ALPHABETA: differs(Cause.EQUALITY)},
        "draw_is_won": {RULES: differs()},
        "goodenough_last_missing": {ALPHABETA: differs(Cause.MISSING_CLAUSE)},
        "goodenough_missing": {ALPHABETA: NO_PRUNING},
        "min_missing_at_one": {RULES: differs(), **both(BROKEN)},
        "newbounds_swapped": {ALPHABETA: differs(Cause.BOUNDS)},
        "other_board": {ALPHABETA: MISSING},
        "same_player": {RULES: differs(), **both(BROKEN)},
        "two_faults": {RULES: differs(), MINIMAX: differs(Cause.MOVER, Cause.DIRECTION), ALPHABETA: MISSING},
    }
    return [
        Labelled(name, (HOMEWORK / f"{name}.pl").read_text("utf-8"), labels=labels)
        for name, labels in named.items()
    ]


def edited(name: str, labels: dict[str, Label], *pairs: tuple[str, str], text: str = GOOD) -> Labelled:
    """A right file with these texts exchanged, each of which stands in it once."""
    for old, new in pairs:
        assert text.count(old) == 1, f"{name}: {old!r} is there {text.count(old)} times"
        text = text.replace(old, new)
    return Labelled(name, text, labels=labels)


BETTEROF_1 = "    min_to_move(Pos1),\n    Val1 > Val2, !."
BETTEROF_2 = "    max_to_move(Pos1),\n    Val1 < Val2, !."
NEWBOUNDS_1 = "newbounds(Alpha, Beta, Pos, Val, Val, Beta) :-\n    min_to_move(Pos),\n    Val > Alpha, !.\n"
NEWBOUNDS_2 = "newbounds(Alpha, Beta, Pos, Val, Alpha, Val) :-\n    max_to_move(Pos),\n    Val < Beta, !.\n"
MINIMAX_1 = "minimax(Pos, Best, Val) :-\n    moves(Pos, Nexts), !,\n    best(Nexts, Best, Val).\n"
MINIMAX_2 = "minimax(Pos, _, Val) :-\n    staticval(Pos, Val).\n"
ALPHABETA_1 = (
    "alphabeta(Pos, Alpha, Beta, Best, Val) :-\n    moves(Pos, Nexts), !,\n"
    "    boundedbest(Nexts, Alpha, Beta, Best, Val).\n"
)
ALPHABETA_2 = "alphabeta(Pos, _, _, _, Val) :-\n    staticval(Pos, Val).\n"


def mutants() -> list[Labelled]:
    """One edit each of the right file."""
    right: dict[str, Label] = {}
    return [
        edited(
            "max_turned",
            both(differs(Cause.DIRECTION, Cause.MOVER)),
            (BETTEROF_1, BETTEROF_1.replace(">", "<")),
        ),
        edited(
            "min_turned",
            both(differs(Cause.DIRECTION, Cause.MOVER)),
            (BETTEROF_2, BETTEROF_2.replace("<", ">")),
        ),
        edited(
            "max_mover",
            both(differs(Cause.MOVER, Cause.DIRECTION)),
            (BETTEROF_1, BETTEROF_1.replace("min", "max")),
        ),
        edited(
            "first_of_equals",
            right,
            (BETTEROF_1, BETTEROF_1.replace(">", ">=")),
            (BETTEROF_2, BETTEROF_2.replace("<", "=<")),
        ),
        edited("cut_turned", {ALPHABETA: differs(Cause.DIRECTION)}, ("Val > Beta, !", "Val < Beta, !")),
        edited(
            "cut_at_alpha",
            {ALPHABETA: differs(None, *Cause)},
            ("goodenough(_, _, Beta, Pos, Val, Pos, Val)", "goodenough(_, Beta, _, Pos, Val, Pos, Val)"),
        ),
        edited(
            "max_cuts_at_equality", {ALPHABETA: differs(Cause.EQUALITY)}, ("Val > Beta, !", "Val >= Beta, !")
        ),
        edited(
            "min_cuts_at_equality",
            {ALPHABETA: differs(Cause.EQUALITY)},
            ("Val < Alpha, !", "Val =< Alpha, !"),
        ),
        edited("alpha_is_not_raised", right, (NEWBOUNDS_1, "")),
        edited(
            "bounds_stay_missing",
            {ALPHABETA: differs(Cause.MISSING_CLAUSE)},
            ("newbounds(Alpha, Beta, _, _, Alpha, Beta).\n", ""),
        ),
        edited(
            "children_get_bounds_swapped",
            {ALPHABETA: differs(Cause.BOUNDS)},
            ("    alphabeta(Pos, Alpha, Beta, _, Val),", "    alphabeta(Pos, Beta, Alpha, _, Val),"),
        ),
        edited(
            "siblings_get_bounds_swapped",
            {ALPHABETA: differs(Cause.BOUNDS)},
            (
                "boundedbest(Rest, NewAlpha, NewBeta, Pos1, Val1)",
                "boundedbest(Rest, NewBeta, NewAlpha, Pos1, Val1)",
            ),
        ),
        edited(
            "search_begins_swapped",
            {ALPHABETA: differs(Cause.BOUNDS)},
            (
                "    boundedbest(Nexts, Alpha, Beta, Best, Val).",
                "    boundedbest(Nexts, Beta, Alpha, Best, Val).",
            ),
        ),
        edited(
            "newbounds_called_swapped",
            {ALPHABETA: differs(Cause.BOUNDS)},
            (
                "    newbounds(Alpha, Beta, Pos, Val, NewAlpha, NewBeta),",
                "    newbounds(Beta, Alpha, Pos, Val, NewAlpha, NewBeta),",
            ),
        ),
        edited(
            "minimax_evaluates_first",
            {MINIMAX: differs(Cause.ORDER, Cause.CUT)},
            (MINIMAX_1, ""),
            (MINIMAX_2, MINIMAX_2 + MINIMAX_1),
        ),
        edited(
            "alphabeta_evaluates_first",
            {ALPHABETA: differs(Cause.ORDER, Cause.CUT)},
            (ALPHABETA_1, ""),
            (ALPHABETA_2, ALPHABETA_2 + ALPHABETA_1),
        ),
        edited(
            "best_of_one_missing",
            {MINIMAX: differs(Cause.MISSING_CLAUSE)},
            ("best([Pos], Pos, Val) :-\n    !,\n    minimax(Pos, _, Val).\n", ""),
        ),
        edited(
            "last_is_evaluated",
            {MINIMAX: differs(Cause.CLAUSE, Cause.PREDICATE)},
            ("    !,\n    minimax(Pos, _, Val).", "    !,\n    staticval(Pos, Val)."),
        ),
        edited(
            "sign_in_minimax",
            {MINIMAX: differs(Cause.SIGN, Cause.CLAUSE)},
            (MINIMAX_2, "minimax(Pos, _, Val) :-\n    staticval(Pos, Val0),\n    Val is -Val0.\n"),
        ),
        edited(
            "other_moves_first",
            right,
            (
                "    betterof(Pos1, Val1, Pos2, Val2, Best, Val).",
                "    betterof(Pos2, Val2, Pos1, Val1, Best, Val).",
            ),
        ),
        edited(
            "values_exchanged",
            {MINIMAX: differs(Cause.EXCHANGED, Cause.VARIABLE)},
            (
                "    betterof(Pos1, Val1, Pos2, Val2, Best, Val).",
                "    betterof(Pos1, Val2, Pos2, Val1, Best, Val).",
            ),
        ),
        edited(
            "window_is_not_narrowed",
            {ALPHABETA: NO_PRUNING},
            (
                "boundedbest(Rest, NewAlpha, NewBeta, Pos1, Val1)",
                "boundedbest(Rest, Alpha, Beta, Pos1, Val1)",
            ),
        ),
        edited(
            "best_is_forgotten",
            {ALPHABETA: differs(Cause.VARIABLE, Cause.CLAUSE)},
            (
                "    boundedbest(Nexts, Alpha, Beta, Best, Val).",
                "    boundedbest(Nexts, Alpha, Beta, _, Val).",
            ),
        ),
        edited("newbounds_cut_missing", right, (NEWBOUNDS_1, NEWBOUNDS_1.replace(", !", ""))),
        edited(
            "goodenough_cut_missing",
            right,
            ("    Val > Beta, !.", "    Val > Beta."),
        ),
        edited(
            "third_takes_the_first",
            both(differs(*Cause, None)),
            ("betterof(_, _, Pos2, Val2, Pos2, Val2).", "betterof(Pos1, Val1, _, _, Pos1, Val1)."),
        ),
        edited(
            "minimax_asks_itself",
            {MINIMAX: Label(State.DIFFERS, frozenset([Cause.ENDLESS, *Cause]))},
            (MINIMAX_1, "minimax(Pos, Best, Val) :-\n    minimax(Pos, Best, Val).\n" + MINIMAX_1),
        ),
        edited(
            "rest_never_ends",
            {MINIMAX: Label(State.DIFFERS, frozenset([Cause.ENDLESS, *Cause]))},
            ("    best(Rest, Pos2, Val2),", "    best([Pos1|Rest], Pos2, Val2),"),
        ),
    ]


def styles() -> list[Labelled]:
    """Right programs as other people write them, and one slip in some."""
    only_ab, only_mm = {MINIMAX: MISSING}, {ALPHABETA: MISSING}
    ite, acc, found = (
        GAME + IF_THEN_ELSE.text,
        GAME + ACCUMULATOR.text,
        GAME + "move(P, Q) :- moves(P, Qs), member(Q, Qs).\n" + FINDALL.text,
    )
    textbook = "".join(
        (ROOT / "prolog" / "textbook" / f"{name}.pl").read_text("utf-8") for name in ("minimax", "alphabeta")
    )
    return [
        Labelled("if_then_else", ite, labels=only_ab),
        Labelled("accumulator", acc, labels=only_ab),
        Labelled("findall", found, labels=only_mm),
        Labelled("other_names", GAME + TEXTBOOK.text, labels=only_ab),
        Labelled("taking_turns", GAME + BY_HELPERS, labels=only_mm),
        Labelled(
            "evaluated_above",  # it fails where it is asked about an end
            GAME + LEAVES_EVALUATED_ABOVE,
            labels={**only_mm, MINIMAX: differs(Cause.MISSING_CLAUSE)},
        ),
        Labelled("textbook", GAME + textbook),
        Labelled("renamed", GOOD.replace("alphabeta(", "alfa_beta("), reads=frozenset([Cause.NAME])),
        Labelled("value_first", reordered(), reads=frozenset([Cause.ARGUMENTS])),
        Labelled("no_program", GAME, labels=both(MISSING)),
        edited(
            "ite_cut_turned",
            {**only_ab, ALPHABETA: differs(Cause.DIRECTION)},
            ("    (   W >= B\n", "    (   W =< B\n"),
            text=ite,
        ),
        edited(
            "ite_bounds",
            {**only_ab, ALPHABETA: differs(Cause.BOUNDS, Cause.EXCHANGED, Cause.VARIABLE)},
            ("maximise(Ps, W, B, P, Q, V)", "maximise(Ps, B, W, P, Q, V)"),
            text=ite,
        ),
        edited(
            "ite_mover",
            {**only_ab, ALPHABETA: differs(Cause.MOVER)},
            ("max_to_move(P)\n        ->  maximise", "min_to_move(P)\n        ->  maximise"),
            text=ite,
        ),
        edited(
            "findall_mover",
            {**only_mm, MINIMAX: differs(Cause.MOVER)},
            ("(   max_to_move(Pos)\n    ->  last", "(   min_to_move(Pos)\n    ->  last"),
            text=found,
        ),
        edited(
            "accumulator_never_prunes",
            {**only_ab, ALPHABETA: Label(State.PRUNES_NOTHING)},
            ("( Ps = [] ; A >= B )", "( Ps = [] ; A > 1000 )"),
            text=acc,
        ),
    ]


def reordered() -> str:
    """The right file, minimax with the value before the move."""
    text = GOOD
    for old, new in (
        ("minimax(Pos, Best, Val)", "minimax(Pos, Val, Best)"),
        ("minimax(Pos, _, Val)", "minimax(Pos, Val, _)"),
        ("minimax(Pos1, _, Val1)", "minimax(Pos1, Val1, _)"),
    ):
        text = text.replace(old, new)
    return text


ENDS = "\nmove(P, Q) :- moves(P, Qs), member(Q, Qs).\n"
ENDS += "terminalwon(P) :- \\+ moves(P, _), staticval(P, V), V > 0.\n"
ENDS += "terminallost(P) :- \\+ moves(P, _), staticval(P, V), V =< 0.\n"


def wins() -> list[Labelled]:
    """Whether MAX wins: the textbook's text, and slips with negation."""
    right = GAME + ENDS + NEGATION.text

    def won(name: str, label: Label | None, *pairs: tuple[str, str]) -> Labelled:
        made = edited(name, {} if label is None else {WON: label}, *pairs, text=right)
        return Labelled(made.name, made.text, (WON,), made.labels)

    inner = "\\+ ( move(There, Back), \\+ won(Back) )"
    return [
        won("won", None),
        won(
            "won_negation_missing",
            differs(Cause.NEGATION, Cause.CLAUSE),
            (inner, "\\+ ( move(There, Back), won(Back) )"),
        ),
        won(
            "won_negation_apart",
            differs(Cause.NEGATION, Cause.CLAUSE),
            (inner, "\\+ move(There, Back), \\+ won(Back)"),
        ),
        won(
            "won_not_negated", differs(Cause.NEGATION, Cause.CLAUSE), (inner, "move(There, Back), won(Back)")
        ),
        won("won_end_missing", differs(Cause.MISSING_CLAUSE), ("won(Here) :- terminalwon(Here).\n", "")),
    ]


def made(programs: Sequence[Right | Slip]) -> list[Labelled]:
    """Programs behind the rules of the right file, each the only one that is required, without labels."""
    return [
        Labelled(one.name, GAME + (ENDS if one.asked == WON else "") + one.text, (one.asked,))
        for one in programs
    ]


def labelled() -> list[Labelled]:
    """All of them."""
    return [*ours(), *mutants(), *styles(), *wins()]


def written(files: Sequence[Labelled], folder: Path) -> list[Path]:
    """The files in a folder, by their names."""
    paths = []
    for file in files:
        paths.append(folder / f"{file.name}.pl")
        paths[-1].write_text(file.text, "utf-8")
    return paths
