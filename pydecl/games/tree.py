"""An explicit tree played as a game: a move goes from a node to one of its children.

>>> from pydecl.model.tree import Inner, Leaf
>>> tree = Tree((Inner("a", Player.MAX, ("b", "c")), Leaf("b", Player.MIN, 3), Leaf("c", Player.MIN, None)))
>>> game = TreeGame(tree, "figures/small.tree")
>>> game.name, [str(position) for _, position in game.successors(Atom("a"))]
('small', ['b', 'c'])
>>> game.static_value(Atom("c"))
Traceback (most recent call last):
pydecl.errors.ContractError: the value of c is unknown
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import PurePath

from pydecl.errors import ContractError, InputError, PositionError
from pydecl.games import notation
from pydecl.model.game import Game, Player, Successor
from pydecl.model.number import Number
from pydecl.model.reader import read_term
from pydecl.model.term import Atom, Term, atom_text
from pydecl.model.tree import Inner, Leaf, Tree


@dataclass(frozen=True)
class TreeGame(Game[Atom]):
    """The game of one tree. A position is a node's name, and so is the move that leads to it.

    Only leaves of known value have a value: asked for another's, the game raises ContractError.
    """

    tree: Tree
    source: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", PurePath(self.source).stem)

    def initial(self) -> Sequence[Atom]:
        return [Atom(self.tree.root.name)]

    def successors(self, position: Atom) -> Sequence[Successor[Atom]]:
        node = self.tree[position.name]
        if isinstance(node, Leaf):
            return []
        return [(child, child) for child in map(Atom, node.children)]

    def player(self, position: Atom) -> Player:
        return self.tree[position.name].mover

    def static_value(self, position: Atom) -> Number:
        node = self.tree[position.name]
        if isinstance(node, Inner) or node.value is None:
            raise ContractError("unknown_value", str(position))
        return node.value

    def to_term(self, position: Atom) -> Term:
        return position

    def from_term(self, term: Term) -> Atom:
        if not isinstance(term, Atom):
            raise notation.no_position(
                self.name, f"expected the name of a node, found {notation.shown(term)}"
            )
        if term.name not in self.tree.by_name:
            raise self._no_such_node(term.name)
        return term

    def format_position(self, position: Atom) -> str:
        """The name without quotes, unless it could not be read back, or not be seen."""
        name = position.name
        plain = name.isprintable() and name == name.strip() != "" and not name.startswith("'")
        return name if plain else atom_text(name)

    def parse_position(self, text: str) -> Atom:
        name = text.strip()
        if not name.startswith("'"):
            return self.from_term(Atom(name))
        try:
            term = read_term(name)
        except (InputError, ValueError, OverflowError):
            fault = f"expected the name of a node, found {notation.shown_text(name)}"
            raise notation.no_position(self.name, fault) from None
        return self.from_term(term)

    def _no_such_node(self, name: str) -> PositionError:
        near = tuple(map(notation.shown, map(Atom, get_close_matches(name, self.tree.by_name))))
        hint = f"; near it: {', '.join(near)}" if near else ""
        return notation.no_position(self.name, f"the tree has no node {notation.shown(Atom(name))}{hint}")
