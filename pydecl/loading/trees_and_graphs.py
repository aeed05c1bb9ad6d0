"""Games that are drawn: a tree or a graph file, its facts put into the rules of `prolog/games`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.session import Session
from pydecl.errors import InputError
from pydecl.games import bundled
from pydecl.games.tree import TreeGame
from pydecl.loading.rules_files import SHORT, Written, load
from pydecl.model.term import Atom, Compound, PrologList, Term, term_text
from pydecl.model.tree import TREE_FACTS, Chance, Tree, by_predicate, tree_facts
from pydecl.paths import prolog_file
from pydecl.rules.source import source_at
from pydecl.texts.session import texts_of

MOST_FACTS = 1 << 24
"""The longest text of the facts of a tree or a graph, in bytes."""


def load_tree(session: Session, path: Path, name: str) -> SessionGame:
    """Load a tree: its facts join the rules of `prolog/games/tree.pl`."""
    from pydecl.rules.tree import read_tree  # late, as all that reads with a grammar

    source = source_at(path)
    if len(source.text) > SHORT:  # the facts go to SWI-Prolog as text: here is no room for them
        told = texts_of(session).ask_bytes("tree", source.text.encode(), MOST_FACTS, file=str(path))
        chance, _, facts = told.decode(errors="replace").partition("\n")
        loaded = load(session, prolog_file("games", "tree.pl"), {}, name)
        session.set_up(f"add({facts})")
        loaded.source, loaded.rules_text, loaded.has_chance = str(path), None, chance == "chance"
    else:
        loaded = _load_read_tree(session, read_tree(source.text, str(path)), name, str(path))
    loaded.warnings = [*source.notes, *loaded.warnings]
    return loaded


def _load_read_tree(session: Session, tree: Tree, name: str, source: str) -> SessionGame:
    loaded = load(session, prolog_file("games", "tree.pl"), {}, name)
    facts = tree_facts(tree)
    session.set_up(Compound("add", (PrologList(tuple(facts)),)))
    loaded.source = source
    loaded.twin, loaded.independent = TreeGame(tree, source), True
    loaded.has_chance = any(isinstance(node, Chance) for node in tree.nodes)
    loaded.facts = by_predicate(facts)
    return loaded


def load_graph(session: Session, path: Path, options: Mapping[str, Term], name: str) -> SessionGame:
    """Load a graph: its edges are those of `prolog/games/graph.pl`."""
    if options.keys() - {"start"}:
        raise InputError(f"{name}: a graph has no option but start")
    from pydecl.rules.graph import read_graph  # late, as `read_tree`

    source = source_at(path)
    rules = prolog_file("games", "graph.pl")
    if len(source.text) > SHORT:
        told = texts_of(session).ask_bytes("graph", source.text.encode(), MOST_FACTS, file=str(path))
        start, _, facts = told.decode(errors="replace").partition("\n")
        loaded = load(session, rules, {"start": Written(start), **options, "edges": Written(facts)}, name)
        loaded.rules_text = None
    else:
        graph = read_graph(source.text, str(path))
        edges = PrologList(tuple(Compound("-", edge) for edge in graph.edges))
        terms = {"edges": edges, "start": graph.start, **options}
        twin = bundled("graph", **terms)
        loaded = load(session, rules, terms, name)
        loaded.twin, loaded.independent = twin, True
    loaded.source = str(path)
    loaded.warnings = [*source.notes, *loaded.warnings]
    return loaded


def consult_tree(tree: Tree, name: str, *, seconds: float | None = 60.0) -> SessionGame:
    """A tree that is in no file as a game of this name.

    >>> from pydecl.rules.tree import read_tree
    >>> with consult_tree(read_tree("a max (b 3  c 2)", "small"), "small") as game:
    ...     game.name, list(map(str, game.initial()))
    ('small', ['a'])
    """
    return _in_a_session(seconds, lambda session: _load_read_tree(session, tree, name, name))


def consult_trees(*, seconds: float | None = 60.0) -> SessionGame:
    """The rules of trees without a tree: `plant` gives them one, and then another.

    >>> from pydecl.rules.tree import read_tree
    >>> with consult_trees() as game:
    ...     plant(game, read_tree("a max (b 3  c 2)", "small"))
    ...     print(game.session.query("minimax(a, Best, Val)"))
    [{'Best': Atom(name='b'), 'Val': 3}]
    """
    return _in_a_session(seconds, lambda session: load(session, prolog_file("games", "tree.pl"), {}, "tree"))


def _in_a_session(seconds: float | None, opened: Callable[[Session], SessionGame]) -> SessionGame:
    session = Session(seconds)
    try:
        return opened(session)
    except BaseException:
        session.close()
        raise


class Forest:
    """A tree, or several in one, made ready to be planted in games of `consult_trees`."""

    def __init__(self, tree: Tree) -> None:
        indicators = tuple(Compound("/", (Atom(name), arity)) for name, arity in TREE_FACTS.items())
        facts = tree_facts(tree)
        self._request = term_text(Compound("replace", (PrologList(indicators), PrologList(tuple(facts)))))
        self._facts = by_predicate(facts)
        self._twin = TreeGame(tree, "tree")

    def plant(self, game: SessionGame) -> None:
        """Make the tree the one that the game is about."""
        game.session.ask(self._request)
        game.twin, game.independent = self._twin, True
        game.facts = self._facts
        game.edition += 1


def plant(game: SessionGame, tree: Tree) -> None:
    """Make `tree` the one that a game of `consult_trees` is about; it may be several trees in one."""
    Forest(tree).plant(game)
