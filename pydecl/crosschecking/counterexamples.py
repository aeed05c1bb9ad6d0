"""A broken law, reduced to its smallest case, with its cause if that has a name, and the command for it."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from string import ascii_lowercase
from typing import Any

from pydecl.crosschecking.cases import Case
from pydecl.crosschecking.engaged import Twins, ask_all, runners_on_trees
from pydecl.crosschecking.laws import Fault, Judge, Law, has_leaves_law, leaves_fault, twin_facts
from pydecl.crosschecking.matrix import Finding, examine, has_variation, variations, visits
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import PydeclError
from pydecl.games.tree import TreeGame
from pydecl.loading.trees_and_graphs import plant
from pydecl.model.game import Player
from pydecl.model.number import INFINITY, Number, number_text
from pydecl.model.program import Program
from pydecl.model.result import DEFAULTS, Limits, Order
from pydecl.model.term import Atom, Term
from pydecl.model.tree import Chance, Inner, Leaf, Node, Tree, tree_below, tree_text
from pydecl.programs.registry import DECLARED, NAIVE, all_settings
from pydecl.tracing.recording import can_be_traced

Fails = Callable[[Case, Limits], bool]

MOST_STEPS = 5_000
"""So many smaller cases are tried, and then the smallest so far is given."""


def shrink(case: Case, limits: Limits, fails: Fails) -> tuple[Case, Limits]:
    """The smallest case and limits that still fail, found step by step; its nodes are named a, b, c, …"""
    tried = 0
    smaller = _smaller(case, limits)
    while tried < MOST_STEPS:
        found = next(smaller, None)
        if found is None:
            break
        tried += 1
        if fails(*found):
            case, limits = found
            smaller = _smaller(case, limits)
    renamed = replace(case, tree=_named(case.tree))
    return (renamed, limits) if fails(renamed, limits) else (case, limits)


def _smaller(case: Case, limits: Limits) -> Iterator[tuple[Case, Limits]]:
    for tree in _smaller_trees(case.tree):
        yield replace(case, tree=tree), limits
    if limits.settings.order is not Order.GAME:
        asked = replace(limits, settings=replace(limits.settings, order=Order.GAME, seed=0))
        yield replace(case, tree=_reversed(case.tree)), asked
    for simpler in _simpler_limits(limits, _is_acyclic(case.tree)):
        yield case, simpler
    for tree in _simpler_trees(case.tree):
        yield replace(case, tree=tree), limits


# Fewer nodes


def _smaller_trees(tree: Tree) -> Iterator[Tree]:
    nodes = dict(tree.by_name)
    root = tree.root
    for child in () if isinstance(root, Leaf) else dict.fromkeys(root.children):
        yield tree_below(child, nodes)
    for node in tree.nodes:
        if isinstance(node, Leaf):
            continue
        value = node.value if isinstance(node, Inner) else None
        mover = node.mover if isinstance(node, Inner) else Player.MAX
        yield _with(tree, Leaf(node.name, mover, 0 if value is None else value))
        if isinstance(node, Inner) and len(node.children) > 1:
            for at in range(len(node.children)):
                kept = node.children[:at] + node.children[at + 1 :]
                yield _with(tree, replace(node, children=kept))
    yield from _shortcuts(tree)


def _shortcuts(tree: Tree) -> Iterator[Tree]:
    """A child replaced by what follows it: two plies down, so that the players still alternate."""
    for node in tree.nodes:
        if not isinstance(node, Inner):
            continue
        for at, child in enumerate(node.children):
            for below in _grandchildren(tree, child):
                if below != child:
                    children = (*node.children[:at], below, *node.children[at + 1 :])
                    shorter = _with(tree, replace(node, children=children))
                    if len(shorter.nodes) < len(tree.nodes):
                        yield shorter


def _grandchildren(tree: Tree, name: str) -> Iterator[str]:
    node = tree[name]
    for child in node.children if isinstance(node, Inner) else ():
        below = tree[child]
        yield from below.children if isinstance(below, Inner) else ()


def _with(tree: Tree, node: Node) -> Tree:
    return tree_below(tree.root.name, {**tree.by_name, node.name: node})


# Simpler limits and values: each step makes the case simpler by one measure and no less simple by another


def _simpler_limits(limits: Limits, unlimited: bool) -> Iterator[Limits]:
    """`unlimited` says whether a search without a depth limit ends."""
    settings = limits.settings
    if settings.order is not Order.GAME:
        yield replace(limits, settings=replace(settings, order=Order.GAME, seed=0))
    if settings.order is Order.RANDOM and settings.seed > 9:
        for seed in range(10):
            yield replace(limits, settings=replace(settings, seed=seed))
    if limits.alpha > -INFINITY:
        yield replace(limits, alpha=-INFINITY)
    if limits.beta < INFINITY:
        yield replace(limits, beta=INFINITY)
    if limits.depth is not None:
        if unlimited:
            yield replace(limits, depth=None)
        for depth in range(limits.depth):
            yield replace(limits, depth=depth)
    if settings.extension != DEFAULTS.extension:
        yield replace(limits, settings=replace(settings, extension=DEFAULTS.extension))
    for value in _simpler_values(limits.alpha):
        if not value > limits.beta:
            yield replace(limits, alpha=value)
    for value in _simpler_values(limits.beta):
        if not value < limits.alpha:
            yield replace(limits, beta=value)


def _simpler_trees(tree: Tree) -> Iterator[Tree]:
    for value in dict.fromkeys(node.value for node in tree.nodes if isinstance(node, Leaf)):
        for simple in () if value is None else _simpler_values(value):
            yield Tree(
                tuple(
                    replace(node, value=simple) if isinstance(node, Leaf) and node.value == value else node
                    for node in tree.nodes
                )
            )
    for node in tree.nodes:
        if isinstance(node, Chance):
            continue
        for mark in node.marks:
            yield _with(tree, replace(node, marks=node.marks - {mark}))
        if isinstance(node, Leaf) and node.outcome is not None:
            yield _with(tree, replace(node, outcome=None))
        if isinstance(node, Inner) and node.value is not None:
            yield _with(tree, replace(node, value=None))
        if isinstance(node, Leaf) and node.value is None:
            yield _with(tree, replace(node, value=0))
        if node.value is not None:
            for value in _simpler_values(node.value):
                yield _with(tree, replace(node, value=value))


def _simpler_values(value: Number) -> Sequence[Number]:
    """Whole numbers nearer to 0, 0 first; of two as near the positive one is simpler."""
    if isinstance(value, float) and value in (INFINITY, -INFINITY):
        return ()
    rank = _rank(value)
    return [simple for simple in (0, 1, -1, 2, -2, 3, int(value)) if _rank(simple) < rank]


def _rank(value: Number) -> tuple[Number, bool, bool]:
    return (-value if value < 0 else value), not isinstance(value, int), value < 0


def _reversed(tree: Tree) -> Tree:
    nodes = {
        node.name: replace(node, children=node.children[::-1]) if isinstance(node, Inner) else node
        for node in tree.nodes
    }
    return tree_below(tree.root.name, nodes)


def _is_acyclic(tree: Tree) -> bool:
    """Whether no way leads back to a node; all that is left when leaves are taken away again and again."""
    left = {node.name: set() if isinstance(node, Leaf) else set(node.children) for node in tree.nodes}
    while ends := {name for name, children in left.items() if not children}:
        left = {name: children - ends for name, children in left.items() if name not in ends}
    return not left


def _named(tree: Tree) -> Tree:
    """The nodes called a, b, c, …"""
    few = len(tree.nodes) <= len(ascii_lowercase)
    names = {node.name: ascii_lowercase[at] if few else f"n{at}" for at, node in enumerate(tree.nodes)}
    return tree.renamed(names.__getitem__)


SECONDS = 5.0
"""For one question about a smaller case."""


@dataclass(frozen=True)
class Counterexample:
    """The smallest case found on which a program breaks a law; `cause` is empty where it has no name."""

    program: Program
    fault: Fault
    case: Case
    limits: Limits
    cause: str

    @property
    def tree(self) -> str:
        """The case as the text of a `.tree` file, with what it shows as a comment."""
        lines = [f"% {self.program.value} breaks a law: {self.fault}"]
        if self.cause:
            lines.append(f"% cause: {self.cause}")
        return "\n".join([*lines, tree_text(self.case.tree)])

    def command(self, file: str | Path) -> str:
        """The command that shows it again, where the tree is in `file`."""
        words = ["pydecl", "crosscheck", str(file), "--plies", "0", "--program", self.program.value]
        return shlex.join([*words, *options(self.limits)])

    def replay(self, file: str | Path) -> str | None:
        """The command that shows what a naive variant does, event by event, beside the program that is right.

        None for other programs, which differ from engine to engine, and for what cannot be traced.
        """
        right = DECLARED[self.program].naive_of
        if right is None or not can_be_traced(self.program):
            return None
        words = ["pydecl", "trace", str(file), "--program", self.program.value]
        return shlex.join([*words, *options(self.limits), "--beside", right])

    def to_json(self) -> dict[str, Any]:
        return {
            "program": self.program.value,
            **self.fault.to_json(),
            "cause": self.cause or None,
            "nodes": len(self.case.tree.nodes),
            "tree": tree_text(self.case.tree),
            "options": options(self.limits),
        }


def options(limits: Limits) -> list[str]:
    """The command line's options for these limits."""
    words = ["--depth", "unlimited" if limits.depth is None else str(limits.depth)]
    if limits.alpha > -INFINITY:
        words.append(f"--alpha={number_text(limits.alpha)}")
    if limits.beta < INFINITY:
        words.append(f"--beta={number_text(limits.beta)}")
    settings = limits.settings
    if settings.order is not Order.GAME:
        words += ["--order", settings.order.value]
    if settings.order is Order.RANDOM:
        words += ["--seed", str(settings.seed)]
    usual = {name: one.default for name, one in all_settings().items()} | dict(DEFAULTS.numbers)
    for name, value in settings.numbers.items():
        if name != "seed" and value != usual[name]:
            words += ["--set", f"{name}={value}"]
    return words


def smallest(game: SessionGame, case: Case, program: Program, limits: Limits, found: Fault) -> Counterexample:
    """The counterexample that the case shrinks to; `game` is one of `consult_trees`.

    The case itself where the fault that was found does not show again.
    """
    law = found.law
    some = _fault(game, case, program, limits, law, some=False) is None  # it is seen there alone

    def fails(case: Case, limits: Limits) -> bool:
        return _fault(game, case, program, limits, law, some=some) is not None

    small, asked = shrink(case, limits, fails)
    fault = _fault(game, small, program, asked, law, some=some)
    if fault is None:
        return Counterexample(program, found, case, limits, "")
    return Counterexample(program, fault, small, asked, _cause(game, small, program, asked))


def _fault(
    game: SessionGame, case: Case, program: Program, limits: Limits, law: Law, *, some: bool
) -> Fault | None:
    """How the program breaks this law on the case, if it does; `some`: see `runners_on_trees`."""
    root = Atom(case.tree.root.name)
    limits = replace(limits, seconds=SECONDS)
    judge = Judge[Term](TreeGame(case.tree, "tree"))  # type: ignore[arg-type]
    try:
        plant(game, case.tree)
        with runners_on_trees(game, [case.tree], some=some) as runners:
            (findings,) = examine(game, [judge], [(program, root, limits)], SECONDS, runners)
            if law is Law.VISITS:
                found = visits(game, (program, root, limits), SECONDS)
                findings = [found] if found else []
            elif law is Law.LEAVES and has_leaves_law(program, limits):
                found_fault = leaves_fault(judge.game, program, root, limits)
                findings = [Finding(program, limits, Law.LEAVES, None, found_fault)]
            elif law is Law.VARIATION and has_variation(program, limits):
                (findings,) = variations(game, [judge], [(program, root, limits)], SECONDS, runners)
    except PydeclError:
        return None
    return next((found.fault for found in findings if found.fault and _alike(found.fault.law, law)), None)


def _alike(law: Law, other: Law) -> bool:
    """Whether the laws are the same but for the window and the order: a smaller case may have neither."""
    values = (Law.VALUE, Law.WINDOW, Law.ORDER)
    return law is other or (law in values and other in values)


# Causes


def _cause(game: SessionGame, case: Case, program: Program, limits: Limits) -> str:
    """What is wrong, if the program is a naive variant or answers as one does."""
    if DECLARED[program].naive_of is not None:
        return DECLARED[program].cause
    variants = [variant for variant in NAIVE if DECLARED[variant].naive_of == program.value]
    root = Atom(case.tree.root.name)
    plant(game, case.tree)
    right, *wrong = ask_all(game, [(asked, root, limits) for asked in (program, *variants)], SECONDS)
    return named_cause(right, variants, wrong)


def named_cause(answers: Twins, variants: Sequence[Program], theirs: Sequence[Twins]) -> str:
    """The cause of the variant that says what one of the engines says, and another does not."""
    facts = list(map(twin_facts, answers.answers.values()))
    for variant, twins in zip(variants, theirs, strict=True):
        naive = twin_facts(twins.reference)
        if 0 < facts.count(naive) < len(facts):
            return DECLARED[variant].cause
    return ""
