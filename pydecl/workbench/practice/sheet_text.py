"""A sheet as text: the tree, and a form that a student fills in with any editor; `entries` reads it back."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from pydecl.workbench.practice.exercise import Exercise, Node
from pydecl.workbench.practice.numerals import number_shown
from pydecl.workbench.practice.reasons import PLAYERS
from pydecl.workbench.practice.sheet_svg import Filled

WIDTH = 96

FORM = "Write behind the colons (x for a cut), save, and have it marked: pydecl practice --mark FILE"


def sheet_text(exercise: Exercise, filled: Filled) -> str:
    """The sheet, with these entries."""
    board = "" if exercise.board is None else f"\n{exercise.board}\n"
    said = "\n".join(wrap(exercise.question, WIDTH))
    tree = "\n".join(_tree(exercise))
    form = "\n".join(_form(exercise, filled))
    return f"{exercise.title}\n{board}\n{said}\n\n{tree}\n\n{FORM}\n\n{form}\n"


def _tree(exercise: Exercise) -> Iterator[str]:
    todo = [(exercise.root.id, "", "", "")]
    while todo:
        name, first, rest, odds = todo.pop()
        node = exercise[name]
        yield f"{first}{odds}{_node(node)}"
        for place, child in reversed(list(enumerate(node.children))):
            is_last = place == len(node.children) - 1
            weight = f"{number_shown(node.probabilities[place])}: " if node.probabilities else ""
            branch, below = ("└── ", "    ") if is_last else ("├── ", "│   ")
            todo.append((child, rest + branch, rest + below, weight))


def _node(node: Node) -> str:
    said = PLAYERS[node.mover] if node.children else number_shown(node.value)
    return f"{node.id}  {said}" + (f"  ({node.label})" if node.label else "")


def _form(exercise: Exercise, filled: Filled) -> Iterator[str]:
    game = "" if exercise.game is None else f", game {exercise.game}"
    yield f"exercise: level {exercise.level.value}, seed {exercise.seed}{game}"
    for node in exercise.nodes:
        if fields := exercise.fields(node):
            here = filled.get(node.id, {})
            yield (
                f"{node.id:<3}| "
                + " | ".join(f"{one.value}: {_entry(here.get(one))}" for one in fields).rstrip()
            )


def _entry(entry: str | bool | None) -> str:
    return f"{'x' if entry is True else entry or '':<4}"
