"""An exercise: a tree, a program that is asked of it, and the blanks that are to be filled in.

Every number of a tree is an integer or a rational; in JSON numbers are texts, as entries are (`"3"`,
`"-inf"`, `"3/2"`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any

from pydecl.errors import InputError
from pydecl.games.tree import TreeGame
from pydecl.model.game import Player
from pydecl.model.number import INFINITY, Number
from pydecl.model.program import Program
from pydecl.model.tree import Chance, Inner, Leaf, Tree
from pydecl.tracing.events import Turn
from pydecl.workbench.practice.numerals import number_entry

WINDOW = -INFINITY, INFINITY
"""What every search begins with."""

WORD = 0xFFFFFFFF
"""The greatest seed; the least is 0."""


class Level(Enum):
    """What an exercise is about; docs/practice.md has in a table what is asked on each."""

    MINIMAX = "minimax"
    SHALLOW = "shallow"
    DEEP = "deep"
    STRICT = "strict"
    ORDERING = "ordering"
    CHANCE = "chance"


TITLES = {
    Level.MINIMAX: "Minimax",
    Level.SHALLOW: "Alpha-beta: shallow cuts",
    Level.DEEP: "Alpha-beta: deep cuts",
    Level.STRICT: "Alpha-beta: cuts and ties",
    Level.ORDERING: "Alpha-beta: the order of the moves",
    Level.CHANCE: "Games of chance",
}
"""What stands above an exercise."""


class Field(Enum):
    """What may be filled in at a node, in the order in which it is marked."""

    CUT = "cut"
    """Whether the branch that leads to the node is cut: true, false or nothing."""

    ALPHA = "alpha"
    """Alpha as the node is entered."""

    BETA = "beta"
    """Beta as the node is entered."""

    VALUE = "value"
    """What the node gives back."""

    FIRST = "first"
    """The child that should come first, by its id."""

    BEST = "best"
    """The best move: the child that it leads to."""

    LEAVES = "leaves"
    """How many leaves the whole search evaluates."""

    LEAVES_ORDERED = "leaves_ordered"
    """How many it evaluates if at each node the child comes first that should."""


NUMBERS = frozenset({Field.ALPHA, Field.BETA, Field.VALUE, Field.LEAVES, Field.LEAVES_ORDERED})
"""The fields that take a number."""

CHOICES = frozenset({Field.FIRST, Field.BEST})
"""The fields that take a child."""

_WINDOWS = (
    "Alpha-beta searches the tree from left to right. Fill in alpha and beta as each node is entered, and"
    " the value that it gives back: the best among the children that are searched. Mark the branches that are"
    " cut; what is never entered stays empty. {tie}"
)

QUESTIONS = {
    Level.MINIMAX: "Fill in the value that each node backs up, and the best move at the root.",
    Level.SHALLOW: _WINDOWS,
    Level.DEEP: _WINDOWS,
    Level.STRICT: "Alpha-beta searches the tree from left to right. Mark the branches that are cut. {tie}",
    Level.ORDERING: (
        "Alpha-beta searches the tree from left to right. Mark the branches that are cut, and count the"
        " leaves that are evaluated. At each node, cut or not, choose the child that should come first; count"
        " the leaves that are evaluated if it does and the others stay in their order. {tie}"
    ),
    Level.CHANCE: (
        "Fill in the value that each node backs up; that of a chance node is the mean of its children's, by"
        " their probabilities. Write a fraction, or at least two decimals."
    ),
}
"""What is asked of a student; `{tie}` is the rule for equal values."""

TIES = {
    True: "An equal value is not enough: a cut needs one that is beyond the bound.",
    False: "An equal value is enough for a cut.",
}

ALPHA_BETA = frozenset({Level.SHALLOW, Level.DEEP, Level.STRICT, Level.ORDERING})
"""The levels with windows and cuts."""


@dataclass(frozen=True, slots=True)
class Node:
    """A node of an exercise; a leaf has a static value and no children.

    `label` is the move that leads to it, empty for trees that are no game's. `probabilities` are those of the
    children of a chance node.
    """

    id: str
    mover: Turn
    children: tuple[str, ...] = ()
    value: Number | None = None
    probabilities: tuple[Number, ...] = ()
    label: str = ""

    @property
    def is_leaf(self) -> bool:
        return not self.children


@dataclass(frozen=True)
class Exercise:
    """What is asked of a student. `nodes` are in the order of a walk from the root, from left to right.

    `is_strict` says whether only a value beyond a bound makes a cut, or one that is equal, too; None for
    programs without cuts. `game`, `position` and `board`, a text of several lines, tell of a real position;
    they are None for a tree that the seed made.
    """

    level: Level
    seed: int
    program: Program
    nodes: tuple[Node, ...]
    is_strict: bool | None = None
    game: str | None = None
    position: str | None = None
    board: str | None = None

    @property
    def root(self) -> Node:
        return self.nodes[0]

    @cached_property
    def by_id(self) -> Mapping[str, Node]:
        return {node.id: node for node in self.nodes}

    @cached_property
    def parents(self) -> Mapping[str, str]:
        """The parent of each node but the root."""
        return {child: node.id for node in self.nodes for child in node.children}

    def __getitem__(self, node: str) -> Node:
        return self.by_id[node]

    def fields(self, node: Node) -> tuple[Field, ...]:
        """The blanks at a node. Which of them stay empty is for the student to find out."""
        is_root, level = node is self.root, self.level
        found = [Field.CUT] if level in ALPHA_BETA and not is_root else []
        if not node.is_leaf:
            if level in (Level.SHALLOW, Level.DEEP) and not is_root:
                found += [Field.ALPHA, Field.BETA]
            if level not in (Level.STRICT, Level.ORDERING):
                found += [Field.VALUE]
            if level is Level.ORDERING:
                found += [Field.FIRST]
        if is_root and level is Level.MINIMAX:
            found += [Field.BEST]
        if is_root and level is Level.ORDERING:
            found += [Field.LEAVES, Field.LEAVES_ORDERED]
        return tuple(found)

    @property
    def title(self) -> str:
        """What stands above it."""
        of = "" if self.game is None else f", {self.game}"
        return f"{TITLES[self.level]}{of}, seed {self.seed}"

    @property
    def question(self) -> str:
        """What is to be done."""
        return QUESTIONS[self.level].format(tie="" if self.is_strict is None else TIES[self.is_strict])

    def below(self, node: str) -> list[str]:
        """A node and all below it, from left to right."""
        found, todo = [], [node]
        while todo:
            one = todo.pop()
            found.append(one)
            todo.extend(reversed(self[one].children))
        return found

    def leaves(self) -> list[str]:
        """All leaves, from left to right."""
        return [node.id for node in self.nodes if node.is_leaf]

    def to_game(self) -> TreeGame:
        """The tree as a game that the programs search."""
        return TreeGame(Tree(tuple(map(_tree_node, self.nodes))), "exercise")

    def to_json(self) -> dict[str, Any]:
        """The fields that other programs may rely on: docs/practice.md has them in a table."""
        return {
            "level": self.level.value,
            "seed": self.seed,
            "game": self.game,
            "position": self.position,
            "board": self.board,
            "title": self.title,
            "question": self.question,
            "program": self.program.value,
            "strict": self.is_strict,
            "window": [number_entry(bound) for bound in WINDOW],
            "root": self.root.id,
            "nodes": [self._node_json(node) for node in self.nodes],
        }

    def _node_json(self, node: Node) -> dict[str, Any]:
        return {
            "id": node.id,
            "label": node.label,
            "mover": node.mover.value,
            "children": list(node.children),
            "probabilities": [number_entry(one) for one in node.probabilities],
            "value": None if node.value is None else number_entry(node.value),
            "fields": [field.value for field in self.fields(node)],
        }


def _tree_node(node: Node) -> Leaf | Inner | Chance:
    if node.mover is Turn.CHANCE and node.children:
        return Chance(node.id, node.children, node.probabilities)  # type: ignore[arg-type]  # exact, all of them
    mover = Player.MIN if node.mover is Turn.MIN else Player.MAX
    return Inner(node.id, mover, node.children) if node.children else Leaf(node.id, mover, node.value)


def node_name(number: int) -> str:
    """The id of a node by its place in the walk, from 0: a to z, then a1 to z1 and so on.

    >>> [node_name(number) for number in (0, 25, 26, 52)]
    ['a', 'z', 'a1', 'a2']
    """
    letter, round_ = "abcdefghijklmnopqrstuvwxyz"[number % 26], number // 26
    return f"{letter}{round_ or ''}"


def level_named(name: str) -> Level:
    """The level of this name. Raises InputError if there is none."""
    try:
        return Level(name)
    except ValueError:
        expected = ", ".join(level.value for level in Level)
        raise InputError(f"{name[:40]!r} is no level: expected one of {expected}") from None


def check_seed(seed: int) -> None:
    """Raises InputError for a number that is no seed."""
    if not 0 <= seed <= WORD:
        raise InputError(f"a seed is a whole number from 0 to {WORD}, not {str(seed)[:40]}")
