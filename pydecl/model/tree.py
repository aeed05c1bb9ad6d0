"""An explicit game tree, such as a figure in a book, as a table of its nodes.

The table is flat, so that a tree may be as deep as it likes. `tree_text` writes a tree as the text of a
`.tree` file, which `pydecl.rules.tree` reads back.

>>> tree = Tree((Inner("a", Player.MAX, ("b", "c")), Leaf("b", Player.MIN, 3), Leaf("c", Player.MIN, None)))
>>> print(tree_text(tree), end="")
a max (b 3  c ?)
>>> tree["c"].mover
<Player.MIN: 'min'>
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from pydecl.model.game import Player
from pydecl.model.number import Number, number_text
from pydecl.model.term import atom_text


@dataclass(frozen=True, slots=True)
class Leaf:
    """A node that nothing follows; `value` is for MAX, and None where nobody knows it."""

    name: str
    mover: Player
    value: Number | None


@dataclass(frozen=True, slots=True)
class Inner:
    """A node with the names of its children, one or more, in the order of the moves."""

    name: str
    mover: Player
    children: tuple[str, ...]


Node: TypeAlias = Inner | Leaf


@dataclass(frozen=True)
class Tree:
    """The nodes, each before its children and these in their order; the root is the first.

    No name is used twice, each but the root's is one other node's child, and MAX and MIN alternate.
    """

    nodes: tuple[Node, ...]

    @property
    def root(self) -> Node:
        return self.nodes[0]

    @cached_property
    def by_name(self) -> dict[str, Node]:
        return {node.name: node for node in self.nodes}

    def __getitem__(self, name: str) -> Node:
        return self.by_name[name]


_DEEPEST_INDENT = 40


def tree_text(tree: Tree) -> str:
    """The text of a `.tree` file for a tree, each node whose children are all leaves on one line."""
    if isinstance(tree.root, Leaf):
        return f"{_head(tree.root)} {_value_text(tree.root)}\n"
    lines: list[str] = []
    todo: list[tuple[int, Node | None]] = [(0, tree.root)]
    while todo:
        depth, node = todo.pop()
        indent = "  " * min(depth, _DEEPEST_INDENT)
        if node is None:
            lines.append(f"{indent})")
            continue
        if isinstance(node, Leaf):
            lines.append(f"{indent}{_leaf_text(node)}")
            continue
        children = [tree[name] for name in node.children]
        leaves = [_leaf_text(child) for child in children if isinstance(child, Leaf)]
        if len(leaves) == len(children):
            lines.append(f"{indent}{_head(node)} ({'  '.join(leaves)})")
        else:
            lines.append(f"{indent}{_head(node)} (")
            todo.append((depth, None))
            todo += [(depth + 1, child) for child in reversed(children)]
    return "\n".join(lines) + "\n"


def _head(node: Node) -> str:
    return f"{_name_text(node.name)} {node.mover.value}"


def _leaf_text(leaf: Leaf) -> str:
    return f"{_name_text(leaf.name)} {_value_text(leaf)}"


def _value_text(leaf: Leaf) -> str:
    return "?" if leaf.value is None else number_text(leaf.value)


_RESERVED = re.compile(r"(?i:max|min)|inf")


def _name_text(name: str) -> str:
    """A name as an atom, in quotes also where Prolog needs none but a `.tree` file does."""
    text = atom_text(name)
    plain = text[0].isalpha() and not _RESERVED.fullmatch(name)
    return text if plain or text[0] == "'" else "'" + name.replace("\\", "\\\\") + "'"
