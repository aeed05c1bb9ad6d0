"""An explicit game, such as a figure in a book, as a table of its nodes: a tree, or any graph.

The table is flat, so that a tree may be as deep as it likes and children may lead back to nodes above them.
`tree_text` writes it as the text of a `.tree` file, which `pydecl.rules.tree` reads back.

>>> b, c = Leaf("b", Player.MIN, 3), Leaf("c", Player.MIN, None)
>>> tree = Tree((Inner("a", Player.MAX, ("b", "c", "b")), b, c))
>>> print(tree_text(tree), end="")
a max (b 3  c ?  ^b)
>>> tree["c"].mover
<Player.MIN: 'min'>
>>> die = Chance("die", ("six", "less"), (Fraction(1, 6), Fraction(5, 6)))
>>> six = Leaf("six", Player.MAX, 6, Outcome.WON, frozenset({Mark.TURBULENT}))
>>> print(tree_text(Tree((die, six, Leaf("less", Player.MIN, 0)))), end="")
die chance (1r6: six max 6 won turbulent  5r6: less min 0)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from pydecl.model.game import Outcome, Player
from pydecl.model.number import Number, number_text
from pydecl.model.term import Atom, Compound, PrologList, Term, atom_text


class Mark(Enum):
    """What some searches want to know of a node."""

    TURBULENT = "turbulent"
    """Too lively for its static value: quiescence search looks on."""

    PLAUSIBLE = "plausible"
    """A move here is worth a look: forward pruning keeps it."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A node that nothing follows; `value` is for MAX, and None where nobody knows it.

    `outcome` is how the game ended there, where the sign of the value is not to say it.
    """

    name: str
    mover: Player
    value: Number | None
    outcome: Outcome | None = None
    marks: frozenset[Mark] = frozenset()


@dataclass(frozen=True, slots=True)
class Inner:
    """A node with the names of its children, one or more, in the order of the moves.

    `value` is its static value, which a search sees that goes no deeper; None where it has none.
    """

    name: str
    mover: Player
    children: tuple[str, ...]
    value: Number | None = None
    marks: frozenset[Mark] = frozenset()


@dataclass(frozen=True, slots=True)
class Chance:
    """A node where nobody moves: each child follows with its probability, and these add up to 1."""

    name: str
    children: tuple[str, ...]
    probabilities: tuple[int | Fraction, ...]


Node: TypeAlias = Inner | Leaf | Chance


@dataclass(frozen=True)
class Tree:
    """The nodes in the order in which a walk from the root, depth first, meets them; the root is the first.

    No name is used twice, but a node may be a child of several nodes, of one several times, or of one below
    it. MAX and MIN alternate, except that below a chance node either may move.
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

    def renamed(self, name: Callable[[str], str]) -> Tree:
        def named(node: Node) -> Node:
            if isinstance(node, Leaf):
                return replace(node, name=name(node.name))
            return replace(node, name=name(node.name), children=tuple(map(name, node.children)))

        return Tree(tuple(map(named, self.nodes)))


def tree_below(root: str, nodes: Mapping[str, Node]) -> Tree:
    """The tree of the nodes that the root leads to, by their names, whatever their order.

    >>> nodes = [Leaf("b", Player.MIN, 1), Leaf("c", Player.MIN, 2), Inner("a", Player.MAX, ("c", "b"))]
    >>> [node.name for node in tree_below("a", {node.name: node for node in nodes}).nodes]
    ['a', 'c', 'b']
    """
    met: dict[str, Node] = {}
    todo = [root]
    while todo:
        name = todo.pop()
        if name not in met:
            node = met[name] = nodes[name]
            if not isinstance(node, Leaf):
                todo += reversed(node.children)
    return Tree(tuple(met.values()))


_DEEPEST_INDENT = 40


def tree_text(tree: Tree) -> str:
    """The text of a `.tree` file: each node where it is met first, and `^NAME` where it is met again.

    A node whose children are written without children of theirs is on one line. What the root does not lead
    to is left out.
    """
    lines: list[str] = []
    told: set[str] = set()
    # What is to be written: the depth, the probability's text, the node, or None for a closing parenthesis,
    # and who is to move there if it does not say.
    todo: list[tuple[int, str, Node | None, Player | None]] = [(0, "", tree.root, None)]
    while todo:
        depth, odds, node, due = todo.pop()
        line = "  " * min(depth, _DEEPEST_INDENT) + odds
        if node is None:
            lines.append(f"{line})")
        elif isinstance(node, Leaf) or node.name in told:
            lines.append(line + _short_text(node, due, told))
        else:
            told.add(node.name)
            line += _head(node, due)
            below = due if isinstance(node, Chance) else node.mover.opponent  # who is due in the children
            children = [(odds, tree[name]) for odds, name in zip(_odds(node), node.children, strict=True)]
            if all(isinstance(child, Leaf) or child.name in told for _, child in children):
                texts = [odds + _short_text(child, below, told) for odds, child in children]
                lines.append(f"{line} ({'  '.join(texts)})")
            else:
                lines.append(f"{line} (")
                todo.append((depth, "", None, None))
                todo += [(depth + 1, odds, child, below) for odds, child in reversed(children)]
    return "\n".join(lines) + "\n"


def _short_text(node: Node, due: Player | None, told: set[str]) -> str:
    """A node that needs no children there."""
    if node.name in told:
        return f"^{_name_text(node.name)}"
    told.add(node.name)
    return _head(node, due)


def _head(node: Node, due: Player | None) -> str:
    """A node up to its children. A leaf says who is to move only where it is not who is due."""
    words = [_name_text(node.name)]
    if isinstance(node, Chance):
        return f"{words[0]} chance"
    if isinstance(node, Inner) or node.mover is not due:
        words.append(node.mover.value)
    if node.value is not None:
        words.append(number_text(node.value))
    elif isinstance(node, Leaf):
        words.append("?")
    if isinstance(node, Leaf) and node.outcome is not None:
        words.append(node.outcome.value)
    return " ".join(words + [mark.value for mark in Mark if mark in node.marks])


def _odds(node: Inner | Chance) -> Sequence[str]:
    if isinstance(node, Chance):
        return [f"{number_text(probability)}: " for probability in node.probabilities]
    return [""] * len(node.children)


_RESERVED = re.compile(r"(?i:max|min|chance|won|lost|drawn|turbulent|plausible)|inf")


def _name_text(name: str) -> str:
    """A name as an atom, in quotes also where Prolog needs none but a `.tree` file does."""
    text = atom_text(name)
    plain = text[0].isalpha() and not _RESERVED.fullmatch(name)
    return text if plain or text[0] == "'" else "'" + name.replace("\\", "\\\\") + "'"


TREE_FACTS = {"root": 1, "inner": 3, "leaf": 3, "chance_node": 2, "static": 2, "mark": 2}


def tree_facts(tree: Tree) -> list[Term]:
    """The facts that `prolog/games/tree.pl` wants: root/1, then those of each node.

    These are inner/3, leaf/3 or chance_node/2, then static/2 for an inner node with a value, and mark/2 for
    each mark, the outcome of a leaf first.
    """
    facts: list[Term] = [Compound("root", (Atom(tree.root.name),))]
    for node in tree.nodes:
        facts += _node_facts(node)
    return facts


def _node_facts(node: Node) -> Iterator[Term]:
    name = Atom(node.name)
    if isinstance(node, Chance):
        pairs = zip(node.probabilities, map(Atom, node.children), strict=True)
        yield Compound("chance_node", (name, PrologList(tuple(Compound("-", pair) for pair in pairs))))
        return
    mover = Atom(node.mover.value)
    if isinstance(node, Inner):
        yield Compound("inner", (name, mover, PrologList(tuple(map(Atom, node.children)))))
        if node.value is not None:
            yield Compound("static", (name, node.value))
    else:
        yield Compound("leaf", (name, mover, Atom("unknown") if node.value is None else node.value))
        if node.outcome is not None:
            yield Compound("mark", (name, Atom(node.outcome.value)))
    for mark in Mark if node.marks else ():
        if mark in node.marks:
            yield Compound("mark", (name, Atom(mark.value)))


def by_predicate(facts: Iterable[Term]) -> dict[tuple[str, int], list[Term]]:
    """The facts of a tree, those of each predicate in order."""
    found: dict[tuple[str, int], list[Term]] = {key: [] for key in TREE_FACTS.items()}
    for fact in facts:
        assert isinstance(fact, Compound)
        found[fact.name, len(fact.args)].append(fact)
    return found
